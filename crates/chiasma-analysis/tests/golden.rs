//! The analysis of small functions, compared with what is committed beside them.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use chiasma_analysis::{Branch, Constants, Influence, Program, StaticFacts};

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

fn facts_of(name: &str) -> StaticFacts {
    let file = directory().join(name).with_extension("mir");
    let text = fs::read_to_string(&file).unwrap();
    let mut program = Program::default();
    if let Err(error) = program.read(&text) {
        panic!("{}: {error}", file.display());
    }
    StaticFacts::of(&program)
}

fn listed(types: &[Influence]) -> String {
    let types = types.iter().map(|Influence { name, distance }| format!("{name} {distance}"));
    types.collect::<Vec<_>>().join(", ")
}

fn shown(facts: &StaticFacts) -> String {
    let mut text = String::new();
    for Branch { function, span, sides, types } in &facts.branches {
        let sides = sides.iter().map(|side| {
            let values: Vec<String> = side.values.iter().map(u128::to_string).collect();
            let lines = side.lines.iter().map(|line| line.number.to_string());
            let places = side.places.iter().map(|at| format!("{}:{}", at.line, at.column));
            let lines: Vec<String> = lines.chain(places).collect();
            let values = if values.is_empty() { "else".into() } else { values.join("|") };
            format!("{values} -> [{}]", lines.join(" "))
        });
        let sides = sides.collect::<Vec<_>>().join("; ");
        writeln!(text, "{function} {span}: {}\n    {sides}", listed(types)).unwrap();
    }
    let Constants { strings, byte_strings, chars, numbers } = &facts.constants;
    writeln!(text, "types: {}", listed(&facts.types)).unwrap();
    writeln!(text, "strings: {strings:?}\nbytes: {byte_strings:?}").unwrap();
    writeln!(text, "chars: {chars:?}\nnumbers: {numbers:?}").unwrap();
    text
}

#[test]
fn the_facts_of_small_functions_are_those_committed() {
    let mut sources: Vec<PathBuf> =
        fs::read_dir(directory()).unwrap().map(|entry| entry.unwrap().path()).collect();
    sources.retain(|path| path.extension().is_some_and(|extension| extension == "rs"));
    sources.sort();
    assert!(sources.len() >= 12, "{sources:?}");
    for source in sources {
        let name = source.file_stem().unwrap().to_str().unwrap();
        let file = directory().join(name).with_extension("facts");
        let shown = shown(&facts_of(name));
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            fs::write(&file, &shown).unwrap();
        }
        let golden = fs::read_to_string(&file).unwrap_or_default();
        assert_eq!(shown, golden, "{name}");
    }
}

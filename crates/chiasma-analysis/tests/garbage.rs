//! Text that is no MIR, or not quite: an error or other facts, never a panic.

use std::fs;
use std::path::Path;

use chiasma::{Source, property};
use chiasma_analysis::{Program, StaticFacts, Type};

const FILES: &[&str] = &["question", "closures", "matches", "generics", "drops"];

fn golden(name: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    fs::read_to_string(file.with_extension("mir")).unwrap()
}

/// A piece of real MIR with a few changes: characters replaced, lines dropped, repeated or swapped.
fn damaged(s: &mut Source) -> String {
    let text = golden(FILES[s.index(FILES.len())]);
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let begin = s.index(lines.len());
    let length = s.length(1..200).min(lines.len() - begin);
    lines = lines[begin..begin + length].to_vec();
    for _ in 0..s.length(0..8) {
        let at = s.index(lines.len());
        match s.index(4) {
            0 => {
                let mut chars: Vec<char> = lines[at].chars().collect();
                if !chars.is_empty() {
                    let place = s.index(chars.len());
                    chars[place] =
                        *s.choose(&['(', ')', '<', '>', '"', '\'', ':', '_', 'x', '\\', 'é']);
                }
                lines[at] = chars.into_iter().collect();
            }
            1 => {
                let cut = s.index(lines[at].chars().count() + 1);
                lines[at] = lines[at].chars().take(cut).collect();
            }
            2 => {
                let other = s.index(lines.len());
                lines.swap(at, other);
            }
            _ => {
                let copy = lines[at].clone();
                lines.insert(at, copy);
            }
        }
    }
    lines.join("\n")
}

fn analyse(text: &str) {
    let mut program = Program::default();
    if let Err(error) = program.read(text) {
        assert!((1..=text.lines().count() + 1).contains(&error.line), "{error}");
    }
    let facts = StaticFacts::of(&program);
    assert!(facts.types.iter().all(|ty| ty.distance > 0));
}

#[property]
fn damaged_mir_is_an_error_or_another_program(#[from(damaged)] text: String) {
    analyse(&text);
}

#[property]
fn garbage_is_an_error_or_nothing(
    #[from(chiasma::generators::string(0..300, chiasma::generators::chars_of("fn bconst_(){}[]<>:;=->&*,'\"\\0-9\n")))]
    text: String,
) {
    analyse(&text);
    let _ = Type::read(&text).influencing();
}

#[test]
fn an_unknown_statement_is_an_error_that_names_the_compiler_and_the_line() {
    let text =
        "fn f() -> () {\n    let mut _0: ();\n\n    bb0: {\n        frobnicate _1;\n    }\n}\n";
    let error =
        Program::default().read(text).unwrap_err().printed_by("rustc 9.9.9 (abc 2030-01-01)\n");
    assert_eq!(
        error.to_string(),
        "line 5 of the MIR that rustc 9.9.9 (abc 2030-01-01) printed is not understood: expected an \
         assignment, found \"frobnicate _1;\"; the reader knows the text of rustc 1.95"
    );
}

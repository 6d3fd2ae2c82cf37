//! The analysis of two published crates, compiled by the compiler at hand.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

use chiasma_analysis::{BuildKey, Cache, Program, StaticFacts};

fn rustc() -> Command {
    Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
}

/// The host's triple; packages of other platforms may not be at hand.
fn host() -> String {
    let output = rustc().arg("-vV").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().find_map(|line| line.strip_prefix("host: ")).unwrap().to_owned()
}

/// Where the source of a dependency is.
fn source_of(package: &str) -> PathBuf {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--offline", "--format-version=1", "--filter-platform", &host()])
        .arg("--manifest-path")
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let found = packages.iter().find(|found| found["name"] == package).unwrap();
    let manifest = Path::new(found["manifest_path"].as_str().unwrap());
    manifest.with_file_name("src").join("lib.rs")
}

fn mir_of(package: &str) -> String {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(package);
    std::fs::create_dir_all(&directory).unwrap();
    // Of its own for each call: two tests ask for one package at the same time.
    static CALLS: AtomicU32 = AtomicU32::new(0);
    let output = directory.join(format!("{}.mir", CALLS.fetch_add(1, Ordering::Relaxed)));
    let status = rustc()
        .env("RUSTC_BOOTSTRAP", "1")
        .args(["--edition", "2021", "--crate-type", "lib", "--cap-lints", "allow"])
        .args(["-Zmir-include-spans=on", "-Zmir-opt-level=0", "-Cdebug-assertions=off"])
        .args(["--emit=mir", "-o"])
        .arg(&output)
        .arg(source_of(package))
        .status()
        .unwrap();
    assert!(status.success());
    std::fs::read_to_string(output).unwrap()
}

fn facts_of(package: &str) -> StaticFacts {
    let mut program = Program::default();
    if let Err(error) = program.read(&mir_of(package)) {
        panic!("{error}");
    }
    StaticFacts::of(&program)
}

/// The types at the branches of a function, all in one list.
fn types_in<'f>(facts: &'f StaticFacts, function: &str) -> Vec<&'f str> {
    let branches = facts.branches.iter().filter(|branch| branch.function == function);
    let mut names: Vec<&str> =
        branches.flat_map(|branch| &branch.types).map(|ty| ty.name.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    names
}

#[test]
fn the_branches_of_heck_depend_on_its_word_mode_and_on_iterators_of_characters() {
    let facts = facts_of("heck");
    assert!(facts.branches.len() > 20, "{}", facts.branches.len());
    // The local enum of the function that splits words.
    assert!(types_in(&facts, "transform").contains(&"WordMode"), "{:?}", facts.types);
    assert!(facts.constants.chars.contains(&'Σ'), "{:?}", facts.constants);
}

#[test]
fn the_branches_of_strsim_depend_on_what_it_compares() {
    let facts = facts_of("strsim");
    assert!(facts.branches.len() > 30, "{}", facts.branches.len());
    let sides: Vec<_> = facts.branches.iter().flat_map(|branch| &branch.sides).collect();
    let told_apart = sides.iter().filter(|side| !side.lines.is_empty()).count();
    assert!(told_apart * 2 > sides.len(), "{told_apart} of {}", sides.len());
    assert!(
        types_in(&facts, "generic_damerau_levenshtein").contains(&"HashMap<Elem, usize>"),
        "{:?}",
        types_in(&facts, "generic_damerau_levenshtein")
    );
}

#[test]
fn facts_are_kept_by_build_and_another_compiler_has_its_own() {
    let facts = facts_of("heck");
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache");
    let cache = Cache::in_directory(&directory);
    let key = |compiler| BuildKey::of(compiler, "a::holds", [(Path::new("heck.mir"), "text")]);
    cache.put(&key("rustc 1.95.0"), &facts).unwrap();
    assert_eq!(cache.get(&key("rustc 1.95.0")), Some(facts));
    assert_eq!(cache.get(&key("rustc 1.94.0")), None);
    std::fs::remove_dir_all(directory).unwrap();
}

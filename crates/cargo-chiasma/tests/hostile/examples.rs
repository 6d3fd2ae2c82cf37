//! Directories of examples and documents with something else among them.

use std::fs;
use std::os::unix::fs::symlink;
use std::process::Command;

use crate::Files;
use crate::support::run;

#[test]
fn a_bad_file_among_the_examples_of_a_grammar_is_told_and_left_out() {
    let directory = tempfile::tempdir().unwrap();
    let grammar = directory.path().join("G.g4");
    fs::write(&grammar, "grammar G; s : 'a'+ EOF ;").unwrap();
    let examples = directory.path().join("examples");
    let bad = fill(&examples, "aaa");
    for command in ["check", "learn", "parse"] {
        let mut chiasma = Command::new(env!("CARGO_BIN_EXE_cargo-chiasma"));
        let ended = run(chiasma.args(["grammar", command]).args([&grammar, &examples]));
        assert_eq!(ended.code, Some(0), "{command}: {}", ended.output());
        for name in bad.into_iter().chain(["bytes"]) {
            let warning = ended.stderr.lines().find(|line| line.contains(name));
            let is_told = warning.is_some_and(|line| line.starts_with("warning: left out: "));
            assert!(is_told, "{command}: nothing of {name}: {}", ended.output());
        }
    }
}

#[test]
fn importing_takes_only_files() {
    let files = Files::new();
    let directory = files.directory.path().join("found");
    fill(&directory, "some bytes");
    let ended = files.run(&["import", "holds", directory.to_str().unwrap()]);
    assert_eq!(ended.code, Some(0), "{}", ended.output());
    assert!(ended.stdout.contains("2 files: 2 imported, 0 duplicates"), "{}", ended.output());
}

/// Makes a directory with a good file, one that is no text, and what is no file; returns the names of the latter.
fn fill(directory: &std::path::Path, good: &str) -> [&'static str; 2] {
    fs::create_dir(directory).unwrap();
    fs::write(directory.join("good"), good).unwrap();
    fs::write(directory.join("bytes"), [0xff, 0xfe]).unwrap();
    symlink("nowhere", directory.join("dangling")).unwrap();
    let made = Command::new("mkfifo").arg(directory.join("fifo")).status().unwrap();
    assert!(made.success());
    ["dangling", "fifo"]
}

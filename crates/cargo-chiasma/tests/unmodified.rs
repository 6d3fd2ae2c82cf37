//! Generators that were written for other libraries, with the real command.

mod support;

use std::fs;

use support::Project;

/// Corpus files of a fuzz target: an expression, and one that fails.
const FILES: [(&str, &[u8]); 2] = [
    // Sum(Number(7), Name("ab")): the tags are 32 bits wide, and the name's length is the last byte.
    ("sum", b"\xa0\x99\x99\x99\0\0\0\0\x07\x40\x33\x33\x33ab\x02"),
    // Negated(Call([Negated(Negated(Number(0)))])).
    (
        "failing",
        b"\x80\x66\x66\x66\xff\xff\xff\xff\x01\x80\x66\x66\x66\x80\x66\x66\x66\0\0\0\0\0\0",
    ),
];

#[test]
fn the_corpus_of_a_fuzz_target_is_run_imported_and_bred() {
    let project = Project::copy("unmodified", "unmodified");
    for directory in ["chiasma", "files"] {
        let _ = fs::remove_dir_all(project.directory.join(directory));
    }
    let files = project.directory.join("files");
    fs::create_dir_all(&files).unwrap();
    for (name, content) in FILES {
        fs::write(files.join(name), content).unwrap();
    }
    let run = project.run(["run", "expressions_are", "files"]);
    assert_eq!(run.code, Some(1), "{}", run.output());
    assert!(run.stdout.contains("files/sum: passes\n"), "{}", run.output());
    assert!(run.stdout.contains("files/failing: fails: panic at src/lib.rs"), "{}", run.output());

    let import = project.run(["import", "expressions_are", "--documents", "files"]);
    assert!(import.stdout.contains("2 files: 2 imported"), "{}", import.output());
    let sum = "chiasma/unmodified/expressions_are_evaluated/corpus/sum.chic";
    let raw = project.run(["replay", "expressions_are", sum, "--raw"]);
    assert_eq!(raw.stdout, "(7+ab)", "{}", raw.output());

    let _ = fs::remove_dir_all(project.directory.join("chiasma"));
    let fuzz = ["fuzz", "expressions_are", "--no-tui", "--executions", "100000", "--seed", "1"];
    let fuzz = project.run(fuzz);
    assert_eq!(fuzz.code, Some(1), "{}", fuzz.output());
    assert!(fuzz.stdout.contains("too negative"), "{}", fuzz.output());
}

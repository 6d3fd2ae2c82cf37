//! Generators that were written for other libraries, with the real command.

mod support;

use std::fs;

use support::{Project, run, shim};

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

    // Negated(Call([Negated(..)])) at least, each a call of the derived implementation.
    let calls = project.run(["replay", "expressions_are", "--calls"]);
    assert_eq!(calls.code, Some(0), "{}", calls.output());
    let is_call = |line: &&str| {
        line.trim_start().starts_with("Expression::arbitrary") && line.ends_with(" bytes)")
    };
    let depths: Vec<usize> = calls
        .stdout
        .lines()
        .filter(is_call)
        .map(|line| line.len() - line.trim_start().len())
        .collect();
    assert!(depths.len() >= 2 && depths.is_sorted(), "{}", calls.output());
    calls_have_names(&project);
    calls_that_cannot_be_told_are_reported_once(&project);
}

fn calls_that_cannot_be_told_are_reported_once(project: &Project) {
    let refusing = shim("refuse_reading", &project.directory);
    let fuzz = ["fuzz", "expressions_are", "--no-tui", "--executions", "2000", "--seed", "1"];
    let files = ["--corpus", "untold", "--failures", "untold-failures", "--workers", "2"];
    let mut fuzz = project.chiasma([&fuzz[..], &files].concat());
    let ended = run(fuzz.env("LD_PRELOAD", refusing));
    let told = ended.stdout.matches("calls of an `arbitrary` generator cannot be told").count();
    assert_eq!(told, 1, "{}", ended.output());
}

/// Calls of a saved input are shown with the names of their functions; without hooks only what the property drew.
fn calls_have_names(project: &Project) {
    let content = "chiasma 1\n\nsum:\n  int = 2\n  int = 7\n  int = 1\n  int = 0\n  int = 3\n";
    fs::write(project.directory.join("two.chi"), content).unwrap();
    let replay = ["replay", "sums_are", "two.chi", "--calls"];
    let calls = project.run(replay);
    let shown = [
        "two.chi",
        "  sum (5 bytes)",
        "    sum closure (2 bytes)",
        "      term (2 bytes)",
        "    sum closure (2 bytes)",
        "      term (2 bytes)",
        "",
    ];
    assert!(calls.stdout.contains(&shown.join("\n")), "{}", calls.output());
    let plain = project.run(replay.into_iter().chain(["--trace-crates", "none"]));
    assert!(plain.stdout.contains("two.chi\n  sum (5 bytes)\n\n"), "{}", plain.output());
}

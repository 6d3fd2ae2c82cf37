//! Comparisons that random values do not pass, with hints and without, with constants and without.

mod support;

use serde_json::Value;
use support::{Project, Stats};

/// Children that are enough with hints, and far too few without.
const EXECUTIONS: &str = "2000";

/// Fuzzes a property of the fixture without constants; its exit code, and how many inputs were hints.
fn fuzz(magic: &Project, property: &str, hints: &str) -> (Option<i32>, u64) {
    let (name, setting) = (format!("{property}-{hints}"), format!("hints={hints}"));
    let stats = format!("{name}.stats");
    let mut command = magic.chiasma(
        [
            &["fuzz", property, "--no-tui", "--seed", "1", "--executions", EXECUTIONS][..],
            &[
                "--set",
                &setting,
                "--set",
                "constants=0",
                "--corpus",
                &name,
                "--failures",
                &name,
                "--stats",
                &stats,
            ],
        ]
        .concat(),
    );
    if hints == "1" {
        // All is built once more for hints, which takes half of the time without optimisation.
        command.env("CARGO_PROFILE_DEV_OPT_LEVEL", "0").env("CARGO_PROFILE_TEST_OPT_LEVEL", "0");
    }
    let ended = support::run(&mut command);
    let stats = Stats::read(&magic.directory.join(stats));
    let tried = &stats.last()["extra_runs"]["hints"];
    (ended.code, tried.as_u64().unwrap_or_else(|| panic!("{}", ended.output())))
}

#[test]
fn nested_comparisons_are_passed_with_hints_and_not_without() {
    let magic = Project::copy("magic", "hints");
    for property in ["no_header_is_valid", "no_words_are_a_command", "no_bytes_are_a_packet"] {
        assert_eq!(fuzz(&magic, property, "0"), (Some(0), 0), "{property} without hints");
        let (code, tried) = fuzz(&magic, property, "1");
        assert_eq!(code, Some(1), "{property} with hints");
        assert!((1..2_000).contains(&tried), "{property}: {tried} hints");
    }
}

#[test]
fn the_default_draws_a_word_of_the_code_and_does_not_find_it_otherwise() {
    let magic = Project::copy("magic", "constants");
    let fuzz = |settings: &[&str], failures: &str| {
        let command = ["fuzz", "no_word_is_the_password", "--no-tui", "--seed", "1"];
        let limits = ["--executions", EXECUTIONS, "--corpus", failures, "--failures", failures];
        magic.run([&command, settings, &limits].concat())
    };
    let ended = fuzz(&["--set", "constants=0"], "without");
    assert_eq!(ended.code, Some(0), "{}", ended.output());
    let ended = fuzz(&[], "with");
    assert_eq!(ended.code, Some(1), "{}", ended.output());
    assert!(ended.stdout.contains("word = \"xylophone\""), "{}", ended.output());
    assert!(!ended.stdout.contains("warning"), "{}", ended.output());
}

#[test]
fn the_types_at_branches_and_the_constants_of_the_target_are_shown() {
    let magic = Project::copy("magic", "types");
    let ended = magic.run(["types", "header", "--json"]);
    assert_eq!(ended.code, Some(0), "{}", ended.output());
    let facts: Value = serde_json::from_str(&ended.stdout).unwrap();
    let branches = facts["branches"].as_array().unwrap();
    let of_target = branches.iter().find(|branch| branch["function"] == "is_valid").unwrap();
    assert_eq!(of_target["file"], "src/lib.rs");
    assert_eq!(of_target["types"][0]["name"], "Header");
    let strings: Vec<_> = facts["constants"]["strings"].as_array().unwrap().iter().collect();
    let expected = ["checksum", "magic"];
    assert_eq!(strings, expected, "neither names of properties nor what this one does not reach");
}

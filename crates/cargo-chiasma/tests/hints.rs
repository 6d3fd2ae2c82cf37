//! Comparisons that random values do not pass, with hints and without.

mod support;

use serde_json::Value;
use support::{Project, Stats};

/// Children that are enough with hints, and far too few without.
const EXECUTIONS: &str = "2000";

/// Fuzzes a property of the fixture; its exit code, and how many inputs were hints.
fn fuzz(magic: &Project, property: &str, hints: &str) -> (Option<i32>, u64) {
    let (name, setting) = (format!("{property}-{hints}"), format!("hints={hints}"));
    let stats = format!("{name}.stats");
    let ended = magic.run(
        [
            &["fuzz", property, "--no-tui", "--seed", "1", "--executions", EXECUTIONS][..],
            &["--set", &setting, "--corpus", &name, "--failures", &name, "--stats", &stats],
        ]
        .concat(),
    );
    let stats = Stats::read(&magic.directory.join(stats));
    let tried = &stats.last()["extra_runs"]["hints"];
    (ended.code, tried.as_u64().unwrap_or_else(|| panic!("{}", ended.output())))
}

#[test]
fn nested_comparisons_are_passed_with_hints_and_not_without() {
    let magic = Project::copy("magic", "hints");
    let properties = [
        "no_header_is_valid",
        "no_words_are_a_command",
        "no_bytes_are_an_address",
        "no_bytes_are_a_packet",
    ];
    for property in properties {
        assert_eq!(fuzz(&magic, property, "0"), (Some(0), 0), "{property} without hints");
        let (code, tried) = fuzz(&magic, property, "1");
        assert_eq!(code, Some(1), "{property} with hints");
        assert!((1..2_000).contains(&tried), "{property}: {tried} hints");
    }
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
    let expected = ["address", "checksum", "delete", "everything", "magic", "verb"];
    assert_eq!(strings, expected, "no names of properties");
}

#[test]
fn spoton_aims_at_the_types_of_uncovered_branches_and_stops_when_they_are_covered() {
    let magic = Project::copy("magic", "spoton");
    let targeted = |hints: &str| {
        let ended = magic.run(
            [
                &["fuzz", "no_header_is_valid", "--no-tui", "--seed", "1", "--strategy", "spoton"]
                    [..],
                &["--executions", "1000", "--set", hints, "--corpus", hints, "--failures", hints],
                &["--stats", "spoton.stats"],
            ]
            .concat(),
        );
        assert!(!ended.output().contains("no targeting"), "{}", ended.output());
        let stats = Stats::read(&magic.directory.join("spoton.stats"));
        let operators = stats.last()["operators"].as_array().unwrap().clone();
        let is_targeted = |operator: &&Value| operator["name"] == "targeted region";
        operators.iter().find(is_targeted).unwrap()["children"].as_u64().unwrap()
    };
    let aimed = targeted("hints=0");
    assert!(aimed > 200, "{aimed} of 1000 children: about half of the mutations are aimed");
    // Hints pass every check at once, so that no branch is left.
    let aimed = targeted("hints=1");
    assert!(aimed < 100, "{aimed} children were aimed at branches that are covered");
    let ended = magic.run(["types", "no_header", "--json", "--corpus", "hints=0"]);
    let facts: Value = serde_json::from_str(&ended.stdout).unwrap();
    let branches = facts["branches"].as_array().unwrap().iter();
    let checks = branches.filter(|branch| branch["function"] == "is_valid");
    let covered: Vec<bool> = checks
        .flat_map(|branch| branch["sides"].as_array().unwrap())
        .map(|side| side["covered"].as_bool().expect("a side of which it is known"))
        .collect();
    assert_eq!(covered, [false, true, false, true], "what random numbers do not pass");
}

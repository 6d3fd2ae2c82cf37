//! Mutants in real campaigns and in reports. What cargo-mutants says of the fixture is stored in it, so that these
//! tests need no cargo-mutants.

mod support;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use serde_json::Value;
use support::{Ended, Project, Stats, run};

/// The fixture, and a program in it that lists mutants as cargo-mutants does.
struct Mutated(Project);

/// One project for all tests, one of which uses it at a time: its mutants are built in one place.
fn mutated() -> MutexGuard<'static, Mutated> {
    static MUTATED: LazyLock<Mutex<Mutated>> =
        LazyLock::new(|| Mutex::new(Mutated::new("mutants")));
    MUTATED.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Mutated {
    fn new(name: &str) -> Self {
        let project = Project::copy("mutated", name);
        let program = project.directory.join("list");
        // cargo-mutants mutants --list --json --colors=never --package NAME --dir ROOT
        fs::write(&program, "#!/bin/sh\ncat \"$8/listed/$6.json\"\n").unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        Self(project)
    }

    fn run(&self, arguments: &[&str]) -> Ended {
        let list = self.0.directory.join("list");
        run(self.0.chiasma(arguments).env("CARGO_MUTANTS", list))
    }

    /// Breeds a corpus of a property with a strategy that looks at mutants, in a directory of that name.
    fn fuzz(&self, property: &str, strategy: &str, corpus: &str, more: &[&str]) -> Stats {
        let stats = format!("{corpus}.stats");
        let all = ["fuzz", property, "--no-tui", "--strategy", strategy, "--seed", "1"];
        let files = ["--corpus", corpus, "--stats", &stats];
        let ended = self.run(&[&all[..], &files, more].concat());
        assert_eq!(ended.code, Some(0), "{}", ended.output());
        Stats::read(&self.0.directory.join(stats))
    }

    /// The report on a property with a corpus as JSON, and what was printed.
    fn report(&self, property: &str, corpus: &str, more: &[&str]) -> (Value, Ended) {
        let all = ["mutants", property, "--corpus", corpus, "--json", "report.json"];
        let ended = self.run(&[&all[..], more].concat());
        let text = fs::read_to_string(self.0.directory.join("report.json"));
        let text = text.unwrap_or_else(|error| panic!("{error}: {}", ended.output()));
        (serde_json::from_str(&text).unwrap(), ended)
    }
}

/// What became of the mutant with this name: `killed` with how, `survived` or `unreached`.
fn fate(report: &Value, name: &str) -> String {
    let mutants = report["mutants"].as_array().unwrap();
    let named = mutants.iter().find(|mutant| mutant["name"].as_str().unwrap().ends_with(name));
    let fate = &named.unwrap_or_else(|| panic!("no {name} in {report}"))["fate"];
    if let Some(killed) = fate.get("killed") {
        return format!("killed: {}", killed["how"].as_str().unwrap());
    }
    if fate.get("survived").is_some() { "survived".to_owned() } else { "unreached".to_owned() }
}

#[test]
fn a_campaign_with_mutants_that_loop_hang_and_abort_loses_nothing_and_can_be_repeated() {
    let (mutated, property) = (mutated(), "sums_are_compared");
    let limits = ["--executions", "400", "--workers", "1"];
    let stats = mutated.fuzz(property, "mu-negative", "negative", &limits);
    let last = stats.last();
    assert_eq!((last["runs"].as_u64(), last["replaced"].as_u64()), (Some(400), Some(0)));
    let figures = &last["mutants"];
    assert_eq!(
        (&figures["all"], &figures["killed"]),
        (&Value::from(32), &Value::from(15)),
        "{figures}"
    );
    assert!(figures["surviving"].as_u64().unwrap() >= 7, "{figures}");
    assert_eq!(figures["score"].as_f64().unwrap(), 100.0 * 15.0 / 32.0);
    assert_eq!(mutated.0.saved("negative").len(), stats.kept.len(), "what was kept is saved");
    let again = mutated.fuzz(property, "mu-negative", "again", &limits);
    assert_eq!(again.kept, stats.kept, "the same again");
    let settings = ["--set", "least-executed=1", "--set", "mutants-per-input=1"];
    let stats =
        mutated.fuzz(property, "mu-positive", "positive", &[&limits[..], &settings].concat());
    assert_eq!(stats.last()["runs"], 400);
}

#[test]
fn a_report_tells_of_each_mutant_and_its_score_decides_the_exit_code() {
    let (mutated, property) = (mutated(), "sums_are_compared");
    let ended = mutated.run(&["mutants", property, "--corpus", "nothing", "--min-score", "1"]);
    assert_eq!(ended.code, Some(1), "nothing is killed without a corpus: {}", ended.output());
    assert!(ended.stderr.contains("has no corpus"), "{}", ended.output());
    // Bred by what covers, and by what kills: the hanging mutants were not tried for ever.
    mutated.fuzz(property, "mu-positive", "reported", &["--executions", "100", "--workers", "1"]);
    let (report, ended) =
        mutated.report(property, "reported", &["--html", "page", "--min-score", "46"]);
    assert_eq!(ended.code, Some(0), "{}", ended.output());
    for (name, expected) in [
        ("replace sum -> u64 with 1", "killed: differed"),
        ("replace < with <= in sum", "killed: failed"),
        ("9:12: replace += with *= in sum", "killed: timed_out"),
        ("replace > with < in checked", "killed: died"),
        ("replace is_done -> bool with false", "killed: timed_out"),
        ("replace / with % in lines", "survived"),
        ("replace unused -> bool with true", "unreached"),
    ] {
        assert_eq!(fate(&report, name), expected, "{name}");
    }
    let shown = &ended.stdout;
    assert!(shown.contains("  -     numbers.len() / 10\n  +     numbers.len() % 10\n"), "{shown}");
    assert!(shown.contains("15 of    32 mutants killed"), "{shown}");
    assert!(!shown.contains("returns nothing"), "{shown}");
    let page = fs::read_to_string(mutated.0.directory.join("page/mutants.html")).unwrap();
    assert!(page.contains("<pre>    numbers.len() % 10</pre>"), "{page}");
    let (_, ended) = mutated.report(property, "reported", &["--min-score", "47"]);
    assert_eq!(ended.code, Some(1), "fewer are killed: {}", ended.output());
}

#[test]
fn what_a_property_returns_decides_what_is_noticed() {
    let mutated = mutated();
    let report = |property| {
        mutated.fuzz(property, "mu-positive", property, &["--executions", "50", "--workers", "1"]);
        mutated.report(property, property, &[])
    };
    // It gives nothing; it gives something, which may differ a little; it gives something else each time.
    let (nothing, ended) = report("sums_are_not_looked_at");
    assert_eq!(fate(&nothing, "replace sum -> u64 with 1"), "survived");
    assert_eq!(fate(&nothing, "replace < with <= in sum"), "killed: failed");
    assert!(ended.stdout.contains("The property returns nothing"), "{}", ended.output());
    let (roughly, _) = report("halves_may_differ_a_little");
    assert_eq!(fate(&roughly, "replace half -> f64 with 0.0"), "survived");
    assert_eq!(fate(&roughly, "replace / with % in half"), "survived");
    assert_eq!(fate(&roughly, "replace half -> f64 with -1.0"), "killed: differed");
    let (varying, ended) = report("something_else_each_time");
    assert_eq!(fate(&varying, "replace half -> f64 with -1.0"), "survived");
    assert!(ended.stdout.contains("does not give the same each time"), "{}", ended.output());
}

#[test]
fn what_stands_in_the_way_of_mutants_is_told() {
    let mutated = Mutated::new("mutants-told");
    let says = |arguments: &[&str], code, parts: &[&str]| {
        let ended = mutated.run(arguments);
        assert_eq!(ended.code, Some(code), "{arguments:?}: {}", ended.output());
        for part in parts {
            assert!(ended.stderr.contains(part), "{arguments:?}, {part:?}: {}", ended.output());
        }
    };
    let of = |package| ["mutants", "sums_are_compared", "--of", package];
    let constants = ["none of the 6 mutants of the package constants", "run by the compiler"];
    says(&of("constants"), 2, &constants);
    let broken = ["does not build, with or without mutants", "cannot find value `missing`"];
    says(&of("broken"), 3, &broken);
    says(&of("nowhere"), 2, &["there is no package nowhere", "constants, broken, mutated"]);
    let missing = |arguments: &[&str]| {
        let ended =
            run(mutated.0.chiasma(arguments).env("CARGO_MUTANTS", "/nowhere/cargo-mutants"));
        assert_eq!(ended.code, Some(2), "{}", ended.output());
        let install = "cargo install cargo-mutants --locked";
        assert!(ended.stderr.contains(install), "{}", ended.output());
    };
    missing(&["mutants", "sums_are_compared"]);
    missing(&["fuzz", "sums_are_compared", "--no-tui", "--strategy", "mu-positive"]);
}

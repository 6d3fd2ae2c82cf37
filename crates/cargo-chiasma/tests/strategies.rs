//! Every strategy in a real campaign.

mod support;

use std::collections::BTreeSet;

use serde_json::Value;
use support::{Project, Stats};

/// The inputs that a campaign kept, in the order of discovery.
fn kept(maze: &Project, strategy: &str, name: &str) -> Vec<String> {
    let stats = format!("{name}.stats");
    let ended = maze.run(
        [
            &["fuzz", "is_quick", "--no-tui", "--strategy", strategy, "--corpus", name][..],
            &["--executions", "5000", "--seed", "5", "--stats", &stats],
        ]
        .concat(),
    );
    assert_eq!(ended.code, Some(0), "{strategy}: {}", ended.output());
    Stats::read(&maze.directory.join(stats)).kept
}

#[test]
fn every_strategy_is_deterministic_and_none_is_another_by_a_second_name() {
    let maze = Project::copy("maze", "strategies");
    let table: Value = serde_json::from_str(&maze.run(["strategies", "--json"]).stdout).unwrap();
    let names: Vec<&str> =
        table.as_array().unwrap().iter().map(|row| row["name"].as_str().unwrap()).collect();
    // Those that look at mutants need cargo-mutants; `zest-strings` differs from `zest` only where strings are drawn,
    // and `grammar-baseline` from `random` only in the generator, a grammar.
    let left_out = ["mu-positive", "mu-negative", "zest-strings", "grammar-baseline"];
    assert!(left_out.iter().all(|name| names.contains(name)), "{names:?}");
    let mut all = BTreeSet::new();
    for strategy in names.into_iter().filter(|name| !left_out.contains(name)) {
        let first = kept(&maze, strategy, &format!("{strategy}-1"));
        assert!(first.len() > 5, "{strategy} kept {first:?}");
        assert_eq!(first, kept(&maze, strategy, &format!("{strategy}-2")), "{strategy}");
        assert!(all.insert(first), "{strategy} does what another strategy does");
    }
}

//! The table of shrinking challenges: seeds that reached the minimum, and with how many runs.

use std::collections::HashMap;
use std::time::Instant;

use super::trial::{Row, Trial};
use super::{chiasma_peer, hegel_peer, proptest_peer};

/// Runs all challenges in Chiasma, and prints a table.
pub fn print_own(seeds: u64) {
    println!(
        "reached: seeds whose answer is a known minimal one; runs: median after the failure\n"
    );
    table("chiasma", seeds, chiasma_peer::run_all);
}

/// The same in Chiasma's peers, with a table of each.
pub fn print_peers(seeds: u64) {
    table("proptest 1.12", seeds, proptest_peer::run_all);
    table("hegeltest 0.51", seeds, hegel_peer::run_all);
}

fn table(peer: &str, seeds: u64, run_all: fn(u64) -> Vec<Row>) {
    let start = Instant::now();
    let rows = run_all(seeds);
    println!("{peer}, {seeds} seeds, {:.1} s", start.elapsed().as_secs_f64());
    println!(
        "{:<17} {:>5} {:>7} {:>6}  most common other answer",
        "challenge", "found", "reached", "runs"
    );
    for (name, trials) in rows {
        let found: Vec<&Trial> = trials.iter().filter(|trial| trial.found).collect();
        let reached = found.iter().filter(|trial| trial.reached).count();
        let (runs, other) = (median(&found), commonest(&found));
        println!("{name:<17} {:>5} {reached:>7} {runs:>6}  {other}", found.len());
    }
    println!();
}

fn median(found: &[&Trial]) -> u64 {
    let mut runs: Vec<u64> = found.iter().map(|trial| trial.runs).collect();
    runs.sort_unstable();
    runs.get(runs.len() / 2).copied().unwrap_or(0)
}

fn commonest(found: &[&Trial]) -> String {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for trial in found.iter().filter(|trial| !trial.reached) {
        *counts.entry(trial.minimal.as_str()).or_default() += 1;
    }
    let most = counts.into_iter().max_by(|a, b| a.1.cmp(&b.1).then_with(|| b.0.cmp(a.0)));
    most.map_or_else(String::new, |(answer, count)| {
        let short: String = answer.chars().take(60).collect();
        format!("{count}x {short}")
    })
}

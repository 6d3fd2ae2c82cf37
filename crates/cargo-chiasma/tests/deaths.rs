//! Workers are killed again and again: the search goes on as if nothing had happened.

mod support;

use std::time::{Duration, Instant};

use serde_json::Value;
use support::{Project, Stats, workers};

const RUNS: &str = "8000";
/// Processor time after which a worker is killed: several times a campaign.
const KILLED_AFTER: Duration = Duration::from_millis(150);

/// What a campaign of a strategy came to.
fn campaign(maze: &Project, strategy: &str, name: &str, kill_after: Option<Duration>) -> Value {
    let (corpus, stats) = (format!("{strategy}-{name}"), format!("{strategy}-{name}.stats"));
    let mut command = maze.chiasma(
        [
            &["fuzz", "is_steady", "--no-tui", "--strategy", strategy, "--corpus", &corpus],
            &["--executions", RUNS, "--seed", "7", "--stats", &stats][..],
        ]
        .concat(),
    );
    let said = maze.directory.join(format!("{corpus}.output"));
    let said_last = || last_lines(&std::fs::read_to_string(&said).unwrap_or_default());
    let output = std::fs::File::create(&said).unwrap();
    let mut supervisor =
        command.stdout(output.try_clone().unwrap()).stderr(output).spawn().unwrap();
    let started = Instant::now();
    let code = loop {
        if let Some(status) = supervisor.try_wait().unwrap() {
            break status.code();
        }
        if let Some(after) = kill_after {
            for worker in workers(supervisor.id()).into_iter().filter(|pid| worked(*pid) >= after) {
                // SAFETY: a signal to a grandchild of ours; it touches no memory.
                unsafe { libc::kill(worker, libc::SIGKILL) };
            }
        }
        if started.elapsed() >= Duration::from_secs(600) {
            supervisor.kill().unwrap();
            panic!("{strategy} does not end:\n{}", said_last());
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    assert_eq!(code, Some(0), "{strategy}:\n{}", said_last());
    let stats = Stats::read(&maze.directory.join(stats));
    let mut last = stats.last().clone();
    last["kept"] = stats.kept.into();
    last
}

/// How much processor time a process has used: on a busy machine a worker that lived for some time may have
/// done nothing yet.
fn worked(pid: i32) -> Duration {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    // Behind the name, which may hold anything: state, then numbers; user and system time are the 12th and 13th.
    let behind = stat.rsplit(')').next().unwrap_or_default();
    let ticks: u64 = behind.split_whitespace().skip(11).take(2).flat_map(str::parse::<u64>).sum();
    Duration::from_millis(ticks * 10)
}

/// What a command said last, which is where it says why it ended.
fn last_lines(output: &str) -> String {
    let lines: Vec<&str> = output.lines().collect();
    lines[lines.len().saturating_sub(20)..].join("\n")
}

/// Kept in two tests, so that they run side by side.
fn deaths_change_nothing(strategies: &[&str]) {
    let maze = Project::copy("maze", &format!("deaths-{}", strategies[0]));
    for strategy in strategies {
        let alone = campaign(&maze, strategy, "alone", None);
        let killed = campaign(&maze, strategy, "killed", Some(KILLED_AFTER));
        let deaths = killed["replaced"].as_u64().unwrap();
        assert!(deaths >= 2, "{strategy}: only {deaths} deaths");
        assert!(killed["extra_runs"]["repeated"].as_u64() > Some(0), "{killed}");
        // The state is a hash of population, queue, learner, coverage, statistics and random numbers.
        for name in [
            "state",
            "runs",
            "valid_share",
            "covered",
            "population",
            "corpus",
            "diversity",
            "operators",
        ] {
            assert_eq!(killed[name], alone[name], "{name} of {strategy} after {deaths} deaths");
        }
        for name in ["confirmations", "traces"] {
            assert_eq!(
                killed["extra_runs"][name], alone["extra_runs"][name],
                "{name} of {strategy}"
            );
        }
        assert_eq!(killed["kept"], alone["kept"], "{strategy}");
    }
}

#[test]
fn a_campaign_whose_workers_are_killed_again_and_again_ends_like_one_that_is_left_alone() {
    deaths_change_nothing(&["zest", "ei", "bediv-simple", "bediv-structure", "rlcheck"]);
}

#[test]
fn the_same_for_random_testing_zeugma_and_the_default() {
    deaths_change_nothing(&[
        "random",
        "zeugma-none",
        "zeugma-one-point",
        "zeugma-two-point",
        "zeugma-linked",
        "chiasma",
    ]);
}

//! Workers are killed again and again: the search goes on as if nothing had happened.

mod support;

use std::time::{Duration, Instant};

use serde_json::Value;
use support::{Project, Stats, workers};

const RUNS: &str = "20000";
/// A worker is killed after this part of the processor time that the campaign takes if it is left alone, which
/// machines differ in.
const LIVES: u32 = 5;

/// What a campaign came to.
struct Ended {
    /// The last line of its statistics, and what was kept.
    last: Value,
    /// The most processor time that a worker was seen to have used.
    worked: Duration,
}

/// Runs a campaign of a strategy, whose workers are killed once they have used some processor time.
fn campaign(maze: &Project, strategy: &str, name: &str, kill_after: Option<Duration>) -> Ended {
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
    let mut longest = Duration::ZERO;
    let code = loop {
        if let Some(status) = supervisor.try_wait().unwrap() {
            break status.code();
        }
        for worker in workers(supervisor.id()) {
            let worked = worked(worker);
            longest = longest.max(worked);
            if kill_after.is_some_and(|after| worked >= after) {
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
    Ended { last, worked: longest }
}

/// How much processor time a process has used: on a busy machine a worker that lived for some time may have
/// done nothing yet.
fn worked(pid: i32) -> Duration {
    let threads = std::fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    let of_thread = |thread: std::fs::DirEntry| {
        // Nanoseconds on a processor, nanoseconds waiting for one, turns.
        let stat = std::fs::read_to_string(thread.path().join("schedstat")).ok()?;
        stat.split_whitespace().next()?.parse::<u64>().ok()
    };
    Duration::from_nanos(threads.filter_map(of_thread).sum())
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
        let life = alone.worked / LIVES;
        let (alone, killed) = (alone.last, campaign(&maze, strategy, "killed", Some(life)).last);
        let deaths = killed["replaced"].as_u64().unwrap();
        assert!(deaths >= 2, "{strategy}: only {deaths} deaths of workers that live for {life:?}");
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

#[test]
fn a_target_that_dies_before_it_runs_anything_ends_the_campaign_with_2_and_one_that_is_killed_with_5()
 {
    let project = Project::copy("aborting", "deaths-at-start");
    for (way, code, died) in [("abort", 2, "abort"), ("kill", 5, "signal 9")] {
        let arguments = ["fuzz", "is_lucky", "--no-tui", "--seed", "1", "--executions", "1000"];
        let ended = support::run(project.chiasma(arguments).env("DIE_AT_START", way));
        assert_eq!(ended.code, Some(code), "{}", ended.output());
        let expected = "10 workers in a row died before they had run anything";
        assert!(ended.stderr.contains(expected), "{}", ended.output());
        assert!(ended.stderr.contains(died), "{}", ended.output());
        assert!(ended.stderr.contains("the target cannot start"), "{}", ended.output());
    }
}

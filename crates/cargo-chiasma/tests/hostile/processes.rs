//! Processes that die, that are left behind, and that cannot be started.

use std::fs;
use std::process::Stdio;

use crate::support::{run, saved};
use crate::{Files, wait_until};

#[test]
fn deaths_are_told_once_a_second() {
    let files = Files::new();
    let fuzz = ["fuzz", "dies_often", "--no-tui", "--seed", "1", "--time", "3s"];
    let ended = files.run(&fuzz);
    let lines = ended.stdout.lines().filter(|line| line.contains("replaced: ")).count();
    assert!((1..=10).contains(&lines), "{lines} lines: {}", ended.output());
    assert!(ended.stdout.contains(" times)"), "{}", ended.output());
}

#[test]
fn what_a_target_started_does_not_outlive_its_worker() {
    let files = Files::new();
    let fuzz = ["fuzz", "leaves_a_daemon", "--no-tui", "--seed", "1", "--time", "2s"];
    let ended = files.run(&fuzz);
    assert_eq!(ended.code, Some(1), "{}", ended.output());
    assert_eq!(sleeping("987654"), 0, "{}", ended.output());
}

#[test]
fn what_a_target_started_does_not_outlive_a_killed_supervisor_for_longer_than_until_the_next_start()
{
    let files = Files::new();
    let temporary = tempfile::tempdir().unwrap();
    let mut command = files.command(&["fuzz", "starts_a_child", "--no-tui", "--seed", "1"]);
    command.env("TMPDIR", temporary.path()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut supervisor = command.spawn().unwrap();
    wait_until(|| sleeping("987653") > 0);
    supervisor.kill().unwrap();
    supervisor.wait().unwrap();
    let left = || fs::read_dir(temporary.path()).unwrap().count();
    assert!(left() > 0, "it had no time to delete its directory");
    let mut next = files.command(&["fuzz", "holds", "--no-tui", "--executions", "10"]);
    let ended = run(next.env("TMPDIR", temporary.path()));
    assert_eq!(ended.code, Some(0), "{}", ended.output());
    assert_eq!((sleeping("987653"), left()), (0, 0), "{}", ended.output());
}

#[test]
fn an_input_that_takes_away_what_the_next_worker_needs_is_saved() {
    let files = Files::new();
    let fuzz = ["fuzz", "deletes_our_directory", "--no-tui", "--seed", "1", "--executions", "500"];
    let ended = files.run(&fuzz);
    assert_eq!(ended.code, Some(1), "{}", ended.output());
    let failures = saved(&files.failures());
    assert_eq!(failures.len(), 1, "{}", ended.output());
    assert!(failures.values().all(|text| text.contains("# abort")), "{failures:?}");
}

/// How many processes sleep for this long.
fn sleeping(seconds: &str) -> usize {
    let is_asleep = |pid: &u32| {
        let command = fs::read_to_string(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        command == format!("sleep\u{0}{seconds}\u{0}")
    };
    let pids = fs::read_dir("/proc").unwrap();
    let pids = pids.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<u32>().ok());
    pids.filter(is_asleep).count()
}

//! Processes that die, that are left behind, and that cannot be started.

use std::fs;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

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
fn what_a_target_started_does_not_outlive_its_campaign() {
    // In a session of its own while its worker dies; and with nothing that tells where it comes from.
    for (property, code) in [("leaves_a_daemon", 1), ("leaves_a_stranger", 0)] {
        let (files, sleepers) = (Files::new(), Sleepers::new());
        let fuzz = ["fuzz", property, "--no-tui", "--seed", "1", "--executions", "200"];
        let ended = run(sleepers.of(&mut files.command(&fuzz)));
        assert_eq!(ended.code, Some(code), "{}", ended.output());
        assert_eq!(sleepers.count(), 0, "{property}: {}", ended.output());
    }
}

#[test]
fn what_a_target_started_does_not_outlive_a_killed_supervisor_for_longer_than_until_the_next_start()
{
    let files = Files::new();
    // One child in its worker's process group, and one in a session of its own.
    for property in ["starts_a_child", "leaves_a_daemon"] {
        let sleepers = Sleepers::new();
        let temporary = tempfile::tempdir().unwrap();
        let mut command = files.command(&["fuzz", property, "--no-tui", "--seed", "1"]);
        command.env("TMPDIR", temporary.path()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut supervisor = sleepers.of(&mut command).spawn().unwrap();
        wait_until(|| sleepers.count() > 0);
        supervisor.kill().unwrap();
        supervisor.wait().unwrap();
        let left = || fs::read_dir(temporary.path()).unwrap().count();
        assert!(left() > 0, "it had no time to delete its directory");
        let mut next = files.command(&["fuzz", "holds", "--no-tui", "--executions", "10"]);
        let ended = run(next.env("TMPDIR", temporary.path()));
        assert_eq!(ended.code, Some(0), "{}", ended.output());
        assert_eq!((sleepers.count(), left()), (0, 0), "{property}: {}", ended.output());
    }
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
    for shown in ["abort", "bytes = ", "  saved   ", "  replay  "] {
        assert!(ended.stdout.contains(shown), "no {shown:?}: {}", ended.output());
    }
}

/// The processes that the target of one command starts: they sleep for a time that nothing else sleeps.
struct Sleepers {
    seconds: String,
}

impl Sleepers {
    fn new() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        Self { seconds: format!("9{:07}{number:02}", std::process::id()) }
    }

    /// The command, whose target sleeps so.
    fn of<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        command.env("HOSTILE_SECONDS", &self.seconds)
    }

    /// How many there are.
    fn count(&self) -> usize {
        let is_asleep = |pid: &u32| {
            let command = fs::read_to_string(format!("/proc/{pid}/cmdline")).unwrap_or_default();
            command == format!("sleep\u{0}{}\u{0}", self.seconds)
        };
        let pids = fs::read_dir("/proc").unwrap();
        let pids = pids.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<u32>().ok());
        pids.filter(is_asleep).count()
    }
}

//! A command under fire: its workers and itself are killed at moments of the test's choice.

use std::fs::{self, File};
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use chiasma_core::Rng;
use tempfile::TempDir;

use crate::support::{Project, workers};

/// Waits for up to `most` milliseconds.
pub(crate) fn pause(rng: &mut Rng, most: u64) {
    std::thread::sleep(Duration::from_millis(rng.up_to(most)));
}

/// A command under fire.
pub(crate) struct Session {
    pub(crate) supervisor: Child,
    /// Where it has its sockets, which it has no time to clean up.
    _temporary: TempDir,
    pub(crate) stats_file: PathBuf,
    output_file: PathBuf,
}

impl Session {
    /// Starts a campaign of two workers.
    pub(crate) fn fuzz(project: &Project, property: &str, number: u64) -> Self {
        let stats = project.directory.join(format!("{number}.stats"));
        let (seed, stats) = (number.to_string(), stats.to_string_lossy().into_owned());
        let options = ["--no-tui", "--workers", "2", "--seed", &seed, "--timeout", "30s"];
        let arguments = [&["fuzz", property, "--stats", &stats], &options[..]].concat();
        Self::start(project, &number.to_string(), &arguments)
    }

    /// Starts any command; its output is named after `name`.
    pub(crate) fn start(project: &Project, name: &str, arguments: &[&str]) -> Self {
        let stats_file = project.directory.join(format!("{name}.stats"));
        let output_file = project.directory.join(format!("{name}.output"));
        let output = File::create(&output_file).unwrap();
        let temporary = tempfile::tempdir().unwrap();
        let supervisor = project
            .chiasma(arguments)
            .env("TMPDIR", temporary.path())
            .stderr(Stdio::from(output.try_clone().unwrap()))
            .stdout(Stdio::from(output))
            .spawn()
            .unwrap();
        Self { supervisor, _temporary: temporary, stats_file, output_file }
    }

    /// Waits until there is a worker; false if the command has ended before.
    pub(crate) fn has_begun(&mut self) -> bool {
        let started = Instant::now();
        while workers(self.supervisor.id()).is_empty() {
            if self.supervisor.try_wait().unwrap().is_some() {
                return false;
            }
            // Another test may be building in the same directory.
            assert!(started.elapsed() < Duration::from_secs(240), "no worker: {}", self.output());
            std::thread::sleep(Duration::from_millis(1));
        }
        true
    }

    pub(crate) fn output(&self) -> String {
        String::from_utf8_lossy(&fs::read(&self.output_file).unwrap()).into_owned()
    }

    /// Kills a worker, as soon as there is one.
    pub(crate) fn kill_a_worker(&mut self, rng: &mut Rng) {
        let started = Instant::now();
        while started.elapsed() < Duration::from_secs(240) {
            let ended = self.supervisor.try_wait().unwrap();
            assert!(ended.is_none(), "it ended by itself: {}", self.output());
            let workers = workers(self.supervisor.id());
            if !workers.is_empty() {
                let chosen = workers[rng.up_to(workers.len() as u64 - 1) as usize];
                // SAFETY: a signal to a grandchild of ours; it touches no memory.
                unsafe { libc::kill(chosen, libc::SIGKILL) };
                return;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        panic!("there is no worker: {}", self.output());
    }

    /// Waits until it has read its corpus.
    pub(crate) fn wait_for_its_start(&mut self) {
        let started = Instant::now();
        while self.saved_inputs().is_none() {
            let ended = self.supervisor.try_wait().unwrap();
            assert!(ended.is_none(), "it ended by itself: {}", self.output());
            assert!(started.elapsed() < Duration::from_secs(240), "no start: {}", self.output());
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Kills the supervisor; its workers go with it.
    pub(crate) fn kill(&mut self) {
        let workers = workers(self.supervisor.id());
        self.supervisor.kill().unwrap();
        let _ = self.supervisor.wait();
        let killed = Instant::now();
        while workers.iter().any(|worker| is_alive(*worker)) {
            assert!(killed.elapsed() < Duration::from_secs(1), "workers outlive their supervisor");
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// How many inputs it said that it begins with.
    pub(crate) fn saved_inputs(&self) -> Option<usize> {
        let output = self.output();
        let line = output.lines().find(|line| line.contains(" saved input"))?;
        line.split(' ').rev().nth(2)?.parse().ok()
    }
}

/// Whether a process runs still.
fn is_alive(pid: i32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    stat.rsplit(')').next().is_some_and(|rest| !rest.is_empty() && !rest.starts_with(" Z"))
}

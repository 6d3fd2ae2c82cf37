//! One process of libFuzzer, and what it says of itself.

use std::io::{self, BufRead, BufReader, Read};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use anyhow::{Context, Result};

use chiasma_campaign::build::Executable;
use chiasma_campaign::processor_time;

/// The stack of a thread in which a test runs.
const STACK: libc::rlim_t = 2 << 20;
/// Maximum time for a process to exit, and for its last output to arrive.
const EXIT_TIMEOUT: Duration = Duration::from_secs(1);

/// A process that fuzzes.
pub(super) struct Process {
    child: Child,
    said: Arc<Mutex<Said>>,
    /// Closed when it says no more.
    end: Receiver<()>,
}

/// What a process has said of itself so far.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Said {
    /// How many inputs it has run.
    pub(super) runs: u64,
    /// Where it put the input that it died of.
    pub(super) artifact: Option<PathBuf>,
    /// Whether it ran out of stack: Rust's own handler says so, and then libFuzzer saves no input.
    pub(super) overflowed: bool,
    /// Its last line, for when it cannot be understood why it died.
    pub(super) last_line: String,
}

impl Process {
    pub(super) fn start(target: &Executable, arguments: &[String]) -> Result<Self> {
        let mut command = target.command();
        command
            .args(arguments)
            .env("RUST_BACKTRACE", "0")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            // Ctrl-C is for the lab alone.
            .process_group(0);
        // SAFETY: only calls that are allowed between fork and exec, and nothing is allocated.
        unsafe {
            command.pre_exec(limit_and_bind);
        }
        let mut child =
            command.spawn().with_context(|| format!("cannot start {}", target.path().display()))?;
        let stderr = child.stderr.take().context("a process has no output")?;
        let said = Arc::new(Mutex::new(Said::default()));
        let (open, end) = channel();
        let heard = Arc::clone(&said);
        std::thread::spawn(move || {
            listen(stderr, &heard);
            drop(open);
        });
        Ok(Self { child, said, end })
    }

    /// Waits until it has ended, but no longer than this; false if it has not.
    pub(super) fn wait(&self, time: Duration) -> bool {
        self.end.recv_timeout(time) != Err(RecvTimeoutError::Timeout)
    }

    /// The processor time that it has taken; nothing if it has ended.
    pub(super) fn processor_time(&self) -> Option<Duration> {
        processor_time(self.child.id())
    }

    /// What it has said so far.
    pub(super) fn said(&self) -> Said {
        self.said.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).clone()
    }

    /// Lets it end normally.
    pub(super) fn end(mut self) -> Result<(ExitStatus, Said)> {
        let status = self.child.wait().context("libFuzzer did not end")?;
        Ok((status, self.said()))
    }

    /// Ends it now; it is asked first, so that it says how many inputs it has run.
    pub(super) fn stop(mut self) -> Said {
        if let Ok(id) = libc::pid_t::try_from(self.child.id()) {
            // SAFETY: a signal to a child that has not been waited for, so that the number is still its own.
            unsafe { libc::kill(id, libc::SIGINT) };
        }
        self.wait(EXIT_TIMEOUT);
        self.kill_child();
        self.wait(EXIT_TIMEOUT);
        self.said()
    }

    fn kill_child(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    /// Kills the process, also after an error.
    fn drop(&mut self) {
        self.kill_child();
    }
}

/// Gives the process to come the stack that a test's thread has, so that the same documents overflow it,
/// and ends it with the lab.
fn limit_and_bind() -> io::Result<()> {
    let stack = libc::rlimit { rlim_cur: STACK, rlim_max: STACK };
    // SAFETY: both take plain numbers and a valid pointer.
    let failed = unsafe {
        libc::setrlimit(libc::RLIMIT_STACK, &raw const stack) != 0
            || libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) != 0
    };
    if failed { Err(io::Error::last_os_error()) } else { Ok(()) }
}

fn listen(from: impl Read, said: &Mutex<Said>) {
    let mut from = BufReader::new(from);
    let mut line = Vec::new();
    // Documents that it prints may be anything but UTF-8.
    while let Ok(1..) = from.read_until(b'\n', &mut line) {
        let mut said = said.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        said.hear(String::from_utf8_lossy(&line).trim());
        line.clear();
    }
}

impl Said {
    /// Reads another line.
    fn hear(&mut self, line: &str) {
        let number = |text: &str| {
            let digits = text.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
            digits.parse::<u64>().ok()
        };
        let runs = line
            .strip_prefix('#')
            .and_then(number)
            .or_else(|| number(line.strip_prefix("stat::number_of_executed_units:")?.trim()));
        self.runs = self.runs.max(runs.unwrap_or(0));
        if let Some((_, path)) = line.split_once("Test unit written to ") {
            self.artifact = Some(PathBuf::from(path));
        }
        self.overflowed |= line.contains("has overflowed its stack");
        if !line.is_empty() {
            line.clone_into(&mut self.last_line);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_libfuzzer_says_is_understood() {
        let mut said = Said::default();
        for line in [
            "INFO: Running with entropic power schedule (0xFF, 100).",
            "#2\tINITED cov: 5 ft: 6 corp: 1/1b exec/s: 0 rss: 40Mb",
            "#4096\tNEW    cov: 9 ft: 12 corp: 4/9b lim: 4 exec/s: 0 rss: 41Mb L: 3/4 MS: 1 InsertByte-",
            "==77== ERROR: libFuzzer: deadly signal",
        ] {
            said.hear(line);
        }
        assert_eq!((said.runs, &said.artifact), (4_096, &None));
        said.hear("artifact_prefix='/x/'; Test unit written to /x/crash-1");
        said.hear("stat::number_of_executed_units: 5003");
        assert_eq!(said.runs, 5_003);
        assert_eq!(said.artifact, Some(PathBuf::from("/x/crash-1")));
        assert!(!said.overflowed);
        said.hear("thread 'main' (1) has overflowed its stack");
        assert!(said.overflowed);
        said.hear("");
        assert!(said.last_line.starts_with("thread"));
    }
}

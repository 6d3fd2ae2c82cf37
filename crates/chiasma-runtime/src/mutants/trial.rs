//! Trying mutants on an input, in a process of their own.
//!
//! The worker forks for each input: the child has the state that the original run left, runs the original
//! once more to count its steps, then one mutant after the other, and reports the result of each. A mutant that
//! hangs, overflows the stack or writes where it should not costs a child; the rest is tried by
//! another. Nothing of it is left in the worker.

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::time::{Duration, Instant};

use chiasma_core::{Seed, Source};

use super::switch::{activate, count_steps, deactivate};
use super::{Kill, Killed, Observed};
use crate::target::{OutcomeReport, Target};

/// What a child says of a mutant: that it survived, or how it was killed.
const SURVIVED: u8 = b'.';
const FAILED: u8 = b'f';
const DIFFERED: u8 = b'd';
const TIMED_OUT: u8 = b't';
/// What it says before anything else, when the original did the same as before.
const READY: u8 = b'r';

/// How mutants are tried.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Trials {
    /// How many more steps a mutant may take than the original, as a share of the original's.
    extra_steps: f64,
    /// How long a child may say nothing: for loops without a site in them.
    patience: Duration,
}

impl Default for Trials {
    fn default() -> Self {
        // The paper's extra-time ratio. Steps instead of time, so that a trial comes out the same again.
        Self { extra_steps: 0.1, patience: Duration::from_millis(500) }
    }
}

/// Steps that every mutant may take in addition: a short run has few to take a tenth of.
const FREE_STEPS: u64 = 100;

/// A run, as mutants are compared with it.
#[derive(Debug)]
struct Behaviour {
    outcome: OutcomeReport,
    observed: Option<Observed>,
    steps: u64,
}

impl Trials {
    /// Tries mutants on an input; gives those that it kills.
    ///
    /// Nothing is killed if the original does not do the same twice, or does not end.
    pub(crate) fn run(
        &self,
        target: &mut dyn Target,
        max_size: usize,
        bytes: &[u8],
        mutants: &[u32],
    ) -> io::Result<Vec<Killed>> {
        let mut killed = Vec::new();
        let mut rest = mutants;
        while !rest.is_empty() {
            let mut child = Child::fork(|results| {
                let _ = self.try_all(target, max_size, bytes, rest, results);
            })?;
            if child.next(self.patience) != Said::Byte(READY) {
                break;
            }
            while let Some((mutant, behind)) = rest.split_first() {
                let kill = match child.next(self.patience) {
                    Said::Byte(SURVIVED) => None,
                    Said::Byte(FAILED) => Some(Kill::Failed {}),
                    Said::Byte(DIFFERED) => Some(Kill::Differed {}),
                    Said::Byte(_) => Some(Kill::TimedOut {}),
                    Said::Nothing => Some(Kill::TimedOut {}),
                    Said::End => Some(Kill::Died {}),
                };
                killed.extend(kill.map(|kill| Killed { mutant: *mutant, kill }));
                rest = behind;
                if !child.is_alive {
                    break;
                }
            }
        }
        Ok(killed)
    }

    /// What the child does.
    fn try_all(
        &self,
        target: &mut dyn Target,
        max_size: usize,
        bytes: &[u8],
        mutants: &[u32],
        results: &mut File,
    ) -> io::Result<()> {
        let mut source = Source::with_max_size(max_size, Seed(0));
        target.watch_output();
        let original = behave(target, &mut source, bytes, &mut count_steps);
        if matches!(original.outcome, OutcomeReport::Failed { .. }) {
            return Ok(());
        }
        let steps = u64::MAX - original.steps;
        let limit = steps + (steps as f64 * self.extra_steps) as u64 + FREE_STEPS;
        results.write_all(&[READY])?;
        for &mutant in mutants {
            let run = behave(target, &mut source, bytes, &mut || activate(mutant, limit));
            let result = match &run.outcome {
                OutcomeReport::Failed { .. } if run.steps == 0 => TIMED_OUT,
                OutcomeReport::Failed { .. } => FAILED,
                outcome => {
                    let same_kind = std::mem::discriminant(outcome)
                        == std::mem::discriminant(&original.outcome);
                    let same = match (&original.observed, &run.observed) {
                        (Some(expected), Some(observed)) => expected.agrees_with(observed),
                        (None, None) => true,
                        _ => false,
                    };
                    if same_kind && same { SURVIVED } else { DIFFERED }
                }
            };
            results.write_all(&[result])?;
        }
        Ok(())
    }
}

/// Runs an input; `begin` is called when it has been generated. Its steps are those that were left.
fn behave(
    target: &mut dyn Target,
    source: &mut Source,
    bytes: &[u8],
    begin: &mut dyn FnMut(),
) -> Behaviour {
    source.load(bytes, Seed(0));
    let outcome = target.run(source, &mut |_| begin());
    Behaviour { outcome, steps: deactivate(), observed: target.take_output() }
}

/// What is heard of a child.
#[derive(Debug, PartialEq, Eq)]
enum Said {
    Byte(u8),
    /// Nothing for too long; it was killed.
    Nothing,
    /// It ended.
    End,
}

/// A forked process, which is killed when it is not needed any more.
struct Child {
    process: libc::pid_t,
    results: File,
    is_alive: bool,
}

impl Child {
    /// Starts a process that does `work` and ends.
    fn fork(work: impl FnOnce(&mut File)) -> io::Result<Self> {
        let mut ends = [0; 2];
        // SAFETY: `ends` has room for the two descriptors that are written to it.
        if unsafe { libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC) } != 0 {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: the descriptors were just made, and nothing else owns them.
        let [reading, writing] = ends.map(|end| unsafe { OwnedFd::from_raw_fd(end) });
        // SAFETY: the child has this thread only. The others of a test binary wait for it and hold no lock
        // that is needed; the allocator's are put in order by `fork` itself. It ends without unwinding into
        // what was copied from the parent.
        match unsafe { libc::fork() } {
            -1 => Err(io::Error::last_os_error()),
            0 => {
                drop(reading);
                let mut results = File::from(writing);
                // SAFETY: takes numbers, and touches no memory.
                unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) };
                // Messages of a mutant that dies are not for the one who reads of failures.
                silence();
                let worked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                    work(&mut results);
                }));
                // SAFETY: ends the process at once, without destructors of what the parent still has.
                unsafe { libc::_exit(i32::from(worked.is_err())) }
            }
            process => Ok(Self { process, results: File::from(reading), is_alive: true }),
        }
    }

    /// The next that it says.
    fn next(&mut self, patience: Duration) -> Said {
        let deadline = Instant::now() + patience;
        let mut byte = [0];
        loop {
            let left = deadline.saturating_duration_since(Instant::now()).as_millis() as i32;
            let mut waiting =
                libc::pollfd { fd: self.results.as_raw_fd(), events: libc::POLLIN, revents: 0 };
            // SAFETY: one descriptor is given, and `waiting` is one.
            match unsafe { libc::poll(&raw mut waiting, 1, left) } {
                -1 if io::Error::last_os_error().kind() == io::ErrorKind::Interrupted => {}
                0 | -1 => {
                    self.end();
                    return Said::Nothing;
                }
                _ => break,
            }
        }
        match self.results.read(&mut byte) {
            Ok(1) => Said::Byte(byte[0]),
            _ => {
                self.end();
                Said::End
            }
        }
    }

    fn end(&mut self) {
        if std::mem::take(&mut self.is_alive) {
            // SAFETY: the process is a child that was not waited for, so its number is still its own.
            unsafe {
                libc::kill(self.process, libc::SIGKILL);
                libc::waitpid(self.process, std::ptr::null_mut(), 0);
            }
        }
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        self.end();
    }
}

/// Sends what this process prints to nowhere.
fn silence() {
    // SAFETY: the path is a C string, and the descriptors are the standard ones.
    unsafe {
        let nowhere = libc::open(c"/dev/null".as_ptr(), libc::O_WRONLY);
        if nowhere >= 0 {
            libc::dup2(nowhere, 1);
            libc::dup2(nowhere, 2);
        }
    }
}

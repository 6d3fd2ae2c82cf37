//! Running mutants on inputs, in a process of their own that stays.
//!
//! The process is forked from the worker with the state that the original left, and is asked one input after the
//! other. It is replaced when a mutant hangs in it, kills it, or leaves it in a state in which the original no longer
//! behaves as in the worker; nothing of a mutant is left in the worker. A mutant is blamed for such an end only if it
//! was the first one to run in its process, so that none is blamed for what another did.

use std::io;
use std::time::Duration;

use super::behaviour::hash;
use super::exchange::{Answer, Conclusion, MAX_MUTANTS, Request};
use super::process::{Process, Reply};
use super::{Kill, Killed, Observed};
use crate::target::{OutcomeReport, Target};

/// Requests after which a process is replaced, whose mutants may have left memory behind.
const MAX_REQUESTS: u32 = 10_000;
/// How long a process may be silent, for loops without a site in them; ten times what the original took is added.
const PATIENCE: Duration = Duration::from_millis(100);

/// How the original behaved in the worker.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Original {
    behaviour: u64,
    took: Duration,
}

impl Original {
    pub(crate) fn new(
        outcome: &OutcomeReport,
        observed: Option<&Observed>,
        took: Duration,
    ) -> Self {
        Self { behaviour: hash(outcome, observed), took }
    }
}

/// What became of mutants.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Tried {
    /// Those that were killed.
    pub(crate) killed: Vec<Killed>,
    /// Those that ended the process that they ran in.
    pub(crate) ended: Vec<u32>,
    /// Whether the original does not behave the same each time; then nothing more was tried.
    pub(crate) is_unstable: bool,
}

impl Tried {
    /// Adds what is known after a request; gives the mutants that are to be tried again.
    fn add(&mut self, attempt: Attempt) -> Vec<u32> {
        self.killed.extend(attempt.killed);
        self.ended.extend(attempt.ended);
        self.is_unstable |= attempt.is_unstable;
        attempt.again
    }
}

/// Runs mutants.
#[derive(Debug)]
pub(crate) struct MutantRunner {
    max_size: usize,
    process: Option<Process>,
    /// Number of processes so far.
    processes: u64,
}

impl MutantRunner {
    /// For inputs of up to `max_size` bytes.
    pub(crate) fn new(max_size: usize) -> Self {
        Self { max_size, process: None, processes: 0 }
    }

    /// Tries mutants on an input, which the target has just run.
    ///
    /// An error is one of the system; nothing can be said of the mutants then.
    pub(crate) fn run(
        &mut self,
        target: &mut dyn Target,
        input: &[u8],
        original: Original,
        mutants: &[u32],
    ) -> io::Result<Tried> {
        let mut tried = Tried::default();
        let mut alone = Vec::new();
        for mutants in mutants.chunks(MAX_MUTANTS) {
            let mut rest = mutants.to_vec();
            // Each mutant may end two processes. More than that is the work of several together.
            for _ in 0..=2 * mutants.len() {
                if rest.is_empty() || tried.is_unstable {
                    break;
                }
                let attempt = self.attempt(target, input, original, &rest)?;
                alone.extend(&attempt.alone);
                rest = tried.add(attempt);
            }
            alone.append(&mut rest);
        }
        for mutant in alone {
            self.process = None;
            let attempt = self.attempt(target, input, original, &[mutant])?;
            tried.add(attempt);
        }
        Ok(tried)
    }

    /// Has some mutants run by the process that is there, or by a new one.
    fn attempt(
        &mut self,
        target: &mut dyn Target,
        input: &[u8],
        original: Original,
        mutants: &[u32],
    ) -> io::Result<Attempt> {
        let mut process = match self.process.take() {
            Some(process) if process.requests < MAX_REQUESTS => process,
            _ => {
                self.processes += 1;
                Process::fork(target, self.max_size)?
            }
        };
        let history = if process.requests == 0 { History::Fresh } else { History::Used };
        let request = Request { input, mutants, expected: original.behaviour };
        let reply = process.ask(request, PATIENCE + original.took * 10);
        let answers: Vec<Answer> = process.exchange.answers().collect();
        let has_run = process.exchange.progress() > 0;
        let mut attempt = Attempt::default();
        match reply {
            Reply::Concluded(Conclusion::Sound) => {
                self.process = Some(process);
                attempt.accept(mutants, &answers);
            }
            Reply::Concluded(Conclusion::OriginalChanged) => {
                attempt.original_changed(history, mutants, &answers);
            }
            Reply::Concluded(Conclusion::OriginalDiffers) => {
                attempt.original_differs(history, mutants);
            }
            Reply::Died | Reply::Hung if !has_run => attempt.original_differs(history, mutants),
            Reply::Died => attempt.ended(history, mutants, &answers, Kill::Died {}),
            Reply::Hung => attempt.ended(history, mutants, &answers, Kill::TimedOut {}),
        }
        Ok(attempt)
    }

    /// Number of processes so far.
    #[cfg(test)]
    pub(crate) fn processes(&self) -> u64 {
        self.processes
    }
}

/// What a process has done before a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum History {
    Fresh,
    Used,
}

/// What is known after a request.
#[derive(Debug, Default, PartialEq, Eq)]
struct Attempt {
    killed: Vec<Killed>,
    ended: Option<u32>,
    is_unstable: bool,
    /// Mutants that are to be tried again, in a new process.
    again: Vec<u32>,
    /// Mutants that are to be tried again, each in a process of its own.
    alone: Vec<u32>,
}

impl Attempt {
    /// The answers hold.
    fn accept(&mut self, mutants: &[u32], answers: &[Answer]) {
        let answered = mutants.iter().zip(answers);
        let killed = answered.filter_map(|(&mutant, answer)| {
            let kill = match answer {
                Answer::Survived => return None,
                Answer::Failed => Kill::Failed {},
                Answer::Differed => Kill::Differed {},
                Answer::TimedOut => Kill::TimedOut {},
            };
            Some(Killed { mutant, kill })
        });
        self.killed.extend(killed);
    }

    /// The original did not behave as in the worker, or did not end. In a process where mutants ran before, that
    /// may be their work.
    fn original_differs(&mut self, history: History, mutants: &[u32]) {
        match history {
            History::Fresh => self.is_unstable = true,
            History::Used => self.again = mutants.to_vec(),
        }
    }

    /// After the mutants the original no longer behaved as before: each must be tried alone. What one leaves behind
    /// that was alone says nothing against its answer.
    fn original_changed(&mut self, history: History, mutants: &[u32], answers: &[Answer]) {
        match (history, mutants) {
            (History::Fresh, [_]) => self.accept(mutants, answers),
            _ => self.alone = mutants.to_vec(),
        }
    }

    /// The process ended after these answers. Mutants that survived before did so; the others are tried again,
    /// because the process may not have been sound any more, and the one that it ended with comes first.
    fn ended(&mut self, history: History, mutants: &[u32], answers: &[Answer], kill: Kill) {
        let (before, behind) = mutants.split_at(answers.len().min(mutants.len()));
        let Some((&mutant, behind)) = behind.split_first() else {
            return self.original_changed(history, mutants, answers);
        };
        if history == History::Fresh && before.is_empty() {
            self.killed.push(Killed { mutant, kill });
            self.ended = Some(mutant);
        } else {
            self.again.push(mutant);
        }
        let doubtful =
            before.iter().zip(answers).filter(|(_, answer)| **answer != Answer::Survived);
        self.again.extend(doubtful.map(|(mutant, _)| *mutant));
        self.again.extend(behind);
    }
}

#[cfg(test)]
mod tests;

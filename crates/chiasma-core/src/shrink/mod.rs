//! Shrinking: making a failing input as simple as possible.
//!
//! An input is its sequence of answers, one per request. Of two inputs the one with fewer answers is
//! simpler; of two with equally many, the one that is smaller at the first difference (*shortlex*
//! order). Fewer answers mean less for a person to read, and since every kind of request has its
//! simplest answer at 0, smaller answers mean smaller numbers, earlier letters, fewer elements. The
//! order is total and has no endless descent, so shrinking ends, and all inputs that show one defect
//! tend to end up as the same one.
//!
//! Passes propose simpler inputs, and one is kept if it still fails in the same way *and* what its
//! run recorded is simpler than the best so far. So nothing that passes is ever kept, whatever a pass
//! proposes, and the passes need not know what the answers mean. What keeps proposals meaningful is
//! the span structure: a change inside a call leaves what follows the call alone (see [`Proposal`]).
//!
//! Everything is deterministic. The caller limits time and runs by returning [`Attempt::Stop`]. With a
//! generator that is not deterministic, traces do not match their proposals: passes then achieve less,
//! but the simplest failing input found so far is never lost.

mod calls;
mod collections;
mod items;
mod layout;
mod lower;
mod pairs;
mod siblings;

use std::collections::HashSet;
use std::panic::{self, AssertUnwindSafe};

use crate::identity::combine;
use crate::source::{Answers, Proposal};
use crate::trace::Trace;
use layout::Layout;

/// The result of trying a proposal.
#[derive(Debug)]
pub enum Attempt {
    /// It fails in the same way; this is its trace.
    Fails(Trace),
    /// It does not.
    Passes,
    /// It was not tried: time or runs have run out.
    Stop,
}

/// The simplest failing input found.
#[derive(Debug)]
pub struct Shrunk {
    /// Its trace.
    pub trace: Trace,
    /// Statistics of the shrinking.
    pub summary: Summary,
}

/// Statistics of one shrinking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Summary {
    /// How many choices the input had.
    pub choices_before: usize,
    /// How many it has now.
    pub choices_after: usize,
    /// How many inputs were tried.
    pub runs: u64,
    /// Whether all passes were exhausted, rather than time or runs.
    pub complete: bool,
}

impl Shrunk {
    /// An input that is not shrunk.
    #[must_use]
    pub fn none(trace: Trace) -> Self {
        let choices = trace.requests().len();
        let summary =
            Summary { choices_before: choices, choices_after: choices, runs: 0, complete: false };
        Self { trace, summary }
    }
}

/// Makes the failing input `first` as simple as possible; `run` tries a proposal.
pub fn shrink(first: Trace, run: &mut dyn FnMut(&Proposal) -> Attempt) -> Shrunk {
    let choices_before = first.requests().len();
    let mut shrinker = Shrinker {
        best: Layout::of(first),
        run,
        is_running: false,
        tried: HashSet::new(),
        runs: 0,
        stopped: false,
    };
    // A mistake in a pass must not cost the user the failure that was found.
    let passes = panic::catch_unwind(AssertUnwindSafe(|| shrinker.run_passes()));
    if let Err(payload) = passes {
        if shrinker.is_running {
            panic::resume_unwind(payload);
        }
        shrinker.stopped = true;
    }
    let Shrinker { best, runs, stopped, .. } = shrinker;
    let summary = Summary {
        choices_before,
        choices_after: best.trace.requests().len(),
        runs,
        complete: !stopped,
    };
    Shrunk { trace: best.trace, summary }
}

struct Shrinker<'r> {
    best: Layout,
    run: &'r mut dyn FnMut(&Proposal) -> Attempt,
    /// Whether a panic came from the caller's `run`.
    is_running: bool,
    tried: HashSet<u64>,
    runs: u64,
    stopped: bool,
}

impl Shrinker<'_> {
    /// Repeats all passes until none of them makes progress. The cheap ones that remove much come
    /// first, so that the others have little left to work on.
    fn run_passes(&mut self) {
        loop {
            let before = self.best.values.clone();
            self.drop_calls();
            self.shorten_collections();
            self.remove_items();
            self.lift_calls();
            self.hoist_calls();
            self.merge_siblings();
            self.lower_each();
            self.lower_equal_ones();
            self.lower_pairs();
            self.sort_siblings();
            self.copy_siblings();
            self.remove_runs();
            if self.stopped || self.best.values == before {
                return;
            }
        }
    }

    /// Tries a proposal, and keeps it if it fails and is simpler.
    fn consider(&mut self, answers: Answers) -> bool {
        if self.stopped || !self.tried.insert(fingerprint(&answers)) {
            return false;
        }
        let proposal = Proposal { answers, max_answers: self.best.values.len() };
        self.is_running = true;
        let attempt = (self.run)(&proposal);
        self.is_running = false;
        match attempt {
            Attempt::Fails(trace) => {
                self.runs += 1;
                let layout = Layout::of(trace);
                let simpler = layout.is_simpler_than(&self.best);
                if simpler {
                    self.best = layout;
                }
                simpler
            }
            Attempt::Passes => {
                self.runs += 1;
                false
            }
            Attempt::Stop => {
                self.stopped = true;
                false
            }
        }
    }

    /// Tries plain values.
    fn consider_values(&mut self, values: Vec<u64>) -> bool {
        values != self.best.values && self.consider(Answers::Values { values, resume: None })
    }
}

fn fingerprint(answers: &Answers) -> u64 {
    match answers {
        Answers::Values { values, resume } => {
            let resume = resume.map_or(0, |resume| combine(resume.span.0.into(), resume.at as u64));
            let seed = combine(resume, values.len() as u64);
            values.iter().fold(seed, |hash, &value| combine(hash, value))
        }
        Answers::Contextual(input) => input.fingerprint(),
    }
}

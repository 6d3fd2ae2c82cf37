//! A run of an input, as far as a search cares.

use crate::coverage::{Counters, visit_touched_blocks};
use crate::wire::Wire;

/// The result of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The target accepted the input.
    Valid,
    /// The target rejected it.
    Invalid,
    /// The target failed.
    Failure,
}

impl Wire for Outcome {
    fn write(&self, bytes: &mut Vec<u8>) {
        bytes.push(*self as u8);
    }
    fn read(bytes: &mut &[u8]) -> Option<Self> {
        let all = [Self::Valid, Self::Invalid, Self::Failure];
        all.get(usize::from(u8::read(bytes)?)).copied()
    }
}

/// The id of a mutant of the target.
pub type MutantId = u32;

/// What became of the mutants that were tried on an input.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MutantResults {
    /// Those that it killed.
    pub killed: Vec<MutantId>,
    /// Those that ended the process that they ran in, which costs much more than a run.
    pub ended: Vec<MutantId>,
}

/// One run of an input.
#[derive(Debug, Clone, Copy)]
pub struct Run<'r> {
    /// Its result.
    pub outcome: Outcome,
    /// The counters that it passed.
    pub counters: &'r Counters,
    /// How many bytes its generator consumed.
    pub size: usize,
    /// How long it took, generation included; to be compared within one campaign only. 0 if it was not timed.
    pub ticks: u64,
    /// The mutants of the target that it killed, of those that were tried on it.
    pub killed: &'r [MutantId],
}

impl Run<'_> {
    /// Whether it was timed.
    #[must_use]
    pub fn is_timed(&self) -> bool {
        self.ticks > 0
    }

    /// How much work the run was: the time that it took. If it was not timed, so that the campaign is the same
    /// every time, the bytes that were consumed and the edges that were passed, roughly in proportion to time.
    ///
    /// Counters wrap at 256, so a loop that runs for a second has counts as any. But where a loop is that long,
    /// many counters are high, so high ones count more than in proportion.
    #[must_use]
    pub fn work(&self) -> u64 {
        if self.is_timed() {
            return self.ticks;
        }
        let mut passed = 0;
        visit_touched_blocks(self.counters, |_, block| {
            let work = block.iter().map(|&count| u32::from(count) * (32 + u32::from(count)));
            passed += u64::from(work.sum::<u32>() / 32);
        });
        WORK_OF_A_BYTE * self.size as u64 + passed
    }
}

/// What a run costs whose work is this: that of the loop around it comes to it.
pub(crate) fn cost_of(work: f64) -> f64 {
    work + WORK_OF_THE_LOOP
}

/// The mean work of runs, the last ones weighing more; 0 before the first.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct MeanWork(pub(crate) f64);

impl MeanWork {
    /// Most work that one run counts for, as a multiple of the mean.
    const MOST: f64 = 16.0;

    pub(crate) fn note(&mut self, work: f64) {
        if self.0 == 0.0 {
            self.0 = work.max(1.0);
        } else {
            // One run that is very much work does not change what cheap means.
            self.0 += (work.min(8.0 * self.0) - self.0) / 64.0;
        }
    }

    /// The work of a run as it counts in what many runs have in common.
    pub(crate) fn capped(&self, work: f64) -> f64 {
        work.min(Self::MOST * self.0)
    }
}

/// What the loop around a run is worth in passed edges.
const WORK_OF_THE_LOOP: f64 = 300.0;

/// How many runs a run costs that kills its process: another one is started, and runs are repeated.
pub(crate) const DEATH: f64 = 500.0;

/// What generating from one byte of a sequence is worth in passed edges: of the weights that were tried (1 and 8), the one
/// with which work is closest to time.
const WORK_OF_A_BYTE: u64 = 8;

/// What a search thinks of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// Nothing of it is new.
    Dull,
    /// It shows nothing new, and is worth breeding: what it covers it covers with a smaller input, or it kills
    /// mutants that others kill, too.
    Smaller,
    /// It covers something new, if it shows the same again.
    New,
}

impl Verdict {
    pub(crate) fn new_if(new: bool) -> Self {
        if new { Self::New } else { Self::Dull }
    }
}

//! A run of an input, as far as a search cares.

use crate::coverage::{BLOCK, Counters, is_clear};
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
    /// How long it took, generation included; to be compared within one campaign only.
    pub ticks: u64,
    /// The mutants of the target that it killed, of those that were tried on it.
    pub killed: &'r [MutantId],
}

impl Run<'_> {
    /// A measure of how much work the run was that is the same every time: the bytes that were consumed and
    /// the edges that were passed. (Counters wrap at 256, so it is too low for long loops.)
    #[must_use]
    pub fn work(&self) -> u64 {
        let (blocks, rest) = self.counters.as_chunks::<BLOCK>();
        let sum = |counts: &[u8]| counts.iter().map(|&count| u64::from(count)).sum::<u64>();
        let passed: u64 =
            blocks.iter().filter(|block| !is_clear(block)).map(|block| sum(block)).sum();
        self.size as u64 + passed + sum(rest)
    }
}

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

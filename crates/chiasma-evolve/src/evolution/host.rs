//! What runs the inputs of an evolution, and the phases of that work.

use chiasma_core::{Seed, Source};

use crate::coverage::Counters;
use crate::run::{MutantId, MutantResults, Outcome};

/// Runs inputs, for an [`Evolution`](super::Evolution).
pub trait Host {
    /// Generates the input that the source is loaded with, and runs the target on it.
    fn run(&mut self, source: &mut Source, input: Loaded<'_>) -> Outcome;

    /// Generates the input that the source is loaded with, and runs nothing.
    fn generate(&mut self, source: &mut Source);

    /// The counters that the last run passed, without those of generating its input.
    fn counters(&mut self) -> &Counters;

    /// How long the last run took, in a unit of its own; anything if the settings do not [use it](crate::Settings::use_time).
    fn ticks(&self) -> u64;

    /// Ignores an edge from now on: the same input does not always pass it.
    fn ignore(&mut self, edge: usize);

    /// The mutants of the target that the last run reached, if it has any.
    fn reached(&mut self, _reached: &mut Vec<MutantId>) {}

    /// All mutants of the target, if it has any.
    fn all_mutants(&mut self, _all: &mut Vec<MutantId>) {}

    /// Tries mutants on the input of the last run, and adds what became of them to `results`, which is empty.
    fn try_mutants(&mut self, _input: &[u8], _mutants: &[MutantId], _results: &mut MutantResults) {}

    /// Another part of the work begins.
    #[inline]
    fn enter(&mut self, _: Phase) {}
}

/// A part of the work, to be told apart by those who measure it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Making a child.
    Modify,
    /// Generating its value. Entered by the host itself, as is [`Phase::Run`].
    Generate,
    /// Running the target.
    Run,
    /// Looking at the counters.
    Scan,
    /// Running an input again that shows something new.
    Confirm,
    /// Looking at the structure of an input, to keep it.
    Trace,
    /// Everything between two steps.
    Idle,
}

/// What the source is loaded with when an input is run.
#[derive(Debug, Clone, Copy)]
pub enum Loaded<'l> {
    /// These bytes, and what is drawn beyond them follows from this seed: all that determines the run.
    Bytes {
        /// The bytes.
        bytes: &'l [u8],
        /// The seed.
        seed: Seed,
    },
    /// Something that becomes bytes as it is generated: those that the source's mirror has.
    Other,
}

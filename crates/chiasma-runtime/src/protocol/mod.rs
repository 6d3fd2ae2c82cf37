//! The messages between a worker and its supervisor.

mod framing;
mod input;
mod status;

use chiasma_evolve::wire::{Wire, wire};
use chiasma_evolve::{Counts, Delta, Facts, Sample, Snapshot};

use crate::mutants::{Killed, SwitchedMutant};
use crate::target::{FailureReport, OutcomeReport};
pub use framing::{encode, receive, send, take_first};
pub use input::{
    GivenInput, Input, KeptInput, Matched, ParentPair, Past, RecordedInput, TracedCall, Value,
};
pub use status::{MutantStatus, NamedYield, PhaseTicks, Status};

/// The version of Chiasma and of its messages: a command and a test work together if both have the same.
#[must_use]
pub fn version() -> String {
    let layout = Job::LAYOUT ^ Order::LAYOUT.rotate_left(1) ^ Report::LAYOUT.rotate_left(2);
    format!("{} (messages {layout:016x})", env!("CARGO_PKG_VERSION"))
}

wire! {
    /// The job of a worker; the first message that it receives.
    #[derive(Debug, Clone, PartialEq)]
    pub enum Job {
        /// Breed inputs until stopped.
        Fuzz {
            /// How.
            plan: FuzzPlan,
        } = 0,
        /// Run some inputs, and report on each.
        Examine {
            /// The inputs.
            inputs: Vec<Input>,
            /// The longest parameter sequence.
            max_size: u32,
            /// How much of a run to make.
            depth: Depth,
            /// How much to report of each.
            detail: Detail,
        } = 1,
        /// Shrink a failing input.
        Shrink {
            /// The input.
            input: Input,
            /// The longest parameter sequence.
            max_size: u32,
            /// Maximum number of runs in a row that do not make it shorter.
            runs: u64,
            /// Maximum time, in seconds.
            seconds: u64,
            /// Whether the supervisor runs the proposals, because the failure kills the process.
            elsewhere: bool,
        } = 2,
        /// Cross pairs of inputs with every crossover, run the children, and report what they cover.
        Cross {
            /// The inputs.
            inputs: Vec<Input>,
            /// The number of the first pair.
            first: u32,
            /// The pairs.
            pairs: Vec<ParentPair>,
            /// The seed of the random numbers.
            seed: u64,
            /// The longest parameter sequence.
            max_size: u32,
        } = 3,
        /// Run some inputs, and every mutant that each of them reaches.
        Mutants {
            /// The inputs.
            inputs: Vec<Input>,
            /// The mutants in the binary.
            mutants: Vec<SwitchedMutant>,
            /// Those that are not tried any more.
            dead: Vec<u32>,
            /// The longest parameter sequence.
            max_size: u32,
        } = 4,
        /// Run the inputs that [`Order::Take`] brings, and note the operands of their comparisons.
        Compare {
            /// The longest parameter sequence.
            max_size: u32,
        } = 5,
    }
}

wire! {
    /// How a worker breeds.
    #[derive(Debug, Clone, PartialEq)]
    pub struct FuzzPlan {
        /// The strategy's name.
        pub strategy: String,
        /// Its settings that are not the default, each as `name=value`.
        pub settings: Vec<String>,
        /// What is known of the target and its generators.
        pub facts: Facts,
        /// The seed of its random numbers.
        pub seed: u64,
        /// After how many runs to stop; `u64::MAX` for never.
        pub executions: u64,
        /// The longest parameter sequence.
        pub max_size: u32,
        /// What the worker before this one had done by its last checkpoint.
        pub snapshot: Option<Snapshot>,
        /// Inputs from elsewhere to take in, without those that the snapshot has already.
        pub given: Vec<GivenInput>,
        /// What killed earlier workers since the snapshot, and is not run again.
        pub deadly: Vec<Turn>,
        /// Minimum number of children reported beside their parents, spread over all runs.
        pub samples: u64,
        /// The mutants in the binary, for strategies that look at them.
        pub mutants: Vec<SwitchedMutant>,
        /// Whether inputs that are only smaller are reported, for other workers.
        pub has_siblings: bool,
        /// Whether every [`Report::Kept`] is answered by an [`Order::TryHints`], which is waited for.
        pub has_hints: bool,
        /// Whether to look after every turn whether the target has closed the connection.
        pub checks_connection: bool,
    }
}

wire! {
    /// What a worker is doing: which child or which input from elsewhere it is at, counted from 1 over all
    /// of a campaign; 0 for none.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    pub struct Turn {
        /// The number of the child.
        pub run: u64,
        /// The number of the input from elsewhere.
        pub given: u64,
    }
}

wire! {
    /// How much of a run to make of an input that is examined.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Depth {
        /// Generate it.
        Generate {} = 0,
        /// Run the property on it, too; what the generator passed does not count as covered.
        Run {} = 1,
        /// The same, and what the generator passed counts.
        Whole {} = 2,
        /// Generate it, and report its values as they print.
        Print {} = 3,
        /// Generate it, and report the calls of its generator.
        Calls {} = 4,
    }
}

wire! {
    /// How much to report of an input that is examined, beside its outcome and edges.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Detail {
        /// Its parameter sequence.
        Bytes {} = 0,
        /// Its lines and values, too.
        Lines {} = 1,
        /// The same, each choice as it is made, in case the process dies.
        Witnessed {} = 2,
    }
}

wire! {
    /// A message of the supervisor to a worker that has its job.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum Order {
        /// Consider an input that another worker found.
        Take {
            /// The input.
            given: GivenInput,
        } = 0,
        /// Send a [`Report::Status`].
        Report {} = 1,
        /// Send a [`Report::Checkpoint`].
        Save {} = 4,
        /// Stop after the current run.
        Stop {} = 2,
        /// The answer to [`Report::Try`]: whether the input fails in the same way.
        Tried {
            /// Whether it does.
            fails: bool,
        } = 3,
        /// The answer to a [`Report::Kept`]: inputs that differ from it by operands of its comparisons.
        TryHints {
            /// The inputs.
            given: Vec<GivenInput>,
        } = 5,
    }
}

wire! {
    /// A message of a worker to its supervisor.
    #[derive(Debug, Clone, PartialEq)]
    pub enum Report {
        /// Mutants were tried on an input.
        Tried {
            /// The input.
            input: RecordedInput,
            /// The outcome of the original.
            outcome: OutcomeReport,
            /// The mutants that it reached.
            reached: Vec<u32>,
            /// Those that it killed, of those that no input before it had killed.
            killed: Vec<Killed>,
            /// Whether the property returned something to compare.
            gives_output: bool,
            /// Whether the original does not behave the same each time, so that nothing can be said of mutants.
            is_unstable: bool,
        } = 16,
        /// An input was run, and its comparisons noted.
        Compared {
            /// Inputs whose comparisons may come out differently.
            proposed: Vec<Vec<u8>>,
        } = 17,
        /// It is about to begin.
        Ready {
            /// How many edges the target has.
            edges: u64,
        } = 0,
        /// It found an input worth keeping.
        Kept {
            /// The input.
            input: KeptInput,
            /// How many edges nothing had covered before.
            new_edges: u32,
            /// How many are covered now.
            covered: u32,
            /// The number of the run.
            run: u64,
            /// Its run, if there are other workers to keep it.
            past: Option<Past>,
            /// Why it is invalid; empty if it is not, or no reason was given.
            why: String,
        } = 1,
        /// It found an input that covers nothing new, but is smaller; for its siblings.
        Smaller {
            /// The input.
            given: GivenInput,
        } = 14,
        /// The state of its search has changed like this.
        Checkpoint {
            /// What has changed.
            delta: Delta,
            /// What it has done so far.
            counts: Counts,
            /// How long it took to save it, in microseconds.
            micros: u64,
            /// Time that this worker has spent in each phase.
            phases: PhaseTicks,
        } = 15,
        /// It found an input that fails, and survived.
        Failed {
            /// The input.
            input: RecordedInput,
            /// The failure.
            failure: FailureReport,
            /// The number of the run.
            run: u64,
        } = 2,
        /// It ran an input that overflows the stack, and survived.
        Overflowed {
            /// The input.
            bytes: Vec<u8>,
            /// The call stacks when it did, as addresses relative to the executable, innermost first.
            stacks: Vec<Vec<u64>>,
            /// The number of the run.
            run: u64,
        } = 20,
        /// The answer to [`Order::Report`].
        Status {
            /// The numbers.
            status: Status,
        } = 3,
        /// The input is examined once more: what was reported of it so far does not count.
        Again {} = 18,
        /// A line of the input that is being examined.
        Line {
            /// The line.
            text: String,
        } = 4,
        /// A value that was drawn.
        Value {
            /// Its name, and how it prints.
            note: Value,
        } = 5,
        /// An input was examined.
        Examined {
            /// The input in full.
            input: RecordedInput,
            /// Its outcome.
            outcome: OutcomeReport,
            /// The edges that it covers, if it was run.
            edges: Vec<u32>,
            /// How much of it was used, if it is a `.chi` file that could be loaded.
            matched: Option<Matched>,
            /// How long it took to generate and run, in microseconds.
            micros: u64,
        } = 6,
        /// The values of the input that is reported on next, as they print.
        Printed {
            /// Each of them.
            values: Vec<Vec<u8>>,
        } = 19,
        /// The calls of the generator of the input that is reported on next.
        Calls {
            /// Each of them, in the order entered.
            calls: Vec<TracedCall>,
        } = 21,
        /// Where each edge is: addresses relative to the executable.
        Places {
            /// The addresses.
            addresses: Vec<u64>,
        } = 7,
        /// The shrinker proposes this input; the supervisor is to run it.
        Try {
            /// The input.
            input: Input,
        } = 8,
        /// The input was shrunk.
        Shrunk {
            /// The input.
            input: RecordedInput,
            /// Its outcome.
            outcome: OutcomeReport,
            /// How many choices it had.
            choices_before: u64,
            /// How many it has now.
            choices_after: u64,
            /// How many runs it took.
            runs: u64,
            /// Whether nothing more could be done.
            complete: bool,
        } = 9,
        /// It has done its job, and ends.
        Done {} = 10,
        /// A child and its parent.
        Sampled {
            /// The two.
            sample: Sample,
        } = 12,
        /// A child of two inputs was run.
        Crossed {
            /// Which pair.
            pair: u32,
            /// The crossover's name.
            operator: String,
            /// The edges that the child covers.
            edges: Vec<u32>,
        } = 13,
        /// It cannot do its job.
        Trouble {
            /// Why.
            message: String,
        } = 11,
    }
}

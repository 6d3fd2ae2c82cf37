//! The figures of a worker.

use std::ops::AddAssign;

use chiasma_evolve::wire::wire;
use chiasma_evolve::{Counts, HillNumbers, OperatorYield};

wire! {
    /// The figures of a worker.
    #[derive(Debug, Clone, PartialEq, Default)]
    pub struct Status {
        /// What it has done so far.
        pub counts: Counts,
        /// Number of members of the population.
        pub population: u64,
        /// Number of generations that are complete, if the strategy has generations.
        pub generations: Option<u64>,
        /// Number of edges covered.
        pub covered: u64,
        /// Number of unstable edges: covered by an input once and then not again by the same input.
        pub unstable: u64,
        /// Whether calls of a plain generator were left out because what it reads cannot be observed.
        pub has_left_out_calls: bool,
        /// The yield of each operator.
        pub yields: Vec<NamedYield>,
        /// Behavioural diversity of the valid runs; nothing from a worker that has just begun.
        pub diversity: Option<HillNumbers>,
        /// Time spent in each phase.
        pub phases: PhaseTicks,
        /// The mutants of the target, if the strategy looks at them.
        pub mutants: Option<MutantStatus>,
    }
}

wire! {
    /// What is known of the mutants of the target.
    #[derive(Debug, Clone, PartialEq, Eq, Default)]
    pub struct MutantStatus {
        /// Those that were tried on some input.
        pub tried: Vec<u32>,
        /// Those that some input killed.
        pub killed: Vec<u32>,
    }
}

wire! {
    /// The yield of an operator, with its name.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct NamedYield {
        /// Its name.
        pub operator: String,
        /// Its children, and how many were kept.
        pub counted: OperatorYield,
    }
}

wire! {
    /// Time that a worker spends in each phase, in ticks, estimated from a sample of its runs.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    pub struct PhaseTicks {
        /// Making children.
        pub modify: u64,
        /// Generating their values.
        pub generate: u64,
        /// Running the target on them.
        pub run: u64,
        /// Looking at the counters.
        pub scan: u64,
        /// Running inputs again that show something new.
        pub confirm: u64,
        /// Looking at the structure of inputs that are kept.
        pub trace: u64,
        /// Sending reports to the supervisor, checkpoints included.
        pub send: u64,
    }
}

impl AddAssign for PhaseTicks {
    fn add_assign(&mut self, other: Self) {
        self.modify += other.modify;
        self.generate += other.generate;
        self.run += other.run;
        self.scan += other.scan;
        self.confirm += other.confirm;
        self.trace += other.trace;
        self.send += other.send;
    }
}

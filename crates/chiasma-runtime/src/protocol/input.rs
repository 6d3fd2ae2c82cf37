//! Inputs, as they are sent between a worker and its supervisor.

use chiasma_evolve::wire::wire;

wire! {
    /// An input, as it was saved or as it was published.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum Input {
        /// The content of a saved input's file: text, or its compact form.
        Chi {
            /// The content.
            content: Vec<u8>,
        } = 0,
        /// Bytes, and the seed of what is drawn beyond them.
        Bytes {
            /// The bytes.
            bytes: Vec<u8>,
            /// The seed.
            seed: u64,
        } = 1,
    }
}

wire! {
    /// An input from elsewhere.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct GivenInput {
        /// Its parameter sequence.
        pub bytes: Vec<u8>,
        /// Its run, if another worker ran it.
        pub past: Option<Past>,
    }
}

wire! {
    /// An input as its run recorded it.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct RecordedInput {
        /// Its parameter sequence.
        pub bytes: Vec<u8>,
        /// The lines of its `.chi` file, without the heading.
        pub lines: String,
        /// The values drawn.
        pub values: Vec<Value>,
    }
}

wire! {
    /// A call of a generator, as a traced run has it.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct TracedCall {
        /// How many calls are around it.
        pub depth: u32,
        /// What a `.chi` file calls it; empty if it has no place there.
        pub title: String,
        /// Address of the function, relative to the executable, if hooks told of the call.
        pub address: Option<u64>,
        /// How many bytes of the parameter sequence it consumed.
        pub bytes: u64,
    }
}

wire! {
    /// An input that was kept, as it is saved.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct KeptInput {
        /// Its parameter sequence.
        pub bytes: Vec<u8>,
        /// Its compact form.
        pub compact: Vec<u8>,
    }
}

wire! {
    /// The run of an input that was kept: enough to keep it elsewhere without running it.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct Past {
        /// Its result.
        pub outcome: chiasma_evolve::Outcome,
        /// How long it took, in ticks.
        pub ticks: u64,
        /// The edges that it passes each time and how often, packed.
        pub passed: Vec<u8>,
        /// The mutants that it killed, if that is why it was kept.
        pub killed: Vec<u32>,
    }
}

wire! {
    /// A value that a property drew.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct Value {
        /// Its name.
        pub name: String,
        /// How it prints.
        pub text: String,
    }
}

wire! {
    /// How much of a saved input its generator could use.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct Matched {
        /// Number of choices in the file.
        pub saved: u64,
        /// Number of those that were used.
        pub used: u64,
        /// Number of choices that were drawn fresh.
        pub fresh: u64,
    }
}

impl Matched {
    /// Whether the generator used the whole file and drew nothing else.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.used == self.saved && self.fresh == 0
    }
}

wire! {
    /// A pair of parents, each by its place among the inputs.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct ParentPair {
        /// The first parent.
        pub first: u32,
        /// The second parent.
        pub second: u32,
    }
}

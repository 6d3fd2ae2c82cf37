//! What a worker and its supervisor say to each other.

pub mod wire;

use std::io::{self, Read, Write};

use wire::{Wire, wire};

use crate::target::Outcome;

/// No message is longer; a larger one means that the other side is not what it should be.
const MAX_MESSAGE: usize = 256 << 20;

wire! {
    /// What a worker is started for; the first message it gets.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum Job {
        /// Breed inputs until told to stop.
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
            /// How far to go.
            depth: Depth,
            /// Whether to tell of each choice as it is made, in case the run does not end well.
            witness: bool,
        } = 1,
        /// Make a failing input as simple as it gets.
        Shrink {
            /// The input.
            input: Input,
            /// The longest parameter sequence.
            max_size: u32,
            /// How many runs it may take.
            runs: u64,
            /// How many seconds it may take.
            seconds: u64,
            /// Whether the supervisor tries the inputs, because a failure kills the process.
            elsewhere: bool,
        } = 2,
        /// Cross pairs of inputs with every crossover, run the children, and report what they cover.
        Cross {
            /// The inputs.
            inputs: Vec<Input>,
            /// The number of the first pair.
            first: u32,
            /// The places of the first and second parent of each pair, one after the other.
            pairs: Vec<u32>,
            /// Where random numbers start.
            seed: u64,
            /// The longest parameter sequence.
            max_size: u32,
        } = 3,
    }
}

wire! {
    /// How a worker breeds.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct FuzzPlan {
        /// The strategy's name.
        pub strategy: String,
        /// Its settings that are not the default, each as `name=value`.
        pub settings: Vec<String>,
        /// Where its random numbers start.
        pub seed: u64,
        /// After how many runs to stop; `u64::MAX` for never.
        pub executions: u64,
        /// The longest parameter sequence.
        pub max_size: u32,
        /// What earlier workers kept, to begin with.
        pub remembered: Vec<Remembered>,
        /// Inputs to begin with that nothing is known of.
        pub inputs: Vec<Input>,
        /// Whether to report on every child.
        pub observe: bool,
    }
}

wire! {
    /// How far to go with an input that is examined.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Depth {
        /// Generate it.
        Generate {} = 0,
        /// Run the property on it, too; what the generator passed does not count as covered.
        Run {} = 1,
        /// The same, and what the generator passed counts.
        Whole {} = 2,
    }
}

wire! {
    /// An input, as it was saved or as it was published.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum Input {
        /// The text of a `.chi` file.
        Chi {
            /// The text.
            text: String,
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
    /// What a supervisor says to a worker at work.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum Order {
        /// Here is an input that another worker found.
        Take {
            /// The input.
            input: Input,
        } = 0,
        /// Say how things stand.
        Report {} = 1,
        /// Stop after the current run.
        Stop {} = 2,
        /// The proposal that was to be tried elsewhere: whether it fails in the same way.
        Tried {
            /// Whether it does.
            fails: bool,
        } = 3,
    }
}

wire! {
    /// What a worker says to its supervisor.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum Report {
        /// It is about to begin.
        Ready {
            /// How many edges the target has.
            edges: u64,
        } = 0,
        /// It found an input worth keeping.
        Kept {
            /// The input.
            input: SavedInput,
            /// How many edges nothing had covered before.
            new_edges: u32,
            /// How many are covered now.
            covered: u32,
            /// The number of the run.
            run: u64,
            /// What came of it.
            past: Past,
        } = 1,
        /// It found an input that fails, and survived.
        Failed {
            /// The input.
            input: SavedInput,
            /// What came of it.
            outcome: Outcome,
            /// The number of the run.
            run: u64,
        } = 2,
        /// How things stand.
        Status {
            /// The inputs that breed.
            population: u64,
            /// The edges covered.
            covered: u64,
            /// The edges that were covered once and then not again by the same input.
            unstable: u64,
            /// What each operator brought in.
            yields: Vec<Yield>,
            /// The Hill numbers of order 0, 1 and 2, as bits of floats.
            diversity: Vec<u64>,
            /// Ticks spent breeding, generating, running and judging, in the runs that were timed.
            phases: Vec<u64>,
        } = 3,
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
            input: SavedInput,
            /// What came of it.
            outcome: Outcome,
            /// The edges that it covers, if it was run.
            edges: Vec<u32>,
            /// How many choices a `.chi` file had, how many of them fit, how many were drawn anew.
            matched: Vec<u64>,
        } = 6,
        /// Where each edge is: addresses relative to the executable.
        Places {
            /// The addresses.
            addresses: Vec<u64>,
        } = 7,
        /// The shrinker proposes this input, to be tried elsewhere.
        Try {
            /// The input.
            input: Input,
        } = 8,
        /// The input is as simple as it gets.
        Shrunk {
            /// The input.
            input: SavedInput,
            /// What comes of it.
            outcome: Outcome,
            /// How many choices it had, how many it has, and how many runs it took.
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
        /// A child was bred, or an input from outside taken in.
        Bred {
            /// What it is known by from now on, if it was kept.
            kept_as: Option<u64>,
            /// What its parent is known by, if it has one.
            parent: Option<u64>,
            /// What came of it.
            valid: bool,
            /// The values that it makes, as they print.
            text: String,
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
        /// An input to begin with was run.
        Taken {
            /// Its parameter sequence.
            bytes: Vec<u8>,
            /// What came of it; nothing if it was not worth keeping.
            past: Option<Past>,
        } = 14,
        /// It cannot do its job.
        Trouble {
            /// Why.
            message: String,
        } = 11,
    }
}

wire! {
    /// An input with all that can be said of it.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct SavedInput {
        /// Its parameter sequence.
        pub bytes: Vec<u8>,
        /// The lines of its `.chi` file, without the heading.
        pub lines: String,
        /// The values drawn.
        pub values: Vec<Value>,
    }
}

wire! {
    /// What came of an input that was kept: enough to take it in again without running it.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct Past {
        /// Whether it was valid.
        pub valid: bool,
        /// How long it took, in ticks.
        pub ticks: u64,
        /// The edges that it passes each time and how often, packed.
        pub passed: Vec<u8>,
    }
}

wire! {
    /// An input that was kept, and what came of it.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct Remembered {
        /// Its parameter sequence.
        pub bytes: Vec<u8>,
        /// What came of it.
        pub past: Past,
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
    /// What an operator brought in.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct Yield {
        /// Its name.
        pub operator: String,
        /// The children that it had a part in.
        pub children: u64,
        /// Those that were kept.
        pub kept: u64,
    }
}

/// Sends a message: its length, then its bytes.
pub fn send(stream: &mut impl Write, message: &impl Wire) -> io::Result<()> {
    let mut bytes = vec![0; 4];
    message.write(&mut bytes);
    let length = (bytes.len() - 4) as u32;
    bytes[..4].copy_from_slice(&length.to_le_bytes());
    stream.write_all(&bytes)
}

/// Receives a message; an end of the stream is an error.
pub fn receive<M: Wire>(stream: &mut impl Read) -> io::Result<M> {
    let mut length = [0; 4];
    stream.read_exact(&mut length)?;
    let length = u32::from_le_bytes(length) as usize;
    let bad = |message| io::Error::new(io::ErrorKind::InvalidData, message);
    if length > MAX_MESSAGE {
        return Err(bad("a message that is too long"));
    }
    let mut bytes = vec![0; length];
    stream.read_exact(&mut bytes)?;
    let mut rest = &bytes[..];
    match M::read(&mut rest) {
        Some(message) if rest.is_empty() => Ok(message),
        _ => Err(bad("a message that makes no sense")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::{Failure, FailureKind};

    fn reports() -> Vec<Report> {
        let input = SavedInput {
            bytes: vec![1, 2, 3],
            lines: "v:\n  int = 1\n".into(),
            values: vec![Value { name: "v".into(), text: "1".into() }],
        };
        let failure = Failure {
            kind: FailureKind::Panic {},
            message: "no".into(),
            location: Some("a.rs:1:2".into()),
            frames: vec![1, 2],
        };
        vec![
            Report::Ready { edges: 7 },
            Report::Failed { input, outcome: Outcome::Failed { failure }, run: 9 },
            Report::Done {},
        ]
    }

    #[test]
    fn what_is_sent_is_received() {
        let mut stream = Vec::new();
        for report in reports() {
            send(&mut stream, &report).unwrap();
        }
        let mut rest = &stream[..];
        for report in reports() {
            assert_eq!(receive::<Report>(&mut rest).unwrap(), report);
        }
        let end = receive::<Report>(&mut rest).unwrap_err();
        assert_eq!(end.kind(), io::ErrorKind::UnexpectedEof);
    }

    #[test]
    fn garbage_is_an_error_and_not_a_panic() {
        let mut rng = chiasma_core::Rng::new(chiasma_core::Seed(1));
        let mut sound = Vec::new();
        send(&mut sound, &reports()[1]).unwrap();
        for _ in 0..20_000 {
            let mut bytes = sound.clone();
            let at = rng.up_to(bytes.len() as u64 - 1) as usize;
            bytes[at] = rng.up_to(255) as u8;
            bytes.truncate(rng.up_to(bytes.len() as u64) as usize);
            // Either it says something else now, or it is refused.
            let _ = receive::<Report>(&mut &bytes[..]);
        }
        let huge = u32::MAX.to_le_bytes();
        assert_eq!(
            receive::<Report>(&mut &huge[..]).unwrap_err().kind(),
            io::ErrorKind::InvalidData
        );
    }
}

//! What a worker and its supervisor say to each other.

use std::io::{self, Read, Write};

use chiasma_evolve::wire::{Wire, wire};
use chiasma_evolve::{Counts, Delta, OperatorYield, Sample, Snapshot};

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
        /// The seed of its random numbers.
        pub seed: u64,
        /// After how many runs to stop; `u64::MAX` for never.
        pub executions: u64,
        /// The longest parameter sequence.
        pub max_size: u32,
        /// What the worker before this one had done by its last checkpoint.
        pub snapshot: Option<Snapshot>,
        /// Inputs from elsewhere that are to be taken in, those that the snapshot knows of left out.
        pub given: Vec<GivenInput>,
        /// What killed earlier workers since the snapshot, and is not run again.
        pub deadly: Vec<Turn>,
        /// At least so many children are to be reported beside their parents, spread over all runs.
        pub samples: u64,
        /// Whether other workers want to hear of inputs that are only smaller.
        pub has_siblings: bool,
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
            given: GivenInput,
        } = 0,
        /// Say how things stand.
        Report {} = 1,
        /// Save the state of the search.
        Save {} = 4,
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
    #[derive(Debug, Clone, PartialEq)]
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
            /// Its run.
            past: Past,
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
        } = 15,
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
            /// The numbers.
            status: Status,
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
        /// A child, beside its parent.
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
    /// The run of an input that was kept: enough to take it in elsewhere without running it.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct Past {
        /// Its result.
        pub outcome: chiasma_evolve::Outcome,
        /// How long it took, in ticks.
        pub ticks: u64,
        /// The edges that it passes each time and how often, packed.
        pub passed: Vec<u8>,
    }
}

wire! {
    /// How a worker stands.
    #[derive(Debug, Clone, PartialEq, Default)]
    pub struct Status {
        /// What it has done so far.
        pub counts: Counts,
        /// The inputs that breed.
        pub population: u64,
        /// The edges covered.
        pub covered: u64,
        /// The edges that were covered once and then not again by the same input.
        pub unstable: u64,
        /// What each operator brought in.
        pub yields: Vec<Yield>,
        /// The Hill numbers of order 0, 1 and 2.
        pub diversity: Vec<f64>,
        /// Where the time goes.
        pub phases: Phases,
    }
}

wire! {
    /// Where the time of a worker goes, in ticks, estimated from a sample of its runs.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    pub struct Phases {
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
        /// Telling the supervisor.
        pub send: u64,
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
        /// What it brought in.
        pub counted: OperatorYield,
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
    use crate::target::Failure;

    fn reports() -> Vec<Report> {
        let input = SavedInput {
            bytes: vec![1, 2, 3],
            lines: "v:\n  int = 1\n".into(),
            values: vec![Value { name: "v".into(), text: "1".into() }],
        };
        let failure = Failure {
            key: "panic at a.rs:1:2".parse().unwrap(),
            message: "no".into(),
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

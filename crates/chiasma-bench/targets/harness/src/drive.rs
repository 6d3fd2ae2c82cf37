//! The loops that Chiasma is compared with, and the loop of its worker without a supervisor.
//!
//! They run in the test binary that `cargo chiasma` built, so that target and generator are the same
//! machine code.

mod breed;
mod stages;

use chiasma_core::{Seed, Source};

use crate::recording::Player;
use crate::report::{processor_nanos, say};
use breed::{Plan, Purpose, Split};

/// The variable that says what to do: a word, and its arguments.
const JOB: &str = "LOOP_JOB";
/// The default of `cargo chiasma fuzz`.
const MAX_SIZE: usize = 10_240;

/// What the benchmark asks for.
enum Job {
    /// The bare loop, every choice fresh.
    Fresh { executions: u64 },
    /// The bare loop on recorded inputs.
    Recorded { executions: u64, player: Player },
    /// The loop of a worker.
    Breed { plan: Plan, purpose: Purpose },
}

impl Job {
    fn from_environment() -> Option<Self> {
        let job = std::env::var(JOB).ok()?;
        let words: Vec<&str> = job.splitn(5, ' ').collect();
        let number = |word: &str| word.parse::<u64>().expect("a number");
        let breed = |purpose, executions, strategy, seed| Self::Breed {
            plan: Plan::of(number(executions), strategy, number(seed)),
            purpose,
        };
        Some(match words[..] {
            ["fresh", executions] => Self::Fresh { executions: number(executions) },
            ["recorded", executions, path] => {
                let player = Player::load(path.as_ref()).expect("the recording can be read");
                Self::Recorded { executions: number(executions), player }
            }
            ["record", executions, strategy, seed, path] => {
                breed(Purpose::Record(path.into()), executions, strategy, seed)
            }
            ["breed", executions, strategy, seed] => {
                breed(Purpose::None, executions, strategy, seed)
            }
            ["stages", executions, strategy, seed] => {
                breed(Purpose::Time, executions, strategy, seed)
            }
            _ => panic!("cannot parse {JOB}: {job}"),
        })
    }
}

/// Does what the benchmark asks for, if it does.
///
/// This is compiled with the target, and gets coverage as that does; so it is kept small.
pub fn drive<A>(generate: impl Fn(&mut Source) -> A, test: impl Fn(A)) {
    let whole = |source: &mut Source| test(generate(source));
    match Job::from_environment() {
        None => {}
        Some(Job::Fresh { executions }) => {
            run_bare(executions, whole, |source, n| source.load(&[], Seed(n)));
        }
        Some(Job::Recorded { executions, mut player }) => {
            run_bare(executions, whole, |source, _| {
                let (input, seed) = player.play();
                source.load(input, Seed(seed));
            })
        }
        Some(Job::Breed { plan, purpose }) => {
            let mut target = Split { generate: &generate, test: &test, input: None };
            breed::breed(&mut target, &plan, &purpose);
        }
    }
}

/// Generate and run, and nothing else.
fn run_bare(executions: u64, run: impl Fn(&mut Source), mut load: impl FnMut(&mut Source, u64)) {
    let mut source = Source::with_max_size(MAX_SIZE, Seed(0));
    let mut choices = 0;
    let start = processor_nanos();
    for n in 0..executions {
        load(&mut source, n);
        run(&mut source);
        choices += source.recording().len() as u64;
    }
    report_bare(executions, processor_nanos() - start, choices);
}

fn report_bare(executions: u64, nanos: u64, choices: u64) {
    say("loop_ns", nanos);
    say("choices", choices as f64 / executions as f64);
}

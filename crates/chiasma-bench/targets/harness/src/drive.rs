//! The loops that Chiasma is compared with, and the loop of its worker without a supervisor.
//!
//! They run in the test binary that `cargo chiasma` built, so that target and generator are the same
//! machine code.

mod breed;
mod stages;

use chiasma_core::{Seed, Source};

use crate::recording::Player;
use crate::report::{processor_nanos, say};
use breed::{Plan, Split};

/// The variable that says what to do: a word, and its arguments.
const JOB: &str = "LOOP_JOB";
/// As `cargo chiasma fuzz` has it unless told otherwise.
const MAX_SIZE: usize = 10_240;

/// Does what the benchmark asks for, if it does.
pub fn drive<A>(generate: impl Fn(&mut Source) -> A, test: impl Fn(A)) {
    let Ok(job) = std::env::var(JOB) else { return };
    let words: Vec<&str> = job.splitn(5, ' ').collect();
    let number = |word: &str| word.parse::<u64>().expect("a number");
    let mut whole = |source: &mut Source| test(generate(source));
    let mut split = Split { generate: &generate, test: &test, input: None };
    match words[..] {
        ["fresh", executions] => {
            run_bare(number(executions), &mut whole, |source, n| source.load(&[], Seed(n)));
        }
        ["recorded", executions, path] => {
            let mut player = Player::load(path.as_ref()).expect("the recording can be read");
            run_bare(number(executions), &mut whole, |source, _| {
                let (input, seed) = player.next();
                source.load(input, Seed(seed));
            });
        }
        ["record", executions, strategy, seed, path] => {
            let plan = Plan::of(number(executions), strategy, number(seed));
            breed::record(&mut split, &plan, path.as_ref());
        }
        ["breed", executions, strategy, seed] => {
            breed::alone(&mut split, &Plan::of(number(executions), strategy, number(seed)));
        }
        ["stages", executions, strategy, seed] => {
            breed::timed(&mut split, &Plan::of(number(executions), strategy, number(seed)));
        }
        _ => panic!("{JOB} makes no sense: {job}"),
    }
}

/// Generate and run, and nothing else.
fn run_bare(
    executions: u64,
    run: &mut impl FnMut(&mut Source),
    mut load: impl FnMut(&mut Source, u64),
) {
    let mut source = Source::with_max_size(MAX_SIZE, Seed(0));
    let mut choices = 0;
    let start = processor_nanos();
    for n in 0..executions {
        load(&mut source, n);
        run(&mut source);
        choices += source.recording().len() as u64;
    }
    say("loop_ns", processor_nanos() - start);
    say("choices", choices as f64 / executions as f64);
}

//! The loops that Chiasma is compared with, and the loop of its worker without a supervisor.
//!
//! They run in the test binary that `cargo chiasma` built, so that target and generator are the same
//! machine code. The campaign does what the worker's `step`, `judge` and `confirm` do, in the same
//! order and with the same random numbers, and so breeds the same children; that its population is as
//! large in the end as the worker's is checked by the benchmark.

mod stages;

use std::hint::black_box;
use std::path::PathBuf;

use chiasma_core::{Rng, Seed, Source};
use chiasma_evolve::{Child, Keeping, Outcome, Run, Strategy, StrategyName, Verdict};
use chiasma_runtime::counters::Counters;

use crate::recording::{Player, Recording};
use crate::report::{processor_nanos, say};
use stages::{Nobody, Observer, Stage, Stopwatch};

/// The variable that says what to do: a word, and its arguments.
const JOB: &str = "LOOP_JOB";
/// As `cargo chiasma fuzz` has it unless told otherwise.
const MAX_SIZE: usize = 10_240;

/// Does what the benchmark asks for, if it does.
pub fn drive<A>(generate: impl Fn(&mut Source) -> A, test: impl Fn(A)) {
    let Ok(job) = std::env::var(JOB) else { return };
    let words: Vec<&str> = job.splitn(5, ' ').collect();
    let number = |word: &str| word.parse::<u64>().expect("a number");
    let mut campaign = Campaign { generate: &generate, test: &test };
    match words[..] {
        ["fresh", executions] => campaign.run_fresh(number(executions)),
        ["recorded", executions, path] => campaign.run_recorded(number(executions), path.into()),
        ["record", executions, strategy, seed, path] => {
            let mut recording = Recording::of(number(executions));
            campaign.breed(number(executions), strategy, number(seed), &mut recording);
            recording.save(path.as_ref()).expect("the recording can be written");
        }
        ["breed", executions, strategy, seed] => {
            campaign.breed(number(executions), strategy, number(seed), &mut Nobody);
        }
        ["stages", executions, strategy, seed] => {
            let mut watch = Stopwatch::new();
            campaign.breed(number(executions), strategy, number(seed), &mut watch);
            watch.say(number(executions));
        }
        _ => panic!("{JOB} makes no sense: {job}"),
    }
}

struct Campaign<'c, G, T> {
    generate: &'c G,
    test: &'c T,
}

impl<A, G: Fn(&mut Source) -> A, T: Fn(A)> Campaign<'_, G, T> {
    /// Generate and run, every choice fresh.
    fn run_fresh(&mut self, executions: u64) {
        let mut source = Source::with_max_size(MAX_SIZE, Seed(0));
        let mut choices = 0;
        let start = processor_nanos();
        for n in 0..executions {
            source.load(&[], Seed(n));
            (self.test)((self.generate)(&mut source));
            choices += source.recording().len() as u64;
        }
        say("loop_ns", processor_nanos() - start);
        say("choices", choices as f64 / executions as f64);
    }

    /// Generate and run what a fuzzer ran.
    fn run_recorded(&mut self, executions: u64, path: PathBuf) {
        let mut source = Source::with_max_size(MAX_SIZE, Seed(0));
        let mut player = Player::load(&path).expect("the recording can be read");
        let mut choices = 0;
        let start = processor_nanos();
        for _ in 0..executions {
            let (input, seed) = player.next();
            source.load(input, Seed(seed));
            (self.test)((self.generate)(&mut source));
            choices += source.recording().len() as u64;
        }
        say("loop_ns", processor_nanos() - start);
        say("choices", choices as f64 / executions as f64);
    }

    /// The loop of a worker.
    fn breed(&mut self, executions: u64, name: &str, seed: u64, observer: &mut impl Observer) {
        let mut strategy = name.parse::<StrategyName>().expect("a strategy").build();
        let mut source = Source::with_max_size(MAX_SIZE, Seed(seed));
        let mut counters = Counters::of_this_process();
        let mut rng = Rng::new(Seed(seed));
        let mut child = Child::default();
        let start = processor_nanos();
        for _ in 0..executions {
            observer.begin();
            strategy.ask(&mut rng, &mut child);
            let seed = rng.bits();
            observer.lap(Stage::Ask);
            observer.child(child.bytes(), seed);
            child.load(&mut source, Seed(seed));
            observer.lap(Stage::Load);
            let input = (self.generate)(&mut source);
            observer.lap(Stage::Generate);
            counters.clear();
            observer.lap(Stage::Clear);
            (self.test)(input);
            child.unload(&mut source);
            observer.lap(Stage::Run);
            if source.is_oversize() {
                continue;
            }
            let size = source.recording().len();
            let run = Run { outcome: Outcome::Valid, counters: counters.read(), size, ticks: 0 };
            let verdict = strategy.tell(&run);
            observer.lap(Stage::Tell);
            if verdict == Verdict::Interesting {
                self.confirm(&mut *strategy, &mut source, &mut counters);
                observer.lap(Stage::Confirm);
            }
        }
        say("loop_ns", processor_nanos() - start);
        say("population", strategy.population());
        say("covered", strategy.covered());
        say("edges", counters.len());
    }

    fn confirm(
        &mut self,
        strategy: &mut dyn Strategy,
        source: &mut Source,
        counters: &mut Counters,
    ) {
        let mut first = counters.read().to_vec();
        let bytes = source.recording().to_vec();
        source.set_tracing(true);
        source.load(&bytes, Seed(0));
        let input = (self.generate)(source);
        counters.clear();
        (self.test)(input);
        for (first, second) in first.iter_mut().zip(counters.read()) {
            if (*first == 0) != (*second == 0) {
                *first = 0;
            }
        }
        let size = source.recording().len();
        let run = Run { outcome: Outcome::Valid, counters: &first, size, ticks: 0 };
        black_box(strategy.keep(&Keeping { trace: source.trace(), run, contextual: None }));
        source.set_tracing(false);
    }
}

impl Observer for Recording {
    fn child(&mut self, child: &[u8], seed: u64) {
        self.add(child, seed);
    }
}

//! The loop of a worker, without a supervisor.
//!
//! It does what the worker's `step`, `judge` and `confirm` do, in the same order and with the same
//! random numbers, and so breeds the same children; that its population is as large in the end as the
//! worker's is checked by the benchmark. Nothing here is generic over the target, or it would be
//! compiled with it, and get coverage; and what has coverage outside of a target is new in every run.

use std::hint::black_box;
use std::path::PathBuf;

use chiasma_core::{Rng, Seed, Source};
use chiasma_evolve::{Child, Form, InputId, Keeping, Outcome, Run, Strategy, StrategyName, Verdict};
use chiasma_runtime::counters::Counters;

use super::MAX_SIZE;
use super::stages::{Nobody, Observer, Stage, Stopwatch};
use crate::recording::Recording;
use crate::report::{processor_nanos, say};

/// A target in two steps.
pub(super) trait Target {
    fn generate(&mut self, source: &mut Source);
    /// Runs it on what was generated last.
    fn run(&mut self);
}

/// A target made of functions.
pub(super) struct Split<'s, A, G, T> {
    pub(super) generate: &'s G,
    pub(super) test: &'s T,
    pub(super) input: Option<A>,
}

impl<A, G: Fn(&mut Source) -> A, T: Fn(A)> Target for Split<'_, A, G, T> {
    fn generate(&mut self, source: &mut Source) {
        self.input = Some((self.generate)(source));
    }

    fn run(&mut self) {
        if let Some(input) = self.input.take() {
            (self.test)(input);
        }
    }
}

/// What to breed.
pub(super) struct Plan {
    pub(super) executions: u64,
    pub(super) strategy: StrategyName,
    pub(super) seed: u64,
}

impl Plan {
    pub(super) fn of(executions: u64, strategy: &str, seed: u64) -> Self {
        Self { executions, strategy: strategy.parse().expect("a strategy"), seed }
    }
}

/// What it is done for.
pub(super) enum Purpose {
    None,
    /// To write every child to a file.
    Record(PathBuf),
    /// To know what each part of it takes.
    Time,
}

/// Breeds, and reports on it.
pub(super) fn breed(target: &mut dyn Target, plan: &Plan, purpose: &Purpose) {
    match purpose {
        Purpose::None => breed_observed(target, plan, &mut Nobody),
        Purpose::Record(path) => {
            let mut recording = Recording::of(plan.executions);
            breed_observed(target, plan, &mut recording);
            recording.save(path).expect("the recording can be written");
        }
        Purpose::Time => {
            let mut watch = Stopwatch::new();
            breed_observed(target, plan, &mut watch);
            watch.say(plan.executions);
        }
    }
}

fn breed_observed(target: &mut dyn Target, plan: &Plan, observer: &mut impl Observer) {
    let mut strategy = plan.strategy.build(&plan.strategy.settings());
    let mut source = Source::with_max_size(MAX_SIZE, Seed(plan.seed));
    let mut counters = Counters::of_this_process();
    let mut rng = Rng::new(Seed(plan.seed));
    let mut child = Child::default();
    let start = processor_nanos();
    for _ in 0..plan.executions {
        observer.begin();
        strategy.ask(&mut rng, &mut child);
        let seed = rng.bits();
        observer.lap(Stage::Ask);
        child.load(&mut source, Seed(seed));
        observer.lap(Stage::Load);
        target.generate(&mut source);
        observer.lap(Stage::Generate);
        // What is not replayed from left to right is so once it was generated.
        let linear = child.form() == Form::Linear;
        observer.child(if linear { child.bytes() } else { source.recording() }, seed);
        counters.clear();
        observer.lap(Stage::Clear);
        target.run();
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
            confirm(target, &mut *strategy, &mut source, &mut counters);
            observer.lap(Stage::Confirm);
        }
    }
    say("loop_ns", processor_nanos() - start);
    say("population", strategy.population());
    say("covered", strategy.covered());
    say("edges", counters.len());
}

fn confirm(
    target: &mut dyn Target,
    strategy: &mut dyn Strategy,
    source: &mut Source,
    counters: &mut Counters,
) {
    let contextual = source.contextual().cloned();
    let mut first = counters.read().to_vec();
    let bytes = source.recording().to_vec();
    source.set_tracing(true);
    source.load(&bytes, Seed(0));
    target.generate(source);
    counters.clear();
    target.run();
    for (first, second) in first.iter_mut().zip(counters.read()) {
        if (*first == 0) != (*second == 0) {
            *first = 0;
        }
    }
    let size = source.recording().len();
    let run = Run { outcome: Outcome::Valid, counters: &first, size, ticks: 0 };
    black_box(strategy.keep(&Keeping {
        id: InputId(0),
        trace: source.trace(),
        run,
        contextual: contextual.as_ref(),
    }));
    source.set_tracing(false);
}

impl Observer for Recording {
    fn child(&mut self, child: &[u8], seed: u64) {
        self.add(child, seed);
    }
}

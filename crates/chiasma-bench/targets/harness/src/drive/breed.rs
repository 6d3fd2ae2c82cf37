//! The loop of a worker, without a supervisor: the same `Evolution`, around the target alone.
//!
//! That its population is as large in the end as the worker's is checked by the benchmark. Nothing here
//! is generic over the target, or it would be compiled with it, and get coverage; and what has coverage
//! outside of a target is new in every run.

use std::path::PathBuf;

use chiasma_core::{Seed, Source};
use chiasma_evolve::{Evolution, Host, Loaded, Outcome, Phase, StrategyName};
use chiasma_runtime::counters::Counters;

use super::MAX_SIZE;
use super::stages::{Unobserved, Observer, Stage, Stopwatch};
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
        Purpose::None => breed_observed(target, plan, &mut Unobserved),
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
    let (strategy, seed) = (plan.strategy, Seed(plan.seed));
    let mut evolution = Evolution::new(strategy, &strategy.settings(), MAX_SIZE, seed);
    let counters = Counters::of_this_process();
    let mut host = Bare { target, counters, observer, confirms: false };
    let start = processor_nanos();
    for _ in 0..plan.executions {
        evolution.step(&mut host);
    }
    say("loop_ns", processor_nanos() - start);
    say("population", evolution.search().population());
    say("covered", evolution.search().covered());
    say("edges", host.counters.len());
}

/// A target without a supervisor.
struct Bare<'b, O> {
    target: &'b mut dyn Target,
    counters: Counters,
    observer: &'b mut O,
    /// Whether an input is run once more: then its phases are not timed, and it is no child.
    confirms: bool,
}

impl<O: Observer> Bare<'_, O> {
    fn stage(&mut self, stage: Stage) {
        if !self.confirms {
            self.observer.enter(stage);
        }
    }
}

impl<O: Observer> Host for Bare<'_, O> {
    fn run(&mut self, source: &mut Source, loaded: Loaded<'_>) -> Outcome {
        self.stage(Stage::Generate);
        self.target.generate(source);
        if !self.confirms {
            match loaded {
                Loaded::Bytes { bytes, seed } => self.observer.child(bytes, seed.0),
                // What is not replayed from left to right is so once it was generated.
                Loaded::Other => self.observer.child(source.recording(), 0),
            }
        }
        self.stage(Stage::Clear);
        self.counters.clear();
        self.stage(Stage::Run);
        self.target.run();
        Outcome::Valid
    }

    fn generate(&mut self, source: &mut Source) {
        self.target.generate(source);
    }

    fn counters(&mut self) -> &[u8] {
        self.counters.read()
    }

    fn ticks(&self) -> u64 {
        0
    }

    fn ignore(&mut self, edge: usize) {
        self.counters.ignore(edge);
    }

    #[inline]
    fn enter(&mut self, phase: Phase) {
        self.confirms = phase == Phase::Confirm;
        self.observer.enter(match phase {
            Phase::Modify => Stage::Modify,
            Phase::Generate => Stage::Generate,
            Phase::Run => Stage::Run,
            Phase::Scan => Stage::Scan,
            Phase::Confirm => Stage::Confirm,
            Phase::Trace => Stage::Trace,
            Phase::Idle => Stage::Idle,
        });
    }
}

impl Observer for Recording {
    fn child(&mut self, child: &[u8], seed: u64) {
        self.add(child, seed);
    }
}

//! Runs the inputs of a worker: the target, its counters, and the memory shared with the supervisor.

use std::time::{Duration, Instant};

use chiasma_core::Source;
use chiasma_evolve::{self as evolve, Host, Loaded, MutantId, MutantResults, Phase};

use super::link::Link;
use super::phases::Stopwatch;
use crate::clock::ticks;
use crate::counters::Counters;
use crate::deep_stack;
use crate::mutants::{MutantRunner, Original, Reached, SwitchedMutant, clear_reached};
use crate::target::{FailureReport, OutcomeReport, Target};

/// Runs inputs, publishing each before it is run.
pub(super) struct Runner<'r> {
    pub(super) link: &'r mut Link,
    target: &'r mut dyn Target,
    counters: Counters,
    pub(super) watch: Stopwatch,
    /// Whether runs are timed.
    times_runs: bool,
    /// Duration of the last run, if it was timed.
    ticks: u64,
    /// The failure of the first run of this turn that failed.
    failure: Option<FailureReport>,
    /// Why the input of this turn is invalid, if a traced run told.
    why: String,
    /// Whether the last run overflowed the stack, and survived.
    overflowed: bool,
    /// The mutants of the target, if the strategy looks at them.
    mutants: Option<Mutants>,
}

/// The mutants of the target, and the original's last run.
struct Mutants {
    reached: Reached,
    runner: MutantRunner,
    outcome: OutcomeReport,
    took: Duration,
}

impl<'r> Runner<'r> {
    pub(super) fn new(link: &'r mut Link, target: &'r mut dyn Target) -> Self {
        let counters = Counters::of_this_process();
        let watch = Stopwatch::new();
        Self {
            link,
            target,
            counters,
            watch,
            times_runs: false,
            ticks: 0,
            failure: None,
            why: String::new(),
            overflowed: false,
            mutants: None,
        }
    }

    /// The same that times every run, for searches that ask how long runs take.
    pub(super) fn timing_runs(self) -> Self {
        Self { times_runs: true, ..self }
    }

    /// The same with mutants, if there are any, which are run on inputs of up to `max_size` bytes.
    pub(super) fn with_mutants(self, mutants: Vec<SwitchedMutant>, max_size: usize) -> Self {
        if mutants.is_empty() {
            return self;
        }
        self.target.watch_output();
        self.link.keep_from_children();
        let mutants = Mutants {
            reached: Reached::of(mutants),
            runner: MutantRunner::new(max_size),
            outcome: OutcomeReport::Valid {},
            took: Duration::ZERO,
        };
        Self { mutants: Some(mutants), ..self }
    }

    /// How many edges the target has.
    pub(super) fn edges(&self) -> usize {
        self.counters.len()
    }

    /// Why the input of this turn is invalid, if a traced run told.
    pub(super) fn take_why(&mut self) -> String {
        std::mem::take(&mut self.why)
    }

    /// Whether the last run overflowed the stack, and survived.
    #[inline]
    pub(super) fn overflowed(&self) -> bool {
        self.overflowed
    }

    /// Does the work of one turn, all of whose runs are of one input. Gives its result, and the failure of the
    /// first run that failed.
    #[inline]
    pub(super) fn turn<T>(
        &mut self,
        work: impl FnOnce(&mut Self) -> T,
    ) -> (T, Option<FailureReport>) {
        self.failure = None;
        self.why.clear();
        // A turn may have no run of its own: an input that another worker ran.
        self.overflowed = false;
        let result = work(self);
        (result, self.failure.take())
    }
}

impl Host for Runner<'_> {
    fn run(&mut self, source: &mut Source, loaded: Loaded<'_>) -> evolve::Outcome {
        let Self { link, target, counters, watch, times_runs, failure, mutants, .. } = self;
        let clock = || if *times_runs { ticks() } else { 0 };
        let shared = &mut link.shared;
        match loaded {
            Loaded::Bytes { bytes, seed } => shared.begin(bytes, seed.0),
            Loaded::Other => shared.begin_mirrored(),
        }
        watch.enter(Phase::Generate);
        let sites = mutants.as_ref().map_or(0, |mutants| mutants.reached.sites());
        let began = mutants.as_ref().map(|_| {
            // An invalid run gives no output, and must not be taken for the one before.
            let _ = target.take_output();
            Instant::now()
        });
        let before = clock();
        let mut is_generated = false;
        let outcome = target.run(source, &mut |_| {
            counters.clear();
            clear_reached(sites);
            is_generated = true;
            watch.enter(Phase::Run);
        });
        self.ticks = clock().wrapping_sub(before);
        if !is_generated {
            // An input that its generator gave up never reached the target; what the run before covered is still there.
            counters.clear();
            clear_reached(sites);
        }
        shared.end();
        self.overflowed = deep_stack::take_overflow();
        if self.overflowed {
            // Elsewhere this run dies: what it covered is as unknown as with any death.
            counters.clear();
            return evolve::Outcome::Failure;
        }
        if let (Some(mutants), Some(began)) = (mutants, began) {
            mutants.took = began.elapsed();
            mutants.outcome = outcome.clone();
        }
        match outcome {
            OutcomeReport::Valid {} => evolve::Outcome::Valid,
            OutcomeReport::Invalid { why } => {
                self.why = why;
                evolve::Outcome::Invalid
            }
            OutcomeReport::Failed { failure: why } => {
                failure.get_or_insert(why);
                evolve::Outcome::Failure
            }
        }
    }

    fn generate(&mut self, source: &mut Source) {
        self.link.shared.begin(&[], 0);
        let _ = self.target.generate(source);
        self.link.shared.end();
        // An input whose generation overflows is not kept; so this one does not, but where its run was close to it.
        let _ = deep_stack::take_overflow();
    }

    fn reached(&mut self, reached: &mut Vec<MutantId>) {
        reached.extend(self.mutants.iter().flat_map(|mutants| mutants.reached.mutants()));
    }

    fn all_mutants(&mut self, all: &mut Vec<MutantId>) {
        all.extend(self.mutants.iter().flat_map(|mutants| mutants.reached.all()));
    }

    fn try_mutants(&mut self, input: &[u8], chosen: &[MutantId], results: &mut MutantResults) {
        let Some(mutants) = &mut self.mutants else { return };
        let output = self.target.take_output();
        let original = Original::new(&mutants.outcome, output.as_ref(), mutants.took);
        // Without another process nothing can be tried, and nothing is killed.
        let tried = mutants.runner.run(self.target, input, original, chosen).unwrap_or_default();
        results.killed.extend(tried.killed.iter().map(|killed| killed.mutant));
        results.ended.extend(tried.ended);
    }

    fn counters(&mut self) -> &[u8] {
        self.counters.read()
    }

    fn ticks(&self) -> u64 {
        self.ticks
    }

    fn ignore(&mut self, edge: usize) {
        self.counters.ignore(edge);
    }

    #[inline]
    fn enter(&mut self, phase: Phase) {
        self.watch.enter(phase);
    }
}

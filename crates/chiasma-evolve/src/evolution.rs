//! The loop around a search: ask for a child, generate it, run it, judge the run, keep the input.
//!
//! What runs inputs is a [`Host`]: a worker process, a benchmark, or a test with a made-up target. In steady
//! state the loop allocates nothing.

mod checkpoint;
mod counts;
mod host;
mod sampling;
mod unstable;

use std::sync::Arc;

use chiasma_core::{Constants, Rng, Seed, Source};

pub use counts::Counts;
pub use host::{Host, Loaded, Phase};
pub use sampling::Sample;
use sampling::Sampling;
use unstable::{Trust, UnstableEdges};

use crate::child::Child;
use crate::coverage::{Counters, differing_edges};
use crate::facts::Facts;
use crate::feedback::diversity::Diversity;
use crate::input::InputId;
use crate::members::Anatomy;
use crate::mutants::{Among, MutantChoice};
use crate::run::{MutantId, MutantResults, Outcome, Run, Verdict};
use crate::search::{Keeping, Kept, Origin, Search};
use crate::settings::Settings;
use crate::strategies::StrategyName;

/// An input that comes from elsewhere.
#[derive(Debug, Clone, Copy)]
pub struct Given<'g> {
    /// Its parameter sequence.
    pub bytes: &'g [u8],
    /// Its run, if it was run elsewhere by the same build: then it is not run again.
    pub run: Option<Run<'g>>,
}

/// The result of one step.
#[derive(Debug)]
pub struct Step {
    /// The result of the run.
    pub outcome: Outcome,
    /// The input, if it was kept. Its trace, if there is one, is that of [`Evolution::source`].
    pub kept: Option<Kept>,
    /// The child beside its parent, if this one was sampled.
    pub sample: Option<Box<Sample>>,
}

/// Whether the source has a trace of the input that is being kept.
#[derive(Clone, Copy)]
enum Traced {
    Yes,
    No,
}

/// A search, and everything that goes on around it from run to run.
#[derive(Debug)]
pub struct Evolution {
    search: Search,
    source: Source,
    child: Child,
    rng: Rng,
    counts: Counts,
    unstable: UnstableEdges,
    diversity: Diversity,
    /// One in this many valid runs counts for diversity, which reads all edges.
    diversity_one_in: u64,
    /// The number of valid runs at which the next one counts.
    next_diverse: u64,
    sampling: Sampling,
    /// How mutants are chosen, if the strategy looks at them.
    mutants: Option<MutantChoice>,
    /// The mutants that are tried on the input of the last run.
    tried: Vec<MutantId>,
    /// What became of them.
    results: MutantResults,
    /// The counters that the input being kept reaches every time.
    passed: Vec<u8>,
    /// The sequence of the input that is being kept.
    bytes: Vec<u8>,
    /// The constants that all fresh draws may take, if the settings want that: then a child's bytes and its seed do
    /// not determine it.
    constants: Option<Arc<Constants>>,
}

impl Evolution {
    /// The loop around a search by `strategy`, with sequences of up to `max_size` bytes and random numbers
    /// from `seed`.
    #[must_use]
    pub fn new(strategy: StrategyName, settings: &Settings, max_size: usize, seed: Seed) -> Self {
        Self::with_facts(strategy, settings, &Facts::default(), max_size, seed)
    }

    /// As [`Evolution::new`], with what is known of the target.
    #[must_use]
    pub fn with_facts(
        strategy: StrategyName,
        settings: &Settings,
        facts: &Facts,
        max_size: usize,
        seed: Seed,
    ) -> Self {
        let search = strategy.build(settings, facts);
        let diversity_one_in = settings.whole("diversity-one-in");
        let mut source = Source::with_max_size(max_size, seed);
        let constants = facts.constants.as_ref().and_then(|facts| facts.table_of_all(settings));
        source.set_constants(constants.clone());
        Self {
            mutants: search.killed().map(|_| MutantChoice::new(settings)),
            search,
            tried: Vec::new(),
            results: MutantResults::default(),
            constants,
            source,
            child: Child::default(),
            rng: Rng::new(seed),
            counts: Counts::default(),
            unstable: UnstableEdges::default(),
            diversity: Diversity::default(),
            diversity_one_in,
            next_diverse: diversity_one_in,
            sampling: Sampling::default(),
            passed: Vec::new(),
            bytes: Vec::with_capacity(max_size),
        }
    }

    /// Asks for at least `wanted` samples of children beside their parents, spread over all runs.
    pub fn set_samples(&mut self, wanted: u64) {
        self.sampling = Sampling::new(wanted);
    }

    /// The search.
    #[must_use]
    pub fn search(&self) -> &Search {
        &self.search
    }

    /// What has been done so far.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// How diverse the valid runs were.
    #[must_use]
    pub fn diversity(&self) -> &Diversity {
        &self.diversity
    }

    /// How many edges the same input does not always pass.
    #[must_use]
    pub fn unstable(&self) -> usize {
        self.unstable.len()
    }

    /// The source, as the last run or the tracing of a kept input left it.
    pub fn source(&mut self) -> &mut Source {
        &mut self.source
    }

    /// What the input kept last passes every time.
    #[must_use]
    pub fn passed(&self) -> &Counters {
        &self.passed
    }

    /// Makes a child, runs it, and keeps it if it is worth it.
    pub fn step<H: Host>(&mut self, host: &mut H) -> Step {
        host.enter(Phase::Modify);
        self.search.ask(&mut self.rng, &mut self.child);
        let seed = Seed(self.rng.bits());
        self.counts.runs += 1;
        let sampled = self.sample_parent(host);
        self.child.load(&mut self.source, seed);
        let loaded = match self.child.determining_bytes() {
            Some(bytes) if self.constants.is_none() => Loaded::Bytes { bytes, seed },
            _ => Loaded::Other,
        };
        let outcome = host.run(&mut self.source, loaded);
        self.child.unload(&mut self.source);
        if self.child.has_constants() {
            self.source.set_constants(self.constants.clone());
        }
        host.enter(Phase::Scan);
        match outcome {
            Outcome::Valid => self.counts.valid += 1,
            Outcome::Invalid => {}
            Outcome::Failure => self.counts.failed += 1,
        }
        let verdict = self.judge(host, outcome, Origin::Bred);
        let sample = sampled.map(|parent| self.sample_child(parent, outcome));
        let kept = self.keep(host, verdict, outcome, Origin::Bred);
        host.enter(Phase::Idle);
        let saved = kept.is_some_and(|kept| kept.verdict == Verdict::New);
        Step { outcome, kept, sample: sample.map(|sample| Box::new(Sample { saved, ..sample })) }
    }

    /// Counts the next child as run and failed, and does not run it: it killed a process before.
    pub fn skip(&mut self) {
        self.search.ask(&mut self.rng, &mut self.child);
        self.rng.bits();
        self.counts.runs += 1;
        self.counts.failed += 1;
        self.search.died();
    }

    /// Runs an input from elsewhere, and keeps it if it is worth it.
    pub fn take<H: Host>(&mut self, host: &mut H, given: Given<'_>) -> Option<Kept> {
        self.counts.given += 1;
        let Some(run) = given.run else {
            let seed = Seed(0);
            self.source.load(given.bytes, seed);
            let loaded = Loaded::Bytes { bytes: given.bytes, seed };
            let outcome = host.run(&mut self.source, loaded);
            let verdict = self.judge(host, outcome, Origin::Given);
            return self.keep(host, verdict, outcome, Origin::Given);
        };
        if self.search.judge(&run) == Verdict::Dull {
            return None;
        }
        self.results.killed.clear();
        self.results.killed.extend_from_slice(run.killed);
        self.passed.clear();
        self.passed.extend_from_slice(run.counters);
        self.bytes.clear();
        self.bytes.extend_from_slice(given.bytes);
        self.admit(host, run.outcome, run.ticks, Origin::Given)
    }

    /// Counts the next input from elsewhere as taken in, and does not run it: it killed a process before.
    pub fn refuse(&mut self) {
        self.counts.given += 1;
    }

    /// Runs the input of the last run once more, with a trace and with notes; gives the source, which has
    /// both.
    pub fn retrace<H: Host>(&mut self, host: &mut H) -> &mut Source {
        self.bytes.clear();
        self.bytes.extend_from_slice(self.source.recording());
        self.source.set_noting(true);
        self.run_traced(host);
        &mut self.source
    }

    /// What the run just made is worth.
    #[inline]
    fn judge<H: Host>(&mut self, host: &mut H, outcome: Outcome, origin: Origin) -> Verdict {
        let size = self.source.recording().len();
        let ticks = host.ticks();
        if self.source.is_oversize() {
            if origin == Origin::Bred {
                let run = Run { outcome, counters: host.counters(), size, ticks, killed: &[] };
                self.search.did_not_fit(&run);
            }
            return Verdict::Dull;
        }
        self.try_mutants(host, outcome);
        let run =
            Run { outcome, counters: host.counters(), size, ticks, killed: &self.results.killed };
        // A comparison, since a remainder would be noticed in every run.
        if outcome == Outcome::Valid
            && origin == Origin::Bred
            && self.counts.valid >= self.next_diverse
        {
            self.next_diverse += self.diversity_one_in;
            self.diversity.observe(run.counters);
        }
        match origin {
            Origin::Bred => self.search.tell(&run),
            Origin::Given => self.search.judge(&run),
        }
    }

    /// Tries mutants on the input of the run just made; failing inputs are not scored.
    #[inline]
    fn try_mutants<H: Host>(&mut self, host: &mut H, outcome: Outcome) {
        self.results.killed.clear();
        let Some(choice) = self.mutants.as_mut().filter(|_| outcome != Outcome::Failure) else {
            return;
        };
        self.tried.clear();
        match choice.among() {
            Among::Reached => host.reached(&mut self.tried),
            Among::All => host.all_mutants(&mut self.tried),
        }
        choice.choose(&mut self.tried, &mut self.rng);
        if !self.tried.is_empty() {
            host.try_mutants(self.source.recording(), &self.tried, &mut self.results);
            self.results.ended.drain(..).for_each(|mutant| choice.ended(mutant));
        }
    }

    /// Keeps the input of the run just made. What is new is confirmed by a second run; what is only
    /// smaller is not run again.
    fn keep<H: Host>(
        &mut self,
        host: &mut H,
        verdict: Verdict,
        outcome: Outcome,
        origin: Origin,
    ) -> Option<Kept> {
        if verdict == Verdict::Dull {
            return None;
        }
        let ticks = host.ticks();
        self.passed.clear();
        self.passed.extend_from_slice(host.counters());
        self.bytes.clear();
        self.bytes.extend_from_slice(self.source.recording());
        if verdict == Verdict::Smaller {
            return self.admit(host, outcome, ticks, origin);
        }
        host.enter(Phase::Confirm);
        self.counts.confirmations += 1;
        let outcome = self.run_traced(host);
        self.drop_unstable(host);
        host.enter(Phase::Trace);
        // A busy machine makes a run slower, never faster.
        let ticks = ticks.min(host.ticks());
        let kept = self.give(outcome, ticks, origin, Traced::Yes);
        host.enter(Phase::Idle);
        kept
    }

    /// Keeps an input that need not be run: it is generated once more if its structure is needed.
    fn admit<H: Host>(
        &mut self,
        host: &mut H,
        outcome: Outcome,
        ticks: u64,
        origin: Origin,
    ) -> Option<Kept> {
        host.enter(Phase::Trace);
        let mut traced = Traced::No;
        if self.search.anatomy() != Anatomy::Bytes {
            traced = Traced::Yes;
            self.source.set_tracing(true);
            self.source.load(&self.bytes, Seed(0));
            host.generate(&mut self.source);
            self.counts.traces += 1;
            self.take_written_again();
            // A property that draws in its body has to be run.
            if self.source.recording() != self.bytes {
                self.counts.confirmations += 1;
                self.run_traced(host);
            }
            self.source.set_tracing(false);
        }
        let kept = self.give(outcome, ticks, origin, traced);
        host.enter(Phase::Idle);
        kept
    }

    /// Runs the input that is being kept once more, with a trace.
    fn run_traced<H: Host>(&mut self, host: &mut H) -> Outcome {
        self.source.set_tracing(true);
        self.source.load(&self.bytes, Seed(0));
        let loaded = Loaded::Bytes { bytes: &self.bytes, seed: Seed(0) };
        let outcome = host.run(&mut self.source, loaded);
        self.take_written_again();
        self.source.set_tracing(false);
        outcome
    }

    /// If documents were written again with the calls that read them, the input that is being kept is the one with these.
    fn take_written_again(&mut self) {
        if self.source.has_written_again() && self.source.has_read_all() {
            self.bytes.clear();
            self.bytes.extend_from_slice(self.source.recording());
        }
    }

    /// Credits the input with what it passed both times only, and as often as it did both times: lazy
    /// initialisation and caches make a first run pass what no later one does.
    fn drop_unstable<H: Host>(&mut self, host: &mut H) {
        let again = host.counters();
        let flickered: Vec<usize> = differing_edges(&self.passed, again).collect();
        for (first, second) in self.passed.iter_mut().zip(again) {
            *first = (*first).min(*second);
        }
        for edge in flickered {
            if self.unstable.flickered(edge) == Trust::JustLost {
                host.ignore(edge);
            }
        }
    }

    /// Gives an input to the search.
    fn give(
        &mut self,
        outcome: Outcome,
        ticks: u64,
        origin: Origin,
        traced: Traced,
    ) -> Option<Kept> {
        let (size, killed) = (self.bytes.len(), &self.results.killed);
        let run = Run { outcome, counters: &self.passed, size, ticks, killed };
        let trace = match traced {
            Traced::Yes => Some(self.source.trace()),
            Traced::No => None,
        };
        let id = InputId(self.counts.kept);
        let keeping = Keeping { id, origin, bytes: &self.bytes, trace, run };
        let kept = self.search.keep(&keeping);
        self.counts.kept += u64::from(kept.is_some());
        kept
    }

    /// The mutants that were tried so far.
    #[must_use]
    pub fn tried_mutants(&self) -> Vec<MutantId> {
        self.mutants.iter().flat_map(MutantChoice::tried).collect()
    }

    /// The mutants that the input of the last run killed.
    #[must_use]
    pub fn killed(&self) -> &[MutantId] {
        &self.results.killed
    }
}

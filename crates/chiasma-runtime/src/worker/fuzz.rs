//! The job of breeding: an [`Evolution`] around the target, and everything that the supervisor hears of it.
//!
//! In steady state it allocates nothing, makes no system call and takes no lock.

use std::collections::HashSet;
use std::io;
use std::time::Instant;

use chiasma_core::Seed;
use chiasma_evolve::{
    Evolution, Given, HillNumbers, Kept, Outcome, Phase, Run, Settings, Step, StrategyName,
    Verdict, pack, unpack,
};

use super::link::Link;
use super::runner::Runner;
use super::saved;
use crate::protocol::{FuzzPlan, GivenInput, Order, Past, Report, Status, Turn, Yield};
use crate::target::{self, Failure, Target};

/// Failures that differ in their callers are told apart up to this many; then they are only counted.
const MAX_FAILURES: usize = 1_000;

pub(super) fn run(
    link: &mut Link,
    target: &mut dyn Target,
    strategy: StrategyName,
    settings: &Settings,
    plan: FuzzPlan,
) -> io::Result<()> {
    let (max_size, seed) = (plan.max_size as usize, Seed(plan.seed));
    let mut evolution = Evolution::with_facts(strategy, settings, &plan.facts, max_size, seed);
    evolution.source().set_mirror(link.shared.mirror());
    let mut fuzzer = Fuzzer {
        runner: Runner::new(link, target).with_mutants(plan.mutants, plan.max_size as usize),
        evolution,
        known_failures: HashSet::new(),
        deadly: plan.deadly,
        has_siblings: plan.has_siblings,
    };
    fuzzer.evolution.set_samples(plan.samples);
    if let Some(snapshot) = plan.snapshot
        && fuzzer.evolution.load(&mut fuzzer.runner, &snapshot).is_none()
    {
        let message = "the state of the search cannot be restored".to_owned();
        return fuzzer.runner.link.send(&Report::Trouble { message });
    }
    fuzzer.runner.link.shared.set_counts(&fuzzer.evolution.counts());
    let edges = fuzzer.runner.edges() as u64;
    fuzzer.runner.link.send(&Report::Ready { edges })?;
    fuzzer.breed(plan.given, plan.executions)?;
    fuzzer.checkpoint()?;
    fuzzer.report()
}

struct Fuzzer<'f> {
    runner: Runner<'f>,
    evolution: Evolution,
    known_failures: HashSet<u64>,
    /// What killed earlier workers.
    deadly: Vec<Turn>,
    has_siblings: bool,
}

impl Fuzzer<'_> {
    /// Takes in what is given, then breeds until so many children have been run.
    fn breed(&mut self, given: Vec<GivenInput>, executions: u64) -> io::Result<()> {
        // Given away one by one: they may take much room.
        for given in given {
            if self.runner.link.shared.has_mail() && !self.read_mail()? {
                return Ok(());
            }
            self.take(&given)?;
        }
        while self.evolution.counts().runs < executions {
            if self.runner.link.shared.has_mail() && !self.read_mail()? {
                return Ok(());
            }
            self.step()?;
        }
        Ok(())
    }

    /// Says what is done next; true if it killed a worker before.
    #[inline]
    fn begin(&mut self, turn: Turn) -> bool {
        self.runner.link.shared.set_turn(turn);
        !self.deadly.is_empty() && self.is_deadly(turn)
    }

    #[cold]
    fn is_deadly(&mut self, turn: Turn) -> bool {
        let place = self.deadly.iter().position(|deadly| *deadly == turn);
        place.map(|at| self.deadly.swap_remove(at)).is_some()
    }

    /// One run of one child.
    fn step(&mut self) -> io::Result<()> {
        let run = self.evolution.counts().runs + 1;
        if self.begin(Turn { run, given: 0 }) {
            self.evolution.skip();
            self.runner.link.shared.set_counts(&self.evolution.counts());
            return self.pass_deadly();
        }
        let Step { outcome, kept, sample } = self.evolution.step(&mut self.runner);
        self.runner.link.shared.set_counts(&self.evolution.counts());
        if let Some(kept) = kept {
            self.tell_of(kept)?;
        }
        if outcome == Outcome::Failure {
            self.tell_of_failure(run)?;
        }
        match sample {
            Some(sample) => self.runner.link.send(&Report::Sampled { sample: *sample }),
            None => Ok(()),
        }
    }

    /// Takes in an input from elsewhere.
    fn take(&mut self, given: &GivenInput) -> io::Result<()> {
        let number = self.evolution.counts().given + 1;
        if self.begin(Turn { run: 0, given: number }) {
            self.evolution.refuse();
            return self.pass_deadly();
        }
        let GivenInput { bytes, past } = given;
        let mut counters = Vec::new();
        let run = past.as_ref().and_then(|past| {
            counters.resize(self.runner.edges(), 0);
            let Past { outcome, ticks, passed } = past;
            // What another build passed is of no use: it is run here.
            unpack(passed, &mut counters).then_some((*outcome, *ticks))
        });
        let run = run.map(|(outcome, ticks)| Run {
            outcome,
            counters: &counters,
            size: bytes.len(),
            ticks,
            killed: &[],
        });
        let is_known = run.is_some();
        let kept = self.evolution.take(&mut self.runner, Given { bytes, run });
        // What another worker found is known already.
        if let Some(kept) = kept.filter(|_| !is_known) {
            self.tell_of(kept)?;
        }
        self.tell_of_failure(self.evolution.counts().runs)
    }

    /// What killed the worker before this one is behind us: saves that at once, so that nobody has to come
    /// this way again.
    fn pass_deadly(&mut self) -> io::Result<()> {
        if self.deadly.is_empty() { self.checkpoint() } else { Ok(()) }
    }

    /// Tells the supervisor of an input that was kept.
    fn tell_of(&mut self, kept: Kept) -> io::Result<()> {
        let is_new = kept.verdict == Verdict::New;
        if !is_new && !self.has_siblings {
            return Ok(());
        }
        self.runner.watch.enter_send();
        let passed = pack(self.evolution.passed());
        let past = Past { outcome: kept.outcome, ticks: kept.ticks, passed };
        let run = self.evolution.counts().runs;
        let covered = self.evolution.search().covered() as u32;
        let report = if is_new {
            let input = saved(self.evolution.source());
            Report::Kept { input, new_edges: kept.new_edges as u32, covered, run, past }
        } else {
            let bytes = self.evolution.source().recording().to_vec();
            Report::Smaller { given: GivenInput { bytes, past: Some(past) } }
        };
        self.runner.link.send(&report)?;
        self.runner.watch.enter(Phase::Idle);
        Ok(())
    }

    /// Tells the supervisor of a failure, if it is a new one.
    fn tell_of_failure(&mut self, run: u64) -> io::Result<()> {
        let Some(failure) = self.runner.take_failure() else { return Ok(()) };
        if !self.is_new(&failure) {
            return Ok(());
        }
        let source = self.evolution.retrace(&mut self.runner);
        let input = saved(source);
        source.set_noting(false);
        self.runner.take_failure();
        self.runner.watch.enter_send();
        let outcome = target::Outcome::Failed { failure };
        self.runner.link.send(&Report::Failed { input, outcome, run })?;
        self.runner.watch.enter(Phase::Idle);
        Ok(())
    }

    fn is_new(&mut self, failure: &Failure) -> bool {
        self.known_failures.len() < MAX_FAILURES
            && self.known_failures.insert(failure.fingerprint())
    }

    /// Reads what the supervisor sent; false if it is to stop.
    fn read_mail(&mut self) -> io::Result<bool> {
        for _ in 0..self.runner.link.shared.take_mail() {
            match self.runner.link.receive_order()? {
                Order::Take { given } => self.take(&given)?,
                Order::Report {} => self.report()?,
                Order::Save {} => self.checkpoint()?,
                Order::Stop {} => return Ok(false),
                Order::Tried { .. } => {}
            }
        }
        Ok(true)
    }

    /// Sends all that has changed in the state of the search.
    fn checkpoint(&mut self) -> io::Result<()> {
        let began = Instant::now();
        self.runner.watch.enter_send();
        let (delta, counts) = (self.evolution.save(), self.evolution.counts());
        let micros = began.elapsed().as_micros() as u64;
        self.runner.link.send(&Report::Checkpoint { delta, counts, micros })?;
        self.runner.watch.enter(Phase::Idle);
        Ok(())
    }

    fn report(&mut self) -> io::Result<()> {
        let search = self.evolution.search();
        let yields = search.yields().used();
        let yields = yields
            .map(|(operator, counted)| Yield { operator: operator.name.to_owned(), counted })
            .collect();
        let HillNumbers { b0, b1, b2 } = self.evolution.diversity().hill_numbers();
        let status = Status {
            counts: self.evolution.counts(),
            population: search.population() as u64,
            covered: search.covered() as u64,
            unstable: self.evolution.unstable() as u64,
            yields,
            diversity: vec![b0, b1, b2],
            phases: self.runner.watch.totals(),
        };
        self.runner.link.send(&Report::Status { status })
    }
}

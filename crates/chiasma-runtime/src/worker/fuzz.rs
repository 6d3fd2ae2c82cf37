//! The fuzz job: an [`Evolution`] around the target, and the reports to the supervisor.
//!
//! In steady state it allocates nothing, makes no system call and takes no lock.

use std::collections::{HashSet, VecDeque};
use std::io;
use std::thread;
use std::time::Duration;

use chiasma_core::{Chi, Seed};
use chiasma_evolve::{
    Evolution, Given, Kept, Phase, Run, Settings, Step, StrategyName, Verdict, pack, unpack,
};

use super::link::Link;
use super::runner::Runner;
use super::saved;
use crate::calls::{CallsOfThisThread, has_left_out_calls};
use crate::clock::thread_time;
use crate::protocol::{
    FuzzPlan, GivenInput, KeptInput, MutantStatus, NamedYield, Order, Past, Report, Status, Turn,
};
use crate::stacks::fingerprint_of_recursion;
use crate::target::{FailureReport, Target};

/// Maximum number of failures reported; later ones are only counted.
const MAX_FAILURES: usize = 1_000;
/// Interval at which a worker that waits for hints looks for them.
const HINTS_INTERVAL: Duration = Duration::from_micros(50);

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
    evolution.source().set_hooked_calls(Box::<CallsOfThisThread>::default());
    let runner = Runner::new(link, target).with_mutants(plan.mutants, plan.max_size as usize);
    let mut fuzzer = Fuzzer {
        // A campaign that ends after a number of runs is to be the same every time, and time never is.
        runner: if settings.use_time() || plan.executions == u64::MAX {
            runner.timing_runs()
        } else {
            runner
        },
        evolution,
        waiting: plan.given.into(),
        reported_failures: HashSet::new(),
        deadly: plan.deadly,
        has_siblings: plan.has_siblings,
        has_hints: plan.has_hints,
        checks_connection: plan.checks_connection,
        awaited_hints: 0,
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
    fuzzer.breed(plan.executions)?;
    fuzzer.checkpoint()?;
    fuzzer.report()
}

/// The state of the job.
struct Fuzzer<'f> {
    runner: Runner<'f>,
    evolution: Evolution,
    /// Inputs from elsewhere that are to be run next, in the order in which the supervisor gave them: so it knows which
    /// of them a successor still has to be given.
    waiting: VecDeque<GivenInput>,
    /// Fingerprints of the failures that were reported.
    reported_failures: HashSet<u64>,
    /// Turns that killed earlier workers.
    deadly: Vec<Turn>,
    has_siblings: bool,
    has_hints: bool,
    checks_connection: bool,
    /// Number of kept inputs whose hints have not come yet.
    awaited_hints: u32,
}

impl Fuzzer<'_> {
    /// Breeds until this many children have been run in all; runs inputs from elsewhere before the next child.
    fn breed(&mut self, executions: u64) -> io::Result<()> {
        loop {
            if self.runner.link.shared.has_mail() && !self.handle_orders()? {
                return Ok(());
            }
            if let Some(given) = self.waiting.pop_front() {
                self.take(&given)?;
            } else if !self.await_hints()? {
                return Ok(());
            } else if self.waiting.is_empty() {
                if self.evolution.counts().runs >= executions {
                    return Ok(());
                }
                self.step()?;
            }
        }
    }

    /// Waits for the hints of what was kept, so that the same campaign gets them at the same moment each time;
    /// false if the job is to stop.
    #[inline]
    fn await_hints(&mut self) -> io::Result<bool> {
        while self.awaited_hints > 0 {
            if !self.runner.link.shared.has_mail() {
                thread::sleep(HINTS_INTERVAL);
            } else if !self.handle_orders()? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Publishes the turn that begins; true if it killed an earlier worker, and is to be skipped.
    #[inline]
    fn begin(&mut self, turn: Turn) -> io::Result<bool> {
        if self.checks_connection {
            // The published turn is still the one that has closed it.
            self.runner.link.check()?;
        }
        self.runner.link.shared.set_turn(turn);
        Ok(!self.deadly.is_empty() && self.is_deadly(turn))
    }

    #[cold]
    fn is_deadly(&mut self, turn: Turn) -> bool {
        let place = self.deadly.iter().position(|deadly| *deadly == turn);
        place.map(|at| self.deadly.swap_remove(at)).is_some()
    }

    /// Runs one child.
    fn step(&mut self) -> io::Result<()> {
        let run = self.evolution.counts().runs + 1;
        if self.begin(Turn { run, given: 0 })? {
            self.evolution.skip();
            self.runner.link.shared.set_counts(&self.evolution.counts());
            return self.pass_deadly();
        }
        let (step, failure) = self.runner.turn(|runner| self.evolution.step(runner));
        let Step { kept, sample, .. } = step;
        self.runner.link.shared.set_counts(&self.evolution.counts());
        self.report_overflow()?;
        EndedTurn { fuzzer: self, kept, failure }.report_kept()?.report_failure()?;
        match sample {
            Some(sample) => self.runner.link.send(&Report::Sampled { sample: *sample }),
            None => Ok(()),
        }
    }

    /// Runs an input from elsewhere, and keeps it if it is worth it.
    fn take(&mut self, given: &GivenInput) -> io::Result<()> {
        let number = self.evolution.counts().given + 1;
        if self.begin(Turn { run: 0, given: number })? {
            self.evolution.refuse();
            return self.pass_deadly();
        }
        let GivenInput { bytes, past } = given;
        let mut counters = Vec::new();
        let run = past.as_ref().and_then(|past| {
            counters.resize(self.runner.edges(), 0);
            let Past { outcome, ticks, passed, killed } = past;
            // The edges of another build are of no use: the input is run here.
            unpack(passed, &mut counters).then_some((*outcome, *ticks, killed))
        });
        let run = run.map(|(outcome, ticks, killed)| Run {
            outcome,
            counters: &counters,
            size: bytes.len(),
            ticks,
            killed,
        });
        // What another worker has run, it has reported.
        let is_reported = run.is_some();
        let given = Given { bytes, run };
        let (kept, failure) = self.runner.turn(|runner| self.evolution.take(runner, given));
        self.report_overflow()?;
        let kept = kept.filter(|_| !is_reported);
        EndedTurn { fuzzer: self, kept, failure }.report_kept()?.report_failure()
    }

    /// Reports the last run if it overflowed the stack by a recursion that was not reported before.
    #[inline]
    fn report_overflow(&mut self) -> io::Result<()> {
        if self.runner.overflowed() { self.send_overflow() } else { Ok(()) }
    }

    #[cold]
    fn send_overflow(&mut self) -> io::Result<()> {
        let stacks = self.runner.link.shared.last_stacks();
        let recursion = stacks.first().map_or(0, |stack| fingerprint_of_recursion(stack));
        if self.reported_failures.len() >= MAX_FAILURES || !self.reported_failures.insert(recursion)
        {
            return Ok(());
        }
        let bytes = self.evolution.source().recording().to_vec();
        let run = self.evolution.counts().runs;
        self.runner.watch.enter_send();
        self.runner.link.send(&Report::Overflowed { bytes, stacks, run })?;
        self.runner.watch.enter(Phase::Idle);
        Ok(())
    }

    /// After a turn that killed an earlier worker was skipped: sends a checkpoint at once, so that later workers
    /// begin behind it.
    fn pass_deadly(&mut self) -> io::Result<()> {
        if self.deadly.is_empty() { self.checkpoint() } else { Ok(()) }
    }

    /// Whether a failure has not been reported yet.
    fn is_new(&mut self, failure: &FailureReport) -> bool {
        self.reported_failures.len() < MAX_FAILURES
            && self.reported_failures.insert(failure.fingerprint())
    }

    /// Handles the orders that have arrived; false if the job is to stop.
    fn handle_orders(&mut self) -> io::Result<bool> {
        for _ in 0..self.runner.link.shared.take_mail() {
            match self.runner.link.receive_order()? {
                Order::Take { given } => self.waiting.push_back(given),
                Order::Report {} => self.report()?,
                Order::Save {} => self.checkpoint()?,
                Order::Stop {} => return Ok(false),
                Order::TryHints { given } => {
                    self.awaited_hints = self.awaited_hints.saturating_sub(1);
                    if !given.is_empty() {
                        // A successor takes them before its first run: so it has to begin behind the run that they are of.
                        self.checkpoint()?;
                    }
                    self.waiting.extend(given);
                }
                Order::Tried { .. } => {}
            }
        }
        Ok(true)
    }

    /// Sends the changes of the search's state since the last checkpoint.
    fn checkpoint(&mut self) -> io::Result<()> {
        let began = thread_time();
        self.runner.watch.enter_send();
        let (delta, counts) = (self.evolution.save(), self.evolution.counts());
        let micros = (thread_time() - began).as_micros() as u64;
        let phases = self.runner.watch.totals();
        self.runner.link.send(&Report::Checkpoint { delta, counts, micros, phases })?;
        self.runner.watch.enter(Phase::Idle);
        Ok(())
    }

    /// Sends the figures of this worker.
    fn report(&mut self) -> io::Result<()> {
        let search = self.evolution.search();
        let yields = search.yields().used();
        let yields = yields
            .map(|(operator, counted)| NamedYield { operator: operator.name.to_owned(), counted })
            .collect();
        let status = Status {
            counts: self.evolution.counts(),
            population: search.population() as u64,
            generations: search.generations(),
            covered: search.covered() as u64,
            unstable: self.evolution.unstable() as u64,
            has_left_out_calls: has_left_out_calls(),
            yields,
            diversity: Some(self.evolution.diversity().hill_numbers()),
            phases: self.runner.watch.totals(),
            mutants: search.killed().map(|killed| MutantStatus {
                tried: self.evolution.tried_mutants(),
                killed: killed.iter().copied().collect(),
            }),
        };
        self.runner.link.send(&Report::Status { status })
    }
}

/// A turn that has ended and is not reported yet.
///
/// The source still holds the kept input with its trace. Reporting the failure runs the input again, and
/// replaces that trace; so the failure can be reported by a [`ReportedKept`] only, and that is what reporting the kept
/// input gives.
#[must_use]
struct EndedTurn<'t, 'f> {
    fuzzer: &'t mut Fuzzer<'f>,
    kept: Option<Kept>,
    failure: Option<FailureReport>,
}

/// A turn whose kept input has been reported.
#[must_use]
struct ReportedKept<'t, 'f> {
    fuzzer: &'t mut Fuzzer<'f>,
    failure: Option<FailureReport>,
}

impl<'t, 'f> EndedTurn<'t, 'f> {
    /// Reports the input, if it was kept: to be saved if it is new, or for other workers if it is only smaller.
    #[inline]
    fn report_kept(self) -> io::Result<ReportedKept<'t, 'f>> {
        let Self { fuzzer, kept, failure } = self;
        if let Some(kept) = kept {
            fuzzer.send_kept(kept)?;
        }
        Ok(ReportedKept { fuzzer, failure })
    }
}

impl ReportedKept<'_, '_> {
    /// Reports the failure, if there was one that has not been reported before.
    #[inline]
    fn report_failure(self) -> io::Result<()> {
        match self.failure {
            Some(failure) => self.fuzzer.send_failure(failure),
            None => Ok(()),
        }
    }
}

impl Fuzzer<'_> {
    fn send_kept(&mut self, kept: Kept) -> io::Result<()> {
        let is_new = kept.verdict == Verdict::New;
        if !is_new && !self.has_siblings {
            return Ok(());
        }
        self.runner.watch.enter_send();
        // Nobody else asks for it.
        let past = self.has_siblings.then(|| Past {
            outcome: kept.outcome,
            ticks: kept.ticks,
            passed: pack(self.evolution.passed()),
            // Inputs that kill what others kill, too, are for the worker that bred them.
            killed: if is_new { self.evolution.killed().to_vec() } else { Vec::new() },
        });
        let run = self.evolution.counts().runs;
        let covered = self.evolution.search().covered() as u32;
        let report = if is_new {
            let trace = self.evolution.source().trace();
            let input = KeptInput { bytes: trace.bytes().to_vec(), compact: Chi::compact(trace) };
            self.awaited_hints += u32::from(self.has_hints);
            let (new_edges, why) = (kept.new_edges as u32, self.runner.take_why());
            Report::Kept { input, new_edges, covered, run, past, why }
        } else {
            let bytes = self.evolution.source().recording().to_vec();
            Report::Smaller { given: GivenInput { bytes, past } }
        };
        self.runner.link.send(&report)?;
        self.runner.watch.enter(Phase::Idle);
        Ok(())
    }

    fn send_failure(&mut self, failure: FailureReport) -> io::Result<()> {
        if !self.is_new(&failure) {
            return Ok(());
        }
        let source = self.evolution.retrace(&mut self.runner);
        let input = saved(source);
        source.set_noting(false);
        self.runner.watch.enter_send();
        let run = self.evolution.counts().runs;
        self.runner.link.send(&Report::Failed { input, failure, run })?;
        self.runner.watch.enter(Phase::Idle);
        Ok(())
    }
}

#[cfg(test)]
mod tests;

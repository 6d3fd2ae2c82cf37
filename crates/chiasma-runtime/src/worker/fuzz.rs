//! The fuzzing loop: ask for a child, generate, run, read coverage, tell.
//!
//! In steady state it allocates nothing, makes no system call and takes no lock.

use std::collections::{HashMap, HashSet};
use std::io;

use chiasma_core::{Contextual, Rng, Seed, Source};
use chiasma_evolve::{
    self as evolve, Child, Diversity, Form, HillNumbers, InputId, Strategy, Verdict,
};

use super::link::Link;
use super::{load, saved};
use crate::clock::ticks;
use crate::counters::Counters;
use crate::packed::{pack, unpack};
use crate::protocol::{FuzzPlan, Input, Order, Past, Remembered, Report, Yield};
use crate::shared::Counted;
use crate::target::{Outcome, Target};

/// Failures that differ in their callers are told apart up to this many; then they are only counted.
const MAX_FAILURES: usize = 1_000;

/// Of the valid runs one in so many is taken into account for diversity, which looks at all edges.
const DIVERSITY_ONE_IN: u64 = 16;

/// An edge that was passed by an input once and then not again this often is not looked at any more.
const MAX_FLICKERS: u8 = 3;

/// Of the runs one in so many has its phases timed.
const TIMED_ONE_IN: u64 = 64;

pub(super) fn run(
    link: &mut Link,
    target: &mut dyn Target,
    strategy: Box<dyn Strategy>,
    plan: FuzzPlan,
) -> io::Result<()> {
    let mut fuzzer = Fuzzer {
        link,
        target,
        source: Source::with_max_size(plan.max_size as usize, Seed(plan.seed)),
        strategy,
        counters: Counters::of_this_process(),
        first: Vec::new(),
        child: Child::default(),
        bytes: Vec::with_capacity(plan.max_size as usize),
        rng: Rng::new(Seed(plan.seed)),
        known_failures: HashSet::new(),
        unstable: HashMap::new(),
        runs: 0,
        ticks: 0,
        valid: 0,
        diversity: Diversity::default(),
        phases: Phases::default(),
        kept: 0,
        observe: plan.observe,
    };
    fuzzer.link.send(&Report::Ready { edges: fuzzer.counters.len() as u64 })?;
    // Given away one by one: they may take much room.
    for input in plan.remembered {
        fuzzer.remember(&input)?;
    }
    for input in plan.inputs {
        let past = fuzzer.take(&input)?;
        if let Input::Bytes { bytes, .. } = input {
            fuzzer.link.send(&Report::Taken { bytes, past })?;
        }
    }
    while fuzzer.runs < plan.executions {
        if fuzzer.link.shared.has_mail() && !fuzzer.read_mail()? {
            break;
        }
        fuzzer.step()?;
    }
    fuzzer.report()
}

/// When the input of a run is published.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Publish {
    Before,
    WhenGenerated,
}

struct Fuzzer<'f> {
    link: &'f mut Link,
    target: &'f mut dyn Target,
    source: Source,
    strategy: Box<dyn Strategy>,
    counters: Counters,
    /// What an interesting run passed, while it is run again.
    first: Vec<u8>,
    child: Child,
    /// The sequence of the input that is run again, or came from outside.
    bytes: Vec<u8>,
    rng: Rng,
    known_failures: HashSet<u64>,
    /// The edges that an input passed once and then not again, and how often that happened.
    unstable: HashMap<usize, u8>,
    runs: u64,
    /// How long the last run took.
    ticks: u64,
    valid: u64,
    diversity: Diversity,
    phases: Phases,
    /// How many inputs were kept; the next one is known by this number.
    kept: u64,
    /// Whether every child is reported on.
    observe: bool,
}

/// Where the time of the runs goes that were timed, in ticks.
#[derive(Default)]
struct Phases {
    modify: u64,
    generate: u64,
    run: u64,
    tell: u64,
    /// If the run under way is timed: when its input was generated, or before that when it began.
    generated: u64,
}

impl Fuzzer<'_> {
    /// One run of one child.
    fn step(&mut self) -> io::Result<()> {
        if self.observe {
            self.source.set_noting(true);
        }
        let timed = self.runs.is_multiple_of(TIMED_ONE_IN);
        let begun = if timed { ticks() } else { 0 };
        self.strategy.ask(&mut self.rng, &mut self.child);
        let seed = self.rng.bits();
        self.child.load(&mut self.source, Seed(seed));
        // What is not replayed from left to right is known as bytes only once it has been generated.
        let publish = match self.child.form() {
            Form::Linear => Publish::Before,
            _ => Publish::WhenGenerated,
        };
        self.link.shared.begin(self.child.bytes(), seed);
        self.runs += 1;
        let asked = if timed { ticks() } else { 0 };
        self.phases.generated = asked;
        let outcome = self.run_loaded(publish);
        let ran = if timed { ticks() } else { 0 };
        // Taken now: what fails is run once more.
        let generated = std::mem::take(&mut self.phases.generated);
        self.child.unload(&mut self.source);
        self.link.shared.count(match outcome {
            Outcome::Valid {} => Counted::Valid,
            Outcome::Invalid { .. } => Counted::Invalid,
            Outcome::Failed { .. } => Counted::Failed,
        });
        let observed = self.observe.then(|| (self.child.parent(), self.text()));
        let kept = self.judge(&outcome)?;
        if timed {
            self.phases.add([begun, asked, generated, ran, ticks()]);
        }
        match observed {
            Some((parent, text)) => self.tell_of(parent, kept, &outcome, text),
            None => Ok(()),
        }
    }

    /// The values of the last run, as they print.
    fn text(&self) -> String {
        self.source.notes().iter().map(|note| note.value.as_str()).collect::<Vec<_>>().join("\n")
    }

    /// Reports on a child, or on an input from outside.
    fn tell_of(
        &mut self,
        parent: Option<InputId>,
        kept: Option<InputId>,
        outcome: &Outcome,
        text: String,
    ) -> io::Result<()> {
        self.link.send(&Report::Bred {
            kept_as: kept.map(|id| id.0),
            parent: parent.map(|id| id.0),
            valid: *outcome == Outcome::Valid {},
            text,
        })
    }

    /// Runs what the source was loaded with, once.
    fn run_loaded(&mut self, publish: Publish) -> Outcome {
        let (counters, shared) = (&mut self.counters, &mut self.link.shared);
        let generated = &mut self.phases.generated;
        let before = ticks();
        let outcome = self.target.run(&mut self.source, &mut |source| {
            if publish == Publish::WhenGenerated {
                shared.publish(source.recording(), 0);
            }
            if *generated != 0 {
                *generated = ticks();
            }
            counters.clear();
        });
        self.ticks = ticks().wrapping_sub(before);
        self.link.shared.end();
        outcome
    }

    /// Keeps the input just run if it is worth it; says what it is known by then.
    fn judge(&mut self, outcome: &Outcome) -> io::Result<Option<InputId>> {
        if self.source.is_oversize() {
            return Ok(None);
        }
        let run = evolve::Run {
            outcome: verdict(outcome),
            counters: self.counters.read(),
            size: self.source.recording().len(),
            ticks: self.ticks,
        };
        if run.outcome == evolve::Outcome::Valid {
            self.valid += 1;
            if self.valid.is_multiple_of(DIVERSITY_ONE_IN) {
                self.diversity.observe(run.counters);
            }
        }
        let interesting = self.strategy.tell(&run) == Verdict::Interesting;
        let new_failure = match outcome {
            Outcome::Failed { failure } if self.known_failures.len() < MAX_FAILURES => {
                self.known_failures.insert(failure.fingerprint())
            }
            _ => false,
        };
        if interesting || new_failure {
            self.confirm(outcome, interesting, new_failure)
        } else {
            Ok(None)
        }
    }

    /// Runs the input once more, traced. What it passed both times is stable and credited to it: lazy
    /// initialisation and caches make a first run pass what no later one does.
    fn confirm(
        &mut self,
        outcome: &Outcome,
        interesting: bool,
        new_failure: bool,
    ) -> io::Result<Option<InputId>> {
        self.first.clear();
        self.first.extend_from_slice(self.counters.read());
        self.bytes.clear();
        self.bytes.extend_from_slice(self.source.recording());
        let contextual = self.source.contextual().cloned();
        self.source.set_tracing(true);
        self.source.set_noting(new_failure);
        self.source.load(&self.bytes, Seed(0));
        self.link.shared.begin(&self.bytes, 0);
        let again = self.run_loaded(Publish::Before);
        let id = interesting.then_some(InputId(self.kept));
        let kept = id.map(|id| self.keep(id, &again, contextual.as_ref()));
        // Many are kept only because they are smaller; the supervisor does not hear of them.
        if let Some(kept) = kept.filter(|kept| kept.new_branches > 0) {
            self.link.send(&Report::Kept {
                input: saved(&mut self.source),
                new_edges: kept.new_branches as u32,
                covered: self.strategy.covered() as u32,
                run: self.runs,
                past: self.past(&again),
            })?;
        }
        if new_failure {
            let (input, outcome) = (saved(&mut self.source), outcome.clone());
            self.link.send(&Report::Failed { input, outcome, run: self.runs })?;
        }
        self.source.set_tracing(false);
        self.source.set_noting(false);
        Ok(id)
    }

    fn keep(
        &mut self,
        id: InputId,
        again: &Outcome,
        contextual: Option<&Contextual>,
    ) -> evolve::Kept {
        let flickered: Vec<usize> =
            evolve::differing_edges(&self.first, self.counters.read()).collect();
        for edge in flickered {
            self.first[edge] = 0;
            let times = self.unstable.entry(edge).or_default();
            *times = times.saturating_add(1);
            // It would stay new for ever, and every input that passes it would be run twice.
            if *times == MAX_FLICKERS {
                self.counters.ignore(edge);
            }
        }
        self.keep_as(id, again, contextual)
    }

    /// Gives the input just traced to the strategy, with what it is credited for.
    fn keep_as(
        &mut self,
        id: InputId,
        outcome: &Outcome,
        contextual: Option<&Contextual>,
    ) -> evolve::Kept {
        self.kept += 1;
        let run = evolve::Run {
            outcome: verdict(outcome),
            counters: &self.first,
            size: self.source.recording().len(),
            ticks: self.ticks,
        };
        let trace = self.source.trace();
        self.strategy.keep(&evolve::Keeping { id, trace, run, contextual })
    }

    /// What came of the input just kept, for those who keep it after this worker.
    fn past(&self, outcome: &Outcome) -> Past {
        let valid = *outcome == Outcome::Valid {};
        Past { valid, ticks: self.ticks, passed: pack(&self.first) }
    }

    /// Runs an input that came from outside; what came of it, if it is kept.
    fn take(&mut self, input: &Input) -> io::Result<Option<Past>> {
        if load(&mut self.source, input).is_err() {
            // The supervisor has read the file before; what it could not read it did not send.
            return Ok(None);
        }
        let (bytes, seed) = match input {
            Input::Bytes { bytes, seed } => (&bytes[..], *seed),
            Input::Chi { .. } => {
                // Generate it once, so that the bytes are known before anything can go wrong.
                let _ = self.target.generate(&mut self.source);
                self.bytes.clear();
                self.bytes.extend_from_slice(self.source.recording());
                self.source.load(&self.bytes, Seed(0));
                (&self.bytes[..], 0)
            }
        };
        self.source.set_noting(self.observe);
        self.link.shared.begin(bytes, seed);
        let outcome = self.run_loaded(Publish::Before);
        let text = self.text();
        let kept = self.judge(&outcome)?;
        if self.observe {
            self.tell_of(None, kept, &outcome, text)?;
        }
        Ok(kept.map(|_| self.past(&outcome)))
    }

    /// Takes in an input that an earlier worker kept. Nothing is run, so that a worker that replaces
    /// another is soon where that one was: its calls come from generating it once more.
    fn remember(&mut self, known: &Remembered) -> io::Result<()> {
        self.source.set_tracing(true);
        self.source.load(&known.bytes, Seed(0));
        self.link.shared.begin(&known.bytes, 0);
        let _ = self.target.generate(&mut self.source);
        self.link.shared.end();
        self.first.clear();
        self.first.resize(self.counters.len(), 0);
        // One that draws in the body of its property has to be run.
        let is_whole =
            self.source.recording() == known.bytes && unpack(&known.past.passed, &mut self.first);
        if !is_whole {
            self.source.set_tracing(false);
            self.take(&Input::Bytes { bytes: known.bytes.clone(), seed: 0 })?;
            return Ok(());
        }
        self.ticks = known.past.ticks;
        let outcome = match known.past.valid {
            true => Outcome::Valid {},
            false => Outcome::Invalid { why: String::new() },
        };
        let run = evolve::Run {
            outcome: verdict(&outcome),
            counters: &self.first,
            size: known.bytes.len(),
            ticks: self.ticks,
        };
        if self.strategy.tell(&run) == Verdict::Interesting {
            self.keep_as(InputId(self.kept), &outcome, None);
        }
        self.source.set_tracing(false);
        Ok(())
    }

    /// Reads what the supervisor sent; false if it is to stop.
    fn read_mail(&mut self) -> io::Result<bool> {
        for _ in 0..self.link.shared.take_mail() {
            match self.link.receive_order()? {
                Order::Take { input } => drop(self.take(&input)?),
                Order::Report {} => self.report()?,
                Order::Stop {} => return Ok(false),
                Order::Tried { .. } => {}
            }
        }
        Ok(true)
    }

    fn report(&mut self) -> io::Result<()> {
        let yields = self.strategy.yields().used();
        let yields = yields
            .map(|(operator, counted)| Yield {
                operator: operator.name().to_owned(),
                children: counted.children,
                kept: counted.kept,
            })
            .collect();
        let HillNumbers { b0, b1, b2 } = self.diversity.hill_numbers();
        self.link.send(&Report::Status {
            diversity: [b0, b1, b2].map(f64::to_bits).to_vec(),
            population: self.strategy.population() as u64,
            covered: self.strategy.covered() as u64,
            unstable: self.unstable.len() as u64,
            yields,
            phases: self.phases.in_order(),
        })
    }
}

impl Phases {
    /// Adds a run: when it began, had its child, had generated its input, had run it, and was done.
    fn add(&mut self, [begun, asked, generated, ran, done]: [u64; 5]) {
        // An input that its generator gave up has only been generated.
        let generated = if generated > asked { generated } else { ran };
        self.modify += asked.saturating_sub(begun);
        self.generate += generated.saturating_sub(asked);
        self.run += ran.saturating_sub(generated);
        self.tell += done.saturating_sub(ran);
    }

    fn in_order(&self) -> Vec<u64> {
        vec![self.modify, self.generate, self.run, self.tell]
    }
}

fn verdict(outcome: &Outcome) -> evolve::Outcome {
    match outcome {
        Outcome::Valid {} => evolve::Outcome::Valid,
        Outcome::Invalid { .. } => evolve::Outcome::Invalid,
        Outcome::Failed { .. } => evolve::Outcome::Failure,
    }
}

//! Checking a property: saved inputs, then fresh ones, then shrinking what failed.

use std::collections::HashMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use chiasma_core::chi::Chi;
use chiasma_core::shrink::{self, Attempt};
use chiasma_core::{Extension, LabelledMatch, Note, Seed, Source, Trace};

use crate::outcome::{Failure, FailureKind, Outcome, Phase, Verdict, Why};
use crate::panics::{self, Unwound};
use crate::settings::{ErrorsAre, Settings};
use crate::store::{SavedInput, Store, StoreError};

/// How long shrinking goes on silently.
const QUIET: Duration = Duration::from_secs(2);

/// A property that holds, as far as was tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Passed {
    /// The saved inputs that were replayed.
    pub replayed: usize,
    /// The fresh cases for which it holds.
    pub cases: u32,
    /// The fresh cases that were rejected.
    pub rejected: u32,
}

/// Why a check did not pass.
#[derive(Debug)]
pub enum Trouble {
    /// The property does not hold.
    Failed(Box<Found>),
    /// Nearly every case was rejected.
    TooManyRejects {
        /// The cases that were not.
        valid: u32,
        /// The cases that were.
        rejected: u32,
        /// The reasons with how often each was given, most frequent first.
        reasons: Vec<(String, u32)>,
    },
    /// A saved input could not be read.
    Saved(StoreError),
    /// A setting is wrong.
    Settings(String),
}

/// An input for which a property does not hold.
#[derive(Debug)]
pub struct Found {
    /// In what way it does not.
    pub failure: Failure,
    /// The values drawn, by name.
    pub notes: Vec<Note>,
    /// The input's parameter sequence.
    pub bytes: Vec<u8>,
    /// How it was found.
    pub origin: Origin,
    /// Whether the same input did not fail when it was run again.
    pub flaky: bool,
    /// Where it was saved; the error if it could not be.
    pub saved: Option<Result<PathBuf, StoreError>>,
}

/// How a failing input was found.
#[derive(Debug)]
pub enum Origin {
    /// It had been saved.
    Saved {
        /// The file.
        path: PathBuf,
        /// How much of the file the generator could still use.
        matched: LabelledMatch,
    },
    /// It was a fresh case, and was shrunk.
    Fresh {
        /// The seed that leads to it again.
        seed: Seed,
        /// Which valid case it was, from 1.
        case: u32,
        /// What shrinking did.
        shrunk: shrink::Summary,
    },
}

/// Generates an input from what `source` has been loaded with and runs the property on it; `generated`
/// is called in between.
pub(crate) fn run_once<A, V: Verdict>(
    source: &mut Source,
    generate: &impl Fn(&mut Source) -> A,
    test: &impl Fn(A, &mut Source) -> V,
    errors_are: ErrorsAre,
    generated: &mut dyn FnMut(&mut Source),
) -> Outcome {
    let mut phase = Phase::Generating;
    let result = panics::catch(|| {
        let input = generate(source);
        phase = Phase::Testing;
        generated(source);
        test(input, source).outcome(errors_are)
    });
    match result {
        Ok(_) if source.is_oversize() => Outcome::Invalid(Why::Oversize),
        Ok(outcome) => outcome,
        Err(Unwound::Rejected(rejection)) => Outcome::Invalid(Why::Rejected(rejection)),
        Err(Unwound::Panicked { message, location }) => {
            Outcome::Failure(Failure { kind: FailureKind::Panic, message, location, phase })
        }
    }
}

/// Checks one property.
pub(crate) struct Runner<'p, G, T> {
    settings: &'p Settings,
    name: Option<&'p str>,
    store: Option<&'p Store>,
    generate: &'p G,
    test: &'p T,
    source: Source,
}

impl<'p, A, V, G, T> Runner<'p, G, T>
where
    V: Verdict,
    G: Fn(&mut Source) -> A,
    T: Fn(A, &mut Source) -> V,
{
    pub(crate) fn new(
        settings: &'p Settings,
        name: Option<&'p str>,
        store: Option<&'p Store>,
        generate: &'p G,
        test: &'p T,
    ) -> Self {
        let source = Source::with_max_size(settings.max_size, Seed(0));
        Self { settings, name, store, generate, test, source }
    }

    pub(crate) fn run(mut self) -> Result<Passed, Trouble> {
        let saved = match self.store {
            Some(store) => store.load().map_err(Trouble::Saved)?,
            None => Vec::new(),
        };
        for input in &saved {
            self.replay(input)?;
        }
        self.search(saved.len())
    }

    /// Runs the property on what the source has been loaded with.
    fn run_once(&mut self) -> Outcome {
        run_once(&mut self.source, self.generate, self.test, self.settings.errors_are, &mut |_| ())
    }

    fn replay(&mut self, input: &SavedInput) -> Result<(), Trouble> {
        self.source.set_noting(true);
        self.source.load_labelled(input.chi.labelled(), Seed(0));
        let outcome = self.run_once();
        let notes = self.source.notes().to_vec();
        self.source.set_noting(false);
        let Outcome::Failure(failure) = outcome else {
            return Ok(());
        };
        let matched = self.source.labelled_match().unwrap_or_default();
        Err(Trouble::Failed(Box::new(Found {
            failure,
            notes,
            bytes: self.source.recording().to_vec(),
            origin: Origin::Saved { path: input.path.clone(), matched },
            flaky: false,
            saved: None,
        })))
    }

    fn search(&mut self, replayed: usize) -> Result<Passed, Trouble> {
        let seed = self.settings.seed.unwrap_or_else(seed_of_now);
        let mut passed = Passed { replayed, cases: 0, rejected: 0 };
        let mut reasons: HashMap<String, u32> = HashMap::new();
        for case in 0.. {
            if passed.cases == self.settings.cases {
                break;
            }
            self.source.load(&[], seed.child(case));
            match self.run_once() {
                Outcome::Valid => passed.cases += 1,
                Outcome::Invalid(why) => {
                    passed.rejected += 1;
                    *reasons.entry(why.to_string()).or_default() += 1;
                    if passed.rejected > self.settings.max_rejects {
                        return Err(too_many_rejects(&passed, reasons));
                    }
                }
                Outcome::Failure(failure) => {
                    let found = self.found(failure, seed, passed.cases + 1);
                    return Err(Trouble::Failed(Box::new(found)));
                }
            }
        }
        Ok(passed)
    }

    /// Shrinks, saves and describes the failing case that the source holds.
    fn found(&mut self, failure: Failure, seed: Seed, case: u32) -> Found {
        let original = self.source.recording().to_vec();
        self.source.set_extension(Extension::Simplest);
        self.source.set_tracing(true);
        self.source.load(&original, Seed(0));
        let again = self.run_once();
        let flaky = !matches!(&again, Outcome::Failure(same) if same.is_like(&failure));
        let first = self.source.trace().clone();
        let shrunk = if flaky { shrink::Shrunk::none(first) } else { self.shrink(first, &failure) };

        self.source.set_noting(true);
        self.source.load(shrunk.trace.bytes(), Seed(0));
        let last = self.run_once();
        let notes = self.source.notes().to_vec();
        self.source.set_noting(false);
        // The message of the shrunk input is the one to show; a flaky one may have none.
        let failure = match last {
            Outcome::Failure(last) if last.is_like(&failure) => last,
            _ => failure,
        };
        let origin = Origin::Fresh { seed, case, shrunk: shrunk.summary };
        let bytes = shrunk.trace.bytes().to_vec();
        let saved = self.save(&shrunk.trace, &failure, &notes);
        Found { failure, notes, bytes, origin, flaky, saved }
    }

    fn shrink(&mut self, first: Trace, failure: &Failure) -> shrink::Shrunk {
        let settings = self.settings;
        let name = self.name.unwrap_or("a failure");
        let started = Instant::now();
        let mut said = started;
        let mut runs: u64 = 0;
        shrink::shrink(first, &mut |proposal| {
            if runs >= settings.shrink_runs || started.elapsed() >= settings.shrink_time {
                return Attempt::Stop;
            }
            runs += 1;
            if said.elapsed() >= QUIET {
                said = Instant::now();
                let seconds = started.elapsed().as_secs();
                eprintln!("chiasma: shrinking {name}: {runs} runs in {seconds} s");
            }
            self.source.load_proposal(proposal);
            match self.run_once() {
                Outcome::Failure(other) if other.is_like(failure) => {
                    Attempt::Fails(self.source.trace().clone())
                }
                _ => Attempt::Passes,
            }
        })
    }

    fn save(
        &self,
        trace: &Trace,
        failure: &Failure,
        notes: &[Note],
    ) -> Option<Result<PathBuf, StoreError>> {
        let store = self.store?;
        let mut remarks = Vec::new();
        if let Some(name) = self.name {
            remarks.push(format!("property {name}"));
        }
        remarks.push(failure.to_string());
        remarks.extend(notes.iter().map(|note| format!("{} = {}", note.name, note.value)));
        let file_name = chiasma_core::chi::file_name(trace.bytes());
        Some(store.save_failure(&file_name, &Chi::write(trace, &remarks)))
    }
}

fn too_many_rejects(passed: &Passed, reasons: HashMap<String, u32>) -> Trouble {
    let mut reasons: Vec<_> = reasons.into_iter().collect();
    reasons.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    reasons.truncate(3);
    Trouble::TooManyRejects { valid: passed.cases, rejected: passed.rejected, reasons }
}

/// A seed that no earlier run had.
fn seed_of_now() -> Seed {
    use std::hash::{BuildHasher, RandomState};
    // Short enough to be typed.
    Seed(RandomState::new().hash_one(Instant::now()) & 0xffff_ffff)
}

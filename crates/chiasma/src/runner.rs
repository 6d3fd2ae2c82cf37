//! Checking a property: saved inputs, then fresh ones, then shrinking what failed.

use std::collections::HashMap;
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use chiasma_core::chi::{Arguments, Chi};
use chiasma_core::display::harmless;
use chiasma_core::shrink::{self, Attempt, Shrunk};
use chiasma_core::{
    Extension, FailureKey, FailureKind, LabelledMatch, Note, Place, Seed, Source, Trace,
};

use crate::checked::{Found, Origin, Passed, Stopped, Trouble};
use crate::outcome::{Failure, PropertyOutcome, Why};
use crate::panics::{self, Caught, Unwound};
use crate::settings::CheckSettings;
use crate::store::{Group, SavedInput, SavedPath, Store, StoreError};

/// How long shrinking goes on before it prints that it is under way.
const QUIET: Duration = Duration::from_secs(2);

/// A property as a trait object: generates an input and, if given a callback for the moment in between,
/// runs the property on it.
///
/// What is generic ends here. Everything behind it is compiled with this crate, not with the user's
/// test: once, and without coverage.
pub(crate) type Body<'b> = dyn Fn(&mut Source, Option<Between<'_>>) -> PropertyOutcome + 'b;

/// Called once the input has been generated.
pub(crate) type Between<'b> = &'b mut dyn FnMut(&mut Source);

/// Generates an input from what `source` has been loaded with and, if `generated` is to be called in
/// between, runs the property on it.
pub(crate) fn run_once(
    source: &mut Source,
    body: &Body<'_>,
    generated: Option<Between<'_>>,
) -> PropertyOutcome {
    let mut kind = FailureKind::GeneratorPanic;
    let result = panics::catch(|| match generated {
        None => body(source, None),
        Some(generated) => body(
            source,
            Some(&mut |source: &mut Source| {
                kind = FailureKind::Panic;
                generated(source);
            }),
        ),
    });
    match result {
        Err(Unwound::Rejected(rejection)) => PropertyOutcome::Invalid(Why::Rejected(rejection)),
        // Past the limit the generator got answers that no shorter input gives, so the result means
        // nothing, and could not be replayed.
        _ if source.is_oversize() => PropertyOutcome::Invalid(Why::Oversize),
        Ok(outcome) => outcome,
        Err(Unwound::Panicked(caught)) => {
            let has_place_now = panics::put_hook_back(&caught);
            let Caught { message, place, .. } = caught;
            let again = || place_of_panic(source.recording(), body, kind, &message);
            let place = if has_place_now { again() } else { place };
            PropertyOutcome::Failure(Failure { key: FailureKey::new(kind, place), message })
        }
    }
}

/// The place of a panic that was not seen because the target had set a panic hook: the same input panics again.
fn place_of_panic(
    recording: &[u8],
    body: &Body<'_>,
    kind: FailureKind,
    message: &str,
) -> Option<Place> {
    let mut source = Source::with_max_size(recording.len().max(1), Seed(0));
    source.load(recording, Seed(0));
    let result = panics::catch(|| match kind {
        FailureKind::GeneratorPanic => body(&mut source, None),
        _ => body(&mut source, Some(&mut |_| ())),
    });
    match result {
        Err(Unwound::Panicked(caught)) if caught.message == message => caught.place,
        _ => None,
    }
}

/// Checks one property.
pub(crate) struct Runner<'p> {
    settings: &'p CheckSettings,
    name: Option<&'p str>,
    store: Option<&'p Store>,
    body: &'p Body<'p>,
    source: Source,
}

impl<'p> Runner<'p> {
    pub(crate) fn new(
        settings: &'p CheckSettings,
        name: Option<&'p str>,
        store: Option<&'p Store>,
        body: &'p Body<'p>,
    ) -> Self {
        let source = Source::with_max_size(settings.max_size, Seed(0));
        Self { settings, name, store, body, source }
    }

    pub(crate) fn run(mut self) -> Result<Passed, Trouble> {
        let mut passed = Passed {
            replayed: 0,
            replays_rejected: 0,
            replays_unfit: 0,
            left_out: 0,
            cases: 0,
            rejected: 0,
        };
        // Read one by one: a corpus may be large, and tests run side by side.
        for file in self.store.map(Store::files).unwrap_or_default() {
            let input = match file.and_then(SavedPath::load) {
                Ok(Some(input)) => input,
                Ok(None) => continue,
                Err(error) if self.settings.saved_must_fit => return Err(Trouble::Saved(error)),
                Err(error) => {
                    passed.left_out += 1;
                    self.warn(&format!("left out: {error}"));
                    continue;
                }
            };
            passed.replayed += 1;
            let (outcome, matched) = self.replay(&input)?;
            if let PropertyOutcome::Invalid(_) = outcome {
                passed.replays_rejected += 1;
            }
            if matched.kept < matched.saved {
                passed.replays_unfit += 1;
                self.check_fit(&input, matched)?;
            }
        }
        if passed.replays_unfit > 0 {
            let (unfit, all) = (passed.replays_unfit, passed.replayed);
            self.warn(&format!(
                "the generator has changed: {unfit} of {all} saved inputs fit only in part"
            ));
        }
        self.search(passed)
    }

    /// Tells of a saved failure that does not fit at all, so that it tests nothing any more.
    fn check_fit(&self, input: &SavedInput, matched: LabelledMatch) -> Result<(), Trouble> {
        let LabelledMatch { saved, kept, .. } = matched;
        if kept > 0 || input.group != Group::Failures {
            return Ok(());
        }
        if self.settings.saved_must_fit {
            return Err(Trouble::Unfit { path: input.path.clone(), saved });
        }
        let path = input.path.display();
        self.warn(&format!(
            "none of the {saved} choices in {path} fits any more: it tests nothing"
        ));
        Ok(())
    }

    /// Says something past the test runner, which would keep it to itself if the test passes.
    fn warn(&self, message: &str) {
        if !panics::is_catching() {
            let name = self.name.unwrap_or("a property");
            let line = format!("chiasma: {name}: {message}");
            let _ = writeln!(std::io::stderr(), "{}", harmless(&line));
        }
    }

    /// Runs the property on what the source has been loaded with.
    fn run_once(&mut self) -> PropertyOutcome {
        run_once(&mut self.source, self.body, Some(&mut |_| ()))
    }

    fn replay(&mut self, input: &SavedInput) -> Result<(PropertyOutcome, LabelledMatch), Trouble> {
        self.source.set_tracing(true);
        self.source.set_noting(true);
        self.source.load_labelled(input.chi.labelled(), Seed(0));
        let (mut outcome, mut backtrace) = panics::with_stack(|| self.run_once());
        let is_whole = |source: &Source| source.labelled_match().is_none_or(|m| m.is_whole());
        // Arguments that were renamed since are found by position and type.
        if !is_whole(&self.source)
            && let Some(chi) = Chi::refitted(&input.content, &Arguments::of(self.source.trace()))
        {
            self.source.load_labelled(chi.labelled(), Seed(0));
            (outcome, backtrace) = panics::with_stack(|| self.run_once());
        }
        let matched = self.source.labelled_match().unwrap_or_default();
        let notes = self.source.notes().to_vec();
        let drawn = drawn(&notes, self.source.trace());
        self.source.set_noting(false);
        self.source.set_tracing(false);
        let PropertyOutcome::Failure(failure) = outcome else {
            return Ok((outcome, matched));
        };
        // Another panic than the failure may have come last, and been handled.
        let backtrace = backtrace.filter(|_| failure.key.place.is_some());
        Err(Trouble::Failed(Box::new(Found {
            failure,
            notes,
            drawn,
            backtrace,
            bytes: self.source.recording().to_vec(),
            origin: Origin::Saved { path: input.path.clone(), matched },
            flaky: false,
            saved: None,
        })))
    }

    fn search(&mut self, mut passed: Passed) -> Result<Passed, Trouble> {
        let seed = self.settings.seed.unwrap_or_else(seed_of_now);
        let mut reasons: HashMap<String, u32> = HashMap::new();
        for case in 0.. {
            if passed.cases == self.settings.cases {
                break;
            }
            self.source.load(&[], seed.child(case));
            match self.run_once() {
                PropertyOutcome::Valid => passed.cases += 1,
                PropertyOutcome::Invalid(why) => {
                    passed.rejected += 1;
                    *reasons.entry(why.to_string()).or_default() += 1;
                    if passed.rejected > self.settings.max_rejects {
                        return Err(too_many_rejects(&passed, reasons));
                    }
                }
                PropertyOutcome::Failure(failure) => {
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
        self.source.set_writing_again(true);
        self.source.load(&original, Seed(0));
        let again = self.run_once();
        let mut flaky = !again.is_failure(&failure.key);
        let first = self.source.trace().clone();
        let (shrunk, stopped) = if flaky {
            (Shrunk::none(first), Some(Stopped::Flaky))
        } else {
            self.shrink(first, &failure.key)
        };

        self.source.set_noting(true);
        self.source.load(shrunk.trace.bytes(), Seed(0));
        let (last, backtrace) = panics::with_stack(|| self.run_once());
        let notes = self.source.notes().to_vec();
        let drawn = drawn(&notes, &shrunk.trace);
        self.source.set_noting(false);
        flaky |= !last.is_failure(&failure.key);
        // The message of the shrunk input is the one to show; a flaky one may have none.
        let failure = match last {
            PropertyOutcome::Failure(last) if last.key == failure.key => last,
            _ => failure,
        };
        let backtrace = backtrace.filter(|_| failure.key.place.is_some());
        let origin = Origin::Fresh { seed, case, shrunk: shrunk.summary, stopped };
        let bytes = shrunk.trace.bytes().to_vec();
        let saved = self.save(&shrunk.trace, &failure, &notes);
        Found { failure, notes, drawn, backtrace, bytes, origin, flaky, saved }
    }

    fn shrink(&mut self, first: Trace, key: &FailureKey) -> (Shrunk, Option<Stopped>) {
        let settings = self.settings;
        if settings.shrink_runs == 0 || settings.shrink_time.is_zero() {
            return (Shrunk::none(first), Some(Stopped::Off));
        }
        let name = self.name.unwrap_or("a failure");
        let started = Instant::now();
        let mut said = started;
        let mut runs: u64 = 0;
        let mut stopped = None;
        let shrunk = shrink::shrink(first, &mut |proposal| {
            if runs >= settings.shrink_runs {
                stopped = Some(Stopped::Runs);
            } else if started.elapsed() >= settings.shrink_time {
                stopped = Some(Stopped::Time);
            }
            if stopped.is_some() {
                return Attempt::Stop;
            }
            runs += 1;
            if said.elapsed() >= QUIET && !panics::is_catching() {
                said = Instant::now();
                let seconds = started.elapsed().as_secs();
                // Past the test runner, which would keep it to itself until the test ends.
                let mut terminal = std::io::stderr();
                let _ = writeln!(terminal, "chiasma: shrinking {name}: {runs} runs in {seconds} s");
            }
            self.source.load_proposal(proposal);
            if self.run_once().is_failure(key) {
                Attempt::Fails(self.source.trace().clone())
            } else {
                Attempt::Passes
            }
        });
        if !shrunk.summary.complete {
            stopped = stopped.or(Some(Stopped::Panicked));
        }
        (shrunk, stopped)
    }

    fn save(
        &self,
        trace: &Trace,
        failure: &Failure,
        notes: &[Note],
    ) -> Option<Result<PathBuf, StoreError>> {
        let store = self.store?;
        let values = notes.iter().map(|note| (&*note.name, &*note.value));
        let remarks = failure.key.remarks(self.name, &failure.message, values);
        Some(store.save_failure(&failure.key, &Chi::heading(&remarks), &Chi::lines(trace)))
    }
}

/// What was drawn, as in a `.chi` file; nothing if there are notes, which say it better.
fn drawn(notes: &[Note], trace: &Trace) -> String {
    if notes.is_empty() { Chi::lines(trace) } else { String::new() }
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

//! A property as the target of a worker of `cargo chiasma`.

use chiasma_core::{FailureKey, FailureKind, Source};
use chiasma_runtime::{self as runtime, Target};

use crate::outcome::{Failure, PropertyOutcome};
use crate::output;
use crate::panics::{self, Caught};
use crate::runner::{Body, run_once};
use crate::show;

/// If a supervisor started this process, does what it asks for and ends the process.
pub(crate) fn run_if_asked(body: &Body<'_>) {
    runtime::run_as_worker(&mut PropertyTarget { body });
}

struct PropertyTarget<'p> {
    body: &'p Body<'p>,
}

impl Target for PropertyTarget<'_> {
    fn run(
        &mut self,
        source: &mut Source,
        generated: &mut dyn FnMut(&mut Source),
    ) -> runtime::OutcomeReport {
        panics::worker::begin();
        let outcome = run_once(source, self.body, Some(generated));
        translate(outcome, Reasons::for_run_of(source))
    }

    fn watch_output(&mut self) {
        output::watch();
    }

    fn take_output(&mut self) -> Option<runtime::mutants::Observed> {
        let output::Returned { text, tolerance } = output::take()?;
        Some(runtime::mutants::Observed { text, tolerance })
    }

    fn print(&mut self, source: &mut Source) -> (runtime::OutcomeReport, Vec<Vec<u8>>) {
        show::printed(|| self.generate(source))
    }

    fn generate(&mut self, source: &mut Source) -> runtime::OutcomeReport {
        panics::worker::begin();
        let outcome = run_once(source, self.body, None);
        translate(outcome, Reasons::for_run_of(source))
    }
}

/// Whether the reason for an invalid input is formatted: the fuzzing loop has no time for it.
#[derive(Clone, Copy, PartialEq)]
enum Reasons {
    Formatted,
    LeftOut,
}

impl Reasons {
    /// Only runs with a trace are looked at closely.
    fn for_run_of(source: &Source) -> Self {
        if source.is_tracing() { Self::Formatted } else { Self::LeftOut }
    }
}

fn translate(outcome: PropertyOutcome, reasons: Reasons) -> runtime::OutcomeReport {
    let failed = |key: FailureKey, message| {
        // Of a failure without a panic the last panic's callers, if there was one, say nothing: it was handled.
        let is_panic = matches!(
            key.kind,
            FailureKind::Panic | FailureKind::GeneratorPanic | FailureKind::ThreadPanic
        );
        let frames = if is_panic { panics::worker::frames() } else { Vec::new() };
        runtime::OutcomeReport::Failed { failure: runtime::FailureReport { key, message, frames } }
    };
    match (outcome, panics::worker::thread_panic()) {
        (PropertyOutcome::Failure(Failure { key, message }), _) => failed(key, message),
        (_, Some(Caught { message, place, .. })) => {
            failed(FailureKey::new(FailureKind::ThreadPanic, place), message)
        }
        (PropertyOutcome::Valid, None) => runtime::OutcomeReport::Valid {},
        (PropertyOutcome::Invalid(why), None) => runtime::OutcomeReport::Invalid {
            why: match reasons {
                Reasons::Formatted => why.to_string(),
                Reasons::LeftOut => String::new(),
            },
        },
    }
}

//! A property as the target of a worker of `cargo chiasma`.

use chiasma_core::Source;
use chiasma_runtime::{self as runtime, Target};

use crate::outcome::{FailureKind, Outcome, Phase, Verdict};
use crate::panics;
use crate::runner::run_once;
use crate::settings::ErrorsAre;

/// If a supervisor started this process, does what it asks for and ends the process.
pub(crate) fn run_if_asked<A, V: Verdict>(
    generate: &impl Fn(&mut Source) -> A,
    test: &impl Fn(A, &mut Source) -> V,
    errors_are: ErrorsAre,
) {
    runtime::run_as_worker(&mut PropertyTarget { generate, test, errors_are });
}

struct PropertyTarget<'p, G, T> {
    generate: &'p G,
    test: &'p T,
    errors_are: ErrorsAre,
}

impl<A, V, G, T> Target for PropertyTarget<'_, G, T>
where
    V: Verdict,
    G: Fn(&mut Source) -> A,
    T: Fn(A, &mut Source) -> V,
{
    fn run(
        &mut self,
        source: &mut Source,
        generated: &mut dyn FnMut(&mut Source),
    ) -> runtime::Outcome {
        panics::worker::begin();
        let outcome = run_once(source, self.generate, self.test, self.errors_are, generated);
        translate(outcome, source.is_tracing())
    }

    fn generate(&mut self, source: &mut Source) -> runtime::Outcome {
        panics::worker::begin();
        let nothing = |_: A, _: &mut Source| ();
        let outcome = run_once(source, self.generate, &nothing, self.errors_are, &mut |_| ());
        translate(outcome, source.is_tracing())
    }
}

/// Why an input is invalid is said only where `explained`: the fuzzing loop has no time for it.
fn translate(outcome: Outcome, explained: bool) -> runtime::Outcome {
    let failed = |kind, message, location| runtime::Outcome::Failed {
        failure: runtime::Failure { kind, message, location, frames: panics::worker::frames() },
    };
    let in_thread = panics::worker::thread_panic();
    match (outcome, in_thread) {
        (Outcome::Failure(failure), _) => {
            let kind = match (failure.phase, failure.kind) {
                (Phase::Generating, _) => runtime::FailureKind::Generator {},
                (Phase::Testing, FailureKind::Panic) => runtime::FailureKind::Panic {},
                (Phase::Testing, FailureKind::Error) => runtime::FailureKind::Error {},
                (Phase::Testing, FailureKind::False) => runtime::FailureKind::False {},
            };
            failed(kind, failure.message, failure.location)
        }
        (_, Some(caught)) => {
            failed(runtime::FailureKind::ThreadPanic {}, caught.message, caught.location)
        }
        (Outcome::Valid, None) => runtime::Outcome::Valid {},
        (Outcome::Invalid(why), None) => runtime::Outcome::Invalid {
            why: if explained { why.to_string() } else { String::new() },
        },
    }
}

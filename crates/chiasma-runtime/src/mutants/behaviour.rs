//! How a run behaved, and whether a mutant's run behaved like the original's.

use std::hash::{DefaultHasher, Hash, Hasher};

use chiasma_core::{Seed, Source};

use super::Observed;
use super::exchange::Answer;
use super::switch::deactivate;
use crate::target::{OutcomeReport, Target};

/// A run, as others are compared with it.
#[derive(Debug)]
pub(super) struct Behaviour {
    pub(super) outcome: OutcomeReport,
    pub(super) observed: Option<Observed>,
    /// The steps that it may still have taken.
    pub(super) steps_left: u64,
}

impl Behaviour {
    /// Runs an input; `begin` is called when it has been generated.
    pub(super) fn of(
        target: &mut dyn Target,
        source: &mut Source,
        bytes: &[u8],
        begin: &mut dyn FnMut(),
    ) -> Self {
        let _ = target.take_output();
        source.load(bytes, Seed(0));
        let outcome = target.run(source, &mut |_| begin());
        Self { outcome, steps_left: deactivate(), observed: target.take_output() }
    }

    /// A hash of the outcome and the output: equal for runs that give exactly the same.
    pub(super) fn hash(&self) -> u64 {
        hash(&self.outcome, self.observed.as_ref())
    }

    /// What this run of a mutant says, beside the original's.
    pub(super) fn beside(&self, original: &Self) -> Answer {
        match (&self.outcome, &original.outcome) {
            (OutcomeReport::Failed { .. }, _) if self.steps_left == 0 => Answer::TimedOut,
            (OutcomeReport::Failed { .. }, _) => Answer::Failed,
            (OutcomeReport::Valid {}, OutcomeReport::Valid {})
            | (OutcomeReport::Invalid { .. }, OutcomeReport::Invalid { .. }) => {
                let agrees = match (&original.observed, &self.observed) {
                    (Some(expected), Some(observed)) => expected.agrees_with(observed),
                    (None, None) => true,
                    _ => false,
                };
                if agrees { Answer::Survived } else { Answer::Differed }
            }
            _ => Answer::Differed,
        }
    }
}

/// A hash of an outcome and an output, by which a run is known in another process. Why an input is invalid is
/// formatted only sometimes, and does not count.
pub(super) fn hash(outcome: &OutcomeReport, observed: Option<&Observed>) -> u64 {
    let mut hasher = DefaultHasher::new();
    std::mem::discriminant(outcome).hash(&mut hasher);
    observed.map(|observed| &observed.text).hash(&mut hasher);
    hasher.finish()
}

//! Everything that is known of one trial.

use std::collections::BTreeMap;

use chiasma_campaign::Figures;

use super::files::{Child, FailureLine, InputLine, TrialOutcome};
use crate::experiment::{Checkpoint, Trial};
use crate::measures::{Covered, Curve, Moment};

/// Which code counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Code {
    /// The application's own: the subject, without its dependencies.
    Application,
    /// Everything that was built with coverage.
    All,
}

/// Everything that is known of one trial.
#[derive(Debug, Clone, PartialEq)]
pub struct TrialResult {
    /// The trial as planned.
    pub trial: Trial,
    /// Its outcome; `None` until it has ended.
    pub outcome: Option<TrialOutcome>,
    /// The inputs that it saved; when they are read from files, with their edges counted.
    pub inputs: Vec<InputLine>,
    /// The failures that it saw.
    pub failures: Vec<FailureLine>,
    /// The children whose distance was measured.
    pub children: Vec<Child>,
    /// The figures of the campaign at its end.
    pub stats: Option<Figures>,
}

/// A defect, and when a trial first detected it.
#[derive(Debug, Clone, PartialEq)]
pub struct Detection {
    /// The known defect's name, or the failure's identity if it is none.
    pub defect: String,
    /// Whether it is a known defect.
    pub is_known: bool,
    /// When it was first detected.
    pub first: Moment,
}

impl TrialResult {
    /// When it ended, if it reached its end; only such trials count.
    #[must_use]
    pub fn end(&self) -> Option<Moment> {
        match self.outcome {
            Some(TrialOutcome::Finished { end }) => Some(end),
            _ => None,
        }
    }

    /// Its coverage over time, if it counts.
    #[must_use]
    pub fn curve(&self, code: Code) -> Option<Curve> {
        let end = self.end()?;
        let inputs = self.inputs.iter().map(|input| match code {
            Code::Application => (input.at, &input.application),
            Code::All => (input.at, &input.all),
        });
        Some(Curve::new(inputs, end))
    }

    /// Its coverage at a checkpoint, if it counts and got that far.
    #[must_use]
    pub fn covered(&self, code: Code, at: Checkpoint) -> Option<u64> {
        self.curve(code)?.at(at)
    }

    /// The number of mutants that its inputs kill over time, if it counts and kills were measured.
    #[must_use]
    pub fn kills(&self) -> Option<Curve> {
        let end = self.end()?;
        let killed: Option<Vec<(Moment, Covered)>> = self
            .inputs
            .iter()
            .map(|input| Some((input.at, Covered::Edges(input.killed.clone()?))))
            .collect();
        Some(Curve::new(killed?.iter().map(|(at, killed)| (*at, killed)), end))
    }

    /// The defects that it detected, by name; nothing if it does not count.
    #[must_use]
    pub fn detections(&self) -> Vec<Detection> {
        let mut firsts: BTreeMap<(&str, bool), Moment> = BTreeMap::new();
        for failure in self.failures.iter().filter(|_| self.end().is_some()) {
            let name = failure.defect.as_deref().unwrap_or(&failure.identity);
            let first = firsts.entry((name, failure.defect.is_some())).or_insert(failure.at);
            if failure.at.seconds < first.seconds {
                *first = failure.at;
            }
        }
        let detection = |((name, is_known), first): ((&str, bool), Moment)| Detection {
            defect: name.to_owned(),
            is_known,
            first,
        };
        firsts.into_iter().map(detection).collect()
    }

    /// The share of measured children that are equal to their parents.
    #[must_use]
    pub fn zero_mutations(&self) -> Option<f64> {
        share(self.children.iter(), |child| child.distance == 0.0)
    }

    /// The share of valid parents' children that are valid.
    #[must_use]
    pub fn validity_preserved(&self) -> Option<f64> {
        share(self.children.iter().filter(|child| child.parent_valid), |child| child.valid)
    }
}

fn share<'c>(
    children: impl Iterator<Item = &'c Child>,
    counts: impl Fn(&Child) -> bool,
) -> Option<f64> {
    let (mut all, mut counted) = (0_u64, 0_u64);
    for child in children {
        all += 1;
        counted += u64::from(counts(child));
    }
    (all > 0).then(|| counted as f64 / all as f64)
}

//! New edges, or an input that is much smaller; and if that is set, what shows new counts or is valid where nothing was.

use super::bucketed::Bucketed;
use super::edges::EdgeSet;
use super::smallest::Smallest;
use super::{Admission, Feedback, Part};
use crate::coverage::any_touched_block;
use crate::members::MemberIndex;
use crate::run::{Outcome, Run, Verdict};
use crate::search::Keeping;
use crate::settings::{Setting, Settings};
use crate::wire::Wire;

/// Keeps the first input of every edge, others of it that are much smaller, and, if that is set, what else may lead on.
pub(crate) const STEPPING_STONES: Part<dyn Feedback> = Part {
    description: "new edge, or a part of the size of the smallest input of an edge so far",
    settings: &[
        Setting {
            name: "much-smaller",
            default: 2.0,
            min: 1.0,
            max: 1_000_000.0,
            meaning: "an input is kept, too, if all others that cover one of its edges are more than this many times as large",
        },
        Setting {
            name: "buckets",
            default: 0.0,
            min: 0.0,
            max: 1.0,
            meaning: "1 to breed, too, what passes an edge more often than anything before, by the highest bit of the count",
        },
        Setting {
            name: "valid-edges",
            default: 0.0,
            min: 0.0,
            max: 1.0,
            meaning: "1 to breed, too, valid inputs that cover what no valid one has covered",
        },
    ],
    build: |settings, _| Box::new(SteppingStones::new(settings)),
};

#[derive(Debug)]
struct SteppingStones {
    edges: Smallest,
    counts: Option<Bucketed>,
    valid: Option<EdgeSet>,
}

impl SteppingStones {
    fn new(settings: &Settings) -> Self {
        Self {
            edges: Smallest::beside_others(settings.whole("much-smaller") as usize),
            counts: (settings.whole("buckets") > 0).then(Bucketed::default),
            valid: (settings.whole("valid-edges") > 0).then(EdgeSet::default),
        }
    }
}

impl Feedback for SteppingStones {
    fn judge(&self, run: &Run<'_>) -> Verdict {
        let verdict = self.edges.judge(run);
        if verdict != Verdict::Dull || run.outcome == Outcome::Failure {
            return verdict;
        }
        let valid = self.valid.as_ref().filter(|_| run.outcome == Outcome::Valid);
        if self.counts.is_none() && valid.is_none() {
            return verdict;
        }
        let leads_on = any_touched_block(run.counters, |at, counts| {
            self.counts.as_ref().is_some_and(|seen| seen.lacks_some_of_block(at, counts))
                || valid.is_some_and(|seen| seen.lacks_some_of_block(at, counts))
        });
        if leads_on { Verdict::Smaller } else { Verdict::Dull }
    }

    fn admit(&mut self, keeping: &Keeping<'_>, member: MemberIndex) -> Admission {
        let mut admission = self.edges.admit(keeping, member);
        let run = &keeping.run;
        if run.outcome == Outcome::Failure {
            return admission;
        }
        if let Some(counts) = &mut self.counts {
            counts.add_visiting_counts(run.counters, |edge| admission.responsible_for.push(edge));
        }
        if let Some(valid) = self.valid.as_mut().filter(|_| run.outcome == Outcome::Valid) {
            valid.add(run.counters, |edge| admission.responsible_for.push(edge));
        }
        admission.responsible_for.sort_unstable();
        admission.responsible_for.dedup();
        admission
    }

    fn covered(&self) -> usize {
        self.edges.covered()
    }

    fn save(&self, body: &mut Vec<u8>) {
        self.edges.save(body);
        if let Some(counts) = &self.counts {
            counts.write(body);
        }
        if let Some(valid) = &self.valid {
            valid.write(body);
        }
    }

    fn load(&mut self, body: &mut &[u8]) -> Option<()> {
        self.edges.load(body)?;
        if let Some(counts) = &mut self.counts {
            *counts = Bucketed::read(body)?;
        }
        if let Some(valid) = &mut self.valid {
            *valid = EdgeSet::read(body)?;
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strategies::StrategyName;
    use crate::testing::keeping;

    fn feedback(changed: &[&str]) -> SteppingStones {
        let mut settings = StrategyName::preferred().settings();
        changed.iter().for_each(|assignment| settings.set(assignment).unwrap());
        SteppingStones::new(&settings)
    }

    /// What a feedback thinks of this run, which it then keeps if it is worth it; and the edges that it is kept for.
    fn feed(
        feedback: &mut SteppingStones,
        outcome: Outcome,
        counters: &[u8],
    ) -> (Verdict, Vec<usize>) {
        let keeping = keeping(b"input", outcome, counters);
        let verdict = feedback.judge(&keeping.run);
        if verdict == Verdict::Dull {
            return (verdict, Vec::new());
        }
        (verdict, feedback.admit(&keeping, MemberIndex::default()).responsible_for)
    }

    #[test]
    fn new_counts_and_new_valid_edges_breed_only_if_that_is_set() {
        for (changed, more_often, valid) in [
            ("buckets=0", Verdict::Dull, Verdict::Dull),
            ("buckets=1", Verdict::Smaller, Verdict::Dull),
            ("valid-edges=1", Verdict::Dull, Verdict::Smaller),
        ] {
            let mut feedback = feedback(&[changed]);
            let first = feed(&mut feedback, Outcome::Invalid, &[1, 1, 0]);
            assert_eq!(first, (Verdict::New, vec![0, 1]), "{changed}");
            let edges = |verdict, edge| if verdict == Verdict::Dull { vec![] } else { vec![edge] };
            let again = feed(&mut feedback, Outcome::Invalid, &[1, 2, 0]);
            assert_eq!(again, (more_often, edges(more_often, 1)), "{changed}");
            let accepted = feed(&mut feedback, Outcome::Valid, &[1, 0, 0]);
            assert_eq!(accepted, (valid, edges(valid, 0)), "{changed}");
            for counters in [[1, 3, 0], [1, 0, 0]] {
                let known = feed(&mut feedback, Outcome::Invalid, &counters);
                assert_eq!(known, (Verdict::Dull, vec![]), "{changed}");
            }
            let failed = feed(&mut feedback, Outcome::Failure, &[8, 8, 0]);
            assert_eq!(failed, (Verdict::Dull, vec![]), "{changed}: no count of a failing run");
        }
    }

    #[test]
    fn a_restored_feedback_knows_counts_and_valid_edges() {
        let mut feedback = feedback(&["buckets=1", "valid-edges=1"]);
        feed(&mut feedback, Outcome::Invalid, &[1, 4, 0]);
        feed(&mut feedback, Outcome::Valid, &[1, 0, 0]);
        let mut saved = Vec::new();
        feedback.save(&mut saved);
        let mut restored = self::feedback(&["buckets=1", "valid-edges=1"]);
        restored.load(&mut &saved[..]).unwrap();
        for (outcome, counters, verdict) in [
            (Outcome::Invalid, [1, 4, 0], Verdict::Dull),
            (Outcome::Valid, [1, 0, 0], Verdict::Dull),
            (Outcome::Valid, [0, 4, 0], Verdict::Smaller),
            (Outcome::Invalid, [0, 8, 0], Verdict::Smaller),
            (Outcome::Invalid, [0, 0, 1], Verdict::New),
        ] {
            let run = keeping(b"input", outcome, &counters).run;
            assert_eq!(restored.judge(&run), verdict, "{outcome:?} {counters:?}");
        }
    }
}

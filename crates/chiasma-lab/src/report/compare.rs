//! Comparison of contenders: which is best, and which differences are significant.

use super::table::{Cell, Difference};
use crate::experiment::Correction;
use crate::statistics::{Bonferroni, Counts, Effect, Sample, Summary, fisher_exact, mann_whitney};

/// What several contenders reached, to be compared.
pub(super) struct Comparison<'c, T> {
    /// The label of each, and what it reached; nothing if it has no finished trial.
    pub(super) groups: Vec<(&'c str, Option<T>)>,
    /// The label of the one that the others are compared with.
    pub(super) reference: &'c str,
    /// Which comparisons count when differences to the reference are marked.
    pub(super) correction: Correction,
}

/// What two contenders reached, tested.
pub(super) struct Test<'c> {
    pub(super) a: &'c str,
    pub(super) b: &'c str,
    pub(super) p: f64,
    pub(super) is_significant: bool,
    pub(super) effect: Option<Effect>,
}

/// Something that can be put in one number and tested against another of its kind.
pub(super) trait Comparable {
    /// The number: a median, a share.
    fn value(&self) -> f64;
    /// The probability that the difference is chance.
    fn p(&self, other: &Self) -> f64;
    /// How large the difference is, if there is a measure of it.
    fn effect(&self, other: &Self) -> Option<Effect>;
}

impl Comparable for Sample {
    fn value(&self) -> f64 {
        Summary::of(self).median
    }

    fn p(&self, other: &Self) -> f64 {
        mann_whitney(self, other).p
    }

    fn effect(&self, other: &Self) -> Option<Effect> {
        Some(Effect::of(self, other))
    }
}

impl Comparable for Counts {
    fn value(&self) -> f64 {
        self.yes as f64 / (self.yes + self.no).max(1) as f64
    }

    fn p(&self, other: &Self) -> f64 {
        fisher_exact(*self, *other)
    }

    fn effect(&self, _: &Self) -> Option<Effect> {
        None
    }
}

impl<'c, T: Comparable> Comparison<'c, T> {
    /// The correction for comparing all pairs of contenders that have results.
    pub(super) fn correction(&self) -> Bonferroni {
        Bonferroni::all_pairs(self.present())
    }

    /// The correction for marking differences to the reference.
    fn correction_for_marks(&self) -> Bonferroni {
        match self.correction {
            Correction::Reference => Bonferroni { comparisons: self.present().saturating_sub(1) },
            Correction::Pairwise => self.correction(),
        }
    }

    /// How many have results.
    fn present(&self) -> usize {
        self.groups.iter().filter(|(_, group)| group.is_some()).count()
    }

    /// A cell for each: its number, whether it is the best, and whether it differs from the reference.
    pub(super) fn cells(&self, show: fn(f64) -> String) -> Vec<Cell> {
        let values = self.groups.iter().filter_map(|(_, group)| group.as_ref().map(T::value));
        let values: Vec<f64> = values.collect();
        let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        // If all are equal, none is best.
        let is_contest = values.iter().any(|&value| value < best);
        let reference = self.groups.iter().find(|(label, _)| *label == self.reference);
        let reference = reference.and_then(|(_, group)| group.as_ref());
        let cell = |(_, group): &(&str, Option<T>)| {
            let Some(group) = group else { return Cell::none() };
            let value = group.value();
            let difference = reference.filter(|reference| {
                let correction = self.correction_for_marks();
                value != reference.value() && correction.is_significant(group.p(reference))
            });
            let difference = difference.map(|reference| {
                if value > reference.value() { Difference::More } else { Difference::Less }
            });
            Cell { text: show(value), is_best: is_contest && value == best, difference }
        };
        self.groups.iter().map(cell).collect()
    }

    /// Every two contenders that have results.
    pub(super) fn tests(&self) -> Vec<Test<'c>> {
        let correction = self.correction();
        let present: Vec<(&'c str, &T)> = self
            .groups
            .iter()
            .filter_map(|(label, group)| group.as_ref().map(|group| (*label, group)))
            .collect();
        let mut tests = Vec::new();
        for (at, (a, group_a)) in present.iter().enumerate() {
            for (b, group_b) in &present[at + 1..] {
                let p = group_a.p(group_b);
                tests.push(Test {
                    a,
                    b,
                    p,
                    is_significant: correction.is_significant(p),
                    effect: group_a.effect(group_b),
                });
            }
        }
        tests
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reference_is_compared_with_fewer_than_everybody_with_everybody() {
        let sample = |from: u32| Sample::new((from..from + 6).map(f64::from)).ok();
        let labels = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];
        let groups = labels.map(|label| (label, sample(if label == "a" { 1 } else { 11 })));
        let comparison = Comparison {
            groups: groups.to_vec(),
            reference: "a",
            correction: Correction::Reference,
        };
        // Of two samples of six that do not overlap, p is 0.0022: below 0.05 / 9, above 0.05 / 45.
        let cells = comparison.cells(|value| value.to_string());
        assert_eq!(cells[0].difference, None);
        assert!(cells[1..].iter().all(|cell| cell.difference == Some(Difference::More)));
        assert!(comparison.tests().iter().all(|test| !test.is_significant));
        let pairwise = Comparison { correction: Correction::Pairwise, ..comparison };
        let cells = pairwise.cells(|value| value.to_string());
        assert!(cells.iter().all(|cell| cell.difference.is_none()));
    }
}

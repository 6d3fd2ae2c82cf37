//! The sections of a report, one a file.

mod coverage;
mod defects;
mod distances;
mod diversity;
mod heritability;
mod kills;
mod operators;
mod outcomes;
mod overhead;
mod reach;

use super::Section;
use super::compare::{Comparable, Comparison};
use super::numbers;
use super::table::{Cell, Table};
use crate::results::{Results, TrialResult};
use crate::statistics::Sample;

/// What the marks of a table mean.
const MARKS: &str = "Bold: the best of its row. ▲ and ▼: significantly more and less than";

/// All sections that there is something to say in.
pub(super) fn all(results: &Results) -> Vec<Section> {
    let mut sections = vec![outcomes::section(results), coverage::section(results)];
    sections.extend(reach::section(results));
    sections.extend(kills::section(results));
    sections.extend(defects::section(results));
    sections.extend(heritability::section(results));
    sections.extend(distances::section(results));
    sections.extend(operators::section(results));
    sections.extend(diversity::section(results));
    sections.push(overhead::section(results));
    sections
}

/// What each contender reached on a subject: the sample of what its finished trials give.
fn samples<'r>(
    results: &'r Results,
    subject: &'r str,
    value: impl Fn(&TrialResult) -> Option<f64>,
) -> Comparison<'r, Sample> {
    let sample = |contender| {
        let trials = results.of(subject, contender).filter(|trial| trial.end().is_some());
        Sample::new(trials.filter_map(&value)).ok()
    };
    let contenders = results.plan.contenders();
    Comparison {
        groups: contenders.into_iter().map(|label| (label, sample(label))).collect(),
        reference: &results.plan.compare_to,
        correction: results.plan.correction,
    }
}

/// Adds a line for each two contenders that were compared.
fn add_tests<T: Comparable>(table: &mut Table, heads: &[&str], comparison: &Comparison<'_, T>) {
    let correction = comparison.correction();
    for test in comparison.tests() {
        let mut row: Vec<Cell> = heads.iter().map(|&head| head.into()).collect();
        row.extend([test.a.into(), test.b.into(), numbers::probability(test.p).into()]);
        row.push(numbers::probability(correction.level()).into());
        row.push(if test.is_significant { "yes" } else { "no" }.into());
        if let Some(effect) = test.effect {
            row.push(numbers::share(effect.a12()).into());
            row.push(effect.magnitude().to_string().into());
        }
        table.rows.push(row);
    }
}

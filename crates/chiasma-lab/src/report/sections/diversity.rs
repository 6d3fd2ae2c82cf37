//! Behavioural diversity of the valid runs, in Hill numbers, and the share of valid runs.

use super::super::table::Table;
use super::super::{Section, numbers};
use super::{MARKS, samples};
use crate::results::Results;

pub(super) fn section(results: &Results) -> Option<Section> {
    if results.trials.iter().all(|trial| trial.stats.is_none()) {
        return None;
    }
    let mut section = Section::new(
        "Diversity and validity",
        format!(
            "Hill numbers of the valid runs: b0 counts the edges covered at all; b1 and b2 are how many \
             equally covered edges would be as diverse, with more and more weight on edges that are \
             covered often. {MARKS} {}.",
            results.plan.compare_to
        ),
    );
    let contenders = results.plan.contenders();
    let mut table = Table::new(
        "diversity",
        "Behavioural diversity and valid runs: medians of the trials",
        &["subject", "measure"],
        &contenders,
    );
    for subject in results.plan.subjects() {
        for (order, name) in ["b0", "b1", "b2"].into_iter().enumerate() {
            let comparison = samples(results, subject, |trial| {
                trial.stats.as_ref()?.diversity.get(order).copied()
            });
            let mut row = vec![subject.into(), name.into()];
            row.extend(comparison.cells(numbers::count));
            table.rows.push(row);
        }
        let comparison = samples(results, subject, |trial| Some(trial.stats.as_ref()?.valid_share));
        let mut row = vec![subject.into(), "valid share".into()];
        row.extend(comparison.cells(numbers::share));
        table.rows.push(row);
    }
    section.tables.push(table);
    Some(section)
}

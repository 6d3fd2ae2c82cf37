//! Mutants that saved inputs kill: medians at the checkpoints, and curves over time and over executions.

use super::super::table::Table;
use super::super::{Section, numbers};
use super::coverage::{Over, checkpoints, figure};
use super::{MARKS, add_tests, samples};
use crate::results::{Results, TrialResult};

pub(super) fn section(results: &Results) -> Option<Section> {
    if results.trials.iter().all(|trial| trial.kills().is_none_or(|kills| kills.total() == 0)) {
        return None;
    }
    let mut section = Section::new(
        "Mutants killed",
        format!(
            "The median number of mutants of the subject's package that the saved inputs of a trial kill. Every \
             mutant that an input reaches is tried on it, in one build that is the same for all. {MARKS} {}.",
            results.plan.compare_to
        ),
    );
    for (over, name) in [(Over::Time, "time"), (Over::Runs, "executions")] {
        for subject in results.plan.subjects() {
            let caption = format!("{subject}: mutants killed over {name}");
            section.figures.extend(figure(results, subject, over, caption, TrialResult::kills));
        }
    }
    let contenders = results.plan.contenders();
    let caption = "Median number of mutants killed";
    let mut medians = Table::new("kills", caption, &["subject", "after"], &contenders);
    let mut tests = Table::new(
        "kills-tests",
        "Every two contenders compared by mutants killed",
        &["subject", "after", "first", "second"],
        &["p", "level", "significant", "A12", "effect"],
    );
    tests.is_appendix = true;
    for subject in results.plan.subjects() {
        for checkpoint in checkpoints(results, subject) {
            let comparison =
                samples(results, subject, |trial| Some(trial.kills()?.at(checkpoint)? as f64));
            let mut row = vec![subject.into(), checkpoint.to_string().into()];
            row.extend(comparison.cells(numbers::count));
            medians.rows.push(row);
            add_tests(&mut tests, &[subject, &checkpoint.to_string()], &comparison);
        }
    }
    section.tables.push(medians);
    section.tables.push(tests);
    Some(section)
}

//! Defects: how often and how soon each was detected.

use std::collections::BTreeSet;

use super::super::compare::Comparison;
use super::super::table::{Cell, Table};
use super::super::{Section, numbers};
use super::{MARKS, add_tests};
use crate::experiment::Checkpoint;
use crate::measures::Moment;
use crate::results::Results;
use crate::statistics::{Counts, Sample, Summary};

pub(super) fn section(results: &Results) -> Option<Section> {
    let defects = defects(results);
    if defects.is_empty() {
        return None;
    }
    let mut section = Section::new(
        "Defects",
        format!(
            "The share of trials that detected a defect, and when those that did detected it first. \
             Failures that show no known defect are listed by their identity, at the last checkpoint. \
             {MARKS} {} (Fisher's exact test, two-tailed, 0.05 by the number of those compared with it).",
            results.plan.compare_to
        ),
    );
    let contenders = results.plan.contenders();
    let heads = ["subject", "defect", "after"];
    let known = "Detection rates of known defects";
    let mut rates = Table::new("detection-rates", known, &heads, &contenders);
    let others = "Detection rates of other failures";
    let mut other_rates = Table::new("other-detection-rates", others, &heads, &contenders);
    let mut tests = Table::new(
        "detection-tests",
        "Every two contenders compared by detection rate of known defects",
        &["subject", "defect", "after", "first", "second"],
        &["p", "level", "significant"],
    );
    tests.is_appendix = true;
    let mut times = Table::new(
        "detection-times",
        "Median time of first detection, of the trials that detected it",
        &["subject", "defect"],
        &contenders,
    );
    for (subject, defect, is_known) in &defects {
        let checkpoints = &results.plan.checkpoints;
        // Those in executions come last, and not every contender gets that far.
        let is_time = |at: &&Checkpoint| matches!(at, Checkpoint::Time(_));
        let last = checkpoints.iter().rfind(is_time).or(checkpoints.last());
        let (table, checkpoints) = match is_known {
            true => (&mut rates, &checkpoints[..]),
            false => (&mut other_rates, last.map_or(&[][..], std::slice::from_ref)),
        };
        for &checkpoint in checkpoints {
            let comparison = detected(results, subject, defect, checkpoint);
            let after = checkpoint.to_string();
            let mut row = vec![(*subject).into(), defect.as_str().into(), after.as_str().into()];
            row.extend(comparison.cells(numbers::rate));
            table.rows.push(row);
            if *is_known {
                add_tests(&mut tests, &[subject, defect, &after], &comparison);
            }
        }
        let mut row: Vec<Cell> = vec![(*subject).into(), defect.as_str().into()];
        row.extend(contenders.iter().map(|contender| {
            let first = firsts(results, subject, contender, defect).map(|at| at.seconds);
            let median = Sample::new(first).ok().map(|sample| Summary::of(&sample).median);
            Cell::of(median, numbers::seconds)
        }));
        times.rows.push(row);
    }
    let tables = [rates, other_rates, times, tests];
    section.tables.extend(tables.into_iter().filter(|table| !table.rows.is_empty()));
    Some(section)
}

/// All known defects, and all failures beside them that any trial detected, subject by subject.
fn defects(results: &Results) -> Vec<(&str, String, bool)> {
    let mut all = Vec::new();
    for subject in results.plan.subjects() {
        let trials = results.trials.iter().filter(|trial| trial.trial.subject == subject);
        let listed = results.plan.known_defects.get(subject).into_iter().flatten();
        let names: BTreeSet<(bool, String)> = trials
            .flat_map(|trial| trial.detections())
            .map(|detection| (!detection.is_known, detection.defect))
            .chain(listed.map(|id| (false, id.clone())))
            .collect();
        all.extend(names.into_iter().map(|(is_other, name)| (subject, name, !is_other)));
    }
    all
}

/// In how many trials each contender had detected a defect by then.
fn detected<'r>(
    results: &'r Results,
    subject: &'r str,
    defect: &str,
    by: Checkpoint,
) -> Comparison<'r, Counts> {
    let is_in_time = |first: &Moment| match by {
        Checkpoint::Time(time) => first.seconds <= time.as_secs_f64(),
        Checkpoint::Executions(runs) => first.runs <= runs,
        Checkpoint::End => true,
    };
    let counts = |contender| {
        let trials = results.of(subject, contender).filter(|trial| trial.end().is_some()).count();
        let yes = firsts(results, subject, contender, defect).filter(is_in_time).count();
        (trials > 0).then_some(Counts { yes: yes as u64, no: (trials - yes) as u64 })
    };
    Comparison {
        groups: results.plan.contenders().into_iter().map(|label| (label, counts(label))).collect(),
        reference: &results.plan.compare_to,
        correction: results.plan.correction,
    }
}

/// When the trials of a contender first detected a defect, those that did.
fn firsts<'r>(
    results: &'r Results,
    subject: &'r str,
    contender: &'r str,
    defect: &'r str,
) -> impl Iterator<Item = Moment> {
    let detections = results.of(subject, contender).flat_map(|trial| trial.detections());
    detections.filter(move |detection| detection.defect == defect).map(|detection| detection.first)
}

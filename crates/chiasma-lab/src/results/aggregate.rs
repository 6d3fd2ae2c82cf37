//! Every number of every trial in one long table, for other programs.

use serde::Serialize;

use super::directory::Results;
use super::files::TrialOutcome;
use super::trial::{Code, TrialResult};
use crate::csv::csv_line;
use crate::experiment::Budget;

/// A number of a trial.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Row {
    /// The trial's name.
    pub trial: String,
    /// The subject's name.
    pub subject: String,
    /// The contender's label.
    pub contender: String,
    /// Which of the contender's trials on this subject it is.
    pub number: u32,
    /// What was measured.
    pub measure: String,
    /// When, or of what: a checkpoint, a defect, an operator.
    pub at: String,
    /// The number, or the outcome.
    pub value: String,
}

/// Every number of every trial: by subject, contender and number, and the same each time.
#[must_use]
pub fn aggregate(results: &Results) -> Vec<Row> {
    let mut rows = Vec::new();
    for trial in &results.trials {
        let mut add = |measure: &str, at: &str, value: String| {
            rows.push(Row {
                trial: trial.trial.id.to_string(),
                subject: trial.trial.subject.clone(),
                contender: trial.trial.contender.clone(),
                number: trial.trial.number,
                measure: measure.to_owned(),
                at: at.to_owned(),
                value,
            });
        };
        add("outcome", "", outcome(trial).to_owned());
        if let Some(TrialOutcome::Crashed { message } | TrialOutcome::NotBuilt { message }) =
            &trial.outcome
        {
            add("message", "", message.lines().next().unwrap_or_default().to_owned());
        }
        let Some(end) = trial.end() else { continue };
        // Of trials that are counted in runs the time is chance: without it they give the same each time.
        let is_timed = !matches!(trial.trial.budget, Budget::Executions(_));
        if is_timed {
            add("seconds", "", end.seconds.to_string());
        }
        add("runs", "", end.runs.to_string());
        for (code, measure) in [(Code::Application, "application"), (Code::All, "all")] {
            for &checkpoint in &results.plan.checkpoints {
                if let Some(covered) = trial.covered(code, checkpoint) {
                    add(
                        &format!("covered_{measure}"),
                        &checkpoint.to_string(),
                        covered.to_string(),
                    );
                }
            }
            if let Some(curve) = trial.curve(code) {
                add(&format!("covered_{measure}"), "end", curve.total().to_string());
            }
        }
        for detection in trial.detections() {
            let (defect, first) = (&detection.defect, detection.first);
            if is_timed {
                add("defect_first_seconds", defect, first.seconds.to_string());
            }
            add("defect_first_runs", defect, first.runs.to_string());
        }
        if let Some(share) = trial.zero_mutations() {
            add("zero_mutations", "", share.to_string());
        }
        if let Some(share) = trial.validity_preserved() {
            add("validity_preserved", "", share.to_string());
        }
        let Some(stats) = &trial.stats else { continue };
        add("valid_share", "", stats.valid_share.to_string());
        for (order, number) in stats.diversity.iter().enumerate() {
            add("diversity", &format!("b{order}"), number.to_string());
        }
        for operator in &stats.operators {
            add("operator_children", &operator.name, operator.children.to_string());
            add("operator_kept", &operator.name, operator.kept.to_string());
        }
        if is_timed {
            for (name, seconds) in stats.phases.named() {
                add("phase_seconds", name, seconds.to_string());
            }
        }
    }
    rows
}

/// The rows as a table of comma-separated values.
pub(super) fn csv(rows: &[Row]) -> String {
    let head = ["trial", "subject", "contender", "number", "measure", "at", "value"];
    let mut text = csv_line(head.into_iter());
    for row in rows {
        let number = row.number.to_string();
        let Row { trial, subject, contender, measure, at, value, .. } = row;
        text += &csv_line(
            [trial, subject, contender, &number, measure, at, value]
                .into_iter()
                .map(String::as_str),
        );
    }
    text
}

fn outcome(trial: &TrialResult) -> &'static str {
    match trial.outcome {
        Some(TrialOutcome::Finished { .. }) => "finished",
        Some(TrialOutcome::Crashed { .. }) => "crashed",
        Some(TrialOutcome::NotBuilt { .. }) => "not_built",
        None => "not_run",
    }
}

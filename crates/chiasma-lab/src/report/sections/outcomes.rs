//! What was run, and what went wrong.

use super::super::Section;
use super::super::table::{Cell, Table};
use crate::results::{Results, TrialOutcome, TrialResult};
use chiasma_core::display::counted;

/// How many lines of a message a table shows.
const MESSAGE_LINES: usize = 3;

pub(super) fn section(results: &Results) -> Section {
    let finished = results.trials.iter().filter(|trial| trial.end().is_some()).count();
    let mut section = Section::new(
        "Trials",
        format!(
            "{finished} of {} finished. Only these are counted below.",
            counted(results.trials.len(), "trial")
        ),
    );
    let contenders = results.plan.contenders();
    let mut counts = Table::new("trials", "Trials finished", &["subject"], &contenders);
    for subject in results.plan.subjects() {
        let mut row = vec![subject.into()];
        row.extend(contenders.iter().map(|contender| finished_of(results, subject, contender)));
        counts.rows.push(row);
    }
    section.tables.push(counts);
    let mut trouble =
        Table::new("trouble", "What went wrong", &["trials", "outcome", "message"], &[]);
    for Trouble { first, count, outcome, message } in troubles(results) {
        let name = match count {
            1 => first.trial.id.to_string(),
            more => format!("{} and {} more", first.trial.id, more - 1),
        };
        trouble.rows.push(vec![name.into(), outcome.into(), message.into()]);
    }
    for skipped in &results.skipped {
        let place = format!("{}:{}", skipped.path.display(), skipped.line);
        let row = vec![place.into(), "line left out".into(), skipped.reason.clone().into()];
        trouble.rows.push(row);
    }
    if !trouble.rows.is_empty() {
        section.tables.push(trouble);
    }
    section
}

/// Trials of a contender on a subject that went wrong in the same way.
struct Trouble<'r> {
    first: &'r TrialResult,
    count: usize,
    outcome: &'static str,
    message: String,
}

/// What went wrong. A subject that does not build fails every trial in the same way: it is listed once.
fn troubles(results: &Results) -> Vec<Trouble<'_>> {
    let mut troubles: Vec<Trouble<'_>> = Vec::new();
    for first in &results.trials {
        let (outcome, message) = match &first.outcome {
            Some(TrialOutcome::Finished { .. }) => continue,
            Some(TrialOutcome::Crashed { message }) => ("crashed", message.as_str()),
            Some(TrialOutcome::NotBuilt { message }) => ("not built", message.as_str()),
            None => ("not run", ""),
        };
        let message: Vec<&str> = message.lines().take(MESSAGE_LINES).map(str::trim).collect();
        let message = message.join(" ");
        // Trials that were not run yet have nothing to report.
        let is_same = |known: &&mut Trouble<'_>| {
            (known.outcome, &known.message) == (outcome, &message)
                && (first.outcome.is_none()
                    || known.first.trial.subject == first.trial.subject
                        && known.first.trial.contender == first.trial.contender)
        };
        match troubles.iter_mut().find(is_same) {
            Some(known) => known.count += 1,
            None => troubles.push(Trouble { first, count: 1, outcome, message }),
        }
    }
    troubles
}

fn finished_of(results: &Results, subject: &str, contender: &str) -> Cell {
    let trials: Vec<&TrialResult> = results.of(subject, contender).collect();
    let finished = trials.iter().filter(|trial| trial.end().is_some()).count();
    match trials.len() {
        0 => Cell::none(),
        planned if planned == finished => finished.to_string().into(),
        planned => format!("{finished} of {planned}").into(),
    }
}

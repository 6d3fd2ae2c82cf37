//! How many runs there were, and where the time went.

use super::super::table::Table;
use super::super::{Section, numbers};
use super::samples;
use crate::results::{ExtraRuns, PhaseSeconds, Results};

pub(super) fn section(results: &Results) -> Section {
    let mut section = Section::new(
        "Overhead",
        "Medians of the trials: runs of the target, runs a second; runs made to confirm something new, inputs \
         generated for their structure, runs repeated after a worker died, and inputs that comparisons suggested, each for 1,000 runs; and the \
         shares of time that went into making a child (modify), generating its value (generate), running \
         the target (run), looking at its counters (scan), running an input again (confirm), looking at the \
         structure of what is kept (trace) and telling the supervisor (send), as far as a contender tells.",
    );
    let contenders = results.plan.contenders();
    let mut table = Table::new(
        "overhead",
        "Runs and where the time goes",
        &["subject", "measure"],
        &contenders,
    );
    for subject in results.plan.subjects() {
        let mut add = |name: &str, comparison: super::Comparison<'_, super::Sample>, show| {
            let mut row = vec![subject.into(), name.into()];
            row.extend(comparison.cells(show).into_iter().map(|cell| cell.text.into()));
            table.rows.push(row);
        };
        let runs = samples(results, subject, |trial| Some(trial.end()?.runs as f64));
        add("runs", runs, numbers::count);
        let per_second = samples(results, subject, |trial| {
            let end = trial.end()?;
            (end.seconds > 0.0).then(|| end.runs as f64 / end.seconds)
        });
        add("runs a second", per_second, numbers::short);
        for (at, (name, _)) in ExtraRuns::default().named().into_iter().enumerate() {
            let share = samples(results, subject, |trial| {
                let (extra, runs) = (trial.stats.as_ref()?.extra_runs, trial.end()?.runs);
                (runs > 0).then(|| extra.named()[at].1 as f64 * 1_000.0 / runs as f64)
            });
            add(&format!("{name} per 1,000 runs"), share, numbers::short);
        }
        for (at, (name, _)) in PhaseSeconds::default().named().into_iter().enumerate() {
            let share = samples(results, subject, |trial| {
                let phases = trial.stats.as_ref()?.phases.named();
                let all: f64 = phases.iter().map(|(_, seconds)| seconds).sum();
                (all > 0.0).then(|| phases[at].1 / all)
            });
            add(name, share, numbers::share);
        }
    }
    section.tables.push(table);
    section
}

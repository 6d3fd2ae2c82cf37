//! How many runs there were, and where the time went.

use super::super::table::Table;
use super::super::{Section, numbers};
use super::samples;
use crate::results::Results;

pub(super) fn section(results: &Results) -> Section {
    let mut section = Section::new(
        "Overhead",
        "Medians of the trials: runs of the target, runs a second, and the shares of time that went into \
         breeding a child (modify), generating its value (generate), running the target (run) and judging \
         the run (tell), as far as a contender tells.",
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
        for (at, name) in ["modify", "generate", "run", "tell"].into_iter().enumerate() {
            let share = samples(results, subject, |trial| {
                let phases = trial.stats.as_ref()?.phases?.named();
                let all: f64 = phases.iter().map(|(_, seconds)| seconds).sum();
                (all > 0.0).then(|| phases[at].1 / all)
            });
            add(name, share, numbers::share);
        }
    }
    section.tables.push(table);
    section
}

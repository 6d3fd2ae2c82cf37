//! How soon each contender covers what plain generation covers at its end.

use super::super::table::{Cell, Table};
use super::super::{Section, numbers};
use crate::experiment::Runner;
use crate::measures::{Curve, Moment};
use crate::results::{Code, Results, TrialResult};
use crate::statistics::{Sample, Summary};

/// The strategy that the others are measured against.
const PLAIN_GENERATION: &str = "random";

pub(super) fn section(results: &Results) -> Option<Section> {
    let baseline = baseline(results)?;
    let mut section = Section::new(
        "Reach",
        format!(
            "After which share of the executions, and of the time, of {baseline} the median trial of each contender covers as many edges of \
             all code as the median trial of {baseline} does at its end. None: at most half of the trials got there."
        ),
    );
    let contenders: Vec<&str> =
        results.plan.contenders().into_iter().filter(|label| *label != baseline).collect();
    let mut table = Table::new(
        "reach",
        format!("Share of what {baseline} takes for what it covers at its end"),
        &["subject", "of"],
        &contenders,
    );
    for subject in results.plan.subjects() {
        let Some(goal) = Goal::of(&curves(results, subject, baseline)) else { continue };
        let reached: Vec<Option<[f64; 2]>> =
            contenders.iter().map(|label| goal.shares(&curves(results, subject, label))).collect();
        for (at, of) in ["executions", "time"].into_iter().enumerate() {
            let mut row = vec![subject.into(), of.into()];
            let shares = reached.iter().map(|shares| shares.map(|shares| shares[at]));
            row.extend(shares.map(|share| Cell::of(share, numbers::share)));
            table.rows.push(row);
        }
    }
    section.tables.push(table);
    Some(section)
}

/// The label of the contender that generates plainly, if there is one.
fn baseline(results: &Results) -> Option<&str> {
    let is_plain = |runner: &Runner| matches!(runner, Runner::Strategy { name, settings } if name == PLAIN_GENERATION && settings.is_empty());
    let label = &results.trials.iter().find(|trial| is_plain(&trial.trial.runner))?.trial.contender;
    results.plan.contenders().into_iter().find(|contender| contender == label)
}

fn curves(results: &Results, subject: &str, contender: &str) -> Vec<Curve> {
    let all = |trial: &TrialResult| trial.curve(Code::All);
    results.of(subject, contender).filter_map(all).collect()
}

/// What is to be reached.
struct Goal {
    covered: u64,
    runs: f64,
    seconds: f64,
}

impl Goal {
    /// What the median of these trials has at its end; nothing if there is no trial.
    fn of(trials: &[Curve]) -> Option<Self> {
        let median = |value: fn(&Curve) -> f64| {
            Some(Summary::of(&Sample::new(trials.iter().map(value)).ok()?).median)
        };
        Some(Self {
            covered: median(|curve| curve.total() as f64)?.ceil() as u64,
            runs: median(|curve| curve.end().runs as f64)?,
            seconds: median(|curve| curve.end().seconds)?,
        })
    }

    /// The shares of executions and of time after which more than half of these trials have reached it.
    fn shares(&self, trials: &[Curve]) -> Option<[f64; 2]> {
        let reached: Vec<Moment> =
            trials.iter().filter_map(|trial| trial.first_with(self.covered)).collect();
        let share = |value: fn(&Moment) -> f64, whole: f64| {
            let mut values: Vec<f64> = reached.iter().map(value).collect();
            values.sort_by(f64::total_cmp);
            values.get(trials.len() / 2).map(|value| value / whole)
        };
        Some([
            share(|moment| moment.runs as f64, self.runs)?,
            share(|moment| moment.seconds, self.seconds)?,
        ])
    }
}

//! Coverage: medians at the checkpoints, curves over time and over executions, and every test.

use super::super::plot::{Band, Line, lines};
use super::super::table::{Cell, Table};
use super::super::{Figure, Section, numbers};
use super::{MARKS, add_tests, samples};
use crate::experiment::Checkpoint;
use crate::measures::Curve;
use crate::results::{Code, Results, TrialResult};
use crate::statistics::{Sample, Summary};

/// Steps of a curve that is drawn.
const STEPS: usize = 100;

/// What a curve is drawn over.
#[derive(Clone, Copy)]
pub(super) enum Over {
    Time,
    Runs,
}

pub(super) fn section(results: &Results) -> Section {
    let mut section = Section::new(
        "Coverage",
        format!(
            "The median number of edges that the saved inputs of a trial cover, replayed in one build \
             that is the same for all. {MARKS} {} (Mann-Whitney U, two-tailed, 0.05 by the number of \
             those compared with it). Plots show the median of the trials as a line and their range as an \
             area. Rows in runs compare contenders after equal executions, whatever time they took.",
            results.plan.compare_to
        ),
    );
    for (over, name) in [(Over::Time, "time"), (Over::Runs, "executions")] {
        for subject in results.plan.subjects() {
            let curve = |trial: &TrialResult| trial.curve(Code::Application);
            let caption = format!("{subject}: edges of its own code over {name}");
            section.figures.extend(figure(results, subject, over, caption, curve));
        }
    }
    for (code, name, caption) in [
        (
            Code::Application,
            "coverage-application",
            "Median coverage of the application's own code",
        ),
        (Code::All, "coverage-all", "Median coverage of all code"),
    ] {
        section.tables.push(medians(results, code, name, caption));
    }
    section.tables.push(details(results));
    section.tables.push(tests(results));
    section
}

/// The checkpoints on a subject; if none is a number of runs, the runs that every trial reached.
pub(super) fn checkpoints(results: &Results, subject: &str) -> Vec<Checkpoint> {
    let mut checkpoints = results.plan.checkpoints.clone();
    let is_of_runs = |at: &Checkpoint| matches!(at, Checkpoint::Executions(_) | Checkpoint::End);
    if !checkpoints.iter().any(is_of_runs) {
        let trials = results.trials.iter().filter(|trial| trial.trial.subject == subject);
        let runs = trials.filter_map(|trial| Some(trial.end()?.runs)).min();
        checkpoints.extend(runs.filter(|&runs| runs > 0).map(Checkpoint::Executions));
    }
    checkpoints
}

fn medians(results: &Results, code: Code, name: &str, caption: &str) -> Table {
    let contenders = results.plan.contenders();
    let mut table = Table::new(name, caption, &["subject", "after"], &contenders);
    for subject in results.plan.subjects() {
        for checkpoint in checkpoints(results, subject) {
            let comparison =
                samples(results, subject, |trial| Some(trial.covered(code, checkpoint)? as f64));
            let mut row = vec![subject.into(), checkpoint.to_string().into()];
            row.extend(comparison.cells(numbers::count));
            table.rows.push(row);
        }
    }
    table
}

fn details(results: &Results) -> Table {
    let mut table = Table::new(
        "coverage-details",
        "Coverage of the application's own code in detail: medians with 95 % confidence intervals",
        &["subject", "after", "contender"],
        &["trials", "median", "interval", "lower quartile", "upper quartile", "least", "most"],
    );
    table.is_appendix = true;
    for subject in results.plan.subjects() {
        for checkpoint in checkpoints(results, subject) {
            let comparison = samples(results, subject, |trial| {
                Some(trial.covered(Code::Application, checkpoint)? as f64)
            });
            for (contender, sample) in comparison.groups {
                let Some(sample) = sample else { continue };
                let summary = Summary::of(&sample);
                let interval = summary.interval.map_or_else(Cell::none, |interval| {
                    format!("{} to {}", numbers::count(interval.low), numbers::count(interval.high))
                        .into()
                });
                let mut row = vec![subject.into(), checkpoint.to_string().into(), contender.into()];
                row.extend([
                    summary.count.to_string().into(),
                    numbers::count(summary.median).into(),
                ]);
                row.push(interval);
                row.extend(
                    [summary.lower_quartile, summary.upper_quartile, summary.min, summary.max]
                        .map(|value| numbers::count(value).into()),
                );
                table.rows.push(row);
            }
        }
    }
    table
}

fn tests(results: &Results) -> Table {
    let mut table = Table::new(
        "coverage-tests",
        "Every two contenders compared by coverage of the application's own code",
        &["subject", "after", "first", "second"],
        &["p", "level", "significant", "A12", "effect"],
    );
    table.is_appendix = true;
    for subject in results.plan.subjects() {
        for checkpoint in checkpoints(results, subject) {
            let comparison = samples(results, subject, |trial| {
                Some(trial.covered(Code::Application, checkpoint)? as f64)
            });
            add_tests(&mut table, &[subject, &checkpoint.to_string()], &comparison);
        }
    }
    table
}

/// The curves of all contenders on a subject, if any trial finished.
pub(super) fn figure(
    results: &Results,
    subject: &str,
    over: Over,
    caption: String,
    curve: impl Fn(&TrialResult) -> Option<Curve>,
) -> Option<Figure> {
    let contenders = results.plan.contenders();
    let mut drawn = Vec::new();
    for (style, label) in contenders.into_iter().enumerate() {
        let trials = results.of(subject, label);
        let curves: Vec<Curve> = trials.filter_map(&curve).collect();
        if !curves.is_empty() {
            drawn.push(Line { label, style, points: bands(&curves, over) });
        }
    }
    if drawn.is_empty() {
        return None;
    }
    let last = drawn.iter().flat_map(|line| &line.points).map(|point| point.x).fold(0.0, f64::max);
    let (x_name, x_text): (&str, fn(f64) -> String) = match over {
        Over::Runs => ("executions", numbers::short),
        Over::Time if last <= 180.0 => ("seconds", numbers::short),
        Over::Time if last <= 7_200.0 => ("minutes", |seconds| numbers::short(seconds / 60.0)),
        Over::Time => ("hours", |seconds| numbers::short(seconds / 3_600.0)),
    };
    let svg = lines(&caption, x_name, x_text, &drawn);
    Some(Figure { caption, svg })
}

/// The median and the range of several trials, as far as all of them went.
fn bands(curves: &[Curve], over: Over) -> Vec<Band> {
    let end = |curve: &Curve| match over {
        Over::Time => curve.end().seconds,
        Over::Runs => curve.end().runs as f64,
    };
    let last = curves.iter().map(end).fold(f64::INFINITY, f64::min);
    let covered = |curve: &Curve, x: f64| match over {
        Over::Time => curve.at_seconds(x),
        Over::Runs => curve.at_runs(x as u64),
    };
    let band = |at: usize| {
        // Closer to each other at the beginning, where most happens.
        let x = last * (at as f64 / STEPS as f64).powi(2);
        let values = curves.iter().filter_map(|curve| Some(covered(curve, x)? as f64));
        let summary = Summary::of(&Sample::new(values).ok()?);
        Some(Band { x, low: summary.min, median: summary.median, high: summary.max })
    };
    (0..=STEPS).filter_map(band).collect()
}

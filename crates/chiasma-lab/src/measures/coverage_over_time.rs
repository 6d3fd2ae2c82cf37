//! Coverage over time, from what each saved input covers when it is replayed.

use chiasma_campaign::Moment;
use serde::{Deserialize, Serialize};

use super::edges::Edges;
use crate::experiment::Checkpoint;

/// Share of its time by which a trial may end early and still count as having reached the end.
const EARLY: f64 = 0.01;

/// What a saved input covers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Covered {
    /// How many edges it and all earlier ones cover together.
    Total(u64),
    /// The edges that it covers, or those of them that no earlier one does.
    Edges(Vec<u32>),
}

/// Coverage while it grows, input by input.
#[derive(Debug, Default)]
pub(crate) struct Growth {
    seen: Edges,
    covered: u64,
}

impl Growth {
    /// Adds the coverage of an input; returns the number of edges covered now.
    pub(crate) fn add(&mut self, input: &Covered) -> u64 {
        match input {
            Covered::Total(total) => self.covered = self.covered.max(*total),
            Covered::Edges(edges) => {
                let new = edges.iter().filter(|&&edge| self.seen.insert(edge)).count();
                self.covered += new as u64;
            }
        }
        self.covered
    }
}

/// Coverage, or another count, as it grew in one trial: a function of time, and of runs, in steps.
#[derive(Debug, Clone, PartialEq)]
pub struct Curve {
    points: Vec<Point>,
    end: Moment,
}

/// A step of a curve: the coverage from this moment on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// When the input was saved that made the step.
    pub at: Moment,
    /// The edges covered from then on.
    pub covered: u64,
}

impl Curve {
    /// The curve of a trial that saved these inputs, in any order, and ended at `end`.
    pub fn new<'c>(inputs: impl IntoIterator<Item = (Moment, &'c Covered)>, end: Moment) -> Self {
        let mut inputs: Vec<_> = inputs.into_iter().collect();
        inputs.sort_by(|(a, _), (b, _)| a.in_time(b));
        let mut growth = Growth::default();
        let mut points: Vec<Point> = Vec::new();
        for (at, input) in inputs {
            let before = growth.covered;
            let covered = growth.add(input);
            if covered > before {
                points.push(Point { at, covered });
            }
        }
        Self { points, end }
    }

    /// The steps, in ascending order.
    #[must_use]
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// The coverage at a checkpoint, if the trial got that far.
    #[must_use]
    pub fn at(&self, checkpoint: Checkpoint) -> Option<u64> {
        match checkpoint {
            Checkpoint::Time(time) => self.at_seconds(time.as_secs_f64()),
            Checkpoint::Executions(runs) => self.at_runs(runs),
            Checkpoint::End => Some(self.total()),
        }
    }

    /// When the trial ended.
    #[must_use]
    pub fn end(&self) -> Moment {
        self.end
    }

    /// The edges covered at the end.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.points.last().map_or(0, |point| point.covered)
    }

    /// When at least this many edges were covered for the first time.
    #[must_use]
    pub fn first_with(&self, covered: u64) -> Option<Moment> {
        let step = self.points.partition_point(|point| point.covered < covered);
        self.points.get(step).map(|point| point.at)
    }

    /// Number of edges covered after `seconds`; `None` after the end of the trial.
    #[must_use]
    pub fn at_seconds(&self, seconds: f64) -> Option<u64> {
        let is_over = seconds > self.end.seconds * (1.0 + EARLY);
        (!is_over).then(|| self.before(|point| point.at.seconds <= seconds))
    }

    /// Number of edges covered after `runs`; `None` after the end of the trial.
    #[must_use]
    pub fn at_runs(&self, runs: u64) -> Option<u64> {
        let is_over = runs as f64 > self.end.runs as f64 * (1.0 + EARLY);
        (!is_over).then(|| self.before(|point| point.at.runs <= runs))
    }

    fn before(&self, is_before: impl Fn(&Point) -> bool) -> u64 {
        let steps = self.points.partition_point(is_before);
        steps.checked_sub(1).map_or(0, |last| self.points[last].covered)
    }
}

//! Lines over time: the median of the trials, and the range of all of them.

use super::axis::Scale;
use super::style::Style;
use super::svg::{Anchor, Closing, Svg};
use super::{WIDTH, names_width};

const LEFT: f64 = 46.0;
const RIGHT: f64 = WIDTH - 10.0;
const PLOT_HEIGHT: f64 = 220.0;
const LEGEND_LINE: f64 = 16.0;
/// The line before a name in the legend.
const LEGEND_SAMPLE: f64 = 33.0;
const LEGEND_COLUMNS: usize = 3;
/// The beginning of a curve that does not decide how far down the axis reaches.
const BEGINNING: f64 = 0.1;
/// How many markers a line has.
const MARKERS: usize = 4;

/// A line of a plot.
pub(in crate::report) struct Line<'l> {
    /// Whose it is.
    pub(in crate::report) label: &'l str,
    /// Its place among all contenders, which gives it its look; the same in every plot.
    pub(in crate::report) style: usize,
    /// Its points, from left to right.
    pub(in crate::report) points: Vec<Band>,
}

/// A point of a line: the median and the range of the trials.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::report) struct Band {
    pub(in crate::report) x: f64,
    pub(in crate::report) low: f64,
    pub(in crate::report) median: f64,
    pub(in crate::report) high: f64,
}

/// Draws lines; `x_text` writes a value beside the lower axis.
pub(in crate::report) fn lines(
    title: &str,
    x_name: &str,
    x_text: fn(f64) -> String,
    lines: &[Line<'_>],
) -> String {
    let columns = legend_columns(lines);
    let legend_rows = lines.len().div_ceil(columns);
    let top = 12.0 + legend_rows as f64 * LEGEND_LINE;
    let bottom = top + PLOT_HEIGHT;
    let mut svg = Svg::new(bottom + 36.0);
    let points = || lines.iter().flat_map(|line| &line.points);
    let last_x = points().map(|point| point.x).fold(0.0, f64::max);
    let highest = points().map(|point| point.high).fold(0.0, f64::max);
    let x = Scale::new([0.0, last_x], [LEFT, RIGHT]);
    let y = Scale::new([lowest(lines, last_x, highest), highest * 1.02], [bottom, top]);
    for tick in y.ticks(5) {
        let place = y.place(tick);
        svg.line("grid", (LEFT, place), (RIGHT, place));
        svg.text(
            "tick",
            (LEFT - 5.0, place + 4.0),
            Anchor::End,
            &super::super::numbers::short(tick),
        );
    }
    for tick in x.ticks(6) {
        let place = x.place(tick);
        svg.line("axis", (place, bottom), (place, bottom + 4.0));
        svg.text("tick", (place, bottom + 16.0), Anchor::Middle, &x_text(tick));
    }
    svg.line("axis", (LEFT, bottom), (RIGHT, bottom));
    svg.line("axis", (LEFT, top), (LEFT, bottom));
    svg.text("name", ((LEFT + RIGHT) / 2.0, bottom + 32.0), Anchor::Middle, x_name);
    for line in lines {
        let upper = line.points.iter().map(|point| (x.place(point.x), y.place(point.high)));
        let lower = line.points.iter().rev().map(|point| (x.place(point.x), y.place(point.low)));
        let outline: Vec<(f64, f64)> = upper.chain(lower).collect();
        svg.path(&Style(line.style).area(), &outline, Closing::Closed);
    }
    for (at, line) in lines.iter().enumerate() {
        let places: Vec<(f64, f64)> =
            line.points.iter().map(|point| (x.place(point.x), y.place(point.median))).collect();
        svg.path(&Style(line.style).line(), &places, Closing::Open);
        // Shifted from line to line, so that markers of close lines do not hide each other.
        let shift = (at as f64 + 0.5) / lines.len() as f64;
        for marker in 0..MARKERS {
            let wanted = LEFT + (RIGHT - LEFT) * (marker as f64 + shift) / MARKERS as f64;
            let is_there = |point: &&Band| x.place(point.x) >= wanted && y.has(point.median);
            if let Some(point) = line.points.iter().find(is_there) {
                let place = (x.place(point.x), y.place(point.median));
                Style(line.style).marker(&mut svg, place);
            }
        }
    }
    legend(&mut svg, lines, columns);
    svg.finish(title)
}

/// How far down the axis reaches: to zero, unless nearly all of the lines are far above it.
fn lowest(lines: &[Line<'_>], last_x: f64, highest: f64) -> f64 {
    let after_beginning = lines.iter().flat_map(|line| &line.points);
    let after_beginning = after_beginning.filter(|point| point.x >= last_x * BEGINNING);
    let lowest = after_beginning.map(|point| point.low).fold(highest, f64::min);
    if lowest < highest * 0.5 { 0.0 } else { lowest - (highest - lowest) * 0.25 }
}

/// As many columns as the longest name allows.
fn legend_columns(lines: &[Line<'_>]) -> usize {
    let widest = LEGEND_SAMPLE + names_width(lines.iter().map(|line| line.label));
    ((RIGHT / widest) as usize).clamp(1, LEGEND_COLUMNS)
}

fn legend(svg: &mut Svg, lines: &[Line<'_>], columns: usize) {
    let width = (RIGHT - 8.0) / columns as f64;
    for (at, line) in lines.iter().enumerate() {
        let x = 8.0 + (at % columns) as f64 * width;
        let y = 10.0 + (at / columns) as f64 * LEGEND_LINE;
        svg.path(&Style(line.style).line(), &[(x, y), (x + 28.0, y)], Closing::Open);
        Style(line.style).marker(svg, (x + 14.0, y));
        svg.text("label", (x + LEGEND_SAMPLE, y + 4.0), Anchor::Start, line.label);
    }
}

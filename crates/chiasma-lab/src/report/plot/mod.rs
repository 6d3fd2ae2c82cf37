//! Plots as SVG: legible without colour, in light and in dark.

mod axis;
mod bars;
mod lines;
mod style;
mod svg;
mod violin;

pub(super) use bars::{Bar, bars};
pub(super) use lines::{Band, Line, lines};
pub(super) use violin::{Violin, violins};

/// How wide every plot is: it is scaled to fit, and its letters should stay legible on a phone.
const WIDTH: f64 = 440.0;
/// How wide a letter is, about.
const LETTER: f64 = 6.4;
/// The most that names on the left may take.
const MOST_OF_NAMES: f64 = 200.0;

/// How much of a plot names take on the left.
fn names_width<'n>(names: impl Iterator<Item = &'n str>) -> f64 {
    let longest = names.map(|name| name.chars().count()).max().unwrap_or(0);
    (longest as f64 * LETTER + 12.0).min(MOST_OF_NAMES)
}

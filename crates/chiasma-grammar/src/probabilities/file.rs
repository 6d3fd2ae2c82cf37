//! Probabilities as a text that a person can read and change.
//!
//! ```text
//! chiasma probabilities 1
//! # grammar JSON
//!
//! value choice 1
//!   0.25  # obj
//!   0.75  # STRING
//! ```
//!
//! A line without indentation names a choice point: its rule, its kind, its number in the rule. Below it
//! there is one number for each alternative, in the order written in the grammar; they need not add up
//! to 1. What follows `#` is for the reader. Points that are not in the file are uniform.

use chiasma_core::display::counted;
use std::collections::HashMap;
use std::fmt::{self, Write};

use super::{Probabilities, uniform_shares};
use crate::grammar::{Grammar, Point, PointKind};

const HEADING: &str = "chiasma probabilities 1";

/// What is wrong with a file of probabilities, and in which line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProbabilitiesError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there, and what to do.
    pub message: String,
}

impl fmt::Display for ProbabilitiesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for ProbabilitiesError {}

impl Probabilities {
    /// The text of a file that holds these probabilities.
    #[must_use]
    pub fn write(&self, grammar: &Grammar) -> String {
        let mut text = format!("{HEADING}\n# grammar {}\n", grammar.name);
        for (point, shares) in grammar.points.iter().zip(&self.shares) {
            let _ = write!(text, "\n{}\n", title(point));
            for (share, alternative) in shares.iter().zip(&point.alternatives) {
                let _ = writeln!(text, "  {share}  # {alternative}");
            }
        }
        text
    }

    /// The probabilities in the text of a file.
    ///
    /// # Errors
    /// If a line is not understood, names a point that the grammar does not have, or the numbers of a point are
    /// not as many as its alternatives, negative, or all 0.
    pub fn read(grammar: &Grammar, text: &str) -> Result<Self, ProbabilitiesError> {
        let mut lines = text.lines().enumerate().map(|(n, line)| (n + 1, line));
        let error = |line, message: String| Err(ProbabilitiesError { line, message });
        if lines.next().map(|(_, line)| line.trim_end()) != Some(HEADING) {
            return error(1, format!("expected `{HEADING}`: is this a file of probabilities?"));
        }
        let points: HashMap<String, usize> =
            grammar.points.iter().enumerate().map(|(at, point)| (title(point), at)).collect();
        let mut read: Vec<Option<Vec<f64>>> = vec![None; grammar.points.len()];
        let mut current: Option<(usize, usize)> = None;
        let mut ends = Vec::new();
        for (number, line) in lines {
            let content = line.split(" #").next().unwrap_or_default();
            let content = if line.starts_with('#') { "" } else { content };
            if content.trim().is_empty() {
                continue;
            }
            if !content.starts_with(char::is_whitespace) {
                let name = content.split_whitespace().collect::<Vec<_>>().join(" ");
                let Some(&at) = points.get(&name) else {
                    let message = format!(
                        "the grammar has no choice `{name}`: has it changed? learn the probabilities again, or remove the point"
                    );
                    return error(number, message);
                };
                if read[at].is_some() {
                    return error(number, format!("`{name}` stands twice"));
                }
                read[at] = Some(Vec::new());
                current = Some((at, number));
                ends.push((at, number));
                continue;
            }
            let Some((at, _)) = current else {
                return error(number, "a number before the first choice".to_owned());
            };
            match content.trim().parse::<f64>() {
                Ok(share) if share.is_finite() && share >= 0.0 => {
                    read[at].get_or_insert_default().push(share);
                }
                _ => {
                    let message = format!(
                        "expected a number that is not negative, found `{}`",
                        content.trim()
                    );
                    return error(number, message);
                }
            }
        }
        for (at, line) in ends {
            let point = &grammar.points[at];
            let shares = read[at].get_or_insert_default();
            let sum: f64 = shares.iter().sum();
            if shares.len() != point.alternatives.len() {
                let message = format!(
                    "`{}` has {}, and the file gives {}",
                    title(point),
                    counted(point.alternatives.len(), "alternative"),
                    counted(shares.len(), "number")
                );
                return error(line, message);
            }
            if sum.is_nan() || sum <= 0.0 || sum.is_infinite() {
                return error(line, format!("the numbers of `{}` add up to {sum}", title(point)));
            }
            // A sum that is 1 but for rounding is left alone, so that writing and reading changes nothing.
            if (sum - 1.0).abs() > 1e-9 {
                shares.iter_mut().for_each(|share| *share /= sum);
            }
        }
        let shares = grammar
            .points
            .iter()
            .zip(read)
            .map(|(point, shares)| shares.unwrap_or_else(|| uniform_shares(point)));
        Ok(Self::of_shares(grammar, shares.collect()))
    }
}

/// What a point is called in a file.
fn title(point: &Point) -> String {
    let kind = match point.kind {
        PointKind::Choice => "choice",
        PointKind::Option => "option",
        PointKind::Repeat => "repeat",
        PointKind::Token => "token",
        PointKind::Gap => "gap",
    };
    format!("{} {kind} {}", point.owner, point.number)
}

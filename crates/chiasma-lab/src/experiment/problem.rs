//! What is wrong with an experiment's file, and where.

use std::fmt;

use thiserror::Error;

/// Something that is wrong with a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong, and what is possible.
    pub message: String,
}

/// Everything that is wrong with a file; one line each, in the order of the file.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub struct Problems(pub Vec<Problem>);

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, Problem { line, message }) in self.0.iter().enumerate() {
            let separator = if at > 0 { "\n" } else { "" };
            write!(f, "{separator}line {line}: {message}")?;
        }
        Ok(())
    }
}

/// The line of a place in a text.
pub(super) fn line_of(text: &str, place: usize) -> usize {
    text.as_bytes()[..place.min(text.len())].iter().filter(|&&byte| byte == b'\n').count() + 1
}

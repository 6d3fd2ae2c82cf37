//! Source spans as MIR text has them: `src/a.rs:3:5: 3:17`.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A place in the source.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Span {
    /// The file, as the compiler was given it.
    pub file: String,
    /// The first line, from 1.
    pub line: u32,
    /// The first column, from 1.
    pub column: u32,
}

impl Span {
    /// Reads `file:line:column: line:column`; nothing if it is none.
    pub(super) fn read(text: &str) -> Option<Self> {
        let (start, end) = text.trim().rsplit_once(": ")?;
        let (end_line, end_column) = end.split_once(':')?;
        end_line.parse::<u32>().ok()?;
        // Behind the end there may be a note of the compiler, such as `(#4)`.
        end_column.split(' ').next()?.parse::<u32>().ok()?;
        let (rest, column) = start.rsplit_once(':')?;
        let (file, line) = rest.rsplit_once(':')?;
        Some(Self { file: file.to_owned(), line: line.parse().ok()?, column: column.parse().ok()? })
    }

    /// Whether it is in the standard library: code that a macro of it expanded to.
    #[must_use]
    pub fn is_in_std(&self) -> bool {
        self.file.starts_with("/rustc/") || self.file.contains("/lib/rustlib/src/rust/library/")
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

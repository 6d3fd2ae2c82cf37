//! Regular expressions, each with a text to search.

use chiasma_core::Source;

use crate::draft::Draft;
use crate::format::Format;

/// A pattern, and a text to search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Search {
    /// The pattern.
    pub pattern: String,
    /// The text.
    pub haystack: String,
}

/// Regular expressions, each with a text to search.
pub fn searches() -> Format<Search> {
    Format::new("chiasma_formats::regex::searches", 100, write)
}

fn write(_s: &mut Source, d: Draft<'_>) -> Search {
    Search { pattern: d.out, haystack: String::new() }
}

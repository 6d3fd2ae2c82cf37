//! fancy-regex 0.7.0, a backtracking regular expression engine: compiles a pattern and searches a text.

use std::ops::Range;

use fancy_regex::RegexBuilder;

/// How often a search may go back.
const BACKTRACKS: usize = 50_000;

/// The result of running a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// Whether there is a match.
    pub is_match: bool,
    /// Where the whole pattern and each of its groups matched, if there is a match.
    pub groups: Option<Vec<Option<Range<usize>>>>,
}

/// Searches `haystack` for `pattern`; an error says why the pattern does not compile, or that the search
/// was given up.
pub fn run(pattern: &str, haystack: &str) -> Result<Summary, String> {
    let regex = RegexBuilder::new(pattern)
        .backtrack_limit(BACKTRACKS)
        .build()
        .map_err(|error| error.to_string())?;
    let is_match = regex.is_match(haystack).map_err(|error| error.to_string())?;
    let captures = regex.captures(haystack).map_err(|error| error.to_string())?;
    let groups = captures.map(|captures| {
        captures.iter().map(|group| group.map(|group| group.range())).collect::<Vec<_>>()
    });
    Ok(Summary { is_match, groups })
}

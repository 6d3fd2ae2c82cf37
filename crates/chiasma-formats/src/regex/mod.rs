//! Regular expressions, each with a text to search that it is likely to match.
//!
//! ```
//! use chiasma_core::{Seed, Source};
//! use chiasma_formats::regex::{self, Dialect};
//!
//! let mut s = Source::random(Seed(1));
//! let search = s.draw(regex::searches());
//! println!("{} in {}", search.pattern, search.haystack);
//! let pattern = s.draw(regex::patterns_in(Dialect::EcmaScript).budget(10));
//! # let _ = pattern;
//! ```
//!
//! Every construct of a pattern also writes a sample of what it matches; the haystack is that sample
//! with a little more around it, sometimes with a change.
//!
//! A dictionary's `texts` become literals and parts of haystacks, its `names` names of groups.

mod assertions;
mod characters;
mod classes;
mod dialect;
mod groups;
mod haystack;
mod mistakes;
mod pattern;
mod perl;
mod quantifiers;
mod references;
mod sets;
mod terms;
mod words;

use chiasma_core::Source;

use crate::draft::Draft;
use crate::format::Format;
use crate::spoil::{self, Mistake, Spoil};

pub use dialect::Dialect;
pub(crate) use pattern::Pattern;

/// A pattern, and a text to search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Search {
    /// The pattern.
    pub pattern: String,
    /// The text.
    pub haystack: String,
}

impl Spoil for Search {
    const MISTAKES: &'static [Mistake<Self>] = &[
        |search, s| spoil::cut(&mut search.pattern, s),
        |search, s| spoil::repeat(&mut search.pattern, s),
        |search, s| spoil::rename(&mut search.pattern, s),
    ];
}

/// Regular expressions of [`Dialect::Backtracking`], each with a text to search.
pub fn searches() -> Format<Search> {
    searches_in(Dialect::Backtracking)
}

/// Regular expressions of a dialect, each with a text to search.
pub fn searches_in(dialect: Dialect) -> Format<Search> {
    let write: fn(&mut Source, Draft<'_>) -> Search = match dialect {
        Dialect::Regular => |s, d| search(s, d, Dialect::Regular),
        Dialect::Backtracking => |s, d| search(s, d, Dialect::Backtracking),
        Dialect::Perl => |s, d| search(s, d, Dialect::Perl),
        Dialect::EcmaScript => |s, d| search(s, d, Dialect::EcmaScript),
    };
    Format::new("chiasma_formats::regex::searches", BUDGET, write)
}

/// Regular expressions of [`Dialect::Backtracking`].
pub fn patterns() -> Format {
    patterns_in(Dialect::Backtracking)
}

/// Regular expressions of a dialect.
pub fn patterns_in(dialect: Dialect) -> Format {
    let write: fn(&mut Source, Draft<'_>) -> String = match dialect {
        Dialect::Regular => |s, d| pattern(s, d, Dialect::Regular),
        Dialect::Backtracking => |s, d| pattern(s, d, Dialect::Backtracking),
        Dialect::Perl => |s, d| pattern(s, d, Dialect::Perl),
        Dialect::EcmaScript => |s, d| pattern(s, d, Dialect::EcmaScript),
    };
    Format::new("chiasma_formats::regex::patterns", BUDGET, write)
}

/// How many terms a pattern may have.
const BUDGET: u32 = 50;

fn search(s: &mut Source, draft: Draft<'_>, dialect: Dialect) -> Search {
    let mut p = Pattern::new(draft, dialect);
    terms::whole(s, &mut p);
    let haystack = haystack::haystack(s, &p);
    Search { pattern: p.draft.out, haystack }
}

fn pattern(s: &mut Source, draft: Draft<'_>, dialect: Dialect) -> String {
    let mut p = Pattern::new(draft, dialect);
    terms::whole(s, &mut p);
    p.draft.out
}

/// A pattern, and a text that it is likely to match, for use within another format.
pub(crate) fn sampled(s: &mut Source, draft: Draft<'_>, dialect: Dialect) -> Search {
    let mut p = Pattern::new(draft, dialect);
    terms::whole(s, &mut p);
    Search { pattern: p.draft.out, haystack: p.sample }
}

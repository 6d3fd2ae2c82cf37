//! Strings by regular expression.

use std::fmt;

use regex_syntax::hir::{Class, Hir, HirKind};

use super::Generator;
use super::text::CharClass;
use crate::source::Source;

/// Maximum number of repetitions beyond the required ones for `*`, `+` and `{n,}`.
const MAX_EXTRA_REPEATS: u32 = 8;

/// See [`regex`].
#[derive(Debug, Clone)]
pub struct Regex {
    root: Node,
}

/// A pattern that is no regular expression, or that matches nothing we could generate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegexError {
    message: String,
}

impl fmt::Display for RegexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for RegexError {}

/// A generator of strings that match `pattern` as a whole, in the syntax of the `regex` crate.
///
/// Unbounded repetitions repeat up to eight times more than needed. Anchors and word boundaries
/// are taken as met, so a pattern such as `a\bb`, which nothing matches, yields `ab`.
///
/// ```
/// use chiasma_core::generators::regex;
/// # let mut s = chiasma_core::Source::random(chiasma_core::Seed(1));
/// let date = s.draw(regex(r"\d{4}-(0[1-9]|1[0-2])"));
/// # assert!(date.chars().count() == 7);
/// ```
///
/// # Panics
/// If the pattern is not a regular expression; [`try_regex`] returns the error instead.
#[must_use]
#[track_caller]
pub fn regex(pattern: &str) -> Regex {
    try_regex(pattern).unwrap_or_else(|error| panic!("`regex`: {error}"))
}

/// The same as [`regex`], for patterns that come from elsewhere.
pub fn try_regex(pattern: &str) -> Result<Regex, RegexError> {
    let hir =
        regex_syntax::parse(pattern).map_err(|error| RegexError { message: error.to_string() })?;
    let root = Node::of(&hir).ok_or_else(|| RegexError {
        message: format!("nothing matches the pattern {pattern:?}"),
    })?;
    Ok(Regex { root })
}

impl Generator for Regex {
    type Value = String;

    fn generate(&self, s: &mut Source) -> String {
        let mut text = String::new();
        self.root.append(s, &mut text);
        text
    }
}

#[derive(Debug, Clone)]
enum Node {
    Empty,
    Text(String),
    Class(CharClass),
    Repeat { node: Box<Node>, min: usize, max: usize },
    All(Vec<Node>),
    One(Vec<Node>),
}

impl Node {
    /// The generator of matches of `hir`; `None` if nothing matches.
    fn of(hir: &Hir) -> Option<Self> {
        Some(match hir.kind() {
            HirKind::Empty | HirKind::Look(_) => Self::Empty,
            HirKind::Literal(literal) => Self::Text(String::from_utf8(literal.0.to_vec()).ok()?),
            HirKind::Class(Class::Unicode(class)) => {
                Self::class(class.iter().map(|range| (range.start(), range.end())).collect())?
            }
            HirKind::Class(Class::Bytes(class)) => Self::class(
                class.iter().map(|range| (range.start().into(), range.end().into())).collect(),
            )?,
            HirKind::Repetition(repetition) => {
                let (min, max) = (repetition.min, repetition.max);
                let max = max.unwrap_or(min.saturating_add(MAX_EXTRA_REPEATS));
                match Self::of(&repetition.sub) {
                    Some(node) => {
                        Self::Repeat { node: Box::new(node), min: min as usize, max: max as usize }
                    }
                    None if min == 0 => Self::Empty,
                    None => return None,
                }
            }
            HirKind::Capture(capture) => Self::of(&capture.sub)?,
            HirKind::Concat(parts) => Self::All(parts.iter().map(Self::of).collect::<Option<_>>()?),
            HirKind::Alternation(parts) => {
                let possible: Vec<_> = parts.iter().filter_map(Self::of).collect();
                (!possible.is_empty()).then_some(Self::One(possible))?
            }
        })
    }

    /// The class of these ranges, with printable ASCII alone half the time if it has any: `.` and
    /// `\w` mean mostly that.
    fn class(ranges: Vec<(char, char)>) -> Option<Self> {
        let ascii = ranges
            .iter()
            .map(|&(low, high)| (low.max(' '), high.min('~')))
            .filter(|(low, high)| low <= high)
            .collect();
        let everything = Self::Class(CharClass::new(ranges.clone())?);
        let has_more = ranges.iter().any(|&(_, high)| high > '\u{7f}');
        Some(match CharClass::new(ascii) {
            Some(ascii) if has_more => Self::One(vec![Self::Class(ascii), everything]),
            _ => everything,
        })
    }

    fn append(&self, s: &mut Source, text: &mut String) {
        match self {
            Self::Empty => {}
            Self::Text(literal) => text.push_str(literal),
            Self::Class(class) => text.push(class.generate(s)),
            Self::Repeat { node, min, max } => {
                let length = s.length(*min..=*max);
                for _ in 0..s.count_within_limit(length, *min) {
                    text.push_str(&s.spanned(&**node, None));
                }
            }
            Self::All(nodes) => nodes.iter().for_each(|node| node.append(s, text)),
            Self::One(nodes) => s.choose(nodes).append(s, text),
        }
    }
}

/// A repeated part is a call of its own, so that parts can be dropped and exchanged.
impl Generator for Node {
    type Value = String;

    fn generate(&self, s: &mut Source) -> String {
        let mut text = String::new();
        self.append(s, &mut text);
        text
    }
}

//! Generators of strings and of characters by class.

use std::ops::RangeInclusive;

use super::Generator;
use crate::source::{Length, Source};

/// See [`string`].
#[derive(Debug, Clone)]
pub struct StringOf<G> {
    length: RangeInclusive<usize>,
    character: G,
}

/// A generator of strings: how many characters, and which.
///
/// ```
/// use chiasma_core::generators::{char, chars_of, string};
/// # let mut s = chiasma_core::Source::random(chiasma_core::Seed(1));
/// let word = s.draw(string(1..8, char('a'..='z')));
/// let name = s.draw(string(1..8, chars_of("abc_0-9")));
/// let anything = s.draw(string(0..8, char(..)));
/// # assert!(word.is_ascii() && name.len() < 8 && anything.chars().count() < 8);
/// ```
#[track_caller]
pub fn string<G: Generator<Value = char>>(length: impl Length, character: G) -> StringOf<G> {
    StringOf { length: length.checked(), character }
}

impl<G: Generator<Value = char>> Generator for StringOf<G> {
    type Value = String;

    fn generate(&self, s: &mut Source) -> String {
        let length = s.length(self.length.clone());
        let count = s.count_within_limit(length, *self.length.start());
        (0..count).map(|_| s.spanned(&self.character, None)).collect()
    }
}

/// Characters by class; see [`chars_of`].
#[derive(Debug, Clone)]
pub struct CharClass {
    ranges: Vec<(char, char)>,
    size: usize,
}

/// A generator of the characters of a class, written as inside the brackets of a regular expression:
/// `"a-zA-Z_"`. A `-` that is first or last stands for itself. The first character is the simplest.
///
/// # Panics
/// If there is no character, or a range is the wrong way round.
#[must_use]
#[track_caller]
pub fn chars_of(class: &str) -> CharClass {
    let mut ranges = Vec::new();
    let mut rest = class.chars().peekable();
    while let Some(low) = rest.next() {
        let mut ahead = rest.clone();
        let high = match (ahead.next(), ahead.next()) {
            (Some('-'), Some(high)) => {
                rest = ahead;
                high
            }
            _ => low,
        };
        assert!(
            low <= high,
            "`chars_of`: the range {low}-{high} of {class:?} is the wrong way round"
        );
        ranges.push((low, high));
    }
    CharClass::new(ranges).unwrap_or_else(|| panic!("`chars_of` needs at least one character"))
}

impl CharClass {
    /// The class of all these ranges, ends included; nothing if they are empty.
    pub(super) fn new(ranges: Vec<(char, char)>) -> Option<Self> {
        let size = ranges.iter().map(|&(low, high)| (low..=high).count()).sum();
        (size > 0).then_some(Self { ranges, size })
    }
}

impl Generator for CharClass {
    type Value = char;

    fn generate(&self, s: &mut Source) -> char {
        if let [(low, high)] = self.ranges[..] {
            return s.char(low..=high);
        }
        let mut nth = s.with_role(crate::request::Role::Value, |s| s.index(self.size));
        for &(low, high) in &self.ranges {
            let size = (low..=high).count();
            if nth < size {
                return (low..=high).nth(nth).unwrap_or(low);
            }
            nth -= size;
        }
        self.ranges[0].0
    }
}

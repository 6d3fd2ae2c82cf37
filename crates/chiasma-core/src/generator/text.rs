//! Generators of strings and of characters by class.

use std::ops::RangeInclusive;

use super::Generator;
use crate::source::{Length, Source, Wish};

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
        let constant = s.propose_string(&self.length);
        let length = s.length(self.length.clone());
        match constant {
            Some(constant) if self.length.start() == self.length.end() => {
                return self.of_fixed_length(&constant, s);
            }
            Some(constant) if s.was_granted() => return self.written(&constant, s),
            _ => {}
        }
        let count = s.count_within_limit(length, *self.length.start());
        (0..count).map(|_| s.spanned(&self.character, None)).collect()
    }
}

/// Whether a generator of this name is a [`StringOf`]: what it draws may be a constant of the target.
pub(crate) fn is_string(name: &str) -> bool {
    name.starts_with(concat!(module_path!(), "::StringOf<"))
}

impl<G: Generator<Value = char>> StringOf<G> {
    /// Draws a string that is this constant if its first character is fresh.
    fn of_fixed_length(&self, constant: &[char], s: &mut Source) -> String {
        let Some((first, rest)) = constant.split_first() else { return String::new() };
        s.wish_for_first(*first);
        let mut text = String::from(s.spanned(&self.character, None));
        if s.was_first_fresh() {
            text += &self.written(rest, s);
        } else {
            text.extend(rest.iter().map(|_| s.spanned(&self.character, None)));
        }
        text
    }

    /// Draws characters that are wished to be these.
    fn written(&self, constant: &[char], s: &mut Source) -> String {
        s.set_writing(true);
        let text = constant.iter().map(|c| self.wished(*c, s)).collect();
        s.set_writing(false);
        text
    }

    /// Draws a character that is wished to be this one.
    fn wished(&self, c: char, s: &mut Source) -> char {
        s.wish(Wish::Char(c));
        let drawn = s.spanned(&self.character, None);
        s.was_granted();
        drawn
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

    /// The place of a character among those of the class.
    fn place_of(&self, c: char) -> Option<usize> {
        let mut before = 0;
        for &(low, high) in &self.ranges {
            if (low..=high).contains(&c) {
                return Some(before + (low..c).count());
            }
            before += (low..=high).count();
        }
        None
    }
}

impl Generator for CharClass {
    type Value = char;

    fn generate(&self, s: &mut Source) -> char {
        if let [(low, high)] = self.ranges[..] {
            return s.char(low..=high);
        }
        if let Some(nth) = s.wished_char().and_then(|c| self.place_of(c)) {
            s.wish(Wish::Choice(nth));
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

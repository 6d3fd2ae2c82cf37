//! Constants that fresh draws may take: strings and numbers that are known to matter to a target.
//!
//! Fresh strings are those that nothing is replayed for, and those whose length was overwritten: a length out
//! of range is in no recording. A string of a fixed length draws none, and is fresh if its first character is. Numbers that were
//! overwritten are fresh, too. A constant is recorded as the ordinary answers that stand for it, so a recording replays without the
//! table. A character that a string's generator cannot make is drawn as ever.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::{Source, fresh};
use crate::request::{Ask, Kind};
use crate::rng::Rng;

/// How many constants are looked at for one whose length fits, or that is in a number's range.
const TRIES: usize = 4;

/// A table of constants, and how often they are drawn.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Constants {
    /// Strings.
    pub strings: Vec<String>,
    /// Strings of bytes, for blocks of their length (as strings are).
    pub byte_strings: Vec<Vec<u8>>,
    /// Whole numbers.
    pub numbers: Vec<i128>,
    /// The probability that a fresh string or block is a constant.
    pub string_probability: f64,
    /// The probability that a fresh number is a constant.
    pub number_probability: f64,
}

/// The table of a source, and what the next request is wished to be answered with.
#[derive(Debug)]
pub(super) struct ConstantDraws {
    table: Arc<Constants>,
    wish: Option<Wish>,
    first: First,
}

/// What is known of the first character of a string of a fixed length.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum First {
    /// No such character is being drawn.
    #[default]
    None,
    /// Nothing of it has been drawn afresh so far.
    Replayed,
    /// Some of it was drawn afresh.
    Fresh,
}

/// An answer that the next fresh request of its kind gets, if it is one of its answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wish {
    Length(usize),
    Char(char),
    /// The index of an alternative.
    Choice(usize),
}

impl Source {
    /// Makes fresh draws use constants; `None` for none.
    pub fn set_constants(&mut self, constants: Option<Arc<Constants>>) {
        let draws = |table| Box::new(ConstantDraws { table, wish: None, first: First::None });
        self.constants = constants.map(draws);
        self.choose_path();
    }

    /// A constant for a string of such a length, if one is to be drawn; its length is wished for, unless it is fixed.
    #[inline]
    pub(crate) fn propose_string(&mut self, length: &RangeInclusive<usize>) -> Option<Vec<char>> {
        let constants = self.constants.as_mut()?;
        let chosen = constants.choose_string(length, &mut self.rng)?;
        constants.wish = (length.start() < length.end()).then_some(Wish::Length(chosen.len()));
        Some(chosen)
    }

    /// Wishes for the first character of a string of a fixed length, if it is fresh.
    pub(crate) fn wish_for_first(&mut self, c: char) {
        self.wish(Wish::Char(c));
        if let Some(constants) = &mut self.constants {
            constants.first = First::Replayed;
        }
    }

    /// Whether the first character was fresh; it has been drawn.
    pub(crate) fn was_first_fresh(&mut self) -> bool {
        let Some(constants) = &mut self.constants else { return false };
        constants.wish = None;
        std::mem::take(&mut constants.first) == First::Fresh
    }

    /// Whether a wish was granted since it was made; it is taken back if not.
    pub(crate) fn was_granted(&mut self) -> bool {
        match &mut self.constants {
            Some(constants) => constants.wish.take().is_none(),
            None => false,
        }
    }

    /// Says whether a constant is being written: then no answer is read without a look at the wish.
    pub(crate) fn set_writing(&mut self, writing: bool) {
        if writing {
            self.short_path_end = 0;
        } else {
            self.choose_path();
        }
    }

    /// Wishes for an answer.
    pub(crate) fn wish(&mut self, wish: Wish) {
        if let Some(constants) = &mut self.constants {
            constants.wish = Some(wish);
        }
    }

    /// The character that is wished for.
    #[inline]
    pub(crate) fn wished_char(&self) -> Option<char> {
        match self.constants.as_ref()?.wish? {
            Wish::Char(c) => Some(c),
            Wish::Length(_) | Wish::Choice(_) => None,
        }
    }
}

impl ConstantDraws {
    /// Forgets what a run that was rejected has wished for.
    pub(super) fn forget_wish(&mut self) {
        (self.wish, self.first) = (None, First::None);
    }

    /// A constant string of such a length, or none as often as constants are not to be drawn.
    fn choose_string(&self, length: &RangeInclusive<usize>, rng: &mut Rng) -> Option<Vec<char>> {
        let last = self.table.strings.len().checked_sub(1)?;
        if !rng.chance(self.table.string_probability) {
            return None;
        }
        if length.start() == length.end() {
            // Few have exactly this length.
            let fits = |text: &&String| text.chars().count() == *length.start();
            let chosen = one_of(self.table.strings.iter().filter(fits), rng)?;
            return Some(chosen.chars().collect());
        }
        (0..TRIES).find_map(|_| {
            let text = &self.table.strings[rng.up_to(last as u64) as usize];
            let chars: Vec<char> = text.chars().collect();
            length.contains(&chars.len()).then_some(chars)
        })
    }

    /// What is drawn in place of a number of the sequence: what is wished for where a length, or a string of a fixed
    /// length, was overwritten, and for the characters behind that; a constant or a fresh number where a number
    /// was overwritten.
    pub(super) fn in_place_of(&mut self, raw: u64, ask: &Ask, rng: &mut Rng) -> Option<u64> {
        let is_overwritten = raw > ask.max;
        if is_overwritten {
            self.note_fresh();
        }
        if self.wish.is_some() {
            let stays = ask.kind == Kind::Length || self.first == First::Replayed;
            return if is_overwritten || !stays { self.grant(ask) } else { None };
        }
        let is_number = matches!(ask.kind, Kind::Unsigned | Kind::Signed);
        let is_drawn = is_overwritten && is_number && self.table.number_probability > 0.0;
        is_drawn
            .then(|| self.number(ask, rng).unwrap_or_else(|| fresh::answer(ask.kind, ask.max, rng)))
    }

    /// Something is drawn afresh.
    fn note_fresh(&mut self) {
        if self.first == First::Replayed {
            self.first = First::Fresh;
        }
    }

    /// The index that is wished for, if it is one of the request's answers.
    fn grant(&mut self, ask: &Ask) -> Option<u64> {
        let index = match (self.wish?, ask.kind) {
            (Wish::Length(number), Kind::Length) => ask.index(number as i128),
            (Wish::Char(c), Kind::Char) => ask.index(i128::from(u32::from(c))),
            (Wish::Choice(index), Kind::Choice) => ask.index(index as i128),
            _ => None,
        };
        if index.is_some() {
            self.wish = None;
        }
        index
    }

    /// A fresh answer that is wished for, or a constant number, if it is to be one.
    pub(super) fn answer(&mut self, ask: &Ask, rng: &mut Rng) -> Option<u64> {
        self.note_fresh();
        if let Some(index) = self.grant(ask) {
            return Some(index);
        }
        matches!(ask.kind, Kind::Unsigned | Kind::Signed).then(|| self.number(ask, rng)).flatten()
    }

    /// A constant number of a request's range, or none as often as constants are not to be drawn.
    fn number(&self, ask: &Ask, rng: &mut Rng) -> Option<u64> {
        let is_drawn = !self.table.numbers.is_empty() && rng.chance(self.table.number_probability);
        is_drawn.then(|| self.table.number(ask, rng)).flatten()
    }

    /// Fills a fresh block with a constant of its length; false if it is not to be one.
    pub(super) fn fill(&self, block: &mut [u8], rng: &mut Rng) -> bool {
        let table = &self.table;
        let has_none = table.byte_strings.is_empty() && table.strings.is_empty();
        if has_none || !rng.chance(table.string_probability) {
            return false;
        }
        let chosen = table.block(block.len(), rng);
        chosen.inspect(|bytes| block.copy_from_slice(bytes)).is_some()
    }
}

impl Constants {
    /// A constant of as many bytes.
    #[must_use]
    pub fn block(&self, len: usize, rng: &mut Rng) -> Option<&[u8]> {
        let strings = self.strings.iter().map(|text| text.as_bytes());
        let all = self.byte_strings.iter().map(Vec::as_slice).chain(strings);
        one_of(all.filter(|bytes| bytes.len() == len), rng)
    }

    /// A number that is an answer to a request: its index.
    #[must_use]
    pub fn number(&self, ask: &Ask, rng: &mut Rng) -> Option<u64> {
        let last = self.numbers.len().checked_sub(1)?;
        (0..TRIES).find_map(|_| ask.index(self.numbers[rng.up_to(last as u64) as usize]))
    }
}

/// One of all, each as likely as any other.
fn one_of<T>(all: impl Iterator<Item = T> + Clone, rng: &mut Rng) -> Option<T> {
    let last = all.clone().count().checked_sub(1)?;
    all.into_iter().nth(rng.up_to(last as u64) as usize)
}

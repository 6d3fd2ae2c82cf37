//! Constants that fresh draws may take: strings and numbers that are known to matter to a target.
//!
//! Fresh strings are those that nothing is replayed for, and those whose length was overwritten: a length out
//! of range is in no recording. A constant is recorded as the ordinary answers that stand for it, so a recording replays without the
//! table. A character that a string's generator cannot make is drawn as ever.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::Source;
use crate::request::{Ask, Kind};
use crate::rng::Rng;

/// How many constants are looked at for one whose length fits.
const TRIES: usize = 4;

/// A table of constants, and how often they are drawn.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Constants {
    /// Strings.
    pub strings: Vec<String>,
    /// Strings of bytes, for blocks of their length.
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
        self.constants = constants.map(|table| Box::new(ConstantDraws { table, wish: None }));
        self.choose_path();
    }

    /// A constant for a string of such a length, if one is to be drawn; its length is wished for.
    #[inline]
    pub(crate) fn propose_string(&mut self, length: &RangeInclusive<usize>) -> Option<Vec<char>> {
        let constants = self.constants.as_mut()?;
        let chosen = constants.choose_string(length, &mut self.rng)?;
        constants.wish = Some(Wish::Length(chosen.len()));
        Some(chosen)
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
    /// A constant string of such a length, or none as often as constants are not to be drawn.
    fn choose_string(&self, length: &RangeInclusive<usize>, rng: &mut Rng) -> Option<Vec<char>> {
        let last = self.table.strings.len().checked_sub(1)?;
        if !rng.chance(self.table.string_probability) {
            return None;
        }
        (0..TRIES).find_map(|_| {
            let text = &self.table.strings[rng.up_to(last as u64) as usize];
            let chars: Vec<char> = text.chars().collect();
            length.contains(&chars.len()).then_some(chars)
        })
    }

    /// What is wished for in place of a number of the sequence: a length that was overwritten, and the
    /// characters behind it.
    pub(super) fn in_place_of(&mut self, raw: u64, ask: &Ask) -> Option<u64> {
        let is_overwritten = raw > ask.max;
        if self.wish.is_some() && (is_overwritten || ask.kind != Kind::Length) {
            return self.grant(ask);
        }
        None
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
        if let Some(index) = self.grant(ask) {
            return Some(index);
        }
        if matches!(ask.kind, Kind::Unsigned | Kind::Signed)
            && let Some(last) = self.table.numbers.len().checked_sub(1)
            && rng.chance(self.table.number_probability)
        {
            return ask.index(self.table.numbers[rng.up_to(last as u64) as usize]);
        }
        None
    }

    /// Fills a fresh block with a constant of its length; false if it is not to be one.
    pub(super) fn fill(&self, block: &mut [u8], rng: &mut Rng) -> bool {
        if self.table.byte_strings.is_empty() || !rng.chance(self.table.string_probability) {
            return false;
        }
        let fitting = self.table.byte_strings.iter().filter(|bytes| bytes.len() == block.len());
        let Some(last) = fitting.clone().count().checked_sub(1) else { return false };
        let chosen = fitting.into_iter().nth(rng.up_to(last as u64) as usize);
        chosen.inspect(|bytes| block.copy_from_slice(bytes)).is_some()
    }
}

//! The draws that a generator makes: truth values, numbers, characters, bytes, choices, lengths.

use std::ops::{Bound, RangeBounds};

use super::characters::any_char;
use super::floats::{Float, any_float, float_between};
use super::ranges::{Length, ends_or_panic};
use super::weights::Meaning;
use super::{GREATEST_MAX_SIZE, Integer, Source};
use crate::generator::{self as generators, Generator};
use crate::request::{Ask, Kind, char_at, scalar};

impl Source {
    /// True or false; false is the simpler.
    #[inline]
    #[track_caller]
    pub fn bool(&mut self) -> bool {
        self.ask(Ask::plain(Kind::Bool, 1)) != 0
    }

    /// An integer of `range`, `..` for any; the nearest to zero is the simplest.
    ///
    /// ```
    /// # let mut s = chiasma_core::Source::random(chiasma_core::Seed(1));
    /// let die = s.int(1..=6);
    /// let offset: i64 = s.int(..);
    /// # assert!((1..=6).contains(&die));
    /// ```
    ///
    /// # Panics
    /// If the range is empty.
    #[inline]
    #[track_caller]
    pub fn int<T: Integer>(&mut self, range: impl RangeBounds<T>) -> T {
        let (low, high) = ends_or_panic("int", &range);
        T::draw(self, low, high)
    }

    /// Any byte.
    #[inline]
    #[track_caller]
    pub fn byte(&mut self) -> u8 {
        self.ask(Ask::plain(Kind::Unsigned, 255)) as u8
    }

    /// A float of `range`; `..` for any, not-a-number and the infinities included.
    ///
    /// Small whole numbers are the simplest; the ends of the range, zeros of both signs and their
    /// neighbours come up often. A range has an infinity in it only if that is one of its ends.
    ///
    /// # Panics
    /// If the range is empty, or an end is not a number.
    #[track_caller]
    pub fn float<T: Float>(&mut self, range: impl RangeBounds<T>) -> T {
        if matches!((range.start_bound(), range.end_bound()), (Bound::Unbounded, Bound::Unbounded))
        {
            return self.draw(any_float);
        }
        let (low, high) = ends_or_panic("float", &range);
        self.draw(|s: &mut Self| float_between(s, low, high))
    }

    /// A character of `range`; `..` for any, with ASCII and troublesome ones more often.
    ///
    /// # Panics
    /// If the range is empty.
    #[inline]
    #[track_caller]
    pub fn char(&mut self, range: impl RangeBounds<char>) -> char {
        let (low, high) = ends_or_panic("char", &range);
        if (low, high) == ('\0', char::MAX) {
            return self.draw(any_char);
        }
        self.char_between(low, high)
    }

    /// A character of `low..=high`, which is not empty.
    #[inline(always)]
    #[track_caller]
    pub(super) fn char_between(&mut self, low: char, high: char) -> char {
        let low = scalar(low as u32);
        let max = scalar(high as u32) - low;
        let index = self.ask(Ask { kind: Kind::Char, max, low });
        char::from_u32(char_at(low, max, index)).unwrap_or(char::REPLACEMENT_CHARACTER)
    }

    /// A block of `len` bytes.
    ///
    /// A block longer than any size limit rejects the input.
    #[must_use]
    #[track_caller]
    pub fn bytes(&mut self, len: usize) -> Vec<u8> {
        if len > GREATEST_MAX_SIZE {
            self.reject("a block of bytes larger than any size limit");
        }
        let mut block = vec![0; len];
        self.ask_block(&mut block);
        block
    }

    /// Fills `block` with bytes.
    #[track_caller]
    pub fn fill(&mut self, block: &mut [u8]) {
        self.ask_block(block);
    }

    /// An index into something of `len` items; the first is the simplest.
    ///
    /// # Panics
    /// If `len` is 0.
    #[inline]
    #[track_caller]
    pub fn index(&mut self, len: usize) -> usize {
        assert!(len > 0, "`index` needs at least one item to choose from");
        self.ask(Ask::plain(Kind::Choice, len as u64 - 1)) as usize
    }

    /// One of `items`; the first is the simplest.
    ///
    /// # Panics
    /// If there is no item.
    #[inline]
    #[track_caller]
    pub fn choose<'i, T>(&mut self, items: &'i [T]) -> &'i T {
        assert!(!items.is_empty(), "`choose` needs at least one item to choose from");
        &items[self.index(items.len())]
    }

    /// One of `items` by value; the first is the simplest.
    ///
    /// ```
    /// # let mut s = chiasma_core::Source::random(chiasma_core::Seed(1));
    /// let operator: &str = s.select(["+", "-", "*"]);
    /// # assert_eq!(operator.len(), 1);
    /// ```
    ///
    /// Reads and records the same bytes as [`choose`](Self::choose). An array without items does not compile.
    #[inline]
    #[track_caller]
    pub fn select<T, const N: usize>(&mut self, items: [T; N]) -> T {
        const { assert!(N > 0, "`select` needs at least one item to choose from") };
        let index = self.index(N);
        let item = items.into_iter().nth(index);
        item.expect("an index of an array is within it")
    }

    /// One of `items`, each as likely as its weight says; the first is the simplest.
    ///
    /// ```
    /// # let mut s = chiasma_core::Source::random(chiasma_core::Seed(1));
    /// let word = s.weighted(&[(3, "often"), (1, "seldom")]);
    /// # assert!(["often", "seldom"].contains(word));
    /// ```
    ///
    /// # Panics
    /// If the weights add up to 0.
    #[inline]
    #[track_caller]
    pub fn weighted<'i, T>(&mut self, items: &'i [(u32, T)]) -> &'i T {
        &items[self.ticket(items.iter().map(|(weight, _)| *weight), Meaning::Places)].1
    }

    /// The index of one of `weights`, each as likely as it says; the first is the simplest.
    ///
    /// The macro [`pick!`](crate::pick) writes each weight beside what it leads to.
    ///
    /// # Panics
    /// If the weights add up to 0.
    #[inline]
    #[track_caller]
    pub fn weighted_index(&mut self, weights: &[u32]) -> usize {
        self.ticket(weights.iter().copied(), Meaning::Places)
    }

    /// True once in `n` draws on average; false is the simpler.
    ///
    /// Reads and records the same bytes as `weighted_index(&[n - 1, 1]) == 1`.
    ///
    /// ```
    /// # let mut s = chiasma_core::Source::random(chiasma_core::Seed(1));
    /// let sign = if s.one_in(6) { "-" } else { "" };
    /// # assert!(sign.len() < 2);
    /// ```
    ///
    /// # Panics
    /// If `n` is 0.
    #[inline]
    #[track_caller]
    pub fn one_in(&mut self, n: u32) -> bool {
        assert!(n > 0, "`one_in` needs a number above 0");
        self.ratio(1, n)
    }

    /// True `times` in `of` draws on average; false is the simpler.
    ///
    /// Reads and records the same bytes as `weighted_index(&[of - times, times]) == 1`.
    ///
    /// ```
    /// # let mut s = chiasma_core::Source::random(chiasma_core::Seed(1));
    /// let letter = if s.ratio(2, 5) { s.char('A'..='Z') } else { s.char('a'..='z') };
    /// # assert!(letter.is_ascii_alphabetic());
    /// ```
    ///
    /// # Panics
    /// If `of` is 0, or less than `times`.
    #[inline]
    #[track_caller]
    pub fn ratio(&mut self, times: u32, of: u32) -> bool {
        assert!(of > 0 && times <= of, "`ratio` needs a part of a whole, not {times} in {of}");
        self.ticket([of - times, times].into_iter(), Meaning::Chance) == 1
    }

    /// True with probability `p`, to one part in 65,536; false is the simpler.
    ///
    /// # Panics
    /// If `p` is not between 0 and 1.
    #[track_caller]
    pub fn chance(&mut self, p: f64) -> bool {
        assert!((0.0..=1.0).contains(&p), "`chance` needs a probability from 0 to 1, not {p}");
        let yes = (p * 65_536.0).round() as u32;
        self.ticket([65_536 - yes, yes].into_iter(), Meaning::Chance) == 1
    }

    /// A length for a collection; the shortest is the simplest.
    ///
    /// # Panics
    /// If the range is empty.
    #[inline]
    #[track_caller]
    pub fn length(&mut self, range: impl Length) -> usize {
        let (low, high) = range.checked().into_inner();
        let ask = Ask { kind: Kind::Length, max: (high - low) as u64, low: low as u64 };
        low + self.ask(ask) as usize
    }

    /// A vector: how long, and of what; the shortest is the simplest.
    ///
    /// Short for drawing from [`vec`](crate::generators::vec).
    #[track_caller]
    pub fn vec<G: Generator>(&mut self, length: impl Length, element: G) -> Vec<G::Value> {
        self.draw(generators::vec(length, element))
    }

    /// A string: how many characters, and which.
    ///
    /// Short for drawing from [`string`](crate::generators::string).
    #[track_caller]
    pub fn string<G>(&mut self, length: impl Length, character: G) -> String
    where
        G: Generator<Value = char>,
    {
        self.draw(generators::string(length, character))
    }

    /// Something or nothing; nothing is the simpler.
    ///
    /// Short for drawing from [`option`](crate::generators::option).
    #[track_caller]
    pub fn option<G: Generator>(&mut self, some: G) -> Option<G::Value> {
        self.draw(generators::option(some))
    }

    /// Draws one of as many tickets as the weights add up to, and returns the index of its weight.
    ///
    /// All tickets of one weight mean the same, so the first of them is recorded.
    #[inline(always)]
    #[track_caller]
    fn ticket(&mut self, weights: impl Iterator<Item = u32> + Clone, meaning: Meaning) -> usize {
        let total: u64 = weights.clone().map(u64::from).sum();
        assert!(total > 0, "a weighted choice needs weights that add up to more than 0");
        let ask = Ask::plain(Kind::Choice, total - 1);
        if self.needs_weights && self.at + ask.width() > self.short_path_end {
            return self.ticket_with_weights(ask, weights, meaning);
        }
        let ticket = self.ask(ask);
        let mut first = 0;
        let mut place = 0;
        for weight in weights {
            let behind = first + u64::from(weight);
            if ticket < behind {
                break;
            }
            first = behind;
            place += 1;
        }
        if ticket != first {
            self.amend(ask.width(), first);
        }
        place
    }

    /// The same while alternatives may be avoided or are recorded.
    #[cold]
    #[inline(never)]
    #[track_caller]
    fn ticket_with_weights(
        &mut self,
        ask: Ask,
        weights: impl Iterator<Item = u32>,
        meaning: Meaning,
    ) -> usize {
        self.tickets.set(weights, meaning);
        let ticket = self.ask(ask);
        let drawn = self.tickets.drawn(ticket);
        self.tickets.clear();
        if ticket != drawn.first {
            self.amend(ask.width(), drawn.first);
        }
        if self.tracing && ask.max > 0 && !self.is_oversize() {
            self.recorder.amend(drawn.first, drawn.count);
        }
        drawn.place
    }
}

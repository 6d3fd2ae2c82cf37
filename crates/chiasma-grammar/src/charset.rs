//! Sets of characters, and the order in which they are drawn.

use regex_syntax::hir::{Class, HirKind};

/// A set of characters: ranges of code points, sorted, apart from each other and without surrogates.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct CharSet {
    ranges: Vec<(u32, u32)>,
}

const GREATEST: u32 = 0x0010_FFFF;
const SURROGATES: (u32, u32) = (0xD800, 0xDFFF);

impl CharSet {
    /// Every character.
    #[must_use]
    pub fn all() -> Self {
        Self::of([(0, GREATEST)])
    }

    /// The characters of these ranges of code points, ends included.
    #[must_use]
    pub fn of(ranges: impl IntoIterator<Item = (u32, u32)>) -> Self {
        let mut pieces = Vec::new();
        for (low, high) in ranges {
            let high = high.min(GREATEST);
            pieces.push((low, high.min(SURROGATES.0 - 1)));
            pieces.push((low.max(SURROGATES.1 + 1), high));
        }
        pieces.retain(|(low, high)| low <= high);
        pieces.sort_unstable();
        let mut merged: Vec<(u32, u32)> = Vec::with_capacity(pieces.len());
        for (low, high) in pieces {
            match merged.last_mut() {
                Some(last) if low <= last.1.saturating_add(1) => last.1 = last.1.max(high),
                _ => merged.push((low, high)),
            }
        }
        Self { ranges: merged }
    }

    /// The set of one character.
    #[must_use]
    pub fn one(c: char) -> Self {
        Self::of([(c as u32, c as u32)])
    }

    /// The characters that have a Unicode property, such as `Lu`, `Script=Greek` or `Alphabetic`.
    #[must_use]
    pub fn with_property(name: &str) -> Option<Self> {
        if name.contains(['{', '}', '\\']) {
            return None;
        }
        if let Some(presentation) = name.strip_prefix("EmojiPresentation=") {
            // ANTLR's own: how an emoji looks unless said otherwise.
            let emoji = Self::with_property("Emoji")?;
            let shown = Self::with_property("Emoji_Presentation")?;
            return match presentation {
                "EmojiDefault" => Some(shown),
                "TextDefault" => Some(emoji.complement().union(&shown).complement()),
                "Text" => Some(emoji.complement()),
                _ => None,
            };
        }
        let hir = regex_syntax::parse(&format!("\\p{{{name}}}")).ok()?;
        match hir.kind() {
            HirKind::Class(Class::Unicode(class)) => {
                Some(Self::of(class.iter().map(|r| (r.start() as u32, r.end() as u32))))
            }
            HirKind::Literal(literal) => {
                let text = std::str::from_utf8(&literal.0).ok()?;
                Some(Self::of(text.chars().map(|c| (c as u32, c as u32))))
            }
            _ => None,
        }
    }

    /// The characters of both sets.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        Self::of(self.ranges.iter().chain(&other.ranges).copied())
    }

    /// The characters that are not in this set.
    #[must_use]
    pub fn complement(&self) -> Self {
        let mut next = 0;
        let mut gaps = Vec::new();
        for &(low, high) in &self.ranges {
            if low > next {
                gaps.push((next, low - 1));
            }
            next = high + 1;
        }
        gaps.push((next, GREATEST));
        Self::of(gaps)
    }

    /// The same set with both cases of every ASCII letter and of every letter whose other case is one
    /// character.
    #[must_use]
    pub fn ignoring_case(&self) -> Self {
        // Beyond these code points there are no cases.
        let mut ranges = self.ranges.clone();
        for c in self.within(0, 0x1_FFFF).chars().filter(|c| c.is_alphabetic()) {
            let (mut lower, mut upper) = (c.to_lowercase(), c.to_uppercase());
            for case in [&mut lower as &mut dyn ExactSizeIterator<Item = char>, &mut upper] {
                if case.len() == 1 {
                    ranges.extend(case.map(|other| (other as u32, other as u32)));
                }
            }
        }
        Self::of(ranges)
    }

    /// The ranges, sorted.
    #[must_use]
    pub fn ranges(&self) -> &[(u32, u32)] {
        &self.ranges
    }

    /// How many characters there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ranges.iter().map(|(low, high)| (high - low) as usize + 1).sum()
    }

    /// Whether there is no character.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// Whether `c` is in the set.
    #[must_use]
    pub fn contains(&self, c: char) -> bool {
        let c = c as u32;
        let behind = self.ranges.partition_point(|&(low, _)| low <= c);
        behind > 0 && c <= self.ranges[behind - 1].1
    }

    /// Every character, in order.
    pub fn chars(&self) -> impl Iterator<Item = char> {
        self.ranges.iter().flat_map(|&(low, high)| low..=high).filter_map(char::from_u32)
    }

    fn within(&self, low: u32, high: u32) -> Self {
        Self::of(
            self.ranges.iter().map(|&(l, h)| (l.max(low), h.min(high))).filter(|(l, h)| l <= h),
        )
    }
}

/// A set of characters prepared for drawing: which index stands for which character.
///
/// The simplest characters come first (letters from `a`, digits, other ASCII, controls). Large sets are
/// drawn in two steps, ASCII or not and then which one, so that a mutated byte most often gives
/// another readable character and the common ones take two bytes, not three.
#[derive(Debug, Clone)]
pub(crate) struct Alphabet {
    /// The ASCII characters, simplest first.
    ascii: Vec<char>,
    rest: CharSet,
}

/// Sets up to this size are drawn in one step.
const ONE_STEP: usize = 256;

/// How an [`Alphabet`] is drawn from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Steps {
    /// There is one character only.
    None,
    /// One index.
    One,
    /// A [`Part`], then an index.
    Two,
}

/// A part of an [`Alphabet`]: the first of two steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    Ascii,
    Rest,
}

impl Alphabet {
    pub(crate) fn new(set: &CharSet) -> Self {
        let mut ascii: Vec<char> = set.within(0, 127).chars().collect();
        ascii.sort_by_key(|&c| match c {
            'a'..='z' => 0,
            '0'..='9' => 1,
            'A'..='Z' => 2,
            ' '..='~' => 3,
            _ => 4,
        });
        Self { ascii, rest: set.within(128, GREATEST) }
    }

    pub(crate) fn len(&self) -> usize {
        self.ascii.len() + self.rest.len()
    }

    pub(crate) fn steps(&self) -> Steps {
        match self.len() {
            0 | 1 => Steps::None,
            2..=ONE_STEP => Steps::One,
            _ if self.ascii.is_empty() => Steps::One,
            _ => Steps::Two,
        }
    }

    /// How many characters are drawn from in the last step.
    pub(crate) fn count(&self, part: Part) -> usize {
        match (self.steps(), part) {
            (Steps::Two, Part::Ascii) => self.ascii.len(),
            (Steps::Two, Part::Rest) => self.rest.len(),
            _ => self.len(),
        }
    }

    /// The character that an index of the last step stands for.
    pub(crate) fn char(&self, part: Part, index: usize) -> char {
        let index = match (self.steps(), part) {
            (Steps::Two, Part::Rest) => index + self.ascii.len(),
            _ => index,
        };
        if let Some(&c) = self.ascii.get(index) {
            return c;
        }
        let mut left = (index - self.ascii.len()) as u32;
        for &(low, high) in self.rest.ranges() {
            if left <= high - low {
                return char::from_u32(low + left).unwrap_or(char::REPLACEMENT_CHARACTER);
            }
            left -= high - low + 1;
        }
        char::REPLACEMENT_CHARACTER
    }

    /// The inverse of [`Alphabet::char`]: the part with the character, and its index.
    pub(crate) fn index(&self, c: char) -> Option<(Part, usize)> {
        if c.is_ascii() {
            return Some((Part::Ascii, self.ascii.iter().position(|&other| other == c)?));
        }
        let mut before = if self.steps() == Steps::Two { 0 } else { self.ascii.len() };
        for &(low, high) in self.rest.ranges() {
            if (low..=high).contains(&(c as u32)) {
                return Some((Part::Rest, before + (c as u32 - low) as usize));
            }
            before += (high - low) as usize + 1;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_index_of_an_alphabet_is_another_character_and_back() {
        let small =
            CharSet::of([(b'0'.into(), b'9'.into()), (b'a'.into(), b'f'.into()), (0xe9, 0xeb)]);
        for set in
            [small.clone(), small.complement(), CharSet::all(), CharSet::of([(0x400, 0x4ff)])]
        {
            let alphabet = Alphabet::new(&set);
            assert_eq!(alphabet.len(), set.len());
            for part in [Part::Ascii, Part::Rest] {
                for index in [0, 1, 7, alphabet.count(part) - 1] {
                    let c = alphabet.char(part, index);
                    assert!(set.contains(c), "{c:?}");
                    let (part, place) = alphabet.index(c).expect("a character of the set");
                    assert_eq!(alphabet.char(part, place), c);
                    assert_eq!(place, index);
                }
            }
        }
    }

    #[test]
    fn the_simplest_character_comes_first() {
        assert_eq!(Alphabet::new(&CharSet::all()).char(Part::Ascii, 0), 'a');
        assert_eq!(
            Alphabet::new(&CharSet::of([(b'+'.into(), b'9'.into())])).char(Part::Ascii, 0),
            '0'
        );
    }

    #[test]
    fn complement_and_union_give_everything() {
        let set = CharSet::with_property("Lu").expect("a category");
        assert!(set.contains('Ä') && !set.contains('ä'));
        assert_eq!(set.union(&set.complement()), CharSet::all());
        assert_eq!(CharSet::with_property("Nonsense"), None);
        let text = CharSet::with_property("EmojiPresentation=TextDefault").expect("a property");
        assert!(text.contains('☺') && !text.contains('😀') && !text.contains('a'));
    }
}

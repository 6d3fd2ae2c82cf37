//! Mistakes that every format has, made in the finished document: it ends too early, a part of it comes
//! again and again, or a name is another one wherever it occurs.

use std::ops::Range;

use chiasma_core::Source;

/// Maximum number of bytes that repetitions add: nested brackets deeper than any stack.
const MOST_REPEATED: usize = 1 << 16;
/// Maximum length of a repeated part, in characters.
const LONGEST_PART: usize = 8;
/// Names that programs tend to mishandle.
const ODD_NAMES: [&str; 12] =
    ["_", "-", "--", "$", "0", "e", "-0", "__proto__", "self", "null", "\u{e9}", "\u{1d4b3}"];

/// A way to make a mistake in a finished document.
pub(crate) type Mistake<T> = fn(&mut T, &mut Source);

/// A document in which mistakes can be made.
pub(crate) trait Spoil: Sized + 'static {
    /// The ways to make one, the simplest first.
    const MISTAKES: &'static [Mistake<Self>];
}

impl Spoil for String {
    const MISTAKES: &'static [Mistake<Self>] = &[cut, repeat, rename];
}

impl Spoil for Vec<u8> {
    const MISTAKES: &'static [Mistake<Self>] = &[cut_bytes, repeat_bytes];
}

/// Ends it too early.
pub(crate) fn cut(text: &mut String, s: &mut Source) {
    let end = place(s, text);
    text.truncate(end);
}

fn cut_bytes(bytes: &mut Vec<u8>, s: &mut Source) {
    bytes.truncate(s.int(0..=bytes.len()));
}

/// Where a character begins, or the end.
fn place(s: &mut Source, text: &str) -> usize {
    let characters = text.chars().count();
    let at = text.char_indices().nth(s.int(0..=characters));
    at.map_or(text.len(), |(at, _)| at)
}

/// Puts a few characters there again and again.
pub(crate) fn repeat(text: &mut String, s: &mut Source) {
    let from = place(s, text);
    let count = s.int(1..=LONGEST_PART);
    let length: usize = text[from..].chars().take(count).map(char::len_utf8).sum();
    let repeated = text[from..from + length].repeat(times(s, length));
    text.replace_range(from..from + length, &repeated);
}

fn repeat_bytes(bytes: &mut Vec<u8>, s: &mut Source) {
    let s = &mut *s.as_value();
    if bytes.is_empty() {
        return;
    }
    let from = s.index(bytes.len());
    let to = (from + s.int(1..=LONGEST_PART)).min(bytes.len());
    let repeated = bytes[from..to].repeat(times(s, to - from));
    bytes.splice(from..to, repeated);
}

/// How often a part of this many bytes is repeated: every power of two is equally likely.
fn times(s: &mut Source, length: usize) -> usize {
    let times = 1 << s.int(1..=MOST_REPEATED.ilog2());
    times.min(MOST_REPEATED / length.max(1))
}

/// Calls something by another name wherever it occurs.
pub(crate) fn rename(text: &mut String, s: &mut Source) {
    let s = &mut *s.as_value();
    let words = words(text);
    if words.is_empty() {
        return;
    }
    let old = &text[words[s.index(words.len())].clone()];
    let new = match s.bool() {
        true => &text[words[s.index(words.len())].clone()],
        false => *s.choose(&ODD_NAMES),
    };
    let mut renamed = String::with_capacity(text.len());
    let mut done = 0;
    for word in words.iter().filter(|word| text[(*word).clone()] == *old) {
        renamed.push_str(&text[done..word.start]);
        renamed.push_str(new);
        done = word.end;
    }
    renamed.push_str(&text[done..]);
    *text = renamed;
}

/// Where names and numbers are.
fn words(text: &str) -> Vec<Range<usize>> {
    let mut words: Vec<Range<usize>> = Vec::new();
    let letters = text.char_indices().filter(|(_, c)| c.is_alphanumeric() || *c == '_');
    for (at, letter) in letters {
        let end = at + letter.len_utf8();
        match words.last_mut() {
            Some(word) if word.end == at => word.end = end,
            _ => words.push(at..end),
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_what_letters_digits_and_underscores_make_together() {
        let text = "$a_1: é(b, -2)";
        let found: Vec<&str> = words(text).into_iter().map(|word| &text[word]).collect();
        assert_eq!(found, ["a_1", "é", "b", "2"]);
        assert_eq!(words(""), []);
    }

    #[test]
    fn whatever_is_named_keeps_one_name() {
        let mut seen = std::collections::BTreeSet::new();
        for seed in 0..200 {
            let mut text = "$a: 1; b($a)".to_owned();
            rename(&mut text, &mut Source::random(chiasma_core::Seed(seed)));
            seen.insert(text);
        }
        for text in ["$--: 1; b($--)", "$b: 1; b($b)", "$a: 1; a($a)", "$a: 1; b($a)"] {
            assert!(seen.contains(text), "no {text} in {seen:?}");
        }
        assert!(!seen.contains("$--: 1; b($a)"));
    }

    #[test]
    fn a_part_comes_again_up_to_the_limit() {
        let lengths = (0..500).map(|seed| {
            let mut text = "é(".to_owned();
            repeat(&mut text, &mut Source::random(chiasma_core::Seed(seed)));
            text.len()
        });
        let lengths: Vec<usize> = lengths.collect();
        assert!(lengths.iter().any(|&length| length > 50_000), "{lengths:?}");
        assert!(lengths.iter().all(|&length| length <= MOST_REPEATED + 3), "{lengths:?}");
    }
}

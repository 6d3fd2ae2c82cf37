//! Unicode text with the nasty parts, beside plain ASCII: marks, directions, emoji, case, normalisation,
//! invisible characters, every script and every general category.
//!
//! ```
//! use chiasma_core::{Seed, Source};
//! use chiasma_formats::text;
//!
//! let text = Source::random(Seed(1)).draw(text::texts());
//! assert!(text.chars().rev().rev().eq(text.chars()));
//! ```

mod clusters;
mod direction;
mod emoji;
mod encoding;
mod odd;
mod plain;
mod scripts;

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use crate::dictionary::Section;
use crate::draft::Draft;
use crate::format::Format;

/// Text of any kind, most of it with some plain ASCII.
///
/// Every string is well-formed, so its errors are what badly converted text has: characters decoded
/// twice, replaced, or left as escapes.
pub fn texts() -> Format {
    Format::new("chiasma_formats::text::texts", 100, |s, d| d.written(s, text))
}

/// A word of some script, without white space or controls.
pub fn words() -> Format {
    Format::new("chiasma_formats::text::words", 4, |s, d| d.written(s, word))
}

/// One user-perceived character: a letter with marks, an emoji, a syllable, a line break.
pub fn graphemes() -> Format {
    Format::new("chiasma_formats::text::graphemes", 10, |s, d| d.written(s, grapheme))
}

/// Text as bytes of UTF-8; its errors are those of the encoding: overlong forms, surrogates, sequences
/// cut short, stray bytes.
pub fn encoded() -> Format<Vec<u8>> {
    Format::new("chiasma_formats::text::encoded", 100, encoding::bytes)
}

/// Pieces, one after the other.
#[generator]
fn text(s: &mut Source, d: &mut Draft<'_>) {
    for _ in 0..pieces(s, d) {
        d.spend();
        piece(s, d);
    }
}

/// How many pieces: rarely none.
fn pieces(s: &mut Source, d: &Draft<'_>) -> usize {
    pick!(s, {
        1 => 0,
        30 => s.length(1..=d.left().max(1) as usize),
    })
}

/// A few characters of one kind.
#[generator]
fn piece(s: &mut Source, d: &mut Draft<'_>) {
    if d.slip(s) {
        encoding::badly_converted(s, d);
        return;
    }
    let write = *s.weighted(&[
        (24, plain::word as fn(&mut Source, &mut Draft<'_>)),
        (14, plain::space),
        (6, plain::punctuation),
        (4, plain::number),
        (3, plain::notable),
        (12, word),
        (6, other_space),
        (6, clusters::marked),
        (3, clusters::syllable),
        (1, clusters::long),
        (6, emoji::emoji),
        (6, direction::directed),
        (6, odd::cased),
        (6, odd::normalised),
        (4, odd::look_alike),
        (4, odd::invisible),
        (4, odd::control),
        (5, odd::boundary),
        (4, odd::numeral),
        (5, odd::symbol),
        (2, any),
    ]);
    write(s, d);
}

/// A word: of the dictionary, of a script of everyday use, or of any.
#[generator]
fn word(s: &mut Source, d: &mut Draft<'_>) {
    let s = &mut *s.as_value();
    pick!(s, {
        3 => d.put(d.word(s, Section::Texts, WORDS)),
        4 => of_range(s, d, scripts::EVERYDAY),
        4 => of_range(s, d, scripts::ALL),
    })
}

/// A few letters of one of the ranges.
fn of_range(s: &mut Source, d: &mut Draft<'_>, ranges: &[(char, char)]) {
    let (low, high) = *s.choose(ranges);
    (0..s.length(1..=6)).for_each(|_| d.out.push(s.char(low..=high)));
}

/// White space and line ends of all kinds.
#[generator]
fn other_space(s: &mut Source, d: &mut Draft<'_>) {
    let s = &mut *s.as_value();
    d.put_one(
        s,
        &[
            "\n", "\t", "\r\n", "\r", "\u{b}", "\u{c}", "\u{85}", "\u{a0}", "\u{1680}", "\u{2000}",
            "\u{2001}", "\u{2002}", "\u{2003}", "\u{2004}", "\u{2005}", "\u{2006}", "\u{2007}",
            "\u{2008}", "\u{2009}", "\u{200a}", "\u{2028}", "\u{2029}", "\u{202f}", "\u{205f}",
            "\u{3000}", "\n\n", "\n\r", "  ", "\u{1c}", "\u{1f}", "\u{180e}",
        ],
    );
}

/// One user-perceived character.
#[generator]
fn grapheme(s: &mut Source, d: &mut Draft<'_>) {
    pick!(s, {
        3 => d.out.push(s.char('a'..='z')),
        4 => clusters::marked(s, d),
        3 => clusters::syllable(s, d),
        1 => clusters::long(s, d),
        3 => emoji::emoji(s, d),
        1 => d.put_one(s, &["\r\n", "\n", "\u{0}", "\u{301}", "\u{200d}", "\u{1f1e6}", "\u{600}1"]),
    })
}

/// Any character that there is.
#[generator]
fn any(s: &mut Source, d: &mut Draft<'_>) {
    d.out.push(s.char(..));
}

/// Words with something to them.
const WORDS: &[&str] = &[
    "naïve",
    "Ελλάς",
    "straße",
    "İstanbul",
    "ıssız",
    "ŉ",
    "ﬁnance",
    "ﬄ",
    "Ǆungla",
    "ǆ",
    "Å",
    "\u{212b}",
    "Ω",
    "\u{212a}",
    "ÅNGSTRÖM",
    "日本語",
    "中文",
    "한국어",
    "русский",
    "עברית",
    "العربية",
    "ไทย",
    "हिन्दी",
    "தமிழ்",
    "Việt",
    "Þórr",
    "Čeština",
    "ქართული",
    "ᏣᎳᎩ",
    "ꮳꮃꭹ",
    "𐐔𐐯𐑅",
    "𝕳𝖊𝖑𝖑𝖔",
    "Ⅷ",
    "ªº",
    "ǅ",
    "ʰʷ",
];

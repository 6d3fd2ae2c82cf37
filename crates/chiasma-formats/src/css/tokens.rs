//! The tokens of CSS: space, comments, names, strings, addresses, and the escapes in them.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::sheet::{Dialect, Sheet};
use super::words;
use crate::dictionary::Section;

/// Space that has to be there.
pub(crate) fn gap<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    let s = &mut *s.as_value();
    pick!(s, {
        60 => d.put(" "),
        1 => d.put("\n"),
        1 => d.put("  "),
        1 => d.put("\t"),
        1 => {
            d.put(" ");
            comment(s, d);
            d.put(" ");
        },
    })
}

/// Space that may be there.
pub(crate) fn optional_gap<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    let s = &mut *s.as_value();
    pick!(s, {
        40 => {},
        4 => d.put(" "),
        1 => d.put("\n"),
        1 => comment(s, d),
    })
}

/// What is between two rules or declarations.
pub(crate) fn line_break<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    let s = &mut *s.as_value();
    pick!(s, {
        30 => d.put("\n"),
        6 => {},
        3 => d.put(" "),
        1 => d.put("\r\n"),
        2 => {
            comment(s, d);
            d.put("\n");
        },
        1 => d.put("\u{c}"),
    })
}

/// A comment.
#[generator]
pub(crate) fn comment<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    let s = &mut *s.as_value();
    if X::IS_EXTENDED && !d.is_raw && s.one_in(3) {
        d.put("//");
        d.put_one(s, &[" x", "", "/* ", " */", " { ", " \"", " #", " é", "/// @param"]);
        d.put("\n");
        return;
    }
    d.put("/*");
    d.put_one(s, words::COMMENTS);
    d.unless_slip(s, "*/", &[""]);
}

/// A name that the author makes up; a dialect may compute it.
#[generator]
pub(crate) fn identifier<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    if !X::identifier(s, d) {
        plain_identifier(s, d);
    }
}

/// A name that stands there as it is.
#[generator]
pub(crate) fn plain_identifier<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    let s = &mut *s.as_value();
    if d.slip(s) {
        d.put_one(s, &["1a", "-1", "", "a!", "\\\n", "@"]);
        return;
    }
    pick!(s, {
        12 => d.put_word(s, Section::Names, words::NAMES),
        2 => d.put_one(s, words::ODD_NAMES),
        1 => free_identifier(s, d),
    })
}

/// A name that is made up character by character.
#[generator]
fn free_identifier<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    let s = &mut *s.as_value();
    d.put_weighted(s, &[(6, ""), (1, "-"), (1, "_")]);
    d.out.push(s.char('a'..='z'));
    for _ in 0..s.length(0..=4) {
        pick!(s, {
            6 => d.out.push(s.char('a'..='z')),
            2 => d.out.push(s.char('0'..='9')),
            1 => d.put_one(s, &["-", "_", "A", "Z"]),
            1 => d.put_one(s, &["é", "ß", "日", "\u{b7}", "😀", "\u{80}", "\u{10ffff}"]),
            1 => escape(s, d),
        })
    }
}

/// An escape within a name or a string.
#[generator]
pub(crate) fn escape<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    let s = &mut *s.as_value();
    pick!(s, {
        3 => d.put_one(
            s,
            &["\\:", "\\.", "\\/", "\\@", "\\!", "\\+", "\\(", "\\\\", "\\\"", "\\,", "\\~", "\\é"],
        ),
        3 => d.put_one(
            s,
            &["\\31 ", "\\000041 ", "\\e9 ", "\\1F600 ", "\\20 ", "\\a ", "\\00E9 ", "\\7f "],
        ),
        1 => {
            let number: u16 = s.int(1..=0xd7ff);
            d.put(&format!("\\{number:x} "));
        },
    })
}

/// A name that begins with two hyphens.
#[generator]
pub(crate) fn dashed_identifier<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    let s = &mut *s.as_value();
    d.put("--");
    pick!(s, {
        12 => d.put_one(s, words::VARIABLES),
        1 => d.put_one(s, &["A", "a_b", "0", "-", "é", "\\!", "\\31 "]),
        1 => free_identifier(s, d),
    })
}

/// A string in either quotes.
#[generator]
pub(crate) fn string<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    let s = &mut *s.as_value();
    let quote = *s.weighted(&[(3, "\""), (1, "'")]);
    d.put(quote);
    for _ in 0..s.weighted_index(&[1, 5, 1]) {
        string_part(s, d, quote);
    }
    d.unless_slip(s, quote, &["", "\n", "\\"]);
}

/// Characters of a string.
#[generator]
fn string_part<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>, quote: &str) {
    let text = pick!(s, {
        6 => d.draft.word(s, Section::Texts, words::TEXTS),
        2 => return escape(s, d),
        2 => s.choose(words::ODD_TEXTS),
        // A line may go on in the next one.
        1 => return d.put("\\\n"),
    });
    for c in text.chars() {
        match c {
            '"' | '\'' if quote.starts_with(c) => d.put(&format!("\\{c}")),
            '\\' => d.put("\\\\"),
            '\n' => d.put("\\a "),
            // What a dialect would take for the start of an expression.
            '#' => d.put("\\23 "),
            _ => d.out.push(c),
        }
    }
}

/// An address, with or without quotes.
#[generator]
pub(crate) fn url<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    let s = &mut *s.as_value();
    let open = if d.shouts { "URL(" } else { "url(" };
    d.put(open);
    pick!(s, {
        3 => d.put_one(s, words::ADDRESSES),
        2 => string(s, d),
        1 => d.put_one(s, &["", " a.png ", "a\\)b", "a\\ b", "\\61 ", "?a=b&c", "é"]),
    });
    d.unless_slip(s, ")", &["", " a)", "\")", "'"]);
}

//! The small parts that occur everywhere: space, comments, processing instructions, references and
//! characters.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::document::Document;
use super::names::plain_name;
use super::words;
use crate::dictionary::Section;

/// Space that has to be there.
pub(super) fn space(s: &mut Source, d: &mut Document<'_>) {
    let s = &mut *s.as_value();
    let spaces = [(24, " "), (2, "\n"), (1, "\t"), (1, "  "), (1, "\r\n"), (1, "\n\t ")];
    d.put_weighted(s, &spaces);
}

/// Space that may be there.
pub(super) fn optional_space(s: &mut Source, d: &mut Document<'_>) {
    let s = &mut *s.as_value();
    d.put_weighted(s, &[(20, ""), (3, " "), (1, "\n"), (1, "\t")]);
}

/// A comment; two hyphens end it, so none has them.
#[generator]
pub(super) fn comment(s: &mut Source, d: &mut Document<'_>) {
    let s = &mut *s.as_value();
    d.put("<!--");
    let mut text = pick!(s, {
        4 => d.word(s, Section::Texts, words::COMMENTS).to_owned(),
        2 => d.word(s, Section::Texts, words::TEXTS).to_owned(),
        1 => characters(s),
    });
    if d.slip(s) {
        d.put_one(s, &["--", "-->", "<!--", "-- -", "\u{1}"]);
    } else {
        while text.contains("--") {
            text = text.replace("--", "- ");
        }
        if text.ends_with('-') {
            text.push(' ');
        }
    }
    d.put(&text);
    d.unless_slip(s, "-->", &["", "--", "--->", "->"]);
}

/// A processing instruction.
#[generator]
pub(super) fn processing_instruction(s: &mut Source, d: &mut Document<'_>) {
    let s = &mut *s.as_value();
    d.put("<?");
    if d.slip(s) {
        d.put_one(s, &["xml", "XML", "", " a", "1", "a:b"]);
    } else if !s.one_in(4) {
        d.put_one(s, words::TARGETS);
    } else {
        let target = plain_name(s);
        d.put(&target);
    }
    pick!(s, {
        3 => {},
        3 => {
            space(s, d);
            d.put_one(s, words::INSTRUCTIONS);
        },
        2 => {
            space(s, d);
            let text = d.word(s, Section::Texts, words::TEXTS).replace("?>", "? >");
            d.put(&text);
        },
        1 => {
            space(s, d);
            let text = characters(s).replace("?>", "? >");
            d.put(&text);
        },
    });
    d.unless_slip(s, "?>", &[">", "?", "", "/>"]);
}

/// A character reference, in decimal or hexadecimal.
#[generator]
pub(super) fn character_reference(s: &mut Source, d: &mut Document<'_>) {
    let s = &mut *s.as_value();
    if d.slip(s) {
        d.put_one(
            s,
            &[
                "&#0;",
                "&#x0;",
                "&#xFFFE;",
                "&#xD800;",
                "&#x110000;",
                "&#;",
                "&#x;",
                "&#60",
                "&#xG;",
                "&#X41;",
                "&#99999999999999999999;",
                "&#11;",
                "&#-1;",
                "&# 60;",
            ],
        );
        return;
    }
    let c = pick!(s, {
        3 => *s.choose(&['<', '&', '>', '"', '\'', '\n', '\t', '\r', ' ', '%', '\u{a0}', ']', ';']),
        2 => character(s),
        1 => any_character(s),
    });
    let zeros = s.weighted(&[(8, ""), (1, "0"), (1, "0000000")]);
    let number = u32::from(c);
    d.put(&pick!(s, {
        3 => format!("&#{zeros}{number};"),
        2 => format!("&#x{zeros}{number:x};"),
        1 => format!("&#x{zeros}{number:X};"),
    }));
}

/// A few characters that XML allows, each on its own.
#[generator]
pub(super) fn characters(s: &mut Source) -> String {
    let s = &mut *s.as_value();
    (0..s.length(0..=8)).map(|_| character(s)).collect()
}

/// A character that XML allows, mostly a printable one of ASCII.
fn character(s: &mut Source) -> char {
    let s = &mut *s.as_value();
    pick!(s, {
        6 => s.char(' '..='~'),
        3 => *s.choose(words::CHARACTERS),
        1 => any_character(s),
    })
}

/// Any character that XML allows beyond ASCII.
fn any_character(s: &mut Source) -> char {
    let s = &mut *s.as_value();
    match s.char('\u{80}'..) {
        '\u{fffe}' | '\u{ffff}' => '\u{fffd}',
        c => c,
    }
}

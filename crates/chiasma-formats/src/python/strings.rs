//! String and bytes literals: prefixes, quotes, escapes, and literals in a row.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::program::Program;
use super::{fstrings, words};
use crate::dictionary::Section;

/// What a literal's text has to look out for.
#[derive(Clone, Copy)]
pub(super) struct Manner {
    pub(super) quote: &'static str,
    pub(super) raw: bool,
    pub(super) bytes: bool,
    /// Whether braces mean something.
    pub(super) formatted: bool,
}

impl Manner {
    /// Whether a line may end within the literal.
    fn spans_lines(self) -> bool {
        self.quote.len() == 3
    }
}

/// A string or bytes: one literal, or several in a row.
#[generator]
pub(super) fn string(s: &mut Source, p: &mut Program<'_>) {
    pick!(s, {
        12 => plain_string(s, p),
        2 => bytes(s, p),
        1 => {
            plain_string(s, p);
            for _ in 0..s.length(1..=2) {
                p.put(" ");
                if p.quotes.len() < 2 && s.one_in(4) {
                    fstrings::fstring(s, p);
                } else {
                    plain_string(s, p);
                }
            }
        },
        1 => {
            bytes(s, p);
            p.put(if p.slip(s) { " 'not bytes' " } else { " " });
            bytes(s, p);
        },
    })
}

/// One literal of a string.
#[generator]
pub(super) fn plain_string(s: &mut Source, p: &mut Program<'_>) {
    let s = &mut *s.as_value();
    let prefix = *s.weighted(&[(16, ""), (2, "r"), (1, "R"), (1, "u"), (1, "U")]);
    let raw = prefix.eq_ignore_ascii_case("r");
    let quote = quote(s, p);
    literal(s, p, prefix, Manner { quote, raw, bytes: false, formatted: false });
}

/// One literal of bytes.
#[generator]
pub(super) fn bytes(s: &mut Source, p: &mut Program<'_>) {
    let s = &mut *s.as_value();
    let prefix = *s.weighted(&[(8, "b"), (1, "B"), (1, "br"), (1, "Rb"), (1, "rB"), (1, "BR")]);
    let quote = quote(s, p);
    literal(s, p, prefix, Manner { quote, raw: prefix.len() == 2, bytes: true, formatted: false });
}

fn literal(s: &mut Source, p: &mut Program<'_>, prefix: &str, manner: Manner) {
    p.put(prefix);
    p.put(manner.quote);
    for _ in 0..*s.weighted(&[(1, 0), (8, 1), (2, 2), (1, 3)]) {
        piece(s, p, manner);
    }
    if !p.slip(s) {
        p.put(manner.quote);
    }
}

/// Quotes, mostly others than those of the f-strings around: before Python 3.12 they had to be.
pub(super) fn quote(s: &mut Source, p: &Program<'_>) -> &'static str {
    const QUOTES: [&str; 4] = ["\"", "'", "\"\"\"", "'''"];
    let wanted = s.weighted_index(&[8, 8, 1, 1]);
    let around = |quote: &str| p.quotes.iter().any(|other| other.starts_with(&quote[..1]));
    if !around(QUOTES[wanted]) || s.one_in(8) {
        return QUOTES[wanted];
    }
    QUOTES[wanted ^ 1]
}

/// A piece of a literal's text: a word, an escape, or a character.
#[generator]
pub(super) fn piece(s: &mut Source, p: &mut Program<'_>, manner: Manner) {
    let s = &mut *s.as_value();
    if p.slip(s) {
        p.put_one(s, &["\\x1", "\\u12", "\\N{no such}", "\\U00110000", "\n", "é\\", "{", "}"]);
        return;
    }
    pick!(s, {
        8 => {
            let text = p.word(s, Section::Texts, words::TEXTS);
            p.put(written(text, manner));
        },
        3 => escape(s, p, manner),
        1 => {
            let character = s.char(..);
            p.put(written(character.encode_utf8(&mut [0; 4]), manner));
        },
        1 => p.put(odd(s, manner)),
    })
}

/// An escape; in a raw literal, a backslash that is just that.
#[generator]
fn escape(s: &mut Source, p: &mut Program<'_>, manner: Manner) {
    let text = if manner.raw {
        *s.choose(&["\\d", "\\n", "\\w+\\s*", "\\\\", "\\x", "[^\\]]"])
    } else if !manner.bytes && s.one_in(3) {
        *s.choose(words::UNICODE_ESCAPES)
    } else {
        *s.choose(words::ESCAPES)
    };
    p.put(text);
}

/// Text that is legal but rarely met.
fn odd(s: &mut Source, manner: Manner) -> &'static str {
    let choice: &[&str] = match (manner.formatted, manner.raw, manner.spans_lines()) {
        (true, ..) => &["{{", "}}", "{{}}", "{{{{"],
        (_, _, true) => &["\n", "\n\n    indented", "\n# no comment", "\t\n"],
        // A backslash at the end of a line continues the literal.
        (_, false, _) => &["\\\n", "\\q", "\\8", "\\ ", "\\\n\\\n"],
        (_, true, _) => &["\\\n", "\\q", "\\ "],
    };
    s.choose::<&str>(choice)
}

/// `text` as a literal may have it.
fn written(text: &str, manner: Manner) -> String {
    let mut written = String::new();
    for character in text.chars() {
        match character {
            '{' | '}' if manner.formatted => {
                written.push(character);
                written.push(character);
            }
            '\n' | '\r' | '\0' if manner.raw => written.push(' '),
            '\n' if manner.spans_lines() => written.push('\n'),
            '\n' => written.push_str("\\n"),
            '\r' => written.push_str("\\r"),
            '\0' => written.push_str("\\x00"),
            '\\' if manner.raw => written.push('/'),
            '\\' => written.push_str("\\\\"),
            '"' | '\'' if manner.quote.starts_with(character) && manner.raw => written.push('`'),
            '"' | '\'' if manner.quote.starts_with(character) => {
                written.push('\\');
                written.push(character);
            }
            _ if manner.bytes && !character.is_ascii() && manner.raw => written.push('?'),
            _ if manner.bytes && !character.is_ascii() => {
                let bytes = character.to_string();
                let escapes = bytes.bytes().map(|byte| format!("\\x{byte:02x}"));
                written.extend(escapes);
            }
            _ => written.push(character),
        }
    }
    written
}

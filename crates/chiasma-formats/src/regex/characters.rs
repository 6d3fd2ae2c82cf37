//! Characters that stand for themselves, and the ways to write them.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::dialect::{Dialect, Dialects};
use super::pattern::{Flags, Pattern};
use super::words::{CHARACTERS, FOREIGN, TEXTS};
use crate::dictionary::Section;

/// A character as it is.
#[generator]
pub(super) fn character(s: &mut Source, p: &mut Pattern<'_>) {
    let s = &mut *s.as_value();
    let c = any(s);
    literal(s, p, c);
}

/// A few characters as they are.
#[generator]
pub(super) fn word(s: &mut Source, p: &mut Pattern<'_>) {
    let s = &mut *s.as_value();
    let word = p.draft.word(s, Section::Texts, TEXTS);
    for c in word.chars() {
        literal(s, p, c);
    }
}

/// A character by its number.
#[generator]
pub(super) fn spelled(s: &mut Source, p: &mut Pattern<'_>) {
    let s = &mut *s.as_value();
    let c = any(s);
    sample(s, p, c);
    let text = number_of(s, p.dialect, c);
    p.put(&text);
    if p.is(Dialects::PERL) && text.starts_with("\\0") {
        p.end_number();
    }
}

/// A control character by its letter.
#[generator]
pub(super) fn escaped(s: &mut Source, p: &mut Pattern<'_>) {
    let s = &mut *s.as_value();
    const LETTERS: [(&str, char); 5] =
        [("\\n", '\n'), ("\\t", '\t'), ("\\r", '\r'), ("\\f", '\x0c'), ("\\v", '\x0b')];
    pick!(s, {
        5 => {
            let (text, c) = s.choose(&LETTERS);
            p.put(text);
            p.sample.push(*c);
        },
        1 => match p.dialect {
            Dialect::Regular | Dialect::Backtracking => put_with(p, "\\a", '\x07'),
            Dialect::Perl => {
                let rare = [
                    ("\\a", '\x07'),
                    ("\\e", '\x1b'),
                    ("\\cA", '\x01'),
                    ("\\c[", '\x1b'),
                    ("\\0", '\0'),
                    ("\\012", '\n'),
                ];
                let (text, c) = s.choose(&rare);
                put_with(p, text, *c);
                p.end_number();
            }
            Dialect::EcmaScript => {
                let (text, c) = s.choose(&[("\\0", '\0'), ("\\cJ", '\n'), ("\\cz", '\x1a')]);
                put_with(p, text, *c);
                p.end_number();
            }
        },
    })
}

fn put_with(p: &mut Pattern<'_>, text: &str, c: char) {
    p.put(text);
    p.sample.push(c);
}

/// Any character, mostly one of a few, so that they recur.
pub(super) fn any(s: &mut Source) -> char {
    let s = &mut *s.as_value();
    pick!(s, {
        14 => *s.choose(&CHARACTERS),
        3 => s.char(' '..='~'),
        3 => *s.choose(&FOREIGN),
        1 => s.char('\u{80}'..),
    })
}

/// Writes a character so that it stands for itself, and adds it to the sample.
fn literal(s: &mut Source, p: &mut Pattern<'_>, c: char) {
    let s = &mut *s.as_value();
    sample(s, p, c);
    p.put_char(c);
}

impl Pattern<'_> {
    /// Writes a character so that it stands for itself.
    pub(super) fn put_char(&mut self, c: char) {
        if c.is_ascii_digit() && self.number_end == self.draft.out.len() {
            self.put(&format!("[{c}]"));
        } else {
            plain(&mut self.draft.out, self.dialect, self.flags, c);
        }
    }

    /// Writes a character so that it stands for itself within a class.
    pub(super) fn put_char_in_class(&mut self, c: char) {
        plain_in_class(&mut self.draft.out, self.dialect, self.flags, c);
    }
}

/// Adds a character to the sample, in another case if that makes no difference.
fn sample(s: &mut Source, p: &mut Pattern<'_>, c: char) {
    let other = if p.flags.ignore_case && c.is_ascii_alphabetic() && s.bool() {
        if c.is_ascii_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() }
    } else {
        c
    };
    p.sample.push(other);
}

/// Writes a character so that it stands for itself outside a class.
fn plain(out: &mut String, dialect: Dialect, flags: Flags, c: char) {
    let special = "\\.+*?()|[]{}^$".contains(c) || flags.extended && matches!(c, ' ' | '#');
    if special {
        out.push('\\');
        out.push(c);
    } else if c.is_control() || flags.extended && is_pattern_space(c) {
        out.push_str(&by_number(dialect, c));
    } else {
        out.push(c);
    }
}

/// Writes a character so that it stands for itself within a class.
fn plain_in_class(out: &mut String, dialect: Dialect, flags: Flags, c: char) {
    let special = match dialect {
        Dialect::EcmaScript => "\\]^-[".contains(c),
        _ => "\\]^-[:.=&~".contains(c) || flags.extended && matches!(c, ' ' | '#'),
    };
    if special {
        out.push('\\');
        out.push(c);
    } else if c.is_control() || flags.extended && is_pattern_space(c) {
        out.push_str(&by_number(dialect, c));
    } else {
        out.push(c);
    }
}

/// Whether a character is space to a pattern in which space means nothing.
fn is_pattern_space(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{200e}' | '\u{200f}')
}

/// A character by its number, in the way that holds every number.
fn by_number(dialect: Dialect, c: char) -> String {
    match dialect {
        Dialect::EcmaScript => format!("\\u{{{:x}}}", c as u32),
        _ => format!("\\x{{{:x}}}", c as u32),
    }
}

/// A character by its number, in any of the ways that the dialect has.
pub(super) fn number_of(s: &mut Source, dialect: Dialect, c: char) -> String {
    let code = c as u32;
    let way = s.as_value().index(6);
    match dialect {
        _ if way == 0 => by_number(dialect, c),
        Dialect::Regular => match way {
            1 if code < 0x80 => format!("\\x{code:02X}"),
            2 if code < 0x10000 => format!("\\u{code:04x}"),
            3 => format!("\\U{code:08x}"),
            4 => format!("\\U{{{code:x}}}"),
            _ => format!("\\u{{{code:X}}}"),
        },
        Dialect::Backtracking => match way {
            1..3 if code < 0x80 => format!("\\x{code:02x}"),
            _ => format!("\\x{{{code:06X}}}"),
        },
        Dialect::Perl => match way {
            1 if code < 0x80 => format!("\\x{code:02X}"),
            2 => format!("\\o{{{code:o}}}"),
            3 => format!("\\N{{U+{code:X}}}"),
            4 if code < 0o100 => format!("\\0{code:02o}"),
            _ => format!("\\x{{{code:X}}}"),
        },
        Dialect::EcmaScript => match way {
            1 if code < 0x100 => format!("\\x{code:02X}"),
            2 if code < 0x10000 => format!("\\u{code:04X}"),
            3 if code >= 0x10000 => {
                let mut units = [0; 2];
                let units = c.encode_utf16(&mut units);
                units.iter().map(|unit| format!("\\u{unit:04x}")).collect()
            }
            _ => format!("\\u{{{code:06x}}}"),
        },
    }
}

//! String literals, template literals and the escapes in them.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::expressions;
use super::kinds::Kind;
use super::levels::Level;
use super::program::Program;
use super::samples::TEXTS;
use crate::dictionary::Section;

/// A string literal.
#[generator]
pub(super) fn string_literal(s: &mut Source, p: &mut Program<'_>) {
    let s = &mut *s.as_value();
    if !s.one_in(4) {
        let text = p.word(s, Section::Texts, TEXTS);
        if TEXTS.contains(&text) {
            return quoted_as_is(p, text);
        }
        return quoted(p, text);
    }
    let quote = *s.choose(&["\"", "'"]);
    p.put(quote);
    for _ in 0..s.length(1..=4) {
        string_part(s, p, quote);
    }
    if p.slip(s) {
        return;
    }
    p.put(quote);
}

/// Writes a text of the tables, which has its escapes already.
pub(super) fn quoted_as_is(p: &mut Program<'_>, text: &str) {
    p.put("\"");
    p.put(text);
    p.put("\"");
}

/// Writes any text as a string literal.
pub(super) fn quoted(p: &mut Program<'_>, text: &str) {
    let quote = if text.contains('"') && !text.contains('\'') { '\'' } else { '"' };
    let mut literal = String::with_capacity(text.len() + 2);
    literal.push(quote);
    for c in text.chars() {
        match c {
            '\\' => literal.push_str("\\\\"),
            '\n' => literal.push_str("\\n"),
            '\r' => literal.push_str("\\r"),
            c if c == quote => literal.extend(['\\', c]),
            c if c.is_control() => literal.push_str(&format!("\\x{:02x}", c as u32 & 0xff)),
            c => literal.push(c),
        }
    }
    literal.push(quote);
    p.put(&literal);
}

/// Some of what stands in a string between `quote`s.
#[generator]
fn string_part(s: &mut Source, p: &mut Program<'_>, quote: &str) {
    match s.weighted_index(&[6, 2, 4, 1, 1, 1, 1]) {
        0 => {
            let c = s.char(' '..='~');
            match c {
                '\\' | '\'' | '"' => p.put(&format!("\\{c}")),
                c => p.put(c.encode_utf8(&mut [0; 4])),
            }
        }
        1 => match s.char('\u{80}'..) {
            '\u{80}'..='\u{9f}' => p.put("é"),
            c => p.put(c.encode_utf8(&mut [0; 4])),
        },
        2 => escape(s, p),
        3 => p.put(if quote == "'" { "\"" } else { "'" }),
        4 => p.put_one(s, &["\\\n", "\\\r\n", "\\\u{2028}"]),
        5 if !p.context.strict => p.put_one(s, &["\\1", "\\07", "\\377", "\\8", "\\400"]),
        6 if p.slip(s) => p.put_one(s, &["\\u{110000}", "\\x4", "\\u12", "\n", "\\u{}"]),
        _ => p.put("\\0"),
    }
    // A digit after `\0` would make it an octal escape.
    if p.since(0).ends_with("\\0") {
        p.put("_");
    }
}

/// An escape that strings and templates have.
#[generator]
fn escape(s: &mut Source, p: &mut Program<'_>) {
    let s = &mut *s.as_value();
    pick!(s, {
        4 => p.put_one(s, &["\\n", "\\t", "\\r", "\\b", "\\f", "\\v", "\\\\", "\\'", "\\a", "\\z"]),
        2 => p.put(&format!("\\x{:02x}", s.byte())),
        2 => p.put(&format!("\\u{:04X}", s.int(0..=0xffffu32))),
        2 => p.put(&format!("\\u{{{:x}}}", s.int(0..=0x10_ffffu32))),
        3 => {
            p.put_one(s, &["\\uD800", "\\uDFFF", "\\ud83d\\ude00", "\\u{d83d}\\u{de00}", "\\uFEFF"]);
        },
    })
}

/// A template literal.
#[generator]
pub(super) fn template_literal(s: &mut Source, p: &mut Program<'_>) {
    p.put("`");
    let count = s.length(0..=3);
    p.each(s, count, |s, p, _| {
        template_text(s, p);
        substitution(s, p);
    });
    template_text(s, p);
    if !p.slip(s) {
        p.put("`");
    }
}

/// A template behind a tag: its escapes need not mean anything.
#[generator]
pub(super) fn tagged_template(s: &mut Source, p: &mut Program<'_>, level: Level) {
    p.at_level(Level::Member, level, |p| {
        pick!(s, {
            3 => p.put("String.raw"),
            2 => expressions::of(s, p, Kind::Function, Level::Member),
            1 => p.put("((strings, ...values) => strings.raw.join() + values.length)"),
        });
        p.put("`");
        if s.one_in(4) {
            p.put_one(s, &["\\u", "\\xg", "\\u{", "\\01", "\\u{110000}", "\\9"]);
        }
        let count = s.length(0..=2);
        p.each(s, count, |s, p, _| {
            template_text(s, p);
            substitution(s, p);
        });
        template_text(s, p);
        p.put("`");
    });
}

/// `${...}` in a template.
#[generator]
fn substitution(s: &mut Source, p: &mut Program<'_>) {
    p.put("${");
    let kind = *s.weighted(&[
        (4, Kind::Number),
        (3, Kind::String),
        (1, Kind::Boolean),
        (1, Kind::Nothing),
        (1, Kind::Array),
        (1, Kind::BigInt),
        (1, Kind::Object),
    ]);
    expressions::of(s, p, kind, Level::Comma);
    p.put("}");
}

/// Text in a template.
fn template_text(s: &mut Source, p: &mut Program<'_>) {
    let s = &mut *s.as_value();
    pick!(s, {
        6 => p.put_one(
            s,
            &["", "a", " ", "-", "x=", "\n", "'", "\"", "$", "{}", "/", "é😀", "\u{2028}"],
        ),
        3 => escape(s, p),
        1 => p.put_one(s, &["\\`", "\\${", "$ {", "\\\n", "\r\n", "\\0", "}"]),
    });
    // `$` before what comes next could begin a substitution, and a digit may not follow `\0`.
    if p.since(0).ends_with('$') || p.since(0).ends_with("\\0") {
        p.put(" ");
    }
}

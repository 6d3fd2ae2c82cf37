//! Plain ASCII: words, numbers, punctuation, and strings that mean something to some program.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use crate::dictionary::Section;
use crate::draft::Draft;

/// A word of the dictionary, of a few common ones, or of any letters.
#[generator]
pub(super) fn word(s: &mut Source, d: &mut Draft<'_>) {
    let s = &mut *s.as_value();
    pick!(s, {
        3 => d.put(d.word(s, Section::Texts, WORDS)),
        2 => {
            for _ in 0..s.length(1..=8) {
                pick!(s, {
                    8 => d.out.push(s.char('a'..='z')),
                    1 => d.out.push(s.char('A'..='Z')),
                    1 => d.out.push(s.char('0'..='9')),
                })
            }
        },
    })
}

#[generator]
pub(super) fn space(s: &mut Source, d: &mut Draft<'_>) {
    let s = &mut *s.as_value();
    d.put_one(s, &[" ", " ", " ", " ", "\n", "  ", "\t", ", ", ". "]);
}

#[generator]
pub(super) fn punctuation(s: &mut Source, d: &mut Draft<'_>) {
    let s = &mut *s.as_value();
    pick!(s, {
        3 => d.out.push(*s.choose(&PUNCTUATION)),
        1 => d.put_one(
            s,
            &[
                "...", "--", "\"\"", "''", "()", "[]", "{}", "<>", "</", "/*", "*/", "//", "<!--",
                "-->", "\\\\", "\\n", "${", "{{", "%%", "::",
            ],
        ),
    })
}

/// The punctuation and the symbols of ASCII.
const PUNCTUATION: [char; 32] = [
    '.', ',', '!', '?', ';', ':', '\'', '"', '-', '_', '(', ')', '[', ']', '{', '}', '<', '>', '/',
    '\\', '|', '@', '#', '$', '%', '^', '&', '*', '+', '=', '~', '`',
];

#[generator]
pub(super) fn number(s: &mut Source, d: &mut Draft<'_>) {
    let s = &mut *s.as_value();
    pick!(s, {
        3 => d.put(&s.int(-1000..=1000i16).to_string()),
        2 => d.put_one(
            s,
            &[
                "0",
                "-0",
                "1",
                "007",
                "1e9",
                "0x1F",
                "3.14",
                "1,000",
                "1_000",
                "2147483648",
                "9223372036854775808",
                "1e400",
                ".5",
                "5.",
                "+1",
                "NaN",
                "-Infinity",
            ],
        ),
    })
}

/// Strings that programs take for something else: other types, paths, escapes, markup, templates.
#[generator]
pub(super) fn notable(s: &mut Source, d: &mut Draft<'_>) {
    let s = &mut *s.as_value();
    d.put_one(
        s,
        &[
            "null",
            "undefined",
            "true",
            "nil",
            "None",
            "CON",
            "../",
            "C:\\",
            "~/",
            "%s%n",
            "%00",
            "%20",
            "&amp;",
            "&#0;",
            "\\u0000",
            "\\x00",
            "\\",
            "' OR 1=1 --",
            "<b>",
            "<script>",
            "]]>",
            "{{7*7}}",
            "${x}",
            "$(x)",
            "`x`",
            "#!/bin/sh",
            "--help",
            "-",
            "@import",
            "=1+1",
            "a\tb",
            "constructor",
            "__proto__",
        ],
    );
}

const WORDS: &[&str] = &[
    "a",
    "the",
    "hello",
    "world",
    "A",
    "abc",
    "ABC",
    "foo",
    "bar",
    "test",
    "I",
    "Lorem",
    "ipsum",
    "fi",
    "ss",
    "SS",
    "i",
    "x",
    "camelCase",
    "snake_case",
    "UPPER",
    "0",
    "kelvin",
    "e",
];

//! Mistakes to make on purpose: what other dialects allow, and what is cut short.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::Json;
use super::values;

/// No document at all.
pub(super) fn no_document(s: &mut Source) -> &'static str {
    s.choose::<&str>(&[
        "",
        " ",
        "\u{feff}",
        "\u{feff}{}",
        "[",
        "\"",
        "{\"",
        "// {}",
        "\0",
        "]",
        "}",
        ",",
    ])
}

/// More than one document, or an end that is none.
pub(super) fn after_document(s: &mut Source, j: &mut Json<'_>) {
    pick!(s, {
        1 => {
            j.draft.out.pop();
        },
        1 => j.draft.put_one(s, &["]", "}", ",", "\0", "null", " 0", "{}", "\"", "\u{a0}", "#"]),
        1 => {
            let cut = s.index(j.draft.out.len() + 1);
            let cut = (0..=cut).rev().find(|at| j.draft.out.is_char_boundary(*at)).unwrap_or(0);
            j.draft.out.truncate(cut);
        },
    })
}

/// What is no value.
#[generator]
pub(super) fn value(s: &mut Source, j: &mut Json<'_>) {
    pick!(s, {
        6 => j.draft.put_one(s, &NO_VALUES),
        1 => {
            j.draft.put("/* c */");
            values::value(s, j);
        },
        1 => {
            j.draft.put("(");
            values::value(s, j);
            j.draft.put(")");
        },
        1 => {
            values::value(s, j);
            j.draft.put(" ");
            values::value(s, j);
        },
    })
}

/// What is no key.
pub(super) fn key(s: &mut Source, j: &mut Json<'_>) {
    j.draft.put_one(s, &["a", "'a'", "0", "null", "{}", "[]", "", "\"a", "a\"", "$", "...a"]);
}

/// What is no string.
#[generator]
pub(super) fn string(s: &mut Source, j: &mut Json<'_>) {
    j.draft.put_one(s, &NO_STRINGS);
}

/// What is no number, or none that a float holds.
#[generator]
pub(super) fn number(s: &mut Source, j: &mut Json<'_>) {
    j.draft.put_one(s, &NO_NUMBERS);
}

const NO_VALUES: [&str; 21] = [
    "nul",
    "True",
    "NULL",
    "undefined",
    "NaN",
    "Infinity",
    "-Infinity",
    "None",
    "truefalse",
    "",
    "new Date()",
    "function(){}",
    "<a/>",
    "@",
    "'a'",
    "`a`",
    "\u{feff}",
    "\0",
    "]",
    "}",
    ":",
];

const NO_STRINGS: [&str; 22] = [
    "\"a",
    "a\"",
    "'a'",
    "\"\\\"",
    "\"\\x41\"",
    "\"\\u12\"",
    "\"\\u\"",
    "\"\\uD800\"",
    "\"\\uDC00\\uD800\"",
    "\"\\ud83d\\u0041\"",
    "\"\\uGGGG\"",
    "\"\\U0001F600\"",
    "\"\\0\"",
    "\"\\'\"",
    "\"\\ \"",
    "\"\n\"",
    "\"\t\"",
    "\"\0\"",
    "\"\u{1f}\"",
    "\"a\" + \"b\"",
    "\"a\" \"b\"",
    "\"\\u00\\u0030\"",
];

const NO_NUMBERS: [&str; 25] = [
    "1.", ".5", "+1", "01", "-01", "00", "-", "--1", "1e", "1e+", "1E-", "1.e1", "1e1.5", "0x1F",
    "1_000", "1,5", "1f", "1n", "１", "0b1", "0o7", "1e400", "-1e999", "1 2", "2.e3",
];

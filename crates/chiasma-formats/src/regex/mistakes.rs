//! Mistakes to make on purpose: what no dialect, or only some of them, can read.

use chiasma_core::Source;
use chiasma_macros::generator;

use super::pattern::Pattern;

/// An invalid term.
#[generator]
pub(super) fn term(s: &mut Source, p: &mut Pattern<'_>) {
    p.draft.put_one(s, &TERMS);
}

/// An invalid class.
#[generator]
pub(super) fn class(s: &mut Source, p: &mut Pattern<'_>) {
    p.draft.put_one(s, &CLASSES);
}

/// What refers to no group.
#[generator]
pub(super) fn reference(s: &mut Source, p: &mut Pattern<'_>) {
    p.draft.put_one(s, &REFERENCES);
}

/// An invalid quantifier, or one that repeats too much.
pub(super) fn quantifier(s: &mut Source) -> &'static str {
    s.as_value().choose::<&str>(&QUANTIFIERS)
}

/// An invalid end of a pattern.
pub(super) fn end(s: &mut Source, p: &mut Pattern<'_>) {
    p.draft
        .put_one(s, &["\\", "(", "[", "(?", "|*", ")", "\\x", "\\p{", "{1", "(?P<", "(?<=a", "[^"]);
}

const TERMS: [&str; 32] = [
    ")",
    "(",
    "*",
    "+",
    "?",
    "{1}",
    "(?",
    "(?:",
    "(?P<n",
    "(?<1>a)",
    "(?<>a)",
    "(?<a b>c)",
    "(?<n>a)(?<n>b)",
    "(?z)",
    "(?i",
    "(?-)",
    "(?<=a*)b",
    "(?<!a|bc+)",
    "(?=a",
    "\\",
    "\\y",
    "\\c",
    "\\x{110000}",
    "\\x{d800}",
    "\\xg",
    "\\u{}",
    "\\u12",
    "\\p{Nope}",
    "\\p",
    "\\pX{",
    "(*NOPE)",
    "(?(a|b)",
];

const CLASSES: [&str; 16] = [
    "[",
    "[]",
    "[^]",
    "[a",
    "[z-a]",
    "[a-\\d]",
    "[\\d-z]",
    "[[:nope:]]",
    "[[:alpha:]",
    "[\\]",
    "[a&&]",
    "[[a]",
    "[\\p{Nope}]",
    "[a-b-c]",
    "[\\x{110000}]",
    "[:alpha:]",
];

const REFERENCES: [&str; 12] = [
    "\\99",
    "\\k<nope>",
    "\\k",
    "\\k<",
    "(?P=nope)",
    "\\g{99}",
    "\\g{-99}",
    "(?99)",
    "(?&nope)",
    "(?(99)a|b)",
    "(?(<nope>)a)",
    "\\0",
];

const QUANTIFIERS: [&str; 14] = [
    "{2,1}",
    "{99999999999}",
    "{1000000}",
    "{65536}",
    "{,}",
    "{",
    "{1",
    "{a}",
    "**",
    "+*",
    "???",
    "{1}{2}",
    "{-1}",
    "{1, 2}",
];

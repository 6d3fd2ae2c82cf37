//! The format's own characters, texts and names.

/// Characters that patterns often have.
pub(super) const CHARACTERS: [char; 32] = [
    'a', 'b', 'c', 'd', 'e', 'f', 'x', 'y', 'z', 'A', 'B', 'Z', 'k', 's', '0', '1', '2', '9', '_',
    '-', ' ', '.', ',', ':', '/', '@', '#', '"', '\'', '=', '<', '(',
];

/// Characters that engines may mishandle: those that have other cases, more than one of them or
/// none, that combine, that are invisible, and the last of each encoding length.
pub(super) const FOREIGN: [char; 24] = [
    'é',
    'ß',
    'ẞ',
    'ſ',
    'K',
    'İ',
    'ı',
    'σ',
    'ς',
    'Σ',
    'ǆ',
    'ﬁ',
    '٣',
    '日',
    '\u{301}',
    '\u{a0}',
    '\u{200d}',
    '\u{2028}',
    '\u{85}',
    '\u{7ff}',
    '\u{feff}',
    '\u{ffff}',
    '😀',
    '\u{10ffff}',
];

/// Texts to match, and to have around a match.
pub(super) const TEXTS: &[&str] = &[
    "a",
    "ab",
    "abc",
    "foo",
    "bar",
    "foobar",
    "aaa",
    "aab",
    "the",
    "Hello",
    "https://",
    "www.",
    ".com",
    "@",
    "--",
    "0x",
    "2024-01-31",
    "12:30",
    "1.5",
    "$5.00",
    "<b>",
    "</b>",
    "\"q\"",
    "(x)",
    "[y]",
    "{z}",
    "a+b",
    "a|b",
    "^$",
    "a\\b",
    "  ",
    "\t",
    "a\nb",
    "\r\n",
    "\n",
    "é",
    "straße",
    "日本",
    "😀",
    "κόσμος",
];

/// Names of groups.
pub(super) const NAMES: &[&str] =
    &["a", "b", "n", "name", "year", "x1", "_", "A", "word", "long_name_of_a_group"];

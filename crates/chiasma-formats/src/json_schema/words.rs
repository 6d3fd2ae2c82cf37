//! The format's own names, texts, patterns and formats.

use super::version::Version;

/// Names of properties, with those that pointers and patterns must escape.
pub(super) const PROPERTIES: &[&str] = &[
    "a",
    "b",
    "c",
    "id",
    "name",
    "type",
    "value",
    "items",
    "next",
    "children",
    "foo",
    "bar",
    "x1",
    "$ref",
    "",
    " ",
    "a b",
    "a/b",
    "a~b",
    "a%b",
    "a\"b",
    "a\\b",
    "a.b",
    "0",
    "1",
    "é",
    "日本",
    "😀",
    "__proto__",
    "properties",
];

/// Names of definitions.
pub(super) const DEFINITIONS: &[&str] =
    &["a", "b", "node", "item", "positive", "A1", "a b", "a/b", "a~b", "a%25b", "é", ""];

/// Texts of strings.
pub(super) const TEXTS: &[&str] = &[
    "a",
    "",
    "b",
    "abc",
    "foo",
    "foobar",
    " ",
    "0",
    "true",
    "null",
    "x1",
    "é",
    "e\u{301}",
    "日本語",
    "😀",
    "👩\u{200d}👧",
    "\n",
    "\0",
    "a\"b",
    "\u{10ffff}",
];

/// Patterns that schemas often have, each with a text that it matches.
pub(super) const PATTERNS: &[(&str, &str)] = &[
    ("a", "a"),
    ("^a", "ab"),
    ("^x-", "x-a"),
    ("^[a-z]+$", "foo"),
    ("^[A-Za-z_][A-Za-z0-9_]*$", "a_1"),
    ("^.*$", "foo"),
    ("^$", ""),
    ("", "a"),
    (".", "a"),
    ("^\\d{3}-\\d{4}$", "555-0123"),
    ("^(\\([0-9]{3}\\))?[0-9]{3}-[0-9]{4}$", "(888)555-1212"),
    ("^\\S+@\\S+$", "a@b"),
    ("^(?!x)", "a"),
    ("^(a+)+$", "aaaa"),
    ("^\\p{L}+$", "é"),
    ("^[^\\s]{1,8}$", "abc"),
    ("foo|bar", "bar"),
    ("\\bfoo\\b", "foo"),
    ("^\\u0041", "A"),
    ("^😀$", "😀"),
    ("[0-9]{2,}", "123"),
    ("^\\$ref$", "$ref"),
];

/// A format, the version that it came with, and texts of it.
pub(super) struct TextFormat {
    pub(super) name: &'static str,
    pub(super) since: Version,
    pub(super) texts: &'static [&'static str],
}

const fn format(name: &'static str, since: Version, texts: &'static [&'static str]) -> TextFormat {
    TextFormat { name, since, texts }
}

/// The formats that the versions define.
pub(super) const FORMATS: &[TextFormat] = &[
    format(
        "date-time",
        Version::Draft4,
        &["2024-02-29T12:00:00Z", "1998-12-31T23:59:60Z", "2020-01-01T00:00:00.123+05:30"],
    ),
    format("email", Version::Draft4, &["a@example.org", "\"a b\"@example.org", "a+b@[127.0.0.1]"]),
    format("hostname", Version::Draft4, &["example.org", "a", "xn--bcher-kva.example"]),
    format("ipv4", Version::Draft4, &["127.0.0.1", "0.0.0.0", "255.255.255.255"]),
    format("ipv6", Version::Draft4, &["::1", "::", "2001:db8::1", "::ffff:192.0.2.1"]),
    format("uri", Version::Draft4, &["http://example.org/a?b#c", "urn:a:b", "mailto:a@b"]),
    format("uri-reference", Version::Draft6, &["/a/b", "", "#a", "../x?y", "//h/p"]),
    format("uri-template", Version::Draft6, &["/a/{b}", "{?c,d}", "{/e:3,f*}"]),
    format("json-pointer", Version::Draft6, &["", "/a/0", "/a~1b/m~0n"]),
    format("date", Version::Draft7, &["2024-02-29", "0001-01-01"]),
    format("time", Version::Draft7, &["12:00:00Z", "23:59:60Z", "00:00:00.5-23:59"]),
    format("iri", Version::Draft7, &["http://é.example/ü", "http://example.org/日"]),
    format("iri-reference", Version::Draft7, &["/é", "#ü"]),
    format("idn-email", Version::Draft7, &["é@example.org", "a@bücher.example"]),
    format("idn-hostname", Version::Draft7, &["bücher.example", "실례.테스트"]),
    format("relative-json-pointer", Version::Draft7, &["0", "1/a", "2#", "120/foo/bar"]),
    format("regex", Version::Draft7, &["^a+$", "([abc])+\\s", ""]),
    format("duration", Version::Draft2019, &["P1D", "PT1H30M", "P4W", "P1Y2M3DT4H5M6S"]),
    format(
        "uuid",
        Version::Draft2019,
        &["00000000-0000-0000-0000-000000000000", "2EB8AA08-AA98-11EA-B4AA-73B441D16380"],
    ),
    format("x-unknown", Version::Draft4, &["a"]),
];

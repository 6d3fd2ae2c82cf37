//! The pools of words, those of `chiasma_formats::json_schema`; fewer where names have to meet.

use subject_fuzzing::words;

words! {
    /// The name of a property.
    Property = [
        "a", "b", "c", "id", "name", "type", "value", "items", "next", "children", "foo", "bar",
        "x1", "$ref", "", " ", "a b", "a/b", "a~b", "a%b", "a\"b", "a\\b", "a.b", "0", "1", "é",
        "日本", "😀", "__proto__", "properties",
    ];
    /// The name of a definition; few, so that references meet them.
    Definition = ["a", "b", "node", "a b", "a/b", "a~b", "é", ""];
    /// A name that a schema gives itself.
    Anchor = ["a", "b", "node"];
    /// The address of a schema within a document, relative to it.
    DocumentName = ["a.json", "b.json", "node.json"];
    /// The address of a document.
    Address = ["http://example.org/root.json", "http://example.org/", "urn:a"];
    /// The address of the schema that schemas of a version follow.
    Metaschema = [
        "http://json-schema.org/draft-07/schema#", "http://json-schema.org/draft-06/schema#",
        "http://json-schema.org/draft-04/schema#", "https://json-schema.org/draft/2019-09/schema",
        "https://json-schema.org/draft/2020-12/schema",
    ];
    /// A text.
    Text = [
        "a", "", "b", "abc", "foo", "foobar", " ", "0", "true", "null", "x1", "é", "e\u{301}",
        "日本語", "😀", "👩\u{200d}👧", "\n", "\0", "a\"b", "\u{10ffff}",
    ];
    /// A type.
    Type = ["null", "boolean", "integer", "number", "string", "array", "object"];
    /// A format of strings.
    Format = [
        "date-time", "email", "hostname", "ipv4", "ipv6", "uri", "uri-reference", "uri-template",
        "json-pointer", "date", "time", "iri", "iri-reference", "idn-email", "idn-hostname",
        "relative-json-pointer", "regex", "duration", "uuid", "x-unknown",
    ];
    /// What a string has in it.
    ContentType = ["application/json", "text/plain"];
    /// How what a string has in it is encoded.
    ContentEncoding = ["base64", "base16", "base32", "7bit", "quoted-printable"];
    /// A number that is far off, or at the end of a type.
    FarNumber = [
        "-1e308", "-9223372036854775808", "-1E+20", "-9223372036854775809", "1e308",
        "9223372036854775807", "18446744073709551615", "1e19", "0.0", "1.0", "9007199254740993",
        "4294967296",
    ];
    /// A count that few schemas have.
    UnusualCount = ["1000", "4294967296", "2.0", "18446744073709551615"];
    /// What numbers are often a multiple of.
    Factor = ["1", "2", "3", "10", "0.5", "0.01", "0.1", "1.0", "5e-2", "1e-8", "0.0001"];
    /// A regular expression that schemas often have.
    PatternWords = [
        "a", "^a", "^x-", "^[a-z]+$", "^[A-Za-z_][A-Za-z0-9_]*$", "^.*$", "^$", "", ".",
        "^\\d{3}-\\d{4}$", "^(\\([0-9]{3}\\))?[0-9]{3}-[0-9]{4}$", "^\\S+@\\S+$", "^(?!x)",
        "^(a+)+$", "^\\p{L}+$", "^[^\\s]{1,8}$", "foo|bar", "\\bfoo\\b", "^\\u0041", "^😀$",
        "[0-9]{2,}", "^\\$ref$",
    ];
    /// Characters that a regular expression matches as they are.
    Literal = [
        "a", "b", "0", "-", "@", "é", "😀", "\\.", "\\\\", "\\/", "\\u0041", "\\x41", "\\n", " ",
    ];
    /// One of several characters.
    Class = [
        ".", "\\d", "\\w", "\\s", "\\D", "\\S", "[a-z]", "[^a-z]", "[0-9_]", "[\\w.-]", "\\p{L}",
        "[\\s\\S]", "\\c",
    ];
    /// A place in a text.
    Assertion = ["^", "$", "\\b", "\\B"];
    /// How often.
    Repetition = ["*", "+", "?", "*?", "{2}", "{1,3}", "{2,}", "{0}"];
}

//! Mistakes to make on purpose: values of the wrong type, references to nowhere.

use chiasma_core::Source;

use super::schema::Schema;

/// An invalid schema.
pub(super) fn schema(s: &mut Source, x: &mut Schema<'_>) {
    x.draft.put_one(s, &["[]", "null", "\"string\"", "1", "{\"type\":", "{", "", "{\"type\":{}}"]);
}

/// An invalid reference, one to nowhere, or one that leads back here before anything was looked at, which
/// the specification forbids.
pub(super) fn reference(s: &mut Source, x: &mut Schema<'_>) {
    const TARGETS: [&str; 15] = [
        "\"#\"",
        "\"#/definitions/nope\"",
        "\"#nope\"",
        "\"nope.json\"",
        "\"http://example.org/nope.json#/a\"",
        "\"#/%\"",
        "\"#/~2\"",
        "\"#/definitions/~\"",
        "\"urn:uuid:nope\"",
        "\"::\"",
        "\"#/type\"",
        "\"\"",
        "1",
        "null",
        "{}",
    ];
    let target = TARGETS[s.as_value().index(TARGETS.len())];
    x.put("{");
    x.member("$ref", target);
    x.put("}");
}

/// A version that there is not, or an address that is none.
pub(super) fn head(s: &mut Source, x: &mut Schema<'_>) {
    wrong(
        s,
        x,
        &[
            ("$schema", "\"http://json-schema.org/draft-99/schema#\""),
            ("$schema", "\"nope\""),
            ("$schema", "1"),
            ("$id", "1"),
            ("$id", "\"::\""),
            ("$id", "\"#/a/b\""),
            ("$vocabulary", "{\"nope\":true}"),
            ("$anchor", "\"1 a\""),
        ],
    );
}

/// A type that there is not.
pub(super) fn types(s: &mut Source, x: &mut Schema<'_>) {
    wrong(
        s,
        x,
        &[
            ("type", "\"strin\""),
            ("type", "\"any\""),
            ("type", "[]"),
            ("type", "[\"null\",\"null\"]"),
            ("type", "[1]"),
            ("type", "null"),
            ("type", "{}"),
            ("Type", "\"null\""),
        ],
    );
}

/// A keyword of numbers with a wrong value.
pub(super) fn number(s: &mut Source, x: &mut Schema<'_>) {
    wrong(
        s,
        x,
        &[
            ("minimum", "\"1\""),
            ("maximum", "null"),
            ("multipleOf", "0"),
            ("multipleOf", "-1"),
            ("multipleOf", "\"1\""),
            ("exclusiveMinimum", "\"\""),
            ("exclusiveMinimum", "true"),
            ("exclusiveMaximum", "1"),
        ],
    );
}

/// A keyword of strings with a wrong value.
pub(super) fn string(s: &mut Source, x: &mut Schema<'_>) {
    wrong(
        s,
        x,
        &[
            ("minLength", "-1"),
            ("minLength", "1.5"),
            ("maxLength", "\"1\""),
            ("maxLength", "1e30"),
            ("pattern", "\"[\""),
            ("pattern", "\"(?<a>\""),
            ("pattern", "\"*\""),
            ("pattern", "1"),
            ("format", "{}"),
            ("format", "\"nope\""),
        ],
    );
}

/// A keyword of arrays with a wrong value.
pub(super) fn array(s: &mut Source, x: &mut Schema<'_>) {
    wrong(
        s,
        x,
        &[
            ("items", "1"),
            ("items", "[1]"),
            ("items", "\"\""),
            ("prefixItems", "[]"),
            ("additionalItems", "null"),
            ("minItems", "-1"),
            ("maxItems", "1.5"),
            ("uniqueItems", "1"),
            ("contains", "[]"),
            ("minContains", "-1"),
        ],
    );
}

/// A keyword of objects with a wrong value.
pub(super) fn object(s: &mut Source, x: &mut Schema<'_>) {
    wrong(
        s,
        x,
        &[
            ("properties", "[]"),
            ("properties", "{\"a\":1}"),
            ("required", "true"),
            ("required", "\"a\""),
            ("required", "[\"a\",\"a\"]"),
            ("required", "[1]"),
            ("patternProperties", "{\"[\":{}}"),
            ("additionalProperties", "\"\""),
            ("propertyNames", "1"),
            ("minProperties", "-1"),
            ("dependencies", "{\"a\":1}"),
            ("dependentRequired", "{\"a\":[\"b\",\"b\"]}"),
        ],
    );
}

/// A keyword that combines schemas with a wrong value.
pub(super) fn combinator(s: &mut Source, x: &mut Schema<'_>) {
    wrong(
        s,
        x,
        &[
            ("allOf", "[]"),
            ("allOf", "{}"),
            ("anyOf", "[1]"),
            ("oneOf", "null"),
            ("not", "[]"),
            ("if", "1"),
            ("then", "null"),
            ("enum", "{}"),
            ("enum", "[]"),
            ("enum", "[1,1]"),
        ],
    );
}

fn wrong(s: &mut Source, x: &mut Schema<'_>, members: &[(&str, &str)]) {
    let (name, value) = members[s.as_value().index(members.len())];
    x.member(name, value);
}

//! Schemas of a simple generator that are compiled and validated with.

#[path = "../../simple/validity.rs"]
mod validity;

use chiasma::generators::chars_of;
use chiasma::{Source, generator, property};
use subject_jsonschema::run;

use validity::assert_valid;

/// Maximum nesting depth of schemas.
const DEPTH: u32 = 5;

#[rustfmt::skip]
const KEYWORDS: [&str; 20] = [
    "type", "enum", "const", "minimum", "maximum", "multipleOf", "minLength", "maxLength", "pattern",
    "required", "minItems", "uniqueItems", "$ref",
    "items", "not", "additionalProperties", "properties", "definitions", "allOf", "anyOf",
];
/// Keywords before this one hold no schema.
const FIRST_WITH_SCHEMAS: usize = 13;
const TYPES: [&str; 7] = ["null", "boolean", "integer", "number", "string", "array", "object"];
/// Parts of regular expressions.
const PATTERNS: [&str; 8] = ["a", ".", "b*", "[a-c]", "(a|b)", "^", "$", "\\\\d+"];

fn document(s: &mut Source) -> String {
    schema(s, DEPTH)
}

#[generator]
fn schema(s: &mut Source, depth: u32) -> String {
    if s.one_in(8) {
        return s.bool().to_string();
    }
    format!("{{{}}}", list(s, |s| keyword(s, depth)))
}

/// A keyword with its value.
#[generator]
fn keyword(s: &mut Source, depth: u32) -> String {
    let last = if depth == 0 { FIRST_WITH_SCHEMAS } else { KEYWORDS.len() };
    let keyword = *s.choose(&KEYWORDS[..last]);
    let d = depth.saturating_sub(1);
    let value = match keyword {
        "type" => format!("\"{}\"", s.choose(&TYPES)),
        "enum" => format!("[{}]", list(s, |s| value(s, 1))),
        "const" => value(s, 2),
        "minimum" | "maximum" => s.int(-9..=9).to_string(),
        "multipleOf" => s.choose(&["1", "2", "0.5"]).to_string(),
        "minLength" | "maxLength" | "minItems" => s.int(0..5).to_string(),
        "pattern" => format!("\"{}\"", s.vec(0..4, pattern).concat()),
        "required" => format!("[{}]", s.vec(0..3, name).join(", ")),
        "uniqueItems" => s.bool().to_string(),
        "$ref" => format!("\"#/definitions/{}\"", s.choose(&["a", "b", "c"])),
        "items" | "not" | "additionalProperties" => schema(s, d),
        "properties" | "definitions" => format!("{{{}}}", list(s, |s| member(s, d))),
        _ => format!("[{}]", list(s, |s| schema(s, d))),
    };
    format!("\"{keyword}\": {value}")
}

/// A name with a schema.
#[generator]
fn member(s: &mut Source, depth: u32) -> String {
    format!("{}: {}", s.draw(name), schema(s, depth))
}

/// Any JSON.
#[generator]
fn value(s: &mut Source, depth: u32) -> String {
    match s.index(if depth == 0 { 4 } else { 6 }) {
        0 => "null".to_owned(),
        1 => s.bool().to_string(),
        2 => s.int(-9..=9).to_string(),
        3 => format!("\"{}\"", s.string(0..4, chars_of("a-c0-9 "))),
        4 => format!("[{}]", list(s, |s| value(s, depth - 1))),
        _ => format!("{{{}}}", list(s, |s| format!("{}: {}", s.draw(name), value(s, depth - 1)))),
    }
}

fn name(s: &mut Source) -> String {
    format!("\"{}\"", s.choose(&["a", "b", "c", "name", "age", "tags"]))
}

fn pattern(s: &mut Source) -> &'static str {
    *s.choose(&PATTERNS)
}

fn list(s: &mut Source, mut item: impl FnMut(&mut Source) -> String) -> String {
    let count = s.length(1..=4);
    (0..count).map(|_| item(s)).collect::<Vec<_>>().join(", ")
}

#[property(errors = "invalid")]
#[ignore = "the subject has defects; this is for `cargo chiasma`"]
fn every_simple_schema_validates_or_has_an_error(
    #[from(document)] schema: &str,
) -> Result<(), String> {
    run(schema).map(drop)
}

#[test]
fn many_simple_schemas_are_valid() {
    // A reference that leads back to itself overflows the stack, which would end the test.
    assert_valid(60.0, document, |schema| run(&schema.replace("$ref", "$comment")).map(drop));
}

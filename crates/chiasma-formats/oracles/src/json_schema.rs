//! JSON Schemas, judged by jsonschema: valid by their metaschema, and fit to validate with.

use boon::{Compiler, Schemas};
use chiasma_core::Source;
use chiasma_formats::json_schema::{self, Validation};
use jsonschema::Draft;
use serde_json::Value;

use crate::measure::Oracle;

/// See the module.
pub struct JsonSchema;

/// What stands between a schema and its instance.
const BETWEEN: char = '\0';

impl Oracle for JsonSchema {
    fn format(&self) -> &'static str {
        "json_schema"
    }

    fn parser(&self) -> &'static str {
        "jsonschema 0.60"
    }

    fn draw(&self, s: &mut Source, errors: f64) -> Vec<u8> {
        let Validation { schema, instance } = s.draw(json_schema::validations().errors(errors));
        format!("{schema}{BETWEEN}{instance}").into_bytes()
    }

    fn judge(&self, document: &[u8]) -> Result<(), String> {
        let (schema, _) = parts(document)?;
        let mut problem = String::new();
        for draft in drafts(&schema) {
            match jsonschema::options().with_draft(draft).build(&schema) {
                Ok(_) => return Ok(()),
                Err(error) => problem = format!("{error} at {}", error.instance_path()),
            }
        }
        Err(problem)
    }

    fn constructs(&self) -> Vec<String> {
        let words = KEYWORDS.iter().chain(FORMATS);
        words.map(|word| (*word).to_owned()).collect()
    }

    fn occurring(&self, document: &[u8], tell: &mut dyn FnMut(&str)) {
        if let Ok((schema, _)) = parts(document) {
            walk(&schema, tell);
        }
    }

    fn remarks(&self, document: &[u8], tell: &mut dyn FnMut(&'static str)) {
        let Ok((schema, instance)) = parts(document) else { return };
        let valid = drafts(&schema).into_iter().any(|draft| {
            let validator = jsonschema::options().with_draft(draft).build(&schema);
            validator.is_ok_and(|validator| validator.is_valid(&instance))
        });
        if valid {
            tell("the instance is valid");
        }
        let mut compiler = Compiler::new();
        let mut schemas = Schemas::new();
        let accepted = compiler.add_resource("http://example.org/root.json", schema).is_ok()
            && compiler.compile("http://example.org/root.json", &mut schemas).is_ok();
        if accepted {
            tell("valid by boon 0.6, which has no lookaround in patterns");
        }
    }
}

/// The versions that a schema may follow: the one it names, or any.
fn drafts(schema: &Value) -> Vec<Draft> {
    let all =
        vec![Draft::Draft202012, Draft::Draft201909, Draft::Draft7, Draft::Draft6, Draft::Draft4];
    match schema.get("$schema").and_then(Value::as_str) {
        Some(name) if name.contains("draft-04") => vec![Draft::Draft4],
        Some(name) if name.contains("draft-06") => vec![Draft::Draft6],
        Some(name) if name.contains("draft-07") => vec![Draft::Draft7],
        Some(name) if name.contains("2019-09") => vec![Draft::Draft201909],
        Some(_) => vec![Draft::Draft202012],
        None => all,
    }
}

fn parts(document: &[u8]) -> Result<(Value, Value), String> {
    let text = std::str::from_utf8(document).expect("validations are text");
    let (schema, instance) = text.split_once(BETWEEN).expect("JSON has no NUL in it");
    let read = |text: &str| serde_json::from_str(text).map_err(|error| error.to_string());
    Ok((read(schema)?, read(instance)?))
}

/// Tells the names of all members, and the formats.
fn walk(value: &Value, tell: &mut dyn FnMut(&str)) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                tell(name);
                if let ("format", Value::String(format)) = (name.as_str(), member) {
                    tell(&format!("format:{format}"));
                }
                walk(member, tell);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| walk(item, tell)),
        _ => {}
    }
}

/// The keywords of all versions.
const KEYWORDS: &[&str] = &[
    "$anchor",
    "$comment",
    "$defs",
    "$dynamicAnchor",
    "$dynamicRef",
    "$id",
    "$recursiveAnchor",
    "$recursiveRef",
    "$ref",
    "$schema",
    "$vocabulary",
    "additionalItems",
    "additionalProperties",
    "allOf",
    "anyOf",
    "const",
    "contains",
    "contentEncoding",
    "contentMediaType",
    "contentSchema",
    "default",
    "definitions",
    "dependencies",
    "dependentRequired",
    "dependentSchemas",
    "deprecated",
    "description",
    "else",
    "enum",
    "examples",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "format",
    "id",
    "if",
    "items",
    "maxContains",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minContains",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "multipleOf",
    "not",
    "oneOf",
    "pattern",
    "patternProperties",
    "prefixItems",
    "properties",
    "propertyNames",
    "readOnly",
    "required",
    "then",
    "title",
    "type",
    "unevaluatedItems",
    "unevaluatedProperties",
    "uniqueItems",
    "writeOnly",
];

/// The formats of all versions.
const FORMATS: &[&str] = &[
    "format:date",
    "format:date-time",
    "format:duration",
    "format:email",
    "format:hostname",
    "format:idn-email",
    "format:idn-hostname",
    "format:ipv4",
    "format:ipv6",
    "format:iri",
    "format:iri-reference",
    "format:json-pointer",
    "format:regex",
    "format:relative-json-pointer",
    "format:time",
    "format:uri",
    "format:uri-reference",
    "format:uri-template",
    "format:uuid",
];

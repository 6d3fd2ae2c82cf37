//! jsonschema 0.11.0, a JSON Schema validator: compiles a schema, and validates the schema itself and
//! three fixed instances against it.

use jsonschema::JSONSchema;
use serde_json::{Value, json};

/// The result of running a schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// How many errors there were: of the schema as an instance of itself, then of the fixed ones.
    pub errors: Vec<usize>,
    /// How many bytes these errors have when printed.
    pub bytes: usize,
}

/// Compiles a schema and validates with it; an error says why the text is no JSON, or no schema.
pub fn run(schema: &str) -> Result<Summary, String> {
    let schema: Value = serde_json::from_str(schema).map_err(|error| error.to_string())?;
    let compiled = JSONSchema::compile(&schema).map_err(|error| error.to_string())?;
    let mut summary = Summary { errors: Vec::new(), bytes: 0 };
    let [object, array, text] = instances();
    for instance in [&schema, &object, &array, &text] {
        let printed: Vec<String> = match compiled.validate(instance) {
            Ok(()) => Vec::new(),
            Err(errors) => errors.map(|error| error.to_string()).collect(),
        };
        summary.errors.push(printed.len());
        summary.bytes += printed.iter().map(String::len).sum::<usize>();
    }
    Ok(summary)
}

/// An object, an array and a text, with members that schemas often mention.
fn instances() -> [Value; 3] {
    [
        json!({
            "name": "Ada",
            "age": 36,
            "email": "ada@example.org",
            "tags": ["a", "b", "b"],
            "address": { "street": "", "number": 1.5, "since": "1842-12-10" },
            "a": null,
            "b": true,
        }),
        json!([0, -1, 2.5, 1e10, "a", "2020-01-01T00:00:00Z", null, false, [], {}, [1, 1]]),
        json!("aab"),
    ]
}

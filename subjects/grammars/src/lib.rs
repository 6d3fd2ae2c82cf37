//! Six parsers of JSON: each reads a document, and prints it.
//!
//! Every function returns how many bytes were printed, or why the document was refused.

use tinyjson::JsonValue;

/// serde_json 1.
pub fn serde_json(document: &str) -> Result<usize, String> {
    let value: serde_json::Value = serde_json::from_str(document).map_err(text)?;
    Ok(serde_json::to_string_pretty(&value).map_err(text)?.len())
}

/// simd-json 0.15.1.
pub fn simd_json(document: &str) -> Result<usize, String> {
    let mut bytes = document.as_bytes().to_vec();
    let value = simd_json::to_owned_value(&mut bytes).map_err(text)?;
    Ok(simd_json::to_string_pretty(&value).map_err(text)?.len())
}

/// sonic-rs 0.5.1.
pub fn sonic_rs(document: &str) -> Result<usize, String> {
    let value: sonic_rs::Value = sonic_rs::from_str(document).map_err(text)?;
    Ok(sonic_rs::to_string_pretty(&value).map_err(text)?.len())
}

/// tinyjson 2.5.1.
pub fn tinyjson(document: &str) -> Result<usize, String> {
    let value: JsonValue = document.parse().map_err(text)?;
    Ok(value.format().map_err(text)?.len())
}

/// json 0.12.4.
pub fn json(document: &str) -> Result<usize, String> {
    Ok(json::parse(document).map_err(text)?.pretty(2).len())
}

/// jsonschema 0.11.0: the document is taken as a schema.
pub fn jsonschema(document: &str) -> Result<usize, String> {
    subject_jsonschema::run(document).map(|summary| summary.bytes)
}

fn text(error: impl ToString) -> String {
    error.to_string()
}

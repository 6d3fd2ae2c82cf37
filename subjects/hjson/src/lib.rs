//! serde-hjson 0.9.1, a parser of Hjson, the JSON for people: parses a document.

use serde_hjson::Value;

/// The result of running a document.
#[derive(Debug, Clone, PartialEq)]
pub struct Summary {
    /// What the document says.
    pub value: Value,
}

/// Parses a document; an error says what is wrong with it.
pub fn run(document: &str) -> Result<Summary, String> {
    let value = serde_hjson::from_str(document).map_err(|error| error.to_string())?;
    Ok(Summary { value })
}

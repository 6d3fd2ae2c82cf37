//! serde_json, on documents from the generator that `chiasma-bench draws` measures.

#[path = "../../../src/draws/json.rs"]
mod json;

use chiasma::Source;

/// Generates a JSON document.
pub fn document(s: &mut Source) -> String {
    json::document(s)
}

/// Reads a document and writes it again.
pub fn round_trip(text: &str) -> Option<String> {
    let value: serde_json::Value = serde_json::from_str(text).ok()?;
    Some(value.to_string())
}

impl json::Choices for Source {
    fn up_to(&mut self, max: u64) -> u64 {
        self.index(max as usize + 1) as u64
    }
    fn call<T>(&mut self, draw: impl Fn(&mut Self) -> T) -> T {
        self.draw(draw)
    }
}

//! JSON, judged by serde_json.

use chiasma_core::Source;
use chiasma_formats::json;
use tree_sitter::Language;

use crate::grammar;
use crate::measure::Oracle;

/// See the module.
pub struct Json;

impl Oracle for Json {
    fn format(&self) -> &'static str {
        "json"
    }

    fn parser(&self) -> &'static str {
        "serde_json 1"
    }

    fn draw(&self, s: &mut Source, errors: f64) -> Vec<u8> {
        s.draw(json::documents().errors(errors)).into_bytes()
    }

    fn judge(&self, document: &[u8]) -> Result<(), String> {
        let value: Result<serde_json::Value, _> = serde_json::from_slice(document);
        value.map(drop).map_err(|error| error.to_string())
    }

    fn constructs(&self) -> Vec<String> {
        grammar::constructs(&Language::from(tree_sitter_json::LANGUAGE))
    }

    fn occurring(&self, document: &[u8], tell: &mut dyn FnMut(&str)) {
        grammar::occurring(&Language::from(tree_sitter_json::LANGUAGE), document, tell);
    }
}

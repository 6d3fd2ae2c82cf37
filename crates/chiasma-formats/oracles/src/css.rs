//! CSS, judged by lightningcss.

use chiasma_core::Source;
use chiasma_formats::css;
use lightningcss::stylesheet::{ParserOptions, StyleSheet};
use tree_sitter::Language;

use crate::measure::Oracle;
use crate::{apart, grammar};

/// See the module.
pub struct Css;

impl Oracle for Css {
    fn format(&self) -> &'static str {
        "css"
    }

    fn parser(&self) -> &'static str {
        "lightningcss 1.0.0-alpha.72"
    }

    fn draw(&self, s: &mut Source, errors: f64) -> Vec<u8> {
        s.draw(css::stylesheets().errors(errors)).into_bytes()
    }

    fn judge(&self, document: &[u8]) -> Result<(), String> {
        // Sums such as `calc((1% - 1rem) + calc(1px - 1em) / 2)` overflow its stack, and products of
        // percentages and numbers make it panic.
        apart::judge("lightningcss", document)
    }

    fn constructs(&self) -> Vec<String> {
        grammar::constructs(&Language::from(tree_sitter_css::LANGUAGE))
    }

    fn occurring(&self, document: &[u8], tell: &mut dyn FnMut(&str)) {
        grammar::occurring(&Language::from(tree_sitter_css::LANGUAGE), document, tell);
    }
}

/// Parses a style sheet, in this process.
pub fn parse(document: &[u8]) -> Result<(), String> {
    let text = std::str::from_utf8(document).map_err(|error| error.to_string())?;
    let parsed = StyleSheet::parse(text, ParserOptions::default());
    parsed.map(drop).map_err(|error| error.to_string())
}

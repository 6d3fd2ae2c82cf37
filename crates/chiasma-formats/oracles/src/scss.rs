//! SCSS, judged by grass, which compiles it.

use chiasma_core::Source;
use chiasma_formats::scss;
use grass_compiler::Options;
use tree_sitter::Language;

use crate::measure::Oracle;
use crate::{apart, grammar};

/// See the module.
pub struct Scss;

impl Oracle for Scss {
    fn format(&self) -> &'static str {
        "scss"
    }

    fn parser(&self) -> &'static str {
        "grass_compiler 0.13"
    }

    fn draw(&self, s: &mut Source, errors: f64) -> Vec<u8> {
        s.draw(scss::stylesheets().errors(errors)).into_bytes()
    }

    fn judge(&self, document: &[u8]) -> Result<(), String> {
        // It panics at some sheets, such as `a{b:max(1px,2px + 1%)}`.
        apart::judge("grass", document)
    }

    fn constructs(&self) -> Vec<String> {
        grammar::constructs(&Language::from(tree_sitter_scss::language()))
    }

    fn occurring(&self, document: &[u8], tell: &mut dyn FnMut(&str)) {
        grammar::occurring(&Language::from(tree_sitter_scss::language()), document, tell);
    }
}

/// Compiles a style sheet, in this process.
pub fn compile(document: &[u8]) -> Result<(), String> {
    let text = std::str::from_utf8(document).map_err(|error| error.to_string())?;
    let compiled = grass_compiler::from_string(text, &Options::default().quiet(true));
    compiled.map(drop).map_err(|error| error.to_string())
}

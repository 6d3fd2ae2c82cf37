//! Python, judged by ruff's parser.

use chiasma_core::Source;
use chiasma_formats::python;
use ruff_python_ast::PythonVersion;
use ruff_python_parser::{Mode, ParseOptions, parse_unchecked};
use tree_sitter::{Language, Parser};

use crate::grammar;
use crate::measure::Oracle;

/// See the module.
pub struct Python;

impl Oracle for Python {
    fn format(&self) -> &'static str {
        "python"
    }

    fn parser(&self) -> &'static str {
        "ruff_python_parser 0.0.10"
    }

    fn draw(&self, s: &mut Source, errors: f64) -> Vec<u8> {
        s.draw(python::modules().errors(errors)).into_bytes()
    }

    fn judge(&self, document: &[u8]) -> Result<(), String> {
        let text = std::str::from_utf8(document).map_err(|error| error.to_string())?;
        let options = ParseOptions::from(Mode::Module).with_target_version(PythonVersion::PY312);
        let parsed = parse_unchecked(text, options);
        let errors = parsed.errors().iter().map(ToString::to_string);
        let newer = parsed.unsupported_syntax_errors().iter().map(ToString::to_string);
        let first = errors.chain(newer).next();
        first.filter(|error| !is_known_error(error) || has_error(document)).map_or(Ok(()), Err)
    }

    fn constructs(&self) -> Vec<String> {
        grammar::constructs(&Language::from(tree_sitter_python::LANGUAGE))
    }

    fn occurring(&self, document: &[u8], tell: &mut dyn FnMut(&str)) {
        grammar::occurring(&Language::from(tree_sitter_python::LANGUAGE), document, tell);
    }
}

/// Whether the parser is known to refuse with this message what CPython compiles: `raise;`, and
/// `match = 1` behind a semicolon.
fn is_known_error(error: &str) -> bool {
    error.starts_with("Expected an expression")
        || error.starts_with("Compound statements are not allowed on the same line")
}

/// Whether tree-sitter's parser refuses a document too.
fn has_error(document: &[u8]) -> bool {
    let mut parser = Parser::new();
    let language = Language::from(tree_sitter_python::LANGUAGE);
    parser.set_language(&language).expect("the grammar's version fits the library's");
    parser.parse(document, None).is_none_or(|tree| tree.root_node().has_error())
}

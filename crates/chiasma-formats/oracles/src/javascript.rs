//! JavaScript, judged by swc_ecma_parser.

use chiasma_core::Source;
use chiasma_formats::javascript;
use swc_common::{FileName, SourceMap, Spanned, sync::Lrc};
use swc_ecma_ast::EsVersion;
use swc_ecma_parser::{EsSyntax, Parser, StringInput, Syntax, lexer::Lexer};
use tree_sitter::Language;

use crate::grammar;
use crate::measure::Oracle;

/// What the tree-sitter grammar has and ECMAScript 2024 has not: JSX, decorators, `using`.
const NOT_ECMASCRIPT: &[&str] = &[
    "\"/>\"",
    "\"</\"",
    "html_character_reference",
    "\"@\"",
    "decorator",
    "\"using\"",
    "using_declaration",
];

const ONLY_IN_MODULES: &[&str] = &[
    "\"as\"",
    "\"export\"",
    "\"from\"",
    "\"meta\"",
    "export_clause",
    "export_specifier",
    "export_statement",
    "import_attribute",
    "import_clause",
    "import_specifier",
    "import_statement",
    "named_imports",
    "namespace_export",
    "namespace_import",
];

const NOT_IN_MODULES: &[&str] = &["html_comment", "with_statement"];

/// What is read as a whole.
#[derive(Clone, Copy)]
enum Goal {
    Script,
    Module,
    Expression,
}

/// See the module.
pub struct JavaScript {
    goal: Goal,
}

impl JavaScript {
    /// Scripts.
    pub fn scripts() -> Self {
        Self { goal: Goal::Script }
    }

    /// Modules.
    pub fn modules() -> Self {
        Self { goal: Goal::Module }
    }

    /// Single expressions.
    pub fn expressions() -> Self {
        Self { goal: Goal::Expression }
    }
}

impl Oracle for JavaScript {
    fn format(&self) -> &'static str {
        match self.goal {
            Goal::Script => "javascript",
            Goal::Module => "javascript-modules",
            Goal::Expression => "javascript-expressions",
        }
    }

    fn parser(&self) -> &'static str {
        "swc_ecma_parser"
    }

    fn draw(&self, s: &mut Source, errors: f64) -> Vec<u8> {
        let text = match self.goal {
            Goal::Script => s.draw(javascript::programs().errors(errors)),
            Goal::Module => s.draw(javascript::modules().errors(errors)),
            Goal::Expression => s.draw(javascript::expressions().errors(errors)),
        };
        text.into_bytes()
    }

    fn judge(&self, document: &[u8]) -> Result<(), String> {
        let text = std::str::from_utf8(document).map_err(|error| error.to_string())?;
        let map: Lrc<SourceMap> = Lrc::default();
        let file = map.new_source_file(FileName::Anon.into(), text.to_owned());
        let syntax = Syntax::Es(EsSyntax { import_attributes: true, ..EsSyntax::default() });
        let input = StringInput::from(&*file);
        let mut parser = Parser::new_from(Lexer::new(syntax, EsVersion::EsNext, input, None));
        let fatal = match self.goal {
            Goal::Script => parser.parse_script().err(),
            Goal::Module => parser.parse_module().err(),
            Goal::Expression => parser.parse_expr().err(),
        };
        match fatal.into_iter().chain(parser.take_errors()).next() {
            None => Ok(()),
            Some(error) => {
                let place = map.lookup_char_pos(error.span().lo);
                Err(format!("{}:{}: {}", place.line, place.col_display, error.kind().msg()))
            }
        }
    }

    fn constructs(&self) -> Vec<String> {
        let mut all = grammar::constructs(&Language::from(tree_sitter_javascript::LANGUAGE));
        let elsewhere = match self.goal {
            Goal::Module => NOT_IN_MODULES,
            Goal::Script | Goal::Expression => ONLY_IN_MODULES,
        };
        all.retain(|name| {
            !name.starts_with("jsx_")
                && !NOT_ECMASCRIPT.contains(&name.as_str())
                && !elsewhere.contains(&name.as_str())
        });
        all
    }

    fn occurring(&self, document: &[u8], tell: &mut dyn FnMut(&str)) {
        grammar::occurring(&Language::from(tree_sitter_javascript::LANGUAGE), document, tell);
    }
}

//! Oxc 0.62.0, a JavaScript parser and minifier: parses a program, checks it, minifies and prints it.

use oxc_allocator::Allocator;
use oxc_codegen::{CodeGenerator, CodegenOptions};
use oxc_minifier::{Minifier, MinifierOptions};
use oxc_parser::Parser;
use oxc_semantic::SemanticBuilder;
use oxc_span::SourceType;

/// The result of running a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// The program, minified.
    pub code: String,
}

/// Minifies a program; an error is one of its syntax, or one that can be seen without running it.
pub fn run(program: &str) -> Result<Summary, String> {
    let allocator = Allocator::default();
    // A module if it imports or exports, and else a script.
    let source_type = SourceType::unambiguous();
    let parsed = Parser::new(&allocator, program, source_type).parse();
    if let Some(error) = parsed.errors.first() {
        return Err(error.to_string());
    }
    if parsed.panicked {
        return Err("the parser gave up".to_owned());
    }
    let mut program = parsed.program;
    let checked = SemanticBuilder::new().with_check_syntax_error(true).build(&program);
    if let Some(error) = checked.errors.first() {
        return Err(error.to_string());
    }
    drop(checked);
    let minified = Minifier::new(MinifierOptions::default()).build(&allocator, &mut program);
    let options = CodegenOptions { minify: true, ..CodegenOptions::default() };
    let printer = CodeGenerator::new().with_options(options).with_scoping(minified.scoping);
    Ok(Summary { code: printer.build(&program).code })
}

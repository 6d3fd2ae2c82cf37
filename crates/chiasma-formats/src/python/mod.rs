//! Python 3 modules.
//!
//! ```
//! use chiasma_core::{Seed, Source};
//! use chiasma_formats::python;
//!
//! let module = Source::random(Seed(1)).draw(python::modules().budget(60));
//! println!("{module}");
//! ```
//!
//! The language is that of Python 3.12. Names mostly resolve, and what the compiler would refuse
//! although the grammar allows it (a `return` outside a function, a parameter named twice) is
//! written only as a deliberate mistake.

mod calls;
mod classes;
mod compound;
mod comprehensions;
mod declarations;
mod displays;
mod expressions;
mod fstrings;
mod functions;
mod handlers;
mod imports;
mod layout;
mod names;
mod numbers;
mod patterns;
mod program;
mod simple;
mod statements;
mod strings;
mod targets;
mod types;
#[rustfmt::skip] // Tables of words, as many a line as fit.
mod words;

use chiasma_core::Source;

use crate::draft::Draft;
use crate::format::Format;
use expressions::Precedence;
use program::Program;

/// Python 3 modules.
pub fn modules() -> Format {
    Format::new("chiasma_formats::python::modules", 55, |s, d| {
        let mut program = Program::new(d);
        statements::module(s, &mut program);
        program.finish(s)
    })
}

/// Single Python 3 expressions, as `eval` takes them.
pub fn expressions() -> Format {
    Format::new("chiasma_formats::python::expressions", 30, expression)
}

fn expression(s: &mut Source, d: Draft<'_>) -> String {
    let mut program = Program::new(d);
    expressions::expression(s, &mut program, Precedence::Test);
    program.into_text()
}

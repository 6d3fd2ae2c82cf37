//! The compiler's mid-level representation (MIR), as far as the analysis needs it.

mod body;
mod literal;
mod operand;
mod rvalue;
pub(crate) mod scan;
mod span;
mod terminator;

use std::fmt;

pub use body::{Block, Body, BodyKind, Local, Statement};
pub use literal::Constant;
pub use operand::{Operand, Place, Step};
pub use rvalue::{Rvalue, RvalueKind};
pub use span::Span;
pub use terminator::{Callee, Terminator, TerminatorKind};

/// The bodies of one or more crates.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Program {
    /// Functions, closures, constants and statics, in the order read.
    pub bodies: Vec<Body>,
}

impl Program {
    /// Adds the bodies of one crate, as `rustc --emit=mir` prints them.
    pub fn read(&mut self, text: &str) -> Result<(), UnknownText> {
        self.bodies.append(&mut body::read_bodies(text)?);
        Ok(())
    }
}

/// MIR text that the reader does not understand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownText {
    /// The number of the line, from 1.
    pub line: usize,
    /// The text that was not understood.
    pub text: String,
    /// What was expected there.
    pub expected: &'static str,
    /// The compiler that printed it, if known: the first line of `rustc --version`.
    pub compiler: Option<String>,
}

impl UnknownText {
    /// Says which compiler printed the text.
    #[must_use]
    pub fn printed_by(self, compiler: &str) -> Self {
        let compiler = compiler.lines().next().map(str::to_owned);
        Self { compiler, ..self }
    }
}

impl fmt::Display for UnknownText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, text, expected, compiler } = self;
        let compiler = compiler.as_deref().unwrap_or("an unknown compiler");
        write!(
            f,
            "line {line} of the MIR that {compiler} printed is not understood: expected {expected}, \
             found {text:?}; the reader knows the text of rustc 1.95"
        )
    }
}

impl std::error::Error for UnknownText {}

/// What a reader of a part of a line gives: the value, or what was expected.
type Read<T> = Result<T, &'static str>;

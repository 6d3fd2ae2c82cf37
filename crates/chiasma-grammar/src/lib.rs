//! Grammars as generators: reading `.g4` files, generating, parsing, and learning probabilities.
//!
//! A [`Grammar`] is read from ANTLR 4 files. [`Grammar::generate`] draws a text from a
//! [`Source`](chiasma_core::Source), [`Grammar::parse`] finds the choices that give a text, as a
//! parameter sequence. [`Probabilities`] say how likely fresh choices are; they are learned from
//! examples. `docs/grammars.md` tells how all this is used.

#![forbid(unsafe_code)]

mod charset;
pub mod check;
mod diagnostic;
mod diagram;
mod draws;
mod generate;
mod generator;
mod grammar;
mod lexer;
mod lower;
mod parse;
mod precedence;
mod probabilities;
mod program;
mod reader;
mod separation;

pub use charset::CharSet;
pub use diagnostic::{Diagnostic, GrammarError, Place, Severity};
pub use generate::Limits;
pub use generator::{GrammarGenerator, grammar, try_grammar};
pub use grammar::{Grammar, Point, PointId, PointKind, Rule, RuleId, RuleKind};
pub use parse::{Ambiguity, ParseError, Parsed};
pub use probabilities::{Counts, Probabilities, ProbabilitiesError};

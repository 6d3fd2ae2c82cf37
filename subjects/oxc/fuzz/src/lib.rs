//! JavaScript as a syntax tree that libFuzzer's data are decoded to, with what
//! `chiasma_formats::javascript` writes.
//!
//! Types say what the grammar allows where: only loops have a `break`, only generators a `yield`. That
//! no name is declared twice they do not say.

#![cfg_attr(
    feature = "mutatis",
    allow(clippy::too_many_arguments, reason = "derived mutators have one for each field")
)]
#![expect(
    clippy::enum_variant_names,
    reason = "no two variants have one name: a test looks for each"
)]

mod classes;
mod expressions;
mod functions;
mod literals;
mod patterns;
mod program;
mod statements;
mod words;

use std::fmt::{Display, Formatter, Result};

pub use program::Program;

#[cfg(feature = "mutatis")]
subject_fuzzing::recursive!(
    classes::Class,
    expressions::Expression,
    functions::Arrow,
    functions::Function,
    patterns::Pattern,
    patterns::Target,
    statements::InnerRepetition,
    statements::Statement,
);

/// Prints parts with a separator between them.
fn print_list<T: Display>(f: &mut Formatter<'_>, parts: &[T], separator: &str) -> Result {
    for (index, part) in parts.iter().enumerate() {
        f.write_str(if index > 0 { separator } else { "" })?;
        part.fmt(f)?;
    }
    Ok(())
}

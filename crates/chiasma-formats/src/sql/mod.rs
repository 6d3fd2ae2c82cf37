//! SQL scripts.
//!
//! ```
//! use chiasma_core::{Seed, Source};
//! use chiasma_formats::sql::{self, Dialect};
//!
//! let mut source = Source::random(Seed(1));
//! println!("{}", source.draw(sql::scripts().budget(60)));
//! println!("{}", source.draw(sql::queries_in(Dialect::Sqlite)));
//! ```
//!
//! Names mostly resolve: a script knows some tables, those it creates, and the columns of each;
//! expressions are of the type that their place wants.

mod access;
mod alterations;
mod changes;
mod conditions;
mod dialect;
mod functions;
mod joins;
mod literals;
mod names;
mod objects;
mod queries;
mod routines;
mod scalars;
mod script;
mod selects;
mod session;
mod statements;
mod tables;
mod types;
mod windows;
#[rustfmt::skip] // Tables of words, as many a line as fit.
mod words;

pub use dialect::Dialect;

use chiasma_core::Source;

use crate::draft::Draft;
use crate::format::Format;
use script::Script;

/// SQL scripts: one or more statements of standard SQL, with what most systems add to it.
pub fn scripts() -> Format {
    scripts_in(Dialect::Generic)
}

/// SQL scripts of a dialect.
pub fn scripts_in(dialect: Dialect) -> Format {
    let write: fn(&mut Source, Draft<'_>) -> String = match dialect {
        Dialect::Generic => |s, d| script(s, d, Dialect::Generic),
        Dialect::Postgres => |s, d| script(s, d, Dialect::Postgres),
        Dialect::MySql => |s, d| script(s, d, Dialect::MySql),
        Dialect::Sqlite => |s, d| script(s, d, Dialect::Sqlite),
    };
    Format::new("chiasma_formats::sql::scripts", 55, write)
}

/// Single queries of standard SQL, without a semicolon.
pub fn queries() -> Format {
    queries_in(Dialect::Generic)
}

/// Single queries of a dialect, without a semicolon.
pub fn queries_in(dialect: Dialect) -> Format {
    let write: fn(&mut Source, Draft<'_>) -> String = match dialect {
        Dialect::Generic => |s, d| query(s, d, Dialect::Generic),
        Dialect::Postgres => |s, d| query(s, d, Dialect::Postgres),
        Dialect::MySql => |s, d| query(s, d, Dialect::MySql),
        Dialect::Sqlite => |s, d| query(s, d, Dialect::Sqlite),
    };
    Format::new("chiasma_formats::sql::queries", 40, write)
}

fn script(s: &mut Source, d: Draft<'_>, dialect: Dialect) -> String {
    let mut script = Script::new(s, d, dialect);
    statements::script(s, &mut script);
    script.into_text()
}

fn query(s: &mut Source, d: Draft<'_>, dialect: Dialect) -> String {
    let mut script = Script::new(s, d, dialect);
    queries::query(s, &mut script, None);
    script.into_text()
}

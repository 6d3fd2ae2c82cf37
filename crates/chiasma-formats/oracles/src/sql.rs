//! SQL, judged by sqlparser in the dialect that was written, and SQLite's by SQLite itself.

use chiasma_core::Source;
use chiasma_formats::sql::{self, Dialect};
use sqlparser::dialect::{Dialect as Parsed, GenericDialect, MySqlDialect, PostgreSqlDialect};
use sqlparser::parser::Parser;
use tree_sitter::Language;

use crate::grammar;
use crate::measure::Oracle;

/// See the module.
pub struct Sql(pub Dialect);

impl Oracle for Sql {
    fn format(&self) -> &'static str {
        match self.0 {
            Dialect::Generic => "sql",
            Dialect::Postgres => "sql-postgres",
            Dialect::MySql => "sql-mysql",
            Dialect::Sqlite => "sql-sqlite",
        }
    }

    fn parser(&self) -> &'static str {
        match self.0 {
            Dialect::Sqlite => "SQLite 3 (rusqlite 0.41)",
            _ => "sqlparser 0.63",
        }
    }

    fn draw(&self, s: &mut Source, errors: f64) -> Vec<u8> {
        s.draw(sql::scripts_in(self.0).errors(errors)).into_bytes()
    }

    fn judge(&self, document: &[u8]) -> Result<(), String> {
        let text = std::str::from_utf8(document).map_err(|error| error.to_string())?;
        let dialect: &dyn Parsed = match self.0 {
            Dialect::Generic => &GenericDialect {},
            Dialect::Postgres => &PostgreSqlDialect {},
            Dialect::MySql => &MySqlDialect {},
            Dialect::Sqlite => return judge_by_sqlite(text),
        };
        Parser::parse_sql(dialect, text).map(drop).map_err(|error| error.to_string())
    }

    fn constructs(&self) -> Vec<String> {
        grammar::constructs(&Language::from(tree_sitter_sequel::LANGUAGE))
    }

    fn occurring(&self, document: &[u8], tell: &mut dyn FnMut(&str)) {
        grammar::occurring(&Language::from(tree_sitter_sequel::LANGUAGE), document, tell);
    }
}

/// Prepares every statement; that a table or a function is not there is no matter of syntax.
fn judge_by_sqlite(text: &str) -> Result<(), String> {
    let connection = rusqlite::Connection::open_in_memory().map_err(|error| error.to_string())?;
    for statement in text.split(";\n") {
        let Err(error) = connection.prepare(statement) else { continue };
        let why = error.to_string();
        let syntax = ["syntax error", "incomplete input", "unrecognized token"];
        if syntax.iter().any(|phrase| why.contains(phrase)) {
            return Err(why);
        }
    }
    Ok(())
}

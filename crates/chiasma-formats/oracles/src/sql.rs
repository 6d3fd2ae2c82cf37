//! SQL, judged by sqlparser in the dialect that was written.

use chiasma_core::Source;
use chiasma_formats::sql::{self, Dialect};
use sqlparser::dialect::{
    Dialect as Parsed, GenericDialect, MySqlDialect, PostgreSqlDialect, SQLiteDialect,
};
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
        "sqlparser 0.63"
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
            Dialect::Sqlite => &SQLiteDialect {},
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

//! sqlparser 0.9.0, a SQL parser: parses a script with the generic dialect, and prints it.

use sqlparser::dialect::GenericDialect;
use sqlparser::parser::Parser;

/// The result of running a script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// Its statements, as the parser prints them.
    pub statements: Vec<String>,
}

/// Parses and prints a script; an error says what is wrong with it.
pub fn run(script: &str) -> Result<Summary, String> {
    let statements =
        Parser::parse_sql(&GenericDialect {}, script).map_err(|error| error.to_string())?;
    Ok(Summary { statements: statements.iter().map(ToString::to_string).collect() })
}

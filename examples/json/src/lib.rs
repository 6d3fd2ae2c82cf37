//! JSON values: printing and parsing.

mod parse;
mod print;

pub use parse::{ParseError, parse};

/// A JSON value; numbers are whole.
#[derive(Debug, Clone, PartialEq)]
pub enum Json {
    Null,
    Bool(bool),
    Number(i64),
    String(String),
    Array(Vec<Json>),
    Object(Vec<(String, Json)>),
}

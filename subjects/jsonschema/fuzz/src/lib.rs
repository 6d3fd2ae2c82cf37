//! JSON Schema as a syntax tree that libFuzzer's data are decoded to, with what
//! `chiasma_formats::json_schema` writes.

mod keywords;
mod pattern;
mod tree;
mod values;
mod words;

pub use tree::Document;

//! JSON Schema as a syntax tree that libFuzzer's data are decoded to, with what
//! `chiasma_formats::json_schema` writes.

#![cfg_attr(
    feature = "mutatis",
    allow(clippy::too_many_arguments, reason = "derived mutators have one for each field")
)]

mod keywords;
mod pattern;
mod tree;
mod values;
mod words;

pub use tree::Document;

//! XML as a syntax tree that libFuzzer's data are decoded to, with what `chiasma_formats::xml` writes.

#![cfg_attr(
    feature = "mutatis",
    allow(clippy::too_many_arguments, reason = "derived mutators have one for each field")
)]

mod declarations;
mod text;
mod tree;
mod words;

pub use tree::Document;

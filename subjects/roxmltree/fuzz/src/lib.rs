//! XML as a syntax tree that libFuzzer's data are decoded to, with what `chiasma_formats::xml` writes.

mod declarations;
mod text;
mod tree;
mod words;

pub use tree::Document;

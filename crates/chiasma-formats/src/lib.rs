//! Ready generators of the formats that programs read.
//!
//! Every module has a function that makes the generator of its format, such as
//! [`json::documents`], and that generator is a [`Format`]: how much it writes, how often it makes
//! a mistake on purpose, and which words it uses can be said.
//!
//! ```
//! use chiasma_core::{Seed, Source};
//! use chiasma_formats::json;
//!
//! let text = Source::random(Seed(1)).draw(json::documents().budget(20).errors(0.05));
//! println!("{text}");
//! ```

#![forbid(unsafe_code)]

mod dictionary;
mod draft;
mod format;
mod host;

pub mod class_file;
pub mod css;
pub mod date;
pub mod dictionaries;
pub mod email;
pub mod ip;
pub mod javascript;
pub mod json;
pub mod json_schema;
pub mod python;
pub mod regex;
pub mod scss;
pub mod semver;
pub mod sql;
pub mod text;
pub mod url;
pub mod uuid;
pub mod xml;

pub use dictionary::{Dictionary, DictionaryError};
pub use format::Format;

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
mod spoil;

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

/// The pages under `docs/`, whose examples are compiled and run as these items' own.
#[cfg(doctest)]
mod pages {
    #[doc = include_str!("../../../docs/formats.md")]
    struct Formats;
    #[doc = include_str!("../../../docs/formats/class_file.md")]
    struct ClassFile;
    #[doc = include_str!("../../../docs/formats/javascript.md")]
    struct JavaScript;
    #[doc = include_str!("../../../docs/formats/json.md")]
    struct Json;
    #[doc = include_str!("../../../docs/formats/json_schema.md")]
    struct JsonSchema;
    #[doc = include_str!("../../../docs/formats/python.md")]
    struct Python;
    #[doc = include_str!("../../../docs/formats/regex.md")]
    struct Regex;
    #[doc = include_str!("../../../docs/formats/sql.md")]
    struct Sql;
    #[doc = include_str!("../../../docs/formats/url.md")]
    struct Url;
    #[doc = include_str!("../../../docs/formats/css.md")]
    struct Css;
    #[doc = include_str!("../../../docs/formats/scss.md")]
    struct Scss;
    #[doc = include_str!("../../../docs/formats/xml.md")]
    struct Xml;
}

//! Ready generators of the formats that programs read.
//!
//! Every module has a function that makes the generator of its format, such as
//! [`json::documents`], and that generator is a [`Format`], which sets how much it writes, how often
//! it makes a mistake on purpose, and which words it uses.
//!
//! ```
//! use chiasma_core::{Seed, Source};
//! use chiasma_formats::json;
//!
//! let text = Source::random(Seed(1)).draw(json::documents().budget(20).errors(0.05));
//! println!("{text}");
//! ```

//!
//! # Features
//! Each format has a cargo feature of the same name, and none is on by default, so that a test compiles
//! only what it uses: `cargo add --dev chiasma-formats --features json`. `all` turns all of them on.
//! A format that writes parts in another brings that along: `json_schema` has `json` and `regex`, `scss`
//! has `css`, `url` has `ip` and `uuid`, `email` has `ip`.

#![forbid(unsafe_code)]
// What the formats share is not used in full by every subset of them.
#![cfg_attr(not(feature = "all"), allow(dead_code, unused_imports, unused_macros))]

mod dictionary;
mod draft;
mod format;
#[cfg(any(feature = "email", feature = "url"))]
mod host;
mod spoil;

#[cfg(feature = "class_file")]
pub mod class_file;
#[cfg(feature = "css")]
pub mod css;
#[cfg(feature = "date")]
pub mod date;
pub mod dictionaries;
#[cfg(feature = "email")]
pub mod email;
#[cfg(feature = "ip")]
pub mod ip;
#[cfg(feature = "javascript")]
pub mod javascript;
#[cfg(feature = "json")]
pub mod json;
#[cfg(feature = "json_schema")]
pub mod json_schema;
#[cfg(feature = "python")]
pub mod python;
#[cfg(feature = "regex")]
pub mod regex;
#[cfg(feature = "scss")]
pub mod scss;
#[cfg(feature = "semver")]
pub mod semver;
#[cfg(feature = "sql")]
pub mod sql;
#[cfg(feature = "text")]
pub mod text;
#[cfg(feature = "url")]
pub mod url;
#[cfg(feature = "uuid")]
pub mod uuid;
#[cfg(feature = "xml")]
pub mod xml;

pub use dictionary::{Dictionary, DictionaryError};
pub use format::Format;

/// The pages under `docs/`, whose examples are compiled and run as doctests.
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

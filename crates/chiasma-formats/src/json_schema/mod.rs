//! JSON Schemas of the drafts 4, 6, 7, 2019-09 and 2020-12, alone or with an instance to validate.
//!
//! ```
//! use chiasma_core::{Seed, Source};
//! use chiasma_formats::json_schema::{self, Version};
//!
//! let mut s = Source::random(Seed(1));
//! let schema = s.draw(json_schema::schemas_of(Version::Draft7));
//! let validation = s.draw(json_schema::validations());
//! println!("{} against {}", validation.instance, validation.schema);
//! # let _ = schema;
//! ```
//!
//! Every keyword is written so that it is mostly true of an instance that grows with the schema; the
//! instance to validate is that one, every other time with a change.
//!
//! A dictionary's `attributes` become names of properties, its `names` names of definitions, its
//! `texts` strings.

mod annotations;
mod arrays;
mod combinators;
mod instance;
mod mistakes;
mod numbers;
mod objects;
mod references;
mod schema;
mod strings;
mod version;
mod words;

use chiasma_core::Source;

use crate::draft::Draft;
use crate::format::Format;
use crate::spoil::{self, Mistake, Spoil};
use schema::{Schema, root};

pub use version::Version;

/// A schema, and an instance to validate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Validation {
    /// The schema, as JSON.
    pub schema: String,
    /// The instance, as JSON; about two in three are valid.
    pub instance: String,
}

impl Spoil for Validation {
    const MISTAKES: &'static [Mistake<Self>] = &[
        |validation, s| spoil::cut(&mut validation.schema, s),
        |validation, s| spoil::repeat(&mut validation.schema, s),
        |validation, s| spoil::rename(&mut validation.schema, s),
    ];
}

/// JSON Schemas of any version.
pub fn schemas() -> Format {
    Format::new("chiasma_formats::json_schema::schemas", BUDGET, |s, d| {
        let version = version::version(s);
        validation(s, d, version).0.draft.out
    })
}

/// JSON Schemas of one version.
pub fn schemas_of(version: Version) -> Format {
    let write: fn(&mut Source, Draft<'_>) -> String = match version {
        Version::Draft4 => |s, d| validation(s, d, Version::Draft4).0.draft.out,
        Version::Draft6 => |s, d| validation(s, d, Version::Draft6).0.draft.out,
        Version::Draft7 => |s, d| validation(s, d, Version::Draft7).0.draft.out,
        Version::Draft2019 => |s, d| validation(s, d, Version::Draft2019).0.draft.out,
        Version::Draft2020 => |s, d| validation(s, d, Version::Draft2020).0.draft.out,
    };
    Format::new("chiasma_formats::json_schema::schemas", BUDGET, write)
}

/// JSON Schemas of any version, each with an instance.
pub fn validations() -> Format<Validation> {
    Format::new("chiasma_formats::json_schema::validations", BUDGET, |s, d| {
        let version = version::version(s);
        with_instance(s, d, version)
    })
}

/// JSON Schemas of one version, each with an instance.
pub fn validations_of(version: Version) -> Format<Validation> {
    let write: fn(&mut Source, Draft<'_>) -> Validation = match version {
        Version::Draft4 => |s, d| with_instance(s, d, Version::Draft4),
        Version::Draft6 => |s, d| with_instance(s, d, Version::Draft6),
        Version::Draft7 => |s, d| with_instance(s, d, Version::Draft7),
        Version::Draft2019 => |s, d| with_instance(s, d, Version::Draft2019),
        Version::Draft2020 => |s, d| with_instance(s, d, Version::Draft2020),
    };
    Format::new("chiasma_formats::json_schema::validations", BUDGET, write)
}

/// How many schemas within schemas there may be.
const BUDGET: u32 = 24;

fn validation<'d>(
    s: &mut Source,
    draft: Draft<'d>,
    version: Version,
) -> (Schema<'d>, instance::Instance) {
    let mut x = Schema::new(draft, version);
    let instance = root(s, &mut x);
    (x, instance)
}

fn with_instance(s: &mut Source, draft: Draft<'_>, version: Version) -> Validation {
    let (x, mut about) = validation(s, draft, version);
    if s.bool() {
        instance::change(s, &mut about);
    }
    Validation { schema: x.draft.out, instance: about.to_string() }
}

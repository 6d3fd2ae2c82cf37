//! The versions of JSON Schema.

use chiasma_core::Source;
use chiasma_macros::generator;

/// A version of JSON Schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Version {
    /// Draft 4, of 2013.
    Draft4,
    /// Draft 6, of 2017.
    Draft6,
    /// Draft 7, of 2018.
    Draft7,
    /// 2019-09.
    Draft2019,
    /// 2020-12.
    Draft2020,
}

/// Any version.
#[generator]
pub(super) fn version(s: &mut Source) -> Version {
    *s.weighted(&[
        (5, Version::Draft7),
        (4, Version::Draft4),
        (3, Version::Draft6),
        (3, Version::Draft2019),
        (4, Version::Draft2020),
    ])
}

impl Version {
    /// The address of the schema that its schemas follow.
    pub(super) fn metaschema(self) -> &'static str {
        match self {
            Self::Draft4 => "http://json-schema.org/draft-04/schema#",
            Self::Draft6 => "http://json-schema.org/draft-06/schema#",
            Self::Draft7 => "http://json-schema.org/draft-07/schema#",
            Self::Draft2019 => "https://json-schema.org/draft/2019-09/schema",
            Self::Draft2020 => "https://json-schema.org/draft/2020-12/schema",
        }
    }

    /// The keyword for a schema's address.
    pub(super) fn id(self) -> &'static str {
        if self == Self::Draft4 { "id" } else { "$id" }
    }
}

//! Semantic versions.

use chiasma_core::Source;

use crate::draft::Draft;
use crate::format::Format;

/// Semantic versions.
pub fn versions() -> Format {
    Format::new("chiasma_formats::semver::versions", 100, write)
}

fn write(_s: &mut Source, d: Draft<'_>) -> String {
    d.out
}

//! UUIDs.

use chiasma_core::Source;

use crate::draft::Draft;
use crate::format::Format;

/// UUIDs.
pub fn uuids() -> Format {
    Format::new("chiasma_formats::uuid::uuids", 100, write)
}

fn write(_s: &mut Source, d: Draft<'_>) -> String {
    d.out
}

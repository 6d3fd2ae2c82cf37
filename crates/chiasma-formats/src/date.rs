//! Dates and times of ISO 8601 and RFC 3339.

use chiasma_core::Source;

use crate::draft::Draft;
use crate::format::Format;

/// Dates and times of ISO 8601 and RFC 3339.
pub fn dates() -> Format {
    Format::new("chiasma_formats::date::dates", 100, write)
}

fn write(_s: &mut Source, d: Draft<'_>) -> String {
    d.out
}

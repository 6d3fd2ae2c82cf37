//! JSON documents.

use chiasma_core::Source;

use crate::draft::Draft;
use crate::format::Format;

/// JSON documents.
pub fn documents() -> Format {
    Format::new("chiasma_formats::json::documents", 100, write)
}

fn write(_s: &mut Source, d: Draft<'_>) -> String {
    d.out
}

//! XML documents.

use chiasma_core::Source;

use crate::draft::Draft;
use crate::format::Format;

/// XML documents.
pub fn documents() -> Format {
    Format::new("chiasma_formats::xml::documents", 100, write)
}

fn write(_s: &mut Source, d: Draft<'_>) -> String {
    d.out
}

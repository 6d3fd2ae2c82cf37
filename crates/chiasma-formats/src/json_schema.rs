//! JSON Schemas.

use chiasma_core::Source;

use crate::draft::Draft;
use crate::format::Format;

/// JSON Schemas.
pub fn schemas() -> Format {
    Format::new("chiasma_formats::json_schema::schemas", 100, write)
}

fn write(_s: &mut Source, d: Draft<'_>) -> String {
    d.out
}

//! SQL scripts.

use chiasma_core::Source;

use crate::draft::Draft;
use crate::format::Format;

/// SQL scripts.
pub fn scripts() -> Format {
    Format::new("chiasma_formats::sql::scripts", 100, write)
}

fn write(_s: &mut Source, d: Draft<'_>) -> String {
    d.out
}

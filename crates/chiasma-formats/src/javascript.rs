//! JavaScript programs.

use chiasma_core::Source;

use crate::draft::Draft;
use crate::format::Format;

/// JavaScript programs.
pub fn programs() -> Format {
    Format::new("chiasma_formats::javascript::programs", 100, write)
}

fn write(_s: &mut Source, d: Draft<'_>) -> String {
    d.out
}

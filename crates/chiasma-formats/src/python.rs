//! Python 3 modules.

use chiasma_core::Source;

use crate::draft::Draft;
use crate::format::Format;

/// Python 3 modules.
pub fn modules() -> Format {
    Format::new("chiasma_formats::python::modules", 100, write)
}

fn write(_s: &mut Source, d: Draft<'_>) -> String {
    d.out
}

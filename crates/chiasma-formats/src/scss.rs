//! SCSS style sheets.

use chiasma_core::Source;

use crate::draft::Draft;
use crate::format::Format;

/// SCSS style sheets.
pub fn stylesheets() -> Format {
    Format::new("chiasma_formats::scss::stylesheets", 100, write)
}

fn write(_s: &mut Source, d: Draft<'_>) -> String {
    d.out
}

//! Unicode text with the nasty parts.

use chiasma_core::Source;

use crate::draft::Draft;
use crate::format::Format;

/// Unicode text with the nasty parts.
pub fn texts() -> Format {
    Format::new("chiasma_formats::text::texts", 100, write)
}

fn write(_s: &mut Source, d: Draft<'_>) -> String {
    d.out
}

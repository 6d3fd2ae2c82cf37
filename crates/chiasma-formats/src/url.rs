//! URLs.

use chiasma_core::Source;

use crate::draft::Draft;
use crate::format::Format;

/// URLs.
pub fn urls() -> Format {
    Format::new("chiasma_formats::url::urls", 100, write)
}

fn write(_s: &mut Source, d: Draft<'_>) -> String {
    d.out
}

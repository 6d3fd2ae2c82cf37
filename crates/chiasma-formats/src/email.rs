//! E-mail addresses.

use chiasma_core::Source;

use crate::draft::Draft;
use crate::format::Format;

/// E-mail addresses.
pub fn addresses() -> Format {
    Format::new("chiasma_formats::email::addresses", 100, write)
}

fn write(_s: &mut Source, d: Draft<'_>) -> String {
    d.out
}

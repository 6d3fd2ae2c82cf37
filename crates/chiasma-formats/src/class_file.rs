//! Java class files.

use chiasma_core::Source;

use crate::draft::Draft;
use crate::format::Format;

/// Java class files.
pub fn classes() -> Format<Vec<u8>> {
    Format::new("chiasma_formats::class_file::classes", 100, write)
}

fn write(_s: &mut Source, d: Draft<'_>) -> Vec<u8> {
    d.out.into_bytes()
}

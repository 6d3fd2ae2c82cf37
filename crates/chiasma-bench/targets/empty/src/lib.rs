//! Nothing at all, on one byte: what is left is the engine.

use chiasma::Source;

/// Generates a byte.
pub fn byte(s: &mut Source) -> u8 {
    s.int(..)
}

/// Does nothing, and is not optimised away.
#[inline(never)]
pub fn nothing(byte: u8) {
    std::hint::black_box(byte);
}

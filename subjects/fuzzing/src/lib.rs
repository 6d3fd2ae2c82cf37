//! What the subjects' libFuzzer targets share: how libFuzzer's data become a document. The lab learns by
//! `chiasma-documents` which one it was.

#[cfg(feature = "libfuzzer")]
mod engine;
mod nested;
pub mod samples;
mod words;

use arbitrary::{Arbitrary, Unstructured};

#[cfg(feature = "explicit")]
#[doc(hidden)]
pub use chiasma;
#[cfg(feature = "libfuzzer")]
pub use engine::{bytes, tree};
pub use nested::Nested;

/// The tree that data stand for, if they do: what libFuzzer's macro does.
pub fn decode<D: for<'a> Arbitrary<'a>>(data: &[u8]) -> Option<D> {
    if data.len() < D::size_hint(0).0 {
        return None;
    }
    D::arbitrary_take_rest(Unstructured::new(data)).ok()
}

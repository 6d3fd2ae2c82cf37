//! What the subjects' libFuzzer targets share: how libFuzzer's data become a document. The lab learns by
//! `chiasma-documents` which one it was.

#[cfg(feature = "libfuzzer")]
mod engine;
#[cfg(feature = "mutatis")]
mod mutation;
mod nested;
pub mod samples;
mod words;

use arbitrary::{Arbitrary, Unstructured};

#[cfg(feature = "explicit")]
#[doc(hidden)]
pub use chiasma;
#[cfg(feature = "mutatis")]
pub use engine::stored_tree;
#[cfg(feature = "libfuzzer")]
pub use engine::{bytes, tree};
#[cfg(feature = "mutatis")]
pub use mutation::{
    NestedMutator, Recursive, Within, Word, WordMutator, decode_stored, mutate_stored,
};
pub use nested::Nested;
#[cfg(feature = "mutatis")]
#[doc(hidden)]
pub use {mutatis, serde};

/// The tree that data stand for, if they do: what libFuzzer's macro does.
pub fn decode<D: for<'a> Arbitrary<'a>>(data: &[u8]) -> Option<D> {
    if data.len() < D::size_hint(0).0 {
        return None;
    }
    D::arbitrary_take_rest(Unstructured::new(data)).ok()
}

//! Documents from elsewhere, taken as they are.

use super::Generator;
use crate::request::width;
use crate::source::Source;

/// Maximum length of a document, in bytes.
const LONGEST: usize = (1 << 24) - 1;

/// See [`verbatim`].
#[derive(Debug, Clone, Copy)]
pub struct Verbatim;

/// A generator that takes a text from the parameter sequence as it is: its length, then its bytes.
///
/// It is for running documents that another fuzzer or a person wrote, where coverage and failures are
/// to be those of this build; [`Verbatim::sequence`] makes the parameter sequence. Bytes that are no
/// UTF-8 are rejected. To *find* documents, write a generator of their format.
///
/// ```
/// use chiasma_core::generators::{Verbatim, verbatim};
/// use chiasma_core::{Seed, Source};
/// let sequence = Verbatim::sequence(b"<a/>").unwrap();
/// let mut s = Source::replay(&sequence, Seed(1));
/// assert_eq!(s.draw(verbatim()), "<a/>");
/// ```
#[must_use]
pub fn verbatim() -> Verbatim {
    Verbatim
}

impl Verbatim {
    /// The parameter sequence from which a document is drawn; nothing if it is too long (16 MiB).
    #[must_use]
    pub fn sequence(document: &[u8]) -> Option<Vec<u8>> {
        if document.len() > LONGEST {
            return None;
        }
        let mut sequence = document.len().to_le_bytes()[..width(LONGEST as u64)].to_vec();
        sequence.extend_from_slice(document);
        Some(sequence)
    }
}

impl Generator for Verbatim {
    type Value = String;

    fn generate(&self, s: &mut Source) -> String {
        match String::from_utf8(document(s)) {
            Ok(text) => text,
            Err(_) => s.reject("the document is not UTF-8"),
        }
    }
}

/// See [`verbatim_bytes`].
#[derive(Debug, Clone, Copy)]
pub struct VerbatimBytes;

/// The same as [`verbatim`] for documents that are no text: takes bytes from the parameter sequence as they are.
///
/// ```
/// use chiasma_core::generators::{Verbatim, verbatim_bytes};
/// use chiasma_core::{Seed, Source};
/// let sequence = Verbatim::sequence(&[0xca, 0xfe]).unwrap();
/// let mut s = Source::replay(&sequence, Seed(1));
/// assert_eq!(s.draw(verbatim_bytes()), [0xca, 0xfe]);
/// ```
#[must_use]
pub fn verbatim_bytes() -> VerbatimBytes {
    VerbatimBytes
}

impl Generator for VerbatimBytes {
    type Value = Vec<u8>;

    fn generate(&self, s: &mut Source) -> Vec<u8> {
        document(s)
    }
}

fn document(s: &mut Source) -> Vec<u8> {
    let length = s.length(0..=LONGEST);
    let length = s.count_within_limit(length, 0);
    s.bytes(length)
}

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
        let length = s.length(0..=LONGEST);
        let length = s.count_within_limit(length, 0);
        match String::from_utf8(s.bytes(length)) {
            Ok(text) => text,
            Err(_) => s.reject("the document is not UTF-8"),
        }
    }
}

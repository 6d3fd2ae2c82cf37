//! For fuzz targets of libFuzzer: runs the document that an input stands for, or tells Chiasma's lab which one it is.
//!
//! ```
//! # fn parse(_: &str) -> Result<(), ()> { Ok(()) }
//! // The body of a `fuzz_target!(|data: &[u8]| ..)` whose data are text.
//! # let data: &[u8] = b"<a/>";
//! chiasma_documents::text(data, |text| parse(text));
//! ```
//!
//! With `CHIASMA_DOCUMENTS=FILE` in the environment nothing is run: the document is appended to that file.

mod file;

use std::hint::black_box;

use file::Documents;

/// Runs the document of an input, if it has one.
#[inline]
pub fn document<T>(document: Option<&[u8]>, run: impl FnOnce(&[u8]) -> T) {
    match (Documents::wanted(), document) {
        (Some(documents), document) => documents.add(document),
        // The result is not used, but must be computed.
        (None, Some(document)) => _ = black_box(run(document)),
        (None, None) => {}
    }
}

/// Runs data that are UTF-8, as they are; all others stand for no document.
#[inline]
pub fn text<T>(data: &[u8], run: impl FnOnce(&str) -> T) {
    printed(str::from_utf8(data).ok(), run);
}

/// Runs a document that the target has made of its data; nothing if these stand for none.
#[inline]
pub fn printed<T>(text: Option<&str>, run: impl FnOnce(&str) -> T) {
    document(text.map(str::as_bytes), |_| run(text.unwrap_or_default()));
}

/// Runs the document that a value prints; whether the data stand for a value. A target that returns `Corpus` keeps
/// only these.
///
/// Data become a value as by `fuzz_target!(|tree: D| ..)`, which does not call its body for data that are none, and so
/// could not tell of them.
#[cfg(feature = "arbitrary")]
#[inline]
pub fn tree<D, T>(data: &[u8], run: impl FnOnce(&str) -> T) -> bool
where
    D: for<'a> arbitrary::Arbitrary<'a> + std::fmt::Display,
{
    let is_long_enough = data.len() >= D::size_hint(0).0;
    let decode = || D::arbitrary_take_rest(arbitrary::Unstructured::new(data)).ok();
    let text = if is_long_enough { decode().map(|tree| tree.to_string()) } else { None };
    printed(text.as_deref(), run);
    text.is_some()
}

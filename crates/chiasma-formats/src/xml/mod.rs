//! XML 1.0 documents with namespaces.
//!
//! What is written is well formed, by the XML 1.0 and Namespaces 1.0 recommendations: tags match,
//! attributes are unique, prefixes are bound, entities are declared, do not refer to themselves and
//! have replacement text that balances. That a document keeps to its own DTD is not tried.
//!
//! ```
//! use chiasma_core::{Seed, Source};
//! use chiasma_formats::{Dictionary, xml};
//!
//! let words = Dictionary::parse("[tags]\nproject\ntarget\n[attributes]\ndepends\n").unwrap();
//! let text = Source::random(Seed(1)).draw(xml::documents().dictionary(words));
//! assert!(text.contains('<'));
//! ```
//!
//! The dictionary's `tags`, `attributes` and `texts` are used. A tag or an attribute may have a
//! prefix, which is then declared where it is not in scope.

mod content;
mod declarations;
mod document;
mod elements;
mod entities;
mod markup;
mod names;
mod namespaces;
mod prolog;
mod words;

use chiasma_core::Source;

use crate::draft::Draft;
use crate::format::Format;
use document::Document;

/// Whole documents: prolog, DTD, one element, and what may follow it.
pub fn documents() -> Format {
    Format::new("chiasma_formats::xml::documents", 60, write_document)
}

/// One element with its content: nothing that needs a DTD.
pub fn elements() -> Format {
    Format::new("chiasma_formats::xml::elements", 40, write_element)
}

fn write_document(s: &mut Source, draft: Draft<'_>) -> String {
    let mut d = Document::new(draft);
    prolog::document(s, &mut d);
    d.draft.out
}

fn write_element(s: &mut Source, draft: Draft<'_>) -> String {
    let mut d = Document::new(draft);
    elements::element(s, &mut d);
    d.draft.out
}

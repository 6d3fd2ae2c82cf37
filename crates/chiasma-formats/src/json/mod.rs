//! JSON documents, as RFC 8259 has them.
//!
//! ```
//! use chiasma_core::{Seed, Source};
//! use chiasma_formats::json;
//!
//! let mut s = Source::random(Seed(1));
//! let document = s.draw(json::documents());
//! let broken = s.draw(json::objects().budget(10).errors(0.05));
//! # assert!(!document.is_empty());
//! # let _ = broken;
//! ```
//!
//! A dictionary's `attributes` become keys, its `texts` contents of strings.

mod layout;
mod mistakes;
mod numbers;
mod strings;
mod values;
mod words;

use chiasma_core::{Source, pick};

use crate::draft::Draft;
use crate::format::Format;
use layout::{Layout, layout};

pub(crate) use strings::{quote, text};
pub(crate) use values::value;

/// JSON documents: mostly objects and arrays, sometimes a lone value.
pub fn documents() -> Format {
    Format::new("chiasma_formats::json::documents", BUDGET, |s, d| {
        write(s, d, |s, j| {
            pick!(s, {
                1 => value(s, j),
                10 => values::object(s, j),
                5 => values::container(s, j),
            })
        })
    })
}

/// JSON documents that are objects, which is what most programs read.
pub fn objects() -> Format {
    Format::new("chiasma_formats::json::objects", BUDGET, |s, d| write(s, d, values::object))
}

/// JSON Lines: a value in each line, all but the last with a line break behind it.
pub fn lines() -> Format {
    Format::new("chiasma_formats::json::lines", BUDGET, |s, d| {
        let mut j = Json { draft: d, depth: 0, layout: Layout::Compact };
        for line in 0..s.length(1..=8) {
            if line > 0 {
                j.draft.put("\n");
            }
            // Lines are many, so each is as modest as a value within a value.
            j.depth = 1;
            value(s, &mut j);
        }
        j.draft.out
    })
}

/// How many values a document may have.
const BUDGET: u32 = 100;

/// A document that is being written.
pub(crate) struct Json<'d> {
    pub(crate) draft: Draft<'d>,
    /// How many arrays and objects are open.
    depth: u32,
    layout: Layout,
}

impl<'d> Json<'d> {
    /// A compact value within something else, `depth` levels deep.
    pub(crate) fn within(draft: Draft<'d>, depth: u32) -> Self {
        Self { draft, depth, layout: Layout::Compact }
    }
}

/// Writes a document: space around what `root` writes.
fn write(s: &mut Source, draft: Draft<'_>, root: fn(&mut Source, &mut Json<'_>)) -> String {
    let layout = layout(s);
    let mut j = Json { draft, depth: 0, layout };
    if j.draft.slip(s) {
        return mistakes::no_document(s).to_owned();
    }
    j.gap(s);
    root(s, &mut j);
    j.gap(s);
    if j.draft.slip(s) {
        mistakes::after_document(s, &mut j);
    }
    j.draft.out
}

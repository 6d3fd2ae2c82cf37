//! CSS style sheets.
//!
//! Selectors of level 4, some 370 properties with the values that their specifications define, all
//! at-rules, nesting, custom properties, functions that compute, and the tokens in all their forms:
//! escapes, numbers, strings, addresses.
//!
//! ```
//! use chiasma_core::{Seed, Source};
//! use chiasma_formats::{Dictionary, css};
//!
//! let words = Dictionary::parse("[names]\nbtn-primary\n[attributes]\n-my-property\n").unwrap();
//! let text = Source::random(Seed(1)).draw(css::stylesheets().dictionary(words));
//! println!("{text}");
//! ```
//!
//! The dictionary's `tags` are elements and unknown at-rules, its `attributes` properties and
//! attributes in selectors, its `names` classes and ids, its `keywords` values, its `texts` the
//! contents of strings.

mod at_rules;
mod conditions;
mod grammar;
mod leading;
pub(crate) mod numbers;
mod properties;
pub(crate) mod rules;
pub(crate) mod selectors;
pub(crate) mod sheet;
pub(crate) mod tokens;
mod types;
pub(crate) mod values;
pub(crate) mod words;

use chiasma_core::Source;

use crate::draft::Draft;
use crate::format::Format;
use sheet::{Plain, Sheet};

/// Whole style sheets.
pub fn stylesheets() -> Format {
    Format::new("chiasma_formats::css::stylesheets", 90, write_stylesheet)
}

/// Declarations alone, as in the `style` attribute of an element.
pub fn declarations() -> Format {
    Format::new("chiasma_formats::css::declarations", 40, write_declarations)
}

/// Selectors alone.
pub fn selectors() -> Format {
    Format::new("chiasma_formats::css::selectors", 30, write_selectors)
}

fn write_stylesheet(s: &mut Source, draft: Draft<'_>) -> String {
    let mut d = Sheet::new(draft, Plain);
    rules::stylesheet(s, &mut d);
    d.draft.out
}

fn write_declarations(s: &mut Source, draft: Draft<'_>) -> String {
    let mut d = Sheet::new(draft, Plain);
    rules::declarations(s, &mut d);
    d.draft.out
}

fn write_selectors(s: &mut Source, draft: Draft<'_>) -> String {
    let mut d = Sheet::new(draft, Plain);
    selectors::selector_list(s, &mut d, selectors::Place::Rule);
    d.draft.out
}

//! A document as a whole: what comes before its element and what after.

use chiasma_core::Source;
use chiasma_macros::generator;

use super::declarations::document_type;
use super::document::Document;
use super::elements::{element, quote};
use super::markup::{comment, optional_space, processing_instruction, space};
use crate::draft::Writer as _;

/// A document.
#[generator]
pub(super) fn document(s: &mut Source, d: &mut Document<'_>) {
    prolog(s, d);
    element(s, d);
    if d.slip(s) {
        d.put_one(
            s,
            &["<a/>", "text", "</a>", "&amp;", "<![CDATA[]]>", "<?xml version='1.0'?>", "\0"],
        );
    }
    miscellaneous(s, d);
}

/// What comes before the element.
#[generator]
fn prolog(s: &mut Source, d: &mut Document<'_>) {
    if s.one_in(61) {
        d.put("\u{feff}");
    }
    if d.slip(s) {
        d.put_one(s, &[" ", "\n", "text", "<!-- -->", "<?xml?>", "<!DOCTYPE>", "\u{feff}\u{feff}"]);
    }
    if s.ratio(2, 5) {
        xml_declaration(s, d);
    }
    miscellaneous(s, d);
    if s.ratio(2, 5) {
        document_type(s, d);
        miscellaneous(s, d);
    }
}

/// The declaration that says that this is XML.
#[generator]
fn xml_declaration(s: &mut Source, d: &mut Document<'_>) {
    d.put("<?xml");
    space(s, d);
    pseudo_attribute(s, d, "version", &["1.0"], &["1.1", "2.0", "", "1", "1.0.0"]);
    if s.ratio(2, 3) {
        space(s, d);
        pseudo_attribute(
            s,
            d,
            "encoding",
            &["UTF-8", "utf-8", "Utf-8"],
            &["UTF-16", "latin1", "", "x y", "EBCDIC"],
        );
    }
    if s.one_in(3) {
        space(s, d);
        let said = d.capture(|d| {
            pseudo_attribute(s, d, "standalone", &["yes", "no"], &["true", "YES", "", "maybe"]);
        });
        d.entities.standalone = said.contains("yes");
        d.put(&said);
    }
    optional_space(s, d);
    d.unless_slip(s, "?>", &[">", "?", " a='b'?>", "??>"]);
}

/// One of the declaration's three settings.
#[generator]
fn pseudo_attribute(
    s: &mut Source,
    d: &mut Document<'_>,
    name: &'static str,
    values: &'static [&'static str],
    mistakes: &'static [&'static str],
) {
    let s = &mut *s.as_value();
    let value = if d.slip(s) { s.choose(mistakes) } else { s.choose(values) };
    let equals = s.weighted(&[(12, "="), (1, " = "), (1, "= ")]);
    let quote = quote(s);
    d.put(&format!("{name}{equals}{quote}{value}{quote}"));
}

/// Comments, instructions and space.
#[generator]
fn miscellaneous(s: &mut Source, d: &mut Document<'_>) {
    type Part = fn(&mut Source, &mut Document<'_>);
    for _ in 0..s.weighted_index(&[4, 4, 1, 1]) {
        s.weighted(&[(5, space as Part), (1, comment), (1, processing_instruction)])(s, d);
    }
}

//! Documents of elements, attributes and references, drawn in loops that no number counts, shrink to what matters.

use std::fmt::Write;

use chiasma_core::shrink::{Attempt, shrink};
use chiasma_core::{Extension, Seed, Source};

#[derive(Default)]
struct Document {
    text: String,
    ids: usize,
    elements: usize,
}

fn document(s: &mut Source) -> String {
    let mut document = Document::default();
    while document.elements < 40 && (s.one_in(2) || document.text.is_empty()) {
        element(s, &mut document, 0);
    }
    document.text
}

fn element(s: &mut Source, document: &mut Document, depth: u32) {
    s.span("element", |s| contents(s, document, depth));
}

fn contents(s: &mut Source, document: &mut Document, depth: u32) {
    document.elements += 1;
    let tag = s.select(["p", "a", "b", "c", "ul", "li"]);
    let _ = write!(document.text, "<{tag}");
    if s.ratio(1, 3) {
        let _ = write!(document.text, " id='{}'", document.ids);
        document.ids += 1;
    }
    if document.ids > 0 && s.ratio(1, 3) {
        let _ = write!(document.text, " ref='{}'", s.index(document.ids));
    }
    while s.ratio(1, 4) {
        let _ = write!(document.text, " {}='{}'", s.select(["x", "y"]), s.int(0..1000u32));
    }
    document.text.push('>');
    while depth < 5 && document.elements < 40 && s.ratio(1, 2) {
        if s.ratio(1, 3) {
            (0..s.length(0..6)).for_each(|_| document.text.push(s.char('a'..='z')));
        } else {
            element(s, document, depth + 1);
        }
    }
    let _ = write!(document.text, "</{tag}>");
}

#[test]
fn no_needless_element_is_left() {
    let fails = |text: &str| text.contains("<a><b>") && text.contains("<c id=");
    let mut source = Source::random(Seed(0));
    source.set_tracing(true);
    let mut shrunk_documents = 0;
    for seed in 0..1_500 {
        source.set_extension(Extension::Random);
        source.load(&[], Seed(seed));
        if !fails(&document(&mut source)) || source.trace().requests().len() < 100 {
            continue;
        }
        let first = source.trace().clone();
        source.set_extension(Extension::Simplest);
        let shrunk = shrink(first, &mut |proposal| {
            source.load_proposal(proposal);
            let text =
                std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| document(&mut source)));
            match text {
                Ok(text) if fails(&text) => Attempt::Fails(source.trace().clone()),
                _ => Attempt::Passes,
            }
        });
        source.load(shrunk.trace.bytes(), Seed(0));
        let text = document(&mut source);
        assert!(shrunk.summary.complete, "it ends by itself");
        // Four at best; one around them, and one with an id before the one that must have it, may not be seen to be needless.
        assert!(text.matches("</").count() <= 5, "seed {seed}: {text}");
        shrunk_documents += 1;
    }
    assert!(shrunk_documents >= 5, "{shrunk_documents}");
}

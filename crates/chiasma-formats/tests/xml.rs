//! XML documents, by what can be seen of them without a parser.

use chiasma_core::{Seed, Source};
use chiasma_formats::{Dictionary, Format, xml};

fn texts(format: &Format, count: u64) -> impl Iterator<Item = String> {
    (1..=count).map(move |seed| Source::random(Seed(seed)).draw(format))
}

/// The tags of a text without a DTD, each without its angle brackets.
fn tags(text: &str) -> Vec<&str> {
    let mut tags = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        rest = &rest[at..];
        let skip = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")];
        if let Some((_, end)) = skip.iter().find(|(start, _)| rest.starts_with(start)) {
            // The end of `<!-->` may not begin within its start.
            rest = &rest[4.min(rest.len() - 1)..];
            rest = &rest[rest.find(end).map_or(rest.len(), |at| at + end.len())..];
            continue;
        }
        let mut quote = None;
        let end = rest.find(|c| {
            match quote {
                Some(open) if c == open => quote = None,
                None if c == '"' || c == '\'' => quote = Some(c),
                _ => {}
            }
            quote.is_none() && c == '>'
        });
        let Some(end) = end else { return tags };
        tags.push(&rest[1..end]);
        rest = &rest[end + 1..];
    }
    tags
}

fn tags_match(text: &str) -> bool {
    let mut open = Vec::new();
    for tag in tags(text) {
        if let Some(name) = tag.strip_prefix('/') {
            if open.pop() != Some(name.trim_end()) {
                return false;
            }
        } else if !tag.ends_with('/') {
            open.push(tag.split([' ', '\n', '\t', '\r']).next().unwrap());
        }
    }
    open.is_empty()
}

#[test]
fn every_start_tag_has_its_end_tag() {
    for text in texts(&xml::elements(), 500) {
        assert!(tags_match(&text), "{text}");
    }
}

#[test]
fn deliberate_errors_leave_tags_without_their_end() {
    let wrong = texts(&xml::elements().errors(0.1), 500).filter(|text| !tags_match(text)).count();
    assert!(wrong > 100, "{wrong} of 500");
}

#[test]
fn errors_that_are_off_draw_nothing() {
    let (plain, off) = (xml::documents(), xml::documents().errors(0.0));
    assert!(texts(&plain, 100).eq(texts(&off, 100)));
}

#[test]
fn the_same_choices_give_the_same_document() {
    assert!(texts(&xml::documents(), 100).eq(texts(&xml::documents(), 100)));
}

#[test]
fn a_small_budget_makes_small_documents() {
    let mean = |budget| {
        texts(&xml::documents().budget(budget), 300).map(|text| text.len()).sum::<usize>() / 300
    };
    let (small, large) = (mean(5), mean(100));
    assert!(small < 250 && 2 * small < large, "{small}, {large}");
}

#[test]
fn no_document_is_longer_than_the_size_limit() {
    for seed in 1..=1_000 {
        let mut s = Source::random(Seed(seed));
        let text = s.draw(xml::documents());
        assert!(!s.is_oversize() && text.len() < 8_000, "{} bytes: {text}", text.len());
    }
}

#[test]
fn the_words_of_a_dictionary_are_tags_attributes_and_text() {
    let words =
        Dictionary::parse("[tags]\nqux\n[attributes]\nquux\n[texts]\nsome <corge>\n").unwrap();
    let all: String = texts(&xml::documents().dictionary(words), 2_000).collect();
    assert!(all.contains("<qux"));
    assert!(all.contains(" quux="));
    assert!(all.contains("some &lt;corge>"));
}

#[test]
fn a_prefix_of_the_dictionary_is_declared() {
    let words = Dictionary::parse("[tags]\nfoo:bar\n").unwrap();
    let mut seen = 0;
    for text in texts(&xml::elements().dictionary(words), 2_000) {
        if text.contains("<foo:bar") {
            seen += 1;
            assert!(text.contains("xmlns:foo="), "{text}");
        }
    }
    assert!(seen > 20, "{seen}");
}

#[test]
fn no_tag_has_an_attribute_twice() {
    for text in texts(&xml::elements(), 500) {
        for tag in tags(&text) {
            let mut names: Vec<&str> = Vec::new();
            for piece in tag.split(['"', '\'']).step_by(2) {
                let name = piece.trim_end().trim_end_matches('=').trim_end();
                let Some(name) = name.split([' ', '\n', '\t', '\r']).next_back() else { continue };
                if piece.trim_end().ends_with('=') {
                    assert!(!names.contains(&name), "{name} in {tag}");
                    names.push(name);
                }
            }
        }
    }
}

#[test]
fn every_entity_that_is_used_is_declared() {
    let mut seen = 0;
    for text in texts(&xml::documents(), 1_000) {
        let Some(end_of_subset) = text.rfind("]>") else { continue };
        let (subset, content) = text.split_at(end_of_subset);
        // What is no markup may have anything that looks like a reference.
        if content.contains("<!") || content.contains("<?") {
            continue;
        }
        for reference in content.split('&').skip(1) {
            let name = reference.split(';').next().unwrap();
            let predefined = ["lt", "gt", "amp", "quot", "apos"].contains(&name);
            if !predefined && !name.starts_with('#') {
                seen += 1;
                assert!(subset.contains(name), "{name} in {text}");
            }
        }
    }
    assert!(seen > 50, "{seen}");
}

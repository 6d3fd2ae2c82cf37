//! The generators of URLs.

use chiasma_core::{Seed, Source};
use chiasma_formats::{Dictionary, Format, url};

fn drawn(format: Format) -> impl Iterator<Item = String> {
    (0..2_000).map(move |seed| Source::random(Seed(seed)).draw(format.clone()))
}

/// Whether every percent sign is followed by two digits.
fn escapes_are_whole(text: &str) -> bool {
    text.split('%').skip(1).all(|rest| {
        rest.get(..2).is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))
    })
}

#[test]
fn a_url_begins_with_a_scheme() {
    for text in drawn(url::urls()) {
        let (scheme, _) = text.split_once(':').unwrap();
        assert!(scheme.starts_with(|c: char| c.is_ascii_alphabetic()), "{text}");
        assert!(scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c)), "{text}");
    }
}

#[test]
fn a_url_has_nothing_that_must_be_escaped() {
    for text in drawn(url::urls()) {
        assert!(
            !text.contains(|c: char| c.is_ascii_control() || " \"<>\\^`{|}".contains(c)),
            "{text}"
        );
        assert!(escapes_are_whole(&text), "{text}");
        assert!(text.matches('#').count() <= 1, "{text}");
        assert_eq!(text.matches('[').count(), text.matches(']').count(), "{text}");
    }
}

#[test]
fn a_reference_without_a_scheme_has_no_colon_in_its_first_segment() {
    let mut relative = 0;
    for text in drawn(url::references()) {
        let first = text.split(['/', '?', '#']).next().unwrap();
        match first.split_once(':') {
            Some((scheme, _)) => {
                assert!(scheme.starts_with(|c: char| c.is_ascii_alphabetic()), "{text}");
            }
            None => relative += 1,
        }
    }
    assert!(relative > 1_000);
}

#[test]
fn only_lenient_urls_have_backslashes_and_spaces() {
    let has_them = |text: String| text.contains([' ', '\\', '\t']);
    assert!(drawn(url::lenient_urls()).filter(|text| has_them(text.clone())).count() > 500);
    assert!(!drawn(url::urls()).any(has_them));
}

#[test]
fn errors_break_escapes() {
    assert!(drawn(url::urls()).all(|text| escapes_are_whole(&text)));
    assert!(drawn(url::urls().errors(0.2)).any(|text| !escapes_are_whole(&text)));
}

#[test]
fn the_dictionary_is_used_for_hosts_keys_and_segments() {
    let words = "[names]\nquux.example\n[attributes]\nquux\n[texts]\nfro bozz\n[keywords]\nquuxp\n";
    let words = Dictionary::parse(words).unwrap();
    let all = drawn(url::urls().dictionary(words)).collect::<Vec<_>>().join("\n");
    for wanted in ["//quux.example", "quux=", "/fro%20bozz", "quuxp:"] {
        assert!(all.contains(wanted), "{wanted}");
    }
}

#[test]
fn a_smaller_budget_makes_shorter_urls() {
    let length = |format: Format| drawn(format).map(|text| text.len()).sum::<usize>();
    assert!(length(url::urls().budget(1)) < length(url::urls()));
}

#[test]
fn the_same_bytes_give_the_same_url() {
    for seed in 0..100 {
        let mut source = Source::random(Seed(seed));
        let text = source.draw(url::urls());
        let again = Source::replay(source.recording(), Seed(seed + 1)).draw(url::urls());
        assert_eq!(text, again);
    }
}

#[test]
fn the_simplest_is_short() {
    let simplest = |format: Format| Source::replay(&[0; 100], Seed(1)).draw(format);
    assert_eq!(simplest(url::urls()), "http://example.com");
    assert_eq!(simplest(url::references()), "");
}

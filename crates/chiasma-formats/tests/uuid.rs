//! The generators of UUIDs.

use chiasma_core::{Seed, Source};
use chiasma_formats::{Dictionary, Format, uuid};

fn drawn(format: Format) -> impl Iterator<Item = String> {
    (0..2_000).map(move |seed| Source::random(Seed(seed)).draw(format.clone()))
}

#[test]
fn a_hyphenated_one_has_five_groups_of_digits() {
    for text in drawn(uuid::hyphenated()) {
        let lengths: Vec<usize> = text.split('-').map(str::len).collect();
        assert_eq!(lengths, [8, 4, 4, 4, 12], "{text}");
        assert!(text.chars().all(|c| c == '-' || c.is_ascii_hexdigit()), "{text}");
    }
}

#[test]
fn all_versions_occur_with_the_variant_of_the_standard() {
    let texts: Vec<String> = drawn(uuid::hyphenated()).collect();
    for version in '1'..='8' {
        let has = |text: &&String| {
            text.chars().nth(14) == Some(version)
                && text.chars().nth(19).is_some_and(|c| "89ab".contains(c))
        };
        assert!(texts.iter().filter(has).count() > 10, "version {version}");
    }
}

#[test]
fn all_textual_forms_hold_32_digits() {
    for text in drawn(uuid::uuids()) {
        let bare = text.strip_prefix("urn:uuid:").unwrap_or(&text);
        assert_eq!(bare.chars().filter(char::is_ascii_hexdigit).count(), 32, "{text}");
        assert_eq!(text.starts_with('{'), text.ends_with('}'), "{text}");
    }
}

#[test]
fn the_dictionary_adds_its_own() {
    let words = Dictionary::parse("[names]\n12345678-1234-4234-8234-123456789abc\n").unwrap();
    let texts: Vec<String> = drawn(uuid::uuids().dictionary(words)).collect();
    assert!(texts.iter().any(|text| text == "12345678-1234-4234-8234-123456789abc"));
}

#[test]
fn the_simplest_is_nil() {
    let nil = Source::replay(&[0; 100], Seed(1)).draw(uuid::uuids());
    assert_eq!(nil, "00000000-0000-0000-0000-000000000000");
}

//! The generators of semantic versions.

use chiasma_core::{Seed, Source};
use chiasma_formats::{Dictionary, Format, semver};

fn drawn(format: Format) -> impl Iterator<Item = String> {
    (0..2_000).map(move |seed| Source::random(Seed(seed)).draw(format.clone()))
}

fn simplest(format: Format) -> String {
    Source::replay(&[0; 100], Seed(1)).draw(format)
}

fn is_number(text: &str) -> bool {
    text.parse::<u64>().is_ok_and(|number| number.to_string() == text)
}

#[test]
fn a_version_begins_with_three_numbers_without_leading_zeros() {
    for text in drawn(semver::versions()) {
        let core = text.split(['-', '+']).next().unwrap();
        let numbers: Vec<&str> = core.split('.').collect();
        assert_eq!(numbers.len(), 3, "{text}");
        assert!(numbers.into_iter().all(is_number), "{text}");
    }
}

#[test]
fn a_pre_release_has_no_number_with_leading_zeros_and_no_empty_identifier() {
    for text in drawn(semver::versions()) {
        let (core, build) = text.split_once('+').unwrap_or((&text, "0"));
        let pre_release = core.split_once('-').map_or("a", |(_, rest)| rest);
        for identifier in pre_release.split('.') {
            let digits = identifier.bytes().all(|byte| byte.is_ascii_digit());
            assert!(!identifier.is_empty(), "{text}");
            assert!(!digits || identifier == "0" || !identifier.starts_with('0'), "{text}");
        }
        assert!(build.split('.').all(|identifier| !identifier.is_empty()), "{text}");
    }
}

#[test]
fn every_operator_occurs_in_requirements() {
    let all: String = drawn(semver::requirements()).collect::<Vec<_>>().join("\n");
    for operator in ["^", "~", "=", ">", ">=", "<", "<="] {
        assert!(all.contains(operator), "{operator}");
    }
    assert!(all.lines().any(|text| text.trim() == "*"));
    assert!(!all.contains("||"));
}

#[test]
fn ranges_are_united_and_spanned() {
    let all: String = drawn(semver::ranges()).collect::<Vec<_>>().join("\n");
    assert!(all.contains("||") && all.contains(" - "));
}

#[test]
fn errors_make_versions_that_do_not_begin_with_three_numbers() {
    let wrong = drawn(semver::versions().errors(0.3)).filter(|text| {
        let numbers: Vec<&str> = text.split(['-', '+']).next().unwrap().split('.').collect();
        numbers.len() != 3 || !numbers.into_iter().all(is_number)
    });
    assert!(wrong.count() > 500);
}

#[test]
fn the_dictionary_names_pre_releases() {
    let words = Dictionary::parse("[names]\nquux\n").unwrap();
    assert!(drawn(semver::versions().dictionary(words)).any(|text| text.contains("-quux")));
}

#[test]
fn the_simplest_is_nothing_but_zeros() {
    assert_eq!(simplest(semver::versions()), "0.0.0");
    assert_eq!(simplest(semver::requirements()), "0.0.0");
    assert_eq!(simplest(semver::ranges()), "0.0.0");
}

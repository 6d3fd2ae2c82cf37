//! The generators of e-mail addresses.

use chiasma_core::{Seed, Source};
use chiasma_formats::{Dictionary, Format, email};

fn drawn(format: Format) -> impl Iterator<Item = String> {
    (0..2_000).map(move |seed| Source::random(Seed(seed)).draw(format.clone()))
}

#[test]
fn an_address_keeps_to_the_limits_of_smtp() {
    for text in drawn(email::addresses()) {
        let (local_part, domain) = text.rsplit_once('@').unwrap();
        assert!(!local_part.is_empty() && local_part.len() <= 64, "{text}");
        assert!(!domain.is_empty() && domain.len() <= 255, "{text}");
        assert!(text.len() <= 254, "{text}");
    }
}

#[test]
fn the_greatest_lengths_occur() {
    let texts: Vec<String> = drawn(email::addresses()).collect();
    assert!(texts.iter().any(|text| text.find('@') == Some(64)));
    assert!(texts.iter().any(|text| text.len() >= 190));
}

#[test]
fn what_is_not_quoted_has_no_spaces_and_no_dots_side_by_side() {
    for text in drawn(email::addresses()).filter(|text| !text.starts_with('"')) {
        assert!(!text.contains([' ', '"', '(', ',', '\\']), "{text}");
        assert!(!text.contains("..") && !text.starts_with('.') && !text.contains(".@"), "{text}");
    }
}

#[test]
fn an_ascii_address_is_ascii() {
    assert!(drawn(email::ascii_addresses()).all(|text| text.is_ascii()));
    assert!(!drawn(email::addresses()).all(|text| text.is_ascii()));
}

#[test]
fn parentheses_balance_in_comments() {
    let mut nested = 0;
    for text in drawn(email::commented_addresses()) {
        let (mut depth, mut quoted) = (0, false);
        let mut characters = text.chars();
        while let Some(character) = characters.next() {
            match character {
                '\\' => drop(characters.next()),
                '"' if depth == 0 => quoted = !quoted,
                '(' if !quoted => depth += 1,
                ')' if !quoted => depth -= 1,
                _ => {}
            }
            nested += u32::from(depth == 2);
        }
        assert_eq!(depth, 0, "{text}");
    }
    assert!(nested > 0);
}

#[test]
fn a_list_has_groups_and_names() {
    let texts: Vec<String> = drawn(email::lists()).collect();
    assert!(texts.iter().any(|text| text.ends_with(":;")));
    assert!(texts.iter().any(|text| text.contains(" <") && text.ends_with('>')));
}

#[test]
fn errors_make_addresses_without_an_at_sign() {
    assert!(drawn(email::addresses().errors(0.3)).any(|text| !text.contains('@')));
}

#[test]
fn the_dictionary_names_people_and_domains() {
    let words = Dictionary::parse("[names]\nquux.example\n").unwrap();
    let texts: Vec<String> = drawn(email::addresses().dictionary(words)).collect();
    assert!(texts.iter().any(|text| text.starts_with("quux.example@")));
    assert!(texts.iter().any(|text| text.ends_with("@quux.example")));
}

#[test]
fn the_simplest_is_short() {
    let simplest = Source::replay(&[0; 100], Seed(1)).draw(email::addresses());
    assert_eq!(simplest, "a@example.com");
}

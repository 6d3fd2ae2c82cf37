//! What holds for every JSON Schema, without a validator.

use chiasma_core::{Seed, Source};
use chiasma_formats::Dictionary;
use chiasma_formats::json_schema::{self, Version};

const VERSIONS: [Version; 5] =
    [Version::Draft4, Version::Draft6, Version::Draft7, Version::Draft2019, Version::Draft2020];

fn schemas(version: Version) -> impl Iterator<Item = String> {
    (0..600).map(move |seed| Source::random(Seed(seed)).draw(json_schema::schemas_of(version)))
}

/// Whether brackets and quotes have a partner.
fn is_balanced(document: &str) -> bool {
    let mut open = Vec::new();
    let mut characters = document.chars();
    while let Some(c) = characters.next() {
        match c {
            '"' => loop {
                match characters.next() {
                    None => return false,
                    Some('"') => break,
                    Some('\\') => drop(characters.next()),
                    Some(_) => {}
                }
            },
            '[' => open.push(']'),
            '{' => open.push('}'),
            ']' | '}' if open.pop() != Some(c) => return false,
            _ => {}
        }
    }
    open.is_empty()
}

#[test]
fn brackets_and_quotes_have_a_partner() {
    for seed in 0..1000 {
        let validation = Source::random(Seed(seed)).draw(json_schema::validations());
        assert!(is_balanced(&validation.schema), "{}", validation.schema);
        assert!(is_balanced(&validation.instance), "{}", validation.instance);
    }
}

#[test]
fn no_keyword_is_younger_than_its_version() {
    let young: [(Version, &[&str]); 4] = [
        (Version::Draft6, &["const", "contains", "propertyNames", "examples"]),
        (Version::Draft7, &["if", "then", "else", "contentEncoding"]),
        (Version::Draft2019, &["$defs", "$anchor", "minContains", "deprecated"]),
        (Version::Draft2020, &["prefixItems", "$dynamicRef", "$dynamicAnchor"]),
    ];
    for version in VERSIONS {
        let all: Vec<String> = schemas(version).collect();
        for (since, keywords) in young {
            for keyword in keywords {
                let text = format!("\"{keyword}\":");
                let occurs = all.iter().any(|schema| schema.contains(&text));
                assert_eq!(occurs, version >= since, "{keyword} in {version:?}");
            }
        }
    }
}

#[test]
fn a_reference_to_a_definition_names_one_that_there_is() {
    for version in VERSIONS {
        for schema in schemas(version) {
            for keyword in ["definitions", "$defs"] {
                for part in schema.split(&format!("\"#/{keyword}/")).skip(1) {
                    let name = part.split('"').next().unwrap_or("");
                    // Names that must be escaped look otherwise in the two places.
                    if name.chars().all(|c| c.is_ascii_alphanumeric()) {
                        assert!(schema.contains(&format!("\"{name}\":{{")), "{name} in {schema}");
                        assert!(schema.contains(&format!("\"{keyword}\":{{")), "{schema}");
                    }
                }
            }
        }
    }
}

#[test]
fn the_simplest_schema_says_so_little() {
    let zeros = [0; 256];
    let validation = Source::replay(&zeros, Seed(0)).draw(json_schema::validations());
    let expected = "{\"$schema\":\"http://json-schema.org/draft-07/schema#\",\"type\":\"null\"}";
    assert_eq!(validation.schema, expected);
    assert_eq!(validation.instance, "null");
}

#[test]
fn mistakes_are_made_only_when_asked_for() {
    let count = |errors: f64, mistake: &str| {
        let draw = |seed| Source::random(Seed(seed)).draw(json_schema::schemas().errors(errors));
        (0..500).filter(|seed| draw(*seed).contains(mistake)).count()
    };
    for mistake in ["\"strin\"", "\"#/definitions/nope\"", "\"minLength\":-1"] {
        assert_eq!(count(0.0, mistake), 0);
        assert!(count(0.2, mistake) > 0, "{mistake}");
    }
}

#[test]
fn a_budget_bounds_how_long_a_schema_is() {
    let length = |budget: u32, seed: u64| {
        Source::random(Seed(seed)).draw(json_schema::schemas().budget(budget)).len()
    };
    let sum = |budget: u32| (0..500).map(|seed| length(budget, seed)).sum::<usize>();
    assert!(sum(2) < sum(24), "{} {}", sum(2), sum(24));
    assert!((0..500).all(|seed| length(0, seed) < 4000));
}

#[test]
fn the_same_bytes_give_the_same_schema() {
    for seed in 0..100 {
        let mut first = Source::random(Seed(seed));
        let one = first.draw(json_schema::validations());
        let mut second = Source::replay(first.recording(), Seed(seed + 1));
        assert_eq!(one, second.draw(json_schema::validations()));
    }
}

#[test]
fn words_of_the_dictionary_become_properties_and_definitions() {
    let words = Dictionary::parse("[attributes]\nmyProperty\n[names]\nmyDefinition\n").unwrap();
    let all: String = (0..300)
        .map(|seed| {
            Source::random(Seed(seed)).draw(json_schema::schemas().dictionary(words.clone()))
        })
        .collect();
    assert!(all.contains("\"myProperty\":"));
    assert!(all.contains("\"myDefinition\":"));
}

//! What the pages claim, checked.

use std::fs;
use std::path::Path;

use chiasma::{CheckSettings, Property, Source, Trouble};

#[test]
fn the_readme_shows_the_examples_test_as_it_is() {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let readme = fs::read_to_string(repository.join("README.md")).unwrap();
    let example = fs::read_to_string(repository.join("examples/json/tests/json.rs")).unwrap();
    assert!(readme.contains(&format!("```rust\n{example}```\n")));
}

/// The tutorial's encoder.
fn encode(text: &str) -> Vec<(char, u8)> {
    let mut runs: Vec<(char, u8)> = Vec::new();
    for c in text.chars() {
        match runs.last_mut() {
            Some((last, count)) if *last == c => *count += 1,
            _ => runs.push((c, 1)),
        }
    }
    runs
}

fn decode(runs: &[(char, u8)]) -> String {
    runs.iter().flat_map(|&(c, count)| std::iter::repeat_n(c, count.into())).collect()
}

/// The tutorial's generator.
fn run(s: &mut Source) -> String {
    let c = s.char('a'..='c');
    let length = s.length(1..=300);
    std::iter::repeat_n(c, length).collect()
}

fn runs(s: &mut Source) -> String {
    let text = s.vec(0..5, run).concat();
    s.note("text", || text.clone());
    text
}

#[test]
fn the_tutorials_encoder_fails_at_256_equal_characters() {
    for seed in 0..10 {
        let result = Property::unnamed()
            .settings(CheckSettings::default().seed(seed))
            .examine(runs, |text, _| assert_eq!(decode(&encode(&text)), text));
        let Err(Trouble::Failed(found)) = result else { panic!("{result:?} from seed {seed}") };
        assert_eq!(found.notes[0].value, "a".repeat(256), "from seed {seed}");
    }
}

//! Our own grammars: examples become sequences and the same text again, and generated texts parse.

use std::path::{Path, PathBuf};

use chiasma_core::{Seed, Source};
use chiasma_grammar::{Grammar, Limits, Probabilities, RuleId};

/// A sequence may be longer than its text: hidden text and characters take a byte or two each.
const MAX_SIZE: usize = 1 << 20;

fn grammars() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("grammars")
}

fn load(name: &str) -> (Grammar, RuleId) {
    let path = grammars().join(name).with_extension("g4");
    let grammar = Grammar::load(&path).unwrap_or_else(|error| panic!("{error}"));
    let first = grammar.start_rule().expect("a grammar has rules");
    (grammar, first)
}

fn examples(name: &str) -> Vec<(PathBuf, String)> {
    let mut examples: Vec<(PathBuf, String)> = std::fs::read_dir(grammars().join(name))
        .expect("every grammar has examples")
        .map(|entry| {
            let path = entry.expect("the directory can be read").path();
            let text = std::fs::read_to_string(&path).expect("examples are text");
            (path, text)
        })
        .collect();
    examples.sort();
    assert!(examples.len() >= 2, "{name} has examples");
    examples
}

fn replay(grammar: &Grammar, rule: RuleId, sequence: &[u8]) -> (String, Vec<u8>) {
    let mut source = Source::with_max_size(MAX_SIZE, Seed(0));
    source.load(sequence, Seed(0));
    let text =
        grammar.generate(&mut source, rule, &Probabilities::uniform(grammar), Limits::default());
    (text, source.recording().to_vec())
}

fn examples_come_back(name: &str) {
    let (grammar, rule) = load(name);
    for (path, text) in examples(name) {
        let parsed =
            grammar.parse(rule, &text).unwrap_or_else(|error| panic!("{}:{error}", path.display()));
        let (again, recording) = replay(&grammar, rule, &parsed.sequence);
        assert_eq!(again, text, "{}", path.display());
        assert_eq!(recording, parsed.sequence, "{}: the sequence is canonical", path.display());
    }
}

fn generated_texts_parse(name: &str) {
    let (grammar, rule) = load(name);
    let uniform = Probabilities::uniform(&grammar);
    let mut failed = Vec::new();
    for seed in 0..200 {
        let mut source = Source::with_max_size(MAX_SIZE, Seed(seed));
        let text = grammar.generate(&mut source, rule, &uniform, Limits::default());
        match grammar.parse(rule, &text) {
            Ok(parsed) => {
                let (again, _) = replay(&grammar, rule, &parsed.sequence);
                assert_eq!(again, text, "seed {seed}");
            }
            Err(error) => failed.push(format!("seed {seed}: {error} in {text:?}")),
        }
    }
    assert!(failed.is_empty(), "{} of 200 texts do not parse:\n{}", failed.len(), failed[0]);
}

macro_rules! round_trips {
    ($($name:ident)*) => {$(
        mod $name {
            #[test]
            fn examples_come_back() {
                super::examples_come_back(stringify!($name));
            }

            #[test]
            fn generated_texts_parse() {
                super::generated_texts_parse(stringify!($name));
            }
        }
    )*};
}
round_trips!(json arithmetic url xml sql css3 javascript);

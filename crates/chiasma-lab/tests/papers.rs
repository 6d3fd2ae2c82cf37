//! The experiment of the papers, `lab/papers.toml`, asks what it has to.

use std::fs;
use std::path::{Path, PathBuf};

use chiasma_lab::experiment::{Correction, Experiment, KnownStrategy, Surroundings};

/// The contenders of both papers.
const STRATEGIES: [&str; 10] = [
    "random",
    "zest",
    "ei",
    "bediv-simple",
    "bediv-structure",
    "rlcheck",
    "zeugma-none",
    "zeugma-one-point",
    "zeugma-two-point",
    "zeugma-linked",
];

fn lab() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../lab")
}

fn papers() -> Experiment {
    let text = fs::read_to_string(lab().join("papers.toml")).unwrap();
    let strategies =
        STRATEGIES.map(|name| KnownStrategy { name: name.to_owned(), settings: Vec::new() });
    let surroundings = Surroundings {
        strategies: &strategies,
        engines: &[],
        has_file: &|path: &Path| lab().join(path).is_file(),
    };
    Experiment::parse(&text, surroundings).unwrap_or_else(|problems| panic!("{problems:?}"))
}

#[test]
fn all_strategies_of_the_papers_are_compared_with_the_papers_correction() {
    let papers = papers();
    let labels: Vec<&str> = papers.contenders.iter().map(|one| one.label.as_str()).collect();
    assert_eq!(labels, STRATEGIES);
    assert_eq!(papers.correction, Correction::Pairwise);
}

#[test]
fn every_subject_is_fuzzed_with_a_rich_and_with_a_simple_generator_for_as_long() {
    let papers = papers();
    assert_eq!(papers.subjects.len(), 12);
    let subject = |name: &str| papers.subjects.iter().find(|subject| subject.name == name);
    for name in ["oxc", "roxmltree", "jsonschema", "grass", "python", "cafebabe"] {
        let [rich, simple] = [name.to_owned(), format!("{name}-simple")]
            .map(|name| subject(&name).unwrap_or_else(|| panic!("no {name}")));
        assert_eq!((&rich.manifest, rich.executions), (&simple.manifest, simple.executions));
        let file = lab().join(&simple.manifest).with_file_name("tests/simple.rs");
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.contains(&format!("fn {}(", simple.property)), "{}", file.display());
        // A page or two, as in the papers.
        assert!(text.lines().count() < 250, "{}", file.display());
    }
}

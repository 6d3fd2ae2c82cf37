//! Tries every grammar below a directory: does it load, do generated texts parse, do the examples beside it?
//!
//! `cargo run --release -p chiasma-grammar --example survey -- DIR`
//!
//! Prints one line for each grammar with parser rules, and a summary.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use chiasma_core::{Seed, Source};
use chiasma_grammar::{Grammar, Limits, Probabilities, RuleKind};

/// How many texts are generated, and how large examples may be.
const TEXTS: u64 = 20;
const MAX_EXAMPLE: usize = 20_000;
const MAX_EXAMPLES: usize = 20;
const MAX_TIME: Duration = Duration::from_secs(10);

#[derive(Default)]
struct Sums {
    loaded: usize,
    refused: usize,
    texts: [usize; 2],
    examples: [usize; 2],
}

fn main() {
    let directory = std::env::args().nth(1).unwrap_or_else(|| ".".to_owned());
    let mut files = Vec::new();
    find(Path::new(&directory), &mut files);
    files.sort();
    let mut sums = Sums::default();
    for file in files {
        survey(&file, &mut sums);
    }
    println!(
        "{} grammars loaded, {} refused; {} of {} generated texts parse; {} of {} examples come back",
        sums.loaded, sums.refused, sums.texts[0], sums.texts[1], sums.examples[0], sums.examples[1]
    );
}

fn find(directory: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(directory).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            find(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "g4") {
            files.push(path);
        }
    }
}

fn survey(file: &Path, sums: &mut Sums) {
    let shown = file.display();
    let start = Instant::now();
    let grammar = match Grammar::load(file) {
        Ok(grammar) => grammar,
        Err(error) => {
            sums.refused += 1;
            println!("{shown}: refused: {}", error.to_string().lines().next().unwrap_or_default());
            return;
        }
    };
    let loading = start.elapsed();
    sums.loaded += 1;
    let Some(rule) = grammar.first_rule() else { return };
    if grammar.rules().iter().all(|rule| rule.kind != RuleKind::Parser) {
        return;
    }
    let uniform = Probabilities::uniform(&grammar);
    let (mut parsed, mut generated, mut wrong) = (0, 0, String::new());
    let start = Instant::now();
    for seed in 0..TEXTS {
        if start.elapsed() > MAX_TIME {
            break;
        }
        generated += 1;
        let mut source = Source::with_max_size(1 << 16, Seed(seed));
        let text =
            grammar.generate(&mut source, rule, &uniform, Limits { depth: 60, expansions: 300 });
        match grammar.parse(rule, &text) {
            Ok(_) => parsed += 1,
            Err(error) if wrong.is_empty() => {
                let line = text.lines().nth(error.line - 1).unwrap_or_default();
                let near: String =
                    line.chars().skip(error.column.saturating_sub(30)).take(50).collect();
                wrong = format!(" (seed {seed}: {error} near {near:?})");
            }
            Err(_) => {}
        }
    }
    let generating = start.elapsed();
    let (good, all, refused) = examples(&grammar, file);
    sums.texts[0] += parsed;
    sums.texts[1] += generated;
    sums.examples[0] += good;
    sums.examples[1] += all;
    println!(
        "{shown}: {} rules in {} ms; {parsed}/{generated} texts in {} ms{wrong}; {good}/{all} examples{refused}",
        grammar.rules().len(),
        loading.as_millis(),
        generating.as_millis()
    );
}

fn examples(grammar: &Grammar, file: &Path) -> (usize, usize, String) {
    let Some(rule) = grammar.first_rule() else { return (0, 0, String::new()) };
    let directory = file.parent().map(|parent| parent.join("examples")).unwrap_or_default();
    let mut paths: Vec<PathBuf> = std::fs::read_dir(directory)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .collect();
    paths.sort();
    let (mut good, mut all, mut refused) = (0, 0, String::new());
    let start = Instant::now();
    for path in paths {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let is_tree =
            path.extension().is_some_and(|extension| extension == "tree" || extension == "errors");
        if is_tree || text.len() > MAX_EXAMPLE || all >= MAX_EXAMPLES || start.elapsed() > MAX_TIME
        {
            continue;
        }
        all += 1;
        match grammar.parse(rule, &text) {
            Ok(_) => good += 1,
            Err(error) if refused.is_empty() => refused = format!(" ({}:{error})", path.display()),
            Err(_) => {}
        }
    }
    (good, all, refused)
}

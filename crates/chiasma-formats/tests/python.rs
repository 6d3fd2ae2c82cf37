//! What Python modules are made of, without a parser.

use chiasma_core::{Seed, Source};
use chiasma_formats::{Dictionary, Format, python};

fn drawn(format: &Format, seed: u64) -> String {
    Source::random(Seed(seed)).draw(format.clone())
}

#[test]
fn the_same_seed_gives_the_same_module() {
    let modules = python::modules();
    for seed in 0..50 {
        assert_eq!(drawn(&modules, seed), drawn(&modules, seed));
    }
}

#[test]
fn a_module_stays_within_the_size_limit() {
    for seed in 0..500 {
        let mut source = Source::random(Seed(seed));
        let module = source.draw(python::modules());
        assert!(!source.is_oversize(), "{module}");
        assert!(module.len() < 4_000, "{} bytes: {module}", module.len());
    }
}

#[test]
fn a_greater_budget_gives_longer_modules() {
    let total = |budget| -> usize {
        let modules = python::modules().budget(budget);
        (0..200).map(|seed| drawn(&modules, seed).len()).sum()
    };
    let (small, medium, large) = (total(5), total(25), total(100));
    assert!(small * 2 < medium && medium * 2 < large, "{small} {medium} {large}");
}

#[test]
fn modules_differ_in_size() {
    let modules = python::modules();
    let sizes: Vec<usize> = (0..400).map(|seed| drawn(&modules, seed).len()).collect();
    let share = |wanted: fn(usize) -> bool| sizes.iter().filter(|size| wanted(**size)).count();
    assert!(share(|size| size < 200) > 20, "hardly a small one");
    assert!(share(|size| (200..700).contains(&size)) > 80, "hardly one between");
    assert!(share(|size| size >= 700) > 20, "hardly a large one");
}

#[test]
fn the_dictionarys_words_occur() {
    let words = Dictionary::parse(
        "[names]\nfrobnicate\n[attributes]\nspline_count\n[texts]\nquixotic\n[keywords]\nmagic_builtin\n",
    );
    let modules = python::modules().dictionary(words.unwrap());
    let all: String = (0..200).map(|seed| drawn(&modules, seed)).collect();
    for word in ["frobnicate", "spline_count", "quixotic", "magic_builtin"] {
        assert!(all.contains(word), "{word} never occurs");
    }
}

#[test]
fn a_text_of_the_dictionary_cannot_end_a_literal() {
    let words = Dictionary::parse("[texts]\nsay \"it's\"\n").unwrap();
    let expressions = python::expressions().dictionary(words);
    let all: String = (0..1_000).map(|seed| drawn(&expressions, seed)).collect();
    // Either quote may be the literal's own, and is escaped then.
    assert!(all.contains("say \\\"it's\\\"") && all.contains("say \"it\\'s\""));
    assert!(!all.contains("say \"it's\""));
}

#[test]
fn mistakes_change_modules_and_their_absence_draws_nothing() {
    let faultless = python::modules();
    let without = python::modules().errors(0.0);
    let faulty = python::modules().errors(0.2);
    let mut different = 0;
    for seed in 0..50 {
        assert_eq!(drawn(&faultless, seed), drawn(&without, seed));
        different += usize::from(drawn(&faultless, seed) != drawn(&faulty, seed));
    }
    assert!(different > 40, "{different} of 50 differ");
}

/// The indentation of the lines that begin a statement for certain: those with one of the keywords.
fn indented(module: &str, keyword: &str) -> Vec<String> {
    let lines = module.lines().filter(|line| line.trim_start().starts_with(keyword));
    lines.map(|line| line[..line.len() - line.trim_start().len()].to_owned()).collect()
}

#[test]
fn a_return_lies_in_a_block() {
    let modules = python::modules();
    let mut seen = 0;
    for seed in 0..300 {
        let module = drawn(&modules, seed);
        for indentation in indented(&module, "return ") {
            seen += 1;
            assert!(!indentation.is_empty(), "{module}");
        }
    }
    assert!(seen > 20, "{seen} returns");
}

#[test]
fn every_kind_of_statement_occurs() {
    let modules = python::modules();
    let all: String = (0..1_500).map(|seed| drawn(&modules, seed)).collect();
    let statements = [
        "assert ",
        "async def ",
        "async for ",
        "async with ",
        "await ",
        "break",
        "case ",
        "class ",
        "continue",
        "def ",
        "del ",
        "elif ",
        "else:",
        "except ",
        "except*",
        "finally:",
        "for ",
        "from __future__ import ",
        "from .",
        "global ",
        "if ",
        "import ",
        "lambda",
        "match ",
        "nonlocal ",
        "pass",
        "raise ",
        "return ",
        "try:",
        "type ",
        "while ",
        "with (",
        "yield from ",
        " := ",
        "@=",
        "**=",
        "//=",
        " if not ",
        "f'",
        "rf\"",
        "b'",
        "0x",
        "1j",
        "...",
        "import *",
    ];
    let missing: Vec<&str> = statements.into_iter().filter(|word| !all.contains(word)).collect();
    assert!(missing.is_empty(), "never: {missing:?}");
}

#[test]
fn an_expression_has_its_brackets_in_pairs() {
    // Strings may have any; without texts of its own, those have none that matter here.
    let expressions = python::expressions();
    let mut checked = 0;
    for seed in 0..300 {
        let text = drawn(&expressions, seed);
        if text.contains(['"', '\'', '#']) {
            continue;
        }
        checked += 1;
        let mut open = Vec::new();
        for character in text.chars() {
            match character {
                '(' | '[' | '{' => open.push(character),
                ')' => assert_eq!(open.pop(), Some('('), "{text}"),
                ']' => assert_eq!(open.pop(), Some('['), "{text}"),
                '}' => assert_eq!(open.pop(), Some('{'), "{text}"),
                _ => {}
            }
        }
        assert!(open.is_empty(), "{text}");
    }
    assert!(checked > 50, "{checked} checked");
}

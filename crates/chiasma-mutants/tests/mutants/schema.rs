//! Embedding mutants: what is rewritten, what is left out and why, and that it runs as the changed text does.

use crate::support::{Project, mutants_of};
use chiasma_mutants::{Reason, settle};

/// One function for each kind of mutant.
const EVERY_KIND: &str = r#"
pub fn largest(x: i32, y: i32) -> i32 {
    if x > y { x } else { y }
}
pub fn negate(flag: bool) -> bool { !flag }
pub fn grouped(a: i64, b: i64, c: i64) -> i64 {
    // The comment must not swallow what follows.
    a - b
        * c
}
pub fn all_of(a: bool, b: bool, c: bool) -> bool { a && b || c }
pub fn name(n: u8) -> &'static str {
    match n {
        0 => "zero",
        n if n > 9 => "many",
        _ => "some",
    }
}
#[derive(Default)]
pub struct Size { pub width: u8, pub height: u8 }
pub fn sized() -> u8 { let s = Size { width: 3, ..Size::default() }; s.width + s.height }
pub fn accumulate(items: &[u32]) -> u32 {
    let mut sum = 0;
    for item in items { sum += item; }
    sum
}
"#;

/// Calls everything, and prints what it gets.
const MAIN: &str = r#"
    println!("{} {}", p::largest(1, 2), p::largest(5, 2));
    println!("{} {}", p::negate(true), p::negate(false));
    println!("{}", p::grouped(20, 3, 4));
    println!("{} {} {}", p::all_of(true, false, true), p::all_of(false, true, false), p::all_of(true, true, false));
    println!("{} {} {}", p::name(0), p::name(5), p::name(50));
    println!("{} {}", p::sized(), p::accumulate(&[1, 2, 3]));
"#;

#[test]
fn a_mutant_in_the_schema_behaves_like_the_same_change_of_the_text() {
    let project = Project::new("p", EVERY_KIND);
    let mut schema = project.schema(mutants_of(EVERY_KIND));
    let copy = project.substitution();
    settle(&mut schema, &copy, || project.compile()).unwrap();
    assert!(schema.dropped().next().is_none(), "{:?}", schema.dropped().collect::<Vec<_>>());
    let program = project.program(MAIN);
    let original = project.run(&program, None);
    let mutants: Vec<_> = schema.embedded().cloned().collect();
    assert_eq!(mutants.len(), 27);
    let mut unlike = 0;
    for mutant in &mutants {
        let switched = project.run(&program, Some(mutant.id));
        let alone = project.run_alone(&schema, mutant, MAIN);
        assert_eq!(switched, alone, "{}", mutant.name);
        unlike += usize::from(switched != original);
    }
    assert!(unlike >= 25, "{unlike} of {} change what is printed", mutants.len());
}

#[test]
fn lines_stay_where_they_are() {
    let project = Project::new("p", EVERY_KIND);
    let schema = project.schema(mutants_of(EVERY_KIND));
    project.substitution().write(&schema).unwrap();
    let text = std::fs::read_to_string(project.copy().join("src/lib.rs")).unwrap();
    for (rewritten, original) in text.lines().zip(EVERY_KIND.lines()) {
        let first_word = original.split_whitespace().next().unwrap_or_default();
        assert!(rewritten.trim_start().starts_with(first_word) || rewritten.contains("match"));
    }
    assert_eq!(text.lines().count(), EVERY_KIND.lines().count() + 2, "and the hook");
    let untouched = std::fs::read_to_string(project.root().join("src/lib.rs")).unwrap();
    assert_eq!(untouched, EVERY_KIND);
}

#[test]
fn what_does_not_compile_is_left_out_and_the_rest_is_kept() {
    let text = "pub struct Plain;\n\
                pub fn make(n: u8) -> Plain { if n > 3 { Plain } else { Plain } }\n\
                pub fn join(a: String, b: &str) -> String { a + b }\n";
    let project = Project::new("p", text);
    let mut schema = project.schema(mutants_of(text));
    let settled = settle(&mut schema, &project.substitution(), || project.compile()).unwrap();
    assert!(settled.rounds >= 2, "{settled:?}");
    let dropped: Vec<String> =
        schema.dropped().map(|dropped| dropped.mutant.name.clone()).collect();
    assert_eq!(dropped, ["make: Default::default()", "join: -", "join: *"]);
    for dropped in schema.dropped() {
        assert!(matches!(dropped.reason, Reason::DoesNotCompile(_)), "{}", dropped.reason);
    }
    let embedded: Vec<&str> = schema.embedded().map(|mutant| mutant.name.as_str()).collect();
    assert_eq!(embedded, ["make: <", "join: String::new()"]);
}

#[test]
fn code_that_only_the_compiler_runs_is_left_out_with_the_reason() {
    let text = "pub const SIZE: usize = 2 + 3;\n\
                pub const fn double(n: u32) -> u32 { n * 2 }\n\
                pub static TABLE: [u8; 2 + 1] = [0; 4 - 1];\n\
                pub fn sum(n: [u8; 1 + 1]) -> usize { const ONE: usize = 3 - 2; ONE }\n";
    let project = Project::new("p", text);
    let mut schema = project.schema(mutants_of(text));
    settle(&mut schema, &project.substitution(), || project.compile()).unwrap();
    let embedded: Vec<&str> = schema.embedded().map(|mutant| mutant.name.as_str()).collect();
    assert_eq!(embedded, ["sum: 0", "sum: 1"]);
    assert!(schema.dropped().all(|dropped| *dropped.reason == Reason::Const));
    assert!(schema.dropped().count() >= 10);
}

#[test]
fn conditions_with_let_and_impl_trait_are_left_out_with_the_reason() {
    let text = "pub fn both(a: Option<u8>, b: bool) -> bool { if let Some(1) = a && b { true } else { false } }\n\
                pub fn some() -> impl Iterator<Item = u8> { [1_u8].into_iter() }\n";
    let project = Project::new("p", text);
    let mut schema = project.schema(mutants_of(text));
    settle(&mut schema, &project.substitution(), || project.compile()).unwrap();
    let reasons: Vec<String> =
        schema.dropped().map(|d| format!("{}: {}", d.mutant.name, d.reason)).collect();
    let has = |part: &str| assert!(reasons.iter().any(|r| r.contains(part)), "{part}: {reasons:?}");
    has("both: ||: in a condition with `let`");
    has("some: ::std::iter::empty(): the function returns an `impl Trait`");
}

#[test]
fn a_package_that_does_not_build_is_told_with_the_compilers_words() {
    let text = "pub fn broken() -> u8 { missing() }\n";
    let project = Project::new("p", text);
    let mut schema = project.schema(mutants_of(text));
    let error = settle(&mut schema, &project.substitution(), || project.compile()).unwrap_err();
    let message = error.to_string();
    assert!(message.contains("does not build, with or without mutants"), "{message}");
    assert!(message.contains("cannot find function `missing`"), "{message}");
}

#[test]
fn async_generic_and_unsafe_code_and_crates_that_forbid_or_deny_can_have_mutants() {
    let text = "#![forbid(unsafe_code)]\n#![deny(warnings)]\n#![no_std]\n\
                pub async fn later(n: u8) -> u8 { n + 1 }\n\
                pub fn pick<T: PartialOrd>(a: T, b: T) -> T { if a < b { a } else { b } }\n\
                pub fn closures(n: u8) -> u8 { (|x: u8| x - 1)(n) }\n";
    let project = Project::new("p", text);
    let mut schema = project.schema(mutants_of(text));
    settle(&mut schema, &project.substitution(), || project.compile()).unwrap();
    let dropped: Vec<_> = schema.dropped().map(|dropped| &dropped.mutant.name).collect();
    assert_eq!(dropped, ["pick: Default::default()"]);
}

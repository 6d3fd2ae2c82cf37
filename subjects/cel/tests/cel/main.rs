//! Expressions that are evaluated.

mod expressions;
mod literals;

use chiasma::property;
use subject_cel::{Summary, run};

#[property(errors = "invalid")]
#[ignore = "the subject has defects; this is for `cargo chiasma`"]
fn every_expression_has_a_value_or_an_error(
    #[from(expressions::program)] expression: &str,
) -> Result<(), String> {
    run(expression).map(drop)
}

#[test]
fn variables_functions_and_macros_work() {
    for (text, type_of) in [
        ("n + 1", "int"),
        ("items.map(i, [i])", "list"),
        ("user.name + text", "string"),
        ("has(user.name) ? x : 0.5", "float"),
    ] {
        assert_eq!(run(text), Ok(Summary { type_of: type_of.to_owned() }), "{text}");
    }
    assert!(run("n +").is_err());
    assert!(run("unknown").is_err());
}

#[test]
fn most_expressions_are_valid() {
    use chiasma::{Seed, Source};
    let valid = |seed: &u64| {
        let text = Source::random(Seed(*seed)).draw(expressions::program);
        let outcome = std::panic::catch_unwind(|| run(&text).is_ok());
        outcome.unwrap_or(false)
    };
    let count = (0..400).filter(valid).count();
    assert!(count > 200, "{count} of 400");
}

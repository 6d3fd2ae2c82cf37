//! Searches for regular expressions.

use chiasma::property;
use chiasma_formats::regex::{Search, searches};
use subject_fancyregex::run;

#[property(errors = "invalid")]
#[ignore = "the subject has defects; this is for `cargo chiasma`"]
fn every_search_ends_with_an_answer_or_an_error(
    #[from(searches().errors(ERRORS))] search: Search,
) -> Result<(), String> {
    run(&search.pattern, &search.haystack).map(drop)
}

/// How often the generator makes a mistake on purpose.
const ERRORS: f64 = 0.01;

#[test]
fn groups_are_found_and_endless_searches_given_up() {
    let found = run(r"(a)|(b)(?=c)", "xbc").unwrap();
    assert_eq!(found.groups, Some(vec![Some(1..2), None, Some(1..2)]));
    assert!(run("(", "").is_err());
    assert!(run(r"(x+x+)+\1y", &"x".repeat(60)).is_err());
}

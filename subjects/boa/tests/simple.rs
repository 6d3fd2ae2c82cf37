//! Programs of a simple generator that are evaluated.

#[path = "../../simple/javascript.rs"]
mod javascript;
#[path = "../../simple/validity.rs"]
mod validity;

use chiasma::{Source, property};
use subject_boa::run;

use validity::assert_valid;

/// A program whose names are all declared, or most would end at the first of them.
fn program(s: &mut Source) -> String {
    let names: Vec<_> = ('a'..='z').map(String::from).collect();
    format!("var {};\n{}", names.join(", "), s.draw(javascript::program))
}

#[property(errors = "invalid")]
#[ignore = "the subject has defects; this is for `cargo chiasma`"]
fn every_simple_program_ends_with_a_value_or_an_error(
    #[from(program)] program: &str,
) -> Result<(), String> {
    run(program).map(drop)
}

#[test]
fn many_simple_programs_are_valid() {
    assert_valid(25.0, program, |program| run(program).map(drop));
}

//! Programs of a simple generator that are minified.

#[path = "../../simple/javascript.rs"]
mod javascript;
#[path = "../../simple/validity.rs"]
mod validity;

use chiasma::property;
use subject_oxc::run;

use javascript::program;
use validity::assert_valid;

#[property(errors = "invalid")]
#[ignore = "the subject has defects; this is for `cargo chiasma`"]
fn every_simple_program_is_minified_or_has_an_error(
    #[from(program)] program: &str,
) -> Result<(), String> {
    run(program).map(drop)
}

#[test]
fn many_simple_programs_are_valid() {
    assert_valid(30.0, program, |program| run(program).map(drop));
}

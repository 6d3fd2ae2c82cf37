//! Modules that are compiled.

use chiasma::property;
use chiasma_formats::python;
use subject_python::run;

#[property(errors = "invalid")]
#[ignore = "the subject has defects; this is for `cargo chiasma`"]
fn every_module_compiles_or_has_an_error(
    #[from(python::modules().errors(ERRORS))] module: &str,
) -> Result<(), String> {
    run(module).map(drop)
}

/// How often the generator makes a mistake on purpose.
const ERRORS: f64 = 0.002;

#[test]
fn a_module_is_compiled_with_all_its_functions() {
    let summary = run("def f(x):\n    return lambda y: x + y\n").unwrap();
    assert_eq!(summary.code_objects, 3);
    assert!(run("def f(:").is_err());
    assert!(run("return 1").is_err());
}

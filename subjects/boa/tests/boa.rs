//! Programs that are evaluated.

use chiasma::property;
use chiasma_formats::javascript;
use subject_boa::run;

#[property(errors = "invalid")]
#[ignore = "the subject has defects; this is for `cargo chiasma`"]
fn every_program_ends_with_a_value_or_an_error(
    #[from(javascript::programs().errors(ERRORS))] program: &str,
) -> Result<(), String> {
    run(program).map(drop)
}

/// How often the generator makes a mistake on purpose.
const ERRORS: f64 = 0.002;

#[test]
fn the_same_program_gives_the_same_result_again_and_again() {
    let programs = [
        "[Math.random(), Date.now(), new Date().getHours()].join()",
        "Promise.resolve(1).then(x => x + 1)",
        "throw 1",
        "class A { #x = 1; static m() { return new A().#x } } A.m()",
    ];
    let first = programs.map(run);
    for _ in 0..20 {
        assert_eq!(programs.map(run), first);
    }
    assert!(run("if (Math.random() !== 0.5 || Date.now() !== 1.7e12) throw 1").is_ok());
}

#[test]
fn limits_end_what_would_not_end() {
    for program in
        ["while (true) {}", "function f() { f() } f()", "for (;;) { try { f() } catch {} }"]
    {
        assert!(run(program).is_err(), "{program}");
    }
}

#[test]
fn a_run_leaves_no_memory_behind() {
    let program = "var a = { b: {} }; a.b.c = a; [1, 2, 3].map(x => [x]); new Map([[a, a]]); 1";
    let memory = || {
        let text = std::fs::read_to_string("/proc/self/statm").unwrap();
        text.split(' ').nth(1).unwrap().parse::<usize>().unwrap() * 4096
    };
    for _ in 0..50 {
        run(program).unwrap();
    }
    let before = memory();
    for _ in 0..300 {
        run(program).unwrap();
    }
    let grown = memory().saturating_sub(before);
    // An engine takes more than 100 kB: 30 MB if all stayed.
    assert!(grown < 4_000_000, "grown by {grown} bytes");
}

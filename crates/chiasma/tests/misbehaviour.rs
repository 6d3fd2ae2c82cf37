//! Properties, generators and values that misbehave: what the report says about them.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::Command;

use chiasma::generators::{int, vec};
use chiasma::{CheckSettings, Found, Generate, IntoOutcome, Property, Source, Trouble, property};

fn settings() -> CheckSettings {
    CheckSettings::default().seed(1)
}

fn found<A, V: IntoOutcome>(
    generate: impl Fn(&mut Source) -> A,
    test: impl Fn(A, &mut Source) -> V,
) -> Found {
    match Property::unnamed().settings(settings()).examine(generate, test) {
        Err(Trouble::Failed(found)) => *found,
        other => panic!("expected a failure, not {other:?}"),
    }
}

/// The report of a check that fails.
fn report<A, V: IntoOutcome>(
    settings: CheckSettings,
    generate: impl Fn(&mut Source) -> A,
    test: impl Fn(A, &mut Source) -> V,
) -> String {
    let check = || Property::unnamed().settings(settings).check(generate, test);
    let payload = catch_unwind(AssertUnwindSafe(check)).expect_err("the property does not hold");
    *payload.downcast().expect("a report is text")
}

#[derive(Debug)]
enum Expr {
    Leaf(#[allow(dead_code)] u8),
    Add(Box<(Expr, Expr)>),
    Mul(Box<(Expr, Expr)>),
    Neg(Box<Expr>),
}

fn expr(s: &mut Source) -> Expr {
    match s.index(4) {
        0 => Expr::Leaf(s.byte()),
        1 => Expr::Add(Box::new((s.draw(expr), s.draw(expr)))),
        2 => Expr::Mul(Box::new((s.draw(expr), s.draw(expr)))),
        _ => Expr::Neg(Box::new(s.draw(expr))),
    }
}

fn depth(expr: &Expr) -> u32 {
    match expr {
        Expr::Leaf(_) => 1,
        Expr::Add(both) | Expr::Mul(both) => 1 + depth(&both.0).max(depth(&both.1)),
        Expr::Neg(inner) => 1 + depth(inner),
    }
}

#[test]
fn a_generator_that_calls_itself_without_bound_is_found_out_and_shrunk() {
    let found = found(expr, |expr, _| assert!(depth(&expr) < 3, "{expr:?}"));
    let choices = found.bytes.len();
    assert!(choices <= 8, "{choices} choices left: {}", found.failure.message);
}

/// Types that hold one another: neither derive sees that it is recursive.
#[derive(Debug, Generate)]
#[allow(dead_code, reason = "read by `Debug` only")]
enum Statement {
    Block(Vec<Statement>),
    If(Box<Condition>, Box<Statement>),
    Value(Condition),
}

#[derive(Debug, Generate)]
#[allow(dead_code, reason = "read by `Debug` only")]
enum Condition {
    Not(Box<Condition>),
    Lambda(Vec<Statement>),
    Call(Box<Statement>, Vec<Condition>),
    Literal(i32),
}

#[property(cases = 64)]
fn types_that_hold_one_another_can_be_generated(statement: Statement) {
    assert!(!format!("{statement:?}").is_empty());
}

#[test]
fn a_panic_that_was_handled_is_not_taken_for_the_failure() {
    let found = found(
        |s| s.int(0..1_000),
        |n: u32, _| {
            let _ = catch_unwind(|| panic!("handled"));
            if n > 5 {
                std::panic::resume_unwind(Box::new("the real one"));
            }
        },
    );
    assert_eq!((&*found.failure.message, found.failure.key.place), ("the real one", None));
}

#[test]
fn a_panic_that_is_passed_on_keeps_its_place() {
    let found = found(
        |s| s.int(0..1_000),
        |n: u32, _| {
            let result = catch_unwind(|| assert!(n < 6, "too large"));
            result.unwrap_or_else(|payload| std::panic::resume_unwind(payload));
        },
    );
    assert_eq!(found.failure.message, "too large");
    assert!(found.failure.key.place.is_some_and(|place| place.file == file!()));
}

struct Unshowable(u32);

impl std::fmt::Debug for Unshowable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        assert!(self.0 < 5, "cannot be shown");
        f.write_str("small")
    }
}

#[test]
fn a_value_that_cannot_be_shown_does_not_hide_the_failure() {
    let unshowable = |s: &mut Source| Unshowable(s.int(0..10_000));
    let check = || {
        settings().check(unshowable, |value| assert!(value.0 < 1_000, "real {}", value.0));
    };
    let report = *catch_unwind(check).unwrap_err().downcast::<String>().unwrap();
    assert!(report.contains("  input = (Debug panicked)\n"), "{report}");
    assert!(report.contains("real 1000"), "{report}");
    assert!(!report.contains("flaky"), "{report}");
}

#[test]
#[ignore = "run by the test below"]
fn a_check_within_a_check() {
    settings().check(int(0..1_000u32), |n| {
        CheckSettings::default().cases(5).seed(1).check(int(0..10u32), |m| assert!(m + n < 50));
    });
}

#[test]
fn a_check_within_a_check_reports_once() {
    let this = std::env::current_exe().unwrap();
    let arguments = ["--ignored", "--exact", "a_check_within_a_check", "--nocapture"];
    let output = Command::new(this).args(arguments).output().unwrap();
    assert!(!output.status.success());
    let text = String::from_utf8_lossy(&output.stderr);
    // The inner report is the outer failure's message.
    assert_eq!(text.matches("property (unnamed) failed").count(), 2, "{text}");
}

#[test]
fn what_has_no_name_is_shown_as_drawn() {
    let test = |(): (), s: &mut Source| {
        for _ in 0..s.length(0..9) {
            assert!(s.draw(int(0..100)) < 50);
        }
    };
    let report = report(settings(), |_| (), test);
    let drawn = "  drawn:\n    length = 1  # 0..=8\n    IntIn<i32>:\n      int = 50  # 0..=99\n\n";
    assert!(report.contains(drawn), "{report}");
}

#[test]
fn of_much_that_was_drawn_only_the_beginning_is_shown() {
    let report = report(settings(), |s| s.draw(vec(100, int(0..9))), |_, _| false);
    assert!(report.contains("\n    ... and 161 lines more\n"), "{report}");
}

#[test]
fn a_report_tells_why_shrinking_ended() {
    let wide = |s: &mut Source| s.int::<u64>(..);
    let of = |settings: CheckSettings| report(settings, wide, |n, _| n < 1_000);
    assert!(!of(settings()).contains("CHIASMA_SHRINK"));
    assert!(
        of(settings().shrink_runs(2))
            .contains(" 2 runs (all that it may take; CHIASMA_SHRINK_RUNS")
    );
    assert!(of(settings().shrink_runs(0)).contains("  not shrunk, as shrinking is off\n"));
}

#[test]
fn a_backtrace_is_shown_if_asked_for() {
    let this = std::env::current_exe().unwrap();
    let arguments = ["--ignored", "--exact", "a_check_that_panics_in_a_function", "--nocapture"];
    let text = |backtrace: &str| {
        let output =
            Command::new(&this).args(arguments).env("RUST_BACKTRACE", backtrace).output().unwrap();
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let with = text("1");
    assert!(with.contains("misbehaviour::fussy"), "{with}");
    assert!(!with.contains("rust_begin_unwind"), "{with}");
    assert!(!text("0").contains("misbehaviour::fussy"));
}

#[test]
#[ignore = "run by the test above"]
fn a_check_that_panics_in_a_function() {
    settings().check(int(0..1_000u32), fussy);
}

#[inline(never)]
fn fussy(n: u32) {
    assert!(n < 5);
}

#[test]
fn the_place_of_a_panic_is_known_although_the_target_has_a_panic_hook_of_its_own() {
    static HOOK: std::sync::Once = std::sync::Once::new();
    let place = |is_first: bool| {
        let property = Property::unnamed().settings(CheckSettings::default().seed(1));
        let trouble = property.examine(
            |s: &mut Source| s.int(0..=255_u8),
            |number, _| {
                HOOK.call_once(|| std::panic::set_hook(Box::new(|_| ())));
                assert!(number < 9 || !is_first, "first");
                assert!(number < 9, "second");
            },
        );
        let Err(Trouble::Failed(found)) = trouble else { panic!("{trouble:?}") };
        assert!(!found.flaky, "{found:?}");
        found.failure.key.place.unwrap()
    };
    assert_ne!(place(true), place(false), "two failures");
}

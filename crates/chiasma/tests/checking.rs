//! Checking properties: what passes, what fails, what is given up.

mod lists;

use std::cell::Cell;

use chiasma::generators::{any, vec};
use chiasma::{
    CheckSettings, ErrorsAre, FailureKind, Found, IntoOutcome, Origin, Passed, Property, Source,
    Stopped, Trouble, assume,
};

use lists::{found, numbers, settings};

/// The failure of `test` on lists of small numbers.
fn failure<V: IntoOutcome>(settings: CheckSettings, test: impl Fn(Vec<i32>) -> V) -> Found {
    let result = Property::unnamed().settings(settings).examine(numbers, |list, _| test(list));
    found(result.expect_err("the property does not hold"))
}

#[test]
fn a_property_that_holds_is_tried_as_often_as_asked() {
    let runs = Cell::new(0);
    let passed = Property::unnamed()
        .settings(settings().cases(77))
        .examine(numbers, |_, _| runs.set(runs.get() + 1))
        .unwrap();
    assert_eq!((passed.cases, passed.rejected, passed.replayed, runs.get()), (77, 0, 0, 77));
}

#[test]
fn a_panic_is_shrunk_and_told_with_message_and_place() {
    let found = failure(settings(), |list| {
        assert!(list.iter().all(|n| *n < 500), "too large: {list:?}");
    });
    assert_eq!(found.notes[0].name, "list");
    assert_eq!(found.notes[0].value, "[500]");
    assert_eq!(found.failure.key.kind, FailureKind::Panic);
    assert_eq!(found.failure.message, "too large: [500]");
    assert_eq!(found.failure.key.place.unwrap().file, file!());
    assert!(!found.flaky);
    let Origin::Fresh { shrunk, .. } = found.origin else { panic!("it was not saved") };
    assert!(shrunk.complete && shrunk.choices_after == 2, "{shrunk:?}");
}

#[test]
fn false_and_errors_fail_too() {
    let found = failure(settings(), |list| list.len() < 3);
    assert_eq!((found.failure.key.kind, &*found.notes[0].value), (FailureKind::False, "[0, 0, 0]"));
    let found = failure(settings(), |list| match list.iter().find(|n| **n < 0) {
        Some(negative) => Err(format!("{negative} is negative")),
        None => Ok(()),
    });
    assert_eq!(found.failure.key.kind, FailureKind::Error);
    assert_eq!(found.failure.message, "-1 is negative");
}

#[test]
fn errors_mean_invalid_inputs_if_the_property_says_so() {
    let passed = Property::unnamed()
        .settings(settings().errors_are(ErrorsAre::Invalid))
        .examine(numbers, |list, _| if list.len() > 10 { Err("too long") } else { Ok(()) })
        .unwrap();
    assert_eq!(passed.cases, 256);
    assert!(passed.rejected > 0);
}

#[test]
fn shrinking_stays_with_the_failure_it_began_with() {
    // Short lists fail elsewhere: shrinking must not end up there.
    let found = failure(settings(), |list| {
        assert!(!(1..=2).contains(&list.len()) || list[0] == 0, "short");
        assert!(list.len() < 5, "long");
    });
    let wanted = &found.failure.message;
    match wanted.as_str() {
        "long" => assert_eq!(found.notes[0].value, "[0, 0, 0, 0, 0]"),
        "short" => assert_eq!(found.notes[0].value, "[1]"),
        other => panic!("{other}"),
    }
}

#[test]
fn rejected_inputs_do_not_count_and_too_many_are_an_error_that_says_where() {
    let passed = Property::unnamed()
        .settings(settings())
        .examine(numbers, |list, _| assume!(list.len() % 2 == 0))
        .unwrap();
    assert_eq!(passed.cases, 256);
    assert!(passed.rejected > 50);

    let trouble = Property::unnamed()
        .settings(settings().max_rejects(100))
        .examine(numbers, |list, _| assume!(list.len() == 31))
        .unwrap_err();
    let Trouble::TooManyRejects { valid: 0, rejected: 101, reasons } = trouble else {
        panic!("{trouble:?}")
    };
    assert_eq!(reasons.len(), 1);
    let (reason, times) = &reasons[0];
    assert!(reason.starts_with("assume!(list.len() == 31) did not hold at "), "{reason}");
    assert!(reason.contains(file!()), "{reason}");
    assert_eq!(*times, 101);
}

#[test]
fn oversize_inputs_are_rejected_rather_than_tested_halfway() {
    let trouble = Property::unnamed()
        .settings(settings().max_size(3).max_rejects(50))
        .examine(|s| s.draw(vec(4..9, any::<u8>())), |_, _| ())
        .unwrap_err();
    let Trouble::TooManyRejects { reasons, .. } = trouble else { panic!("{trouble:?}") };
    assert!(reasons[0].0.starts_with("longer than the size limit"), "{}", reasons[0].0);
    assert!(reasons[0].0.contains("max_size"), "{}", reasons[0].0);
}

#[test]
fn an_oversize_run_says_nothing_however_it_ends() {
    let long = |s: &mut Source| s.draw(vec(0..40, any::<u64>()));
    let property = || Property::unnamed().settings(settings().max_size(100));
    let rejected = |result: Result<Passed, Trouble>| result.unwrap().rejected;
    // No list of more than 12 numbers fits.
    let panics = rejected(property().examine(long, |list, _| assert!(list.len() < 13)));
    let untrue = rejected(property().examine(long, |list, _| list.len() < 13));
    let errors = rejected(
        property().examine(long, |list, _| if list.len() < 13 { Ok(()) } else { Err("too long") }),
    );
    assert!(panics > 0);
    assert_eq!((untrue, errors), (panics, panics));
}

/// Asks for a number of an empty range now and then.
fn unlucky(s: &mut Source) -> u8 {
    let end = s.int(0..3);
    s.int(0..end)
}

#[test]
fn a_panicking_generator_is_told_apart_from_a_failing_property() {
    let result = Property::unnamed().settings(settings()).examine(unlucky, |_: u8, _| ());
    let found = found(result.unwrap_err());
    assert_eq!(found.failure.key.kind, FailureKind::GeneratorPanic);
    assert!(found.failure.message.contains("`int` needs a range"), "{}", found.failure.message);
}

#[test]
fn a_flaky_property_is_called_flaky() {
    let runs = Cell::new(0);
    let found = failure(settings(), |_| {
        runs.set(runs.get() + 1);
        assert!(runs.get() != 5, "only once");
    });
    assert!(found.flaky);
    assert_eq!(found.failure.message, "only once");
}

#[test]
fn a_property_that_turns_flaky_while_it_is_shrunk_is_called_flaky_too() {
    let failures = Cell::new(0);
    let found = failure(settings(), |list| {
        if list.len() > 2 && failures.get() < 12 {
            failures.set(failures.get() + 1);
            panic!("twelve times only");
        }
    });
    assert_eq!((failures.get(), found.flaky), (12, true));
    assert_eq!(found.failure.message, "twelve times only");
}

#[test]
fn a_property_that_panics_in_another_way_while_shrinking_loses_nothing() {
    // Anything but the original failure panics elsewhere, without a text for a payload.
    let found = failure(settings().cases(2_000), |list| {
        if list.len() > 20 {
            panic!("the original");
        }
        if list.len() > 3 {
            std::panic::panic_any(17);
        }
    });
    assert!(
        ["the original", "(a panic whose payload is not text)"].contains(&&*found.failure.message)
    );
    let length = found.notes[0].value.matches(',').count() + 1;
    assert_eq!(length, if found.failure.message == "the original" { 21 } else { 4 });
}

#[test]
fn shrinking_stops_when_its_runs_are_used_up() {
    let found = failure(settings().shrink_runs(3), |list| list.len() < 3);
    let Origin::Fresh { shrunk, stopped, .. } = found.origin else { panic!("it was not saved") };
    assert_eq!((shrunk.runs, shrunk.complete), (3, false));
    assert_eq!(stopped, Some(Stopped::Runs));
    let list: Vec<&str> = found.notes[0].value.split(',').collect();
    assert!(list.len() >= 3, "what is shown still fails");
}

#[test]
fn shrinking_that_ends_early_says_why() {
    let stopped = |settings: CheckSettings, test: &dyn Fn(Vec<i32>) -> bool| {
        let Origin::Fresh { stopped, .. } = failure(settings, test).origin else {
            panic!("it was not saved")
        };
        stopped
    };
    let short = |list: Vec<i32>| list.len() < 3;
    assert_eq!(stopped(settings(), &short), None);
    assert_eq!(stopped(settings().shrink_runs(0), &short), Some(Stopped::Off));
    assert_eq!(stopped(settings().shrink_seconds(0), &short), Some(Stopped::Off));
    let slow = |list: Vec<i32>| {
        std::thread::sleep(std::time::Duration::from_millis(if list.len() < 3 { 0 } else { 400 }));
        list.len() < 3
    };
    assert_eq!(stopped(settings().shrink_seconds(1), &slow), Some(Stopped::Time));
    let runs = Cell::new(0);
    let once = |_| {
        runs.set(runs.get() + 1);
        runs.get() != 5
    };
    assert_eq!(stopped(settings(), &once), Some(Stopped::Flaky));
}

#[test]
fn the_same_seed_finds_the_same() {
    let test = |list: Vec<i32>| list.iter().sum::<i32>() < 700;
    let (one, two) = (failure(settings(), test), failure(settings(), test));
    assert_eq!((one.bytes, one.notes), (two.bytes, two.notes));
}

#[test]
fn what_a_report_says_cannot_reach_the_terminal_as_a_command() {
    let hostile = |list: Vec<i32>, _: &mut Source| -> Result<(), String> {
        if list.len() < 3 { Ok(()) } else { Err("\u{1b}]0;owned\u{7}".repeat(10_000)) }
    };
    let checked = std::panic::catch_unwind(|| {
        Property::unnamed().settings(settings()).check(numbers, hostile);
    });
    let report = checked.unwrap_err().downcast::<String>().unwrap();
    assert!(report.contains("\\u{1b}]0;owned\\u{7}") && !report.contains('\u{1b}'), "{report}");
    assert!(report.contains(" left out ...") && report.len() < 60_000, "{}", report.len());
}

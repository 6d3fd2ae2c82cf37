//! Checking properties: what passes, what fails, what is given up, and what is saved and replayed.

use std::cell::{Cell, RefCell};
use std::fs;
use std::path::{Path, PathBuf};

use chiasma::generators::{any, int, vec};
use chiasma::{
    CheckSettings, ErrorsAre, FailureKind, Found, IntoOutcome, Origin, Passed, Property, Source,
    Stopped, Trouble, assume,
};

fn settings() -> CheckSettings {
    CheckSettings::default().seed(1)
}

fn found(trouble: Trouble) -> Found {
    match trouble {
        Trouble::Failed(found) => *found,
        other => panic!("expected a failure, not {other:?}"),
    }
}

/// The failure of `test` on lists of small numbers.
fn failure<V: IntoOutcome>(settings: CheckSettings, test: impl Fn(Vec<i32>) -> V) -> Found {
    let result = Property::unnamed().settings(settings).examine(numbers, |list, _| test(list));
    found(result.expect_err("the property does not hold"))
}

fn numbers(s: &mut Source) -> Vec<i32> {
    let list = s.draw(vec(0..30, int(-1_000..=1_000)));
    s.note("list", || format!("{list:?}"));
    list
}

/// A directory of this test's own, gone when it ends.
struct Directory(PathBuf);

impl Directory {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("chiasma {name} {}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Self(path)
    }
    fn failures(&self) -> Vec<PathBuf> {
        let Ok(entries) = fs::read_dir(self.0.join("failures")) else { return Vec::new() };
        let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        paths
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
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
fn a_failure_is_saved_replayed_and_passes_once_mended() {
    let directory = Directory::new("saved");
    let property = || Property::unnamed().settings(settings()).directory(&directory.0);
    let broken = |list: Vec<i32>, _: &mut Source| list.iter().all(|n| *n < 500);

    let first = found(property().examine(numbers, broken).unwrap_err());
    let path = first.saved.unwrap().unwrap();
    assert_eq!(directory.failures(), std::slice::from_ref(&path));
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.starts_with("chiasma 1\n# false\n# list = [500]\n\n"), "{text}");
    assert!(text.contains("int = 500  # -1000..=1000"), "{text}");

    // Found again from the file, before any fresh case, whatever the seed.
    let runs = Cell::new(0);
    let counting = |list: Vec<i32>, s: &mut Source| {
        runs.set(runs.get() + 1);
        broken(list, s)
    };
    let again =
        found(property().settings(settings().seed(99)).examine(numbers, counting).unwrap_err());
    assert_eq!(runs.get(), 1);
    assert_eq!(again.notes[0].value, "[500]");
    let Origin::Saved { path: from, matched } = again.origin else { panic!("it was saved") };
    assert_eq!(from, path);
    assert!(matched.is_whole());

    let mended = property().examine(numbers, |_, _| true).unwrap();
    assert_eq!((mended.replayed, mended.cases), (1, 256));
    assert_eq!(directory.failures(), [path], "it stays, to guard against the defect's return");
}

#[test]
fn another_failure_with_the_same_key_leaves_the_saved_one_where_it_is() {
    let directory = Directory::new("same key");
    let property = || Property::unnamed().settings(settings()).directory(&directory.0);
    let save = |limit: i32| {
        let test = move |list: Vec<i32>, _: &mut Source| list.iter().all(|n| *n != limit);
        let first = found(
            property().settings(settings().cases(10_000)).examine(numbers, test).unwrap_err(),
        );
        let name = |path: PathBuf| path.file_stem().unwrap().to_string_lossy().into_owned();
        (name(first.saved.unwrap().unwrap()), first.failure.key)
    };
    let (first, key) = save(3);
    assert_eq!(first, key.file_name(1));
    // The defect is mended, and there is another of the same kind: the first file guards against its return.
    assert_eq!(save(4), (key.file_name(2), key));
    assert_eq!(directory.failures().len(), 2);
}

#[test]
fn a_saved_failure_says_how_much_of_it_a_changed_generator_uses() {
    let directory = Directory::new("changed");
    let property = || Property::unnamed().settings(settings()).directory(&directory.0);
    let broken = |list: Vec<i32>, _: &mut Source| list.iter().all(|n| *n < 500);
    property().examine(numbers, broken).unwrap_err();
    let changed = |s: &mut Source| {
        let list = s.draw(vec(0..30, int(-1_000..=1_000)));
        s.bool();
        list
    };
    let again = found(property().examine(changed, broken).unwrap_err());
    let Origin::Saved { matched, .. } = again.origin else { panic!("it was saved") };
    assert_eq!((matched.saved, matched.kept, matched.fresh), (2, 2, 1));
}

#[test]
fn corpus_files_are_replayed_too() {
    let directory = Directory::new("corpus");
    let corpus = directory.0.join("corpus");
    fs::create_dir_all(&corpus).unwrap();
    fs::write(
        corpus.join("a.chi"),
        "chiasma 1\nVecOf<IntIn<i32>>:\n  length = 1\n  IntIn<i32>:\n    int = 77\n",
    )
    .unwrap();
    fs::write(corpus.join("notes.txt"), "not an input").unwrap();
    let lists = RefCell::new(Vec::new());
    let passed = Property::unnamed()
        .settings(settings().cases(1))
        .directory(&directory.0)
        .examine(numbers, |list, _| lists.borrow_mut().push(list))
        .unwrap();
    assert_eq!((passed.replayed, passed.replays_rejected), (1, 0));
    assert_eq!(lists.borrow()[0], [77]);
    let passed = Property::unnamed()
        .settings(settings().cases(1))
        .directory(&directory.0)
        .examine(numbers, |list, _| assume!(list != [77]))
        .unwrap();
    assert_eq!((passed.replayed, passed.replays_rejected), (1, 1), "it is rejected by now");
}

#[test]
fn a_malformed_or_unreadable_file_is_named_with_its_line() {
    let directory = Directory::new("malformed");
    let failures = directory.0.join("failures");
    fs::create_dir_all(&failures).unwrap();
    let property = || Property::unnamed().settings(settings()).directory(&directory.0);
    let saved_error = || {
        // Left out, and told; an error only by a setting.
        let passed = property().examine(numbers, |_, _| ()).unwrap();
        assert_eq!((passed.left_out, passed.replayed, passed.cases), (1, 0, 256));
        let strict = property().settings(settings().saved_must_fit(true));
        match strict.examine(numbers, |_, _| ()).unwrap_err() {
            Trouble::Saved(error) => error.to_string(),
            other => panic!("{other:?}"),
        }
    };
    let path = failures.join("bad.chi");
    fs::write(&path, "chiasma 1\n\nint = many\n").unwrap();
    let error = saved_error();
    assert!(
        error.starts_with(&format!("{}:3: \"many\" is not a whole number", path.display())),
        "{error}"
    );
    assert!(error.contains("mend the file, or delete it"), "{error}");
    fs::write(&path, b"chiasma 1\n\nbool = \xff\xfe\n").unwrap();
    let error = saved_error();
    assert!(error.starts_with(&format!("cannot read {}: line 3: this", path.display())), "{error}");
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    let error = saved_error();
    assert!(error.starts_with(&format!("cannot read {}", path.display())), "{error}");
    fs::remove_dir(&path).unwrap();
    std::os::unix::fs::symlink("nowhere", &path).unwrap();
    let error = saved_error();
    assert!(error.starts_with(&format!("cannot read {}", path.display())), "{error}");
}

#[test]
fn an_empty_file_does_not_keep_its_failure_from_being_saved() {
    let directory = Directory::new("emptied");
    let property = || Property::unnamed().settings(settings()).directory(&directory.0);
    let fails = |list: Vec<i32>, _: &mut Source| list.len() < 3;
    let path = found(property().examine(numbers, fails).unwrap_err()).saved.unwrap().unwrap();
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, "").unwrap();
    let again = found(property().examine(numbers, fails).unwrap_err()).saved.unwrap().unwrap();
    assert_eq!((&again, fs::read_to_string(&again).unwrap()), (&path, text));
}

#[test]
fn a_saved_failure_survives_a_new_name_of_its_argument_and_is_told_when_it_does_not_fit() {
    let directory = Directory::new("renamed");
    let property = || Property::unnamed().settings(settings()).directory(&directory.0);
    let named = |name: &'static str| {
        move |s: &mut Source| {
            let flag = s.named("flag", any::<bool>());
            (flag, s.named(name, any::<u32>()))
        }
    };
    let fails = |(_, number): (bool, u32), _: &mut Source| number < 1_000;
    found(property().examine(named("v"), fails).unwrap_err());
    let again = found(property().examine(named("w"), fails).unwrap_err());
    let Origin::Saved { matched, .. } = again.origin else { panic!("found anew") };
    assert!(matched.is_whole(), "{matched:?}");
    // Of another type: that is another argument, and the file says nothing any more.
    let other = |s: &mut Source| s.named("w", any::<char>());
    let passed = property().examine(other, |_, _| ()).unwrap();
    assert_eq!((passed.replayed, passed.replays_unfit), (1, 1));
    let strict = property().settings(settings().saved_must_fit(true));
    let trouble = strict.examine(other, |_, _| ()).unwrap_err();
    assert!(matches!(trouble, Trouble::Unfit { saved: 2.., .. }), "{trouble:?}");
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

#[test]
fn a_failure_that_cannot_be_saved_is_reported_all_the_same() {
    let directory = Directory::new("unwritable");
    // A file where the directory should be: not even root can create `failures` below it.
    fs::create_dir_all(&directory.0).unwrap();
    fs::write(directory.0.join("failures"), "in the way").unwrap();
    let property =
        Property::unnamed().settings(settings()).directory(directory.0.join("failures/x"));
    let found_here = found(property.examine(numbers, |list, _| list.len() < 3).unwrap_err());
    let error = found_here.saved.unwrap().unwrap_err().to_string();
    assert!(error.starts_with("cannot write "), "{error}");

    let directory = Directory::new("unwritable too");
    fs::create_dir_all(&directory.0).unwrap();
    let blocked = directory.0.join("failures");
    let property = Property::unnamed().settings(settings()).directory(&directory.0);
    let result = property.examine(numbers, |list, _| {
        // In the way only once the saved inputs have been looked for.
        fs::write(&blocked, "in the way").unwrap();
        list.len() < 3
    });
    let found = found(result.unwrap_err());
    assert_eq!(found.notes[0].value, "[0, 0, 0]");
    let error = found.saved.unwrap().unwrap_err().to_string();
    assert!(error.starts_with("cannot write ") && error.contains("failures"), "{error}");
    assert!(Path::new(&blocked).is_file());
}

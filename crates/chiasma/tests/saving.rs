//! Saved inputs: failures and corpus files, written and replayed.

mod lists;

use std::cell::{Cell, RefCell};
use std::fs;
use std::path::{Path, PathBuf};

use chiasma::generators::{any, int, vec};
use chiasma::{Origin, Property, Source, Trouble, assume};

use lists::{found, numbers, settings};

/// A directory of this test's own, deleted when it ends.
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
fn a_failure_is_saved_replayed_and_passes_once_fixed() {
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

    let fixed = property().examine(numbers, |_, _| true).unwrap();
    assert_eq!((fixed.replayed, fixed.cases), (1, 256));
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
    // The defect is fixed, and there is another of the same kind: the first file guards against its return.
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
    assert!(error.contains("correct the file, or delete it"), "{error}");
    fs::write(&path, b"chiasma 1\n\nbool = \xff\xfe\n").unwrap();
    let error = saved_error();
    assert!(error.starts_with(&format!("{}:3: this is not text", path.display())), "{error}");
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
    let Origin::Saved { matched, .. } = again.origin else { panic!("found again") };
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

//! Failures that are the same, and the text of their keys.

use chiasma_core::{Chi, Death, FailureKey, FailureKind, Place};

const REGISTRY: &str = "/root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f";

fn key(title: &str) -> FailureKey {
    title.replace("REGISTRY", REGISTRY).parse().unwrap()
}

fn called(title: &str, callers: &[&str]) -> FailureKey {
    key(title).with_callers(callers.iter().map(|caller| (*caller).to_owned()).collect())
}

#[test]
fn every_key_is_parsed_as_it_is_printed() {
    let kinds = [
        FailureKind::Panic,
        FailureKind::ThreadPanic,
        FailureKind::GeneratorPanic,
        FailureKind::Error,
        FailureKind::False,
        FailureKind::Death(Death::Timeout),
        FailureKind::Death(Death::OutOfMemory),
        FailureKind::Death(Death::StackOverflow),
        FailureKind::Death(Death::Exit(-3)),
        FailureKind::Death(Death::Abort),
        FailureKind::Death(Death::Disconnected),
        FailureKind::Death(Death::Signal(11)),
        FailureKind::Death(Death::Signal(9)),
    ];
    let places = [None, Place::parse("src/a b.rs:7:9"), Place::parse("C:\\a.rs:7")];
    for kind in kinds {
        for place in &places {
            let key = FailureKey::new(kind, place.clone());
            assert_eq!(key.to_string().parse(), Ok(key.clone()));
            let FailureKind::Death(_) = kind else { continue };
            let key = key.in_function(Some("<calc::Tree as Drop>::drop".to_owned()));
            assert_eq!(key.to_string().parse(), Ok(key));
        }
    }
    assert_eq!(key("panic at src/lib.rs:7:9").place.unwrap().column, Some(9));
    assert_eq!(key("signal 11").kind, FailureKind::Death(Death::Signal(11)));
    assert_eq!(key("segmentation fault"), key("signal 11"));
}

#[test]
fn a_text_that_is_no_failure_is_an_error_that_says_what_one_looks_like() {
    for text in [
        "",
        "panics",
        "timeout in ",
        "panic in f",
        "panic at ",
        "panic at lib.rs",
        "panic at :7",
        "exit(x)",
        "signal",
    ] {
        let error = text.parse::<FailureKey>().unwrap_err().to_string();
        assert!(error.starts_with(&format!("{text:?} does not name a failure")), "{error}");
        assert!(error.contains("\"panic at src/lib.rs:7:9\""), "{error}");
    }
}

#[test]
fn a_portable_key_has_neither_registry_nor_column() {
    let cases = [
        ("panic at REGISTRY/grass-0.10.0/src/args.rs:7:9", "panic at grass-0.10.0/src/args.rs:7"),
        ("panic at REGISTRY/grass-0.10.0/src/args.rs:7", "panic at grass-0.10.0/src/args.rs:7"),
        ("panic at src/lib.rs:7:9", "panic at src/lib.rs:7"),
        ("panic at /rustc/abc/library/core/src/str.rs:7:9", "panic at library/core/src/str.rs:7"),
        (
            "panic at /root/.rustup/toolchains/stable/lib/rustlib/src/rust/library/core/src/a.rs:7:9",
            "panic at library/core/src/a.rs:7",
        ),
        ("panic at /tmp/t/debug/build/a-b-680d51/out/a.rs:7:9", "panic at a-b/out/a.rs:7"),
        ("stack overflow", "stack overflow"),
        ("abort at REGISTRY/a-1.0.0/src/lib.rs:1:2", "abort at a-1.0.0/src/lib.rs:1"),
        ("panic", "panic"),
    ];
    for (title, portable) in cases {
        assert_eq!(key(title).portable().to_string(), portable);
    }
}

#[test]
fn a_place_in_a_dependency_is_shown_from_its_crate_on_and_own_code_as_it_is() {
    let shown = |title: &str| key(title).to_string();
    let dependency = "panic at REGISTRY/grass-0.10.0/src/args.rs:7:9";
    assert_eq!(shown(dependency), "panic at grass-0.10.0/src/args.rs:7:9");
    assert_eq!(key(&shown(dependency)), key(dependency), "whichever way it is written");
    for own in ["panic at src/library/a.rs:7:9", "panic at /home/me/library/a.rs:7:9"] {
        assert_eq!(shown(own), own);
    }
}

#[test]
fn the_file_depends_on_kind_and_place_and_not_on_callers_or_machine() {
    let first = |key: &FailureKey| key.file_name(1);
    let one = called("panic at REGISTRY/a-1.0.0/src/lib.rs:7:9", &["a::b"]);
    let elsewhere = key("panic at /home/me/.cargo/registry/src/mirror/a-1.0.0/src/lib.rs:7:9");
    assert_eq!(first(&one), first(&elsewhere));
    assert_ne!(first(&one), first(&key("panic at REGISTRY/a-1.0.0/src/lib.rs:7:10")));
    assert_ne!(first(&one), first(&key("abort at REGISTRY/a-1.0.0/src/lib.rs:7:9")));
    assert_eq!(one.file_name(2), format!("{}-2", first(&one)));
}

#[test]
fn the_heading_of_a_file_says_which_failure_it_is() {
    let deep = called("panic at src/lib.rs:7:9", &["town::bake", "town::tests::bakes"]);
    let awkward = "expected\n  in town::no_caller\n# property other";
    for key in [&deep, &key("stack overflow"), &key("false")] {
        for property in [None, Some("town::tests::bakes")] {
            let remarks = key.remarks(property, awkward, [("bread", "[1,\n2]")]);
            assert_eq!(FailureKey::of_chi(&Chi::heading(&remarks)).as_ref(), Ok(key));
        }
    }
    assert!(FailureKey::of_chi("chiasma 1\n\nv:\n").is_err());
}

#[test]
fn a_caller_is_known_by_its_name_or_the_end_of_its_path() {
    let key = called("panic at a.rs:1:1", &["help::check", "<town::bakery::bake as Call>::call"]);
    assert!(key.is_called_from("bakery::bake") && key.is_called_from("check"));
    assert!(!key.is_called_from("bakery::bak") && !key.is_called_from("ake"));
}

#[test]
fn callers_tell_failures_at_one_place_apart() {
    let (one, other) = (called("panic at a.rs:1:1", &["f"]), called("panic at a.rs:1:1", &["g"]));
    assert_ne!(one, other);
    assert!(one.is_at_place_of(&other));
    assert!(!one.is_at_place_of(&key("panic at a.rs:1:2")));
    assert!(!one.is_at_place_of(&key("panic in a thread at a.rs:1:1")));
}

#[test]
fn deaths_are_told_apart_by_their_functions_and_a_kind_alone_stands_for_all() {
    let (any, one, other) = (key("timeout"), key("timeout in a::run"), key("timeout in a::walk"));
    assert!(!one.is_at_place_of(&other) && !one.is_at_place_of(&any));
    assert!(any.includes(&one) && any.includes(&any) && one.includes(&one));
    assert!(!one.includes(&any) && !one.includes(&other));
    assert!(!any.includes(&key("stack overflow in a::run")));
    assert!(any.may_be_at_place_of(&one) && one.may_be_at_place_of(&any));
    assert!(one.may_be_at_place_of(&one) && !one.may_be_at_place_of(&other));
    assert!(!any.may_be_at_place_of(&key("stack overflow in a::run")));
    assert_ne!(one.file_name(1), other.file_name(1));
    // A panic that led to an abort is at its place, wherever the process then died.
    let abort = key("abort at src/lib.rs:7:9");
    assert_eq!(abort.clone().in_function(Some("a::run".to_owned())), abort);
}

//! Which defect a failure is.

use chiasma_core::FailureKey;
use chiasma_lab::defects::{Defects, Error, Input};

const REGISTRY: &str = "/root/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f";

fn failure(title: &str, callers: &[&str]) -> FailureKey {
    let key: FailureKey = title.replace("REGISTRY", REGISTRY).parse().unwrap();
    key.with_callers(callers.iter().map(|caller| (*caller).to_owned()).collect())
}

const LIST: &str = r#"
[[defect]]
subject = "town"
id = "anywhere"
identity = "panic at help-1.0.0/src/lib.rs:5"
trigger = "a"
difficulty = 1

[[defect]]
subject = "town"
id = "bakery"
identity = "panic at help-1.0.0/src/lib.rs:5"
via = "bakery::bake"
trigger = { repeat = ["ab", 3] }
difficulty = 2

[[defect]]
subject = "village"
id = "bytes"
identity = "stack overflow"
trigger = { hex = "00 ff7A" }
difficulty = 3
"#;

#[test]
fn a_caller_tells_two_defects_at_one_place_apart() {
    let defects = Defects::parse(LIST).unwrap();
    let id = |callers: &[&str]| {
        let failure = failure("panic at REGISTRY/help-1.0.0/src/lib.rs:5:1", callers);
        defects.identify("town", &failure).map(|defect| defect.id.as_str())
    };
    assert_eq!(id(&["help::check", "town::bakery::bake"]), Some("bakery"));
    assert_eq!(id(&["help::check", "<town::bakery::bake as Call>::call"]), Some("bakery"));
    assert_eq!(id(&["help::check", "town::bakery::bake_bread"]), Some("anywhere"));
    assert_eq!(id(&[]), Some("anywhere"));
    assert_eq!(
        defects.candidates("town", &failure("panic at help-1.0.0/src/lib.rs:5", &[])).len(),
        2
    );
}

#[test]
fn a_defect_is_one_of_its_subject_only() {
    let defects = Defects::parse(LIST).unwrap();
    let overflow = failure("stack overflow", &[]);
    assert!(defects.identify("village", &overflow).is_some());
    assert_eq!(defects.identify("town", &overflow), None);
    // A list that names no function means an overflow in any.
    let somewhere = failure("stack overflow in village::parse", &[]);
    assert_eq!(defects.identify("village", &somewhere).unwrap().id, "bytes");
    let elsewhere = failure("panic at REGISTRY/help-1.0.0/src/lib.rs:6:1", &[]);
    assert_eq!(defects.identify("town", &elsewhere), None);
}

#[test]
fn triggers_are_written_out() {
    let inputs: Vec<Input> =
        Defects::parse(LIST).unwrap().iter().map(|defect| defect.trigger.input()).collect();
    let expected = [
        Input::Text("a".to_owned()),
        Input::Text("ababab".to_owned()),
        Input::Bytes(vec![0, 255, 0x7a]),
    ];
    assert_eq!(inputs, expected);
    assert!(Defects::parse(&LIST.replace("00 ff7A", "00 ff7")).is_err());
}

#[test]
fn defects_that_cannot_be_told_apart_are_an_error() {
    let error = Defects::parse(&LIST.replace("\"bakery\"", "\"anywhere\"")).unwrap_err();
    assert!(matches!(error, Error::Alike(..)), "{error}");
    let error = Defects::parse(&LIST.replace("via = \"bakery::bake\"\n", "")).unwrap_err();
    assert!(error.to_string().contains("town/anywhere and town/bakery"), "{error}");
}

#[test]
fn an_identity_that_is_no_failure_is_an_error() {
    let error = Defects::parse(&LIST.replace("stack overflow", "overflow")).unwrap_err();
    assert!(error.to_string().contains("\"overflow\" does not name a failure"), "{error}");
}

#[test]
fn a_repeated_text_that_no_memory_holds_is_refused() {
    // Found by fuzzing: writing it out panicked, or took all memory.
    let list = |times: &str| {
        format!(
            "[[defect]]\nsubject = 's'\nid = 'i'\nidentity = 'stack overflow'\ndifficulty = 2\n\
             trigger = {{ repeat = ['((', {times}] }}\n"
        )
    };
    assert!(Defects::parse(&list("1000")).is_ok());
    for times in ["9223372036854775807", "33554433"] {
        assert!(Defects::parse(&list(times)).is_err(), "{times}");
    }
}

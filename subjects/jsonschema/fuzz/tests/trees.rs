//! What random trees are like.

use std::panic;

use jsonschema::JSONSchema;
use serde_json::Value;
use subject_fuzzing::decode;
use subject_fuzzing::samples::{Unseen, samples};
use subject_jsonschema_fuzz::Document;

const SAMPLES: usize = 10_000;

/// Whether the subject accepts a schema. It is not validated with: `{"$ref":"#"}` would end the test.
fn is_accepted(schema: &str) -> bool {
    let schema: Value = serde_json::from_str(schema).expect("a tree is printed as JSON");
    // The subject has defects; they are of no interest here.
    panic::catch_unwind(|| JSONSchema::compile(&schema).is_ok()).unwrap_or(false)
}

#[test]
fn many_schemas_are_accepted_and_every_construct_occurs() {
    let mut unseen = Unseen::of(&[
        include_str!("../src/keywords.rs"),
        include_str!("../src/pattern.rs"),
        include_str!("../src/tree.rs"),
        include_str!("../src/values.rs"),
    ]);
    panic::set_hook(Box::new(|_| {}));
    let (mut decoded, mut accepted, mut bytes) = (0, 0, 0);
    for data in samples(SAMPLES, 512) {
        let Some(tree) = decode::<Document>(&data) else { continue };
        decoded += 1;
        unseen.see(&format!("{tree:?}"));
        let schema = tree.to_string();
        bytes += schema.len();
        accepted += usize::from(is_accepted(&schema));
    }
    _ = panic::take_hook();
    println!("decoded {decoded}, accepted {accepted} of {SAMPLES}; {} bytes each", bytes / SAMPLES);
    assert_eq!(unseen.names(), [""; 0], "constructs that never occur");
    assert_eq!(decoded, SAMPLES);
    assert!(accepted >= SAMPLES * 4 / 5, "{accepted} of {SAMPLES} are accepted");
}

//! What random trees are like.

use std::panic;

use subject_fuzzing::decode;
use subject_fuzzing::samples::{Unseen, samples};
use subject_roxmltree::run;
use subject_roxmltree_fuzz::Document;

const SAMPLES: usize = 10_000;

#[test]
fn many_documents_are_well_formed_and_every_construct_occurs() {
    let mut unseen = Unseen::of(&[
        include_str!("../src/declarations.rs"),
        include_str!("../src/text.rs"),
        include_str!("../src/tree.rs"),
    ]);
    // The subject has defects; what they say is of no interest here.
    panic::set_hook(Box::new(|_| {}));
    let (mut decoded, mut valid, mut bytes) = (0, 0, 0);
    for data in samples(SAMPLES, 512) {
        let Some(tree) = decode::<Document>(&data) else { continue };
        decoded += 1;
        unseen.see(&format!("{tree:?}"));
        let document = tree.to_string();
        bytes += document.len();
        valid += usize::from(matches!(panic::catch_unwind(|| run(&document)), Ok(Ok(_))));
    }
    _ = panic::take_hook();
    println!("decoded {decoded}, valid {valid} of {SAMPLES}; {} bytes each", bytes / SAMPLES);
    assert_eq!(unseen.names(), [""; 0], "constructs that never occur");
    assert_eq!(decoded, SAMPLES);
    assert!(valid >= SAMPLES / 2, "{valid} of {SAMPLES} are valid");
}

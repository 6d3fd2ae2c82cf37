//! What `mutatis` makes of trees.

#![cfg(feature = "mutatis")]

use subject_fuzzing::samples::Unseen;
use subject_fuzzing::{decode_stored, mutate_stored};
use subject_roxmltree_fuzz::Document;

/// Mutations, each of what the one before made.
const MUTATIONS: u32 = 20_000;
/// What libFuzzer gives a target that begins with nothing.
const MAX_SIZE: usize = 4_096;

#[test]
fn mutated_documents_have_every_construct() {
    let mut unseen = Unseen::of(&[
        include_str!("../src/declarations.rs"),
        include_str!("../src/text.rs"),
        include_str!("../src/tree.rs"),
    ]);
    let mut buffer = vec![0; MAX_SIZE];
    let (mut size, mut equal) = (0, 0);
    for seed in 0..MUTATIONS {
        // A fresh one now and then: alone, a tree would grow until it has no room.
        size = if seed % 50 == 0 { 0 } else { size };
        let before = buffer[..size].to_vec();
        size = mutate_stored::<Document>(&mut buffer, size, MAX_SIZE, seed);
        let tree: Document = decode_stored(&buffer[..size]).expect("a tree is stored");
        equal += u32::from(before == buffer[..size]);
        unseen.see(&format!("{tree:?}"));
    }
    println!("{equal} of {MUTATIONS} changed nothing");
    assert_eq!(unseen.names(), [""; 0], "constructs that never occur");
    assert!(equal <= MUTATIONS / 50, "{equal} of {MUTATIONS} changed nothing");
}

//! What random trees are like.

use std::panic;

use subject_fuzzing::decode;
use subject_fuzzing::samples::{Unseen, samples};
use subject_oxc::run;
use subject_oxc_fuzz::Program;

const SAMPLES: usize = 10_000;

#[test]
fn many_programs_are_accepted_and_every_construct_occurs() {
    let mut unseen = Unseen::of(&[
        include_str!("../src/classes.rs"),
        include_str!("../src/expressions.rs"),
        include_str!("../src/functions.rs"),
        include_str!("../src/literals.rs"),
        include_str!("../src/patterns.rs"),
        include_str!("../src/program.rs"),
        include_str!("../src/statements.rs"),
    ]);
    // The subject has defects; what they say is of no interest here.
    panic::set_hook(Box::new(|_| {}));
    let (mut decoded, mut accepted, mut bytes) = (0, 0, 0);
    for data in samples(SAMPLES, 512) {
        let Some(tree) = decode::<Program>(&data) else { continue };
        decoded += 1;
        unseen.see(&format!("{tree:?}"));
        let program = tree.to_string();
        bytes += program.len();
        accepted += usize::from(matches!(panic::catch_unwind(|| run(&program)), Ok(Ok(_))));
    }
    _ = panic::take_hook();
    println!("decoded {decoded}, accepted {accepted} of {SAMPLES}; {} bytes each", bytes / SAMPLES);
    assert_eq!(unseen.names(), [""; 0], "constructs that never occur");
    assert_eq!(decoded, SAMPLES);
    assert!(accepted >= SAMPLES * 3 / 4, "{accepted} of {SAMPLES} are accepted");
}

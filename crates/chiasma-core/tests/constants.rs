//! Constants that fresh draws take.

use std::sync::Arc;

use chiasma_core::generators::{any, char, chars_of, from_fn, string};
use chiasma_core::{Constants, Generator, Seed, Source};

fn table() -> Arc<Constants> {
    Arc::new(Constants {
        strings: vec!["magic".into(), "Zürich\t\u{200b}\u{7}".into()],
        byte_strings: vec![vec![0xff, 0xd8, 0xff]],
        numbers: vec![2008, -77],
        string_probability: 0.5,
        number_probability: 0.5,
    })
}

/// How often each of `wanted` is drawn in 2,000 runs; every recording must replay without the table.
fn shares<T: PartialEq + std::fmt::Debug>(
    generator: impl Generator<Value = T>,
    wanted: &[T],
) -> Vec<f64> {
    let mut counts = vec![0.0; wanted.len()];
    let mut source = Source::random(Seed(0));
    source.set_constants(Some(table()));
    for run in 0..2_000 {
        source.load(&[], Seed(run));
        let value = source.draw(generator.by_ref());
        let recording = source.recording().to_vec();
        let mut again = Source::replay(&recording, Seed(run + 1));
        assert_eq!(again.draw(generator.by_ref()), value, "run {run}");
        assert_eq!(again.recording(), recording);
        if let Some(at) = wanted.iter().position(|known| *known == value) {
            counts[at] += 1.0 / 2_000.0;
        }
    }
    counts
}

#[test]
fn half_of_all_strings_are_constants_and_are_recorded_as_ordinary_answers() {
    let both = ["magic".to_owned(), "Zürich\t\u{200b}\u{7}".to_owned()];
    for share in shares(any::<String>(), &both[..1]) {
        assert!((0.2..0.3).contains(&share), "{share}");
    }
    // A tab and a zero-width space are among the troublesome characters, a bell is not.
    let almost = shares(any::<String>(), &both[1..]);
    assert_eq!(almost, [0.0], "no class of `char(..)` has the bell");
    let all = shares(string(0..=32, char('\0'..='\u{10fffe}')), &both);
    assert!(all.iter().all(|share| (0.2..0.3).contains(share)), "{all:?}");
}

#[test]
fn constants_are_drawn_by_classes_of_characters_and_by_own_generators() {
    let magic = ["magic".to_owned()];
    let by_class = shares(string(0..9, chars_of("_a-z0-9")), &magic);
    let own = shares(string(0..9, from_fn(|s| s.char('a'..='z'))), &magic);
    for share in [by_class, own].concat() {
        assert!((0.4..0.55).contains(&share), "{share}");
    }
    assert_eq!(shares(string(0..4, char('a'..='z')), &magic), [0.0], "too long");
}

#[test]
fn numbers_and_blocks_are_constants_where_they_fit() {
    let numbers = shares(from_fn(|s| s.int(-5_000..=5_000)), &[2008, -77]);
    assert!(numbers.iter().all(|share| (0.2..0.3).contains(share)), "{numbers:?}");
    assert!(shares(from_fn(|s| s.int(0..100)), &[2008]) == [0.0]);
    let blocks = shares(from_fn(|s| s.bytes(3)), &[vec![0xff, 0xd8, 0xff]]);
    assert!((0.45..0.55).contains(&blocks[0]), "{blocks:?}");
}

#[test]
fn what_is_replayed_is_not_touched_by_constants() {
    let mut plain = Source::random(Seed(5));
    let text = plain.draw(any::<String>());
    let recording = plain.recording().to_vec();
    for run in 0..100 {
        let mut source = Source::random(Seed(run));
        source.set_constants(Some(table()));
        source.load(&recording, Seed(run));
        assert_eq!(source.draw(any::<String>()), text);
    }
}

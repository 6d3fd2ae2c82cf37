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
    let text = shares(from_fn(|s| s.bytes(5)), &[b"magic".to_vec()]);
    assert!((0.45..0.55).contains(&text[0]), "{text:?}");
}

#[test]
fn strings_of_a_fixed_length_are_constants_of_that_length_if_their_first_character_is_fresh() {
    let magic = ["magic".to_owned()];
    let drawn = [
        shares(string(5..=5, char('a'..='z')), &magic),
        shares(string(5..=5, chars_of("_a-z0-9")), &magic),
        shares(string(5..=5, any::<char>()), &magic),
        shares(string(9..=9, char('\0'..='\u{10fffe}')), &["Zürich\t\u{200b}\u{7}".to_owned()]),
    ];
    assert!(drawn.iter().all(|share| (0.45..0.55).contains(&share[0])), "{drawn:?}");
    assert_eq!(shares(string(6..=6, char('a'..='z')), &["magicm".to_owned()]), [0.0]);
    // All but the first character: that one is drawn as ever.
    let shifted =
        shares(string(5..=5, char('b'..='z')).map(|text| text[1..3].to_owned()), &["ag".into()]);
    assert!(shifted[0] < 0.02, "{shifted:?}: the second character cannot be `a`");
    let rest =
        shares(string(5..=5, char('a'..='l')).map(|text| text[1..3].to_owned()), &["ag".into()]);
    assert!((0.45..0.55).contains(&rest[0]), "{rest:?}");
    // The first character replayed, the others not; then a first character that no recording has.
    let constants = |first: u8| {
        let mut source = Source::random(Seed(0));
        source.set_constants(Some(table()));
        let runs = (0..1_000).filter(|run| {
            source.load(&[first, 1, 2, 3, 4], Seed(*run));
            source.draw(string(5..=5, char('a'..='z'))) == "magic"
        });
        runs.count()
    };
    assert_eq!(constants(12), 0);
    assert!((450..550).contains(&constants(200)), "{}", constants(200));
}

#[test]
fn a_number_in_a_narrow_range_is_still_a_constant_and_one_that_was_overwritten_is_fresh() {
    let mut table = (*table()).clone();
    table.numbers = (0..8).map(|at| 77 + 10_000 * at).collect();
    let mut source = Source::random(Seed(0));
    source.set_constants(Some(Arc::new(table)));
    let mut constants = |bytes: &[u8]| {
        let runs = (0..1_000).filter(|run| {
            source.load(bytes, Seed(*run));
            source.int(0..=9_999) == 77
        });
        runs.count()
    };
    // One of eight constants fits, and four are looked at: half of 41 %.
    let fresh = constants(&[]);
    assert!((170..240).contains(&fresh), "{fresh}");
    let overwritten = constants(&[0xff, 0xff]);
    assert!((170..240).contains(&overwritten), "{overwritten}");
    assert_eq!(constants(&[77, 0]) + constants(&[78, 0]), 1_000, "replayed ones stay");
}

#[test]
fn a_rejected_run_leaves_no_wish_behind() {
    let mut source = Source::random(Seed(0));
    source.set_constants(Some(table()));
    for run in 0..100 {
        source.load(&[], Seed(run));
        // Ends in the middle of a constant, with a wish that nothing has granted.
        let ended = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            source.draw(string(5..=5, from_fn(|_| std::panic::resume_unwind(Box::new(())))))
        }));
        ended.expect_err("the generator unwinds");
        source.load(&[], Seed(run));
        let letter = source.char('a'..='z');
        assert_eq!(letter, Source::random(Seed(run)).char('a'..='z'), "run {run}");
    }
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

#[test]
fn a_string_whose_length_was_overwritten_may_become_a_constant() {
    let generator = || string(0..=32, char('a'..='z'));
    let mut source = Source::random(Seed(0));
    source.set_constants(Some(table()));
    // Three letters and a number behind them; then a length that no recording has.
    let recording = [3, 1, 2, 3, 99];
    let mut overwritten = recording;
    overwritten[0] = 200;
    let mut constants = 0;
    for run in 0..1_000 {
        source.load(&overwritten, Seed(run));
        let value = (source.draw(generator()), source.byte());
        constants += usize::from(value.0 == "magic");
        let recording = source.recording().to_vec();
        let mut again = Source::replay(&recording, Seed(run + 1));
        assert_eq!((again.draw(generator()), again.byte()), value, "run {run}");
    }
    // Half of the time one of two.
    assert!((200..300).contains(&constants), "{constants}");
}

//! A source as a random number generator of `rand`: generators written for it run unchanged.
#![cfg(feature = "rand_0_10")]

use chiasma_core::{Seed, Source};
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, RngExt};

/// A generator as one finds it in the wild.
fn hand(rng: &mut impl Rng) -> (u8, f64, Vec<u32>, char) {
    let mut cards: Vec<u32> = (0..10).collect();
    cards.shuffle(rng);
    let suit = *['c', 'd', 'h', 's'].choose(rng).unwrap_or(&'c');
    (rng.random_range(1..=6), rng.random(), cards, suit)
}

#[test]
fn a_generator_written_for_rand_is_replayed_byte_for_byte() {
    let mut suits = std::collections::BTreeSet::new();
    for seed in 0..100 {
        let mut source = Source::random(Seed(seed));
        let value = hand(&mut source);
        suits.insert(value.3);
        let recording = source.recording().to_vec();
        let mut again = Source::replay(&recording, Seed(seed + 1));
        assert_eq!(hand(&mut again), value);
        assert_eq!(again.recording(), recording);
    }
    assert_eq!(suits.len(), 4);
}

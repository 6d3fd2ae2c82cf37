//! Draws of one kind, to be counted by callgrind, which a busy machine does not disturb:
//!
//! ```text
//! cargo build --release -p chiasma-bench --example instructions
//! for rounds in 10 60; do
//!     valgrind --tool=callgrind --callgrind-out-file=/dev/null target/release/examples/instructions fresh $rounds
//! done
//! ```
//!
//! The difference of the two counts, divided by 50, is a round of 8,000 draws (200 groups of draws if they are mixed).

use std::hint::black_box;

use chiasma_core::generators::{any, int, vec};
use chiasma_core::{Contextual, Seed, Source};

/// Draws a round; within the size limit.
const DRAWS: usize = 8_000;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [kind, rounds] = &arguments[..] else {
        panic!("usage: instructions replayed|fresh|span|index|traced|mixed|mixed-replayed ROUNDS");
    };
    let rounds: u32 = rounds.parse().expect("a number of rounds");
    let bytes: Vec<u8> = (0..DRAWS).map(|n| (n * 7 % 200) as u8).collect();
    let mut source = Source::random(Seed(1));
    let mut traced = Source::random(Seed(1));
    traced.set_tracing(true);
    traced.load(&bytes, Seed(1));
    numbers(&mut traced);
    let input = Contextual::of(traced.trace());
    for _ in 0..rounds {
        match kind.as_str() {
            "replayed" => {
                source.load(&bytes, Seed(1));
                numbers(&mut source);
            }
            "fresh" => {
                source.load(&[], Seed(1));
                numbers(&mut source);
            }
            "span" => {
                source.load(&bytes, Seed(1));
                calls(&mut source);
            }
            "index" => {
                source.reload_contextual(&input, Seed(1));
                numbers(&mut source);
            }
            "traced" => {
                traced.load(&bytes, Seed(1));
                numbers(&mut traced);
            }
            "mixed" => {
                source.load(&[], Seed(1));
                groups(&mut source);
            }
            "mixed-replayed" => {
                source.load(&bytes, Seed(1));
                groups(&mut source);
            }
            other => panic!("there is no kind {other:?}"),
        }
    }
}

fn numbers(s: &mut Source) {
    for _ in 0..DRAWS {
        black_box(s.int(0..200u8));
    }
}

fn calls(s: &mut Source) {
    for _ in 0..DRAWS {
        black_box(s.draw(int(0..200u8)));
    }
}

fn groups(s: &mut Source) {
    for _ in 0..200 {
        black_box(s.draw(vec(0..10, any::<char>())));
        black_box(s.weighted_index(&[5, 3, 1, 1]));
        black_box(s.bool());
        black_box(s.int(-1_000..=1_000));
        black_box(s.option(int(0..9u64)));
    }
}

//! What a draw and a span cost, and what a whole generator costs beside one on a bare random number
//! generator.

mod children;
mod json;
mod timing;

use std::hint::black_box;

use chiasma::Source;
use chiasma_core::{Contextual, Rng, Seed};

use json::Choices;
use timing::{Contest, Entry};

/// Draws a generator makes in one timed run; within the size limit.
const DRAWS: usize = 8_000;
/// Documents a timed run generates.
const DOCUMENTS: u64 = 64;

/// Measures and prints all of it.
pub fn print() {
    let bytes: Vec<u8> = (0..DRAWS).map(|n| (n * 7 % 200) as u8).collect();
    println!(
        "nanoseconds each, the fastest tenth of 301 interleaved rounds; machines vary, ratios less\n"
    );
    print_draws(&bytes);
    print_spans(&bytes);
    print_documents();
    children::print();
}

fn print_draws(bytes: &[u8]) {
    let mut rng = Rng::new(Seed(1));
    let mut replayed = Source::random(Seed(1));
    let mut fresh = Source::random(Seed(1));
    let mut traced = Source::random(Seed(1));
    traced.set_tracing(true);
    let mut recorder = Source::random(Seed(1));
    recorder.set_tracing(true);
    recorder.load(bytes, Seed(1));
    draw_bytes(&mut recorder);
    let input = Contextual::of(recorder.trace());
    let mut by_index = Source::random(Seed(1));
    let entries = vec![
        Entry::new("a number of a bare generator", "", DRAWS, || {
            for _ in 0..DRAWS {
                black_box(rng.up_to(199));
            }
        }),
        Entry::new("draw, replayed", "<= 2.5 ns", DRAWS, || {
            replayed.load(bytes, Seed(1));
            draw_bytes(&mut replayed);
        }),
        Entry::new("draw, fresh", "<= 2.5 ns", DRAWS, || {
            fresh.load(&[], Seed(1));
            draw_bytes(&mut fresh);
        }),
        Entry::new("draw, traced", "", DRAWS, || {
            traced.load(bytes, Seed(1));
            draw_bytes(&mut traced);
        }),
        Entry::new("draw by execution index", "", DRAWS, || {
            by_index.reload_contextual(&input, Seed(1));
            draw_bytes(&mut by_index);
        }),
    ];
    Contest::new("one draw", entries).print();
}

fn print_spans(bytes: &[u8]) {
    let mut without = Source::random(Seed(1));
    let mut untraced = Source::random(Seed(1));
    let mut traced = Source::random(Seed(1));
    traced.set_tracing(true);
    let entries = vec![
        Entry::new("draw without a span", "", DRAWS, || {
            without.load(bytes, Seed(1));
            draw_bytes(&mut without);
        }),
        Entry::new("draw in a span, tracing off", "<= 4 ns more", DRAWS, || {
            untraced.load(bytes, Seed(1));
            draw_spans(&mut untraced);
        }),
        Entry::new("draw in a span, tracing on", "", DRAWS, || {
            traced.load(bytes, Seed(1));
            draw_spans(&mut traced);
        }),
    ];
    Contest::new("one span with one draw in it", entries).print();
}

fn print_documents() {
    let recordings: Vec<Vec<u8>> = (0..DOCUMENTS)
        .map(|n| {
            let mut source = Source::random(Seed(n));
            black_box(json::document(&mut source));
            source.recording().to_vec()
        })
        .collect();
    let total: usize = recordings.iter().map(Vec::len).sum();
    let mut fresh = Source::random(Seed(1));
    let mut replayed = Source::random(Seed(1));
    let mut bare = Rng::new(Seed(1));
    let documents = DOCUMENTS as usize;
    let entries = vec![
        Entry::new("on a bare generator", "", documents, || {
            for n in 0..DOCUMENTS {
                bare = Rng::new(Seed(n));
                black_box(json::document(&mut bare));
            }
        }),
        Entry::new("on a source, fresh", "<= 1.3 x", documents, || {
            for n in 0..DOCUMENTS {
                fresh.load(&[], Seed(n));
                black_box(json::document(&mut fresh));
            }
        }),
        Entry::new("on a source, replayed", "<= 1.3 x", documents, || {
            for (n, recording) in recordings.iter().enumerate() {
                replayed.load(recording, Seed(n as u64));
                black_box(json::document(&mut replayed));
            }
        }),
    ];
    Contest::new("one JSON document, the same on all three", entries).print();
    println!("  ({} bytes of choices a document on average)", total / documents);
}

#[inline(never)]
fn draw_bytes(s: &mut Source) {
    for _ in 0..DRAWS {
        black_box(s.int::<u8>(0..200));
    }
}

#[inline(never)]
fn draw_spans(s: &mut Source) {
    for _ in 0..DRAWS {
        black_box(s.draw(small));
    }
}

fn small(s: &mut Source) -> u8 {
    s.int(0..200)
}

impl Choices for Rng {
    fn up_to(&mut self, max: u64) -> u64 {
        Rng::up_to(self, max)
    }
    fn call<T>(&mut self, draw: impl Fn(&mut Self) -> T) -> T {
        draw(self)
    }
}

impl Choices for Source {
    fn up_to(&mut self, max: u64) -> u64 {
        self.index(max as usize + 1) as u64
    }
    fn call<T>(&mut self, draw: impl Fn(&mut Self) -> T) -> T {
        self.draw(draw)
    }
}

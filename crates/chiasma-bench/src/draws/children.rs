//! What a child of edits costs to generate beside linear replay of the same child.

use std::hint::black_box;
use std::rc::Rc;

use chiasma::Source;
use chiasma_core::{Aligned, Generator, Outline, Rng, Seed};
use chiasma_formats::{class_file, javascript, scss};

use super::timing::{Contest, Entry};

/// Parents of a timed run, a child each.
const PARENTS: u64 = 48;
/// Fewest bytes of a parent: what has next to no choices has nothing to edit.
const LEAST: usize = 200;

pub(super) fn print() {
    print_format("one JavaScript program", javascript::programs());
    print_format("one stylesheet", scss::stylesheets());
    print_format("one class file", class_file::classes());
}

/// A child: its parent, and the requests that are answered anew or the calls that are drawn afresh.
struct Child {
    parent: Rc<Outline>,
    edits: Vec<u32>,
    kind: Edited,
    /// What is replayed from left to right to the same value.
    recording: Vec<u8>,
}

#[derive(Clone, Copy)]
enum Edited {
    Answers,
    Calls,
}

impl Child {
    fn load(&self, source: &mut Source, mut aligned: Aligned, seed: u64) {
        aligned.start_from(&self.parent);
        let mut rng = Rng::new(Seed(seed));
        for &edit in &self.edits {
            match self.kind {
                Edited::Answers => aligned.redraw_answer(edit as usize, &mut rng),
                Edited::Calls => aligned.redraw(edit),
            }
        }
        source.load_aligned(aligned, Seed(seed));
    }
}

fn print_format<G: Generator>(title: &'static str, format: G) {
    let mut source = Source::random(Seed(1));
    let parents = parents(&format, &mut source);
    let two = |outline: &Outline| (2_u64, outline.requests().len() as u64);
    let many = |outline: &Outline| {
        let calls = outline.consuming_calls().len() as u64;
        (1 + calls / 6, calls)
    };
    for (name, kind, edits) in [
        ("two answers drawn anew", Edited::Answers, &two as &dyn Fn(&Outline) -> (u64, u64)),
        ("a sixth of the calls drawn afresh", Edited::Calls, &many),
    ] {
        let children: Vec<Child> = (0..)
            .zip(&parents)
            .map(|(seed, parent)| child(&format, parent, kind, edits(parent), seed))
            .collect();
        let mut aligned = Source::random(Seed(1));
        let mut linear = Source::random(Seed(1));
        let count = children.len();
        let entries = vec![
            Entry::new("from left to right", "", count, || {
                for child in &children {
                    linear.load(&child.recording, Seed(1));
                    black_box(linear.draw(format.by_ref()));
                }
            }),
            Entry::new(name, "<= 1.15 x of two edits", count, || {
                for (seed, child) in (0..).zip(&children) {
                    let buffers = aligned.take_aligned().unwrap_or_default();
                    child.load(&mut aligned, buffers, seed);
                    black_box(aligned.draw(format.by_ref()));
                }
            }),
        ];
        Contest::new(title, entries).print();
    }
}

fn parents<G: Generator>(format: &G, source: &mut Source) -> Vec<Rc<Outline>> {
    let mut parents = Vec::new();
    for seed in 0.. {
        if parents.len() as u64 == PARENTS {
            break;
        }
        source.load(&[], Seed(seed));
        source.draw(format.by_ref());
        let recording = source.recording().to_vec();
        if recording.len() < LEAST || source.is_oversize() {
            continue;
        }
        source.set_tracing(true);
        source.load(&recording, Seed(0));
        source.draw(format.by_ref());
        parents.push(Rc::new(Outline::of(source.trace())));
        source.set_tracing(false);
    }
    parents
}

fn child<G: Generator>(
    format: &G,
    parent: &Rc<Outline>,
    kind: Edited,
    (count, of): (u64, u64),
    seed: u64,
) -> Child {
    let mut rng = Rng::new(Seed(seed + 1_000));
    let mut edits: Vec<u32> = (0..count).map(|_| rng.up_to(of - 1) as u32).collect();
    if let Edited::Calls = kind {
        edits.iter_mut().for_each(|edit| *edit = parent.consuming_calls()[*edit as usize]);
    }
    let mut child = Child { parent: Rc::clone(parent), edits, kind, recording: Vec::new() };
    let mut source = Source::random(Seed(1));
    child.load(&mut source, Aligned::default(), seed);
    source.draw(format.by_ref());
    child.recording = source.recording().to_vec();
    child
}

//! The mirror: a copy of the recording that another process can read if this one dies.

use std::rc::Rc;
use std::sync::atomic::{AtomicU8, Ordering};

use chiasma_core::{Aligned, Outline, Rng, Seed, Source, Swarm};

fn element(s: &mut Source) -> String {
    let name = s.weighted(&[(3, "a"), (1, "b")]).to_string();
    let content: String = match s.index(3) {
        0 => (0..s.length(0..=3)).map(|_| s.draw(element)).collect(),
        1 => s.int(0..=70_000_u32).to_string(),
        _ => format!("{:?}", s.bytes(3)),
    };
    format!("<{name}>{content}</{name}>")
}

fn mirror() -> &'static [AtomicU8] {
    (0..10_240).map(|_| AtomicU8::new(0xaa)).collect::<Vec<_>>().leak()
}

#[test]
fn what_the_mirror_has_replays_to_the_same_value_at_every_moment_of_a_run() {
    let mirror = mirror();
    let mut source = Source::random(Seed(0));
    source.set_mirror(mirror);
    let mut rng = Rng::new(Seed(1));
    for seed in 0..300 {
        let mut traced = Source::random(Seed(seed));
        traced.set_tracing(true);
        traced.load(&[], Seed(seed));
        element(&mut traced);
        let parent = Rc::new(Outline::of(traced.trace()));
        let mut aligned = Aligned::default();
        aligned.start_from(&parent);
        let last = parent.requests().len() as u64 - 1;
        aligned.redraw_answer(rng.up_to(last) as usize, &mut rng);
        if let Some(&call) = parent.consuming_calls().first() {
            aligned.redraw(call);
        }
        source.load_aligned(aligned, Seed(seed));
        source.set_swarm((seed % 2 == 0).then_some(Swarm { seed, avoided: 100 }));
        let value = element(&mut source);
        // Whatever lies behind the recording is left of earlier runs.
        let bytes: Vec<u8> = mirror.iter().map(|byte| byte.load(Ordering::Relaxed)).collect();
        assert!(bytes.starts_with(source.recording()), "seed {seed}");
        let mut again = Source::replay(&bytes, Seed(7));
        assert_eq!(element(&mut again), value);
        assert_eq!(again.recording(), source.recording());
    }
}

#[test]
fn a_run_that_its_bytes_and_seed_determine_is_not_mirrored() {
    let mirror = mirror();
    let mut source = Source::random(Seed(0));
    source.set_mirror(mirror);
    source.load(&[1, 2, 3], Seed(4));
    element(&mut source);
    assert!(mirror.iter().all(|byte| byte.load(Ordering::Relaxed) == 0xaa));
}

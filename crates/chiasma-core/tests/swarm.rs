//! Swarm testing: runs that avoid some alternatives.

use std::collections::BTreeSet;

use chiasma_core::{Seed, Source, Swarm};

/// Which alternatives 2,000 fresh choices had.
fn alternatives(swarm: Option<Swarm>, choose: fn(&mut Source) -> usize) -> BTreeSet<usize> {
    let mut source = Source::random(Seed(3));
    source.set_swarm(swarm);
    (0..2_000).map(|_| choose(&mut source)).collect()
}

fn weighted(s: &mut Source) -> usize {
    s.weighted_index(&[1, 2, 3, 4, 1, 2, 3, 4])
}

fn plain(s: &mut Source) -> usize {
    s.index(8)
}

#[test]
fn a_run_has_fewer_alternatives_of_every_kind_of_choice_and_other_runs_have_others() {
    for choose in [weighted as fn(&mut Source) -> usize, plain] {
        assert_eq!(alternatives(None, choose).len(), 8);
        let runs: Vec<BTreeSet<usize>> =
            (0..20).map(|seed| counted(Swarm { seed, avoided: 128 }, choose)).collect();
        let mean = runs.iter().map(BTreeSet::len).sum::<usize>() as f64 / 20.0;
        assert!((2.5..5.5).contains(&mean), "{mean} of 8 are common");
        let all: BTreeSet<usize> = runs.iter().flatten().copied().collect();
        assert_eq!(all.len(), 8, "every alternative is common in some run");
    }
}

/// The alternatives that are at least half as common as without the swarm: an avoided one is still drawn where
/// eight draws in a row are avoided.
fn counted(swarm: Swarm, choose: fn(&mut Source) -> usize) -> BTreeSet<usize> {
    let times = |swarm| {
        let mut source = Source::random(Seed(3));
        source.set_swarm(swarm);
        let mut times = [0; 8];
        (0..2_000).for_each(|_| times[choose(&mut source)] += 1);
        times
    };
    let (with, without) = (times(Some(swarm)), times(None));
    (0..8).filter(|&alternative| 2 * with[alternative] >= without[alternative]).collect()
}

#[test]
fn what_is_recorded_replays_without_the_swarm() {
    let draw =
        |s: &mut Source| (0..100).map(|_| (weighted(s), plain(s), s.bool())).collect::<Vec<_>>();
    let mut source = Source::random(Seed(5));
    source.set_swarm(Some(Swarm { seed: 1, avoided: 200 }));
    let drawn = draw(&mut source);
    let recording = source.recording().to_vec();
    let mut again = Source::replay(&recording, Seed(6));
    assert_eq!(draw(&mut again), drawn);
}

#[test]
fn a_source_that_starts_over_avoids_nothing() {
    let mut source = Source::random(Seed(5));
    source.set_swarm(Some(Swarm { seed: 1, avoided: 255 }));
    source.load(&[], Seed(3));
    let drawn: BTreeSet<usize> = (0..2_000).map(|_| plain(&mut source)).collect();
    assert_eq!(drawn.len(), 8);
}

//! The public shrinking challenges, each from 100 seeds: all must end at a known minimal answer.

use chiasma_bench::shrinking::chiasma_peer;

const SEEDS: u64 = 100;

#[test]
fn every_seed_of_every_challenge_reaches_a_known_minimal_answer() {
    let rows = chiasma_peer::run_all(SEEDS);
    assert_eq!(rows.len(), 13);
    for (name, trials) in rows {
        for (seed, trial) in trials.iter().enumerate() {
            assert!(trial.reached, "{name} from seed {seed} ended at {}", trial.minimal);
        }
    }
}

#[test]
fn shrinking_is_deterministic() {
    assert_eq!(chiasma_peer::run_all(3), chiasma_peer::run_all(3));
}

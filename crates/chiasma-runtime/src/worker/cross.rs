//! Crossing pairs of inputs, and running their children: what heritability is measured on.

use std::io;

use chiasma_core::{Rng, Seed};
use chiasma_evolve::{Child, Parent, covered_edges};

use super::link::Link;
use super::{load, new_source};
use crate::counters::Counters;
use crate::protocol::{Input, ParentPair, Report};
use crate::target::Target;

/// The pairs to cross.
pub(super) struct Pairs {
    /// The number of the first pair.
    pub(super) first: u32,
    pub(super) pairs: Vec<ParentPair>,
    pub(super) seed: u64,
}

pub(super) fn run(
    link: &mut Link,
    target: &mut dyn Target,
    inputs: &[Input],
    pairs: &Pairs,
    max_size: usize,
) -> io::Result<()> {
    let mut counters = Counters::of_this_process();
    let mut source = new_source(max_size);
    link.send(&Report::Ready { edges: counters.len() as u64 })?;
    source.set_tracing(true);
    source.set_writing_again(true);
    let mut parents = Vec::new();
    for input in inputs {
        // The supervisor has run them before: what does not generate any more it did not send.
        if load(&mut source, input).is_ok() {
            target.generate(&mut source);
        }
        parents.push(Parent::of(source.trace()));
    }
    source.set_tracing(false);
    let mut child = Child::default();
    for (number, pair) in (u64::from(pairs.first)..).zip(&pairs.pairs) {
        let [first, second] = [pair.first, pair.second].map(|at| &parents[at as usize]);
        for (at, crossover) in (0..).zip(Parent::CROSSOVERS) {
            // Each child has random numbers of its own, so that one that kills this process can be
            // left out without changing the others.
            let seed = Seed(pairs.seed).child(number * Parent::CROSSOVERS.len() as u64 + at);
            let mut rng = Rng::new(seed);
            first.cross(second, crossover, &mut rng, &mut child);
            child.load(&mut source, seed);
            link.shared.begin(&[], 0);
            let mut generated = false;
            target.run(&mut source, &mut |_| {
                counters.clear();
                generated = true;
            });
            link.shared.end();
            let edges = match generated && !source.is_oversize() {
                true => covered_edges(counters.read()).map(|edge| edge as u32).collect(),
                false => Vec::new(),
            };
            link.send(&Report::Crossed {
                pair: number as u32,
                operator: crossover.name.to_owned(),
                edges,
            })?;
        }
    }
    Ok(())
}

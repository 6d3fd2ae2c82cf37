//! Trying every mutant that each of some inputs reaches.

use std::collections::BTreeSet;
use std::io;

use chiasma_core::{Seed, Source};

use super::link::Link;
use super::{load, saved};
use crate::mutants::{Reached, SwitchedMutant, Trials, clear_reached};
use crate::protocol::{Input, Report};
use crate::target::{OutcomeReport, Target};

pub(super) fn run(
    link: &mut Link,
    target: &mut dyn Target,
    inputs: &[Input],
    mutants: Vec<SwitchedMutant>,
    max_size: usize,
) -> io::Result<()> {
    let reached = Reached::of(mutants);
    let trials = Trials::default();
    let mut source = Source::with_max_size(max_size, Seed(0));
    source.set_tracing(true);
    source.set_noting(true);
    // What one input kills need not be tried on the next.
    let mut dead = BTreeSet::new();
    for input in inputs {
        let mut found = BTreeSet::new();
        let mut gives_output = false;
        let mut killed = Vec::new();
        link.shared.begin(&[], 0);
        let outcome = match load(&mut source, input) {
            Err(message) => OutcomeReport::Invalid { why: message },
            Ok(()) => {
                target.watch_output();
                let outcome = target.run(&mut source, &mut |_| clear_reached(reached.sites()));
                found.extend(reached.mutants());
                gives_output = target.take_output().is_some();
                outcome
            }
        };
        // Trials have limits of their own.
        link.shared.end();
        if !matches!(outcome, OutcomeReport::Failed { .. }) {
            let bytes = source.recording().to_vec();
            let tried: Vec<u32> = found.difference(&dead).copied().collect();
            killed = trials.run(target, max_size, &bytes, &tried)?;
            dead.extend(killed.iter().map(|killed| killed.mutant));
        }
        let reached = found.into_iter().collect();
        let input = saved(&mut source);
        link.send(&Report::Tried { input, outcome, reached, killed, gives_output })?;
    }
    Ok(())
}

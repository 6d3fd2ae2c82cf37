//! Trying every mutant that each of some inputs reaches.

use std::collections::BTreeSet;
use std::io;
use std::time::Instant;

use chiasma_core::{Seed, Source};

use super::link::Link;
use super::{load, saved};
use crate::mutants::{MutantRunner, Original, Reached, Tried, clear_reached};
use crate::protocol::{Input, Report};
use crate::target::{OutcomeReport, Target};

pub(super) fn run(
    link: &mut Link,
    target: &mut dyn Target,
    inputs: &[Input],
    reached: Reached,
    mut dead: BTreeSet<u32>,
    max_size: usize,
) -> io::Result<()> {
    let mut runner = MutantRunner::new(max_size);
    link.shared.keep_from_children();
    target.watch_output();
    let mut source = Source::with_max_size(max_size, Seed(0));
    source.set_tracing(true);
    source.set_noting(true);
    for input in inputs {
        let mut found = BTreeSet::new();
        let mut output = None;
        let mut tried = Tried::default();
        link.shared.begin(&[], 0);
        let began = Instant::now();
        let outcome = match load(&mut source, input) {
            Err(message) => OutcomeReport::Invalid { why: message },
            Ok(()) => {
                let _ = target.take_output();
                let outcome = target.run(&mut source, &mut |_| clear_reached(reached.sites()));
                found.extend(reached.mutants());
                output = target.take_output();
                outcome
            }
        };
        // The process that runs mutants has limits of its own.
        link.shared.end();
        if !matches!(outcome, OutcomeReport::Failed { .. }) {
            let bytes = source.recording().to_vec();
            let original = Original::new(&outcome, output.as_ref(), began.elapsed());
            let alive: Vec<u32> = found.difference(&dead).copied().collect();
            tried = runner.run(target, &bytes, original, &alive)?;
            // What one input kills need not be tried on the next.
            dead.extend(tried.killed.iter().map(|killed| killed.mutant));
        }
        let Tried { killed, is_unstable, .. } = tried;
        let gives_output = output.is_some();
        let reached = found.into_iter().collect();
        let input = saved(&mut source);
        link.send(&Report::Tried { input, outcome, reached, killed, gives_output, is_unstable })?;
    }
    Ok(())
}

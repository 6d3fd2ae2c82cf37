//! Running kept inputs in a build that traces comparisons, and proposing inputs whose comparisons come out differently.

use std::io;

use chiasma_core::{Seed, Source};
use chiasma_evolve::edits;

use super::link::Link;
use crate::comparisons;
use crate::protocol::{Order, Report};
use crate::target::Target;

/// Maximum number of inputs proposed for one; of more, evenly spaced ones are taken.
const MAX_PROPOSED: usize = 512;

/// Answers every [`Order::Take`] with a [`Report::Compared`], until stopped.
pub(super) fn run(link: &mut Link, target: &mut dyn Target, max_size: usize) -> io::Result<()> {
    let mut source = Source::with_max_size(max_size, Seed(0));
    source.set_tracing(true);
    loop {
        let given = match link.receive_order()? {
            Order::Take { given } => given,
            Order::Stop {} => return Ok(()),
            _ => continue,
        };
        source.load(&given.bytes, Seed(0));
        link.shared.begin(&given.bytes, 0);
        // What the generator compares says nothing about the target.
        target.run(&mut source, &mut |_| comparisons::start());
        let hints = comparisons::stop();
        link.shared.end();
        let trace = source.trace();
        let edits = edits(trace, &hints);
        let step = edits.len().div_ceil(MAX_PROPOSED).max(1);
        let proposed = edits.iter().step_by(step).map(|edit| edit.applied_to(trace)).collect();
        link.send(&Report::Compared { proposed })?;
    }
}

//! Shrinking a failing input, here or (where a failure kills the process) with the supervisor's help.

use std::collections::HashMap;
use std::io;
use std::time::{Duration, Instant};

use chiasma_core::shrink::{Attempt, shrink};
use chiasma_core::{Extension, FailureKey, Seed, Source};

use super::link::Link;
use super::{load, new_source, refit, saved};
use crate::protocol::{Input, Order, Report};
use crate::target::{OutcomeReport, Target};

/// When to stop, and who tries.
pub(super) struct Limits {
    pub(super) runs: u64,
    pub(super) seconds: u64,
    pub(super) elsewhere: bool,
}

pub(super) fn run(
    link: &mut Link,
    target: &mut dyn Target,
    input: &Input,
    max_size: usize,
    limits: &Limits,
) -> io::Result<()> {
    let mut source = new_source(max_size);
    source.set_tracing(true);
    source.set_writing_again(true);
    if let Err(message) = load(&mut source, input) {
        return link.send(&Report::Trouble { message });
    }
    let elsewhere = limits.elsewhere;
    let mut judge = Judge { link, target, key: None, elsewhere, tried: HashMap::new() };
    let mut fails = judge.fails(&mut source)?;
    if refit(&mut source, input) {
        judge.key = None;
        fails = judge.fails(&mut source)?;
    }
    if !fails {
        let message = "the input does not fail any more".to_owned();
        return judge.link.send(&Report::Trouble { message });
    }
    let first = source.trace().clone();
    let (started, time) = (Instant::now(), Duration::from_secs(limits.seconds));
    let mut fewest_choices = first.requests().len();
    let mut runs_without_gain = 0;
    let mut lost = Ok(());
    let shrunk = shrink(first, &mut |proposal| {
        if runs_without_gain >= limits.runs || started.elapsed() >= time || lost.is_err() {
            return Attempt::Stop;
        }
        runs_without_gain += 1;
        source.load_proposal(proposal);
        match judge.fails(&mut source) {
            Ok(true) => {
                let trace = source.trace().clone();
                if trace.requests().len() < fewest_choices {
                    fewest_choices = trace.requests().len();
                    runs_without_gain = 0;
                }
                Attempt::Fails(trace)
            }
            Ok(false) => Attempt::Passes,
            Err(error) => {
                lost = Err(error);
                Attempt::Stop
            }
        }
    });
    lost?;
    source.set_extension(Extension::Simplest);
    source.set_noting(true);
    source.load(shrunk.trace.bytes(), Seed(0));
    let outcome = if limits.elsewhere {
        judge.target.generate(&mut source)
    } else {
        judge.target.run(&mut source, &mut |_| ())
    };
    let summary = shrunk.summary;
    judge.link.send(&Report::Shrunk {
        input: saved(&mut source),
        outcome,
        choices_before: summary.choices_before as u64,
        choices_after: summary.choices_after as u64,
        runs: summary.runs,
        complete: summary.complete,
    })
}

/// Says whether an input fails as the first one did.
struct Judge<'j> {
    link: &'j mut Link,
    target: &'j mut dyn Target,
    /// The failure of the first input.
    key: Option<FailureKey>,
    elsewhere: bool,
    /// What was tried elsewhere, and whether it fails: proposals often come to the same input, and a process takes long.
    tried: HashMap<Vec<u8>, bool>,
}

impl Judge<'_> {
    fn fails(&mut self, source: &mut Source) -> io::Result<bool> {
        if self.elsewhere {
            if let OutcomeReport::Invalid { .. } = self.target.generate(source) {
                return Ok(false);
            }
            let bytes = source.recording().to_vec();
            if let Some(fails) = self.tried.get(&bytes) {
                return Ok(*fails);
            }
            let input = Input::Bytes { bytes: bytes.clone(), seed: 0 };
            self.link.send(&Report::Try { input })?;
            let Order::Tried { fails } = self.link.receive_order()? else {
                return Err(io::Error::other("an order other than the one expected"));
            };
            self.tried.insert(bytes, fails);
            return Ok(fails);
        }
        self.link.shared.begin(&[], 0);
        let outcome = self.target.run(source, &mut |_| ());
        self.link.shared.end();
        let OutcomeReport::Failed { failure } = outcome else { return Ok(false) };
        Ok(*self.key.get_or_insert_with(|| failure.key.clone()) == failure.key)
    }
}

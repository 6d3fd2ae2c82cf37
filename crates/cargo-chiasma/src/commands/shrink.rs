//! `cargo chiasma shrink`: make a failing input as simple as it gets.

use chiasma_core::display::counted;
use std::fs;
use std::path::Path;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use chiasma_core::chi::{TEXT_EXTENSION, replace_file_durably};
use chiasma_core::display::shortened;
use chiasma_core::{Chi, Death, FailureKey, FailureKind};
use chiasma_runtime::OutcomeReport;
use chiasma_runtime::protocol::{Depth, Input, Job, Order, RecordedInput, Report};

use super::pulse::Pulse;
use crate::exit::Exit;
use crate::options::ShrinkOptions;
use chiasma_campaign::property::Property;
use chiasma_campaign::store::{self, shown};
use chiasma_campaign::symbols::Symbols;
use chiasma_campaign::worker::{Heard, Worker};
use chiasma_campaign::{
    Examined, Limits, TICK, Watch, examine, examine_quietly, file_text, next_worker_id,
};

/// Shrinks the file asked for, in one process if that survives the failure.
pub(crate) fn run(options: &ShrinkOptions) -> Result<Exit> {
    let file = store::load(&options.input)?;
    // The shrunk input is text, also where the input is one of a corpus.
    let beside = options.input.with_extension(TEXT_EXTENSION);
    let output = options.output.as_ref().unwrap_or(&beside);
    if fs::metadata(output).is_ok_and(|metadata| !metadata.is_file()) {
        bail!("{} is not a regular file, and only such are written", output.display());
    }
    let property = super::the_property(&options.property)?;
    let directory = chiasma_campaign::Scratch::new()?;
    let symbols = Symbols::of(&property.binary.executable)?;
    let shrinking = Shrinking {
        symbols: &symbols,
        property: &property,
        directory: directory.path(),
        limits: options.property.limits(),
        input: file.input(),
        options,
    };
    let first = shrinking.examine(shrinking.input.clone(), Depth::Run {})?;
    let Some(key) = first.key(&symbols) else {
        match first.outcome {
            Some(OutcomeReport::Invalid { why }) => {
                say!("{} does not fail: it is invalid, {why}", shown(&file.path));
            }
            _ => say!("{} does not fail: it passes", shown(&file.path)),
        }
        return Ok(Exit::Passed);
    };
    let started = Instant::now();
    let shrunk = shrinking.shrink(&key)?;
    let stopped_by = if started.elapsed().as_secs() >= options.seconds {
        format!("--seconds {}", options.seconds)
    } else {
        format!("--runs {}", options.runs)
    };
    let lines = Chi::heading(&[]) + &shrunk.input.lines;
    let last = shrinking.examine(Input::Chi { content: lines.into_bytes() }, Depth::Run {})?;
    let Some(key) = last.key(&symbols).filter(|last| last.may_be_at_place_of(&key)) else {
        bail!(
            "the shrunk input does not fail in the same way when it is replayed; does the property \
             always do the same? {} was left as it is",
            file.path.display()
        );
    };
    let message = last.message(&symbols);
    let text = file_text(&key, &property, &message, &last.values, &shrunk.input.lines);
    replace_file_durably(output, text.as_bytes())
        .with_context(|| format!("cannot write {}", output.display()))?;
    print(&shrunk, &key, &last, &message, &stopped_by);
    say!("saved {}", shown(output));
    Ok(Exit::FailureFound)
}

/// Where the inputs are tried that the shrinker proposes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Trying {
    /// In the process that proposes them.
    Here,
    /// Each in a process of its own.
    Elsewhere,
}

/// The result of shrinking.
#[derive(Debug)]
struct Shrunk {
    input: RecordedInput,
    choices_before: u64,
    choices_after: u64,
    runs: u64,
    complete: bool,
}

/// How one attempt at shrinking ended.
#[derive(Debug)]
enum Ended {
    Shrunk(Shrunk),
    Trouble(String),
    Died(Option<Death>),
}

/// What there is to shrink, and how.
struct Shrinking<'s> {
    symbols: &'s Symbols,
    property: &'s Property,
    directory: &'s Path,
    limits: Limits,
    input: Input,
    options: &'s ShrinkOptions,
}

impl Shrinking<'_> {
    fn examine(&self, input: Input, depth: Depth) -> Result<Examined> {
        examine(self.property, self.directory, &self.limits, input, depth)
    }

    fn shrink(&self, key: &FailureKey) -> Result<Shrunk> {
        if !matches!(key.kind, FailureKind::Death(_)) {
            match self.attempt(key, Trying::Here)? {
                Ended::Shrunk(shrunk) => return Ok(shrunk),
                Ended::Trouble(message) => bail!("{message}"),
                Ended::Died(death) => note!(
                    "one of the inputs that were tried killed the process ({}); \
                     going on with a process for each",
                    death.map_or_else(|| "it ended".to_owned(), |death| death.to_string())
                ),
            }
        }
        // Without running the property only what its arguments draw is known.
        let generated = self.examine(self.input.clone(), Depth::Generate {})?;
        if generated.lines.is_empty() {
            bail!(
                "{} draws its input while it runs, so nothing is known of an input whose run kills \
                 the process, and it cannot be shrunk; let an argument of the property draw it \
                 (`#[from(generator)] input: T`)",
                self.property.path
            );
        }
        match self.attempt(key, Trying::Elsewhere)? {
            Ended::Shrunk(shrunk) => Ok(shrunk),
            Ended::Trouble(message) => bail!(
                "{message} when it is generated first and then run in another process; \
                 does the property draw while it runs?"
            ),
            Ended::Died(death) => bail!(
                "the process that generates inputs ended{}",
                death.map_or_else(String::new, |death| format!(": {death}"))
            ),
        }
    }

    /// Lets one worker shrink, and tries for it what it cannot try itself.
    fn attempt(&self, key: &FailureKey, trying: Trying) -> Result<Ended> {
        let job = Job::Shrink {
            input: self.input.clone(),
            max_size: self.limits.max_size,
            runs: self.options.runs,
            seconds: self.options.seconds,
            elsewhere: trying == Trying::Elsewhere,
        };
        let (sender, receiver) = channel();
        let (id, max_size) = (next_worker_id(), self.limits.max_size);
        let mut worker = Worker::start(self.property, self.directory, id, max_size, &job, &sender)?;
        let mut pulse = Pulse::start();
        let mut watch = Watch::start();
        let mut tried = 0;
        let mut ended = None;
        loop {
            match receiver.recv_timeout(TICK) {
                Ok((_, Heard::Report(report))) => match *report {
                    Report::Try { input } => {
                        tried += 1;
                        let found =
                            examine_quietly(self.property, self.directory, &self.limits, input)?;
                        let fails = found
                            .key(self.symbols)
                            .is_some_and(|found| found.may_be_at_place_of(key));
                        // A worker that has ended is noticed by its socket.
                        let _ = worker.answer(&Order::Tried { fails });
                    }
                    Report::Shrunk {
                        input, choices_before, choices_after, runs, complete, ..
                    } => {
                        ended = Some(Ended::Shrunk(Shrunk {
                            input,
                            choices_before,
                            choices_after,
                            runs,
                            complete,
                        }));
                    }
                    Report::Trouble { message } => ended = Some(Ended::Trouble(message)),
                    _ => {}
                },
                Ok((_, Heard::Closed)) | Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => {}
            }
            watch.look(&mut worker, &self.limits);
            pulse.beat(|| match trying {
                Trying::Here => format!("shrinking: {} runs", worker.progress().started),
                Trying::Elsewhere => format!("shrinking: {tried} runs"),
            });
        }
        let death = worker.wait_for_exit().death;
        Ok(ended.unwrap_or(Ended::Died(death)))
    }
}

fn print(shrunk: &Shrunk, key: &FailureKey, last: &Examined, message: &str, stopped_by: &str) {
    let Shrunk { choices_before, choices_after, runs, complete, .. } = shrunk;
    for value in &last.values {
        say!("{} = {}", value.name, shortened(&value.text));
    }
    say!("fails: {key}");
    for line in shortened(message).lines() {
        say!("  {line}");
    }
    say!(
        "shrunk from {choices_before} to {} in {}",
        counted(choices_after, "choice"),
        counted(runs, "run")
    );
    if *complete {
        say!("it ended because no simpler input fails that way, of all that it knows to try");
    } else {
        say!("it was stopped by {stopped_by}, and may get simpler with more");
    }
}

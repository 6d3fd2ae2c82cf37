//! A test binary as a worker: it connects to its supervisor, gets a job, does it, and ends.

mod compare;
mod cross;
mod examine;
mod fuzz;
mod link;
mod mutants;
mod phases;
mod runner;
mod shrink;

use std::io::{self, Write};
use std::path::Path;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};

use chiasma_core::chi::Arguments;
use chiasma_core::{Chi, Labelled, Seed, Source, Trace};
use chiasma_evolve::{Settings, StrategyName, UnknownStrategy};

use crate::calls::CallsOfThisThread;
use crate::deep_stack;
use crate::mutants::Reached;
use crate::protocol::{self, Input, Job, RecordedInput, Report, Value};
use crate::target::Target;
use link::Link;

/// Exit code of a worker that has done its job; any other code comes from the target.
pub const DONE: i32 = 77;
/// Exit code of a worker that has lost its supervisor.
pub const DISCONNECTED: i32 = 78;
/// Exit code of a worker whose supervisor is of another version.
pub const OTHER_VERSION: i32 = 79;

/// If a supervisor started this process, does its job and ends the process.
pub fn run_as_worker(target: &mut dyn Target) {
    #[cfg(target_os = "linux")]
    crate::randomness::link();
    let (Some(shared), Some(socket)) =
        (std::env::var_os(crate::SHARED), std::env::var_os(crate::SOCKET))
    else {
        return;
    };
    // A check within the property that this worker runs is an ordinary one.
    static HAS_BEGUN: AtomicBool = AtomicBool::new(false);
    if HAS_BEGUN.swap(true, Ordering::Relaxed) {
        return;
    }
    if let Err(message) = check_version(std::env::var(crate::VERSION).ok().as_deref()) {
        // The supervisor shows it; there is no connection yet.
        let _ = writeln!(io::stderr(), "{message}");
        process::exit(OTHER_VERSION);
    }
    // The link is never dropped: where the target has closed it, that would abort.
    let outbox = std::env::var_os(crate::OUTBOX);
    let outbox = outbox.as_deref().map(Path::new);
    let ended = match Link::connect(shared.as_ref(), outbox, socket.as_ref()) {
        Ok(link) => {
            let link = Box::leak(Box::new(link));
            link.receive_job().and_then(|job| match job {
                Job::Fuzz { .. } => deep_stack::run(|| work(link, target, job)),
                _ => work(link, target, job),
            })
        }
        Err(error) => Err(error),
    };
    // Without a supervisor the error cannot be reported, and there is nothing to do.
    process::exit(if ended.is_ok() { DONE } else { DISCONNECTED });
}

/// An error if the supervisor's version is not that of this worker.
fn check_version(supervisor: Option<&str>) -> Result<(), String> {
    let ours = protocol::version();
    if supervisor == Some(&ours) {
        return Ok(());
    }
    let theirs = supervisor.unwrap_or("one that is too old to say");
    Err(format!("`chiasma` in the test is version {ours}, `cargo chiasma` is {theirs}"))
}

/// Does the job that the supervisor has for this process.
fn work(link: &mut Link, target: &mut dyn Target, job: Job) -> io::Result<()> {
    link.shared.leave_stacks();
    match job {
        Job::Fuzz { plan } => match parse_strategy(&plan.strategy, &plan.settings) {
            Ok((strategy, settings)) => {
                fuzz::run(link, target, strategy, &settings, plan)?;
            }
            Err(message) => link.send(&Report::Trouble { message })?,
        },
        Job::Examine { inputs, max_size, depth, detail } => {
            examine::run(link, target, &inputs, max_size as usize, depth, detail)?;
        }
        Job::Shrink { input, max_size, runs, seconds, elsewhere } => {
            let limits = shrink::Limits { runs, seconds, elsewhere };
            shrink::run(link, target, &input, max_size as usize, &limits)?;
        }
        Job::Mutants { inputs, mutants, dead, max_size } => {
            let dead = dead.into_iter().collect();
            mutants::run(link, target, &inputs, Reached::of(mutants), dead, max_size as usize)?;
        }
        Job::Compare { max_size } => compare::run(link, target, max_size as usize)?,
        Job::Cross { inputs, first, pairs, seed, max_size } => {
            let pairs = cross::Pairs { first, pairs, seed };
            cross::run(link, target, &inputs, &pairs, max_size as usize)?;
        }
    }
    link.send(&Report::Done {})
}

/// The strategy and its settings; the error says what is wrong with them.
fn parse_strategy(strategy: &str, settings: &[String]) -> Result<(StrategyName, Settings), String> {
    let strategy: StrategyName =
        strategy.parse().map_err(|error: UnknownStrategy| error.to_string())?;
    let mut all = strategy.settings();
    for setting in settings {
        all.set(setting).map_err(|error| error.to_string())?;
    }
    Ok((strategy, all))
}

/// A source that knows the calls of functions with hooks.
fn new_source(max_size: usize) -> Source {
    let mut source = Source::with_max_size(max_size, Seed(0));
    source.set_hooked_calls(Box::<CallsOfThisThread>::default());
    source
}

/// Starts the source over with an input; an error says what is wrong with it.
fn load(source: &mut Source, input: &Input) -> Result<(), String> {
    match input {
        Input::Bytes { bytes, seed } => source.load(bytes, Seed(*seed)),
        Input::Chi { content } => source.load_labelled(labelled(content)?, Seed(0)),
    }
    Ok(())
}

/// Starts the source over with the input that it has just run, if that fits better now that the arguments of the
/// property are known: some were renamed since it was saved.
fn refit(source: &mut Source, input: &Input) -> bool {
    let Input::Chi { content } = input else { return false };
    if source.labelled_match().is_none_or(|matched| matched.is_whole()) {
        return false;
    }
    let refitted = Chi::refitted(content, &Arguments::of(source.trace()));
    let is_refitted = refitted.is_some();
    if let Some(chi) = refitted {
        source.load_labelled(chi.labelled(), Seed(0));
    }
    is_refitted
}

fn labelled(content: &[u8]) -> Result<Labelled, String> {
    Chi::read(content).map(|chi| chi.labelled()).map_err(|error| error.to_string())
}

/// The input of a traced run, as it is saved.
fn saved(source: &mut Source) -> RecordedInput {
    let values = source
        .notes()
        .iter()
        .map(|note| Value { name: note.name.clone(), text: note.value.clone() })
        .collect();
    let trace: &Trace = source.trace();
    RecordedInput { bytes: trace.bytes().to_vec(), lines: Chi::lines(trace), values }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_supervisor_of_another_version_is_refused_by_naming_both() {
        let ours = protocol::version();
        assert_eq!(check_version(Some(&ours)), Ok(()));
        let refused = check_version(Some("0.0.9 (messages 1)")).unwrap_err();
        assert!(refused.contains(&ours) && refused.contains("0.0.9 (messages 1)"), "{refused}");
        assert!(check_version(None).unwrap_err().contains("too old to say"));
    }
}

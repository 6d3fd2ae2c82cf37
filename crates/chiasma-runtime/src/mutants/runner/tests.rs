//! Mutants that do harm, in a made-up target.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use chiasma_core::{Seed, Source};

use super::super::switch::{__chiasma_mutant_step, active};
use super::*;

const HARMLESS: u32 = 1;
const DIFFERS: u32 = 2;
const PANICS: u32 = 3;
const LOOPS: u32 = 4;
const ABORTS: u32 = 5;
const HANGS: u32 = 6;
const OVERFLOWS: u32 = 7;
const CHANGES_STATE: u32 = 8;
const TAKES_MEMORY: u32 = 9;

/// What outlives a run.
static STATE: AtomicU32 = AtomicU32::new(0);

/// A target that gives the byte that it draws, or what the active mutant does with it.
struct Echo {
    output: Option<Observed>,
    /// Whether the original gives something else each time.
    varies: bool,
}

fn recurse(depth: u64) -> u64 {
    let block = std::hint::black_box([depth; 64]);
    if depth == u64::MAX { 0 } else { recurse(depth + 1) + block[3] }
}

impl Target for Echo {
    fn run(
        &mut self,
        source: &mut Source,
        generated: &mut dyn FnMut(&mut Source),
    ) -> OutcomeReport {
        let mut byte: u32 = source.int(0..=255);
        generated(source);
        let run = || match active() {
            DIFFERS => byte += 1,
            PANICS => std::panic::resume_unwind(Box::new("noticed")),
            LOOPS => loop {
                __chiasma_mutant_step();
            },
            ABORTS => std::process::abort(),
            HANGS => loop {
                std::thread::park();
            },
            OVERFLOWS => byte += recurse(0) as u32,
            CHANGES_STATE => STATE.store(1, Ordering::Relaxed),
            TAKES_MEMORY => drop(std::hint::black_box(vec![1_u8; 4 << 30])),
            _ => {}
        };
        let ran = std::panic::catch_unwind(std::panic::AssertUnwindSafe(run));
        if ran.is_err() {
            let key = chiasma_core::FailureKey::new(chiasma_core::FailureKind::Panic, None);
            let (message, frames) = (String::new(), Vec::new());
            return OutcomeReport::Failed {
                failure: crate::FailureReport { key, message, frames },
            };
        }
        if self.varies {
            STATE.fetch_add(1, Ordering::Relaxed);
        }
        let text = format!("{byte} {}", STATE.load(Ordering::Relaxed));
        self.output = Some(Observed { text, tolerance: 0.0 });
        OutcomeReport::Valid {}
    }

    fn take_output(&mut self) -> Option<Observed> {
        self.output.take()
    }

    fn generate(&mut self, _: &mut Source) -> OutcomeReport {
        OutcomeReport::Valid {}
    }
}

/// There is one active mutant in a process, so one test runs at a time.
fn one_at_a_time() -> MutexGuard<'static, ()> {
    static ONE: Mutex<()> = Mutex::new(());
    ONE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn run_original(target: &mut Echo) -> Original {
    let mut source = Source::with_max_size(16, Seed(0));
    source.load(&[7], Seed(0));
    let outcome = target.run(&mut source, &mut |_| {});
    Original::new(&outcome, target.take_output().as_ref(), Duration::ZERO)
}

fn try_all(runner: &mut MutantRunner, mutants: &[u32]) -> Vec<(u32, Kill)> {
    let mut target = Echo { output: None, varies: false };
    let original = run_original(&mut target);
    let tried = runner.run(&mut target, &[7], original, mutants).unwrap();
    assert!(!tried.is_unstable);
    let mut killed: Vec<_> = tried.killed.iter().map(|k| (k.mutant, k.kill)).collect();
    killed.sort_by_key(|(mutant, _)| *mutant);
    killed
}

#[test]
fn harmless_mutants_share_a_process_that_stays() {
    let _one = one_at_a_time();
    let mut runner = MutantRunner::new(16);
    for _ in 0..50 {
        let killed = try_all(&mut runner, &[HARMLESS, DIFFERS, PANICS, LOOPS]);
        let (failed, too_long) = (Kill::Failed {}, Kill::TimedOut {});
        assert_eq!(killed, [(DIFFERS, Kill::Differed {}), (PANICS, failed), (LOOPS, too_long)]);
    }
    assert_eq!(runner.processes(), 1);
}

#[test]
fn a_mutant_that_ends_its_process_is_killed_and_the_others_are_tried_all_the_same() {
    let _one = one_at_a_time();
    for (mutant, kill) in [
        (ABORTS, Kill::Died {}),
        (OVERFLOWS, Kill::Died {}),
        (TAKES_MEMORY, Kill::Died {}),
        (HANGS, Kill::TimedOut {}),
    ] {
        let mut runner = MutantRunner::new(16);
        assert_eq!(try_all(&mut runner, &[HARMLESS]), []);
        let killed = try_all(&mut runner, &[HARMLESS, DIFFERS, mutant, HARMLESS]);
        assert_eq!(killed, [(DIFFERS, Kill::Differed {}), (mutant, kill)]);
        assert_eq!(runner.processes(), 3, "the first, one to make sure, one for the others");
    }
}

#[test]
fn a_mutant_is_not_killed_by_what_another_left_behind() {
    let _one = one_at_a_time();
    let mut runner = MutantRunner::new(16);
    let killed = try_all(&mut runner, &[CHANGES_STATE, HARMLESS, HARMLESS]);
    assert_eq!(killed, [(CHANGES_STATE, Kill::Differed {})]);
    assert_eq!(STATE.load(Ordering::Relaxed), 0, "nothing is left in the worker");
    assert_eq!(try_all(&mut runner, &[HARMLESS]), [], "nor in the process that is asked next");
}

#[test]
fn nothing_is_said_of_mutants_if_the_original_varies() {
    let _one = one_at_a_time();
    let mut runner = MutantRunner::new(16);
    let mut target = Echo { output: None, varies: true };
    let original = run_original(&mut target);
    let tried = runner.run(&mut target, &[7], original, &[DIFFERS, ABORTS]).unwrap();
    assert_eq!(tried, Tried { is_unstable: true, ..Tried::default() });
    STATE.store(0, Ordering::Relaxed);
}

#[test]
fn more_mutants_than_fit_a_request_are_all_tried() {
    let _one = one_at_a_time();
    let mut runner = MutantRunner::new(16);
    let mutants: Vec<u32> = (100..100 + 2 * MAX_MUTANTS as u32).chain([DIFFERS]).collect();
    assert_eq!(try_all(&mut runner, &mutants), [(DIFFERS, Kill::Differed {})]);
}

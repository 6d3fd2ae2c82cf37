//! The fuzz job with a made-up target and a supervisor in the same process.

use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;

use chiasma_core::{FailureKey, FailureKind, Source};

use super::*;
use crate::counters::__sanitizer_cov_8bit_counters_init;
use crate::protocol::{self, KeptInput, RecordedInput};
use crate::target::OutcomeReport;

/// Number of edges of the target.
const EDGES: usize = 64;

/// The counters of this process, for one test at a time.
fn counters() -> (MutexGuard<'static, ()>, *mut u8) {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    static START: OnceLock<usize> = OnceLock::new();
    let guard = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let start = *START.get_or_init(|| {
        let range = Box::leak(Box::new([0_u8; EDGES])).as_mut_ptr_range();
        __sanitizer_cov_8bit_counters_init(range.start, range.end);
        range.start as usize
    });
    (guard, start as *mut u8)
}

/// A target that draws a byte and covers the edge of its number.
struct Bytes<F> {
    counters: *mut u8,
    /// A byte that the generator gives up, after it has covered an edge itself.
    given_up: Option<u8>,
    /// The outcome for a byte; the number is that of the run, from 1.
    outcome: F,
    runs: u32,
    /// The bytes that were run.
    ran: Vec<u8>,
}

impl<F: FnMut(u8, u32) -> bool> Target for Bytes<F> {
    fn run(
        &mut self,
        source: &mut Source,
        generated: &mut dyn FnMut(&mut Source),
    ) -> OutcomeReport {
        let byte: u8 = source.int(0..EDGES as u8);
        if self.given_up == Some(byte) {
            // SAFETY: as below.
            unsafe { *self.counters.add(byte.into()) = 1 };
            return OutcomeReport::Invalid { why: "given up".to_owned() };
        }
        generated(source);
        // SAFETY: the counters are `EDGES` bytes that are never freed, and the byte is smaller.
        unsafe { *self.counters.add(byte.into()) = 1 };
        self.runs += 1;
        self.ran.push(byte);
        if (self.outcome)(byte, self.runs) {
            return OutcomeReport::Valid {};
        }
        let key = FailureKey::new(FailureKind::False, None);
        OutcomeReport::Failed {
            failure: FailureReport { key, message: String::new(), frames: Vec::new() },
        }
    }

    fn generate(&mut self, source: &mut Source) -> OutcomeReport {
        let _: u8 = source.int(0..EDGES as u8);
        OutcomeReport::Valid {}
    }
}

fn plan(executions: u64) -> FuzzPlan {
    FuzzPlan {
        strategy: "zest".to_owned(),
        settings: Vec::new(),
        facts: chiasma_evolve::Facts::default(),
        has_hints: false,
        checks_connection: false,
        seed: 1,
        executions,
        max_size: 100,
        snapshot: None,
        given: Vec::new(),
        deadly: Vec::new(),
        samples: 0,
        mutants: Vec::new(),
        has_siblings: false,
    }
}

/// The reports of the job, and the bytes that were run; `holds` says of a byte, and of the number of the run,
/// whether the property holds.
fn reports(plan: FuzzPlan, holds: impl FnMut(u8, u32) -> bool) -> (Vec<Report>, Vec<u8>) {
    reports_of(plan, None, &[], holds)
}

/// The same of a generator that gives up inputs with a byte, with orders that have arrived before the job begins.
fn reports_of(
    plan: FuzzPlan,
    given_up: Option<u8>,
    orders: &[Order],
    holds: impl FnMut(u8, u32) -> bool,
) -> (Vec<Report>, Vec<u8>) {
    let (_guard, counters) = counters();
    let directory = std::env::temp_dir().join(format!("chiasma-fuzz-test-{}", std::process::id()));
    let (mut link, mut supervisor) = Link::for_test(&directory);
    for order in orders {
        protocol::send(&mut supervisor, order).unwrap();
        link.shared.announce_mail();
    }
    let _ = std::fs::remove_file(&directory);
    let reading = thread::spawn(move || {
        let mut reports = Vec::new();
        while let Ok(report) = protocol::receive::<Report>(&mut supervisor) {
            reports.push(report);
        }
        reports
    });
    let strategy: StrategyName = plan.strategy.parse().unwrap();
    let mut target = Bytes { counters, given_up, outcome: holds, runs: 0, ran: Vec::new() };
    run(&mut link, &mut target, strategy, &strategy.settings(), plan).unwrap();
    drop(link);
    (reading.join().unwrap(), target.ran)
}

fn kept(reports: &[Report]) -> Vec<&KeptInput> {
    let kept = reports.iter().filter_map(|report| match report {
        Report::Kept { input, .. } => Some(input),
        _ => None,
    });
    kept.collect()
}

fn failed(reports: &[Report]) -> Vec<&RecordedInput> {
    let failed = reports.iter().filter_map(|report| match report {
        Report::Failed { input, .. } => Some(input),
        _ => None,
    });
    failed.collect()
}

#[test]
fn an_input_that_its_generator_gives_up_covers_nothing() {
    for strategy in ["random", "zest", "zeugma-none", "zeugma-linked", "chiasma"] {
        let plan = FuzzPlan { strategy: strategy.to_owned(), ..plan(2_000) };
        let (reports, _) = reports_of(plan, Some(3), &[], |_, _| true);
        let kept: Vec<u8> = kept(&reports).iter().map(|input| input.bytes[0]).collect();
        assert!(kept.len() > 40 && !kept.contains(&3), "{strategy}: {kept:?}");
        let Some(Report::Status { status }) = reports.last() else { panic!("{strategy}") };
        assert_eq!(status.covered, kept.len() as u64, "{strategy}");
        assert_eq!(status.population, kept.len() as u64, "{strategy}");
    }
}

#[test]
fn an_input_that_is_new_is_reported_once_with_its_trace() {
    let (reports, _) = reports(plan(500), |_, _| true);
    let kept = kept(&reports);
    assert!(kept.len() > 10, "{}", kept.len());
    for (at, input) in kept.iter().enumerate() {
        assert_eq!(input.bytes.len(), 1);
        let lines = Chi::lines_of(&input.compact).unwrap();
        assert!(lines.contains(&format!("int = {}", input.bytes[0])), "{lines}");
        assert!(kept[..at].iter().all(|earlier| earlier.bytes != input.bytes));
    }
    assert!(failed(&reports).is_empty());
    assert!(matches!(reports[0], Report::Ready { edges } if edges == EDGES as u64));
    let [.., Report::Checkpoint { counts, phases, .. }, Report::Status { status }] = &reports[..]
    else {
        panic!("it does not end with its state and its figures");
    };
    assert!((1..=status.phases.confirm).contains(&phases.confirm), "{phases:?}");
    assert_eq!((counts.runs, status.covered), (500, kept.len() as u64));
}

#[test]
fn a_failure_is_reported_once_and_with_the_input_that_fails() {
    let (reports, ran) = reports(plan(300), |byte, _| byte < 32);
    let failed = failed(&reports);
    assert_eq!(failed.len(), 1);
    let first = ran.iter().find(|byte| **byte >= 32).unwrap();
    assert_eq!(failed[0].bytes, [*first]);
    assert!(failed[0].lines.contains(&format!("int = {first}")), "{}", failed[0].lines);
}

#[test]
fn what_a_confirming_run_finds_is_reported_with_its_own_input() {
    // The first run of the first child covers something new and passes; the run that confirms it fails.
    let (reports, ran) = reports(plan(200), |_, run| run != 2);
    let failed = failed(&reports);
    assert_eq!(ran[0], ran[1]);
    assert_eq!(failed.len(), 1);
    assert_eq!(failed[0].bytes, [ran[0]]);
}

#[test]
fn an_input_that_another_worker_ran_is_neither_run_nor_reported_again() {
    let mut passed = [0; EDGES];
    passed[7] = 1;
    let past = Past {
        outcome: chiasma_evolve::Outcome::Valid,
        ticks: 1,
        passed: pack(&passed),
        killed: Vec::new(),
    };
    let given = vec![GivenInput { bytes: vec![7], past: Some(past) }];
    let (reports, ran) = reports(FuzzPlan { given, ..plan(0) }, |_, _| false);
    assert!(ran.is_empty(), "{ran:?}");
    assert!(kept(&reports).is_empty() && failed(&reports).is_empty());
    let Some(Report::Status { status }) = reports.last() else { panic!("no figures at the end") };
    assert_eq!((status.counts.given, status.population), (1, 1));
}

#[test]
fn inputs_are_taken_in_the_order_in_which_they_were_given() {
    let given = |byte| GivenInput { bytes: vec![byte], past: None };
    let plan = FuzzPlan { given: vec![given(1), given(2), given(3)], ..plan(1) };
    let orders = [
        Order::Take { given: given(4) },
        Order::Save {},
        Order::TryHints { given: vec![given(5), given(6)] },
    ];
    let (reports, ran) = reports_of(plan, None, &orders, |_, _| true);
    // Each is new, and so run twice.
    assert_eq!(ran[..12], [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]);
    let taken: Vec<u64> = reports
        .iter()
        .filter_map(|report| match report {
            Report::Checkpoint { counts, .. } => Some(counts.given),
            _ => None,
        })
        .collect();
    // One was ordered, one comes before hints are taken, one at the end.
    assert_eq!(taken, [0, 0, 6]);
}

#[test]
fn a_turn_that_killed_a_worker_is_skipped_and_saved_at_once() {
    let whole = reports(plan(20), |_, _| true).1;
    let deadly = vec![Turn { run: 1, given: 0 }];
    let (reports, ran) = reports(FuzzPlan { deadly, ..plan(20) }, |_, _| true);
    let Report::Checkpoint { counts, .. } = &reports[1] else {
        panic!("the checkpoint comes first, not {:?}", reports[1]);
    };
    assert_eq!((counts.runs, counts.failed), (1, 1));
    assert_ne!(ran[0], whole[0], "the first child is not run");
    let Some(Report::Status { status }) = reports.last() else { panic!("no figures at the end") };
    assert_eq!(status.counts.runs, 20, "it counts as run");
}

//! Where the time of an execution goes.

use std::time::Instant;

use crate::report::say;

/// A part of an execution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    Modify,
    Generate,
    Clear,
    Run,
    Scan,
    Confirm,
    Trace,
    Idle,
}

impl Stage {
    const ALL: [(Self, &str); 7] = [
        (Self::Modify, "modify"),
        (Self::Generate, "generate"),
        (Self::Clear, "clear"),
        (Self::Run, "run"),
        (Self::Scan, "scan"),
        (Self::Confirm, "confirm"),
        (Self::Trace, "trace"),
    ];
}

/// An observer of the stages.
pub(super) trait Observer {
    /// This child is about to run.
    #[inline]
    fn child(&mut self, _: &[u8], _: u64) {}
    /// A part begins.
    #[inline]
    fn enter(&mut self, _: Stage) {}
}

pub(super) struct Unobserved;

impl Observer for Unobserved {}

/// Adds up the time of each part.
pub(super) struct Stopwatch {
    started: Instant,
    first: u64,
    stage: Stage,
    last: u64,
    ticks: [u64; 8],
    laps: [u64; 8],
}

impl Stopwatch {
    pub(super) fn new() -> Self {
        let now = ticks();
        let (started, stage) = (Instant::now(), Stage::Idle);
        Self { started, first: now, stage, last: now, ticks: [0; 8], laps: [0; 8] }
    }

    /// Reports nanoseconds an execution, without what reading the clock takes.
    pub(super) fn say(&self, executions: u64) {
        let nanos_a_tick = self.started.elapsed().as_nanos() as f64 / (ticks() - self.first) as f64;
        let reading = cost_of_reading();
        for (stage, name) in Stage::ALL {
            let own = self.ticks[stage as usize] as f64;
            let reading = reading * self.laps[stage as usize] as f64;
            let nanos = (own - reading).max(0.0) * nanos_a_tick / executions as f64;
            say(&format!("stage_{name}_ns"), nanos);
        }
    }
}

impl Observer for Stopwatch {
    #[inline]
    fn enter(&mut self, stage: Stage) {
        let now = ticks();
        self.ticks[self.stage as usize] += now - self.last;
        self.laps[self.stage as usize] += 1;
        self.last = now;
        self.stage = stage;
    }
}

/// The ticks that a part without anything in it would seem to take.
fn cost_of_reading() -> f64 {
    let mut watch = Stopwatch::new();
    const LAPS: u64 = 1_000_000;
    for _ in 0..LAPS {
        watch.enter(Stage::Modify);
    }
    watch.ticks[Stage::Modify as usize] as f64 / LAPS as f64
}

#[cfg(target_arch = "x86_64")]
#[inline]
fn ticks() -> u64 {
    // SAFETY: every x86-64 has this instruction.
    unsafe { core::arch::x86_64::_rdtsc() }
}

#[cfg(not(target_arch = "x86_64"))]
fn ticks() -> u64 {
    use std::sync::LazyLock;
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed().as_nanos() as u64
}

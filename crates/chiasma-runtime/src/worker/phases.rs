//! The time that a worker spends in each phase.

use chiasma_core::{Rng, Seed};
use chiasma_evolve::Phase;

use crate::clock::ticks;
use crate::protocol::PhaseTicks;

/// One run in this many is timed on average; phases that few inputs reach are timed every time.
const TIMED_ONE_IN: u64 = 64;

/// Measures how long each phase takes.
#[derive(Debug)]
pub(super) struct Stopwatch {
    started: u64,
    /// What was timed: all of the rare phases, a sample of the others.
    totals: PhaseTicks,
    phase: Timed,
    /// When the phase began, if it is timed.
    since: Option<u64>,
    /// Whether the run under way is timed.
    is_timed: bool,
    /// Number of runs until the next timed one.
    until_timed: u64,
    /// Chooses which runs are timed. With a fixed interval they might always be those that are special for another reason.
    rng: Rng,
}

/// The phases that are timed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Timed {
    Of(Phase),
    Send,
}

impl Timed {
    /// Whether few inputs reach it, so that it is timed every time.
    fn is_rare(self) -> bool {
        matches!(self, Self::Send | Self::Of(Phase::Confirm | Phase::Trace))
    }
}

impl Stopwatch {
    pub(super) fn new() -> Self {
        let (totals, phase) = (PhaseTicks::default(), Timed::Of(Phase::Idle));
        let (until_timed, rng) = (TIMED_ONE_IN, Rng::new(Seed(0)));
        let (since, is_timed) = (None, false);
        Self { started: ticks(), totals, phase, since, is_timed, until_timed, rng }
    }

    /// How long each phase took so far.
    pub(super) fn totals(&self) -> PhaseTicks {
        scaled(self.totals, ticks().saturating_sub(self.started))
    }

    #[inline]
    pub(super) fn enter(&mut self, phase: Phase) {
        if phase == Phase::Modify {
            self.until_timed -= 1;
            self.is_timed = self.until_timed == 0;
            if self.is_timed {
                self.until_timed = 1 + self.rng.up_to(2 * (TIMED_ONE_IN - 1));
            }
        }
        if self.is_timed || self.since.is_some() || matches!(phase, Phase::Confirm | Phase::Trace) {
            // Running an input again is a part of confirming it.
            let is_inner = matches!(phase, Phase::Generate | Phase::Run);
            if !(is_inner && self.phase.is_rare()) {
                self.change(Timed::Of(phase));
            }
        }
    }

    pub(super) fn enter_send(&mut self) {
        self.change(Timed::Send);
    }

    #[inline(never)]
    fn change(&mut self, phase: Timed) {
        let now = ticks();
        if let Some(since) = self.since.take() {
            let took = now.saturating_sub(since);
            let total = match self.phase {
                Timed::Send => Some(&mut self.totals.send),
                Timed::Of(Phase::Modify) => Some(&mut self.totals.modify),
                Timed::Of(Phase::Generate) => Some(&mut self.totals.generate),
                Timed::Of(Phase::Run) => Some(&mut self.totals.run),
                Timed::Of(Phase::Scan) => Some(&mut self.totals.scan),
                Timed::Of(Phase::Confirm) => Some(&mut self.totals.confirm),
                Timed::Of(Phase::Trace) => Some(&mut self.totals.trace),
                Timed::Of(Phase::Idle) => None,
            };
            if let Some(total) = total {
                *total += took;
            }
        }
        self.phase = phase;
        let goes_on = phase != Timed::Of(Phase::Idle);
        self.since = (goes_on && (self.is_timed || phase.is_rare())).then_some(now);
    }
}

/// Divides the time that was not spent in rare phases among the others, as the sample of these was.
///
/// A sample that counted as often as it stands for would not do: on a busy machine a process may be paused in a timed run
/// for longer than thousands of runs take, and one such pause would count 64 times beside rare phases that count once.
fn scaled(timed: PhaseTicks, elapsed: u64) -> PhaseTicks {
    let PhaseTicks { modify, generate, run, scan, confirm, trace, send } = timed;
    let sampled = (modify + generate + run + scan).max(1);
    let left = elapsed.saturating_sub(confirm + trace + send);
    let share = |phase: u64| (u128::from(phase) * u128::from(left) / u128::from(sampled)) as u64;
    PhaseTicks {
        modify: share(modify),
        generate: share(generate),
        run: share(run),
        scan: share(scan),
        ..timed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rare_phases_are_timed_every_time_and_runs_once_in_64() {
        let mut watch = Stopwatch::new();
        for run in 0..256 {
            for phase in [Phase::Modify, Phase::Generate, Phase::Run, Phase::Scan] {
                watch.enter(phase);
                if watch.is_timed {
                    std::thread::sleep(std::time::Duration::from_micros(20));
                }
            }
            if run == 5 {
                watch.enter(Phase::Confirm);
                watch.enter(Phase::Generate);
                watch.enter(Phase::Run);
                watch.enter(Phase::Trace);
            }
            watch.enter(Phase::Idle);
        }
        let totals = watch.totals();
        let sampled = [totals.modify, totals.generate, totals.run, totals.scan];
        assert!(sampled.iter().all(|phase| *phase > 0), "{totals:?}");
        assert!(totals.confirm > 0 && totals.trace > 0 && totals.send == 0, "{totals:?}");
        // A few runs were timed, and stand for all.
        assert!(totals.run > totals.confirm, "{totals:?}");
        watch.enter_send();
        watch.enter(Phase::Idle);
        assert!(watch.totals().send > 0);
    }

    #[test]
    fn rare_phases_are_exact_and_the_others_share_the_rest_as_their_sample_does() {
        let timed = PhaseTicks {
            modify: 1,
            generate: 2,
            run: 6,
            scan: 1,
            confirm: 30,
            trace: 20,
            send: 50,
        };
        let shared = PhaseTicks { modify: 90, generate: 180, run: 540, scan: 90, ..timed };
        assert_eq!(scaled(timed, 1_000), shared);
        let nothing = PhaseTicks::default();
        assert_eq!(scaled(nothing, 1_000), nothing, "no run was timed yet");
    }

    #[test]
    fn timed_runs_are_one_in_64_and_have_no_fixed_interval() {
        let mut watch = Stopwatch::new();
        let mut timed = Vec::new();
        for run in 0..64_000_u64 {
            watch.enter(Phase::Modify);
            if watch.is_timed {
                timed.push(run);
            }
            watch.enter(Phase::Idle);
        }
        assert!((900..1_100).contains(&timed.len()), "{}", timed.len());
        // Samples are taken every 2, 4, 8, ... runs.
        let coincide = timed.iter().filter(|run| run.is_multiple_of(64)).count();
        assert!((5..40).contains(&coincide), "{coincide}");
    }
}

//! The switch that rewritten crates ask at each site, and what it records.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, Ordering};

use super::SwitchedMutant;

/// The most sites that there can be; rewritten crates have the same number.
const MAX_SITES: usize = 1 << 16;
/// Active where steps are counted and no mutant is.
const COUNT_ONLY: u32 = u32::MAX;

/// The active mutant; 0 for none.
// SAFETY: the name is for rewritten crates, and nothing else defines it.
#[unsafe(no_mangle)]
static __chiasma_mutant_active: AtomicU32 = AtomicU32::new(0);

/// For each site whether it was reached while no mutant was active.
// SAFETY: as above.
#[unsafe(no_mangle)]
static __chiasma_mutant_reached: [AtomicU8; MAX_SITES] = [const { AtomicU8::new(0) }; MAX_SITES];

/// How many steps the run may still take.
static STEPS_LEFT: AtomicU64 = AtomicU64::new(0);

/// What a run unwinds with that has taken too many steps.
#[derive(Debug)]
struct TooManySteps;

/// Called at each site while a mutant is active: counts the step, and says which mutant it is.
///
/// A run that has no steps left is unwound from here, so a mutant that loops forever costs no more time than
/// its steps.
// SAFETY: as above.
#[unsafe(no_mangle)]
pub(super) extern "C-unwind" fn __chiasma_mutant_step() -> u32 {
    let left = STEPS_LEFT.load(Ordering::Relaxed);
    if left == 0 {
        // A second panic while the first unwinds would abort.
        if !std::thread::panicking() {
            resume_unwind(Box::new(TooManySteps));
        }
    } else {
        STEPS_LEFT.store(left - 1, Ordering::Relaxed);
    }
    __chiasma_mutant_active.load(Ordering::Relaxed)
}

/// Activates a mutant for a limited number of steps.
pub(super) fn activate(mutant: u32, steps: u64) {
    STEPS_LEFT.store(steps, Ordering::Relaxed);
    __chiasma_mutant_active.store(mutant, Ordering::Relaxed);
}

/// Counts steps from now on, and activates no mutant.
pub(super) fn count_steps() {
    count_steps_up_to(u64::MAX);
}

/// The same, for this number of steps.
pub(super) fn count_steps_up_to(steps: u64) {
    activate(COUNT_ONLY, steps);
}

/// Makes the original the active one again; says how many steps are left.
pub(super) fn deactivate() -> u64 {
    __chiasma_mutant_active.store(0, Ordering::Relaxed);
    STEPS_LEFT.load(Ordering::Relaxed)
}

/// The active mutant; 0 for none.
#[cfg(test)]
pub(super) fn active() -> u32 {
    __chiasma_mutant_active.load(Ordering::Relaxed)
}

/// Forgets which sites were reached.
pub(crate) fn clear_reached(sites: usize) {
    for site in &__chiasma_mutant_reached[..sites.min(MAX_SITES)] {
        site.store(0, Ordering::Relaxed);
    }
}

/// The mutants of a binary, by site.
#[derive(Debug, Default)]
pub(crate) struct Reached {
    mutants: Vec<SwitchedMutant>,
    sites: usize,
}

impl Reached {
    pub(crate) fn of(mutants: Vec<SwitchedMutant>) -> Self {
        let sites = mutants.iter().map(|switched| switched.site as usize + 1).max().unwrap_or(0);
        Self { mutants, sites }
    }

    /// All mutants.
    pub(crate) fn all(&self) -> impl Iterator<Item = u32> {
        self.mutants.iter().map(|switched| switched.mutant)
    }

    /// How many sites there are.
    pub(crate) fn sites(&self) -> usize {
        self.sites
    }

    /// The mutants whose sites were reached since the last time they were forgotten.
    pub(crate) fn mutants(&self) -> impl Iterator<Item = u32> {
        let is_reached = |switched: &&SwitchedMutant| {
            let site = __chiasma_mutant_reached.get(switched.site as usize);
            site.is_some_and(|site| site.load(Ordering::Relaxed) != 0)
        };
        self.mutants.iter().filter(is_reached).map(|switched| switched.mutant)
    }
}

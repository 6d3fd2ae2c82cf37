//! `cargo chiasma fuzz`: breed inputs for a property.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Result, bail};

use crate::exit::Exit;
use crate::options::FuzzOptions;
use crate::screens::{self, FEW_VALID};
use chiasma_campaign::build::build_with_mutants;
use chiasma_campaign::property::{self, Property};
use chiasma_campaign::{Campaign, Clock, Figures, Summary};
use chiasma_evolve::Settings;

static STOP: AtomicBool = AtomicBool::new(false);

/// With --all, the number of turns of each property.
const ROUNDS: u32 = 4;
/// With --all and without --time, the time shared by all.
const DEFAULT_TIME: Duration = Duration::from_secs(600);

/// Fuzzes one property until stopped, or all of them within one budget.
pub fn run(options: &FuzzOptions) -> Result<Exit> {
    let mut settings = options.strategy.settings();
    for setting in &options.settings {
        settings.set(setting)?;
    }
    if let Some(path) = &options.stats {
        screens::stats::Stats::create(path)?;
    }
    let properties = if options.strategy.watches_mutants() {
        property::find(&build_with_mutants(&options.build.request(), None)?.binaries)?
    } else {
        super::properties(&options.build)?
    };
    super::stop_on_signals(&STOP)?;
    let failed = if options.all {
        fuzz_all(&property::all_apart(properties)?, options, &settings)?
    } else {
        let property = property::choose(properties, options.property.as_deref())?;
        !fuzz(&property, options, &settings, options.time)?.failures.is_empty()
    };
    Ok(if failed { Exit::FailureFound } else { Exit::Passed })
}

/// Fuzzes every property in turn. Each gets the same time at first; then those that still find things
/// get more of what is left, in proportion to what they found last.
fn fuzz_all(properties: &[Property], options: &FuzzOptions, settings: &Settings) -> Result<bool> {
    if properties.is_empty() {
        bail!("there is no #[property] in the tests of this workspace");
    }
    let total = options.time.unwrap_or(DEFAULT_TIME);
    let started = Instant::now();
    let mut failed = false;
    let mut found: Vec<u64> = vec![1; properties.len()];
    for round in 0..ROUNDS {
        let left = total.saturating_sub(started.elapsed()) / (ROUNDS - round);
        let shares = shares(&found, left);
        for ((property, share), found) in properties.iter().zip(shares).zip(&mut found) {
            if STOP.load(Ordering::Relaxed) || share.is_zero() {
                continue;
            }
            let summary = fuzz(property, options, settings, Some(share))?;
            failed |= !summary.failures.is_empty();
            *found = summary.kept;
        }
    }
    Ok(failed)
}

/// Divides `time` in proportion to what was found last; each property gets at least a tenth of an even share.
fn shares(found: &[u64], time: Duration) -> Vec<Duration> {
    let even = 1.0 / found.len() as f64;
    let all: u64 = found.iter().sum();
    let wanted: Vec<f64> = found
        .iter()
        .map(|&found| if all == 0 { even } else { (found as f64 / all as f64).max(even / 10.0) })
        .collect();
    let sum: f64 = wanted.iter().sum();
    wanted.into_iter().map(|share| time.mul_f64(share / sum)).collect()
}

/// Runs a campaign.
fn fuzz(
    property: &Property,
    options: &FuzzOptions,
    settings: &Settings,
    time: Option<Duration>,
) -> Result<Summary> {
    let comparing = super::comparing(&options.build, property, settings)?;
    let mut listeners = vec![screens::choose(options, &STOP)];
    if let Some(path) = &options.stats {
        listeners.push(Box::new(screens::stats::Stats::open(path)?));
    }
    #[cfg(feature = "fleet")]
    let exchange = super::fleet::join(&options.fleet, property, &options.files.store(property))?;
    #[cfg(not(feature = "fleet"))]
    let exchange = None;
    let seed = options.seed.unwrap_or_else(seed_of_now);
    let campaign = Campaign {
        property,
        comparing,
        store: options.files.store(property),
        strategy: options.strategy,
        settings: options.settings.clone(),
        seed,
        workers: options.workers.into(),
        limits: options.limits.limits(),
        shrinks: true,
        time,
        clock: Clock::Wall,
        executions: options.executions,
        samples: 0,
        stop: &STOP,
        exchange,
        listeners,
    };
    let summary = campaign.run()?;
    let Figures { runs, valid_share, timeouts, .. } = summary.figures;
    // Random inputs of a property that hangs may take long.
    if runs > 0 && valid_share < FEW_VALID && timeouts == 0 {
        let told = super::sample::tell_reasons(property, &options.limits.limits(), seed);
        // What the campaign found is saved and told by now.
        told.unwrap_or_else(|error| note!("warning: why runs are invalid is not known: {error:#}"));
    }
    Ok(summary)
}

/// A seed that no earlier campaign had, short enough to be typed.
pub(super) fn seed_of_now() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    (now.as_nanos() as u64 ^ u64::from(std::process::id())) & 0xffff_ffff
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_goes_to_those_that_find_things_and_all_get_some() {
        let second = Duration::from_secs(1);
        assert_eq!(shares(&[1, 1], 10 * second), [5 * second; 2]);
        assert_eq!(shares(&[0, 0], 10 * second), [5 * second; 2]);
        let uneven = shares(&[30, 0], 10 * second);
        assert!(uneven[0] > 9 * second && uneven[1] > second / 3, "{uneven:?}");
        let total: Duration = uneven.iter().sum();
        assert!(total.abs_diff(10 * second) < Duration::from_millis(1));
    }
}

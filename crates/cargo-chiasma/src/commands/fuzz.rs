//! `cargo chiasma fuzz`: breed inputs for a property.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result};

use crate::campaign::{Campaign, Limits, Listener};
use crate::exit::Exit;
use crate::options::FuzzOptions;
use crate::property::Property;
use crate::screens;
use crate::store::Store;

static STOP: AtomicBool = AtomicBool::new(false);

/// Fuzzes one property until stopped.
pub fn run(options: &FuzzOptions) -> Result<Exit> {
    let property = super::the_property(&options.build, options.property.as_deref())?;
    ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            // Asked twice: do not wait for anything. What was reported as saved is saved.
            std::process::exit(130);
        }
    })
    .context("cannot listen for Ctrl-C")?;
    let failed = fuzz(&property, options)?;
    Ok(if failed { Exit::FailureFound } else { Exit::Passed })
}

/// Runs a campaign; true if it found a failure.
fn fuzz(property: &Property, options: &FuzzOptions) -> Result<bool> {
    let mut listeners: Vec<Box<dyn Listener>> = screens::choose(options)?;
    if let Some(path) = &options.stats {
        listeners.push(Box::new(screens::stats::Stats::create(path)?));
    }
    let campaign = Campaign {
        property,
        store: Store::of(property, &options.files),
        strategy: options.strategy,
        seed: options.seed.unwrap_or_else(seed_of_now),
        workers: options.workers.max(1),
        limits: Limits::from(&options.limits),
        time: options.time,
        executions: options.executions,
        stop: &STOP,
        listeners,
    };
    let summary = campaign.run()?;
    Ok(!summary.failures.is_empty())
}

/// A seed that no earlier campaign had, short enough to be typed.
fn seed_of_now() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    (now.as_nanos() as u64 ^ u64::from(std::process::id())) & 0xffff_ffff
}

//! The subcommands, one file each.

pub(crate) mod coverage;
mod documents;
pub(crate) mod export;
#[cfg(feature = "fleet")]
pub(crate) mod fleet;
pub mod fuzz;
pub(crate) mod grammar;
pub(crate) mod import;
pub(crate) mod lab;
pub mod list;
pub(crate) mod minimize;
pub(crate) mod mutants;
mod pulse;
pub mod replay;
pub(crate) mod run;
pub(crate) mod sample;
pub(crate) mod shrink;
pub mod strategies;
pub(crate) mod types;

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use crate::exit::STOPPED_AT_ONCE;
use crate::options::{BuildOptions, PropertyOptions};
use chiasma_campaign::build;
use chiasma_campaign::property::{self, Property};
use chiasma_campaign::store::{Loaded, SavedFile, Store, shown};
use chiasma_evolve::Settings;

/// How long signals after the first count as the same: a terminal that is closed sends several.
const SAME_REQUEST: Duration = Duration::from_millis(500);

/// Sets `stop` at Ctrl-C, at a request to end, and when the terminal is closed. If asked again, ends at once: what was
/// reported as saved is saved.
fn stop_on_signals(stop: &'static AtomicBool) -> Result<()> {
    ctrlc::set_handler(move || request_stop(stop, || ())).context("cannot listen for Ctrl-C")
}

/// Sets `stop`. If asked again, ends at once, after `leave`.
pub(crate) fn request_stop(stop: &'static AtomicBool, leave: impl FnOnce()) {
    static FIRST: OnceLock<Instant> = OnceLock::new();
    stop.store(true, Ordering::Relaxed);
    if FIRST.get_or_init(Instant::now).elapsed() > SAME_REQUEST {
        leave();
        chiasma_campaign::kill_rest();
        std::process::exit(STOPPED_AT_ONCE.into());
    }
}

/// Builds, and finds all properties.
fn properties(options: &BuildOptions) -> Result<Vec<Property>> {
    property::find(&build::build(&options.request())?)
}

/// The saved inputs that could be read; for the others, prints why they are left out.
fn readable(loaded: Loaded) -> Vec<SavedFile> {
    for reason in &loaded.left_out {
        note!("warning: left out: {reason}");
    }
    loaded.files
}

/// The same, if there are any; if not, says where they were looked for.
fn readable_or_say_none(
    loaded: Loaded,
    property: &Property,
    store: &Store,
) -> Option<Vec<SavedFile>> {
    let files = readable(loaded);
    if files.is_empty() {
        note!(
            "{} has no corpus in {}; `cargo chiasma fuzz` breeds one",
            property.path,
            shown(&store.corpus)
        );
        return None;
    }
    Some(files)
}

/// The same property in a build that traces comparisons, if the settings ask for hints.
fn comparing(
    options: &BuildOptions,
    property: &Property,
    settings: &Settings,
) -> Result<Option<Property>> {
    if settings.get("hints") == 0.0 {
        return Ok(None);
    }
    let properties = property::find(&build::build_comparing(&options.request())?)?;
    property::choose(properties, Some(&property.path)).map(Some)
}

/// Builds, and finds the one property that is meant.
fn the_property(options: &PropertyOptions) -> Result<Property> {
    property::choose(properties(&options.build)?, Some(&options.name))
}

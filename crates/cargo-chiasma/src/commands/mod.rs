//! The subcommands, one file each.

pub(crate) mod coverage;
pub(crate) mod export;
pub mod fuzz;
pub(crate) mod import;
pub mod list;
pub(crate) mod minimize;
mod pulse;
mod recording;
pub mod replay;
pub(crate) mod shrink;
pub mod strategies;

use anyhow::Result;

use crate::build;
use crate::options::BuildOptions;
use crate::property::{self, Property};

/// Builds, and finds all properties.
fn properties(options: &BuildOptions) -> Result<Vec<Property>> {
    property::find(&build::build(options)?)
}

/// Builds, and finds the one property that is meant.
fn the_property(options: &BuildOptions, name: Option<&str>) -> Result<Property> {
    property::choose(properties(options)?, name)
}

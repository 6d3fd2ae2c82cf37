//! The subcommands, one file each.

pub mod fuzz;
pub mod list;
pub mod replay;
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

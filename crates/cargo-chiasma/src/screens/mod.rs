//! Who shows or records a campaign: lines, statistics for scripts.

pub mod plain;
pub mod stats;

use anyhow::Result;

use crate::campaign::Listener;
use crate::options::FuzzOptions;

/// The screen that fits where we are.
pub fn choose(_options: &FuzzOptions) -> Result<Vec<Box<dyn Listener>>> {
    Ok(vec![Box::new(plain::Plain::default())])
}

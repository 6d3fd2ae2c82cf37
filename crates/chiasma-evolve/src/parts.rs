//! What a strategy is put together from.

use crate::facts::Facts;
use crate::settings::{Setting, Settings};

/// A part that a strategy can have: how to describe it, which numbers it takes, and how to make it.
pub(crate) struct Part<T: ?Sized> {
    /// What it does, for the table of strategies.
    pub(crate) description: &'static str,
    /// Its numbers.
    pub(crate) settings: &'static [Setting],
    pub(crate) build: fn(&Settings, &Facts) -> Box<T>,
}

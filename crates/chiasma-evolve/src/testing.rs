//! Made-up inputs for unit tests.

use crate::input::InputId;
use crate::run::{Outcome, Run};
use crate::search::{Keeping, Origin};

/// An input without a trace, to be kept for a run with this result.
pub(crate) fn keeping<'k>(bytes: &'k [u8], outcome: Outcome, counters: &'k [u8]) -> Keeping<'k> {
    let run = Run { outcome, counters, size: bytes.len(), ticks: 0, killed: &[] };
    Keeping { id: InputId(0), origin: Origin::Bred, bytes, trace: None, run }
}

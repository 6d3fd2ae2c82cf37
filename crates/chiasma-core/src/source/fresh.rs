//! Fresh random answers, where a sequence has none.
//!
//! Uniform, but for two cases in which uniform answers find little. Of numbers wider than a byte one
//! in eight is *notable* (near the simplest, near either end, near a power of two). Of lengths with
//! more than 16 possibilities short ones are likelier: every power of two is as likely as the next.

use crate::request::Kind;
use crate::rng::Rng;

const NOTABLE_ONE_IN: u64 = 8;
const EVEN_LENGTHS_UP_TO: u64 = 16;

/// Whether all answers are equally likely.
#[inline]
pub(crate) fn is_uniform(kind: Kind, max: u64) -> bool {
    max <= EVEN_LENGTHS_UP_TO
        || match kind {
            Kind::Unsigned | Kind::Signed => max <= 255,
            Kind::Length => false,
            Kind::Bool | Kind::Char | Kind::Choice | Kind::Bytes => true,
        }
}

/// A random answer to a request of this kind, an index up to `max`.
pub(crate) fn answer(kind: Kind, max: u64, rng: &mut Rng) -> u64 {
    match kind {
        _ if is_uniform(kind, max) => rng.up_to(max),
        Kind::Unsigned | Kind::Signed if rng.one_in(NOTABLE_ONE_IN) => notable(max, rng),
        Kind::Length => {
            let bits = u64::from(u64::BITS - max.leading_zeros());
            let below =
                1u64.checked_shl(rng.up_to(bits) as u32).map_or(u64::MAX, |power| power - 1);
            rng.up_to(below.min(max))
        }
        _ => rng.up_to(max),
    }
}

#[cold]
fn notable(max: u64, rng: &mut Rng) -> u64 {
    let near = rng.up_to(15);
    match rng.up_to(2) {
        0 => near,
        1 => max - near,
        _ => {
            let power = 1u64 << rng.up_to(63 - u64::from(max.leading_zeros()));
            (power.wrapping_sub(8).wrapping_add(near)).min(max)
        }
    }
}

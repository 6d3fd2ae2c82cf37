//! What is behind the at sign: a domain, or an address in brackets.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use crate::draft::Draft;
use crate::{host, ip};

/// How long a domain may be beside the longest local part: an address has 254 bytes at most.
const LONGEST: usize = 254 - 64 - 1;

/// A domain or a literal.
#[generator]
pub(super) fn domain(s: &mut Source, d: &mut Draft<'_>) {
    pick!(s, {
        12 => within(d, LONGEST, |d| host::domain(s, d)),
        3 => literal(s, d),
        2 => within(d, LONGEST, |d| host::international_domain(s, d)),
    })
}

/// Writes a domain, and takes labels off its front until it is short enough.
fn within(d: &mut Draft<'_>, limit: usize, write: impl FnOnce(&mut Draft<'_>)) {
    let start = d.out.len();
    write(d);
    while d.out.len() - start > limit {
        let Some(dot) = d.out[start..].find('.') else { break };
        d.out.drain(start..=start + dot);
    }
}

/// An address in brackets (RFC 5321, section 4.1.3).
#[generator]
pub(super) fn literal(s: &mut Source, d: &mut Draft<'_>) {
    d.put("[");
    pick!(s, {
        4 => ip::v4::address(s, d),
        4 => {
            d.put(if d.slip(s) { "IPv5:" } else { "IPv6:" });
            ip::v6::address(s, d);
        },
    });
    if !d.slip(s) {
        d.put("]");
    }
}

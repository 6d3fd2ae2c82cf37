//! The splice of EI: answers of one input replaced by those of another, from a place of the same context
//! on.

use chiasma_core::Contextual;

use crate::members::Contexts;

/// Copies up to `bytes` bytes of the entries of `source` from the place `from` on to the entries of
/// `child` from the place `to` on, of which `used` were asked for.
///
/// As in JQF, the contexts of further entries are not compared.
pub(crate) fn splice(
    child: &mut Contextual,
    used: usize,
    to: usize,
    source: &Contexts,
    from: usize,
    bytes: usize,
) {
    let mut left = bytes;
    for (to, from) in (to..used).zip(from..source.contexts.len()) {
        if left == 0 {
            return;
        }
        let donated = source.entries.bytes_at(from);
        let here = child.bytes_at_mut(to);
        let count = donated.len().min(here.len()).min(left);
        here[..count].copy_from_slice(&donated[..count]);
        left -= count;
    }
}

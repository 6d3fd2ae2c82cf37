//! The operands of the target's comparisons, noted while it runs.
//!
//! Called by code that was compiled to trace comparisons (`cargo chiasma fuzz --set hints=1`); in other builds nothing
//! calls it, and the linker drops it.

use std::collections::BTreeSet;
use std::ffi::{c_int, c_void};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use chiasma_evolve::Hint;

/// Maximum number of different comparisons of numbers that are noted in a run.
const MAX_NUMBERS: usize = 4_096;
/// Maximum number of different comparisons of bytes that are noted in a run.
const MAX_BLOCKS: usize = 1_024;
/// Maximum length of compared bytes that are noted.
const MAX_LENGTH: usize = 256;
/// Maximum number of cases of a `match` that are noted.
const MAX_CASES: usize = 256;

static IS_NOTING: AtomicBool = AtomicBool::new(false);
static NOTED: Mutex<Operands> = Mutex::new(Operands::new());

/// The operands of comparisons that were unequal, each pair once.
#[derive(Debug)]
struct Operands {
    /// Width in bytes and both operands.
    numbers: BTreeSet<(u32, u64, u64)>,
    blocks: BTreeSet<(Vec<u8>, Vec<u8>)>,
}

impl Operands {
    const fn new() -> Self {
        Self { numbers: BTreeSet::new(), blocks: BTreeSet::new() }
    }
}

/// Begins to note comparisons.
pub(crate) fn start() {
    IS_NOTING.store(true, Ordering::Relaxed);
}

/// Ends it, and gives what was noted, in an order that depends on nothing else.
pub(crate) fn stop() -> Vec<Hint> {
    IS_NOTING.store(false, Ordering::Relaxed);
    let mut noted = NOTED.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let Operands { numbers, blocks } = std::mem::replace(&mut *noted, Operands::new());
    let numbers =
        numbers.into_iter().map(|(width, left, right)| Hint::Numbers { width, left, right });
    numbers.chain(blocks.into_iter().map(|(left, right)| Hint::Bytes { left, right })).collect()
}

/// Changes what is noted. Comparisons that this itself makes, and those of other threads at the same moment, find
/// the lock taken and are left out.
fn note(change: impl FnOnce(&mut Operands)) {
    if IS_NOTING.load(Ordering::Relaxed)
        && let Ok(mut noted) = NOTED.try_lock()
    {
        change(&mut noted);
    }
}

#[inline]
fn note_numbers(width: u32, left: u64, right: u64) {
    if left != right {
        note(|noted| {
            if noted.numbers.len() < MAX_NUMBERS {
                noted.numbers.insert((width, left, right));
            }
        });
    }
}

macro_rules! hooks {
    ($($name:ident: $operand:ty;)*) => {$(
        /// Called by the target before it compares two numbers.
        // SAFETY: the name is LLVM's, and nothing else in a worker defines it.
        #[unsafe(no_mangle)]
        pub extern "C" fn $name(left: $operand, right: $operand) {
            note_numbers(size_of::<$operand>() as u32, left.into(), right.into());
        }
    )*};
}

hooks! {
    __sanitizer_cov_trace_cmp1: u8;
    __sanitizer_cov_trace_cmp2: u16;
    __sanitizer_cov_trace_cmp4: u32;
    __sanitizer_cov_trace_cmp8: u64;
    __sanitizer_cov_trace_const_cmp1: u8;
    __sanitizer_cov_trace_const_cmp2: u16;
    __sanitizer_cov_trace_const_cmp4: u32;
    __sanitizer_cov_trace_const_cmp8: u64;
}

/// Called by the target before it chooses between several cases: how many there are, the width of the value in
/// bits, and then the cases.
///
/// # Safety
/// `cases` points to such a table.
// SAFETY: the name is LLVM's, and nothing else in a worker defines it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __sanitizer_cov_trace_switch(value: u64, cases: *const u64) {
    // SAFETY: LLVM passes a constant table of two numbers and as many cases as the first one says.
    let (bits, cases) = unsafe {
        let count = usize::try_from(*cases).unwrap_or(0).min(MAX_CASES);
        (*cases.add(1), std::slice::from_raw_parts(cases.add(2), count))
    };
    for case in cases {
        note_numbers((bits as u32).div_ceil(8), value, *case);
    }
}

/// `memcmp`, with its operands noted; the linker puts it in the place of all calls.
///
/// # Safety
/// As for `memcmp`: both point to at least `length` bytes.
// SAFETY: nothing else in a worker defines the name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __wrap_memcmp(
    left: *const c_void,
    right: *const c_void,
    length: usize,
) -> c_int {
    let (left, right) = (left.cast::<u8>(), right.cast::<u8>());
    for at in 0..length {
        // SAFETY: the caller has that many bytes at both places.
        let (one, other) = unsafe { (*left.add(at), *right.add(at)) };
        if one != other {
            if length <= MAX_LENGTH {
                // SAFETY: as above.
                unsafe { note_blocks(left, right, length) };
            }
            return c_int::from(one) - c_int::from(other);
        }
    }
    0
}

/// `bcmp`, in the same way.
///
/// # Safety
/// As for `memcmp`.
// SAFETY: nothing else in a worker defines the name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __wrap_bcmp(
    left: *const c_void,
    right: *const c_void,
    length: usize,
) -> c_int {
    // SAFETY: the caller's promise is the same.
    unsafe { __wrap_memcmp(left, right, length) }
}

/// # Safety
/// Both point to at least `length` bytes.
unsafe fn note_blocks(left: *const u8, right: *const u8, length: usize) {
    note(|noted| {
        if noted.blocks.len() < MAX_BLOCKS {
            // SAFETY: the caller has that many bytes at both places.
            let pair = unsafe {
                let left = std::slice::from_raw_parts(left, length);
                (left.to_vec(), std::slice::from_raw_parts(right, length).to_vec())
            };
            noted.blocks.insert(pair);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unequal_operands_are_noted_once_and_only_between_start_and_stop() {
        let table = [3_u64, 16, 5, 6, 7];
        let (one, other) = (b"delete", b"insert");
        let compare = || {
            __sanitizer_cov_trace_cmp4(1, 2);
            __sanitizer_cov_trace_const_cmp8(9, 9);
            // SAFETY: a table as LLVM makes it, and six bytes at both places.
            unsafe {
                __sanitizer_cov_trace_switch(6, table.as_ptr());
                __wrap_bcmp(one.as_ptr().cast(), other.as_ptr().cast(), 6)
            }
        };
        compare();
        start();
        let order = (compare(), compare());
        let numbers = |width, left, right| Hint::Numbers { width, left, right };
        let expected = [
            numbers(2, 6, 5),
            numbers(2, 6, 7),
            numbers(4, 1, 2),
            Hint::Bytes { left: one.to_vec(), right: other.to_vec() },
        ];
        assert_eq!(stop(), expected);
        assert!(order.0 < 0 && order.1 < 0, "the order of memcmp: {order:?}");
        compare();
        assert_eq!(stop(), []);
    }
}

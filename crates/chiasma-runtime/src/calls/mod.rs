//! The calls of functions that were compiled with hooks: those under way, and what each read of a lent buffer.
//!
//! `cargo chiasma` has the compiler put a call of the two hooks below at the beginning and before every return of functions
//! that reach a draw. Where nothing watches, a hook is one comparison. A function that is left by unwinding does not call
//! its second hook; its frame is known to be gone by the address of the stack at the next call.

mod observe;
mod reads;

use std::cell::Cell;
use std::ptr::{self, NonNull};

use chiasma_core::{CallChanges, FunctionId, HookedCall, HookedCalls, SiteId};

use crate::frames::image_base;
use reads::Reads;

pub use reads::{Reader, Unread, function_of_document, has_left_out_calls, watch_reader};

/// Maximum number of calls within each other that are told apart; those within these belong to the innermost of them.
const MAX_CALLS: usize = 4_096;

thread_local! {
    /// What watches the calls of this thread.
    static WATCH: Cell<*mut Watch> = const { Cell::new(ptr::null_mut()) };
}

/// Called by a function with hooks when it is entered: its address, and the return address of its frame.
// SAFETY: the name is LLVM's, and nothing else in a worker defines it.
#[unsafe(no_mangle)]
pub extern "C" fn __cyg_profile_func_enter(function: *const u8, site: *const u8) {
    if let Some(mut watch) = NonNull::new(WATCH.get()) {
        // SAFETY: what is watching stays where it is until it has ended that, and only this thread has its address. No
        // reference to it exists while generators run.
        unsafe { watch.as_mut() }.enter(function as usize, site as usize);
    }
}

/// Called by a function with hooks before it returns.
// SAFETY: the name is LLVM's, and nothing else in a worker defines it.
#[unsafe(no_mangle)]
pub extern "C" fn __cyg_profile_func_exit(function: *const u8, _site: *const u8) {
    if let Some(mut watch) = NonNull::new(WATCH.get()) {
        // SAFETY: as above.
        unsafe { watch.as_mut() }.exit(function as usize);
    }
}

/// The calls under way.
#[derive(Debug, Default)]
struct Watch {
    calls: Vec<HookedCall>,
    /// Where each call has its frame, and its function.
    frames: Vec<Frame>,
    /// How many calls were entered beyond those that are told apart.
    beyond: usize,
    /// The least number of calls under way since the source last looked.
    lowest: usize,
    /// What was read of a lent buffer, if one is watched.
    reads: Option<Reads>,
}

#[derive(Debug, Clone, Copy)]
struct Frame {
    /// An address near the lower end of the stack.
    stack: usize,
    function: usize,
}

impl Watch {
    #[inline(never)]
    fn enter(&mut self, function: usize, site: usize) {
        // The distance from the caller's frame is always the same.
        let here = 0_u8;
        let stack = &raw const here as usize;
        while self.frames.last().is_some_and(|frame| frame.stack < stack) {
            self.leave();
        }
        if self.frames.len() == MAX_CALLS {
            self.beyond += 1;
            return;
        }
        let base = image_base();
        let place = |address: usize| address.wrapping_sub(base);
        let call = HookedCall {
            function: FunctionId::at(place(function) as u32),
            site: SiteId(place(site) as u64),
        };
        if let Some(reads) = &mut self.reads {
            reads.enter(call.function);
        }
        self.calls.push(call);
        self.frames.push(Frame { stack, function });
    }

    fn exit(&mut self, function: usize) {
        if self.beyond > 0 {
            self.beyond -= 1;
            return;
        }
        // Not found if it was entered before it was watched. What lies within it was left by unwinding.
        if let Some(at) = self.frames.iter().rposition(|frame| frame.function == function) {
            while self.frames.len() > at {
                self.leave();
            }
        }
    }

    fn leave(&mut self) {
        self.frames.pop();
        self.calls.pop();
        self.lowest = self.lowest.min(self.frames.len());
        if let Some(reads) = &mut self.reads {
            reads.exit();
        }
    }
}

/// The calls of this process's functions with hooks, for a source.
#[derive(Debug)]
pub struct CallsOfThisThread {
    watch: *mut Watch,
}

impl Default for CallsOfThisThread {
    fn default() -> Self {
        Self { watch: Box::into_raw(Box::default()) }
    }
}

impl CallsOfThisThread {
    fn watch(&mut self) -> &mut Watch {
        // SAFETY: it was made in `default` and is freed in `drop`. The hooks use it on this thread only, and are not
        // called by what is done with this reference.
        unsafe { &mut *self.watch }
    }
}

impl HookedCalls for CallsOfThisThread {
    fn start(&mut self) {
        let watch = self.watch();
        watch.calls.clear();
        watch.frames.clear();
        (watch.beyond, watch.lowest) = (0, 0);
        WATCH.set(self.watch);
    }

    fn stop(&mut self) {
        WATCH.set(ptr::null_mut());
    }

    #[inline]
    fn changes(&mut self, known: usize) -> Option<CallChanges<'_>> {
        let watch = self.watch();
        let (kept, count) = (watch.lowest.min(known), watch.calls.len());
        watch.lowest = count;
        (kept < known || count > known)
            .then_some(CallChanges { kept, entered: &watch.calls[kept..] })
    }
}

impl Drop for CallsOfThisThread {
    fn drop(&mut self) {
        if WATCH.get() == self.watch {
            self.stop();
        }
        // SAFETY: it came from a box, and nothing watches with it any more.
        drop(unsafe { Box::from_raw(self.watch) });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn function(number: usize) -> *const u8 {
        (image_base() + 16 * number) as *const u8
    }

    /// A call of a function with hooks, with a frame of its own.
    #[inline(never)]
    pub(super) fn call<T>(number: usize, body: impl FnOnce() -> T) -> T {
        __cyg_profile_func_enter(function(number), ptr::null());
        let value = std::hint::black_box(body());
        __cyg_profile_func_exit(function(number), ptr::null());
        value
    }

    fn changes(calls: &mut CallsOfThisThread, known: usize) -> Option<(usize, Vec<u32>)> {
        calls.changes(known).map(|changes| {
            let numbers = changes.entered.iter().map(|c| c.function.offset().unwrap() / 16);
            (changes.kept, numbers.collect())
        })
    }

    #[test]
    fn a_source_is_told_which_calls_ended_and_which_began_since_it_looked() {
        let mut calls = CallsOfThisThread::default();
        call(9, || assert_eq!(changes(&mut calls, 0), None));
        calls.start();
        call(1, || {
            call(2, || ());
            assert_eq!(changes(&mut calls, 0), Some((0, vec![1])));
            call(3, || call(4, || assert_eq!(changes(&mut calls, 1), Some((1, vec![3, 4])))));
            call(3, || assert_eq!(changes(&mut calls, 3), Some((1, vec![3]))));
            assert_eq!(changes(&mut calls, 2), Some((1, vec![])));
            assert_eq!(changes(&mut calls, 1), None);
        });
        calls.stop();
        call(5, || assert_eq!(changes(&mut calls, 1), Some((0, vec![]))));
    }

    #[test]
    fn calls_that_were_left_by_unwinding_are_gone_when_the_next_one_begins() {
        let mut calls = CallsOfThisThread::default();
        calls.start();
        call(1, || {
            let deeper = || call(2, || call(3, || std::panic::resume_unwind(Box::new(()))));
            std::panic::catch_unwind(deeper).unwrap_err();
            call(4, || assert_eq!(changes(&mut calls, 0), Some((0, vec![1, 4]))));
        });
        assert_eq!(changes(&mut calls, 2), Some((0, vec![])));
    }
}

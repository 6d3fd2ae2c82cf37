//! Automatic spans: calls of functions that were compiled with hooks, which know nothing of a source.
//!
//! Hooks cannot reach the source, so they keep a stack of their own ([`HookedCalls`]). Before a request is answered, and
//! before an explicit span is opened, the source opens and closes spans until they are those of the calls under way. So a
//! call that draws nothing leaves no trace, and costs nothing here.

use std::fmt;
use std::panic::Location;

use super::Source;
use crate::identity::{FunctionId, SiteId, TypeId};
use crate::trace::Call;

/// A call of a function with hooks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HookedCall {
    /// The function, known by its place in the executable.
    pub function: FunctionId,
    /// Where it was called.
    pub site: SiteId,
}

/// What has changed since a source last looked at the calls under way.
#[derive(Debug)]
pub struct CallChanges<'c> {
    /// How many of the calls that the source knows are still under way, from the outermost on.
    pub kept: usize,
    /// The calls within these that were entered since.
    pub entered: &'c [HookedCall],
}

/// The calls of functions with hooks that are under way.
pub trait HookedCalls: fmt::Debug {
    /// Forgets all calls, and watches those that follow.
    fn start(&mut self);

    /// Ends it.
    fn stop(&mut self);

    /// The changes since the last time, for a source that knows `known` calls; nothing if there are none.
    fn changes(&mut self, known: usize) -> Option<CallChanges<'_>>;
}

/// The automatic spans of a source.
#[derive(Debug, Default)]
pub(super) struct Automatic {
    hooks: Option<Box<dyn HookedCalls>>,
    /// For each open one, how many spans are open from it outwards, itself included.
    open: Vec<u32>,
    /// Whether calls are watched in this run.
    is_on: bool,
}

impl Automatic {
    /// Begins a run, in which calls are watched if that is wanted and possible.
    pub(super) fn restart(&mut self, is_wanted: bool) {
        self.open.clear();
        let Some(hooks) = &mut self.hooks else { return };
        match is_wanted {
            true => hooks.start(),
            false => hooks.stop(),
        }
        self.is_on = is_wanted;
    }

    /// Whether calls are watched in this run.
    #[inline]
    pub(super) fn is_on(&self) -> bool {
        self.is_on
    }

    /// How many automatic spans are open.
    #[inline]
    pub(super) fn depth(&self) -> u32 {
        self.open.len() as u32
    }

    /// Forgets the innermost span if it is an automatic one, `depth` being the number of all that are open.
    pub(super) fn close(&mut self, depth: u32) -> bool {
        self.open.pop_if(|open| *open == depth).is_some()
    }
}

impl Source {
    /// Has calls of functions with hooks recorded in traces, as spans, and followed by aligned replay.
    pub fn set_hooked_calls(&mut self, hooks: Box<dyn HookedCalls>) {
        self.automatic = Automatic { hooks: Some(hooks), ..Automatic::default() };
    }

    /// Leaves automatic spans as they are until [`Source::resume_hooks`]; gives whether calls were watched.
    pub(super) fn pause_hooks(&mut self) -> bool {
        self.follow_hooks();
        std::mem::replace(&mut self.automatic.is_on, false)
    }

    /// Watches calls again, if they were.
    pub(super) fn resume_hooks(&mut self, were_watched: bool) {
        self.automatic.is_on = were_watched;
    }

    /// Opens and closes automatic spans until they are those of the calls under way.
    #[inline]
    pub(super) fn follow_hooks(&mut self) {
        if self.automatic.is_on {
            self.follow_changes();
        }
    }

    #[inline(never)]
    fn follow_changes(&mut self) {
        let Some(mut hooks) = self.automatic.hooks.take() else { return };
        if let Some(CallChanges { kept, entered }) = hooks.changes(self.automatic.open.len()) {
            if let Some(&ended) = self.automatic.open.get(kept) {
                // With all explicit spans in it that an unwinding left open.
                self.exit(ended - 1);
            }
            entered.iter().for_each(|call| self.enter_automatic(*call));
        }
        self.automatic.hooks = Some(hooks);
    }

    #[track_caller]
    fn enter_automatic(&mut self, call: HookedCall) {
        let HookedCall { function, site } = call;
        self.depth += 1;
        self.automatic.open.push(self.depth);
        self.replay.enter_automatic(function, self.depth, self.at);
        if self.tracing {
            let call = Call {
                name: "",
                type_name: "",
                label: None,
                location: Location::caller(),
                known: Some((function, site)),
            };
            // Calls of one function return the same type, whatever it is.
            self.recorder.enter(&call, site, function, TypeId(function.0), self.at);
        }
    }
}

//! Calls of generators: every draw opens a span; the depth of spans is limited.

use std::panic::Location;

use super::replay::Replay;
use super::{Source, Witnessed};
use crate::chi;
use crate::generator::Generator;
use crate::identity::{Function, SiteId};
use crate::reject::Rejection;
use crate::trace::Call;

/// How many spans may lie one within the other before every answer is the simplest.
///
/// Without it the values of a generator that calls itself more than once would grow as deep as the
/// size limit lets them, and its calls would use up the stack of a test's thread.
pub const MAX_DEPTH: u32 = 200;

/// How many spans may lie one within the other at all: a generator that goes on calling itself while
/// every answer is the simplest does not end.
const MAX_DEPTH_OF_SIMPLEST: u32 = 3 * MAX_DEPTH;

/// A span that [`Source::open`] opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use = "a span that is not closed holds everything drawn later"]
pub struct Open {
    outer: u32,
    /// Whether its end needs no work.
    is_plain: bool,
}

impl Source {
    /// Draws a value from a generator, in a span of its own.
    #[inline]
    #[track_caller]
    pub fn draw<G: Generator>(&mut self, generator: G) -> G::Value {
        self.spanned(&generator, None)
    }

    /// Draws a value from a generator and names it, as a struct's fields are.
    ///
    /// A saved input finds its way back by such names when the generator has changed.
    #[inline]
    #[track_caller]
    pub fn named<G: Generator>(&mut self, name: &'static str, generator: G) -> G::Value {
        self.spanned(&generator, Some(name))
    }

    /// Draws in a span with the name `identity`: calls of one name are alike.
    ///
    /// `#[generator]` puts this around a function's body, so that calling the function is enough.
    #[inline]
    #[track_caller]
    pub fn span<T>(&mut self, identity: &'static str, draw: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.depth;
        if outer < self.plain_depth {
            self.depth = outer + 1;
            let value = draw(self);
            self.depth = outer;
            return value;
        }
        let outer = self.enter(Call {
            name: identity,
            type_name: std::any::type_name::<T>(),
            label: None,
            location: Location::caller(),
            known: None,
        });
        let value = draw(self);
        self.exit(outer);
        value
    }

    #[inline]
    #[track_caller]
    pub(crate) fn spanned<G: Generator + ?Sized>(
        &mut self,
        generator: &G,
        label: Option<&'static str>,
    ) -> G::Value {
        let outer = self.depth;
        if outer < self.plain_depth {
            self.depth = outer + 1;
            let value = generator.generate(self);
            self.depth = outer;
            return value;
        }
        let outer = self.enter(Call {
            name: generator.identity(),
            type_name: std::any::type_name::<G::Value>(),
            label,
            location: Location::caller(),
            known: None,
        });
        let value = generator.generate(self);
        self.exit(outer);
        value
    }

    /// Opens a span of `function`, called at `site`, for an interpreter that has a stack of its own;
    /// [`Source::close`] ends it.
    ///
    /// ```
    /// use chiasma_core::{Function, Seed, SiteId, Source};
    ///
    /// let (rule, site) = (Function::named("digit"), SiteId::named("digit in number"));
    /// let mut s = Source::random(Seed(1));
    /// s.set_tracing(true);
    /// let open = s.open(&rule, site);
    /// let digit = s.int(0..=9u8);
    /// s.close(open);
    /// assert_eq!(s.trace().spans()[1].function, rule.id);
    /// # assert!(digit < 10);
    /// ```
    #[inline]
    #[track_caller]
    pub fn open(&mut self, function: &Function, site: SiteId) -> Open {
        let mut outer = self.depth;
        let is_plain = outer < self.plain_depth;
        if is_plain {
            self.depth = outer + 1;
        } else {
            outer = self.enter(Call {
                name: function.name,
                type_name: std::any::type_name::<String>(),
                label: None,
                location: Location::caller(),
                known: Some((function.id, site)),
            });
        }
        Open { outer, is_plain }
    }

    /// Closes a span, and all that were opened within it and not closed.
    #[inline]
    pub fn close(&mut self, open: Open) {
        if open.is_plain {
            self.depth = open.outer;
        } else {
            self.exit(open.outer);
        }
    }

    /// Enters a call; gives how many are around it.
    #[inline(never)]
    fn enter(&mut self, call: Call) -> u32 {
        self.follow_hooks();
        let outer = self.depth;
        self.depth += 1;
        if self.is_too_deep() {
            // From here on no request may take a path that does not look at the depth.
            self.choose_path();
            if self.explicit_depth() > MAX_DEPTH_OF_SIMPLEST {
                let reason = "the generator does not end: it calls itself where every choice is the \
                              simplest one";
                Rejection::unwind_at(reason, call.location);
            }
        }
        if let Replay::Aligned(input) = &mut self.replay {
            if input.is_following() {
                let function = self.sites.function_of(&call);
                input.enter(function, self.depth, self.at);
                self.lay_out();
            }
            if !self.tracing {
                return outer;
            }
        }
        let site = match call.known {
            Some((_, site)) => site,
            None => self.sites.of(call.location),
        };
        self.replay.enter(&call, site);
        if self.tracing {
            let (function, returns) = self.sites.of_call(&call, site);
            self.recorder.enter(&call, site, function, returns, self.at);
        }
        if let Some(witness) = &mut self.witness
            && let Some(depth) = witness.headings.enter(call.label, call.name)
        {
            let mut line = String::new();
            chi::write::call(&mut line, call.label, call.name, depth);
            (witness.tell)(Witnessed::Line(&line));
        }
        outer
    }

    /// Leaves a call, and all within it that were left by an unwinding that the generator caught.
    #[inline(never)]
    pub(super) fn exit(&mut self, outer: u32) {
        let was_too_deep = self.is_too_deep();
        while self.depth > outer {
            let is_automatic = self.automatic.close(self.depth);
            self.depth -= 1;
            if self.tracing {
                self.recorder.exit(self.at);
            }
            if is_automatic {
                self.replay.exit_automatic();
                continue;
            }
            self.replay.exit();
            if let Some(witness) = &mut self.witness {
                witness.headings.exit();
            }
        }
        if was_too_deep && !self.is_too_deep() {
            self.choose_path();
        }
        if let Replay::Aligned(input) = &mut self.replay
            && input.is_following()
            && input.exit(self.depth)
        {
            (self.short_path_end, self.plain_depth) = (0, 0);
            self.set_plain_end(0);
        }
    }

    /// Whether the calls are nested so deeply that every answer is the simplest.
    #[inline]
    pub(super) fn is_too_deep(&self) -> bool {
        self.explicit_depth() > MAX_DEPTH
    }

    /// How many spans are open without automatic ones, which not every run has.
    #[inline]
    fn explicit_depth(&self) -> u32 {
        self.depth - self.automatic.depth()
    }

    /// Draws one level deeper; the generator gets the number of levels so far.
    ///
    /// What a recursive generator needs to stop at some depth; derived ones use it.
    #[track_caller]
    pub fn nested<T>(&mut self, draw: impl FnOnce(&mut Self, u32) -> T) -> T {
        let level = self.nesting;
        self.nesting = level + 1;
        let value = draw(self, level);
        self.nesting = level;
        value
    }
}

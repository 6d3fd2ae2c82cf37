//! The roles of draws: structure of the input, or values in it.

use std::ops::{Deref, DerefMut};

use super::Source;
use crate::request::Role;

impl Source {
    /// Draws in `role`, whatever the kind of draw would say.
    ///
    /// ```
    /// use chiasma_core::{Role, Seed, Source};
    ///
    /// // A number that decides what is generated next.
    /// fn opcode(s: &mut Source) -> u8 {
    ///     s.with_role(Role::Structural, |s| s.int(0..=31))
    /// }
    /// # assert!(opcode(&mut Source::random(Seed(1))) < 32);
    /// ```
    pub fn with_role<T>(&mut self, role: Role, draw: impl FnOnce(&mut Self) -> T) -> T {
        draw(&mut self.in_role(Some(role)))
    }

    /// The source itself, whose draws are values until the borrow ends.
    ///
    /// Unlike the closure of [`with_role`](Self::with_role) it leaves call sites as they are, also in
    /// functions that are `#[track_caller]`.
    ///
    /// ```
    /// use chiasma_core::{Seed, Source};
    ///
    /// fn sum(s: &mut Source) -> String {
    ///     let operator = *s.as_value().choose(&["+", "-"]);
    ///     format!("{} {operator} {}", name(s), name(s))
    /// }
    ///
    /// // The length of a name, too, is part of a value.
    /// fn name(s: &mut Source) -> String {
    ///     let s = &mut *s.as_value();
    ///     (0..s.length(1..=8)).map(|_| s.char('a'..='z')).collect()
    /// }
    ///
    /// # let mut s = Source::random(Seed(1));
    /// # s.set_tracing(true);
    /// # let _ = sum(&mut s);
    /// # let is_value = |request: &chiasma_core::Request| request.role == chiasma_core::Role::Value;
    /// # assert!(s.trace().requests().iter().all(is_value));
    /// ```
    pub fn as_value(&mut self) -> InRole<'_> {
        self.in_role(Some(Role::Value))
    }

    /// The source itself, whose draws have the roles of their kinds until the borrow ends: for a part
    /// of a value that has a shape of its own, such as an expression within a string.
    pub fn by_kind(&mut self) -> InRole<'_> {
        self.in_role(None)
    }

    /// The source itself, whose draws are values until the borrow ends, unless the caller has set a role.
    pub(super) fn as_value_unless_said(&mut self) -> InRole<'_> {
        self.in_role(self.role.or(Some(Role::Value)))
    }

    fn in_role(&mut self, role: Option<Role>) -> InRole<'_> {
        let outer = std::mem::replace(&mut self.role, role);
        InRole { source: self, outer }
    }
}

/// A [`Source`] whose draws have the role asked for; see [`Source::as_value`].
#[derive(Debug)]
pub struct InRole<'s> {
    source: &'s mut Source,
    outer: Option<Role>,
}

impl Deref for InRole<'_> {
    type Target = Source;

    #[inline]
    fn deref(&self) -> &Source {
        self.source
    }
}

impl DerefMut for InRole<'_> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Source {
        self.source
    }
}

impl Drop for InRole<'_> {
    #[inline]
    fn drop(&mut self) {
        self.source.role = self.outer;
    }
}

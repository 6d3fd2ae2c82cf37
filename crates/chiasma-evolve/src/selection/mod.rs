//! Selection: which member has the next child.

pub(crate) mod queue;
pub(crate) mod rarest;
pub(crate) mod uniform;

use std::fmt;

use chiasma_core::Rng;

use crate::feedback::Admission;
use crate::members::{MemberIndex, Members};
use crate::parts::Part;
use crate::run::Run;

/// Chooses parents.
pub(crate) trait Selection: fmt::Debug {
    /// The parent of the next child; none if it is to be made without one.
    fn next(&mut self, members: &Members, covered: usize, rng: &mut Rng) -> Option<MemberIndex>;

    /// A member was added that covers this number of edges.
    fn added(&mut self, _: MemberIndex, _covered: usize, _: &Admission) {}

    /// The member added last is a child of the parent chosen last.
    fn born(&mut self) {}

    /// A child was run.
    fn told(&mut self, _: &Run<'_>) {}

    /// A child of the parent chosen last was run.
    fn bred(&mut self, _: &Run<'_>) {}

    /// A child of the parent chosen last covers this number of new edges.
    fn rewarded(&mut self, _new_edges: usize) {}

    /// The child made last killed its process.
    fn died(&mut self) {}

    /// If the choice just made was the first of a new cycle: the favoured members.
    fn completed_cycle(&mut self) -> Option<Vec<MemberIndex>> {
        None
    }

    /// Appends its state.
    fn save(&self, _body: &mut Vec<u8>) {}

    /// Restores its state; nothing if `body` does not hold one.
    fn load(&mut self, _body: &mut &[u8]) -> Option<()> {
        Some(())
    }
}

/// No parents: every child is drawn fresh.
pub(crate) const NO_PARENTS: Part<dyn Selection> =
    Part { description: "none", settings: &[], build: |_, _| Box::new(NoParents) };

#[derive(Debug)]
struct NoParents;

impl Selection for NoParents {
    fn next(&mut self, _: &Members, _: usize, _: &mut Rng) -> Option<MemberIndex> {
        None
    }
}

//! Variation: how a strategy makes a child, from a parent or without one.

pub(crate) mod contextual;
pub(crate) mod edits;
pub(crate) mod evolved;
pub(crate) mod fresh;
pub(crate) mod learned;
pub(crate) mod regions;
pub(crate) mod roles;
pub(crate) mod targeted;
pub(crate) mod types;
pub(crate) mod zeugma;

use std::fmt;

use chiasma_core::{Rng, Trace};

use crate::child::{Child, Form};
use crate::coverage::Counters;
use crate::members::{Anatomy, Member, MemberIndex, Members};
use crate::operators::{Operator, OperatorYields};
use crate::parts::Part;
use crate::run::Run;
use crate::state::{Delta, Snapshot};

/// Makes children.
pub(crate) trait Variation: fmt::Debug {
    /// How its children are replayed.
    fn form(&self) -> Form {
        Form::Linear
    }

    /// What it needs to know about members.
    fn anatomy(&self) -> Anatomy {
        Anatomy::Bytes
    }

    /// The operators that it uses; yields are counted by their places in this list.
    fn operators(&self) -> &'static [Operator];

    /// Makes a child without a parent.
    fn make(&mut self, breeding: Breeding<'_>);

    /// Makes a child of a parent.
    fn vary(&mut self, parent: Parent<'_>, breeding: Breeding<'_>);

    /// The child made last was run.
    fn told(&mut self, _: &Run<'_>) {}

    /// The child made last was kept: it covers `new_edges` edges that nothing had covered before.
    fn rewarded(&mut self, _new_edges: usize) {}

    /// The child made last cannot be judged: its process died, or it did not fit within the size limit.
    fn lost(&mut self) {}

    /// The child made last did not fit within the size limit, and its run is not judged.
    fn did_not_fit(&mut self, _: &Run<'_>) {
        self.lost();
    }

    /// The child made last killed its process.
    fn died(&mut self) {
        self.lost();
    }

    /// An input was kept that passes these edges every time.
    fn covered(&mut self, _: &Counters) {}

    /// An input was kept that drew what this trace says.
    fn traced(&mut self, _: &Trace) {}

    /// A member was added.
    fn added(&mut self, _: MemberIndex, _: &Members) {}

    /// A member took the place of `old`.
    fn replaced(&mut self, _: MemberIndex, _old: &Member, _: &Members) {}

    /// The queue has started another cycle; these members are favoured.
    fn cycle_completed(&mut self, _favoured: Vec<MemberIndex>, _: &Members) {}

    /// How many generations are complete; none if it has no generations.
    fn generations(&self) -> Option<u64> {
        None
    }

    /// Adds its state to a checkpoint.
    fn save(&mut self, _: &mut Delta) {}

    /// Restores its state; nothing if there is none.
    fn load(&mut self, _: &Snapshot, _: &Members, _body: &mut &[u8]) -> Option<()> {
        Some(())
    }
}

/// A parent, and where it is among the members.
#[derive(Clone, Copy)]
pub(crate) struct Parent<'p> {
    pub(crate) index: MemberIndex,
    pub(crate) member: &'p Member,
}

/// What making a child takes.
pub(crate) struct Breeding<'b> {
    pub(crate) child: &'b mut Child,
    pub(crate) members: &'b Members,
    pub(crate) rng: &'b mut Rng,
    pub(crate) yields: &'b mut OperatorYields,
}

//! Feedback: what a run shows that is worth keeping, and which member it makes responsible.

pub(crate) mod bucketed;
pub(crate) mod diversity;
pub(crate) mod edges;
pub(crate) mod mutants;
pub(crate) mod paths;
mod seen_bits;
pub(crate) mod smallest;
pub(crate) mod stepping_stones;
pub(crate) mod validity;

use std::collections::BTreeSet;
use std::fmt;

use crate::members::MemberIndex;
use crate::parts::Part;
use crate::run::{MutantId, Run, Verdict};
use crate::search::Keeping;

/// Decides what is kept.
pub(crate) trait Feedback: fmt::Debug {
    /// What a run is worth. Asked after every run.
    fn judge(&self, run: &Run<'_>) -> Verdict;

    /// Records what an input covers that was judged to be worth keeping, and that becomes `member` if
    /// it gets a place of its own.
    fn admit(&mut self, keeping: &Keeping<'_>, member: MemberIndex) -> Admission;

    /// How many edges are covered.
    fn covered(&self) -> usize;

    /// The mutants that are killed; nothing if it does not look at mutants.
    fn killed(&self) -> Option<&BTreeSet<MutantId>> {
        None
    }

    /// Appends its state.
    fn save(&self, body: &mut Vec<u8>);

    /// Restores its state; nothing if `body` does not hold one.
    fn load(&mut self, body: &mut &[u8]) -> Option<()>;
}

/// What the admission of an input changes.
#[derive(Debug, Default)]
pub(crate) struct Admission {
    /// How many edges nothing had covered before.
    pub(crate) new_edges: usize,
    /// The edges that the input becomes responsible for.
    pub(crate) responsible_for: Vec<usize>,
    /// Which mutants it kills.
    pub(crate) kills: Kills,
    /// Where the input goes.
    pub(crate) place: Place,
    /// The members that are not needed any more.
    pub(crate) leaving: Vec<MemberIndex>,
}

/// Which mutants an admitted input kills, of those that were tried on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Kills {
    /// None.
    #[default]
    None,
    /// Only such as others had killed before.
    Known,
    /// At least one that nothing had killed before.
    New,
}

/// Where an admitted input goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Place {
    /// It becomes a member.
    #[default]
    Own,
    /// It takes the place of a member.
    Of(MemberIndex),
    /// It does not breed.
    None,
}

/// `len` zeros, if a program may have that many edges.
pub(crate) fn zeroes(len: u64) -> Option<Vec<u8>> {
    const MAX_EDGES: u64 = 1 << 30;
    (len <= MAX_EDGES).then(|| vec![0; len as usize])
}

//! Every member as likely as any other (Zeugma).

use chiasma_core::Rng;

use super::{Part, Selection};
use crate::members::{MemberIndex, Members};

/// Uniform choice.
pub(crate) const UNIFORM: Part<dyn Selection> =
    Part { description: "uniform", settings: &[], build: |_, _| Box::new(Uniform) };

#[derive(Debug)]
struct Uniform;

impl Selection for Uniform {
    fn next(&mut self, members: &Members, _: usize, rng: &mut Rng) -> Option<MemberIndex> {
        members.random(rng)
    }
}

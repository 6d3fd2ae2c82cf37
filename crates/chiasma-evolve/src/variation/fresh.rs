//! Every child is drawn fresh: generator-based random testing.

use super::{Breeding, Parent, Part, Variation};
use crate::operators::Operator;

/// Children drawn fresh.
pub(crate) const FRESH: Part<dyn Variation> =
    Part { description: "drawn fresh", settings: &[], build: |_, _| Box::new(Fresh) };

#[derive(Debug)]
struct Fresh;

impl Variation for Fresh {
    fn operators(&self) -> &'static [Operator] {
        &[Operator::FRESH]
    }

    fn make(&mut self, breeding: Breeding<'_>) {
        breeding.child.linear(None);
        breeding.yields.applied(0);
    }

    fn vary(&mut self, _: Parent<'_>, breeding: Breeding<'_>) {
        self.make(breeding);
    }
}

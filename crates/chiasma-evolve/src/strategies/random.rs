//! Random testing: every child is new, nothing breeds.

use chiasma_core::Rng;

use super::{Child, Keeping, Kept, Run, Strategy, Verdict};
use crate::coverage::covered_edges;
use crate::operators::{Operator, OperatorYields};

/// Generator-based random testing; coverage only tells what to save.
#[derive(Debug, Default)]
pub(super) struct Random {
    seen: Vec<bool>,
    covered: usize,
    kept: usize,
    yields: OperatorYields,
}

impl Strategy for Random {
    fn ask(&mut self, _: &mut Rng, child: &mut Child) {
        child.linear(None);
        self.yields.begin();
        self.yields.applied(Operator::Random);
    }

    fn tell(&mut self, run: &Run<'_>) -> Verdict {
        let is_new = |edge: usize| !self.seen.get(edge).copied().unwrap_or(false);
        Verdict::interesting_if(covered_edges(run.counters).any(is_new))
    }

    fn keep(&mut self, keeping: &Keeping<'_>) -> Kept {
        let run = &keeping.run;
        self.seen.resize(run.counters.len().max(self.seen.len()), false);
        let mut new_branches = 0;
        for edge in covered_edges(run.counters) {
            new_branches += usize::from(!std::mem::replace(&mut self.seen[edge], true));
        }
        self.covered += new_branches;
        self.kept += usize::from(new_branches > 0);
        self.yields.kept_if(new_branches > 0);
        Kept { new_branches }
    }

    fn covered(&self) -> usize {
        self.covered
    }

    fn population(&self) -> usize {
        self.kept
    }

    fn yields(&self) -> &OperatorYields {
        &self.yields
    }
}

//! Counting the choices of a sequence, by running the generator on it once more.

use chiasma_core::{Open, Source, Weights};

use crate::draws::{Draws, Flaw, FromSource};
use crate::generate::{Limits, generate};
use crate::grammar::{Grammar, NodeId, PointId, RuleId, SetId};
use crate::probabilities::{Counts, Probabilities};

impl Grammar {
    /// Draws a text from a rule, as [`Grammar::generate`] does, and counts the choices.
    pub fn generate_counted(
        &self,
        source: &mut Source,
        rule: RuleId,
        probabilities: &Probabilities,
        limits: Limits,
    ) -> (String, Counts) {
        let inner = FromSource { grammar: self, source };
        let counting = Counting { inner, counts: Counts::new(self) };
        let (text, counting) = generate(self, counting, rule, probabilities, limits);
        (text, counting.counts)
    }
}

struct Counting<'s> {
    inner: FromSource<'s>,
    counts: Counts,
}

impl Draws for Counting<'_> {
    type Open = Open;

    fn open(&mut self, rule: RuleId, caller: NodeId) -> Open {
        self.counts.expansions += 1;
        self.inner.open(rule, caller)
    }

    fn close(&mut self, open: Open) {
        self.inner.close(open);
    }

    fn expand(&mut self) {
        self.counts.expansions += 1;
    }

    fn index(&mut self, point: PointId, weights: &Weights) -> usize {
        let index = self.inner.index(point, weights);
        if let Some(&alternative) = self.inner.grammar.point(point).order.get(index) {
            self.counts.counts[point.0 as usize][alternative as usize] += 1;
        }
        index
    }

    fn char(&mut self, set: SetId, drawer: NodeId) -> char {
        self.inner.char(set, drawer)
    }

    fn leaves(&mut self, flaw: Flaw) -> bool {
        self.inner.leaves(flaw)
    }

    fn give_up(&mut self) {
        self.inner.give_up();
    }
}

//! What each operator brought in.

use crate::wire::{Wire, wire};

/// Something that makes a child, or has a part in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Operator {
    /// Its name for people and scripts.
    pub name: &'static str,
}

impl Operator {
    /// A child without a parent, all of it drawn fresh.
    pub const FRESH: Self = Self { name: "random" };
    /// A region replaced by random bytes.
    pub const REPLACE_REGION: Self = Self { name: "replace region" };
    /// A region set to zero.
    pub const ZERO_REGION: Self = Self { name: "zero region" };
    /// A region of what decides the shape.
    pub const CHANGE_STRUCTURE: Self = Self { name: "change structure" };
    /// A region of what fills the shape in.
    pub const PRESERVE_STRUCTURE: Self = Self { name: "preserve structure" };
    /// Every choice made by a learner.
    pub const LEARNED_CHOICES: Self = Self { name: "learned choices" };
    /// Drawn fresh by the generator's own probabilities, before the first generation is complete.
    pub const FIRST_GENERATION: Self = Self { name: "first generation" };
    /// Drawn fresh by probabilities that a generation has taught.
    pub const EVOLVED_GENERATIONS: Self = Self { name: "evolved generations" };
    /// Answers replaced by those that another input gave in the same context.
    pub const CONTEXTUAL_SPLICE: Self = Self { name: "contextual splice" };
    /// A region replaced that begins in the part of the input that makes an influencing type.
    pub const TARGETED_REGION: Self = Self { name: "targeted region" };
    /// The front of one input and the back of another.
    pub const ONE_POINT_CROSSOVER: Self = Self { name: "one-point crossover" };
    /// A part of one input replaced by a part of another.
    pub const TWO_POINT_CROSSOVER: Self = Self { name: "two-point crossover" };
    /// What one call drew replaced by what a call of the same function drew in another input.
    pub const LINKED_CROSSOVER: Self = Self { name: "linked crossover" };
    /// What one call drew, drawn fresh.
    pub const REDRAW_CALLS: Self = Self { name: "redraw calls" };
    /// The answer to one request, drawn fresh.
    pub const REDRAW_ANSWERS: Self = Self { name: "redraw answers" };
    /// The answer to one request replaced by a neighbour, or by the least or the greatest.
    pub const NUDGE_ANSWERS: Self = Self { name: "nudge answers" };
    /// What one call drew replaced by what a call of the same function drew in the same input.
    pub const INNER_CROSSOVER: Self = Self { name: "inner crossover" };
    /// One of several calls of a function deleted, repeated, or swapped with another.
    pub const REARRANGE_CALLS: Self = Self { name: "rearrange calls" };
    /// A string or number replaced by a constant of the target.
    pub const CONSTANTS: Self = Self { name: "constants" };
    /// Any of the edits above, made in the part of the input that makes an influencing type.
    pub const AIMED_EDITS: Self = Self { name: "aimed edits" };
}

wire! {
    /// What one operator brought in.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    pub struct OperatorYield {
        /// The children that it had a part in.
        pub children: u64,
        /// Those of them that were saved because they cover a new edge.
        pub kept: u64,
    }
}

/// What every operator of a strategy brought in.
#[derive(Debug, Clone)]
pub struct OperatorYields {
    operators: &'static [Operator],
    yields: Vec<OperatorYield>,
    /// The operators that made the child under way, one bit each.
    current: u32,
}

impl OperatorYields {
    pub(crate) fn of(operators: &'static [Operator]) -> Self {
        let yields = vec![OperatorYield::default(); operators.len()];
        Self { operators, yields, current: 0 }
    }

    /// The yield of each operator that was used at all.
    pub fn used(&self) -> impl Iterator<Item = (Operator, OperatorYield)> {
        let all = self.operators.iter().copied().zip(self.yields.iter().copied());
        all.filter(|(_, counted)| counted.children > 0)
    }

    /// Another child is begun.
    #[inline]
    pub(crate) fn begin(&mut self) {
        self.current = 0;
    }

    /// The operator at this place among those of the strategy has a part in the child.
    #[inline]
    pub(crate) fn applied(&mut self, operator: usize) {
        let bit = 1 << operator;
        if self.current & bit == 0 {
            self.current |= bit;
            self.yields[operator].children += 1;
        }
    }

    /// The child was kept: credits everything that made it.
    pub(crate) fn credit(&mut self) {
        for (operator, counted) in self.yields.iter_mut().enumerate() {
            counted.kept += u64::from(self.current >> operator & 1);
        }
    }

    pub(crate) fn save(&self, body: &mut Vec<u8>) {
        self.yields.write(body);
    }

    pub(crate) fn load(&mut self, body: &mut &[u8]) -> Option<()> {
        let yields: Vec<OperatorYield> = Vec::read(body)?;
        (yields.len() == self.operators.len()).then(|| self.yields = yields)
    }
}

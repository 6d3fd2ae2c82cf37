//! What makes a child of its parents, and what each operator brought in.

pub(crate) mod crossover;
pub(crate) mod mutate;

/// An operator, by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Operator {
    /// Fresh random bytes, without a parent.
    Random,
    /// A region replaced by random bytes.
    ReplaceRegion,
    /// A region set to zero.
    ZeroRegion,
    /// A region of what decides the shape.
    ChangeStructure,
    /// A region of what fills the shape in.
    PreserveStructure,
    /// Every choice made by a learner.
    LearnedChoices,
    /// Answers replaced by those that another input gave in the same context.
    ContextualSplice,
    /// The front of one input and the back of another.
    OnePointCrossover,
    /// A part of one input replaced by a part of another.
    TwoPointCrossover,
    /// What one call drew replaced by what a call of the same function drew in another input.
    LinkedCrossover,
}

impl Operator {
    /// Every operator.
    pub const ALL: [Self; 10] = [
        Self::Random,
        Self::ReplaceRegion,
        Self::ZeroRegion,
        Self::ChangeStructure,
        Self::PreserveStructure,
        Self::LearnedChoices,
        Self::ContextualSplice,
        Self::OnePointCrossover,
        Self::TwoPointCrossover,
        Self::LinkedCrossover,
    ];

    /// Its name for people and scripts.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::ReplaceRegion => "replace region",
            Self::ZeroRegion => "zero region",
            Self::ChangeStructure => "change structure",
            Self::PreserveStructure => "preserve structure",
            Self::LearnedChoices => "learned choices",
            Self::ContextualSplice => "contextual splice",
            Self::OnePointCrossover => "one-point crossover",
            Self::TwoPointCrossover => "two-point crossover",
            Self::LinkedCrossover => "linked crossover",
        }
    }
}

/// What one operator brought in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct OperatorYield {
    /// The children that it had a part in.
    pub children: u64,
    /// Those of them that were kept.
    pub kept: u64,
}

/// What every operator brought in.
#[derive(Debug, Clone, Default)]
pub struct OperatorYields {
    yields: [OperatorYield; Operator::ALL.len()],
    /// The operators that made the child under way, one bit each.
    current: u16,
}

impl OperatorYields {
    /// The yield of each operator that was used at all.
    pub fn used(&self) -> impl Iterator<Item = (Operator, OperatorYield)> {
        let all = Operator::ALL.into_iter().zip(self.yields);
        all.filter(|(_, counted)| counted.children > 0)
    }

    pub(crate) fn begin(&mut self) {
        self.current = 0;
    }

    #[inline]
    pub(crate) fn applied(&mut self, operator: Operator) {
        let bit = 1 << operator as u8;
        if self.current & bit == 0 {
            self.current |= bit;
            self.yields[operator as usize].children += 1;
        }
    }

    /// If the child was kept, credits everything that made it.
    pub(crate) fn kept_if(&mut self, kept: bool) {
        for operator in Operator::ALL {
            if kept && self.current & 1 << operator as u8 != 0 {
                self.yields[operator as usize].kept += 1;
            }
        }
    }
}

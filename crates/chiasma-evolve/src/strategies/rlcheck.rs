//! RLCheck, the greybox kind: a learner at every choice point of the generator.

use std::cell::RefCell;
use std::rc::Rc;

use chiasma_core::Rng;

use super::{Child, Keeping, Kept, Outcome, Run, Strategy, Verdict};
use crate::feedback::paths::Paths;
use crate::feedback::validity::Validity;
use crate::learning::monte_carlo::{LearnedGuide, Learner};
use crate::operators::{Operator, OperatorYields};

/// What a valid input with a new set of branches is worth.
const REWARD_NEW: f64 = 20.0;
/// What any other valid input is worth.
const REWARD_KNOWN: f64 = 0.0;
/// What an invalid input is worth.
const REWARD_INVALID: f64 = -1.0;

/// The search of RLCheck.
#[derive(Debug)]
pub(super) struct RlCheck {
    learner: Rc<RefCell<Learner>>,
    feedback: Validity,
    valid_paths: Paths,
    kept: usize,
    yields: OperatorYields,
}

impl RlCheck {
    pub(super) fn new() -> Self {
        Self {
            learner: Rc::new(RefCell::new(Learner::new())),
            feedback: Validity::default(),
            valid_paths: Paths::default(),
            kept: 0,
            yields: OperatorYields::default(),
        }
    }
}

impl Strategy for RlCheck {
    fn ask(&mut self, rng: &mut Rng, child: &mut Child) {
        self.yields.begin();
        self.yields.applied(Operator::LearnedChoices);
        self.learner.borrow_mut().begin(rng.bits());
        child.guided(|| Box::new(LearnedGuide(Rc::clone(&self.learner))));
    }

    /// Every run closes its episode, failing ones too: otherwise what led there would be credited with
    /// the next run's reward.
    fn tell(&mut self, run: &Run<'_>) -> Verdict {
        let reward = match run.outcome {
            Outcome::Valid if self.valid_paths.is_new(run.counters) => REWARD_NEW,
            Outcome::Valid => REWARD_KNOWN,
            Outcome::Invalid | Outcome::Failure => REWARD_INVALID,
        };
        self.learner.borrow_mut().end(reward);
        Verdict::interesting_if(self.feedback.is_interesting(run))
    }

    fn keep(&mut self, keeping: &Keeping<'_>) -> Kept {
        let added = self.feedback.add(&keeping.run);
        self.kept += usize::from(added.new_branches > 0);
        self.yields.kept_if(added.new_branches > 0);
        Kept { new_branches: added.new_branches }
    }

    fn covered(&self) -> usize {
        self.feedback.covered()
    }

    fn population(&self) -> usize {
        self.kept
    }

    fn yields(&self) -> &OperatorYields {
        &self.yields
    }
}

//! RLCheck, the greybox kind: a learner at every choice point of the generator.

use std::cell::RefCell;
use std::rc::Rc;

use chiasma_core::Rng;

use super::{Child, Keeping, Kept, Outcome, Run, Strategy, Verdict};
use crate::feedback::paths::Paths;
use crate::feedback::validity::Validity;
use crate::learning::monte_carlo::{LearnedGuide, Learner};
use crate::operators::{Operator, OperatorYields};
use crate::settings::{Setting, Settings};

/// The numbers of RLCheck, with the defaults of its implementation.
pub(super) const SETTINGS: &[Setting] = &[
    Setting {
        name: "window",
        default: 5.0,
        min: 0.0,
        max: 64.0,
        meaning: "how many choices before one are the state of its learner",
    },
    Setting {
        name: "epsilon",
        default: 0.25,
        min: 0.0,
        max: 1.0,
        meaning: "probability to make a choice at random",
    },
    Setting {
        name: "max-states",
        default: 100_000.0,
        min: 1.0,
        max: 1_000_000_000.0,
        meaning: "states that are learned of; choices in further ones are left to chance",
    },
    Setting {
        name: "reward-new",
        default: 20.0,
        min: -1_000.0,
        max: 1_000.0,
        meaning: "what a valid input with a new set of branches is worth",
    },
    Setting {
        name: "reward-known",
        default: 0.0,
        min: -1_000.0,
        max: 1_000.0,
        meaning: "what any other valid input is worth",
    },
    Setting {
        name: "reward-invalid",
        default: -1.0,
        min: -1_000.0,
        max: 1_000.0,
        meaning: "what an invalid or failing input is worth",
    },
];

/// The search of RLCheck.
#[derive(Debug)]
pub(super) struct RlCheck {
    learner: Rc<RefCell<Learner>>,
    reward_new: f64,
    reward_known: f64,
    reward_invalid: f64,
    feedback: Validity,
    valid_paths: Paths,
    kept: usize,
    yields: OperatorYields,
}

impl RlCheck {
    pub(super) fn new(settings: &Settings) -> Self {
        let learner = Learner::new(
            settings.whole("window") as usize,
            settings.get("epsilon"),
            settings.whole("max-states") as usize,
        );
        Self {
            learner: Rc::new(RefCell::new(learner)),
            reward_new: settings.get("reward-new"),
            reward_known: settings.get("reward-known"),
            reward_invalid: settings.get("reward-invalid"),
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
            Outcome::Valid if self.valid_paths.is_new(run.counters) => self.reward_new,
            Outcome::Valid => self.reward_known,
            Outcome::Invalid | Outcome::Failure => self.reward_invalid,
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

//! Every choice made by a learner (RLCheck).

use std::cell::RefCell;
use std::rc::Rc;

use super::{Breeding, Parent, Part, Variation};
use crate::child::Form;
use crate::feedback::paths::{Paths, set_of_edges};
use crate::learning::monte_carlo::{LearnedGuide, Learner};
use crate::members::Members;
use crate::operators::Operator;
use crate::run::{Outcome, Run};
use crate::settings::{Setting, Settings};
use crate::state::{Delta, Snapshot};

/// RLCheck's Monte-Carlo control.
pub(crate) const LEARNED: Part<dyn Variation> = Part {
    description: "Monte-Carlo control at every choice (window 5, epsilon 0.25; +20 valid with a new set \
                  of branches, 0 valid, -1 invalid)",
    settings: &[
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
    ],
    build: |settings, _| Box::new(Learned::new(settings)),
};

#[derive(Debug)]
struct Learned {
    learner: Rc<RefCell<Learner>>,
    reward_new: f64,
    reward_known: f64,
    reward_invalid: f64,
    /// The sets of branches that valid inputs covered.
    valid_sets: Paths,
}

impl Learned {
    fn new(settings: &Settings) -> Self {
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
            valid_sets: Paths::default(),
        }
    }
}

impl Variation for Learned {
    fn form(&self) -> Form {
        Form::Guided
    }

    fn operators(&self) -> &'static [Operator] {
        &[Operator::LEARNED_CHOICES]
    }

    fn make(&mut self, breeding: Breeding<'_>) {
        breeding.yields.applied(0);
        self.learner.borrow_mut().begin(breeding.rng.bits());
        breeding.child.guided(|| Box::new(LearnedGuide(Rc::clone(&self.learner))));
    }

    fn vary(&mut self, _: Parent<'_>, breeding: Breeding<'_>) {
        self.make(breeding);
    }

    /// Every run closes its episode with a reward, failing ones too.
    fn told(&mut self, run: &Run<'_>) {
        let reward = match run.outcome {
            Outcome::Valid if self.valid_sets.is_new(set_of_edges(run.counters)) => self.reward_new,
            Outcome::Valid => self.reward_known,
            Outcome::Invalid | Outcome::Failure => self.reward_invalid,
        };
        self.learner.borrow_mut().end(reward);
    }

    fn lost(&mut self) {
        self.learner.borrow_mut().end(self.reward_invalid);
    }

    fn save(&mut self, delta: &mut Delta) {
        delta.paths.append(&mut self.valid_sets.take_unsaved());
        delta.learned.append(&mut self.learner.borrow_mut().take_unsaved());
    }

    fn load(&mut self, snapshot: &Snapshot, _: &Members, _: &mut &[u8]) -> Option<()> {
        self.valid_sets.restore(snapshot.paths());
        self.learner.borrow_mut().restore(snapshot.learned())
    }
}

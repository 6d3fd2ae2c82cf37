//! Every child drawn fresh, by probabilities that evolve (EvoGFuzz).

use std::cell::RefCell;
use std::rc::Rc;

use super::{Breeding, Parent, Part, Variation};
use crate::child::Form;
use crate::learning::generations::{EvolvedGuide, Generations, Numbers};
use crate::members::Members;
use crate::operators::Operator;
use crate::run::{Outcome, Run};
use crate::settings::{Setting, Settings};
use crate::state::{Delta, Snapshot};

/// EvoGFuzz's evolution of a grammar's probabilities.
pub(crate) const EVOLVED: Part<dyn Variation> = Part {
    description: "drawn fresh by probabilities that the best of each generation teach (100 inputs; failing \
                  ones, then expansions²/(1.5·length); best 5 % and 10 tournaments of 10; one choice drawn \
                  again)",
    settings: &[
        Setting {
            name: "population",
            default: 100.0,
            min: 1.0,
            max: 100_000.0,
            meaning: "how many inputs a generation has",
        },
        Setting {
            name: "lambda",
            default: 1.5,
            min: 0.001,
            max: 1_000.0,
            meaning: "what length counts for against expansions (paper: 1.5 for JSON, 2 for JavaScript and CSS)",
        },
        Setting {
            name: "elite-share",
            default: 0.05,
            min: 0.0,
            max: 1.0,
            meaning: "share of a generation that is selected for its fitness alone",
        },
        Setting {
            name: "tournaments",
            default: 10.0,
            min: 0.0,
            max: 100_000.0,
            meaning: "how many tournaments select among the others",
        },
        Setting {
            name: "tournament-size",
            default: 10.0,
            min: 1.0,
            max: 100_000.0,
            meaning: "how many inputs take part in a tournament",
        },
        Setting {
            name: "mutations",
            default: 1.0,
            min: 0.0,
            max: 1_000.0,
            meaning: "how many choices get new random probabilities in each generation",
        },
    ],
    build: |settings, _| Box::new(Evolved::new(settings)),
};

/// The first generation has the generator's own probabilities; its yield is counted apart.
const OPERATORS: &[Operator] = &[Operator::FIRST_GENERATION, Operator::EVOLVED_GENERATIONS];

#[derive(Debug)]
struct Evolved {
    generations: Rc<RefCell<Generations>>,
}

impl Evolved {
    fn new(settings: &Settings) -> Self {
        let numbers = Numbers {
            population: settings.whole("population") as usize,
            lambda: settings.get("lambda"),
            elite_share: settings.get("elite-share"),
            tournaments: settings.whole("tournaments") as usize,
            tournament_size: settings.whole("tournament-size") as usize,
            mutations: settings.whole("mutations") as usize,
        };
        Self { generations: Rc::new(RefCell::new(Generations::new(numbers))) }
    }
}

impl Variation for Evolved {
    fn form(&self) -> Form {
        Form::Guided
    }

    fn operators(&self) -> &'static [Operator] {
        OPERATORS
    }

    fn make(&mut self, breeding: Breeding<'_>) {
        let mut generations = self.generations.borrow_mut();
        breeding.yields.applied(usize::from(generations.completed() > 0));
        generations.begin(breeding.rng.bits());
        breeding.child.guided(|| Box::new(EvolvedGuide(Rc::clone(&self.generations))));
    }

    fn vary(&mut self, _: Parent<'_>, breeding: Breeding<'_>) {
        self.make(breeding);
    }

    // An input that did not run to its end is no individual: if its process died, its choices are not known.
    fn told(&mut self, run: &Run<'_>) {
        self.generations.borrow_mut().end(run.outcome == Outcome::Failure);
    }

    fn generations(&self) -> Option<u64> {
        Some(self.generations.borrow().completed())
    }

    fn save(&mut self, delta: &mut Delta) {
        self.generations.borrow().save(&mut delta.body);
    }

    fn load(&mut self, _: &Snapshot, _: &Members, body: &mut &[u8]) -> Option<()> {
        self.generations.borrow_mut().load(body)
    }
}

//! BeDivFuzz: mutations that change the shape of an input, or keep it, whichever works better for it.

use std::collections::HashSet;

use chiasma_core::{Rng, Split};

use super::zest::{Extent, zest_settings};
use super::{Child, Keeping, Kept, Outcome, Run, Strategy, Verdict};
use crate::coverage::covered_edges;
use crate::feedback::paths::Paths;
use crate::feedback::validity::Validity;
use crate::learning::bandit::Bandit;
use crate::operators::mutate::overwrite_region;
use crate::operators::{Operator, OperatorYields};
use crate::selection::queue::Queue;
use crate::settings::{Setting, Settings};

/// The numbers of BeDivFuzz, with the defaults of its implementation.
pub(super) const SETTINGS: &[Setting] = zest_settings![
    Setting {
        name: "epsilon",
        default: 0.2,
        min: 0.0,
        max: 1.0,
        meaning: "probability to choose between the two kinds of mutation by chance",
    },
    Setting {
        name: "havoc",
        default: 0.1,
        min: 0.0,
        max: 1.0,
        meaning: "share of children that are mutated in structure and values alike",
    },
];

/// What is saved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Saves {
    /// What Zest saves.
    Simple,
    /// What Zest saves, if its shape is new too.
    Structure,
}

/// The search of BeDivFuzz.
#[derive(Debug)]
pub(super) struct BeDiv {
    saves: Saves,
    epsilon: f64,
    havoc: f64,
    extent: Extent,
    feedback: Validity,
    queue: Queue,
    inputs: Vec<Input>,
    valid_paths: Paths,
    structures: HashSet<u64>,
    /// The parent of the child under way, and the arm that made it.
    made_by: Option<(usize, usize)>,
    yields: OperatorYields,
}

#[derive(Debug)]
struct Input {
    split: Split,
    bandit: Bandit,
}

impl BeDiv {
    pub(super) fn new(saves: Saves, settings: &Settings) -> Self {
        Self {
            saves,
            epsilon: settings.get("epsilon"),
            havoc: settings.get("havoc"),
            extent: Extent::new(settings),
            feedback: Validity::default(),
            queue: Queue::new(settings),
            inputs: Vec::new(),
            valid_paths: Paths::default(),
            structures: HashSet::new(),
            made_by: None,
            yields: OperatorYields::default(),
        }
    }
}

impl Strategy for BeDiv {
    fn ask(&mut self, rng: &mut Rng, child: &mut Child) {
        self.yields.begin();
        self.made_by = None;
        let Some(at) = self.queue.next(self.feedback.covered()) else {
            child.split(None, &Split::default());
            self.yields.applied(Operator::Random);
            return;
        };
        let parent = &mut self.inputs[at];
        let child = child.split(Some(self.queue.id(at)), &parent.split);
        let zero = self.extent.zero(rng);
        let mutate = |bytes: &mut Vec<u8>, rng: &mut Rng| {
            for _ in 0..self.extent.mutations(rng) {
                overwrite_region(bytes, &self.extent.region, zero, rng);
            }
        };
        if rng.chance(self.havoc) {
            mutate(&mut child.structural, rng);
            mutate(&mut child.values, rng);
            self.yields.applied(Operator::ReplaceRegion);
            return;
        }
        let arm = parent.bandit.choose(self.epsilon, rng);
        self.made_by = Some((at, arm));
        if arm == 0 {
            mutate(&mut child.structural, rng);
            self.yields.applied(Operator::ChangeStructure);
        } else {
            mutate(&mut child.values, rng);
            self.yields.applied(Operator::PreserveStructure);
        }
    }

    fn tell(&mut self, run: &Run<'_>) -> Verdict {
        if run.outcome == Outcome::Valid
            && self.valid_paths.is_new(run.counters)
            && let Some((parent, arm)) = self.made_by
        {
            self.inputs[parent].bandit.reward(arm);
        }
        Verdict::interesting_if(self.feedback.is_interesting(run))
    }

    fn keep(&mut self, keeping: &Keeping<'_>) -> Kept {
        let new_structure = self.structures.insert(keeping.trace.structure_hash());
        let added = self.feedback.add(&keeping.run);
        if self.saves == Saves::Simple || new_structure {
            let covered = covered_edges(keeping.run.counters).count();
            self.queue.push(keeping.id, covered, &added.responsible_for);
            self.inputs.push(Input { split: Split::of(keeping.trace), bandit: Bandit::default() });
        }
        self.yields.kept_if(added.new_branches > 0);
        Kept { new_branches: added.new_branches }
    }

    fn covered(&self) -> usize {
        self.feedback.covered()
    }

    fn population(&self) -> usize {
        self.queue.len()
    }

    fn yields(&self) -> &OperatorYields {
        &self.yields
    }
}

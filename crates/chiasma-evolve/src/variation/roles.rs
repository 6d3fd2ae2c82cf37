//! Mutations that change the shape of an input, or keep it, whichever works better for it (BeDivFuzz).

use super::regions::{Extent, MEAN_MUTATIONS, MEAN_REGION, ZERO_CHILDREN};
use super::{Breeding, Parent, Part, Variation};
use crate::child::Form;
use crate::feedback::paths::{Paths, path_with_counts};
use crate::learning::bandit::Bandit;
use crate::members::{Anatomy, MemberIndex, Members};
use crate::operators::Operator;
use crate::operators::mutate::Filling;
use crate::run::{Outcome, Run};
use crate::settings::{Setting, Settings};
use crate::state::{Delta, Snapshot};
use crate::wire::Wire;

/// BeDivFuzz's mutations.
pub(crate) const ROLES: Part<dyn Variation> = Part {
    description: "change or preserve structure, epsilon-greedy (0.2) on new valid paths; p = 0.1 both",
    settings: &[
        MEAN_MUTATIONS,
        MEAN_REGION,
        ZERO_CHILDREN,
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
    ],
    build: |settings, _| Box::new(Roles::new(settings)),
};

#[derive(Debug)]
struct Roles {
    epsilon: f64,
    havoc: f64,
    extent: Extent,
    zero_probability: f64,
    /// What was learned of each member.
    bandits: Vec<Bandit>,
    valid_paths: Paths,
    /// The parent of the child under way, and the arm that made it.
    made_by: Option<(MemberIndex, usize)>,
}

/// Places in the list of operators; the first two are the arms of a bandit, too.
const CHANGE: usize = 0;
const PRESERVE: usize = 1;
const BOTH: usize = 2;
const FRESH: usize = 3;

impl Roles {
    fn new(settings: &Settings) -> Self {
        Self {
            epsilon: settings.get("epsilon"),
            havoc: settings.get("havoc"),
            extent: Extent::new(settings),
            zero_probability: settings.get("zero-probability"),
            bandits: Vec::new(),
            valid_paths: Paths::default(),
            made_by: None,
        }
    }
}

impl Variation for Roles {
    fn form(&self) -> Form {
        Form::Split
    }

    fn anatomy(&self) -> Anatomy {
        Anatomy::Roles
    }

    fn operators(&self) -> &'static [Operator] {
        &[
            Operator::CHANGE_STRUCTURE,
            Operator::PRESERVE_STRUCTURE,
            Operator::REPLACE_REGION,
            Operator::FRESH,
        ]
    }

    fn make(&mut self, breeding: Breeding<'_>) {
        self.made_by = None;
        breeding.child.split(None, &chiasma_core::Split::default());
        breeding.yields.applied(FRESH);
    }

    fn vary(&mut self, parent: Parent<'_>, breeding: Breeding<'_>) {
        let Some(roles) = parent.member.roles() else { return self.make(breeding) };
        let Breeding { child, rng, yields, .. } = breeding;
        let child = child.split(Some(parent.member.id), roles);
        self.made_by = None;
        let filling = Filling::zero_with(self.zero_probability, rng);
        if rng.chance(self.havoc) {
            self.extent.mutate_either(&mut child.structural, &mut child.values, filling, rng);
            yields.applied(BOTH);
            return;
        }
        // Where there is nothing to change the other half is changed: a copy would tell nothing.
        let arm = match (roles.structural.is_empty(), roles.values.is_empty()) {
            (_, true) => CHANGE,
            (true, false) => PRESERVE,
            (false, false) => {
                let arm = self.bandits[parent.index.slot()].choose(self.epsilon, rng);
                self.made_by = Some((parent.index, arm));
                arm
            }
        };
        let half = if arm == CHANGE { &mut child.structural } else { &mut child.values };
        self.extent.mutate(half, filling, rng);
        yields.applied(arm);
    }

    fn told(&mut self, run: &Run<'_>) {
        if run.outcome == Outcome::Valid
            && self.valid_paths.is_new(path_with_counts(run.counters))
            && let Some((parent, arm)) = self.made_by
        {
            self.bandits[parent.slot()].reward(arm);
        }
    }

    fn added(&mut self, member: MemberIndex, _: &Members) {
        if self.bandits.len() <= member.slot() {
            self.bandits.resize_with(member.slot() + 1, Bandit::default);
        }
        self.bandits[member.slot()] = Bandit::default();
    }

    fn save(&mut self, delta: &mut Delta) {
        delta.paths.append(&mut self.valid_paths.take_unsaved());
        self.bandits.write(&mut delta.body);
    }

    fn load(&mut self, snapshot: &Snapshot, _: &Members, body: &mut &[u8]) -> Option<()> {
        self.valid_paths.restore(snapshot.paths());
        self.bandits = Vec::read(body)?;
        Some(())
    }
}

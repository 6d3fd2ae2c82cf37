//! A search: a strategy at work, put together from its parts.

use std::collections::BTreeSet;

use chiasma_core::{Rng, Trace};

use crate::child::{Child, Form};
use crate::coverage::count_covered;
use crate::feedback::{Feedback, Place};
use crate::input::InputId;
use crate::members::{Anatomy, Member, Members, Structure};
use crate::operators::OperatorYields;
use crate::run::{MutantId, Outcome, Run, Verdict};
use crate::selection::Selection;
use crate::state::{Delta, Snapshot};
use crate::variation::{Breeding, Parent, Variation};

/// An evolutionary search: asked for a child, told the result of its run, and given what is worth keeping.
#[derive(Debug)]
pub struct Search {
    members: Members,
    selection: Box<dyn Selection>,
    variation: Box<dyn Variation>,
    feedback: Box<dyn Feedback>,
    anatomy: Anatomy,
    yields: OperatorYields,
    /// Whether the child made last has a parent.
    is_of_parent: bool,
}

/// An input to be kept.
#[derive(Debug, Clone, Copy)]
pub struct Keeping<'k> {
    /// Its id.
    pub id: InputId,
    /// Where it comes from.
    pub origin: Origin,
    /// Its parameter sequence.
    pub bytes: &'k [u8],
    /// What it asked for, if the search needs to know (see [`Search::anatomy`]).
    pub trace: Option<&'k Trace>,
    /// Its run, with the counters that it passes every time.
    pub run: Run<'k>,
}

/// Where an input comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// It is the child that was made last.
    Bred,
    /// It was given: by a person, or by another search.
    Given,
}

/// An input that was kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kept {
    /// Its id.
    pub id: InputId,
    /// [`Verdict::New`] if it belongs into the corpus, [`Verdict::Smaller`] if it only breeds.
    pub verdict: Verdict,
    /// How many edges nothing had covered before.
    pub new_edges: usize,
    /// The result of its run.
    pub outcome: Outcome,
    /// How long its run took.
    pub ticks: u64,
}

impl Search {
    pub(crate) fn of(
        selection: Box<dyn Selection>,
        variation: Box<dyn Variation>,
        feedback: Box<dyn Feedback>,
    ) -> Self {
        let (anatomy, operators) = (variation.anatomy(), variation.operators());
        let yields = OperatorYields::of(operators);
        Self {
            members: Members::default(),
            selection,
            variation,
            feedback,
            anatomy,
            yields,
            is_of_parent: false,
        }
    }

    /// What it needs to know about the inputs that it keeps.
    #[must_use]
    pub fn anatomy(&self) -> Anatomy {
        self.anatomy
    }

    /// How its children are replayed.
    #[must_use]
    pub fn form(&self) -> Form {
        self.variation.form()
    }

    /// Makes the next child.
    pub fn ask(&mut self, rng: &mut Rng, child: &mut Child) {
        self.yields.begin();
        let parent = self.selection.next(&self.members, self.feedback.covered(), rng);
        if let Some(favoured) = self.selection.completed_cycle() {
            self.variation.cycle_completed(favoured, &self.members);
        }
        let parent =
            parent.and_then(|index| Some(Parent { index, member: self.members.get(index)? }));
        let (members, yields) = (&self.members, &mut self.yields);
        let breeding = Breeding { child: &mut *child, members, rng, yields };
        match parent {
            Some(parent) => self.variation.vary(parent, breeding),
            None => self.variation.make(breeding),
        }
        self.is_of_parent = child.parent().is_some();
    }

    /// Looks at the run of the child made last.
    #[inline]
    pub fn tell(&mut self, run: &Run<'_>) -> Verdict {
        self.selection.told(run);
        if self.is_of_parent {
            self.selection.bred(run);
        }
        self.variation.told(run);
        self.feedback.judge(run)
    }

    /// The child made last did not fit within the size limit: it is not judged, but its run took what it took.
    pub fn did_not_fit(&mut self, run: &Run<'_>) {
        self.selection.told(run);
        if self.is_of_parent {
            self.selection.bred(run);
        }
        self.variation.did_not_fit(run);
    }

    /// The child made last killed its process; to be said before the next one is made.
    pub fn died(&mut self) {
        if self.is_of_parent {
            self.selection.died();
        }
        self.variation.died();
    }

    /// What a run is worth, whether its input was bred or given.
    #[must_use]
    pub fn judge(&self, run: &Run<'_>) -> Verdict {
        self.feedback.judge(run)
    }

    /// Keeps an input if it is still worth keeping with the counters that it passes every time.
    pub fn keep(&mut self, keeping: &Keeping<'_>) -> Option<Kept> {
        let verdict = self.feedback.judge(&keeping.run);
        if verdict == Verdict::Dull {
            return None;
        }
        self.variation.covered(keeping.run.counters);
        if let Some(trace) = keeping.trace {
            self.variation.traced(trace);
        }
        let admission = self.feedback.admit(keeping, self.members.next_index());
        let member = Member {
            id: keeping.id,
            bytes: keeping.bytes.to_vec(),
            outcome: keeping.run.outcome,
            work: keeping.run.work(),
            structure: Structure::of(keeping.trace, self.anatomy),
        };
        match admission.place {
            Place::Own => {
                let index = self.members.add(member);
                let covered = count_covered(keeping.run.counters);
                self.selection.added(index, covered, &admission);
                if keeping.origin == Origin::Bred && self.is_of_parent {
                    self.selection.born();
                }
                self.variation.added(index, &self.members);
            }
            Place::Of(index) => {
                if let Some(old) = self.members.replace(index, member) {
                    self.variation.replaced(index, &old, &self.members);
                }
            }
            Place::None => {}
        }
        for gone in admission.leaving {
            self.members.remove(gone);
        }
        if keeping.origin == Origin::Bred && admission.new_edges > 0 {
            self.yields.credit();
            if self.is_of_parent {
                self.selection.rewarded(admission.new_edges);
            }
            self.variation.rewarded(admission.new_edges);
        }
        let Run { outcome, ticks, .. } = keeping.run;
        let new_edges = admission.new_edges;
        Some(Kept { id: keeping.id, verdict, new_edges, outcome, ticks })
    }

    /// The parameter sequence of a member, and whether it was valid.
    #[must_use]
    pub fn member(&self, id: InputId) -> Option<(&[u8], bool)> {
        let member = self.members.by_id(id)?;
        Some((&member.bytes, member.outcome == Outcome::Valid))
    }

    /// How many edges are covered.
    #[must_use]
    pub fn covered(&self) -> usize {
        self.feedback.covered()
    }

    /// The mutants that are killed; nothing if the strategy does not look at mutants.
    #[must_use]
    pub fn killed(&self) -> Option<&BTreeSet<MutantId>> {
        self.feedback.killed()
    }

    /// How many generations are complete; none if the strategy has no generations.
    #[must_use]
    pub fn generations(&self) -> Option<u64> {
        self.variation.generations()
    }

    /// How many inputs breed.
    #[must_use]
    pub fn population(&self) -> usize {
        self.members.len()
    }

    /// What each operator brought in.
    #[must_use]
    pub fn yields(&self) -> &OperatorYields {
        &self.yields
    }

    /// Adds its state to a checkpoint.
    pub fn save(&mut self, delta: &mut Delta) {
        (delta.added, delta.removed) = self.members.take_unsaved();
        self.members.save(&mut delta.body);
        self.selection.save(&mut delta.body);
        self.variation.save(delta);
        self.feedback.save(&mut delta.body);
        self.yields.save(&mut delta.body);
    }

    /// Restores its state; nothing if the snapshot is not one of this strategy.
    pub fn load(&mut self, snapshot: &Snapshot, body: &mut &[u8]) -> Option<()> {
        self.members.load(|id| snapshot.member(id), body)?;
        self.selection.load(body)?;
        self.variation.load(snapshot, &self.members, body)?;
        self.feedback.load(body)?;
        self.yields.load(body)
    }
}

//! Edits of a parent's calls and answers, each of which stays where it is made (aligned replay).
//!
//! One operator is chosen for a child, by what it brought in for its cost so far, and applied several times.

mod arms;
mod constants;
mod part;
mod rearrange;
mod scope;

use std::rc::Rc;

use chiasma_core::{Aligned, Outline, Rng, Swarm, Trace};

use super::types::InfluencingTypes;
use super::zeugma::{Crossover, Operations, Places};
use super::{Breeding, Parent, Variation};
use crate::child::Form;
use crate::coverage::Counters;
use crate::facts::Facts;
use crate::learning::shares::Shares;
use crate::members::{Anatomy, Members, pick};
use crate::operators::Operator;
use crate::run::{DEATH, MeanWork, Run, cost_of};
use crate::settings::Settings;
use crate::state::{Delta, Snapshot};
use crate::wire::Wire;
use arms::{ARMS, Arm, Extent, FRESH_ARM, Recipe};
use constants::ConstantEdits;
pub(crate) use part::{CONSTANTS_WEIGHT, EDITS};
use rearrange::rearrange;
use scope::{Makers, Scope};

/// One fresh input's part in how many of the last ones brought something in.
const ONE_OF_THE_LAST: f64 = 1.0 / 64.0;

/// Places in the list of operators.
const FRESH: usize = 0;
const CALLS: usize = 1;
const ANSWERS: usize = 2;
const NUDGES: usize = 3;
const LINKED: usize = 4;
const INNER: usize = 5;
const REARRANGED: usize = 6;
const CONSTANTS: usize = 7;
const AIMED: usize = 8;
const REGIONS: usize = 9;
const PLACES_OF_OPERATIONS: Places = Places { mutation: REGIONS, crossover: LINKED };

/// One in so many runs is looked at for how much work it was.
const MEASURE_ONE_IN: u64 = 16;
/// Most attempts at one edit.
const MAX_ATTEMPTS: usize = 4;

#[derive(Debug)]
struct Edits {
    edit_share: f64,
    climb: f64,
    swarm_share: f64,
    avoided: f64,
    reward_power: f64,
    cost_power: f64,
    shares: Shares,
    founding: f64,
    /// The share of the last fresh inputs that brought something in.
    fresh_yield: f64,
    /// The constants of the target, if any are known.
    constants: Option<ConstantEdits>,
    /// The types that edits are aimed at, if they are to be.
    types: InfluencingTypes,
    /// The functions that return one.
    makers: Makers,
    /// The mean work of each arm's runs, if they are not timed: then looking at it takes long. 0 before the first.
    work: Vec<f64>,
    /// The mean work of all runs, if they are timed.
    mean_work: MeanWork,
    /// The arm of the child made last.
    arm: usize,
    runs: u64,
    /// What changes bytes that are replayed from left to right.
    operations: Operations,
}

impl Edits {
    fn new(settings: &Settings, facts: &Facts) -> Self {
        let constants = ConstantEdits::of(facts);
        let is_possible = |arm: &Arm| arm.recipe != Recipe::Constants || constants.is_some();
        let weights = ARMS
            .iter()
            .map(|arm| if is_possible(arm) { settings.get(arm.weight) } else { 0.0 })
            .collect();
        Self {
            edit_share: settings.get("edit-share"),
            climb: settings.get("climb"),
            swarm_share: settings.get("swarm-share"),
            avoided: settings.get("avoided"),
            cost_power: settings.get("cost-power"),
            reward_power: settings.get("reward-power"),
            shares: Shares::new(
                weights,
                settings.get("memory"),
                settings.get("greed"),
                settings.get("floor"),
            ),
            founding: if settings.get("fresh") > 0.0 { settings.get("founding") } else { 0.0 },
            fresh_yield: 1.0,
            constants,
            types: InfluencingTypes::new(settings, facts),
            makers: Makers::default(),
            work: vec![0.0; ARMS.len()],
            mean_work: MeanWork::default(),
            arm: FRESH_ARM,
            runs: 0,
            operations: Operations::new(Crossover::Linked, settings, PLACES_OF_OPERATIONS),
        }
    }

    /// What a child costs that is this much work.
    fn cost(&self, work: f64) -> f64 {
        cost_of(work).powf(self.cost_power)
    }

    /// Whether fresh inputs still bring in so much that breeding can wait.
    fn is_founding(&self) -> bool {
        self.founding > 0.0 && self.fresh_yield >= self.founding
    }

    /// The child made last was run.
    fn ran(&mut self) {
        if self.arm == FRESH_ARM {
            self.fresh_yield -= self.fresh_yield * ONE_OF_THE_LAST;
        }
    }

    /// What a child avoids.
    fn swarm(&self, rng: &mut Rng) -> Option<Swarm> {
        rng.chance(self.swarm_share).then(|| {
            let avoided = rng.up_to((self.avoided * 256.0) as u64).min(255) as u8;
            Swarm { seed: rng.bits(), avoided }
        })
    }

    /// How many edits a child has.
    fn count(&self, extent: Extent, parent: &Outline, rng: &mut Rng) -> u64 {
        match extent {
            Extent::Few => 1 << rng.up_to(3),
            Extent::Many => {
                let most = self.edit_share * parent.consuming_calls().len() as f64;
                1 + rng.up_to(most as u64)
            }
        }
    }

    /// The part of a parent that an edit is made in: anywhere, or in a call that returns an influencing type.
    fn scope(&mut self, outline: &Outline, rng: &mut Rng) -> Scope {
        let makers = &self.makers;
        let aimed = self.types.aim(rng, |ty, rng| makers.call_returning(ty, outline, rng));
        aimed.map_or(Scope::All, Scope::Call)
    }

    /// A part of the parent that consumed something: any call but those around everything, or one around it.
    fn call(&self, outline: &Outline, scope: Scope, rng: &mut Rng) -> Option<u32> {
        let mut call = scope.part(outline, rng)?;
        while rng.chance(self.climb) {
            match outline.call(call).caller() {
                Some(caller) if scope.contains(caller) && !outline.is_whole(caller) => {
                    call = caller;
                }
                _ => break,
            }
        }
        Some(call)
    }

    /// Applies one edit; gives the operator that it was.
    fn edit(
        &self,
        recipe: Recipe,
        parent: &Rc<Outline>,
        scope: Scope,
        members: &Members,
        child: &mut Aligned,
        rng: &mut Rng,
    ) -> Option<usize> {
        match recipe {
            Recipe::Fresh | Recipe::Bytes => None,
            Recipe::Calls => {
                let call = self.call(parent, scope, rng)?;
                // Drawn afresh, the only answer of a call would often be the same one again.
                if let Some(only) = parent.only_request_of(call) {
                    child.redraw_answer(only, rng);
                } else {
                    child.redraw(call);
                }
                Some(CALLS)
            }
            Recipe::Answers => {
                child.redraw_answer(scope.request(parent, rng)?, rng);
                Some(ANSWERS)
            }
            Recipe::Both => {
                let recipe = if rng.one_in(2) { Recipe::Calls } else { Recipe::Answers };
                self.edit(recipe, parent, scope, members, child, rng)
            }
            Recipe::Nudges => {
                child.nudge_answer(scope.request(parent, rng)?, rng);
                Some(NUDGES)
            }
            Recipe::Linked => {
                for _ in 0..MAX_ATTEMPTS {
                    let call = self.call(parent, scope, rng)?;
                    let function = parent.call(call).function;
                    let donor = members.random_with(function, rng)?.outline()?;
                    if graft(parent, call, donor, child, rng) {
                        return Some(LINKED);
                    }
                }
                None
            }
            Recipe::Inner => {
                for _ in 0..MAX_ATTEMPTS {
                    let call = self.call(parent, scope, rng)?;
                    if graft(parent, call, parent, child, rng) {
                        return Some(INNER);
                    }
                }
                None
            }
            Recipe::Rearranged => {
                let rearranged = (0..MAX_ATTEMPTS).any(|_| rearrange(parent, scope, child, rng));
                rearranged.then_some(REARRANGED)
            }
            Recipe::Constants => {
                let constants = self.constants.as_ref()?;
                constants.edit(parent, scope, child, rng).then_some(CONSTANTS)
            }
        }
    }
}

/// Lets a call read what a call of the same function read in `donor`; false if that is the same.
fn graft(
    parent: &Rc<Outline>,
    call: u32,
    donor: &Rc<Outline>,
    child: &mut Aligned,
    rng: &mut Rng,
) -> bool {
    let donors = donor.calls_of(parent.call(call).function);
    let Some(donated) = pick(donors, rng) else { return false };
    let differs = donor.bytes_of_call(donated) != parent.bytes_of_call(call);
    if differs {
        child.graft(call, donor, donated);
    }
    differs
}

impl Variation for Edits {
    fn form(&self) -> Form {
        Form::Aligned
    }

    fn anatomy(&self) -> Anatomy {
        Anatomy::Outline
    }

    fn operators(&self) -> &'static [Operator] {
        &[
            Operator::FRESH,
            Operator::REDRAW_CALLS,
            Operator::REDRAW_ANSWERS,
            Operator::NUDGE_ANSWERS,
            Operator::LINKED_CROSSOVER,
            Operator::INNER_CROSSOVER,
            Operator::REARRANGE_CALLS,
            Operator::CONSTANTS,
            Operator::AIMED_EDITS,
            Operator::REPLACE_REGION,
        ]
    }

    fn make(&mut self, breeding: Breeding<'_>) {
        self.arm = FRESH_ARM;
        breeding.child.linear(None);
        breeding.child.set_swarm(self.swarm(breeding.rng));
        breeding.child.set_constants(None);
        breeding.yields.applied(FRESH);
    }

    fn vary(&mut self, parent: Parent<'_>, breeding: Breeding<'_>) {
        let arm = if self.is_founding() { FRESH_ARM } else { self.shares.choose(breeding.rng) };
        let Arm { recipe, extent, .. } = ARMS[arm];
        let Some(outline) = parent.member.outline().filter(|_| recipe != Recipe::Fresh) else {
            return self.make(breeding);
        };
        self.arm = arm;
        if recipe == Recipe::Bytes {
            breeding.child.set_swarm(None);
            breeding.child.set_constants(None);
            return self.operations.vary(parent.member, breeding);
        }
        let Breeding { child, members, rng, yields } = breeding;
        child.set_swarm(self.swarm(rng));
        let constants = self.constants.as_ref().filter(|_| recipe == Recipe::Constants);
        child.set_constants(constants.map(ConstantEdits::table));
        let child = child.aligned(parent.member.id, outline);
        for _ in 0..self.count(extent, outline, rng) {
            let scope = self.scope(outline, rng);
            if let Some(operator) = self.edit(recipe, outline, scope, members, child, rng) {
                yields.applied(operator);
                if scope != Scope::All {
                    yields.applied(AIMED);
                }
            }
        }
        // No child equals its parent where that can be helped.
        if child.is_unchanged()
            && let Some(operator) =
                self.edit(Recipe::Answers, outline, Scope::All, members, child, rng)
        {
            yields.applied(operator);
        }
    }

    fn told(&mut self, run: &Run<'_>) {
        self.runs += 1;
        self.ran();
        let work = if run.is_timed() {
            let work = run.work() as f64;
            self.mean_work.note(work);
            self.mean_work.capped(work)
        } else {
            let mean = &mut self.work[self.arm];
            if *mean == 0.0 {
                *mean = run.work() as f64;
            } else if self.runs.is_multiple_of(MEASURE_ONE_IN) {
                *mean += (run.work() as f64 - *mean) / 8.0;
            }
            *mean
        };
        self.shares.spend(self.arm, self.cost(work));
    }

    fn did_not_fit(&mut self, run: &Run<'_>) {
        self.told(run);
    }

    fn died(&mut self) {
        self.ran();
        let is_timed = self.mean_work.0 > 0.0;
        let work = if is_timed { self.mean_work.0 } else { self.work[self.arm] };
        self.shares.spend(self.arm, DEATH * self.cost(work));
    }

    fn rewarded(&mut self, new_edges: usize) {
        if self.arm == FRESH_ARM {
            self.fresh_yield += ONE_OF_THE_LAST;
        }
        self.shares.earn(self.arm, (new_edges as f64).powf(self.reward_power));
    }

    fn covered(&mut self, counters: &Counters) {
        self.types.covered(counters);
    }

    fn traced(&mut self, trace: &Trace) {
        self.makers.learn(trace, &self.types);
        if let Some(constants) = &mut self.constants {
            constants.learn(trace);
        }
    }

    fn save(&mut self, delta: &mut Delta) {
        let body = &mut delta.body;
        self.shares.save(body);
        self.fresh_yield.write(body);
        self.work.write(body);
        self.mean_work.0.write(body);
        self.runs.write(body);
        (self.arm as u64).write(body);
        self.types.save(body);
        self.makers.save(body);
        if let Some(constants) = &self.constants {
            constants.save(body);
        }
    }

    fn load(&mut self, _: &Snapshot, _: &Members, body: &mut &[u8]) -> Option<()> {
        self.shares.load(body)?;
        self.fresh_yield = f64::read(body)?;
        self.work = Vec::read(body)?;
        self.mean_work.0 = f64::read(body)?;
        self.runs = u64::read(body)?;
        self.arm = u64::read(body)? as usize;
        self.types.load(body)?;
        self.makers.load(body)?;
        if let Some(constants) = &mut self.constants {
            constants.load(body)?;
        }
        (self.work.len() == ARMS.len() && self.arm < ARMS.len()).then_some(())
    }
}

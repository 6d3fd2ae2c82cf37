//! Influencing types: which types flow into the condition of a branch, and how far they are from it.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};

use crate::branches::Branch;
use crate::flow::{Flow, NameId, Node};
use crate::mir::Place;

/// Types farther away than this are left out: a mutation would hardly ever be aimed at them.
const MAX_DISTANCE: u32 = 64;

/// A type that influences a branch, and its distance.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Influence {
    /// The type's name without paths and lifetimes.
    pub name: String,
    /// How many dependencies there are between the type and the branch; at least 1.
    pub distance: u32,
}

/// Finds the types that flow into places; what it needs lives on from place to place.
pub(crate) struct Influences<'f> {
    flow: &'f Flow<'f>,
    /// The distance at which each node was reached; [`UNREACHED`] for those that were not.
    reached: Vec<u32>,
    touched: Vec<Node>,
    /// The nodes to go on from, by distance.
    queue: Vec<Vec<Node>>,
}

const UNREACHED: u32 = u32::MAX;

impl<'f> Influences<'f> {
    pub(crate) fn new(flow: &'f Flow<'f>) -> Self {
        let reached = vec![UNREACHED; flow.nodes()];
        let queue = vec![Vec::new(); MAX_DISTANCE as usize + 1];
        Self { flow, reached, touched: Vec::new(), queue }
    }

    /// The types that flow into a place of a body, nearest first.
    pub(crate) fn of(&mut self, body: usize, place: &Place) -> Vec<Influence> {
        let mut found: HashMap<NameId, u32> = HashMap::new();
        let mut note = |name: NameId, distance: u32| {
            let distance = distance.max(1);
            found.entry(name).and_modify(|old| *old = distance.min(*old)).or_insert(distance);
        };
        let start = self.flow.reading(body, place, 0);
        let condition = start.last().map(|dependency| dependency.on);
        for dependency in &start {
            dependency.via.iter().for_each(|(name, distance)| note(*name, *distance));
            self.reach(dependency.on, dependency.cost);
        }
        for distance in 0..=MAX_DISTANCE {
            while let Some(node) = self.queue[distance as usize].pop() {
                if self.reached[node] < distance {
                    continue;
                }
                for (name, farther) in self.flow.types(node) {
                    note(*name, distance + farther);
                }
                for dependency in self.flow.dependencies(node) {
                    // The operands of a comparison are those of the branch.
                    let is_operand = dependency.by_operator && condition == Some(node);
                    let nearer = u32::from(is_operand && distance == 0);
                    for (name, at) in &dependency.via {
                        note(*name, distance + at - nearer.min(*at));
                    }
                    self.reach(dependency.on, distance + dependency.cost - nearer);
                }
            }
        }
        for node in self.touched.drain(..) {
            self.reached[node] = UNREACHED;
        }
        let named = |(id, distance)| Influence { name: self.flow.name(id), distance };
        let mut found: Vec<Influence> = found.into_iter().map(named).collect();
        found.sort_by(by_distance);
        found
    }

    /// Goes on from a node at this distance, unless it was reached at a smaller or equal one.
    fn reach(&mut self, node: Node, distance: u32) {
        if distance > MAX_DISTANCE || self.reached[node] <= distance {
            return;
        }
        if self.reached[node] == UNREACHED {
            self.touched.push(node);
        }
        self.reached[node] = distance;
        self.queue[distance as usize].push(node);
    }
}

fn by_distance(one: &Influence, other: &Influence) -> Ordering {
    (one.distance, &one.name).cmp(&(other.distance, &other.name))
}

/// Every type with one distance: that of the branch with most types, and the smallest among equals (the paper's type
/// unification pass, which says nothing of equals).
#[must_use]
pub fn unify(branches: &[Branch]) -> Vec<Influence> {
    let mut unified: BTreeMap<&str, (usize, u32)> = BTreeMap::new();
    for branch in branches {
        for Influence { name, distance } in &branch.types {
            let (most, nearest) = unified.entry(name).or_insert((0, u32::MAX));
            match branch.types.len().cmp(most) {
                Ordering::Greater => (*most, *nearest) = (branch.types.len(), *distance),
                Ordering::Equal => *nearest = (*nearest).min(*distance),
                Ordering::Less => {}
            }
        }
    }
    let mut unified: Vec<Influence> = unified
        .into_iter()
        .map(|(name, (_, distance))| Influence { name: name.to_owned(), distance })
        .collect();
    unified.sort_by(by_distance);
    unified
}

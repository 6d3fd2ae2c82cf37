//! The inputs that breed: for every branch the smallest one that covered it.

use std::collections::HashMap;

use chiasma_core::{CallTree, FunctionId, Interval, Rng, Trace};

use crate::coverage::{Counters, covered_edges};
use crate::input::InputId;

/// How many branches are looked at together.
const BLOCK: usize = 64;
/// The class of a branch that nobody owns.
const NOBODY: u8 = 255;
/// Sizes below this have a class each; above, eight classes share each power of two.
const EXACT: usize = 128;

/// The size class of an owner: the larger, the higher.
fn class(size: usize) -> u8 {
    if size < EXACT {
        return size as u8;
    }
    let power = size.ilog2();
    let eighth = size >> (power - 3) & 7;
    (EXACT + (power - 7) as usize * 8 + eighth).min(NOBODY as usize - 1) as u8
}

/// The least class of an owner that an input of `size` may be smaller than.
fn least_improved_class(size: usize) -> u8 {
    // Within a class that several sizes share it takes a closer look.
    if size < EXACT { class(size) + 1 } else { class(size) }
}

/// A member's place in the population, for as long as it is in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MemberIndex(u32);

/// One input of the population.
#[derive(Debug)]
pub struct Member {
    id: InputId,
    bytes: Vec<u8>,
    /// Its calls, by function, and in the order made among those of one function.
    calls: Vec<Call>,
    /// Those calls that may receive in linked crossover.
    recipients: Vec<Call>,
    /// How many branches it is the smallest input of.
    branches: u32,
    /// Its place among the members.
    place: u32,
}

/// A generator call, and what it consumed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Call {
    pub(crate) function: FunctionId,
    pub(crate) interval: Interval,
}

impl Member {
    pub(crate) fn of(id: InputId, trace: &Trace) -> Self {
        let tree = CallTree::of(trace);
        let call = |vertex: &chiasma_core::Vertex| {
            vertex.function.map(|function| Call { function, interval: vertex.crossover_points })
        };
        let recipients =
            tree.calls().filter(|(at, _)| tree.may_receive(*at)).filter_map(|(_, v)| call(v));
        let recipients = recipients.collect();
        let mut calls: Vec<Call> = tree.calls().filter_map(|(_, vertex)| call(vertex)).collect();
        calls.sort_by_key(|call| call.function);
        Self { id, bytes: trace.bytes().to_vec(), calls, recipients, branches: 0, place: 0 }
    }

    /// What it is known by.
    #[must_use]
    pub fn id(&self) -> InputId {
        self.id
    }

    /// Its parameter sequence.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub(crate) fn recipients(&self) -> &[Call] {
        &self.recipients
    }

    /// Its calls of a function.
    pub(crate) fn calls_of(&self, function: FunctionId) -> &[Call] {
        let start = self.calls.partition_point(|call| call.function < function);
        let end = self.calls.partition_point(|call| call.function <= function);
        &self.calls[start..end]
    }

    fn functions(&self) -> impl Iterator<Item = FunctionId> {
        self.calls.chunk_by(|a, b| a.function == b.function).map(|calls| calls[0].function)
    }
}

/// For every branch that was covered the smallest input that did; incumbents win ties.
#[derive(Debug, Default)]
pub struct Population {
    slots: Vec<Option<Member>>,
    free: Vec<u32>,
    /// The slots in use, in no particular but a reproducible order.
    members: Vec<u32>,
    /// The members with a call of each function: the donors of linked crossover.
    donors: HashMap<FunctionId, Vec<u32>>,
    /// Which member owns each branch, and how large it is.
    owners: Vec<Option<MemberIndex>>,
    sizes: Vec<u32>,
    /// The size class of each branch's owner; the last class where nobody owns it.
    classes: Vec<u8>,
    covered: usize,
}

impl Population {
    /// How many members there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Whether there is no member.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// How many branches were covered by any kept input.
    #[must_use]
    pub fn covered(&self) -> usize {
        self.covered
    }

    /// Whether a run that passed these counters with an input of `size` bytes covered a new branch, or
    /// a known one with a smaller input than before.
    ///
    /// Asked after every run, so the common answer "no" is found 64 branches at a time, without a
    /// branch of our own: by size classes, of which there are few enough for a byte.
    #[must_use]
    pub fn would_improve(&self, counters: &Counters, size: usize) -> bool {
        let least = least_improved_class(size);
        let (blocks, rest) = counters.as_chunks::<BLOCK>();
        let (classes, _) = self.classes.as_chunks::<BLOCK>();
        for (at, block) in blocks.iter().enumerate() {
            let may_improve = match classes.get(at) {
                Some(classes) => block
                    .iter()
                    .zip(classes)
                    .fold(false, |any, (&count, &class)| any | ((count != 0) & (class >= least))),
                None => true,
            };
            if may_improve && self.improves(block, at * BLOCK, size) {
                return true;
            }
        }
        self.improves(rest, blocks.len() * BLOCK, size)
    }

    /// The same for the branches from `first` on, looked at one by one.
    fn improves(&self, counters: &Counters, first: usize, size: usize) -> bool {
        covered_edges(counters)
            .any(|edge| self.sizes.get(first + edge).is_none_or(|&owner| (size as u32) < owner))
    }

    /// Takes an input in for every branch that it is the smallest of; says how many are new.
    pub fn insert(&mut self, id: InputId, trace: &Trace, counters: &Counters) -> usize {
        self.grow(counters.len());
        let size = trace.bytes().len() as u32;
        let won: Vec<usize> =
            covered_edges(counters).filter(|&edge| size < self.sizes[edge]).collect();
        if won.is_empty() {
            return 0;
        }
        let index = self.add(Member::of(id, trace));
        let mut new = 0;
        for &edge in &won {
            match self.owners[edge].replace(index) {
                Some(loser) => self.lose_branch(loser),
                None => new += 1,
            }
            self.sizes[edge] = size;
            self.classes[edge] = class(size as usize);
        }
        if let Some(member) = &mut self.slots[index.0 as usize] {
            member.branches = won.len() as u32;
        }
        self.covered += new;
        new
    }

    /// A member, each as likely as any other.
    #[must_use]
    pub fn random(&self, rng: &mut Rng) -> Option<&Member> {
        self.pick(&self.members, rng)
    }

    /// A member with a call of `function`, each as likely as any other.
    #[must_use]
    pub fn random_with(&self, function: FunctionId, rng: &mut Rng) -> Option<&Member> {
        self.pick(self.donors.get(&function)?, rng)
    }

    fn pick(&self, slots: &[u32], rng: &mut Rng) -> Option<&Member> {
        let last = slots.len().checked_sub(1)?;
        self.slots[slots[rng.up_to(last as u64) as usize] as usize].as_ref()
    }

    fn grow(&mut self, edges: usize) {
        if self.owners.len() < edges {
            let edges = edges.next_multiple_of(BLOCK);
            self.owners.resize(edges, None);
            self.sizes.resize(edges, u32::MAX);
            self.classes.resize(edges, NOBODY);
        }
    }

    fn add(&mut self, mut member: Member) -> MemberIndex {
        let slot = self.free.pop().unwrap_or_else(|| {
            self.slots.push(None);
            self.slots.len() as u32 - 1
        });
        member.place = self.members.len() as u32;
        self.members.push(slot);
        for function in member.functions() {
            self.donors.entry(function).or_default().push(slot);
        }
        self.slots[slot as usize] = Some(member);
        MemberIndex(slot)
    }

    /// Takes a branch away from a member, which goes with its last one.
    fn lose_branch(&mut self, index: MemberIndex) {
        let slot = &mut self.slots[index.0 as usize];
        let Some(member) = slot else { return };
        member.branches -= 1;
        if member.branches > 0 {
            return;
        }
        let Some(gone) = slot.take() else { return };
        self.free.push(index.0);
        self.members.swap_remove(gone.place as usize);
        if let Some(&moved) = self.members.get(gone.place as usize)
            && let Some(member) = &mut self.slots[moved as usize]
        {
            member.place = gone.place;
        }
        for function in gone.functions() {
            if let Some(donors) = self.donors.get_mut(&function) {
                donors.retain(|&donor| donor != index.0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn size_classes_go_up_with_size_and_never_hide_an_improvement() {
        let sizes: Vec<usize> = (0..3_000).chain((3_000..10_000_000).step_by(9_973)).collect();
        assert!(sizes.is_sorted_by_key(|&size| class(size)));
        for pair in sizes.windows(2) {
            assert!(class(pair[1]) >= least_improved_class(pair[0]), "{pair:?}");
            assert!(class(pair[0]) < NOBODY);
        }
        assert!(
            (0..EXACT).all(|size| class(size) < least_improved_class(size)),
            "ties are no gain"
        );
    }
}

//! The inputs that breed: for every branch the smallest one that covered it.

use std::collections::HashMap;

use chiasma_core::{CallTree, FunctionId, Interval, Rng, Trace};

use crate::coverage::{Counters, WORD, bits, covered_edges, words};

/// A member's place in the population, for as long as it is in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MemberIndex(u32);

/// One input of the population.
#[derive(Debug)]
pub struct Member {
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
    fn of(trace: &Trace) -> Self {
        let tree = CallTree::of(trace);
        let call = |vertex: &chiasma_core::Vertex| {
            vertex.function.map(|function| Call { function, interval: vertex.crossover_points })
        };
        let recipients =
            tree.calls().filter(|(at, _)| tree.may_receive(*at)).filter_map(|(_, v)| call(v));
        let recipients = recipients.collect();
        let mut calls: Vec<Call> = tree.calls().filter_map(|(_, vertex)| call(vertex)).collect();
        calls.sort_by_key(|call| call.function);
        Self { bytes: trace.bytes().to_vec(), calls, recipients, branches: 0, place: 0 }
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
    /// For each word of branches: one bit for each that is owned, and the size of the largest owner.
    owned: Vec<u8>,
    largest: Vec<u32>,
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
    /// Asked after every run, so the common answer "no" takes a few loads a word of counters.
    #[must_use]
    pub fn would_improve(&self, counters: &Counters, size: usize) -> bool {
        words(counters).any(|(at, word)| {
            let passed = bits(word);
            let owned = self.owned.get(at).copied().unwrap_or(0);
            passed & !owned != 0
                || (size as u32) < self.largest[at]
                    && (0..WORD).any(|bit| {
                        passed >> bit & 1 == 1 && (size as u32) < self.sizes[at * WORD + bit]
                    })
        })
    }

    /// Takes an input in for every branch that it is the smallest of; says how many are new.
    pub fn insert(&mut self, trace: &Trace, counters: &Counters) -> usize {
        self.grow(counters.len());
        let size = trace.bytes().len() as u32;
        let won: Vec<usize> =
            covered_edges(counters).filter(|&edge| size < self.sizes[edge]).collect();
        if won.is_empty() {
            return 0;
        }
        let index = self.add(Member::of(trace));
        let mut new = 0;
        for &edge in &won {
            match self.owners[edge].replace(index) {
                Some(loser) => self.lose_branch(loser),
                None => new += 1,
            }
            self.sizes[edge] = size;
        }
        if let Some(member) = &mut self.slots[index.0 as usize] {
            member.branches = won.len() as u32;
        }
        for edge in won {
            self.summarise(edge / WORD);
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
            let words = edges.div_ceil(WORD);
            self.owners.resize(words * WORD, None);
            self.sizes.resize(words * WORD, u32::MAX);
            self.owned.resize(words, 0);
            self.largest.resize(words, 0);
        }
    }

    /// Brings what is known of a word of branches up to date.
    fn summarise(&mut self, word: usize) {
        let range = word * WORD..(word + 1) * WORD;
        let owners = self.owners[range.clone()].iter().enumerate();
        self.owned[word] =
            owners.filter(|(_, owner)| owner.is_some()).fold(0, |bits, (bit, _)| bits | 1 << bit);
        let sizes = self.sizes[range].iter().filter(|size| **size != u32::MAX);
        self.largest[word] = sizes.max().copied().unwrap_or(0);
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

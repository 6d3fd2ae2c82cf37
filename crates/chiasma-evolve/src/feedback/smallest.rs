//! For every edge the smallest input that covered it (Crossover in Parametric Fuzzing, section 4), alone or beside the first.

use super::{Admission, Feedback, Part};
use crate::coverage::{BLOCK, Counters, any_touched_block, covered_edges};
use crate::members::MemberIndex;
use crate::run::{Run, Verdict};
use crate::search::Keeping;
use crate::wire::Wire;

/// Keeps the smallest input of every edge.
pub(crate) const SMALLEST: Part<dyn Feedback> = Part {
    description: "smallest input per edge",
    settings: &[],
    build: |_, _| Box::new(Smallest::default()),
};

/// What becomes of members that own no edge any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Losers {
    Leave,
    Stay,
}

/// The size class of an edge that nothing has covered.
const UNCOVERED: u8 = 255;
/// Sizes below this have a class each; above, eight classes share each power of two.
const EXACT: usize = 128;

/// The size class of an owner: the larger, the higher.
fn class(size: usize) -> u8 {
    if size < EXACT {
        return size as u8;
    }
    let power = size.ilog2();
    let eighth = size >> (power - 3) & 7;
    (EXACT + (power - 7) as usize * 8 + eighth).min(UNCOVERED as usize - 1) as u8
}

/// The least class of an owner that an input of `size` may be smaller than.
fn least_improved_class(size: usize) -> u8 {
    // Within a class that several sizes share it takes a closer look.
    if size < EXACT { class(size) + 1 } else { class(size) }
}

/// Whether one of these edges was passed whose owner has at least the class `least`.
#[inline]
fn may_improve(counters: &[u8], classes: &[u8], least: u8) -> bool {
    let edges = counters.iter().zip(classes);
    edges.fold(false, |any, (&count, &class)| any | ((count != 0) & (class >= least)))
}

/// Which member owns each edge: the smallest one that covered it; incumbents win ties.
#[derive(Debug)]
pub(super) struct Smallest {
    /// How many times as large an owner must be, so that an input takes an edge from it.
    factor: usize,
    losers: Losers,
    owners: Vec<Option<MemberIndex>>,
    /// The size of each edge's owner.
    sizes: Vec<u32>,
    /// The size class of each edge's owner.
    classes: Vec<u8>,
    /// How many edges each member owns.
    owned: Vec<u32>,
    covered: usize,
}

impl Default for Smallest {
    fn default() -> Self {
        Self {
            factor: 1,
            losers: Losers::Leave,
            owners: Vec::new(),
            sizes: Vec::new(),
            classes: Vec::new(),
            owned: Vec::new(),
            covered: 0,
        }
    }
}

impl Smallest {
    /// Every input that ever was the first of an edge, or smaller by this factor than all others of it.
    pub(super) fn beside_others(factor: usize) -> Self {
        Self { factor, losers: Losers::Stay, ..Self::default() }
    }

    /// The size that an owner must exceed, so that an input of `size` takes an edge from it.
    fn to_exceed(&self, size: usize) -> usize {
        size.saturating_mul(self.factor)
    }

    /// The same for the edges from `first` on, looked at one by one.
    fn improves(&self, counters: &Counters, first: usize, size: usize) -> Verdict {
        let mut verdict = Verdict::Dull;
        for edge in covered_edges(counters) {
            match self.sizes.get(first + edge) {
                None | Some(&u32::MAX) => return Verdict::New,
                Some(&owner) if size < owner as usize => verdict = Verdict::Smaller,
                Some(_) => {}
            }
        }
        verdict
    }

    fn grow(&mut self, edges: usize) {
        if self.owners.len() < edges {
            let edges = edges.next_multiple_of(BLOCK);
            self.owners.resize(edges, None);
            self.sizes.resize(edges, u32::MAX);
            self.classes.resize(edges, UNCOVERED);
        }
    }

    /// Makes the input that is being admitted responsible for an edge.
    fn take_over(
        &mut self,
        edge: usize,
        member: MemberIndex,
        size: usize,
        admission: &mut Admission,
    ) {
        match self.owners[edge] {
            None => admission.new_edges += 1,
            Some(loser) => {
                self.owned[loser.slot()] -= 1;
                if self.owned[loser.slot()] == 0 && self.losers == Losers::Leave {
                    admission.leaving.push(loser);
                }
            }
        }
        self.own(edge, member, size);
        admission.responsible_for.push(edge);
    }

    fn own(&mut self, edge: usize, owner: MemberIndex, size: usize) {
        self.owners[edge] = Some(owner);
        self.sizes[edge] = size as u32;
        self.classes[edge] = class(size);
        let at = owner.slot();
        if self.owned.len() <= at {
            self.owned.resize(at + 1, 0);
        }
        self.owned[at] += 1;
    }
}

impl Feedback for Smallest {
    /// Whether a run covered a new edge, or a known one with a smaller input than before.
    ///
    /// The common answer "no" is found 64 edges at a time, by size classes, of which there are few enough
    /// for a byte.
    fn judge(&self, run: &Run<'_>) -> Verdict {
        let size = self.to_exceed(run.size);
        let least = least_improved_class(size);
        let (classes, _) = self.classes.as_chunks::<BLOCK>();
        let mut verdict = Verdict::Dull;
        any_touched_block(run.counters, |at, block| {
            if classes.get(at).is_none_or(|classes| may_improve(block, classes, least)) {
                verdict = verdict.max(self.improves(block, at * BLOCK, size));
            }
            verdict == Verdict::New
        });
        verdict
    }

    fn admit(&mut self, keeping: &Keeping<'_>, member: MemberIndex) -> Admission {
        let Run { counters, size, .. } = keeping.run;
        self.grow(counters.len());
        let mut admission = Admission::default();
        let exceeded = self.to_exceed(size);
        let least = least_improved_class(exceeded);
        for (at, block) in counters.chunks(BLOCK).enumerate() {
            let first = at * BLOCK;
            if !may_improve(block, &self.classes[first..first + block.len()], least) {
                continue;
            }
            for edge in covered_edges(block).map(|edge| first + edge) {
                if exceeded < self.sizes[edge] as usize {
                    self.take_over(edge, member, size, &mut admission);
                }
            }
        }
        self.covered += admission.new_edges;
        admission
    }

    fn covered(&self) -> usize {
        self.covered
    }

    fn save(&self, body: &mut Vec<u8>) {
        (self.owners.len() as u64).write(body);
        (self.covered as u64).write(body);
        let owners = self.owners.iter().enumerate();
        for (edge, owner) in owners.filter_map(|(edge, owner)| Some((edge, owner.as_ref()?))) {
            (edge as u32).write(body);
            owner.write(body);
            self.sizes[edge].write(body);
        }
    }

    fn load(&mut self, body: &mut &[u8]) -> Option<()> {
        *self = Self { factor: self.factor, losers: self.losers, ..Self::default() };
        let edges = super::zeroes(u64::read(body)?)?.len();
        self.grow(edges);
        self.covered = u64::read(body)? as usize;
        for _ in 0..self.covered {
            let (edge, owner) = (u32::read(body)? as usize, MemberIndex::read(body)?);
            if edge >= edges {
                return None;
            }
            let size = u32::read(body)?;
            self.own(edge, owner, size as usize);
        }
        Some(())
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
            assert!(class(pair[0]) < UNCOVERED);
        }
        assert!(
            (0..EXACT).all(|size| class(size) < least_improved_class(size)),
            "ties are no gain"
        );
    }
}

//! Coverage of all inputs and of the valid ones, each on its own (Zest), and what EI and BeDivFuzz add.

use std::collections::{HashMap, HashSet};

use super::bucketed::Bucketed;
use super::edges::EdgeSet;
use super::paths::path_with_counts;
use super::{Admission, Feedback, Part, Place};
use crate::coverage::{BLOCK, any_touched_block};
use crate::members::MemberIndex;
use crate::run::{Outcome, Run, Verdict};
use crate::search::Keeping;
use crate::wire::Wire;

/// What Zest saves.
pub(crate) const VALIDITY: Part<dyn Feedback> = Part {
    description: "new edge, new hit-count bucket, new edge among valid inputs",
    settings: &[],
    build: |_, _| Box::new(Validity::default()),
};

/// What EI saves.
pub(crate) const VALIDITY_OR_SMALLER: Part<dyn Feedback> = Part {
    description: "as zest; a valid input with the path of a saved one and a smaller size replaces it",
    settings: &[],
    build: |_, _| Box::new(Replacing::default()),
};

/// What the structure kind of BeDivFuzz saves.
pub(crate) const VALIDITY_AND_STRUCTURE: Part<dyn Feedback> = Part {
    description: "as zest, and a new structure",
    settings: &[],
    build: |_, _| Box::new(NewStructure::default()),
};

/// What has been covered, by anything and by valid inputs.
#[derive(Debug, Default)]
pub(super) struct Validity {
    all: Bucketed,
    valid: EdgeSet,
}

impl Feedback for Validity {
    /// A new edge, a new hit-count bucket, or an edge new among valid inputs. Failures never are worth
    /// keeping.
    fn judge(&self, run: &Run<'_>) -> Verdict {
        Verdict::new_if(match run.outcome {
            Outcome::Failure => false,
            Outcome::Invalid => any_touched_block(run.counters, |at, counts| {
                self.all.lacks_some_of_block(at, counts)
            }),
            // Most blocks of most runs hold nothing but what both have: one look instead of two.
            Outcome::Valid => any_touched_block(run.counters, |at, counts| {
                let seen = (self.all.block(at), self.valid.block(at));
                !are_in_both(counts, seen)
                    && (self.all.lacks_some_of_block(at, counts)
                        || self.valid.lacks_some_of_block(at, counts))
            }),
        })
    }

    fn admit(&mut self, keeping: &Keeping<'_>, _: MemberIndex) -> Admission {
        let run = &keeping.run;
        let mut admission = Admission::default();
        self.all.add(run.counters, |edge| admission.responsible_for.push(edge));
        admission.new_edges = admission.responsible_for.len();
        if run.outcome == Outcome::Valid {
            self.valid.add(run.counters, |edge| admission.responsible_for.push(edge));
        }
        admission
    }

    fn covered(&self) -> usize {
        self.all.edges()
    }

    fn save(&self, body: &mut Vec<u8>) {
        self.all.write(body);
        self.valid.write(body);
    }

    fn load(&mut self, body: &mut &[u8]) -> Option<()> {
        *self = Self { all: Bucketed::read(body)?, valid: EdgeSet::read(body)? };
        Some(())
    }
}

/// Whether two sets have seen all bits of these counts, so that nothing of them is new to either.
#[inline]
fn are_in_both(counts: &[u8; BLOCK], (all, valid): (&[u8; BLOCK], &[u8; BLOCK])) -> bool {
    let seen = all.iter().zip(valid).map(|(all, valid)| all & valid);
    counts.iter().zip(seen).fold(0, |new, (count, seen)| new | (count & !seen)) == 0
}

/// Zest's feedback; and a valid input that takes the same path as a saved one with fewer bytes takes its
/// place.
#[derive(Debug, Default)]
struct Replacing {
    validity: Validity,
    /// The saved valid input of each path.
    by_path: HashMap<u64, Holder>,
}

#[derive(Debug, Clone, Copy)]
struct Holder {
    member: MemberIndex,
    size: usize,
}

impl Replacing {
    fn holder(&self, run: &Run<'_>) -> Option<&Holder> {
        let is_valid = run.outcome == Outcome::Valid;
        is_valid.then(|| self.by_path.get(&path_with_counts(run.counters))).flatten()
    }
}

impl Feedback for Replacing {
    fn judge(&self, run: &Run<'_>) -> Verdict {
        match self.validity.judge(run) {
            Verdict::Dull if self.holder(run).is_some_and(|holder| run.size < holder.size) => {
                Verdict::Smaller
            }
            verdict => verdict,
        }
    }

    fn admit(&mut self, keeping: &Keeping<'_>, member: MemberIndex) -> Admission {
        let run = &keeping.run;
        if self.validity.judge(run) == Verdict::Dull
            && let Some(&Holder { member, .. }) = self.holder(run)
        {
            let holder = Holder { member, size: run.size };
            self.by_path.insert(path_with_counts(run.counters), holder);
            return Admission { place: Place::Of(member), ..Admission::default() };
        }
        if run.outcome == Outcome::Valid {
            let holder = Holder { member, size: run.size };
            self.by_path.insert(path_with_counts(run.counters), holder);
        }
        self.validity.admit(keeping, member)
    }

    fn covered(&self) -> usize {
        self.validity.covered()
    }

    fn save(&self, body: &mut Vec<u8>) {
        self.validity.save(body);
        let mut holders: Vec<_> = self.by_path.iter().collect();
        holders.sort_unstable_by_key(|(path, _)| **path);
        (holders.len() as u64).write(body);
        for (path, holder) in holders {
            path.write(body);
            holder.member.write(body);
            (holder.size as u64).write(body);
        }
    }

    fn load(&mut self, body: &mut &[u8]) -> Option<()> {
        self.validity.load(body)?;
        self.by_path.clear();
        for _ in 0..u64::read(body)? {
            let path = u64::read(body)?;
            let member = MemberIndex::read(body)?;
            self.by_path.insert(path, Holder { member, size: u64::read(body)? as usize });
        }
        Some(())
    }
}

/// Zest's feedback; what has no new structure does not breed.
#[derive(Debug, Default)]
struct NewStructure {
    validity: Validity,
    structures: HashSet<u64>,
}

impl Feedback for NewStructure {
    fn judge(&self, run: &Run<'_>) -> Verdict {
        self.validity.judge(run)
    }

    fn admit(&mut self, keeping: &Keeping<'_>, member: MemberIndex) -> Admission {
        let mut admission = self.validity.admit(keeping, member);
        let structure = keeping.trace.map_or(0, chiasma_core::Trace::structure_hash);
        if !self.structures.insert(structure) {
            admission.place = Place::None;
        }
        admission
    }

    fn covered(&self) -> usize {
        self.validity.covered()
    }

    fn save(&self, body: &mut Vec<u8>) {
        self.validity.save(body);
        let mut structures: Vec<u64> = self.structures.iter().copied().collect();
        structures.sort_unstable();
        structures.write(body);
    }

    fn load(&mut self, body: &mut &[u8]) -> Option<()> {
        self.validity.load(body)?;
        self.structures = Vec::read(body)?.into_iter().collect();
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::keeping;

    #[test]
    fn new_edges_new_counts_and_new_valid_edges_are_new_and_failures_never() {
        let mut feedback = Validity::default();
        let mut feed = |outcome, counters: &[u8]| {
            let keeping = keeping(b"", outcome, counters);
            let is_new = feedback.judge(&keeping.run) == Verdict::New;
            is_new.then(|| feedback.admit(&keeping, MemberIndex::default()).responsible_for)
        };
        assert_eq!(feed(Outcome::Invalid, &[1, 1, 0]), Some(vec![0, 1]));
        assert_eq!(feed(Outcome::Invalid, &[1, 1, 0]), None);
        assert_eq!(feed(Outcome::Invalid, &[1, 4, 0]), Some(vec![]), "another bucket");
        assert_eq!(feed(Outcome::Valid, &[1, 0, 0]), Some(vec![0]), "the first valid input there");
        assert_eq!(feed(Outcome::Valid, &[1, 0, 0]), None);
        assert_eq!(feed(Outcome::Failure, &[1, 1, 1]), None);
    }

    #[test]
    fn a_smaller_valid_input_of_the_same_path_takes_the_place_of_a_saved_one() {
        let mut feedback = Replacing::default();
        let member = MemberIndex::default();
        feedback.admit(&keeping(b"abcd", Outcome::Valid, &[1, 5]), member);
        let run = |bytes, outcome, counters| keeping(bytes, outcome, counters).run;
        assert_eq!(feedback.judge(&run(b"abcd", Outcome::Valid, &[1, 5])), Verdict::Dull);
        assert_eq!(feedback.judge(&run(b"abc", Outcome::Invalid, &[1, 5])), Verdict::Dull);
        assert_eq!(feedback.judge(&run(b"abc", Outcome::Valid, &[1, 0])), Verdict::Dull);
        let smaller = keeping(b"abc", Outcome::Valid, &[1, 7]);
        assert_eq!(feedback.judge(&smaller.run), Verdict::Smaller, "the same bucket");
        let place = feedback.admit(&smaller, MemberIndex::default()).place;
        assert_eq!(place, Place::Of(member));
        assert_eq!(feedback.judge(&smaller.run), Verdict::Dull);
    }
}

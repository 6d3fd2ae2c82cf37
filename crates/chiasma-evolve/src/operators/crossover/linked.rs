//! Linked crossover (Crossover in Parametric Fuzzing, section 3.2).

use chiasma_core::{Interval, Rng};

use crate::members::{Call, Member, Members, pick};

/// What one linked crossover does: which part of the primary parent goes, and what comes instead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Splice {
    /// The part of the primary parent that goes.
    pub(crate) recipient: Interval,
    /// Where in the donated bytes its replacement lies.
    donated: Interval,
}

/// Several linked crossovers of one primary parent; its buffers live on from child to child.
#[derive(Debug, Default)]
pub(crate) struct Splices {
    splices: Vec<Splice>,
    donated: Vec<u8>,
}

impl Splices {
    /// Forgets all of them.
    pub(crate) fn clear(&mut self) {
        self.splices.clear();
        self.donated.clear();
    }

    /// Chooses a recipient in `primary` and a donor in the population, both uniformly among what is
    /// eligible; false if nothing is.
    pub(crate) fn choose(&mut self, primary: &Member, members: &Members, rng: &mut Rng) -> bool {
        let Some(recipient) = primary.recipient(rng) else { return false };
        let Some(secondary) = members.random_with(recipient.function, rng) else { return false };
        self.donate(recipient, secondary, rng)
    }

    /// The same with a given secondary parent: the recipient is chosen among the calls of functions that
    /// it calls too.
    pub(crate) fn choose_from(
        &mut self,
        primary: &Member,
        secondary: &Member,
        rng: &mut Rng,
    ) -> bool {
        let (Some(primary), Some(others)) = (primary.calls(), secondary.calls()) else {
            return false;
        };
        let shared: Vec<&Call> = primary
            .recipients
            .iter()
            .filter(|recipient| !others.of_function(recipient.function).is_empty())
            .collect();
        pick(&shared, rng).is_some_and(|recipient| self.donate(*recipient, secondary, rng))
    }

    /// Adds the replacement of `recipient` by a call of the same function in `secondary`.
    fn donate(&mut self, recipient: Call, secondary: &Member, rng: &mut Rng) -> bool {
        let Some(donated) = secondary.donation(recipient.function, rng) else { return false };
        self.add(recipient.interval, &secondary.bytes[donated.range()]);
        true
    }

    /// Adds the replacement of `recipient` by `bytes`.
    fn add(&mut self, recipient: Interval, bytes: &[u8]) {
        let start = self.donated.len();
        self.donated.extend_from_slice(bytes);
        self.splices.push(Splice { recipient, donated: Interval::new(start, self.donated.len()) });
    }

    /// Applies them to `child`, which is a copy of the primary parent: from the last to the first, so
    /// that positions stay valid, without those that overlap one already applied.
    pub(crate) fn apply(&mut self, child: &mut Vec<u8>) {
        // Stable: of two that begin together the one chosen first is applied.
        self.splices.sort_by_key(|splice| std::cmp::Reverse(splice.recipient.start));
        let mut untouched = child.len() as u32;
        for splice in &self.splices {
            if splice.recipient.end <= untouched {
                let bytes = self.donated[splice.donated.range()].iter().copied();
                child.splice(splice.recipient.range(), bytes);
                untouched = splice.recipient.start;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn apply(parent: &[u8], splices: &[(u32, u32, &[u8])]) -> Vec<u8> {
        let mut all = Splices::default();
        for &(start, end, bytes) in splices {
            all.add(Interval { start, end }, bytes);
        }
        let mut child = parent.to_vec();
        all.apply(&mut child);
        child
    }

    #[test]
    fn the_linked_crossover_of_figure_2_gives_its_child() {
        let parent_a = [97, 1, 2, 98, 0, 120, 99, 1, 0];
        let donated = [101, 1, 76, 102, 0, 121];
        let child = apply(&parent_a, &[(3, 6, &donated)]);
        assert_eq!(child, [97, 1, 2, 101, 1, 76, 102, 0, 121, 99, 1, 0]);
    }

    #[test]
    fn several_splices_are_applied_from_the_last_and_overlapping_ones_skipped() {
        let parent = [0, 1, 2, 3, 4, 5, 6, 7];
        let child = apply(&parent, &[(1, 2, &[91, 92, 93]), (6, 8, &[]), (3, 5, &[94])]);
        assert_eq!(child, [0, 91, 92, 93, 2, 94, 5]);
        // [2, 7) overlaps [5, 6), which begins later and so comes first.
        let child = apply(&parent, &[(2, 7, &[91]), (5, 6, &[92]), (0, 2, &[93])]);
        assert_eq!(child, [93, 2, 3, 4, 92, 6, 7]);
        // Of two that begin together the one chosen first wins.
        let child = apply(&parent, &[(2, 3, &[91]), (2, 7, &[92])]);
        assert_eq!(child, [0, 1, 91, 3, 4, 5, 6, 7]);
    }
}

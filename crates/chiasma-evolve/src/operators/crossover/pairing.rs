//! One crossover of two given parents, by each operator: what heritability is measured on (Crossover in
//! Parametric Fuzzing, section 6.1.1).

use chiasma_core::{Contextual, Rng, Trace};

use super::linked::Splices;
use super::points::{one_point, two_point};
use crate::input::InputId;
use crate::operators::Operator;
use crate::population::Member;
use crate::strategies::Child;

/// Most bytes that a contextual splice takes, as is EI's default.
const MAX_SPLICE: u64 = 64;

/// An input that can be a parent, with all that any crossover needs of it.
#[derive(Debug)]
pub struct Parent {
    member: Member,
    contextual: Contextual,
    contexts: Vec<u64>,
}

impl Parent {
    /// The parent with this trace.
    #[must_use]
    pub fn of(trace: &Trace) -> Self {
        Self {
            member: Member::of(InputId(0), trace),
            contextual: Contextual::of(trace),
            contexts: trace.contexts(),
        }
    }

    /// The crossovers that there are.
    pub const CROSSOVERS: [Operator; 4] = [
        Operator::OnePointCrossover,
        Operator::TwoPointCrossover,
        Operator::LinkedCrossover,
        Operator::ContextualSplice,
    ];

    /// Makes `child` what `crossover` makes of this parent and `other`; without anything to exchange it
    /// is a copy of this one.
    ///
    /// # Panics
    /// If `crossover` is none of [`Parent::CROSSOVERS`].
    pub fn cross(&self, other: &Self, crossover: Operator, rng: &mut Rng, child: &mut Child) {
        if crossover == Operator::ContextualSplice {
            self.splice(other, child.contextual(None, &self.contextual), rng);
            return;
        }
        let child = child.linear(None);
        child.extend_from_slice(self.member.bytes());
        match crossover {
            Operator::OnePointCrossover => one_point(child, other.member.bytes(), rng),
            Operator::TwoPointCrossover => two_point(child, other.member.bytes(), rng),
            Operator::LinkedCrossover => {
                let mut splices = Splices::default();
                splices.choose_from(&self.member, &other.member, rng);
                splices.apply(child);
            }
            _ => panic!("{} is no crossover", crossover.name()),
        }
    }

    /// Replaces the answers in one context, from a random request on, by those of `other` in the same
    /// context: the splice of EI with its source given.
    fn splice(&self, other: &Self, child: &mut Contextual, rng: &mut Rng) {
        let shared: Vec<usize> = (0..self.contexts.len())
            .filter(|&at| other.contexts.contains(&self.contexts[at]))
            .collect();
        let Some(last) = shared.len().checked_sub(1) else { return };
        let target = shared[rng.up_to(last as u64) as usize];
        let sources: Vec<usize> = (0..other.contexts.len())
            .filter(|&at| other.contexts[at] == self.contexts[target])
            .collect();
        let source = sources[rng.up_to(sources.len() as u64 - 1) as usize];
        let mut left = 1 + rng.up_to(MAX_SPLICE - 1) as usize;
        let pairs = (target..self.contexts.len()).zip(source..other.contexts.len());
        for (to, from) in pairs {
            if left == 0 || self.contexts[to] != other.contexts[from] {
                break;
            }
            let bytes = other.contextual.bytes_at(from);
            let here = child.bytes_at_mut(to);
            let count = bytes.len().min(here.len());
            here[..count].copy_from_slice(&bytes[..count]);
            left = left.saturating_sub(count);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chiasma_core::{Seed, Source};

    fn tree(s: &mut Source) -> u32 {
        let leaf: u8 = s.int(0..=255);
        let children = s.length(0..=2);
        (0..children).map(|_| s.draw(tree)).sum::<u32>() + u32::from(leaf)
    }

    /// From one call site, which is a part of every execution index.
    fn generate(source: &mut Source) {
        source.draw(tree);
    }

    fn parent(bytes: &[u8]) -> Parent {
        let mut source = Source::replay(bytes, Seed(1));
        source.set_tracing(true);
        source.load(bytes, Seed(1));
        generate(&mut source);
        Parent::of(source.trace())
    }

    /// The bytes that children of the two are generated from.
    fn children(crossover: Operator) -> Vec<Vec<u8>> {
        let (one, other) = (parent(&[1, 2, 2, 0, 3, 0]), parent(&[11, 2, 12, 0, 13, 0]));
        let mut rng = Rng::new(Seed(1));
        let mut child = Child::default();
        let mut source = Source::random(Seed(1));
        (0..200)
            .map(|_| {
                one.cross(&other, crossover, &mut rng, &mut child);
                child.load(&mut source, Seed(1));
                generate(&mut source);
                source.recording().to_vec()
            })
            .collect()
    }

    #[test]
    fn a_linked_child_has_a_whole_call_of_the_other() {
        for child in children(Operator::LinkedCrossover) {
            // The root does not receive; any call of the other, its root too, may be donated.
            let shapes: [&[u8]; 6] = [
                &[1, 2, 12, 0, 3, 0],
                &[1, 2, 13, 0, 3, 0],
                &[1, 2, 2, 0, 12, 0],
                &[1, 2, 2, 0, 13, 0],
                &[1, 2, 11, 2, 12, 0, 13, 0, 3, 0],
                &[1, 2, 2, 0, 11, 2, 12, 0, 13, 0],
            ];
            assert!(shapes.contains(&&child[..]), "{child:?}");
        }
    }

    #[test]
    fn a_contextual_child_takes_answers_of_the_same_context_only() {
        let mut all = children(Operator::ContextualSplice);
        all.sort();
        all.dedup();
        // From where it begins on, for as long as the contexts agree, and at most so many bytes.
        assert_eq!(all.len(), 9);
        for child in all {
            assert!(child.len() == 6 && child[1] == 2);
            assert!([1, 11].contains(&child[0]), "the root's answer comes from a root");
            assert!([2, 12, 13].contains(&child[2]) && [3, 12, 13].contains(&child[4]));
        }
    }

    #[test]
    fn every_crossover_makes_children_that_differ() {
        for crossover in Parent::CROSSOVERS {
            let mut all = children(crossover);
            all.sort();
            all.dedup();
            assert!(all.len() > 2, "{}", crossover.name());
        }
    }
}

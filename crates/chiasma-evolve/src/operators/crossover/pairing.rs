//! One crossover of two given parents, by each operator: what heritability is measured on (Crossover in
//! Parametric Fuzzing, section 6.1.1).

use chiasma_core::{Contextual, Rng, Trace};

use super::linked::Splices;
use super::points::{one_point, two_point};
use crate::child::Child;
use crate::input::InputId;
use crate::members::{Anatomy, Contexts, Member, Structure};
use crate::operators::Operator;
use crate::operators::splice::splice;
use crate::run::Outcome;

/// Most bytes that a contextual splice takes, as is EI's default.
const MAX_SPLICE: u64 = 64;

/// An input that can be a parent, with all that any crossover needs of it.
#[derive(Debug)]
pub struct Parent {
    member: Member,
    contexts: Contexts,
}

impl Parent {
    /// The parent with this trace.
    #[must_use]
    pub fn of(trace: &Trace) -> Self {
        let member = Member {
            id: InputId(0),
            bytes: trace.bytes().to_vec(),
            outcome: Outcome::Valid,
            work: 0,
            structure: Structure::of(Some(trace), Anatomy::Calls),
        };
        Self { member, contexts: Contexts::of(trace) }
    }

    /// The crossovers that there are.
    pub const CROSSOVERS: [Operator; 4] = [
        Operator::ONE_POINT_CROSSOVER,
        Operator::TWO_POINT_CROSSOVER,
        Operator::LINKED_CROSSOVER,
        Operator::CONTEXTUAL_SPLICE,
    ];

    /// Makes `child` what `crossover` makes of this parent and `other`; without anything to exchange it
    /// is a copy of this one.
    ///
    /// # Panics
    /// If `crossover` is none of [`Parent::CROSSOVERS`].
    pub fn cross(&self, other: &Self, crossover: Operator, rng: &mut Rng, child: &mut Child) {
        if crossover == Operator::CONTEXTUAL_SPLICE {
            self.splice(other, child.contextual(None, &self.contexts.entries), rng);
            return;
        }
        let child = child.linear(None);
        child.extend_from_slice(&self.member.bytes);
        match crossover {
            Operator::ONE_POINT_CROSSOVER => one_point(child, &other.member.bytes, rng),
            Operator::TWO_POINT_CROSSOVER => two_point(child, &other.member.bytes, rng),
            Operator::LINKED_CROSSOVER => {
                let mut splices = Splices::default();
                splices.choose_from(&self.member, &other.member, rng);
                splices.apply(child);
            }
            _ => panic!("{} is no crossover", crossover.name),
        }
    }

    /// Replaces the answers in one context, from a random request on, by those of `other` in the same
    /// context: the splice of EI with its source given.
    fn splice(&self, other: &Self, child: &mut Contextual, rng: &mut Rng) {
        let (ours, theirs) = (&self.contexts.contexts, &other.contexts.contexts);
        let shared: Vec<usize> = (0..ours.len()).filter(|&at| theirs.contains(&ours[at])).collect();
        let Some(last) = shared.len().checked_sub(1) else { return };
        let target = shared[rng.up_to(last as u64) as usize];
        let sources: Vec<usize> =
            (0..theirs.len()).filter(|&at| theirs[at] == ours[target]).collect();
        let source = sources[rng.up_to(sources.len() as u64 - 1) as usize];
        let bytes = 1 + rng.up_to(MAX_SPLICE - 1) as usize;
        splice(child, ours.len(), target, &other.contexts, source, bytes);
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
        for child in children(Operator::LINKED_CROSSOVER) {
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
    fn a_contextual_child_begins_with_an_answer_of_the_same_context() {
        let mut all = children(Operator::CONTEXTUAL_SPLICE);
        all.sort();
        all.dedup();
        // From any answer of the first on, with what the other answered from such a place on.
        let [one, other] = [[1, 2, 2, 0, 3, 0], [11, 2, 12, 0, 13, 0]];
        let same_context = |to: usize| match to {
            0 | 1 => vec![to],
            _ => vec![2 + to % 2, 4 + to % 2],
        };
        let spliced = |to: usize, from: usize, count: usize| {
            let mut child = one;
            for (to, from) in (to..6).zip(from..6).take(count) {
                child[to] = other[from];
            }
            child.to_vec()
        };
        for child in all {
            let places =
                (0..6).flat_map(|to| same_context(to).into_iter().map(move |from| (to, from)));
            let mut possible =
                places.flat_map(|(to, from)| (1..=6).map(move |count| spliced(to, from, count)));
            assert!(possible.any(|possible| possible == child), "{child:?}");
        }
    }

    #[test]
    fn every_crossover_makes_children_that_differ() {
        for crossover in Parent::CROSSOVERS {
            let mut all = children(crossover);
            all.sort();
            all.dedup();
            assert!(all.len() > 2, "{}", crossover.name);
        }
    }
}

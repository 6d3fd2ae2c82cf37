//! Which mutants are tried on an input.

use std::collections::BTreeMap;

use chiasma_core::Rng;

use crate::run::MutantId;
use crate::settings::{Setting, Settings};
use crate::wire::Wire;

/// How many mutants are tried on an input.
pub(crate) const PER_INPUT: Setting = Setting {
    name: "mutants-per-input",
    default: 10.0,
    min: 0.0,
    max: 1_000_000.0,
    meaning: "mutants that are tried on an input, of those that it reaches",
};

/// How mutants are chosen.
pub(crate) const LEAST_EXECUTED: Setting = Setting {
    name: "least-executed",
    default: 0.0,
    min: 0.0,
    max: 1.0,
    meaning: "1: mutants that were tried least often come first; 0: any as likely as another",
};

/// Which mutants are chosen among.
pub(crate) const UNREACHED: Setting = Setting {
    name: "unreached",
    default: 0.0,
    min: 0.0,
    max: 1.0,
    meaning: "1: mutants that the input does not reach are chosen, too, as in the paper",
};

/// The mutants that are chosen among.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Among {
    /// Those that the input reaches: no other can be killed.
    Reached,
    All,
}

/// Chooses the mutants that are tried on an input.
#[derive(Debug)]
pub(crate) struct MutantChoice {
    per_input: usize,
    among: Among,
    least_executed: bool,
    /// How often each was tried.
    executed: Vec<u32>,
    /// How often each ended the process that it ran in, if it did.
    ends: BTreeMap<MutantId, u32>,
}

/// A mutant that has ended its process this often is dead for certain, and is not tried any more: a new process
/// costs a hundred runs, and one that hangs half a second.
const MAX_ENDS: u32 = 5;

impl MutantChoice {
    pub(crate) fn new(settings: &Settings) -> Self {
        Self {
            per_input: settings.whole(PER_INPUT.name) as usize,
            among: if settings.get(UNREACHED.name) >= 0.5 { Among::All } else { Among::Reached },
            least_executed: settings.get(LEAST_EXECUTED.name) >= 0.5,
            executed: Vec::new(),
            ends: BTreeMap::new(),
        }
    }

    /// Which mutants are to be chosen among.
    pub(crate) fn among(&self) -> Among {
        self.among
    }

    /// Leaves in `candidates` those that are to be tried.
    pub(crate) fn choose(&mut self, candidates: &mut Vec<MutantId>, rng: &mut Rng) {
        candidates.retain(|mutant| self.ends.get(mutant).is_none_or(|ends| *ends < MAX_ENDS));
        let chosen = self.per_input.min(candidates.len());
        for at in 0..chosen {
            let other = at + rng.up_to((candidates.len() - at - 1) as u64) as usize;
            candidates.swap(at, other);
            if self.least_executed {
                let rest = candidates[at..].iter().enumerate();
                // The first of equals; which one that is, is random.
                let least = rest.min_by_key(|(_, mutant)| self.times(**mutant));
                let least = least.map_or(at, |(n, _)| at + n);
                candidates.swap(at, least);
            }
            self.count(candidates[at]);
        }
        candidates.truncate(chosen);
    }

    /// A mutant ended the process that it ran in.
    pub(crate) fn ended(&mut self, mutant: MutantId) {
        *self.ends.entry(mutant).or_default() += 1;
    }

    /// The mutants that were tried so far.
    pub(crate) fn tried(&self) -> impl Iterator<Item = MutantId> {
        let executed = (0..).zip(&self.executed);
        executed.filter(|(_, times)| **times > 0).map(|(mutant, _)| mutant)
    }

    fn times(&self, mutant: MutantId) -> u32 {
        self.executed.get(mutant as usize).copied().unwrap_or(0)
    }

    fn count(&mut self, mutant: MutantId) {
        let at = mutant as usize;
        self.executed.resize(self.executed.len().max(at + 1), 0);
        self.executed[at] = self.executed[at].saturating_add(1);
    }

    pub(crate) fn save(&self, body: &mut Vec<u8>) {
        self.executed.write(body);
        self.ends.iter().map(|(mutant, ends)| (*mutant, *ends)).collect::<Vec<_>>().write(body);
    }

    pub(crate) fn load(&mut self, body: &mut &[u8]) -> Option<()> {
        self.executed = Vec::read(body)?;
        self.ends = Vec::<(u32, u32)>::read(body)?.into_iter().collect();
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chiasma_core::Seed;

    fn choice(assignments: &[&str]) -> MutantChoice {
        let mut settings = Settings::defaults(vec![PER_INPUT, LEAST_EXECUTED, UNREACHED]);
        assignments.iter().for_each(|assignment| settings.set(assignment).unwrap());
        MutantChoice::new(&settings)
    }

    #[test]
    fn ten_of_those_reached_are_chosen_and_each_comes_up() {
        let (mut choice, mut rng) = (choice(&[]), Rng::new(Seed(1)));
        let mut seen = vec![0; 30];
        for _ in 0..300 {
            let mut reached: Vec<MutantId> = (0..30).collect();
            choice.choose(&mut reached, &mut rng);
            assert_eq!(reached.len(), 10);
            reached.iter().for_each(|mutant| seen[*mutant as usize] += 1);
        }
        assert!(seen.iter().all(|times| (60..140).contains(times)), "{seen:?}");
        let mut few = vec![7, 9];
        choice.choose(&mut few, &mut rng);
        few.sort_unstable();
        assert_eq!(few, [7, 9]);
    }

    #[test]
    fn a_mutant_that_ends_its_process_again_and_again_is_not_tried_any_more() {
        let (mut choice, mut rng) = (choice(&[]), Rng::new(Seed(1)));
        let mut times = 0;
        for _ in 0..20 {
            let mut reached = vec![3, 4];
            choice.choose(&mut reached, &mut rng);
            assert!(reached.contains(&3));
            if reached.contains(&4) {
                times += 1;
                choice.ended(4);
            }
        }
        assert_eq!(times, MAX_ENDS);
        assert_eq!(choice.tried().collect::<Vec<_>>(), [3, 4]);
        let mut body = Vec::new();
        choice.save(&mut body);
        let mut restored = self::choice(&[]);
        assert_eq!(restored.load(&mut &body[..]), Some(()));
        let mut reached = vec![3, 4];
        restored.choose(&mut reached, &mut rng);
        assert_eq!(reached, [3], "it is not forgotten");
    }

    #[test]
    fn the_least_executed_come_first() {
        let mut choice = choice(&["least-executed=1", "mutants-per-input=3"]);
        let mut rng = Rng::new(Seed(1));
        let mut all = Vec::new();
        for _ in 0..4 {
            let mut reached: Vec<MutantId> = (0..12).collect();
            choice.choose(&mut reached, &mut rng);
            all.append(&mut reached);
        }
        all.sort_unstable();
        assert_eq!(all, (0..12).collect::<Vec<_>>(), "each once before any comes twice");
    }
}

//! EvoGFuzz (Eberlein et al., SSBSE 2020): probabilities that evolve towards complex and failing inputs.
//!
//! Each activity of the paper's section 3.2 is a function of its own. Individuals are not changed: the
//! best of a generation teach the grammar the probabilities of the next one, and one choice of these is
//! then drawn anew.

use chiasma_core::{Rng, Seed};

use crate::grammar::Grammar;
use crate::probabilities::{Counts, Probabilities};

/// The settings of the evolution; the defaults are the paper's.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EvolutionSettings {
    /// How many inputs a generation has.
    pub population: usize,
    /// How much of a generation is selected for its fitness alone.
    pub elite_share: f64,
    /// How many tournaments select among the others.
    pub tournaments: usize,
    /// How many inputs take part in a tournament.
    pub tournament_size: usize,
    /// How many choices of the learned probabilities are drawn anew.
    pub mutations: usize,
    /// What length counts for against expansions: 1.5 for JSON, 2.0 for JavaScript and CSS.
    pub lambda: f64,
}

impl Default for EvolutionSettings {
    fn default() -> Self {
        Self {
            population: 100,
            elite_share: 0.05,
            tournaments: 10,
            tournament_size: 10,
            mutations: 1,
            lambda: 1.5,
        }
    }
}

/// An input that was generated and run.
#[derive(Debug, Clone)]
pub struct Individual {
    /// The choices that made it.
    pub counts: Counts,
    /// How many characters its text has.
    pub length: usize,
    /// Whether it made the program fail.
    pub is_failure: bool,
}

impl Individual {
    /// The fitness: infinite for failures, or else expansions²/(λ·length) (equations 1 to 4).
    #[must_use]
    pub fn fitness(&self, lambda: f64) -> f64 {
        let feedback = if self.is_failure { f64::INFINITY } else { 0.0 };
        let expansions = self.counts.expansions as f64;
        // An empty text counts as one character.
        let ratio = expansions / (lambda * self.length.max(1) as f64);
        feedback + ratio * expansions
    }
}

/// Selects individuals by their fitness (activity 5): the best, then the winner of each tournament
/// among the others. Gives their places.
#[must_use]
pub fn select(fitness: &[f64], settings: &EvolutionSettings, rng: &mut Rng) -> Vec<usize> {
    let mut ranked: Vec<usize> = (0..fitness.len()).collect();
    // Equal ones keep their order.
    ranked.sort_by(|&a, &b| fitness[b].total_cmp(&fitness[a]));
    let elite = (fitness.len() as f64 * settings.elite_share).round() as usize;
    let mut selected = ranked[..elite.min(ranked.len())].to_vec();
    let others = &ranked[selected.len()..];
    let Some(last) = others.len().checked_sub(1) else {
        return selected;
    };
    for _ in 0..settings.tournaments {
        // `others` is sorted, so the winner is the one that comes first.
        let drawn = (0..settings.tournament_size.max(1)).map(|_| rng.up_to(last as u64) as usize);
        selected.extend(drawn.min().map(|winner| others[winner]));
    }
    selected
}

/// The probabilities that the selected individuals teach (activity 6).
#[must_use]
pub fn learn<'i>(
    grammar: &Grammar,
    selected: impl IntoIterator<Item = &'i Individual>,
) -> Probabilities {
    let mut counts = Counts::new(grammar);
    for individual in selected {
        counts.add(&individual.counts);
    }
    Probabilities::learned(grammar, &counts)
}

/// The state of an evolution: takes individuals one by one, and gives the probabilities for the next.
#[derive(Debug)]
pub struct Evolution {
    settings: EvolutionSettings,
    rng: Rng,
    probabilities: Probabilities,
    population: Vec<Individual>,
    generations: u64,
}

impl Evolution {
    /// Begins with probabilities learned from examples, or uniform ones.
    #[must_use]
    pub fn new(probabilities: Probabilities, settings: EvolutionSettings, seed: Seed) -> Self {
        Self {
            settings,
            rng: Rng::new(seed),
            probabilities,
            population: Vec::new(),
            generations: 0,
        }
    }

    /// The probabilities by which the next input is to be generated.
    #[must_use]
    pub fn probabilities(&self) -> &Probabilities {
        &self.probabilities
    }

    /// How many generations are complete.
    #[must_use]
    pub fn generations(&self) -> u64 {
        self.generations
    }

    /// Takes an input that was generated and run; says whether that completed a generation, and so
    /// changed the probabilities.
    pub fn add(&mut self, grammar: &Grammar, individual: Individual) -> bool {
        self.population.push(individual);
        if self.population.len() < self.settings.population.max(1) {
            return false;
        }
        let lambda = self.settings.lambda;
        let fitness: Vec<f64> =
            self.population.iter().map(|individual| individual.fitness(lambda)).collect();
        let selected = select(&fitness, &self.settings, &mut self.rng);
        self.probabilities = learn(grammar, selected.iter().map(|&place| &self.population[place]));
        for _ in 0..self.settings.mutations {
            self.probabilities.mutate(grammar, &mut self.rng);
        }
        self.population.clear();
        self.generations += 1;
        true
    }
}

//! Probabilities of a grammar's choices that evolve from generation to generation (EvoGFuzz, Eberlein et al.,
//! SSBSE 2020).
//!
//! Nothing here knows of grammars: a choice is a request that its generator weighs, known by its site. The
//! best inputs of a generation teach the weights of the next one, and one choice of these is then drawn
//! anew. Choices that none of the best came to keep the generator's own weights.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use chiasma_core::{Ask, ByHash, Guide, Rng, Seed, SiteId, TextShape};

use crate::wire::{Wire, wire};

/// The weight of a probability of 1 when one is drawn anew.
const SCALE: u64 = 1 << 32;

/// The numbers of the evolution.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Numbers {
    /// How many inputs a generation has.
    pub(crate) population: usize,
    /// What length counts for against expansions.
    pub(crate) lambda: f64,
    /// How much of a generation is selected for its fitness alone.
    pub(crate) elite_share: f64,
    /// How many tournaments select among the others.
    pub(crate) tournaments: usize,
    /// How many inputs take part in a tournament.
    pub(crate) tournament_size: usize,
    /// How many choices of the learned weights are drawn anew.
    pub(crate) mutations: usize,
}

/// The state of an evolution: makes the choices of the input under way, and learns from whole generations.
#[derive(Debug)]
pub(crate) struct Generations {
    numbers: Numbers,
    /// Every choice met so far, by its site, with how many alternatives it has.
    known: BTreeMap<u64, u32>,
    /// The evolved weights, as sums up to each alternative; the generator's own where there are none.
    evolved: ByHash<Vec<u64>>,
    population: Vec<Individual>,
    completed: u64,
    /// The choices of the input under way: the site and the index.
    choices: Vec<(u64, u32)>,
    shape: TextShape,
    rng: Rng,
}

wire! {
    /// An input that was generated and run.
    #[derive(Debug, Clone, PartialEq)]
    struct Individual {
        fitness: f64,
        choices: Vec<Taken>,
    }
}

wire! {
    /// How often an alternative was taken at a site.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    struct Taken {
        site: u64,
        index: u32,
        times: u32,
    }
}

impl Generations {
    pub(crate) fn new(numbers: Numbers) -> Self {
        Self {
            numbers,
            known: BTreeMap::new(),
            evolved: ByHash::default(),
            population: Vec::new(),
            completed: 0,
            choices: Vec::new(),
            shape: TextShape::default(),
            rng: Rng::new(Seed(0)),
        }
    }

    /// How many generations are complete.
    pub(crate) fn completed(&self) -> u64 {
        self.completed
    }

    /// An input begins.
    pub(crate) fn begin(&mut self, seed: u64) {
        self.choices.clear();
        self.shape = TextShape::default();
        self.rng = Rng::new(Seed(seed));
    }

    /// The input has been run: it becomes part of its generation, and the last one completes it.
    pub(crate) fn end(&mut self, is_failure: bool) {
        let fitness = fitness(self.shape, is_failure, self.numbers.lambda);
        self.choices.sort_unstable();
        let runs = self.choices.chunk_by(|a, b| a == b);
        let choices = runs
            .map(|same| Taken { site: same[0].0, index: same[0].1, times: same.len() as u32 })
            .collect();
        self.choices.clear();
        self.population.push(Individual { fitness, choices });
        if self.population.len() >= self.numbers.population {
            self.complete();
        }
    }

    /// Makes the weights of the next generation.
    fn complete(&mut self) {
        let fitness: Vec<f64> = self.population.iter().map(|one| one.fitness).collect();
        let selected = select(&fitness, &self.numbers, &mut self.rng);
        let mut counts: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
        for Taken { site, index, times } in
            selected.iter().flat_map(|&at| &self.population[at].choices)
        {
            let alternatives = self.known.get(site).map_or(0, |&count| count as usize);
            let counts = counts.entry(*site).or_insert_with(|| vec![0; alternatives]);
            if let Some(count) = counts.get_mut(*index as usize) {
                *count += u64::from(*times);
            }
        }
        self.evolved.clear();
        self.evolved.extend(counts.into_iter().map(|(site, counts)| (site, sums(counts))));
        for _ in 0..self.numbers.mutations {
            self.mutate();
        }
        self.population.clear();
        self.completed += 1;
    }

    /// Draws the weights of one choice anew: each a number of (0, 1] (equation 5; only their ratios matter).
    fn mutate(&mut self) {
        let Some(last) = self.known.len().checked_sub(1) else { return };
        let nth = self.rng.up_to(last as u64) as usize;
        let Some((&site, &alternatives)) = self.known.iter().nth(nth) else { return };
        let drawn = (0..alternatives).map(|_| self.rng.up_to(SCALE - 1) + 1).collect();
        self.evolved.insert(site, sums(drawn));
    }

    fn choose(&mut self, site: SiteId, ask: &Ask, own: &[u64]) -> u64 {
        self.known.entry(site.0).or_insert(ask.max as u32 + 1);
        // The same site may have asked for another number of alternatives before.
        let evolved = self.evolved.get(&site.0).filter(|sums| sums.len() == own.len());
        let sums = evolved.map_or(own, Vec::as_slice);
        let total = sums.last().map_or(1, |&total| total.max(1));
        let ticket = self.rng.up_to(total - 1);
        let index = sums.partition_point(|&sum| sum <= ticket) as u64;
        self.choices.push((site.0, index as u32));
        index
    }

    pub(crate) fn save(&self, body: &mut Vec<u8>) {
        let known: Vec<(u64, u32)> = self.known.iter().map(|(&site, &of)| (site, of)).collect();
        known.write(body);
        let mut evolved: Vec<(u64, Vec<u64>)> =
            self.evolved.iter().map(|(&site, sums)| (site, sums.clone())).collect();
        evolved.sort_unstable();
        evolved.write(body);
        self.population.write(body);
        self.completed.write(body);
    }

    pub(crate) fn load(&mut self, body: &mut &[u8]) -> Option<()> {
        self.known = Vec::<(u64, u32)>::read(body)?.into_iter().collect();
        self.evolved.clear();
        self.evolved.extend(Vec::<(u64, Vec<u64>)>::read(body)?);
        self.population = Vec::read(body)?;
        self.completed = u64::read(body)?;
        Some(())
    }
}

/// Sums up to each alternative.
fn sums(mut weights: Vec<u64>) -> Vec<u64> {
    let mut sum = 0;
    for weight in &mut weights {
        sum += *weight;
        *weight = sum;
    }
    weights
}

/// The fitness of an input: infinite for failures, or else expansions²/(λ·length) (equations 1 to 4).
fn fitness(shape: TextShape, is_failure: bool, lambda: f64) -> f64 {
    let feedback = if is_failure { f64::INFINITY } else { 0.0 };
    let expansions = shape.expansions as f64;
    // An empty text counts as one character.
    let ratio = expansions / (lambda * shape.characters.max(1) as f64);
    feedback + ratio * expansions
}

/// Selects individuals by their fitness (activity 5): the best, then the winner of each tournament among the
/// others. Gives their places.
fn select(fitness: &[f64], numbers: &Numbers, rng: &mut Rng) -> Vec<usize> {
    let mut ranked: Vec<usize> = (0..fitness.len()).collect();
    // Equal ones keep their order.
    ranked.sort_by(|&a, &b| fitness[b].total_cmp(&fitness[a]));
    let elite = (fitness.len() as f64 * numbers.elite_share).round() as usize;
    let mut selected = ranked[..elite.min(ranked.len())].to_vec();
    let others = &ranked[selected.len()..];
    let Some(last) = others.len().checked_sub(1) else {
        return selected;
    };
    for _ in 0..numbers.tournaments {
        // `others` is sorted, so the winner is the one that comes first.
        let drawn = (0..numbers.tournament_size).map(|_| rng.up_to(last as u64) as usize);
        selected.extend(drawn.min().map(|winner| others[winner]));
    }
    selected
}

/// The evolution as the source sees it.
#[derive(Debug)]
pub(crate) struct EvolvedGuide(pub(crate) Rc<RefCell<Generations>>);

impl Guide for EvolvedGuide {
    /// What is not weighed is no choice of a grammar.
    fn choose(&mut self, _: SiteId, _: &Ask) -> Option<u64> {
        None
    }

    fn choose_weighted(&mut self, site: SiteId, ask: &Ask, own: &[u64]) -> Option<u64> {
        Some(self.0.borrow_mut().choose(site, ask, own))
    }

    fn drawn(&mut self, text: TextShape) {
        let shape = &mut self.0.borrow_mut().shape;
        shape.characters += text.characters;
        shape.expansions += text.expansions;
    }
}

#[cfg(test)]
mod tests;

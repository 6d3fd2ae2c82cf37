//! Heritability of the crossover operators (Crossover in Parametric Fuzzing, section 6.1.1).

use anyhow::Result;
use chiasma_core::Seed;
use chiasma_lab::experiment::Heritability;
use chiasma_lab::measures::{Edges, Inheritance, Pair, common_edges, sample_pairs};
use chiasma_lab::results::HeritabilityLine;
use chiasma_runtime::protocol::{Input, Job, ParentPair, Report};

use super::replaying::covered;
use super::subject::Built;
use chiasma_campaign::{Examined, run_job_unkilled};

/// Number of random inputs; an edge that more than half of them cover is common, as in the paper.
const RANDOM_INPUTS: u64 = 1_000;
/// A pair whose child kills its process is left out; after this many deaths the remaining pairs are, too.
const MAX_DEATHS: usize = 50;

/// Crosses pairs of inputs of the given corpora with every crossover, and measures the children.
pub(super) fn measure(
    subject: &Built,
    corpora: &[Vec<Input>],
    wanted: &Heritability,
    seed: u64,
) -> Result<Vec<HeritabilityLine>> {
    let random: Vec<Input> = (0..RANDOM_INPUTS)
        .map(|n| Input::Bytes { bytes: Vec::new(), seed: Seed(seed).child(n).0 })
        .collect();
    let edges = |examined: &Examined| examined.edges.iter().copied().collect::<Edges>();
    let random: Vec<Edges> = covered(subject, &random)?.examined.iter().map(edges).collect();
    let common = common_edges(&random);
    let mut inputs = Vec::new();
    let mut of_corpora = Vec::new();
    for corpus in corpora {
        let batch = covered(subject, corpus)?;
        of_corpora.push(batch.examined.iter().map(edges).collect::<Vec<_>>());
        inputs.extend(batch.examined.into_iter().map(|examined| examined.bytes));
    }
    let pairs = sample_pairs(&of_corpora, &common, wanted.pairs as usize, Seed(seed));
    let place =
        |corpus: usize, at: usize| of_corpora[..corpus].iter().map(Vec::len).sum::<usize>() + at;
    let places: Vec<ParentPair> = pairs
        .iter()
        .map(|&Pair { corpus, first, second }| ParentPair {
            first: place(corpus, first) as u32,
            second: place(corpus, second) as u32,
        })
        .collect();
    let mut lines = Vec::new();
    for Crossed { pair, operator, edges } in cross(subject, &inputs, &places, seed)? {
        let Pair { corpus, first, second } = pairs[pair as usize];
        let parents = [&of_corpora[corpus][first], &of_corpora[corpus][second]];
        if let Some(inherited) = Inheritance::of(&edges, parents, &common) {
            let (rate, hybrid) = (inherited.rate, inherited.is_hybrid);
            lines.push(HeritabilityLine {
                subject: subject.name.clone(),
                operator,
                pair,
                rate,
                hybrid,
            });
        }
    }
    Ok(lines)
}

/// A child of a pair, and what it covers.
struct Crossed {
    pair: u32,
    operator: String,
    edges: Edges,
}

/// Has a worker cross all pairs; one that dies is replaced by one that continues behind the pair it died of.
fn cross(
    subject: &Built,
    inputs: &[Vec<u8>],
    pairs: &[ParentPair],
    seed: u64,
) -> Result<Vec<Crossed>> {
    let directory = chiasma_campaign::Scratch::new()?;
    let limits = &subject.limits;
    let mut crossed: Vec<Crossed> = Vec::new();
    let (mut next, mut deaths) = (0, 0);
    while next < pairs.len() && deaths < MAX_DEATHS {
        let job = Job::Cross {
            inputs: inputs
                .iter()
                .map(|bytes| Input::Bytes { bytes: bytes.clone(), seed: 0 })
                .collect(),
            first: next as u32,
            pairs: pairs[next..].to_vec(),
            seed,
            max_size: limits.max_size,
        };
        let (property, path) = (&subject.property, directory.path());
        let hear = &mut |children: &mut Vec<Crossed>, report| {
            if let Report::Crossed { pair, operator, edges } = report {
                children.push(Crossed { pair, operator, edges: edges.into_iter().collect() });
            }
        };
        let (children, exit) = run_job_unkilled(property, path, limits, &job, hear)?;
        next = children.last().map_or(next, |child| child.pair as usize);
        crossed.extend(children);
        deaths += usize::from(exit.death.is_some());
        next += 1;
    }
    Ok(crossed)
}

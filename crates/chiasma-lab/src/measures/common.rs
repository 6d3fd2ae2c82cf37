//! Common edges: those that nearly any input covers, and that say nothing about a particular one.

use super::edges::Edges;

/// The edges that more than half of the random inputs cover (Crossover in Parametric Fuzzing, 6.1.1).
#[must_use]
pub fn common_edges(of_random_inputs: &[Edges]) -> Edges {
    let mut counts: Vec<usize> = Vec::new();
    for edge in of_random_inputs.iter().flat_map(Edges::iter) {
        let edge = edge as usize;
        if counts.len() <= edge {
            counts.resize(edge + 1, 0);
        }
        counts[edge] += 1;
    }
    let is_common = |&count: &usize| 2 * count > of_random_inputs.len();
    let common = counts.iter().enumerate().filter(|(_, count)| is_common(count));
    common.map(|(edge, _)| edge as u32).collect()
}

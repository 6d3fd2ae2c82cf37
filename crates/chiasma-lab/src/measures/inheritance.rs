//! Heritability of a crossover: how much of what its parents cover a child covers.

use super::edges::Edges;

/// What a child inherited (Crossover in Parametric Fuzzing, 6.1.1).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Inheritance {
    /// The inheritance rate: the share of edges of either parent that the child covers.
    pub rate: f64,
    /// Whether it covers something that only the first parent covers, and something that only the second does.
    pub is_hybrid: bool,
}

impl Inheritance {
    /// What `child` inherited from its parents, common edges left out; nothing is known if the parents
    /// cover nothing but common ones.
    #[must_use]
    pub fn of(child: &Edges, parents: [&Edges; 2], common: &Edges) -> Option<Self> {
        let [first, second] = parents.map(|parent| parent.without(common));
        let of_parents = first.union(&second);
        if of_parents.is_empty() {
            return None;
        }
        let has_of = |own: Edges| !own.intersection(child).is_empty();
        Some(Self {
            rate: of_parents.intersection(child).len() as f64 / of_parents.len() as f64,
            is_hybrid: has_of(first.without(&second)) && has_of(second.without(&first)),
        })
    }

    /// Whether a child of these two can be a hybrid: each covers something of its own.
    #[must_use]
    pub fn allows_hybrids(parents: [&Edges; 2], common: &Edges) -> bool {
        let has_own = |one: &Edges, other: &Edges| !one.without(other).without(common).is_empty();
        has_own(parents[0], parents[1]) && has_own(parents[1], parents[0])
    }
}

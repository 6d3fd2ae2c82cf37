//! A set of edges, as a bit for each.

/// A set of edges, by their numbers.
#[derive(Debug, Clone, Default)]
pub struct Edges {
    words: Vec<u64>,
}

impl Edges {
    /// The empty set.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an edge; returns whether it is new.
    pub fn insert(&mut self, edge: u32) -> bool {
        let (word, bit) = place(edge);
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        let is_new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        is_new
    }

    /// Whether an edge is in it.
    #[must_use]
    pub fn contains(&self, edge: u32) -> bool {
        let (word, bit) = place(edge);
        self.words.get(word).is_some_and(|word| word & bit != 0)
    }

    /// How many edges are in it.
    #[must_use]
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there is no edge in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The edges, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = u32> {
        self.words.iter().enumerate().flat_map(|(at, &word)| {
            (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| at as u32 * 64 + bit)
        })
    }

    /// The edges of either.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        let longer = self.words.len().max(other.words.len());
        Self { words: (0..longer).map(|at| self.word(at) | other.word(at)).collect() }
    }

    /// The edges of both.
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Self {
        self.combined(other, |mine, theirs| mine & theirs)
    }

    /// The edges that the other does not have.
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        self.combined(other, |mine, theirs| mine & !theirs)
    }

    fn combined(&self, other: &Self, combine: fn(u64, u64) -> u64) -> Self {
        let words = self.words.iter().enumerate();
        Self { words: words.map(|(at, &mine)| combine(mine, other.word(at))).collect() }
    }

    fn word(&self, at: usize) -> u64 {
        self.words.get(at).copied().unwrap_or(0)
    }
}

impl FromIterator<u32> for Edges {
    fn from_iter<I: IntoIterator<Item = u32>>(edges: I) -> Self {
        let mut set = Self::new();
        for edge in edges {
            set.insert(edge);
        }
        set
    }
}

impl PartialEq for Edges {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Edges {}

fn place(edge: u32) -> (usize, u64) {
    (edge as usize / 64, 1 << (edge % 64))
}

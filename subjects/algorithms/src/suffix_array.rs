//! Suffix arrays by prefix doubling, and searching with them.

/// The places where the suffixes of a text begin, in the order of the suffixes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SuffixArray<'t> {
    text: &'t [u8],
    places: Vec<usize>,
}

impl<'t> SuffixArray<'t> {
    /// The suffix array of a text.
    #[must_use]
    pub fn of(text: &'t [u8]) -> Self {
        let mut places: Vec<usize> = (0..text.len()).collect();
        let mut ranks: Vec<usize> = text.iter().map(|&byte| usize::from(byte) + 1).collect();
        let mut length = 1;
        // Sorted by their first `length` bytes, suffixes have ranks by which twice as many can be
        // compared at once; behind the end comes rank 0.
        loop {
            let key =
                |place: usize| (ranks[place], ranks.get(place + length).copied().unwrap_or(0));
            places.sort_by_key(|&place| key(place));
            let mut next = vec![1; text.len()];
            for pair in places.windows(2) {
                next[pair[1]] = next[pair[0]] + usize::from(key(pair[0]) != key(pair[1]));
            }
            let is_sorted = places.last().is_none_or(|&last| next[last] == text.len());
            ranks = next;
            if is_sorted {
                return Self { text, places };
            }
            length *= 2;
        }
    }

    /// The places, in the order of their suffixes.
    #[must_use]
    pub fn places(&self) -> &[usize] {
        &self.places
    }

    /// Where `pattern` occurs, in ascending order.
    #[must_use]
    pub fn find(&self, pattern: &[u8]) -> Vec<usize> {
        let start = self.places.partition_point(|&place| &self.text[place..] < pattern);
        let rest = &self.places[start..];
        let count = rest.partition_point(|&place| self.text[place..].starts_with(pattern));
        let mut found = rest[..count].to_vec();
        found.sort_unstable();
        found
    }

    /// For each two neighbours, how many bytes their suffixes have in common at the beginning.
    #[must_use]
    pub fn common_prefixes(&self) -> Vec<usize> {
        let common = |pair: &[usize]| {
            let (a, b) = (&self.text[pair[0]..], &self.text[pair[1]..]);
            a.iter().zip(b).take_while(|(a, b)| a == b).count()
        };
        self.places.windows(2).map(common).collect()
    }
}

//! Coverage as the compiler's counters give it: one byte an edge, how often it was passed.

/// The counters of one run, one byte an edge.
pub type Counters = [u8];

/// How many edges one word of counters holds.
pub(crate) const WORD: usize = 8;

/// The edges that were passed at all, in order.
pub fn covered_edges(counters: &Counters) -> impl Iterator<Item = usize> {
    words(counters).flat_map(|(at, word)| {
        (0..WORD)
            .filter(move |byte| word >> (8 * byte) & 0xff != 0)
            .map(move |byte| at * WORD + byte)
    })
}

/// The words that have a passed edge in them, with their places.
///
/// Most of a run's counters are zero, so eight words at a time are looked at before one.
pub(crate) fn words(counters: &Counters) -> impl Iterator<Item = (usize, u64)> {
    let (blocks, rest) = counters.as_chunks::<64>();
    let whole = blocks.iter().enumerate().filter(|(_, block)| **block != [0; 64]).flat_map(
        |(at, block)| {
            let (words, _) = block.as_chunks::<WORD>();
            words.iter().enumerate().map(move |(n, word)| (at * 8 + n, u64::from_le_bytes(*word)))
        },
    );
    let first = blocks.len() * 8;
    let rest = rest.chunks(WORD).enumerate().map(move |(n, chunk)| {
        let mut word = [0; WORD];
        word[..chunk.len()].copy_from_slice(chunk);
        (first + n, u64::from_le_bytes(word))
    });
    whole.chain(rest).filter(|(_, word)| *word != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn covered_edges_are_found_at_every_place_and_length() {
        for length in [0, 1, 7, 8, 9, 63, 64, 65, 200] {
            for step in [1, 3, 50] {
                let counters: Vec<u8> =
                    (0..length).map(|at| if at % step == 0 { 200 } else { 0 }).collect();
                let expected: Vec<usize> = (0..length).step_by(step).collect();
                assert_eq!(covered_edges(&counters).collect::<Vec<_>>(), expected);
            }
        }
    }
}

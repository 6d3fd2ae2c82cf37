//! Coverage as the compiler's counters give it: one byte an edge, how often it was passed.

/// The counters of one run, one byte an edge.
pub type Counters = [u8];

/// How many edges one word of counters holds.
pub(crate) const WORD: usize = 8;
/// How many edges are looked at together before one word is.
pub(crate) const BLOCK: usize = 64;

/// The edges that were passed at all, in order.
pub fn covered_edges(counters: &Counters) -> impl Iterator<Item = usize> {
    words(counters).flat_map(|(at, word)| passed(word).map(move |byte| at * WORD + byte))
}

/// How many edges were passed.
pub(crate) fn count_covered(counters: &Counters) -> usize {
    let mut covered = 0;
    visit_words(counters, |_, word| covered += marks(word).count_ones() as usize);
    covered
}

/// The edges that one of two runs passed and the other did not, in order.
pub(crate) fn differing_edges(first: &Counters, second: &Counters) -> impl Iterator<Item = usize> {
    let blocks = first.chunks(BLOCK).zip(second.chunks(BLOCK)).enumerate();
    blocks.filter(|(_, (first, second))| first != second).flat_map(|(block, (first, second))| {
        let words = first.chunks(WORD).zip(second.chunks(WORD)).enumerate();
        words.flat_map(move |(at, (first, second))| {
            let differs = marks(word_of(first)) ^ marks(word_of(second));
            passed(differs).map(move |byte| block * BLOCK + at * WORD + byte)
        })
    })
}

/// Whether one of these edges was passed. Word by word: to compare whole blocks is a call for each.
#[inline]
fn is_touched(block: &[u8; BLOCK]) -> bool {
    let (words, _) = block.as_chunks::<WORD>();
    words.iter().fold(0, |any, word| any | u64::from_ne_bytes(*word)) != 0
}

/// Calls `visit` with every block of 64 counters of which one is not zero, and its place, until it gives true; whether
/// it did. The last block is filled up with zeros.
///
/// Which blocks a run touches cannot be guessed, and a wrong guess takes the processor as long as looking at several
/// blocks. So 64 blocks are looked at without a branch before those of them that are touched are visited.
#[inline]
pub(crate) fn any_touched_block(
    counters: &Counters,
    mut visit: impl FnMut(usize, &[u8; BLOCK]) -> bool,
) -> bool {
    let (blocks, rest) = counters.as_chunks::<BLOCK>();
    let mut last = [[0; BLOCK]];
    last[0][..rest.len()].copy_from_slice(rest);
    let mut first = 0;
    // In one loop, so that `visit` is called at one place and can be a part of it.
    for group in blocks.chunks(u64::BITS as usize).chain([&last[..]]) {
        let mut touched = 0_u64;
        for (n, block) in group.iter().enumerate() {
            touched |= u64::from(is_touched(block)) << n;
        }
        while touched != 0 {
            let n = touched.trailing_zeros() as usize;
            if visit(first + n, &group[n]) {
                return true;
            }
            touched &= touched - 1;
        }
        first += group.len();
    }
    false
}

/// Calls `visit` with every block of 64 counters of which one is not zero, and its place.
#[inline]
pub(crate) fn visit_touched_blocks(
    counters: &Counters,
    mut visit: impl FnMut(usize, &[u8; BLOCK]),
) {
    any_touched_block(counters, |at, block| {
        visit(at, block);
        false
    });
}

/// The places of the bytes that are not zero, in order.
pub(crate) fn passed(word: u64) -> impl Iterator<Item = usize> {
    let mut left = marks(word);
    std::iter::from_fn(move || {
        let at = (left != 0).then(|| left.trailing_zeros() as usize / 8);
        left &= left.wrapping_sub(1);
        at
    })
}

/// The highest bit of every byte that is not zero.
pub(crate) fn marks(word: u64) -> u64 {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    // What lies below the highest bit carries into it, and never out of its byte.
    (((word & LOW) + LOW) | word) & !LOW
}

fn word_of(bytes: &[u8]) -> u64 {
    let mut word = [0; WORD];
    word[..bytes.len()].copy_from_slice(bytes);
    u64::from_le_bytes(word)
}

/// Calls `visit` with every word that has a passed edge in it, and its place: as [`words`], in plain loops, for what is
/// done for every run or every kept input.
#[inline]
pub(crate) fn visit_words(counters: &Counters, mut visit: impl FnMut(usize, u64)) {
    visit_touched_blocks(counters, |at, block| {
        let (words, _) = block.as_chunks::<WORD>();
        for (n, word) in words.iter().enumerate() {
            let word = u64::from_le_bytes(*word);
            if word != 0 {
                visit(at * (BLOCK / WORD) + n, word);
            }
        }
    });
}

/// The words that have a passed edge in them, with their places.
///
/// Most of a run's counters are zero, so eight words at a time are looked at before one.
pub(crate) fn words(counters: &Counters) -> impl Iterator<Item = (usize, u64)> {
    let (blocks, rest) = counters.as_chunks::<BLOCK>();
    let whole =
        blocks.iter().enumerate().filter(|(_, block)| is_touched(block)).flat_map(|(at, block)| {
            let (words, _) = block.as_chunks::<WORD>();
            words.iter().enumerate().map(move |(n, word)| (at * 8 + n, u64::from_le_bytes(*word)))
        });
    let first = blocks.len() * 8;
    let rest = rest.chunks(WORD).enumerate().map(move |(n, chunk)| (first + n, word_of(chunk)));
    whole.chain(rest).filter(|(_, word)| *word != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn covered_edges_are_found_at_every_place_and_length() {
        for length in [0, 1, 7, 8, 9, 63, 64, 65, 200, 4096, 5000] {
            for step in [1, 3, 50] {
                let counters: Vec<u8> =
                    (0..length).map(|at| if at % step == 0 { 200 } else { 0 }).collect();
                let expected: Vec<usize> = (0..length).step_by(step).collect();
                assert_eq!(covered_edges(&counters).collect::<Vec<_>>(), expected);
                assert_eq!(count_covered(&counters), expected.len());
            }
        }
    }

    #[test]
    fn words_are_visited_as_they_are_iterated_over() {
        for length in [0, 1, 8, 63, 64, 65, 200, 4096, 5000] {
            for step in [1, 9, 70, 4095] {
                let counters: Vec<u8> =
                    (0..length).map(|at| if at % step == 0 { at as u8 | 1 } else { 0 }).collect();
                let mut visited = Vec::new();
                visit_words(&counters, |at, word| visited.push((at, word)));
                assert_eq!(visited, words(&counters).collect::<Vec<_>>(), "{length} {step}");
            }
        }
    }

    #[test]
    fn a_byte_is_marked_unless_it_is_zero() {
        for byte in 0..=255 {
            let word = u64::from_le_bytes([byte, 0, 1, byte, 127, 128, 255, byte]);
            let is_there = |place: &usize| [byte, 0, 1, byte, 127, 128, 255, byte][*place] != 0;
            assert!(passed(word).eq((0..WORD).filter(is_there)), "{byte}");
        }
    }

    #[test]
    fn runs_differ_where_only_one_of_them_passed() {
        for length in [3, 8, 64, 100] {
            let first: Vec<u8> = (0..length).map(|at| (at % 3) as u8).collect();
            let second: Vec<u8> = (0..length).map(|at| (at % 4) as u8 * 80).collect();
            let expected = (0..length).filter(|at| (at % 3 == 0) != (at % 4 == 0));
            assert!(differing_edges(&first, &second).eq(expected), "{length}");
            assert_eq!(differing_edges(&first, &first).count(), 0);
        }
    }
}

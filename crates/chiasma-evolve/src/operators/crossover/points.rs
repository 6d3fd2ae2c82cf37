//! One-point and two-point crossover, as for any sequence of bytes.

use chiasma_core::Rng;

/// The front of `child` up to a random point, and the back of `other` from another one.
pub(crate) fn one_point(child: &mut Vec<u8>, other: &[u8], rng: &mut Rng) {
    let (here, there) = (point(child.len(), rng), point(other.len(), rng));
    child.truncate(here);
    child.extend_from_slice(&other[there..]);
}

/// `child`, with a random part of it replaced by a random part of `other`.
pub(crate) fn two_point(child: &mut Vec<u8>, other: &[u8], rng: &mut Rng) {
    let (here, there) = (interval(child.len(), rng), interval(other.len(), rng));
    child.splice(here, other[there].iter().copied());
}

/// A point between two bytes, before the first or behind the last.
fn point(len: usize, rng: &mut Rng) -> usize {
    rng.up_to(len as u64) as usize
}

fn interval(len: usize, rng: &mut Rng) -> std::ops::Range<usize> {
    let (one, two) = (point(len, rng), point(len, rng));
    one.min(two)..one.max(two)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chiasma_core::Seed;

    const ONE: [u8; 6] = [1, 2, 3, 4, 5, 6];
    const OTHER: [u8; 4] = [21, 22, 23, 24];

    #[test]
    fn a_one_point_child_is_a_prefix_and_a_suffix() {
        let mut rng = Rng::new(Seed(1));
        let mut seen = std::collections::HashSet::new();
        for _ in 0..2_000 {
            let mut child = ONE.to_vec();
            one_point(&mut child, &OTHER, &mut rng);
            let front = child.iter().take_while(|byte| **byte < 20).count();
            assert_eq!(child[..front], ONE[..front]);
            assert!(OTHER.ends_with(&child[front..]));
            seen.insert(child);
        }
        assert_eq!(seen.len(), 7 * 5, "every pair of points comes up");
        let mut empty = Vec::new();
        one_point(&mut empty, &[], &mut rng);
        assert_eq!(empty, []);
    }

    #[test]
    fn a_two_point_child_is_a_front_a_part_of_the_other_and_a_back() {
        let mut rng = Rng::new(Seed(1));
        let mut seen = std::collections::HashSet::new();
        for _ in 0..20_000 {
            let mut child = ONE.to_vec();
            two_point(&mut child, &OTHER, &mut rng);
            seen.insert(child);
        }
        let parts = |bytes: &[u8]| -> Vec<(usize, usize)> {
            (0..=bytes.len()).flat_map(|end| (0..=end).map(move |start| (start, end))).collect()
        };
        let mut expected = std::collections::HashSet::new();
        for (start, end) in parts(&ONE) {
            for (from, to) in parts(&OTHER) {
                expected.insert([&ONE[..start], &OTHER[from..to], &ONE[end..]].concat());
            }
        }
        assert_eq!(seen, expected, "exactly these, and each of them comes up");
    }
}

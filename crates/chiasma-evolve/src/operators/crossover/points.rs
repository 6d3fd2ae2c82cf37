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
    fn a_two_point_child_keeps_its_ends_and_takes_a_part_of_the_other() {
        let mut rng = Rng::new(Seed(1));
        for _ in 0..2_000 {
            let mut child = ONE.to_vec();
            two_point(&mut child, &OTHER, &mut rng);
            let front = child.iter().take_while(|byte| **byte < 20).count();
            let back = child.iter().rev().take_while(|byte| **byte < 20).count();
            let part = &child[front.min(child.len() - back)..child.len() - back.min(child.len())];
            if child.iter().any(|byte| *byte > 20) {
                assert!(
                    ONE.starts_with(&child[..front]) && ONE.ends_with(&child[child.len() - back..])
                );
                assert!(OTHER.windows(part.len()).any(|window| window == part));
            } else {
                // Nothing was taken: what is left are a front and a back of the first.
                assert!(child.is_sorted() && child.len() <= ONE.len());
            }
        }
    }
}

//! Owns the framework-independent definitions of the list and number challenges.

use std::collections::BTreeSet;
use std::fmt::Debug;

/// The largest value a difference challenge draws, small enough for uniform draws to collide.
pub const DIFFERENCE_MAX: u32 = 10_000;

/// The largest magnitude of a deletion element, small enough for uniform draws to repeat.
pub const DELETION_MAX: i64 = 1_000;

/// The largest element the coupling challenge draws.
pub const COUPLING_MAX: usize = 10;

/// A falsifiable property whose smallest counterexamples are known.
pub trait Challenge {
    /// The value the property is about.
    type Input: Clone + Debug + PartialEq + 'static;

    /// The name of the challenge in the public collection.
    const NAME: &'static str;

    /// Whether the input meets the precondition of the property.
    fn accepts(_input: &Self::Input) -> bool {
        true
    }

    /// Whether an accepted input falsifies the property.
    fn fails(input: &Self::Input) -> bool;

    /// Whether the input is a counterexample the challenge calls smallest.
    fn is_minimal(input: &Self::Input) -> bool;
}

/// Five lists each summing below 256 sum below 1280, false as 16-bit sums wrap around.
pub struct Bound5;

/// Whether one list of the bound5 tuple has a wrapping sum below 256.
pub fn bound5_list_accepts(list: &[i16]) -> bool {
    wrapping_sum(list) < 256
}

impl Challenge for Bound5 {
    type Input = [Vec<i16>; 5];
    const NAME: &'static str = "bound5";

    fn accepts(input: &Self::Input) -> bool {
        input.iter().all(|list| bound5_list_accepts(list))
    }

    fn fails(input: &Self::Input) -> bool {
        let total = input.iter().fold(0_i16, |sum, list| sum.wrapping_add(wrapping_sum(list)));
        total >= 5 * 256
    }

    fn is_minimal(input: &Self::Input) -> bool {
        let mut full: Vec<&[i16]> = input.iter().map(Vec::as_slice).collect();
        full.retain(|list| !list.is_empty());
        full.sort_unstable();
        full == [&[i16::MIN][..], &[-1][..]]
    }
}

/// A list of lists holds at most four distinct integers, which five of them falsify.
pub struct LargeUnionList;

impl Challenge for LargeUnionList {
    type Input = Vec<Vec<i64>>;
    const NAME: &'static str = "large_union_list";

    fn fails(input: &Self::Input) -> bool {
        input.iter().flatten().collect::<BTreeSet<_>>().len() >= 5
    }

    fn is_minimal(input: &Self::Input) -> bool {
        let [list] = input.as_slice() else {
            return false;
        };
        matches!(sorted(list).as_slice(), [-2, -1, 0, 1, 2] | [0, 1, 2, 3, 4])
    }
}

/// Reversing a list gives the same list, which any two differing elements falsify.
pub struct Reverse;

impl Challenge for Reverse {
    type Input = Vec<i64>;
    const NAME: &'static str = "reverse";

    fn fails(input: &Self::Input) -> bool {
        !input.iter().eq(input.iter().rev())
    }

    fn is_minimal(input: &Self::Input) -> bool {
        matches!(input.as_slice(), [0, 1] | [1, 0])
    }
}

/// A list of a length drawn first stays below 900, which the single 900 falsifies.
pub struct LengthList;

impl Challenge for LengthList {
    type Input = Vec<u32>;
    const NAME: &'static str = "lengthlist";

    fn fails(input: &Self::Input) -> bool {
        input.iter().any(|&value| value >= 900)
    }

    fn is_minimal(input: &Self::Input) -> bool {
        input.as_slice() == [900]
    }
}

/// Two positive integers, the first at least ten, never agree.
pub struct Difference1;

impl Challenge for Difference1 {
    type Input = (u32, u32);
    const NAME: &'static str = "difference1";

    fn accepts(input: &Self::Input) -> bool {
        both_positive(input)
    }

    fn fails(input: &Self::Input) -> bool {
        input.0 >= 10 && input.0 == input.1
    }

    fn is_minimal(input: &Self::Input) -> bool {
        *input == (10, 10)
    }
}

/// Two positive integers, the first at least ten, never lie one to four apart.
pub struct Difference2;

impl Challenge for Difference2 {
    type Input = (u32, u32);
    const NAME: &'static str = "difference2";

    fn accepts(input: &Self::Input) -> bool {
        both_positive(input)
    }

    fn fails(input: &Self::Input) -> bool {
        input.0 >= 10 && (1..=4).contains(&input.0.abs_diff(input.1))
    }

    fn is_minimal(input: &Self::Input) -> bool {
        *input == (10, 6)
    }
}

/// Two positive integers, the first at least ten, never lie exactly one apart.
pub struct Difference3;

impl Challenge for Difference3 {
    type Input = (u32, u32);
    const NAME: &'static str = "difference3";

    fn accepts(input: &Self::Input) -> bool {
        both_positive(input)
    }

    fn fails(input: &Self::Input) -> bool {
        input.0 >= 10 && input.0.abs_diff(input.1) == 1
    }

    fn is_minimal(input: &Self::Input) -> bool {
        *input == (10, 9)
    }
}

/// An element removed by index is gone, false as only its first occurrence is removed.
pub struct Deletion;

impl Challenge for Deletion {
    type Input = (Vec<i64>, usize);
    const NAME: &'static str = "deletion";

    fn accepts((list, index): &Self::Input) -> bool {
        *index < list.len()
    }

    fn fails((list, index): &Self::Input) -> bool {
        let Some(target) = list.get(*index) else {
            return false;
        };
        list.iter().filter(|&element| element == target).nth(1).is_some()
    }

    fn is_minimal((list, index): &Self::Input) -> bool {
        list.as_slice() == [0, 0] && *index == 0
    }
}

/// A list holds at most two distinct integers, which three of them falsify.
pub struct Distinct;

impl Challenge for Distinct {
    type Input = Vec<i64>;
    const NAME: &'static str = "distinct";

    fn fails(input: &Self::Input) -> bool {
        input.iter().collect::<BTreeSet<_>>().len() >= 3
    }

    fn is_minimal(input: &Self::Input) -> bool {
        matches!(sorted(input).as_slice(), [-1, 0, 1] | [0, 1, 2])
    }
}

/// A list of its own indices holds no two-cycle, which swapping two positions falsifies.
pub struct Coupling;

impl Challenge for Coupling {
    type Input = Vec<usize>;
    const NAME: &'static str = "coupling";

    fn accepts(input: &Self::Input) -> bool {
        input.iter().all(|&value| value < input.len())
    }

    fn fails(input: &Self::Input) -> bool {
        let points_back = |(index, &value): (usize, &usize)| {
            index != value && input.get(value).is_some_and(|&back| back == index)
        };
        input.iter().enumerate().any(points_back)
    }

    fn is_minimal(input: &Self::Input) -> bool {
        input.as_slice() == [1, 0]
    }
}

/// The lengths of the inner lists sum to at most ten, which eleven elements falsify.
pub struct NestedLists;

impl Challenge for NestedLists {
    type Input = Vec<Vec<i64>>;
    const NAME: &'static str = "nestedlists";

    fn fails(input: &Self::Input) -> bool {
        input.iter().map(Vec::len).sum::<usize>() > 10
    }

    fn is_minimal(input: &Self::Input) -> bool {
        matches!(input.as_slice(), [list] if list.as_slice() == [0; 11])
    }
}

fn wrapping_sum(list: &[i16]) -> i16 {
    list.iter().fold(0, |sum, &value| sum.wrapping_add(value))
}

fn sorted(list: &[i64]) -> Vec<i64> {
    let mut copy = list.to_vec();
    copy.sort_unstable();
    copy
}

fn both_positive(pair: &(u32, u32)) -> bool {
    pair.0 > 0 && pair.1 > 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn minimal<C: Challenge>(inputs: &[C::Input]) {
        for input in inputs {
            assert!(C::accepts(input), "{} rejects {input:?}", C::NAME);
            assert!(C::fails(input), "{} holds on {input:?}", C::NAME);
            assert!(C::is_minimal(input), "{} does not call {input:?} minimal", C::NAME);
        }
    }

    fn harmless<C: Challenge>(inputs: &[C::Input]) {
        for input in inputs {
            let failing = C::accepts(input) && C::fails(input);
            assert!(!failing && !C::is_minimal(input), "{} fails on {input:?}", C::NAME);
        }
    }

    fn five(lists: [&[i16]; 5]) -> [Vec<i16>; 5] {
        lists.map(<[i16]>::to_vec)
    }

    #[test]
    fn bound5_needs_two_lists() {
        minimal::<Bound5>(&[
            five([&[i16::MIN], &[-1], &[], &[], &[]]),
            five([&[], &[-1], &[], &[], &[i16::MIN]]),
        ]);
        harmless::<Bound5>(&[
            five([&[], &[], &[], &[], &[]]),
            five([&[i16::MIN], &[], &[], &[], &[]]),
            five([&[i16::MIN, -1], &[], &[], &[], &[]]),
            five([&[-32767], &[-1], &[], &[], &[]]),
        ]);
        assert!(Bound5::fails(&five([&[-20000], &[-20000], &[], &[], &[]])));
    }

    #[test]
    fn list_challenges_know_their_minima() {
        minimal::<LargeUnionList>(&[vec![vec![0, 1, -1, 2, -2]], vec![vec![4, 3, 2, 1, 0]]]);
        harmless::<LargeUnionList>(&[vec![], vec![vec![0, 1, 2, 3]], vec![vec![0], vec![0, 1]]]);
        assert!(!LargeUnionList::is_minimal(&vec![vec![0, 1, 2], vec![3, 4]]));
        minimal::<Reverse>(&[vec![0, 1], vec![1, 0]]);
        harmless::<Reverse>(&[vec![], vec![0], vec![1], vec![0, 0]]);
        minimal::<Distinct>(&[vec![0, 1, -1], vec![0, 1, 2], vec![2, 0, 1]]);
        harmless::<Distinct>(&[vec![], vec![0, 1], vec![0, 1, 1]]);
        minimal::<NestedLists>(&[vec![vec![0; 11]]]);
        harmless::<NestedLists>(&[vec![vec![0; 10]], vec![vec![]; 11], vec![vec![0]; 10]]);
        minimal::<LengthList>(&[vec![900]]);
        harmless::<LengthList>(&[vec![0], vec![899], vec![899; 100]]);
    }

    #[test]
    fn coupled_challenges_know_their_minima() {
        minimal::<Difference1>(&[(10, 10)]);
        harmless::<Difference1>(&[(9, 9), (10, 9), (10, 0), (0, 0)]);
        minimal::<Difference2>(&[(10, 6)]);
        harmless::<Difference2>(&[(9, 6), (10, 5), (10, 1), (10, 10)]);
        minimal::<Difference3>(&[(10, 9)]);
        harmless::<Difference3>(&[(9, 8), (10, 8), (10, 10)]);
        minimal::<Deletion>(&[(vec![0, 0], 0)]);
        harmless::<Deletion>(&[(vec![], 0), (vec![0], 0), (vec![0, 1], 0), (vec![0, 0], 2)]);
        minimal::<Coupling>(&[vec![1, 0]]);
        harmless::<Coupling>(&[vec![], vec![0], vec![1], vec![0, 0], vec![0, 1], vec![1, 1]]);
    }
}

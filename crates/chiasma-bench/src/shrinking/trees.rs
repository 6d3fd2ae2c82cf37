//! Owns the framework-independent definitions of the two tree challenges.

use super::challenges::Challenge;

/// The largest step by which a heap generator lets a key exceed its parent's.
pub const HEAP_STEP: i64 = 1_000;

/// An arithmetic expression of the calculator challenge.
#[derive(Debug, Clone, PartialEq)]
pub enum Expr {
    /// A literal.
    Int(i64),
    /// The sum of two expressions.
    Add(Box<Expr>, Box<Expr>),
    /// The quotient of two expressions.
    Div(Box<Expr>, Box<Expr>),
}

impl Expr {
    /// Builds the sum of two expressions.
    pub fn sum(left: Expr, right: Expr) -> Expr {
        Expr::Add(Box::new(left), Box::new(right))
    }

    /// Builds the quotient of two expressions.
    pub fn quotient(left: Expr, right: Expr) -> Expr {
        Expr::Div(Box::new(left), Box::new(right))
    }

    fn divides_by_literal_zero(&self) -> bool {
        match self {
            Expr::Int(_) => false,
            Expr::Div(_, right) if **right == Expr::Int(0) => true,
            Expr::Add(left, right) | Expr::Div(left, right) => {
                left.divides_by_literal_zero() || right.divides_by_literal_zero()
            }
        }
    }

    /// Evaluates with wrapping 64-bit arithmetic, giving nothing on a division by zero.
    fn evaluate(&self) -> Option<i64> {
        match self {
            Expr::Int(value) => Some(*value),
            Expr::Add(left, right) => Some(left.evaluate()?.wrapping_add(right.evaluate()?)),
            Expr::Div(left, right) => {
                let (dividend, divisor) = (left.evaluate()?, right.evaluate()?);
                (divisor != 0).then(|| dividend.wrapping_div(divisor))
            }
        }
    }
}

/// An expression without a literal `x / 0` evaluates, false as divisors may become zero.
pub struct Calculator;

impl Challenge for Calculator {
    type Input = Expr;
    const NAME: &'static str = "calculator";

    fn accepts(input: &Self::Input) -> bool {
        !input.divides_by_literal_zero()
    }

    fn fails(input: &Self::Input) -> bool {
        input.evaluate().is_none()
    }

    fn is_minimal(input: &Self::Input) -> bool {
        let zero = || Expr::Int(0);
        *input == Expr::quotient(zero(), Expr::sum(zero(), zero()))
    }
}

/// A binary heap of the binheap challenge.
#[derive(Debug, Clone, PartialEq)]
pub enum Heap {
    /// The heap without keys.
    Empty,
    /// A key above two heaps.
    Node(i64, Box<Heap>, Box<Heap>),
}

impl Heap {
    /// Builds a heap from its top key and its two subheaps.
    pub fn node(key: i64, left: Heap, right: Heap) -> Heap {
        Heap::Node(key, Box::new(left), Box::new(right))
    }

    /// Reads the keys as steps above the parent's key and gives the heap of absolute keys.
    pub fn summed(&self, base: i64) -> Heap {
        match self {
            Heap::Empty => Heap::Empty,
            Heap::Node(step, left, right) => {
                let key = base + step;
                Heap::node(key, left.summed(key), right.summed(key))
            }
        }
    }

    fn is_ordered_above(&self, least: i64) -> bool {
        match self {
            Heap::Empty => true,
            Heap::Node(key, left, right) => {
                *key >= least && left.is_ordered_above(*key) && right.is_ordered_above(*key)
            }
        }
    }

    /// Lists the keys from the top, each node's right side before its left one.
    fn keys(&self) -> Vec<i64> {
        let mut keys = Vec::new();
        let mut pending = vec![self];
        while let Some(heap) = pending.pop() {
            if let Heap::Node(key, left, right) = heap {
                keys.push(*key);
                pending.extend([&**left, &**right]);
            }
        }
        keys
    }

    /// Merges two heaps into one, each step swapping the sides of the smaller top.
    fn merge(left: &Heap, right: &Heap) -> Heap {
        match (left, right) {
            (Heap::Empty, other) | (other, Heap::Empty) => other.clone(),
            (Heap::Node(a, a_left, a_right), Heap::Node(b, ..)) if a <= b => {
                Heap::node(*a, Heap::merge(a_right, right), (**a_left).clone())
            }
            (_, Heap::Node(b, b_left, b_right)) => {
                Heap::node(*b, Heap::merge(b_right, left), (**b_left).clone())
            }
        }
    }

    /// Sorts wrongly: merges the subheaps of the top, then merely lists the result.
    fn wrongly_sorted(&self) -> Vec<i64> {
        match self {
            Heap::Empty => Vec::new(),
            Heap::Node(key, left, right) => {
                let mut keys = vec![*key];
                keys.extend(Heap::merge(left, right).keys());
                keys
            }
        }
    }
}

/// Emptying a heap of non-negative keys lists them in order, false as it merges but once.
pub struct BinHeap;

impl Challenge for BinHeap {
    type Input = Heap;
    const NAME: &'static str = "binheap";

    fn accepts(input: &Self::Input) -> bool {
        input.is_ordered_above(0)
    }

    fn fails(input: &Self::Input) -> bool {
        !input.wrongly_sorted().is_sorted()
    }

    /// Accepts every failing heap of the keys 0, 0, 0 and 1, as the page's one is.
    fn is_minimal(input: &Self::Input) -> bool {
        let mut keys = input.keys();
        keys.sort_unstable();
        keys == [0, 0, 0, 1] && Self::accepts(input) && Self::fails(input)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaf(key: i64) -> Heap {
        Heap::node(key, Heap::Empty, Heap::Empty)
    }

    /// Every heap of exactly `size` keys between `least` and 2.
    fn heaps(size: usize, least: i64) -> Vec<Heap> {
        if size == 0 {
            return vec![Heap::Empty];
        }
        let mut all = Vec::new();
        for key in least..=2 {
            for left_size in 0..size {
                for left in heaps(left_size, key) {
                    for right in heaps(size - 1 - left_size, key) {
                        all.push(Heap::node(key, left.clone(), right));
                    }
                }
            }
        }
        all
    }

    #[test]
    fn calculator_knows_its_minimum() {
        let int = Expr::Int;
        let minimal = Expr::quotient(int(0), Expr::sum(int(0), int(0)));
        assert!(Calculator::accepts(&minimal));
        assert!(Calculator::fails(&minimal));
        assert!(Calculator::is_minimal(&minimal));
        for harmless in [
            int(0),
            Expr::sum(int(0), int(0)),
            Expr::quotient(int(0), int(1)),
            Expr::quotient(int(i64::MIN), int(-1)),
            Expr::sum(int(i64::MAX), int(1)),
        ] {
            assert!(!Calculator::fails(&harmless), "{harmless:?}");
            assert!(!Calculator::is_minimal(&harmless), "{harmless:?}");
        }
        assert!(!Calculator::accepts(&Expr::quotient(int(0), int(0))));
        let cancelled = Expr::quotient(int(1), Expr::sum(int(3), int(-3)));
        assert!(Calculator::accepts(&cancelled) && Calculator::fails(&cancelled));
    }

    #[test]
    fn page_minimum_of_binheap_is_minimal() {
        let page = Heap::node(0, Heap::Empty, Heap::node(0, leaf(0), leaf(1)));
        assert!(BinHeap::accepts(&page) && BinHeap::fails(&page) && BinHeap::is_minimal(&page));
    }

    #[test]
    fn no_heap_below_four_keys_fails() {
        let smaller = (0..4).flat_map(|size| heaps(size, 0));
        assert!(smaller.into_iter().all(|heap| BinHeap::accepts(&heap) && !BinHeap::fails(&heap)));
    }

    #[test]
    fn four_key_failures_of_least_sum_are_the_minima() {
        let failing: Vec<Heap> = heaps(4, 0).into_iter().filter(BinHeap::fails).collect();
        let sum = |heap: &Heap| heap.keys().iter().sum::<i64>();
        assert_eq!(failing.iter().map(sum).min(), Some(1));
        assert!(failing.iter().all(|heap| BinHeap::is_minimal(heap) == (sum(heap) == 1)));
        let minima: Vec<&Heap> = failing.iter().filter(|heap| sum(heap) == 1).collect();
        let fork = || Heap::node(0, leaf(0), leaf(1));
        let chain = Heap::node(0, leaf(1), Heap::Empty);
        let expected = [
            Heap::node(0, Heap::Empty, fork()),
            Heap::node(0, chain, leaf(0)),
            Heap::node(0, fork(), Heap::Empty),
        ];
        assert_eq!(minima.len(), expected.len());
        assert!(expected.iter().all(|heap| minima.contains(&heap)));
    }

    #[test]
    fn steps_add_up_along_a_path() {
        let steps = Heap::node(2, leaf(3), Heap::node(0, leaf(1), Heap::Empty));
        let expected = Heap::node(2, leaf(5), Heap::node(2, leaf(3), Heap::Empty));
        assert_eq!(steps.summed(0), expected);
    }
}

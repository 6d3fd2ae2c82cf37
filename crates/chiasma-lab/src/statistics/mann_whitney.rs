//! The Mann-Whitney U test, two-tailed, as `scipy.stats.mannwhitneyu(a, b, method="auto")` does it.

use super::sample::Sample;

/// Up to this many values in the smaller sample the exact distribution is used, if there are no ties.
const EXACT_UP_TO: usize = 8;

/// The result of the test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MannWhitney {
    /// In how many pairs the first sample's value is the larger one; ties count one half.
    pub u: f64,
    /// The probability of a difference at least as large if both samples come from one distribution.
    pub p: f64,
    /// How the probability was computed.
    pub method: Method,
}

/// How the probability was computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// From the exact distribution of U: one sample is small and no two values are equal.
    Exact,
    /// From the normal distribution, corrected for ties and for continuity.
    Normal,
}

/// Tests whether values of one of the samples tend to be larger than those of the other.
#[must_use]
pub fn mann_whitney(a: &Sample, b: &Sample) -> MannWhitney {
    let ranking = Ranking::of(a, b);
    let pairs = (a.len() * b.len()) as f64;
    let larger = ranking.u.max(pairs - ranking.u);
    let is_small = a.len().min(b.len()) <= EXACT_UP_TO;
    let (method, tail) = if is_small && !ranking.has_ties() {
        (Method::Exact, exact_tail(larger, a.len(), b.len()))
    } else {
        (Method::Normal, normal_tail(larger, a.len() as f64, b.len() as f64, ranking.tie_term))
    };
    MannWhitney { u: ranking.u, p: (2.0 * tail).min(1.0), method }
}

/// The ranks of two samples, as the test needs them.
struct Ranking {
    u: f64,
    /// The sum of t³ - t over the groups of t equal values.
    tie_term: f64,
}

impl Ranking {
    fn of(a: &Sample, b: &Sample) -> Self {
        let (a, b) = (a.values(), b.values());
        let (mut u, mut tie_term) = (0.0, 0.0);
        let (mut i, mut j) = (0, 0);
        // Both are in order: walk through the groups of equal values, smallest first.
        while i < a.len() || j < b.len() {
            let value = match (a.get(i), b.get(j)) {
                (Some(&x), Some(&y)) => x.min(y),
                (Some(&x), None) => x,
                (None, Some(&y)) => y,
                (None, None) => break,
            };
            let in_a = a[i..].iter().take_while(|&&x| x == value).count();
            let in_b = b[j..].iter().take_while(|&&y| y == value).count();
            u += in_a as f64 * (j as f64 + in_b as f64 / 2.0);
            let tied = (in_a + in_b) as f64;
            tie_term += tied * tied * tied - tied;
            i += in_a;
            j += in_b;
        }
        Self { u, tie_term }
    }

    fn has_ties(&self) -> bool {
        self.tie_term > 0.0
    }
}

/// P(U >= `larger`), from the exact distribution.
///
/// Of all ways to choose which ranks the smaller sample has, those with U = u are the coefficient of q^u in
/// the Gaussian binomial (m + n over m). It is built factor by factor: times 1 - q^(n+i), divided by
/// 1 - q^i. The distribution is symmetric, and only its lower half is computed: there the coefficients
/// grow, so that rounding costs no more than the last digits however large the samples are.
fn exact_tail(larger: f64, m: usize, n: usize) -> f64 {
    let (m, n) = (m.min(n), m.max(n));
    let smaller = m * n - larger as usize;
    let mut ways = vec![0.0_f64; smaller + 1];
    ways[0] = 1.0;
    for i in 1..=m {
        for u in (n + i..=smaller).rev() {
            ways[u] -= ways[u - n - i];
        }
        for u in i..=smaller {
            ways[u] += ways[u - i];
        }
    }
    let all: f64 = (1..=m).map(|i| (n + i) as f64 / i as f64).product();
    ways.iter().sum::<f64>() / all
}

/// P(U >= `larger`) by the normal distribution.
fn normal_tail(larger: f64, m: f64, n: f64, tie_term: f64) -> f64 {
    let all = m + n;
    let mean = m * n / 2.0;
    let variance = m * n / 12.0 * ((all + 1.0) - tie_term / (all * (all - 1.0)));
    // All values equal: the variance is zero, and nothing speaks for a difference.
    if variance <= 0.0 {
        return 1.0;
    }
    let z = (larger - mean - 0.5) / variance.sqrt();
    libm::erfc(z / std::f64::consts::SQRT_2) / 2.0
}

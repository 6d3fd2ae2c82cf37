//! What a property gave, and whether two runs gave the same.

use chiasma_evolve::wire::wire;

wire! {
    /// What a property returned, as text, and how far floats in it may differ.
    #[derive(Debug, Clone, PartialEq)]
    pub struct Observed {
        /// The value by `Debug`.
        pub text: String,
        /// How far two floats may differ, relative to the greater one, or absolutely below 1.
        pub tolerance: f64,
    }
}

impl Observed {
    /// Whether another run gave the same, as far as the tolerance of this one goes.
    #[must_use]
    pub fn agrees_with(&self, other: &Self) -> bool {
        if self.text == other.text {
            return true;
        }
        if self.tolerance <= 0.0 {
            return false;
        }
        let (mut ours, mut theirs) = (pieces(&self.text), pieces(&other.text));
        loop {
            match (ours.next(), theirs.next()) {
                (None, None) => return true,
                (Some(a), Some(b)) if a == b || self.is_near(a, b) => {}
                _ => return false,
            }
        }
    }

    fn is_near(&self, a: &str, b: &str) -> bool {
        let float = |piece: &str| {
            let looks_so = piece.contains(['.', 'e']) || ["inf", "-inf", "NaN"].contains(&piece);
            piece.parse::<f64>().ok().filter(|_| looks_so)
        };
        match (float(a), float(b)) {
            (Some(a), Some(b)) if a.is_nan() || b.is_nan() => a.is_nan() && b.is_nan(),
            (Some(a), Some(b)) if a.is_infinite() || b.is_infinite() => a == b,
            (Some(a), Some(b)) => (a - b).abs() <= self.tolerance * a.abs().max(b.abs()).max(1.0),
            _ => false,
        }
    }
}

/// Words and numbers, and what is between them.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let belongs = |c: char| c.is_alphanumeric() || ".-+_".contains(c);
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let inside = belongs(first);
        let end = rest.find(|c| belongs(c) != inside).unwrap_or(rest.len());
        let (piece, behind) = rest.split_at(end);
        rest = behind;
        Some(piece)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agree(a: &str, b: &str, tolerance: f64) -> bool {
        let observed = |text: &str| Observed { text: text.to_owned(), tolerance };
        observed(a).agrees_with(&observed(b))
    }

    #[test]
    fn floats_may_differ_a_little_and_nothing_else_may() {
        assert!(agree("[1.0, 2.5]", "[1.0000001, 2.5]", 1e-6));
        assert!(!agree("[1.0, 2.5]", "[1.0000001, 2.5]", 0.0));
        assert!(!agree("[1.0, 2.5]", "[1.1, 2.5]", 1e-6));
        assert!(agree("1e300", "1.0000000001e300", 1e-6), "relative to the size");
        assert!(agree("Some(0.0)", "Some(1e-9)", 1e-6), "absolute near zero");
        assert!(!agree("[1, 2]", "[1, 3]", 1e9), "whole numbers are no floats");
        assert!(!agree("Line { slope: 1.0 }", "Line { shape: 1.0 }", 1.0));
        assert!(!agree("[1.0]", "[1.0, 1.0]", 1.0));
        assert!(agree("NaN", "NaN", 1.0) && !agree("NaN", "1.0", 1.0));
        assert!(!agree("inf", "1.0", 1.0) && !agree("inf", "-inf", 1.0));
    }
}

//! Complex numbers, and dividing them without needless overflow.

use std::ops::{Add, Mul};

/// A complex number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Complex {
    /// The real part.
    pub re: f64,
    /// The imaginary part.
    pub im: f64,
}

impl Complex {
    /// The number `re + im i`.
    #[must_use]
    pub const fn new(re: f64, im: f64) -> Self {
        Self { re, im }
    }

    /// Whether both parts are finite.
    #[must_use]
    pub fn is_finite(self) -> bool {
        self.re.is_finite() && self.im.is_finite()
    }

    /// The distance from zero.
    #[must_use]
    pub fn abs(self) -> f64 {
        self.re.hypot(self.im)
    }

    /// The quotient; nothing if the divisor is zero.
    ///
    /// Smith's method: the greater part of the divisor is divided out first, so that no square of it
    /// is taken, which could overflow where the quotient does not.
    #[must_use]
    pub fn divide(self, divisor: Self) -> Option<Self> {
        if divisor.re == 0.0 && divisor.im == 0.0 {
            return None;
        }
        if divisor.re.abs() >= divisor.im.abs() {
            let ratio = divisor.im / divisor.re;
            let scale = divisor.re + divisor.im * ratio;
            let re = (self.re + self.im * ratio) / scale;
            let im = (self.im - self.re * ratio) / scale;
            return Some(Self { re, im });
        }
        let ratio = divisor.re / divisor.im;
        let scale = divisor.re * ratio + divisor.im;
        let re = (self.re * ratio + self.im) / scale;
        let im = (self.im * ratio - self.re) / scale;
        Some(Self { re, im })
    }
}

impl Add for Complex {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { re: self.re + other.re, im: self.im + other.im }
    }
}

impl Mul for Complex {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        Self {
            re: self.re * other.re - self.im * other.im,
            im: self.re * other.im + self.im * other.re,
        }
    }
}

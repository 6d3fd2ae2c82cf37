//! Simple linear regression: the line that lies closest to some points.

/// A line, and how well it fits.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Line {
    /// How much it rises.
    pub slope: f64,
    /// Where it starts, at 0.
    pub intercept: f64,
    /// The share of the points' variance that it explains, from 0 to 1.
    pub r_squared: f64,
}

impl Line {
    /// The line with the least sum of squared vertical distances from `points`; nothing if there are
    /// fewer than two points, or all have the same `x`.
    #[must_use]
    pub fn through(points: &[(f64, f64)]) -> Option<Self> {
        if points.len() < 2 {
            return None;
        }
        let count = points.len() as f64;
        let mean_x = points.iter().map(|(x, _)| x).sum::<f64>() / count;
        let mean_y = points.iter().map(|(_, y)| y).sum::<f64>() / count;
        let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
        for (x, y) in points {
            let (dx, dy) = (x - mean_x, y - mean_y);
            xx += dx * dx;
            xy += dx * dy;
            yy += dy * dy;
        }
        if xx == 0.0 {
            return None;
        }
        let slope = xy / xx;
        let intercept = mean_y - slope * mean_x;
        // Points on a level line are explained in full.
        let r_squared = if yy == 0.0 { 1.0 } else { (xy * xy / (xx * yy)).min(1.0) };
        Some(Self { slope, intercept, r_squared })
    }

    /// Its height at `x`.
    #[must_use]
    pub fn at(&self, x: f64) -> f64 {
        self.intercept + self.slope * x
    }

    /// The sum of squared vertical distances from `points`.
    #[must_use]
    pub fn distance(&self, points: &[(f64, f64)]) -> f64 {
        points.iter().map(|&(x, y)| (y - self.at(x)).powi(2)).sum()
    }
}

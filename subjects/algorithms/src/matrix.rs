//! Square matrices, and their inverse by Gauss-Jordan elimination with pivoting.

use std::fmt;

/// A square matrix of floats.
#[derive(Clone, PartialEq)]
pub struct Matrix {
    size: usize,
    cells: Vec<f64>,
}

impl Matrix {
    /// The matrix with these rows; nothing unless each has as many cells as there are rows.
    #[must_use]
    pub fn from_rows(rows: &[Vec<f64>]) -> Option<Self> {
        let size = rows.len();
        let is_square = rows.iter().all(|row| row.len() == size);
        is_square.then(|| Self { size, cells: rows.concat() })
    }

    /// The matrix with ones on its diagonal and zeros elsewhere.
    #[must_use]
    pub fn identity(size: usize) -> Self {
        let mut identity = Self { size, cells: vec![0.0; size * size] };
        for at in 0..size {
            identity.set(at, at, 1.0);
        }
        identity
    }

    /// How many rows and columns it has.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }

    /// The cell in a row and column.
    #[must_use]
    pub fn get(&self, row: usize, column: usize) -> f64 {
        self.cells[row * self.size + column]
    }

    fn set(&mut self, row: usize, column: usize, value: f64) {
        self.cells[row * self.size + column] = value;
    }

    /// The product; nothing if the sizes differ.
    #[must_use]
    pub fn times(&self, other: &Self) -> Option<Self> {
        if self.size != other.size {
            return None;
        }
        let mut product = Self { size: self.size, cells: vec![0.0; self.cells.len()] };
        for row in 0..self.size {
            for column in 0..self.size {
                let terms = (0..self.size).map(|at| self.get(row, at) * other.get(at, column));
                product.set(row, column, terms.sum());
            }
        }
        Some(product)
    }

    /// The inverse; nothing if there is none, as far as floats can tell.
    #[must_use]
    pub fn inverse(&self) -> Option<Self> {
        let mut left = self.clone();
        let mut inverse = Self::identity(self.size);
        let smallest = 1e-12 * self.largest();
        for column in 0..self.size {
            let pivot = left.pivot(column);
            let divisor = left.get(pivot, column);
            if divisor.abs() <= smallest {
                return None;
            }
            for matrix in [&mut left, &mut inverse] {
                matrix.swap_rows(pivot, column);
                matrix.divide_row(column, divisor);
            }
            for row in (0..self.size).filter(|&row| row != column) {
                let factor = left.get(row, column);
                for matrix in [&mut left, &mut inverse] {
                    matrix.subtract_row(row, column, factor);
                }
            }
        }
        Some(inverse)
    }

    /// The greatest absolute value of a cell.
    #[must_use]
    pub fn largest(&self) -> f64 {
        self.cells.iter().fold(0.0, |largest, cell| cell.abs().max(largest))
    }

    /// Of the rows from `column` on, the one with the greatest cell in that column.
    fn pivot(&self, column: usize) -> usize {
        let mut best = column;
        for row in column + 1..self.size {
            if self.get(row, column).abs() > self.get(best, column).abs() {
                best = row;
            }
        }
        best
    }

    fn swap_rows(&mut self, a: usize, b: usize) {
        for column in 0..self.size {
            self.cells.swap(a * self.size + column, b * self.size + column);
        }
    }

    fn divide_row(&mut self, row: usize, divisor: f64) {
        for column in 0..self.size {
            self.set(row, column, self.get(row, column) / divisor);
        }
    }

    /// Subtracts the row `other`, `factor` times, from `row`.
    fn subtract_row(&mut self, row: usize, other: usize, factor: f64) {
        for column in 0..self.size {
            self.set(row, column, self.get(row, column) - factor * self.get(other, column));
        }
    }
}

impl fmt::Debug for Matrix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = (0..self.size).map(|row| &self.cells[row * self.size..][..self.size]);
        f.debug_list().entries(rows).finish()
    }
}

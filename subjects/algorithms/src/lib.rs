//! Small algorithms, correct as far as is known: the code whose mutants tests should kill.

pub mod complex;
pub mod matrix;
pub mod regression;
pub mod sorting;
pub mod suffix_array;

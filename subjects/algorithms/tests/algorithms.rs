//! What the algorithms promise.

use chiasma::generators::{int, vec};
use chiasma::{Output, Source, generator, property};
use subject_algorithms::complex::Complex;
use subject_algorithms::matrix::Matrix;
use subject_algorithms::regression::Line;
use subject_algorithms::sorting::{sort, sort_by};
use subject_algorithms::suffix_array::SuffixArray;

#[property]
fn sorting_agrees_with_the_standard_library(numbers: Vec<i32>) {
    let mut expected = numbers.clone();
    expected.sort();
    let mut sorted = numbers;
    sort(&mut sorted);
    assert_eq!(sorted, expected);
}

#[property]
fn sorting_keeps_the_order_of_equal_items(#[from(vec(0..40, int(0..=5)))] keys: Vec<u8>) {
    let mut items: Vec<(u8, usize)> = keys.into_iter().zip(0..).collect();
    let mut expected = items.clone();
    expected.sort_by_key(|(key, _)| *key);
    sort_by(&mut items, |a, b| a.0 < b.0);
    assert_eq!(items, expected);
}

#[generator]
fn cell(s: &mut Source) -> i32 {
    s.int(-9..=9)
}

/// The rows of a square matrix; sometimes some are multiples of others.
fn rows(s: &mut Source) -> Vec<Vec<i32>> {
    let size = s.length(0..=4);
    let mut rows: Vec<Vec<i32>> = Vec::new();
    for _ in 0..size {
        let row = if !rows.is_empty() && s.chance(0.1) {
            let factor = s.int(-2..=2);
            s.choose(&rows).iter().map(|cell| cell * factor).collect()
        } else {
            s.vec(size..=size, cell)
        };
        rows.push(row);
    }
    rows
}

/// By the first row's minors.
fn determinant(rows: &[Vec<i32>]) -> i64 {
    let Some((first, rest)) = rows.split_first() else { return 1 };
    let minor = |column: usize| -> Vec<Vec<i32>> {
        rest.iter().map(|row| [&row[..column], &row[column + 1..]].concat()).collect()
    };
    (0..first.len())
        .map(|column| {
            let sign = if column % 2 == 0 { 1 } else { -1 };
            sign * i64::from(first[column]) * determinant(&minor(column))
        })
        .sum()
}

#[property]
fn a_matrix_times_its_inverse_is_the_identity(#[from(rows)] rows: Vec<Vec<i32>>) {
    let floats: Vec<Vec<f64>> =
        rows.iter().map(|row| row.iter().map(|&cell| f64::from(cell)).collect()).collect();
    let matrix = Matrix::from_rows(&floats).expect("it is square");
    let inverse = matrix.inverse();
    assert_eq!(inverse.is_some(), determinant(&rows) != 0, "{matrix:?}");
    let Some(inverse) = inverse else { return };
    for product in [matrix.times(&inverse), inverse.times(&matrix)] {
        let product = product.expect("the sizes are the same");
        for row in 0..matrix.size() {
            for column in 0..matrix.size() {
                let expected = if row == column { 1.0 } else { 0.0 };
                assert!((product.get(row, column) - expected).abs() < 1e-6, "{product:?}");
            }
        }
    }
}

#[property]
fn a_matrix_is_square_or_none(#[from(vec(0..4, vec(0..4, int(0..=9))))] rows: Vec<Vec<i32>>) {
    let floats: Vec<Vec<f64>> =
        rows.iter().map(|row| row.iter().map(|&cell| f64::from(cell)).collect()).collect();
    let is_square = rows.iter().all(|row| row.len() == rows.len());
    assert_eq!(Matrix::from_rows(&floats).is_some(), is_square);
}

fn text(s: &mut Source) -> Vec<u8> {
    let last = *s.choose(&[b'b', b'd', 255]);
    s.vec(0..40, |s: &mut Source| s.int(b'a'..=last))
}

#[property]
fn suffixes_are_in_order(#[from(text)] text: Vec<u8>) {
    let array = SuffixArray::of(&text);
    let mut expected: Vec<usize> = (0..text.len()).collect();
    expected.sort_by_key(|&place| &text[place..]);
    assert_eq!(array.places(), expected);
    for (pair, common) in array.places().windows(2).zip(array.common_prefixes()) {
        let (a, b) = (&text[pair[0]..], &text[pair[1]..]);
        assert_eq!(a[..common], b[..common]);
        assert_ne!(a.get(common), b.get(common));
    }
}

#[property]
fn a_pattern_is_found_wherever_it_occurs(
    #[from(text)] text: Vec<u8>,
    #[from(vec(0..4, int(b'a'..=b'c')))] pattern: Vec<u8>,
) {
    let expected: Vec<usize> =
        (0..text.len()).filter(|&place| text[place..].starts_with(&pattern)).collect();
    assert_eq!(SuffixArray::of(&text).find(&pattern), expected);
}

fn points(s: &mut Source) -> Vec<(f64, f64)> {
    s.vec(0..12, |s: &mut Source| (f64::from(s.int(-50..=50)), f64::from(s.int(-50..=50))))
}

#[property]
fn no_other_line_lies_closer(
    #[from(points)] points: Vec<(f64, f64)>,
    #[from(int(-9..=9))] tilt: i32,
    #[from(int(-9..=9))] lift: i32,
) {
    let has_two = points.iter().any(|(x, _)| *x != points[0].0);
    let line = Line::through(&points);
    assert_eq!(line.is_some(), has_two);
    let Some(line) = line else { return };
    let other = Line {
        slope: line.slope + f64::from(tilt) / 10.0,
        intercept: line.intercept + f64::from(lift) / 10.0,
        ..line
    };
    let (least, distance) = (line.distance(&points), other.distance(&points));
    assert!(least <= distance + 1e-6, "{line:?} lies further away than {other:?}");
    let mean = points.iter().map(|(_, y)| y).sum::<f64>() / points.len() as f64;
    let variance: f64 = points.iter().map(|(_, y)| (y - mean).powi(2)).sum();
    let explained = if variance == 0.0 { 1.0 } else { 1.0 - least / variance };
    assert!((line.r_squared - explained).abs() < 1e-6, "{line:?} explains {explained}");
}

#[property]
fn a_line_is_found_again(
    #[from(int(-20..=20))] slope: i32,
    #[from(int(-20..=20))] intercept: i32,
    #[from(vec(2..8, int(-50..=50)))] xs: Vec<i32>,
) {
    chiasma::assume!(xs.iter().any(|x| *x != xs[0]));
    let (slope, intercept) = (f64::from(slope), f64::from(intercept));
    let points: Vec<_> =
        xs.iter().map(|&x| (f64::from(x), slope * f64::from(x) + intercept)).collect();
    let line = Line::through(&points).expect("two different points");
    assert!((line.slope - slope).abs() < 1e-9 && (line.intercept - intercept).abs() < 1e-9);
    assert!((line.r_squared - 1.0).abs() < 1e-9, "{line:?}");
}

/// A float of any size that has a square root and a square.
fn float(s: &mut Source) -> f64 {
    let digits = f64::from(s.int(-999..=999));
    digits * 10_f64.powi(s.int(-100..=100))
}

fn complex(s: &mut Source) -> Complex {
    Complex::new(float(s), float(s))
}

#[property]
fn a_quotient_times_its_divisor_is_the_dividend(
    #[from(complex)] dividend: Complex,
    #[from(complex)] divisor: Complex,
) {
    let Some(quotient) = dividend.divide(divisor) else {
        return assert_eq!(divisor, Complex::new(0.0, 0.0));
    };
    assert!(quotient.is_finite(), "{quotient:?}");
    let product = quotient * divisor;
    let error = product + Complex::new(-dividend.re, -dividend.im);
    assert!(error.abs() <= 1e-9 * dividend.abs(), "{quotient:?} gives {product:?}");
}

#[test]
fn a_great_divisor_does_not_overflow() {
    let great = Complex::new(1e300, 1e300);
    let one = great.divide(great).expect("it is not zero");
    assert!((one + Complex::new(-1.0, 0.0)).abs() < 1e-12, "{one:?}");
    assert_eq!(great.divide(Complex::new(0.0, 0.0)), None);
}

// The fuzz cases of *Investigating Coverage Guided Fuzzing with Mutation Testing*: nothing is asserted, and what the
// code gives is compared with what its mutants give.

/// How far floats may differ: what the order of operations makes of them is no defect.
const TOLERANCE: f64 = 1e-9;

#[property]
fn sorting_output(numbers: Vec<i32>) -> Output<Vec<i32>> {
    let mut sorted = numbers;
    sort(&mut sorted);
    Output::of(sorted)
}

#[property]
fn matrix_inverse_output(#[from(rows)] rows: Vec<Vec<i32>>) -> Output<Option<Matrix>> {
    let floats: Vec<Vec<f64>> =
        rows.iter().map(|row| row.iter().map(|&cell| f64::from(cell)).collect()).collect();
    let inverse = Matrix::from_rows(&floats).and_then(|matrix| matrix.inverse());
    Output::of(inverse).within(TOLERANCE)
}

#[property]
fn suffix_array_output(
    #[from(text)] text: Vec<u8>,
    #[from(vec(0..4, int(b'a'..=b'c')))] pattern: Vec<u8>,
) -> Output<(Vec<usize>, Vec<usize>, Vec<usize>)> {
    let array = SuffixArray::of(&text);
    Output::of((array.places().to_vec(), array.common_prefixes(), array.find(&pattern)))
}

#[property]
fn regression_output(#[from(points)] points: Vec<(f64, f64)>) -> Output<Option<(Line, f64, f64)>> {
    let line = Line::through(&points);
    Output::of(line.map(|line| (line, line.at(1.0), line.distance(&points)))).within(TOLERANCE)
}

#[property]
fn complex_division_output(
    #[from(complex)] dividend: Complex,
    #[from(complex)] divisor: Complex,
) -> Output<Option<Complex>> {
    Output::of(dividend.divide(divisor)).within(TOLERANCE)
}

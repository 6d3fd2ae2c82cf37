//! Numbers of all forms, their units, and the functions that compute them.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::sheet::{Dialect, Sheet};
use super::tokens::optional_gap;
use super::words;

/// What a number measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Measure {
    Number,
    Percentage,
    Length,
    LengthPercentage,
    Angle,
    Time,
    Frequency,
    Resolution,
    Flex,
}

impl Measure {
    /// The units, the usual ones first.
    pub(crate) fn units(self) -> &'static [&'static str] {
        match self {
            Self::Number => &[""],
            Self::Percentage => &["%"],
            Self::Length | Self::LengthPercentage => words::LENGTHS,
            Self::Angle => &["deg", "rad", "grad", "turn", "DEG"],
            Self::Time => &["s", "ms", "S", "MS"],
            Self::Frequency => &["Hz", "kHz", "hz", "KHZ"],
            Self::Resolution => &["dpi", "dpcm", "dppx", "x", "DPI"],
            Self::Flex => &["fr", "FR"],
        }
    }
}

/// A number with its unit, or a function that computes one.
#[generator]
pub(crate) fn measured<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>, measure: Measure) {
    let divided = X::IS_EXTENDED && d.slashes > 0;
    let computed = u32::from(measure != Measure::Flex && d.depth < 9 && !divided);
    let substituted = computed * u32::from(!d.is_constant);
    // Few parsers compute where they need a number at once.
    let plain = if d.is_constant { 150 } else { 24 };
    match s.weighted_index(&[plain, 2 * computed, substituted]) {
        0 => dimension(s, d, measure),
        1 if d.has_room() => math(s, d, measure),
        2 => super::values::substitution(s, d),
        _ => dimension(s, d, measure),
    }
}

/// A number with its unit.
#[generator]
pub(crate) fn dimension<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>, measure: Measure) {
    let s = &mut *s.as_value();
    match measure {
        Measure::Length | Measure::LengthPercentage if s.one_in(7) => d.put("0"),
        Measure::LengthPercentage if s.one_in(3) => {
            number(s, d);
            d.put("%");
        }
        _ => {
            number(s, d);
            unit(s, d, measure);
        }
    }
}

/// A unit, the first three more often than the others.
fn unit<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>, measure: Measure) {
    let s = &mut *s.as_value();
    if d.slip(s) {
        d.put_one(s, &["", "foo", "%", " px", "p x", "px%", "\\"]);
        return;
    }
    let units = measure.units();
    if units.len() == 1 {
        d.put(units[0]);
    } else if units.len() < 6 || s.bool() {
        d.put_one(s, &units[..units.len().min(3)]);
    } else {
        d.put_one(s, units);
    }
}

/// A number of any form.
#[generator]
pub(crate) fn number<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    let s = &mut *s.as_value();
    pick!(s, {
        8 => d.put_one(s, &["0", "1", "2", "3", "4", "5", "8", "10", "12", "16", "50", "100"]),
        4 => signed(s, d, words::NUMBERS),
        2 => {
            let number: u8 = s.byte();
            d.put(&number.to_string());
        },
        1 => {
            let (whole, tenths): (i16, u8) = (s.int(..), s.int(0..=99));
            d.put(&format!("{whole}.{tenths}"));
        },
    })
}

/// One of `numbers`; without its sign if that is a plus, which a dialect may take for an operator.
fn signed<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>, numbers: &[&str]) {
    let s = &mut *s.as_value();
    let number = *s.choose(numbers);
    d.put(if X::IS_EXTENDED { number.trim_start_matches('+') } else { number });
}

const INTEGERS: &[&str] =
    &["+1", "-0", "007", "2147483647", "-2147483648", "99999999999", "255", "9999"];

/// A whole number.
#[generator]
pub(crate) fn integer<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    let s = &mut *s.as_value();
    pick!(s, {
        5 => d.put_one(s, &["1", "2", "3", "0", "4", "-1", "10", "100"]),
        2 => signed(s, d, INTEGERS),
        1 => {
            let number: i16 = s.int(..);
            d.put(&number.to_string());
        },
    })
}

/// A function that computes a number of this measure.
#[generator]
pub(crate) fn math<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>, measure: Measure) {
    let (number, angle) =
        (u32::from(measure == Measure::Number), u32::from(measure == Measure::Angle));
    d.deeper(|d| pick!(s, {
        12 => function(s, d, "calc", 1, measure),
        3 => function(s, d, "min", 2, measure),
        3 => function(s, d, "max", 3, measure),
        2 => function(s, d, "clamp", 3, measure),
        1 => rounded(s, d, measure),
        1 => {
            let name = s.as_value().choose(&["mod", "rem"]);
            function(s, d, name, 2, measure);
        },
        1 => function(s, d, "abs", 1, measure),
        1 => function(s, d, "hypot", 2, measure),
        2 * number => {
            let name = s.as_value().choose(&["sqrt", "exp", "log", "sin", "cos", "tan", "sign"]);
            function(s, d, name, 1, Measure::Number);
        },
        2 * number => pick!(s, {
            function(s, d, "pow", 2, Measure::Number),
            function(s, d, "log", 2, Measure::Number),
            function(s, d, "cos", 1, Measure::Angle),
            function(s, d, "sign", 1, Measure::Length),
        }),
        angle => pick!(s, {
            function(s, d, "atan2", 2, Measure::Length),
            function(s, d, "asin", 1, Measure::Number),
            function(s, d, "acos", 1, Measure::Number),
            function(s, d, "atan", 1, Measure::Number),
        }),
    }));
}

fn function<X: Dialect>(
    s: &mut Source,
    d: &mut Sheet<'_, X>,
    name: &str,
    arguments: usize,
    measure: Measure,
) {
    d.put(name);
    d.put("(");
    for index in 0..arguments {
        if index > 0 {
            d.put(", ");
        }
        sum(s, d, measure);
    }
    d.unless_slip(s, ")", &["", " +)", ",)", " 1)"]);
}

/// A number rounded to a multiple of another.
#[generator]
fn rounded<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>, measure: Measure) {
    d.put("round(");
    d.put_one(s, &["", "nearest, ", "up, ", "down, ", "to-zero, "]);
    sum(s, d, measure);
    d.put(", ");
    sum(s, d, measure);
    d.put(")");
}

/// Products with `+` and `-` between, which need space around them.
#[generator]
fn sum<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>, measure: Measure) {
    product(s, d, measure);
    for _ in 0..s.weighted_index(&[5, 4, 1]) {
        d.put_one(s, &[" + ", " - ", "\n+ "]);
        product(s, d, measure);
    }
}

/// A term, multiplied or divided by numbers.
#[generator]
fn product<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>, measure: Measure) {
    let last = s.weighted_index(&[6, 2, 2, 1]);
    if last == 3 {
        term(s, d, Measure::Number);
        d.put("*");
    }
    term(s, d, measure);
    match last {
        1 => {
            d.put(" * ");
            term(s, d, Measure::Number);
        }
        2 => {
            d.put_one(s, &[" / ", "/"]);
            // Division by zero is defined, and rarely wanted.
            d.put_one(s, &["2", "3", "1.5", "-4", "0", "1e3"]);
        }
        _ => {}
    }
}

/// A number, a function, or a sum in parentheses.
#[generator]
fn term<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>, measure: Measure) {
    if d.depth > 8 || !d.has_room() {
        return dimension_in_sum(s, d, measure);
    }
    if X::operand(s, d, measure) {
        return;
    }
    pick!(s, {
        14 => dimension_in_sum(s, d, measure),
        2 => {
            d.put("(");
            optional_gap(s, d);
            d.deeper(|d| sum(s, d, measure));
            d.put(")");
        },
        1 => math(s, d, measure),
        u32::from(!d.is_constant) => super::values::substitution(s, d),
        1 => {
            if measure == Measure::Number {
                d.put_one(s, &["pi", "e", "infinity", "-infinity", "NaN", "PI"]);
            } else {
                dimension_in_sum(s, d, measure)
            }
        },
    })
}

/// A number with its unit also where it is zero: within functions `0` is no length.
fn dimension_in_sum<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>, measure: Measure) {
    if measure == Measure::LengthPercentage && s.one_in(3) {
        number(s, d);
        d.put("%");
    } else {
        number(s, d);
        unit(s, d, measure);
    }
}

/// Which children: `even`, or a multiple and an offset.
#[generator]
pub(crate) fn an_plus_b<X: Dialect>(s: &mut Source, d: &mut Sheet<'_, X>) {
    let s = &mut *s.as_value();
    if d.slip(s) {
        d.put_one(s, &["", "n2", "2 n", "n+", "+ n", "--n", "1.5n", "n + -1", "3n 1"]);
        return;
    }
    pick!(s, {
        3 => d.put_one(s, &["1", "odd", "even", "-1", "+3", "0", "n", "EVEN"]),
        3 => d.put_one(s, words::AN_PLUS_B),
        2 => {
            let (step, offset): (i8, u8) = (s.int(..), s.byte());
            d.put(&format!("{step}n{}{offset}", s.choose(&["+", "-", " + ", " - "])));
        },
    })
}

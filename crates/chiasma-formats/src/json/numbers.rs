//! Numbers: small ones, those at the ends of what types hold, and free ones in every notation.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::Json;
use super::mistakes;

/// Any number.
#[generator]
pub(super) fn number(s: &mut Source, j: &mut Json<'_>) {
    let s = &mut *s.as_value();
    if j.draft.slip(s) {
        return mistakes::number(s, j);
    }
    pick!(s, {
        5 => j.draft.put(&s.int(0..=10).to_string()),
        2 => j.draft.put(&s.int(-999..=999).to_string()),
        4 => j.draft.put_one(s, NOTABLE),
        1 => j.draft.put(&s.int::<i64>(..).to_string()),
        2 => spelled(s, j),
    })
}

/// A number part by part: sign, whole, fraction, exponent.
#[generator]
fn spelled(s: &mut Source, j: &mut Json<'_>) {
    if s.bool() {
        j.draft.put("-");
    }
    pick!(s, {
        2 => j.draft.put("0"),
        3 => {
            j.draft.put_one(s, &["1", "2", "3", "4", "5", "6", "7", "8", "9"]);
            digits(s, j, 0);
        },
    });
    if s.bool() {
        j.draft.put(".");
        digits(s, j, 1);
    }
    if s.bool() {
        j.draft.put_one(s, &["e", "E", "e+", "E+", "e-", "E-"]);
        // More would not fit into a float, and many parsers say so.
        j.draft.put(&s.int(0..=250).to_string());
    }
}

fn digits(s: &mut Source, j: &mut Json<'_>, least: usize) {
    for _ in 0..s.length(least..=least + 8) {
        j.draft.out.push(s.char('0'..='9'));
    }
}

/// Numbers at the ends of what integers, floats and a script's numbers hold, and odd notations.
const NOTABLE: &[&str] = &[
    "0",
    "-0",
    "1",
    "-1",
    "0.0",
    "-0.0",
    "0.1",
    "0.5",
    "1.0",
    "1e0",
    "1E+2",
    "1e-2",
    "0e0",
    "0e10",
    "-0e-10",
    "1.5e3",
    "1e00",
    "1e+05",
    "127",
    "128",
    "-128",
    "-129",
    "255",
    "256",
    "32767",
    "32768",
    "65535",
    "65536",
    "16777217",
    "2147483647",
    "2147483648",
    "-2147483648",
    "-2147483649",
    "4294967295",
    "4294967296",
    "9007199254740991",
    "9007199254740993",
    "-9007199254740993",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "-9223372036854775809",
    "18446744073709551615",
    "18446744073709551616",
    "123456789012345678901234567890",
    "0.30000000000000004",
    "3.141592653589793238462643383279502884",
    "0.1e-6",
    "1.0000000000000002",
    "1e15",
    "1e16",
    "1e21",
    "1e22",
    "1e23",
    "1e-7",
    "1e308",
    "1.7976931348623157e308",
    "-1.7976931348623157E+308",
    "2.2250738585072014e-308",
    "2.2250738585072011e-308",
    "5e-324",
    "4.9406564584124654e-324",
    "1e-400",
    "0.00000000000000000000000000000000000001",
];

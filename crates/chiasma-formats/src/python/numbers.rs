//! Number literals, in every form that the lexer knows.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::program::Program;

/// Numbers that programs often mishandle.
const NOTABLE: &[&str] = &[
    "0",
    "1",
    "2",
    "10",
    "00",
    "0_0",
    "255",
    "256",
    "65536",
    "2147483647",
    "2147483648",
    "4294967295",
    "9007199254740993",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551616",
    "1_000_000",
    "340282366920938463463374607431768211456",
    "99999999999999999999999999999999999999999999",
];

const FLOATS: &[&str] = &[
    "0.0",
    "1.5",
    ".5",
    "1.",
    "0.1",
    "1e10",
    "1E-5",
    "1e+308",
    "1e309",
    "5e-324",
    "1_0.0_1",
    "3.141592653589793",
    "0e0",
    "00.5",
    "1.e1",
    ".1e-1_0",
    "2.2250738585072014e-308",
];

const IMAGINARIES: &[&str] = &["0j", "1j", "2J", "1.5j", ".5j", "1e3j", "1_0j", "00j", "1.J"];

/// A number.
#[generator]
pub(super) fn number(s: &mut Source, p: &mut Program<'_>) {
    let s = &mut *s.as_value();
    if p.slip(s) {
        p.put_one(s, &["0777", "1__0", "0x", "0b2", "1e", "1_", "0o8", "1.2.3", "0xg", "5L"]);
        return;
    }
    pick!(s, {
        8 => p.put(s.int(0..=20u8).to_string()),
        4 => p.put_one(s, NOTABLE),
        2 => based(s, p),
        3 => p.put_one(s, FLOATS),
        1 => p.put_one(s, IMAGINARIES),
    })
}

/// A number of base 2, 8 or 16.
#[generator]
fn based(s: &mut Source, p: &mut Program<'_>) {
    let number = s.int(0..=65_535u16);
    let text = pick!(s, {
        format!("0x{number:x}"),
        format!("0X{number:X}"),
        format!("0b{number:b}"),
        format!("0B{number:b}"),
        format!("0o{number:o}"),
        format!("0O{number:o}"),
        format!("0x_{number:x}_{number:X}"),
        format!("0b_{:b}_{:b}", number >> 8, number & 255),
    });
    p.put(&text);
}

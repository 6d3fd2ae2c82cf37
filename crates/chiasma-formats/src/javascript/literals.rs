//! Literals that are no strings: numbers, big integers, truth values, nothing.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::levels::Level;
use super::program::Program;
use super::samples::{LEGACY_NUMBERS, NUMBERS};

/// A number as it is written; where a dot may follow it gets parentheses.
#[generator]
pub(super) fn number_literal(s: &mut Source, p: &mut Program<'_>, level: Level) {
    let s = &mut *s.as_value();
    pick!(s, {
        10 => {
            let own = if level >= Level::Call { Level::Comma } else { Level::Primary };
            p.at_level(own, level, |p| p.put(&s.int(0..=9u8).to_string()));
        },
        5 => {
            let own = if level >= Level::Call { Level::Comma } else { Level::Primary };
            p.at_level(own, level, |p| p.put_one(s, NUMBERS));
        },
        5 => p.at_level(Level::Unary, level, |p| {
            p.put("-");
            p.put_one(s, NUMBERS);
        }),
        2 => p.put_one(s, &["NaN", "Infinity", "Number.MAX_SAFE_INTEGER", "Number.EPSILON"]),
        1 => {
            if p.context.strict && !p.slip(s) {
                p.at_level(Level::Unary, level, |p| p.put("-0"))
            } else {
                p.at_level(Level::Unary, level, |p| p.put_one(s, LEGACY_NUMBERS))
            }
        },
    });
    if p.slip(s) {
        p.put_one(s, &["_", "e", "x", "n1", "__0", ".."]);
    }
}

/// A big integer as it is written.
#[generator]
pub(super) fn bigint_literal(s: &mut Source, p: &mut Program<'_>, level: Level) {
    let s = &mut *s.as_value();
    pick!(s, {
        4 => p.put(&format!("{}n", s.int(0..=20u8))),
        3 => p.put_one(
            s,
            &[
                "0n",
                "1n",
                "255n",
                "18446744073709551615n",
                "18446744073709551616n",
                "9223372036854775808n",
                "9007199254740993n",
                "0xffn",
                "0b11n",
                "0o7n",
                "1_000n",
                "123456789012345678901234567890n",
                "0XFFFFFFFFFFFFFFFFn",
            ],
        ),
        1 => p.at_level(Level::Unary, level, |p| {
            p.put_one(s, &["-1n", "-0n", "-9223372036854775808n", "-0x1n"]);
        }),
    })
}

/// `true` or `false`, or what is one.
pub(super) fn boolean_literal(s: &mut Source, p: &mut Program<'_>, level: Level) {
    let s = &mut *s.as_value();
    pick!(s, {
        4 => p.put("false"),
        4 => p.put("true"),
        1 => p.at_level(Level::Unary, level, |p| p.put("!0")),
        1 => p.at_level(Level::Unary, level, |p| p.put("!1")),
    })
}

/// `undefined` or `null`, or what is one.
pub(super) fn nothing(s: &mut Source, p: &mut Program<'_>, level: Level) {
    let s = &mut *s.as_value();
    pick!(s, {
        4 => p.put("undefined"),
        3 => p.put("null"),
        1 => p.at_level(Level::Unary, level, |p| p.put("void 0")),
    })
}

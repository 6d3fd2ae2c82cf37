//! Semantic versions, and the requirements that Cargo and npm put on them.
//!
//! ```
//! use chiasma_core::{Seed, Source};
//! use chiasma_formats::semver;
//!
//! let text = Source::random(Seed(1)).draw(semver::versions());
//! assert!(text.split('.').count() >= 3);
//! ```

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use crate::dictionary::Section;
use crate::draft::Draft;
use crate::format::Format;

/// Versions by Semantic Versioning 2.0.0.
pub fn versions() -> Format {
    Format::new("chiasma_formats::semver::versions", 20, |s, d| d.written(s, version))
}

/// Requirements as Cargo writes them: comparators with commas between.
pub fn requirements() -> Format {
    Format::new("chiasma_formats::semver::requirements", 20, |s, d| d.written(s, requirement))
}

/// Ranges as npm writes them: sets of comparators with `||` between.
pub fn ranges() -> Format {
    Format::new("chiasma_formats::semver::ranges", 20, |s, d| d.written(s, range_union))
}

/// Three numbers, and what comes before the release and about the build.
#[generator]
fn version(s: &mut Source, d: &mut Draft<'_>) {
    if d.slip(s) {
        d.put_one(s, &["v", "=", " ", "V", "-", "version "]);
    }
    core(s, d);
    pre_release_and_build(s, d);
}

/// Three numbers.
#[generator]
fn core(s: &mut Source, d: &mut Draft<'_>) {
    number(s, d);
    for _ in 0..2 {
        if d.slip(s) {
            d.put_one(s, &["", "..", ".-", ",", ".1."]);
        } else {
            d.put(".");
        }
        number(s, d);
    }
}

/// A number without leading zeros.
#[generator]
fn number(s: &mut Source, d: &mut Draft<'_>) {
    let s = &mut *s.as_value();
    if d.slip(s) {
        let wrong = ["00", "01", "", "-1", "18446744073709551616", "1e3", "0x1", "٣", "x", "1 "];
        d.put_one(s, &wrong);
        return;
    }
    let number = pick!(s, {
        4 => 0,
        8 => s.int(0..=12u64),
        2 => s.int(0..=1000u64),
        1 => *s.choose(&GREAT),
        1 => s.int(..),
    });
    d.put(&number.to_string());
}

/// Where other programs' numbers end, and Ruby's dates that people use as versions.
const GREAT: [u64; 9] = [
    u64::MAX,
    u64::MAX - 1,
    u32::MAX as u64,
    u32::MAX as u64 + 1,
    u16::MAX as u64,
    i64::MAX as u64,
    i32::MAX as u64,
    9_007_199_254_740_991,
    20_240_229,
];

#[generator]
fn pre_release_and_build(s: &mut Source, d: &mut Draft<'_>) {
    if s.one_in(2) {
        d.put("-");
        identifiers(s, d, pre_release_identifier);
    }
    if s.one_in(3) {
        d.put("+");
        identifiers(s, d, build_identifier);
    }
}

/// Identifiers with dots between.
fn identifiers(s: &mut Source, d: &mut Draft<'_>, identifier: fn(&mut Source, &mut Draft<'_>)) {
    for place in 0..s.length(1..=4) {
        if place > 0 {
            if !d.spend() {
                break;
            }
            d.put(".");
        }
        if d.slip(s) {
            d.put_one(s, &["", "a_b", "01", "é", "a+b", " ", "*", "."]);
        } else {
            identifier(s, d);
        }
    }
}

/// A name or a number; a number has no leading zeros here.
#[generator]
fn pre_release_identifier(s: &mut Source, d: &mut Draft<'_>) {
    let s = &mut *s.as_value();
    pick!(s, {
        4 => d.put(d.word(s, Section::Names, PRE_RELEASE)),
        3 => d.put(&s.int(0..=100u64).to_string()),
        2 => word(s, d),
        // More than 64 bits are allowed, and are compared as numbers.
        1 => d.put_one(
            s,
            &[
                "18446744073709551615",
                "18446744073709551616",
                "99999999999999999999999999999999",
                "4294967296",
                "0",
                "10",
                "9",
            ],
        ),
    })
}

/// Any letters, digits and hyphens.
#[generator]
fn build_identifier(s: &mut Source, d: &mut Draft<'_>) {
    let s = &mut *s.as_value();
    pick!(s, {
        4 => d.put(d.word(s, Section::Names, BUILD)),
        2 => word(s, d),
        2 => d.put(&format!("{:07x}", s.int(0..=0xfff_ffffu32))),
        1 => d.put(&format!("{:03}", s.int(0..=120u8))),
    })
}

/// Letters, digits and hyphens with at least one that is no digit.
#[generator]
fn word(s: &mut Source, d: &mut Draft<'_>) {
    let s = &mut *s.as_value();
    let lead = s.int(0..=3usize);
    (0..lead).for_each(|_| d.out.push(s.char('0'..='9')));
    d.out.push(if s.one_in(6) { '-' } else { s.char('a'..='z') });
    for _ in 0..s.length(0..=5) {
        let character = pick!(s, {
            4 => s.char('a'..='z'),
            2 => s.char('0'..='9'),
            2 => s.char('A'..='Z'),
            1 => '-',
        });
        d.out.push(character);
    }
}

const PRE_RELEASE: &[&str] = &[
    "alpha", "beta", "rc", "pre", "dev", "nightly", "SNAPSHOT", "a", "b1", "rc1", "rc-1", "-",
    "--", "-1", "0a", "x", "X", "alpha1", "M1", "canary", "next", "01a", "1-0", "Alpha",
];

const BUILD: &[&str] = &[
    "build",
    "001",
    "0",
    "20130313144700",
    "exp",
    "sha",
    "5114f85",
    "linux-x64",
    "-",
    "--",
    "git",
    "00",
    "debug",
    "1e5",
    "21AF26D3---117B344092BD",
];

/// Comparators with commas between, or a star alone.
#[generator]
fn requirement(s: &mut Source, d: &mut Draft<'_>) {
    if s.one_in(16) {
        d.put_one(s, &["*", " * ", "x", "X"]);
        return;
    }
    for place in 0..*s.weighted(&[(6, 1), (4, 2), (1, 3), (1, 5)]) {
        if place > 0 {
            if d.slip(s) {
                d.put_one(s, &["", " || ", ",,", " ", ";", ", *, "]);
            } else {
                d.put_one(s, &[", ", ",", " , ", ",  "]);
            }
        }
        comparator(s, d);
    }
    if d.slip(s) {
        d.put_one(s, &[",", "|", " -", ".", " 1"]);
    }
}

/// An operator and a version that may be cut short.
#[generator]
fn comparator(s: &mut Source, d: &mut Draft<'_>) {
    if d.slip(s) {
        d.put_one(s, &["==", "=>", "~>", "!=", "><", "^^", "<>", "~="]);
    } else {
        d.put_one(s, &["", "^", "~", "=", ">", ">=", "<", "<="]);
    }
    d.put_one(s, &["", "", " ", "  "]);
    partial(s, d);
}

/// A version of one, two or three parts, of which the last may be wildcards.
#[generator]
fn partial(s: &mut Source, d: &mut Draft<'_>) {
    number(s, d);
    pick!(s, {
        4 => {
            d.put(".");
            number(s, d);
            d.put(".");
            number(s, d);
            pre_release_and_build(s, d);
        },
        2 => {},
        2 => {
            d.put(".");
            number(s, d);
        },
        1 => {
            d.put(".");
            wildcard(s, d);
        },
        1 => {
            d.put(".");
            number(s, d);
            d.put(".");
            wildcard(s, d);
        },
        1 => {
            let wild = *s.as_value().choose(WILDCARDS);
            d.put(&format!(".{wild}.{wild}"));
        },
    })
}

#[generator]
fn wildcard(s: &mut Source, d: &mut Draft<'_>) {
    let s = &mut *s.as_value();
    d.put_one(s, WILDCARDS);
    if d.slip(s) {
        d.put_one(s, &[".1", "-alpha", "+b", "*"]);
    }
}

const WILDCARDS: &[&str] = &["*", "x", "X"];

/// Ranges with `||` between.
#[generator]
fn range_union(s: &mut Source, d: &mut Draft<'_>) {
    for place in 0..*s.weighted(&[(5, 1), (3, 2), (1, 3)]) {
        if place > 0 {
            let between =
                if d.slip(s) { &["|", ",", "|||", "or"] } else { &[" || ", "||", " ||", "|| "] };
            d.put_one(s, between);
        }
        range(s, d);
    }
}

/// One range: a comparator, from one version to another, or comparators with spaces between.
#[generator]
fn range(s: &mut Source, d: &mut Draft<'_>) {
    pick!(s, {
        8 => {
            d.put_one(s, &["", "^", "~", "=", ">", ">=", "<=", "~>"]);
            node_partial(s, d, 0);
        },
        3 => {
            node_partial(s, d, 0);
            d.put(if d.slip(s) { "-" } else { " - " });
            node_partial(s, d, SPREAD);
        },
        3 => {
            d.put_one(s, &[">=", ">", "^", "> "]);
            node_partial(s, d, 0);
            d.put_one(s, &[" <", " <=", " < "]);
            node_partial(s, d, SPREAD);
        },
        1 => {
            // Often no version is in all of them.
            for place in 0..s.length(2..=3) {
                d.put(if place > 0 { " " } else { "" });
                d.put_one(s, &["", "^", "~", "=", ">", ">=", "<", "<="]);
                node_partial(s, d, 0);
            }
        },
        1 => d.put_one(s, &["*", "x", "X", "<1", "<2.0.0"]),
    })
}

/// How much greater the first number of a range's end is, so that there are versions in it.
const SPREAD: u64 = 10_000_000;

/// A version as npm takes it: with a `v`, with wildcards, with numbers that its floats can hold.
///
/// Its first number is greater than `above`, if that is not 0.
#[generator]
fn node_partial(s: &mut Source, d: &mut Draft<'_>, above: u64) {
    if s.one_in(10) {
        d.put("v");
    }
    node_number(s, d, above);
    pick!(s, {
        5 => {
            d.put(".");
            node_number(s, d, 0);
            d.put(".");
            node_number(s, d, 0);
            pre_release_and_build(s, d);
        },
        1 => {},
        2 => {
            d.put(".");
            node_number(s, d, 0);
        },
        1 => {
            d.put(".");
            node_number(s, d, 0);
            d.put(".");
            wildcard(s, d);
        },
        1 => d.put_one(s, &[".x", ".*", ".x.x", ".X.x", ".*.*"]),
    })
}

#[generator]
fn node_number(s: &mut Source, d: &mut Draft<'_>, above: u64) {
    let s = &mut *s.as_value();
    if d.slip(s) {
        d.put_one(s, &["9007199254740992", "01", "", "a"]);
        return;
    }
    let number: u64 = pick!(s, {
        40 => 0,
        120 => s.int(0..=12),
        40 => s.int(0..=1000),
        8 => *s.choose(&[65_535, 65_536, 9_999_999]),
        // The greatest that JavaScript counts to.
        1 => return d.put("9007199254740991"),
    });
    d.put(&(number + above).to_string());
}

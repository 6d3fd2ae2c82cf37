//! Literals of the Common Expression Language.

use chiasma::{Source, generator, pick};

/// Whole numbers that programs often mishandle.
const NOTABLE: [&str; 9] = [
    "0",
    "1",
    "2",
    "10",
    "2147483648",
    "4294967296",
    "9007199254740993",
    "9223372036854775807",
    "18446744073709551616",
];

#[generator]
pub(crate) fn integer(s: &mut Source) -> String {
    pick!(s, {
        6 => s.int(0..=9).to_string(),
        3 => s.int(-1000..=1000).to_string(),
        2 => (*s.choose(&NOTABLE)).to_owned(),
        1 => format!("0x{:X}", s.int(0..=u32::MAX)),
    })
}

#[generator]
pub(crate) fn unsigned(s: &mut Source) -> String {
    let suffix = *s.choose(&["u", "U"]);
    format!("{}{suffix}", s.int(0..=99))
}

#[generator]
pub(crate) fn float(s: &mut Source) -> String {
    pick!(s, {
        4 => format!("{}.{}", s.int(0..=9), s.int(0..=99)),
        2 => format!(".{}", s.int(0..=999)),
        2 => format!("{}e{}", s.int(0..=9), s.int(-20..=20)),
        1 => format!("{}.{}E+{}", s.int(0..=99), s.int(0..=9), s.int(0..=400)),
    })
}

#[generator]
pub(crate) fn string(s: &mut Source) -> String {
    let prefix = *s.weighted(&[(12, ""), (1, "r"), (1, "R")]);
    format!("{prefix}{}", quoted(s))
}

#[generator]
pub(crate) fn bytes(s: &mut Source) -> String {
    let prefix = *s.weighted(&[(4, "b"), (2, "B"), (1, "br")]);
    format!("{prefix}{}", quoted(s))
}

fn quoted(s: &mut Source) -> String {
    let quote = *s.weighted(&[(6, "\""), (6, "'"), (1, "\"\"\""), (1, "'''")]);
    let parts = s.vec(0..6, part);
    format!("{quote}{}{quote}", parts.concat())
}

/// A character of a string, or an escape.
fn part(s: &mut Source) -> String {
    const ESCAPES: [&str; 11] =
        ["\\n", "\\t", "\\\\", "\\\"", "\\'", "\\`", "\\?", "\\a", "\\x41", "\\101", "\\U0001F600"];
    const WORDS: [&str; 6] = ["ab", "name", "Ada", "ß", "é", "😀"];
    pick!(s, {
        6 => s.char('a'..='z').to_string(),
        3 => (*s.choose(&WORDS)).to_owned(),
        2 => (*s.choose(&ESCAPES)).to_owned(),
        1 => format!("\\u{:04x}", s.int(0..=0xffff_u32)),
    })
}

/// The text of a duration, such as `1h30m`.
#[generator]
pub(crate) fn duration(s: &mut Source) -> String {
    const UNITS: [&str; 6] = ["s", "m", "h", "ms", "us", "ns"];
    let sign = *s.weighted(&[(6, ""), (1, "-"), (1, "+")]);
    let parts = s.vec(1..4, |s: &mut Source| {
        let number = pick!(s, {
            5 => s.int(0..=99).to_string(),
            2 => format!("{}.{}", s.int(0..=9), s.int(0..=999)),
            1 => (*s.choose(&NOTABLE)).to_owned(),
        });
        format!("{number}{}", s.choose(&UNITS))
    });
    format!("'{sign}{}'", parts.concat())
}

/// The text of a timestamp, by RFC 3339.
#[generator]
pub(crate) fn timestamp(s: &mut Source) -> String {
    let zone = *s.choose(&["Z", "+00:00", "-05:30", "+14:00"]);
    let fraction = *s.weighted(&[(4, ""), (1, ".5"), (1, ".123456789")]);
    let year: u16 = *s.weighted(&[(4, 2024), (1, 1970), (1, 1), (1, 9999)]);
    let (month, day) = (s.int(1..=12_u8), s.int(1..=28_u8));
    let (hour, minute, second) = (s.int(0..=23_u8), s.int(0..=59_u8), s.int(0..=59_u8));
    format!("'{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}{fraction}{zone}'")
}

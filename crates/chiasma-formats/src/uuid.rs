//! UUIDs of RFC 9562: all versions and variants, in all textual forms.
//!
//! ```
//! use chiasma_core::{Seed, Source};
//! use chiasma_formats::uuid;
//!
//! let text = Source::random(Seed(1)).draw(uuid::hyphenated());
//! assert_eq!(text.len(), 36);
//! ```

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use crate::dictionary::Section;
use crate::draft::Draft;
use crate::format::Format;

/// UUIDs: hyphenated, simple, in braces or as a URN.
pub fn uuids() -> Format {
    Format::new("chiasma_formats::uuid::uuids", 1, |s, d| d.written(s, uuid))
}

/// UUIDs in the form of RFC 9562: five groups of lower-case digits with hyphens between.
pub fn hyphenated() -> Format {
    Format::new("chiasma_formats::uuid::hyphenated", 1, |s, d| d.written(s, hyphenated_uuid))
}

/// A UUID in one of the textual forms.
#[generator]
fn uuid(s: &mut Source, d: &mut Draft<'_>) {
    if s.one_in(13) {
        d.put(d.word(s, Section::Names, KNOWN));
        return;
    }
    let number = value(s);
    if d.slip(s) {
        mistake(s, d, number);
        return;
    }
    let (before, text, behind) = pick!(s, {
        5 => ("", grouped(number), ""),
        2 => ("", format!("{number:032x}"), ""),
        1 => ("urn:uuid:", grouped(number), ""),
        1 => ("{", grouped(number), "}"),
    });
    d.put(before);
    let text = cased(s, text);
    d.put(&text);
    d.put(behind);
}

/// A UUID in the form that the RFC writes.
#[generator]
pub(crate) fn hyphenated_uuid(s: &mut Source, d: &mut Draft<'_>) {
    let number = value(s);
    if d.slip(s) {
        mistake(s, d, number);
    } else {
        d.put(&grouped(number));
    }
}

fn grouped(number: u128) -> String {
    let text = format!("{number:032x}");
    format!("{}-{}-{}-{}-{}", &text[..8], &text[8..12], &text[12..16], &text[16..20], &text[20..])
}

#[generator]
fn cased(s: &mut Source, text: String) -> String {
    let s = &mut *s.as_value();
    pick!(s, {
        4 => text,
        2 => text.to_ascii_uppercase(),
        1 => {
            let half = s.int(1..=text.len() - 1);
            format!("{}{}", &text[..half], text[half..].to_ascii_uppercase())
        },
    })
}

/// The number behind a UUID: nil, one of the versions, or the greatest.
#[generator]
fn value(s: &mut Source) -> u128 {
    let s = &mut *s.as_value();
    pick!(s, {
        2 => 0,
        6 => marked(s, 4, |s| s.int(..)),
        1 => u128::MAX,
        3 => marked(s, 1, gregorian),
        1 => marked(s, 2, security),
        1 => marked(s, 3, |s| s.int(..)),
        1 => marked(s, 5, |s| s.int(..)),
        2 => marked(s, 6, reordered),
        1 => marked(s, 7, unix),
        1 => {
            let version = *s.choose(&[8, 0, 9, 10, 15]);
            marked(s, version, |s| s.int(..))
        },
    })
}

/// The bits that `rest` draws, with a version and a variant put in.
fn marked(s: &mut Source, version: u128, rest: fn(&mut Source) -> u128) -> u128 {
    let rest = rest(s) & !(0xf << 76);
    let variant = variant(s);
    let mask = !(u128::MAX << variant.bits) << (64 - variant.bits);
    rest & !mask | version << 76 | variant.value << (64 - variant.bits)
}

/// The topmost bits of the second half.
struct Variant {
    bits: u32,
    value: u128,
}

/// That of RFC 9562, of Apollo NCS, of Microsoft, or the one reserved.
#[generator]
fn variant(s: &mut Source) -> Variant {
    pick!(s, {
        12 => Variant { bits: 2, value: 0b10 },
        1 => Variant { bits: 1, value: 0 },
        1 => Variant { bits: 3, value: 0b110 },
        1 => Variant { bits: 3, value: 0b111 },
    })
}

/// Version 1: the time's low part first, then a clock sequence and a node.
#[generator]
fn gregorian(s: &mut Source) -> u128 {
    let time = intervals(s);
    let (low, middle, high) = (time & 0xffff_ffff, time >> 32 & 0xffff, time >> 48);
    low << 96 | middle << 80 | high << 64 | clock_and_node(s)
}

/// Version 6: the time's high part first.
#[generator]
fn reordered(s: &mut Source) -> u128 {
    let time = intervals(s);
    time >> 12 << 80 | (time & 0xfff) << 64 | clock_and_node(s)
}

/// Version 2: a local number in the place of the time's low part, and its domain.
#[generator]
fn security(s: &mut Source) -> u128 {
    let local: u32 = *s.choose(&[501, 0, 1000, u32::MAX]);
    let domain: u128 = *s.choose(&[0, 1, 2]);
    u128::from(local) << 96 | (intervals(s) >> 32) << 80 & (0xffff << 80) | domain << 48
}

/// Version 7: milliseconds since 1970, then anything.
#[generator]
fn unix(s: &mut Source) -> u128 {
    let milliseconds = pick!(s, {
        3 => s.int(1_600_000_000_000..=1_900_000_000_000u64),
        1 => 0,
        1 => (1 << 48) - 1,
        1 => s.int(0..=(1 << 48) - 1),
    });
    let low: u128 = s.int(..);
    u128::from(milliseconds) << 80 | low & !(u128::MAX << 80)
}

/// Intervals of 100 nanoseconds since 1582-10-15.
#[generator]
fn intervals(s: &mut Source) -> u128 {
    u128::from(pick!(s, {
        // Some day between 2000 and 2040.
        3 => s.int(0x01d4_1d0e_1d3a_0000..=0x0204_0000_0000_0000u64),
        1 => 0,
        1 => (1 << 60) - 1,
        // 1970-01-01.
        1 => 0x01b2_1dd2_1381_4000,
    }))
}

#[generator]
fn clock_and_node(s: &mut Source) -> u128 {
    let clock = u128::from(s.int(0..=0x3fffu16));
    let node = pick!(s, {
        2 => s.int(0..=0xffff_ffff_ffffu64),
        1 => 0,
        1 => 0xffff_ffff_ffff,
    });
    clock << 48 | u128::from(node)
}

/// Almost a UUID.
#[generator]
fn mistake(s: &mut Source, d: &mut Draft<'_>, number: u128) {
    let text = grouped(number);
    let simple = format!("{number:032x}");
    let text = pick!(s, {
        text[..35].to_owned(),
        format!("{text}0"),
        format!("{}g{}", &text[..9], &text[10..]),
        simple[..31].to_owned(),
        format!("{}-{}", &simple[..7], &simple[7..]),
        format!("{{{text}"),
        format!("{text}}}"),
        format!("uuid:{text}"),
        text.replace('-', "_"),
        format!(" {text}"),
        format!("({text})"),
        text.replace('-', "--"),
    });
    d.put(&text);
}

/// The namespaces and the examples of RFC 9562.
const KNOWN: &[&str] = &[
    "00000000-0000-0000-0000-000000000000",
    "ffffffff-ffff-ffff-ffff-ffffffffffff",
    "6ba7b810-9dad-11d1-80b4-00c04fd430c8",
    "6ba7b811-9dad-11d1-80b4-00c04fd430c8",
    "6ba7b812-9dad-11d1-80b4-00c04fd430c8",
    "6ba7b814-9dad-11d1-80b4-00c04fd430c8",
    "C232AB00-9414-11EC-B3C8-9F6BDECED846",
    "5df41881-3aed-3515-88a7-2f4a814cf09e",
    "919108f7-52d1-4320-9bac-f847db4148a8",
    "2ed6657d-e927-568b-95e1-2665a8aea6a2",
    "1EC9414C-232A-6B00-B3C8-9F6BDECED846",
    "017F22E2-79B0-7CC3-98C4-DC0C0C07398F",
    "2489E9AD-2EE2-8E00-8EC9-32D5F69181C0",
];

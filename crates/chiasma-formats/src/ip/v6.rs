//! IPv6 addresses in all the ways to write one: compressed, padded, with an IPv4 address, zoned.

use std::ops::Range;

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::v4;
use crate::dictionary::Section;
use crate::draft::Draft;

/// An address without a zone.
#[generator]
pub(crate) fn address(s: &mut Source, d: &mut Draft<'_>) {
    if d.slip(s) {
        mistake(s, d);
        return;
    }
    let groups = groups(s);
    spell(s, d, groups);
}

/// An address and a zone.
#[generator]
pub(crate) fn zoned(s: &mut Source, d: &mut Draft<'_>) {
    if s.one_in(3) {
        address(s, d);
    } else {
        let host = host(s);
        let scope = *s.choose(&[0xfe80, 0xff02, 0xff01, 0xfebf, 0xfec0, 0xff12]);
        let [a, b, c, e] = host;
        spell(s, d, [scope, 0, 0, 0, a, b, c, e]);
    }
    zone(s, d);
}

/// A percent sign and the name or number of an interface.
#[generator]
fn zone(s: &mut Source, d: &mut Draft<'_>) {
    let s = &mut *s.as_value();
    if d.slip(s) {
        d.put_one(s, &["%", "%25", "%%", "%/", "% ", "%eth0%eth1"]);
        return;
    }
    d.put("%");
    pick!(s, {
        4 => d.put(d.word(s, Section::Names, ZONES)),
        1 => d.put(&s.int(0..=u32::MAX).to_string()),
    })
}

/// Which address.
#[generator]
pub(crate) fn groups(s: &mut Source) -> [u16; 8] {
    let s = &mut *s.as_value();
    pick!(s, {
        3 => *s.choose(KNOWN),
        4 => of_a_special_range(s),
        3 => std::array::from_fn(|_| group(s)),
        2 => with_v4(s),
    })
}

/// A group of 16 bits: zeros often, since runs of them are what gets compressed.
#[generator]
fn group(s: &mut Source) -> u16 {
    let s = &mut *s.as_value();
    pick!(s, {
        5 => 0,
        2 => *s.choose(&[1, 0xffff, 0xa, 0x10, 0xff, 0x100, 0xfff, 0x1000, 0x8000, 0xabcd, 0xdb8]),
        2 => s.int(0..=0xffff),
        1 => s.byte().into(),
    })
}

/// The last four groups: small numbers, one made of a hardware address, or any.
#[generator]
fn host(s: &mut Source) -> [u16; 4] {
    let s = &mut *s.as_value();
    pick!(s, {
        3 => [0, 0, 0, s.byte().into()],
        2 => {
            let (a, b, c) = (s.int(..), s.byte(), s.byte());
            [a, 0x00ff | u16::from(b) << 8, 0xfe00 | u16::from(c), s.int(..)]
        },
        2 => std::array::from_fn(|_| group(s)),
        1 => [0xffff; 4],
    })
}

#[generator]
fn of_a_special_range(s: &mut Source) -> [u16; 8] {
    let s = &mut *s.as_value();
    let mut groups = *s.choose(SPECIAL);
    let [a, b, c, e] = host(s);
    groups[4..].copy_from_slice(&[a, b, c, e]);
    if s.one_in(4) {
        groups[3] |= group(s);
    }
    groups
}

/// An address that holds an IPv4 address: mapped, compatible, translated, 6to4, Teredo.
#[generator]
fn with_v4(s: &mut Source) -> [u16; 8] {
    let s = &mut *s.as_value();
    let address = v4::number(s);
    let (high, low) = ((address >> 16) as u16, address as u16);
    pick!(s, {
        [0, 0, 0, 0, 0, 0xffff, high, low],
        [0, 0, 0, 0, 0, 0, high, low],
        [0x64, 0xff9b, 0, 0, 0, 0, high, low],
        [0x64, 0xff9b, 1, 0, 0, 0, high, low],
        [0, 0, 0, 0, 0xffff, 0, high, low],
        [0x2002, high, low, 0, 0, 0, 0, group(s)],
        [0x2001, 0, high, low, group(s), group(s), !high, !low],
    })
}

/// Writes the address in one of its forms; the recommended one (RFC 5952) is the simplest.
#[generator]
pub(crate) fn spell(s: &mut Source, d: &mut Draft<'_>, groups: [u16; 8]) {
    let form = pick!(s, {
        3 => recommended(groups),
        2 => form(s, groups),
    });
    let whole = if form.with_v4 { 6 } else { 8 };
    let gap = form.gap.clone().unwrap_or(8..8);
    for place in (0..whole).filter(|place| !gap.contains(place) || *place == gap.start) {
        if place == gap.start {
            d.put("::");
            continue;
        }
        if place != 0 && place != gap.end {
            d.put(":");
        }
        let group = groups[place];
        let text = match form.case {
            Case::Lower => format!("{group:0width$x}", width = form.width),
            Case::Upper => format!("{group:0width$X}", width = form.width),
        };
        d.put(&text);
    }
    if form.with_v4 {
        if gap.end != 6 {
            d.put(":");
        }
        v4::spell(d, u32::from(groups[6]) << 16 | u32::from(groups[7]));
    }
}

/// How an address is written.
struct Form {
    /// The groups that `::` stands for.
    gap: Option<Range<usize>>,
    /// The digits that a group has at least.
    width: usize,
    case: Case,
    /// Whether the last two groups are written as an IPv4 address.
    with_v4: bool,
}

enum Case {
    Lower,
    Upper,
}

/// The form of RFC 5952: the longest run of two or more zeros is left out, mapped addresses show
/// their IPv4 address.
fn recommended(groups: [u16; 8]) -> Form {
    let with_v4 = matches!(groups, [0, 0, 0, 0, 0, 0xffff, ..] | [0x64, 0xff9b, 0, 0, 0, 0, ..]);
    let gap = runs(&groups[..if with_v4 { 6 } else { 8 }])
        .into_iter()
        .filter(|run| run.len() > 1)
        .max_by_key(|run| (run.len(), 8 - run.start));
    Form { gap, width: 1, case: Case::Lower, with_v4 }
}

#[generator]
fn form(s: &mut Source, groups: [u16; 8]) -> Form {
    let s = &mut *s.as_value();
    let with_v4 = s.one_in(3);
    let runs = runs(&groups[..if with_v4 { 6 } else { 8 }]);
    let gap = if runs.is_empty() || s.one_in(3) {
        None
    } else {
        let run = s.choose(&runs).clone();
        // A part of the run will do, and even a single zero.
        let start = s.int(run.start..=run.end - 1);
        Some(start..s.int(start + 1..=run.end))
    };
    let width = *s.weighted(&[(3, 1), (2, 4), (1, 2), (1, 3)]);
    let case = if s.bool() { Case::Upper } else { Case::Lower };
    Form { gap, width, case, with_v4 }
}

/// The runs of zeros, each as long as can be.
fn runs(groups: &[u16]) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for (place, _) in groups.iter().enumerate().filter(|(_, group)| **group == 0) {
        match runs.last_mut() {
            Some(run) if run.end == place => run.end += 1,
            _ => runs.push(place..place + 1),
        }
    }
    runs
}

/// Almost an address.
#[generator]
fn mistake(s: &mut Source, d: &mut Draft<'_>) {
    let groups = groups(s);
    let start = d.out.len();
    spell(s, d, groups);
    pick!(s, {
        d.put(":"),
        d.put("::"),
        d.put(":0"),
        d.put(":12345"),
        d.put("g"),
        d.put(".1"),
        d.out.insert(start, ':'),
        d.put(":1.2.3.4:5"),
        d.put("::1::"),
        drop(d.out.pop()),
    })
}

const ZONES: &[&str] = &[
    "eth0", "1", "en0", "lo", "wlan0", "0", "3", "lo0", "br-1a2b", "eth0.100", "Ethernet",
    "a-b_c~d",
];

const KNOWN: &[[u16; 8]] = &[
    [0, 0, 0, 0, 0, 0, 0, 1],
    [0; 8],
    [0xffff; 8],
    [1, 0, 0, 0, 0, 0, 0, 0],
    [0x2001, 0xdb8, 0, 0, 0, 0, 0, 1],
    [0xfe80, 0, 0, 0, 0, 0, 0, 1],
    [0xff02, 0, 0, 0, 0, 0, 0, 1],
    [0x2001, 0x4860, 0x4860, 0, 0, 0, 0, 0x8888],
    [1, 0, 0, 2, 0, 0, 0, 3],
    [1, 0, 0, 0, 2, 0, 0, 0],
    [0, 1, 2, 3, 4, 5, 6, 7],
    [1, 2, 3, 4, 5, 6, 7, 0],
    [1, 2, 3, 0, 5, 6, 7, 8],
    [1, 0, 3, 0, 5, 0, 7, 0],
    [0, 0, 0, 0, 0, 0xffff, 0x7f00, 1],
];

/// The first halves of the ranges that have a meaning of their own (RFC 6890 and its registry).
const SPECIAL: &[[u16; 8]] = &[
    [0x2001, 0xdb8, 0, 0, 0, 0, 0, 0],       // documentation
    [0x3fff, 0, 0, 0, 0, 0, 0, 0],           // documentation
    [0xfe80, 0, 0, 0, 0, 0, 0, 0],           // link-local
    [0xfebf, 0xffff, 0, 0, 0, 0, 0, 0],      // link-local, its last
    [0xfec0, 0, 0, 0, 0, 0, 0, 0],           // site-local, no longer used
    [0xfc00, 0, 0, 0, 0, 0, 0, 0],           // unique local
    [0xfd12, 0x3456, 0x789a, 0, 0, 0, 0, 0], // unique local, locally assigned
    [0xff00, 0, 0, 0, 0, 0, 0, 0],           // multicast: reserved
    [0xff01, 0, 0, 0, 0, 0, 0, 0],           // multicast: interface
    [0xff02, 0, 0, 0, 0, 0, 0, 0],           // multicast: link
    [0xff05, 0, 0, 0, 0, 0, 0, 0],           // multicast: site
    [0xff0e, 0, 0, 0, 0, 0, 0, 0],           // multicast: global
    [0xff15, 0, 0, 0, 0, 0, 0, 0],           // multicast: transient
    [0x0100, 0, 0, 0, 0, 0, 0, 0],           // discard
    [0x0100, 0, 0, 1, 0, 0, 0, 0],           // dummy
    [0x2001, 0, 0, 0, 0, 0, 0, 0],           // Teredo
    [0x2001, 2, 0, 0, 0, 0, 0, 0],           // benchmarking
    [0x2001, 0x10, 0, 0, 0, 0, 0, 0],        // ORCHID
    [0x2001, 0x20, 0, 0, 0, 0, 0, 0],        // ORCHIDv2
    [0x2002, 0, 0, 0, 0, 0, 0, 0],           // 6to4
    [0x2000, 0, 0, 0, 0, 0, 0, 0],           // global unicast
    [0x2620, 0x4f, 0x8000, 0, 0, 0, 0, 0],   // direct delegation AS112
    [0x5f00, 0, 0, 0, 0, 0, 0, 0],           // segment routing
    [0x64, 0xff9b, 1, 0, 0, 0, 0, 0],        // translation, local
];

//! IPv4 addresses: four decimal numbers, or the looser forms of `inet_aton`.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use crate::draft::Draft;

/// An address in four decimal numbers.
#[generator]
pub(crate) fn address(s: &mut Source, d: &mut Draft<'_>) {
    if d.slip(s) {
        mistake(s, d);
        return;
    }
    let address = number(s);
    spell(d, address);
}

/// Which address.
#[generator]
pub(crate) fn number(s: &mut Source) -> u32 {
    let s = &mut *s.as_value();
    pick!(s, {
        3 => *s.choose(KNOWN),
        4 => of_a_special_range(s),
        3 => (0..4).fold(0, |sum, _| sum << 8 | u32::from(octet(s))),
    })
}

pub(crate) fn spell(d: &mut Draft<'_>, address: u32) {
    let [a, b, c, e] = address.to_be_bytes();
    d.put(&format!("{a}.{b}.{c}.{e}"));
}

#[generator]
fn octet(s: &mut Source) -> u8 {
    let s = &mut *s.as_value();
    pick!(s, {
        1 => *s.choose(&[0, 1, 255, 127, 254, 128, 2, 9, 10, 99, 100, 192]),
        1 => s.byte(),
    })
}

/// The first, the last or another address of a range that has a meaning of its own.
#[generator]
fn of_a_special_range(s: &mut Source) -> u32 {
    let s = &mut *s.as_value();
    let (first, prefix) = *s.choose(SPECIAL);
    let host = u32::MAX.checked_shr(prefix).unwrap_or(0);
    pick!(s, {
        2 => first,
        2 => first | host,
        // The neighbours outside.
        1 => first.wrapping_sub(1),
        1 => (first | host).wrapping_add(1),
        4 => first | s.int(0..=host),
    })
}

/// One to four numbers, of which the last fills what is left of the address.
#[generator]
pub(crate) fn loose_address(s: &mut Source, d: &mut Draft<'_>) {
    if d.slip(s) {
        mistake(s, d);
        return;
    }
    let address = number(s);
    let parts = s.int(1..=4u32);
    for place in 0..parts - 1 {
        loose_number(s, d, address >> (24 - 8 * place) & 0xff);
        d.put(".");
    }
    loose_number(s, d, address & u32::MAX >> (8 * (parts - 1)));
    if s.one_in(10) {
        d.put(".");
    }
}

/// A number: decimal, octal or hexadecimal.
#[generator]
fn loose_number(s: &mut Source, d: &mut Draft<'_>, number: u32) {
    let s = &mut *s.as_value();
    let text = pick!(s, {
        3 => number.to_string(),
        1 => format!("0x{number:x}"),
        1 => format!("0X{number:X}"),
        1 => format!("0{number:o}"),
        1 => format!("0x{number:08x}"),
    });
    d.put(&text);
}

/// Almost an address.
#[generator]
fn mistake(s: &mut Source, d: &mut Draft<'_>) {
    let address = number(s);
    let [a, b, c, e] = address.to_be_bytes();
    let text = pick!(s, {
        format!("{a}.{b}.{c}"),
        format!("{a}.{b}.{c}.{e}.{a}"),
        format!("{a}.{b}.{c}.256"),
        format!("{a}..{c}.{e}"),
        format!("{a}.{b}.{c}.{e}."),
        format!("{a}.{b}.0{c}.{e}"),
        format!("{a}.{b}.-{c}.{e}"),
        format!("{a}.{b}.{c}.{e} "),
        format!("{a}.{b}.{c}.0x{e:x}"),
        format!("{a},{b},{c},{e}"),
        format!("{a}.{b}.{c}.٣"),
        format!("{a}.{b}.{c}.99999999999999999999"),
    });
    d.put(&text);
}

const KNOWN: &[u32] = &[
    0x7f00_0001,
    0,
    u32::MAX,
    0x7fff_ffff,
    0x0a00_0001,
    0xc0a8_0001,
    0x0808_0808,
    0x0101_0101,
    0xa9fe_a9fe,
    0xe000_0001,
    0xc000_0201,
    0x0102_0304,
];

/// The special-purpose registry (RFC 6890), the classes and their ends.
const SPECIAL: &[(u32, u32)] = &[
    (0x0000_0000, 8),  // this network
    (0x0a00_0000, 8),  // private
    (0x6440_0000, 10), // shared, of carriers
    (0x7f00_0000, 8),  // loopback
    (0xa9fe_0000, 16), // link-local
    (0xac10_0000, 12), // private
    (0xc000_0000, 24), // protocol assignments
    (0xc000_0200, 24), // documentation
    (0xc01f_c400, 24), // AS112
    (0xc034_c100, 24), // AMT
    (0xc058_6300, 24), // 6to4 relays
    (0xc0a8_0000, 16), // private
    (0xc0af_3000, 24), // direct delegation AS112
    (0xc612_0000, 15), // benchmarking
    (0xc633_6400, 24), // documentation
    (0xcb00_7100, 24), // documentation
    (0xe000_0000, 4),  // multicast
    (0xe000_0000, 24), // multicast, local
    (0xe900_0000, 8),  // multicast, GLOP
    (0xef00_0000, 8),  // multicast, of one's own scope
    (0xf000_0000, 4),  // reserved
    (0xffff_ffff, 32), // broadcast
    (0x8000_0000, 2),  // class B
    (0xc000_0000, 3),  // class C
];

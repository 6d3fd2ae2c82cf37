//! IP addresses: version 4, version 6, networks, zones and sockets.
//!
//! ```
//! use chiasma_core::{Seed, Source};
//! use chiasma_formats::ip;
//!
//! let text = Source::random(Seed(1)).draw(ip::v6());
//! assert!(text.parse::<std::net::Ipv6Addr>().is_ok());
//! ```

pub(crate) mod v4;
pub(crate) mod v6;

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use crate::dictionary::Section;
use crate::draft::Draft;
use crate::format::Format;

/// IP addresses of both versions.
pub fn addresses() -> Format {
    Format::new("chiasma_formats::ip::addresses", 10, |s, d| d.written(s, address))
}

/// IPv4 addresses in the form of four decimal numbers.
pub fn v4() -> Format {
    Format::new("chiasma_formats::ip::v4", 10, |s, d| d.written(s, v4::address))
}

/// IPv4 addresses as `inet_aton` and browsers read them: one to four numbers, each decimal, octal or
/// hexadecimal, such as `0x7f.1`.
pub fn loose_v4() -> Format {
    Format::new("chiasma_formats::ip::loose_v4", 10, |s, d| d.written(s, v4::loose_address))
}

/// IPv6 addresses in all textual forms of RFC 4291 and RFC 5952, without zones.
pub fn v6() -> Format {
    Format::new("chiasma_formats::ip::v6", 10, |s, d| d.written(s, v6::address))
}

/// IPv6 addresses with the zone that they are meant in (RFC 4007), such as `fe80::1%eth0`.
pub fn zoned() -> Format {
    Format::new("chiasma_formats::ip::zoned", 10, |s, d| d.written(s, v6::zoned))
}

/// Networks of both versions in the notation of RFC 4632 (CIDR), such as `10.0.0.0/8`.
pub fn networks() -> Format {
    Format::new("chiasma_formats::ip::networks", 10, |s, d| d.written(s, network))
}

/// Addresses with a port, such as `127.0.0.1:80` and `[::1]:443`.
pub fn sockets() -> Format {
    Format::new("chiasma_formats::ip::sockets", 10, |s, d| d.written(s, socket))
}

#[generator]
fn address(s: &mut Source, d: &mut Draft<'_>) {
    if s.bool() {
        v6::address(s, d);
    } else {
        v4::address(s, d);
    }
}

/// An address and the length of its prefix; what is behind the prefix need not be zero.
#[generator]
fn network(s: &mut Source, d: &mut Draft<'_>) {
    let v6 = s.bool();
    let bits: u8 = if v6 { 128 } else { 32 };
    let prefix = prefix(s, bits);
    if !s.ratio(2, 3) {
        if v6 { v6::address(s, d) } else { v4::address(s, d) }
    } else if v6 {
        let groups = v6::groups(s);
        v6::spell(s, d, keep(groups, u32::from(prefix)));
    } else {
        let address = v4::number(s);
        v4::spell(d, address & !u32::MAX.checked_shr(prefix.into()).unwrap_or(0));
    }
    if d.slip(s) {
        d.put_one(s, &["", "/", "/33", "/129", "/-1", "/08", "/+8", "//8", "/8/8", "/255.0.0.0"]);
        return;
    }
    d.put(&format!("/{prefix}"));
}

/// The groups with all bits behind the prefix set to zero.
fn keep(groups: [u16; 8], prefix: u32) -> [u16; 8] {
    let number = groups.into_iter().fold(0, |sum, group| sum << 16 | u128::from(group));
    let kept = number & !u128::MAX.checked_shr(prefix).unwrap_or(0);
    std::array::from_fn(|place| (kept >> (112 - 16 * place)) as u16)
}

#[generator]
fn prefix(s: &mut Source, bits: u8) -> u8 {
    let s = &mut *s.as_value();
    pick!(s, {
        3 => bits / 4,
        1 => bits,
        1 => 0,
        1 => bits - 1,
        2 => s.int(0..=bits),
    })
}

#[generator]
fn socket(s: &mut Source, d: &mut Draft<'_>) {
    if s.bool() {
        let brackets = !d.slip(s);
        if brackets {
            d.put("[");
        }
        v6::address(s, d);
        if s.one_in(4) {
            // A number, since it is the one form of a zone that all who read sockets understand.
            d.put(&format!("%{}", s.choose(&[1, 2, 0, 65_535, u32::MAX])));
        }
        if brackets {
            d.put("]");
        }
    } else {
        v4::address(s, d);
    }
    port(s, d);
}

/// A colon and a port.
#[generator]
pub(crate) fn port(s: &mut Source, d: &mut Draft<'_>) {
    let s = &mut *s.as_value();
    if d.slip(s) {
        d.put_one(s, &[":", ":65536", ":-1", ":99999999999", ":8o", ":+80", ": 80", "::80", ""]);
        return;
    }
    d.put(":");
    if s.one_in(4) {
        d.put(&s.int(0..=u16::MAX).to_string());
    } else {
        d.put(d.word(s, Section::Keywords, PORTS));
    }
}

const PORTS: &[&str] = &[
    "80", "443", "21", "22", "25", "53", "8080", "8443", "3000", "5432", "6379", "0", "1", "1023",
    "1024", "49151", "65535", "65534",
];

//! E-mail addresses: as servers exchange them (RFC 5321 and 6531), with comments, and as lists in a
//! header (RFC 5322).
//!
//! ```
//! use chiasma_core::{Seed, Source};
//! use chiasma_formats::email;
//!
//! let text = Source::random(Seed(1)).draw(email::addresses());
//! assert!(text.contains('@'));
//! ```

mod domain;
mod header;
mod local;

use chiasma_core::Source;
use chiasma_macros::generator;

use crate::draft::Draft;
use crate::format::Format;

/// Addresses by RFC 5321: quoted local parts, address literals, letters beyond ASCII (RFC 6531), up
/// to the greatest lengths.
pub fn addresses() -> Format {
    Format::new("chiasma_formats::email::addresses", 12, |s, d| d.written(s, address))
}

/// Addresses of ASCII alone: what a server without RFC 6531 takes.
pub fn ascii_addresses() -> Format {
    Format::new("chiasma_formats::email::ascii_addresses", 12, |s, d| {
        let text = d.written(s, address);
        if text.is_ascii() { text } else { ascii(&text) }
    })
}

/// Addresses by RFC 5322, with comments and folded lines around their parts.
pub fn commented_addresses() -> Format {
    Format::new("chiasma_formats::email::commented_addresses", 12, |s, d| {
        d.written(s, header::commented_address)
    })
}

/// The value of a header such as `To:` by RFC 5322: mailboxes with names, and groups of them.
pub fn lists() -> Format {
    Format::new("chiasma_formats::email::lists", 24, |s, d| d.written(s, header::list))
}

/// A local part, an at sign and a domain.
#[generator]
pub(super) fn address(s: &mut Source, d: &mut Draft<'_>) {
    if d.slip(s) {
        d.put_one(s, MISTAKES);
        return;
    }
    local::local_part(s, d);
    if d.slip(s) {
        d.put_one(s, &["", "@@", " @ ", "＠", "@a@", "%40"]);
    } else {
        d.put("@");
    }
    domain::domain(s, d);
}

/// The address with another letter for each that is not of ASCII.
fn ascii(text: &str) -> String {
    text.chars().map(|character| if character.is_ascii() { character } else { 'x' }).collect()
}

/// Whole addresses that are none.
const MISTAKES: &[&str] = &[
    "",
    "@",
    "a@",
    "@b",
    "a",
    ".a@b.example",
    "a.@b.example",
    "a..b@c.example",
    "a b@c.example",
    "a@b@c.example",
    "\"a@b.example",
    "\"a\"b@c.example",
    "a\"b\"@c.example",
    "\"a\\\"@b.example",
    "a@-b.example",
    "a@b-.example",
    "a@b..example",
    "a@.b.example",
    "a@b.example.",
    "a@[1.2.3.4",
    "a@1.2.3.4]",
    "a@[256.1.1.1]",
    "a@[IPv6:::1::]",
    "a@[IPv6:1:2]",
    "a@b_c.example",
    "a@b c.example",
    "(a)@b.example",
    "<a@b.example>",
    "a@b.example\n",
    "a\u{0}@b.example",
    "mailto:a@b.example",
    "a,b@c.example",
    "a@b,example",
    "a;b@c.example",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa@b.example",
    "a@bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb.example",
];

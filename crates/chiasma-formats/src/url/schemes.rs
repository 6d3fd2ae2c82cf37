//! Schemes with a syntax of their own: data, mail, telephones, names, places, URLs within URLs.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::path::{escape, path_character};
use super::query::{fragment, query, query_and_fragment};
use super::words::{ABOUT, MEDIA_TYPES, NAMESPACES, TEXTS};
use super::{path, web};
use crate::dictionary::Section;
use crate::draft::Draft;
use crate::{host, uuid};

/// A URL of one of these schemes.
#[generator]
pub(super) fn special_purpose(s: &mut Source, d: &mut Draft<'_>) {
    let write = *s.weighted(&[
        (2, about as fn(&mut Source, &mut Draft<'_>)),
        (5, data),
        (4, mailto),
        (2, telephone),
        (3, urn),
        (1, geo),
        (1, magnet),
        (2, javascript),
        (2, nested),
        (1, sip),
        (1, ldap),
        (1, news),
        (1, tag),
    ]);
    write(s, d);
}

#[generator]
fn about(s: &mut Source, d: &mut Draft<'_>) {
    d.put_one(s, ABOUT);
    query_and_fragment(s, d);
}

/// `data:` (RFC 2397): a media type, a mark for base64, and the data.
#[generator]
fn data(s: &mut Source, d: &mut Draft<'_>) {
    d.put_one(s, &["data:", "DATA:", "Data:"]);
    d.put_one(s, MEDIA_TYPES);
    for _ in 0..*s.weighted(&[(3, 0), (1, 1), (1, 2)]) {
        d.put_one(
            s,
            &[";charset=utf-8", ";charset=US-ASCII", ";name=a%22b", ";x", ";a=%2C", ";charset="],
        );
    }
    let base64 = s.bool();
    if base64 {
        d.put_one(s, &[";base64", ";BASE64", ";base64", "%3Bbase64"]);
    }
    if !d.slip(s) {
        d.put(",");
    }
    if base64 {
        let length = s.length(0..=12);
        let bytes = s.bytes(length);
        d.put(&encoded(&bytes));
        if d.slip(s) {
            d.put_one(s, &["=", "A", "!", "%3D", "====", "-_"]);
        }
    } else {
        text(s, d);
    }
    if s.one_in(10) {
        d.put("#");
        fragment(s, d);
    }
}

/// Bytes in base64.
fn encoded(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let number = (0..3)
            .fold(0, |sum, place| sum << 8 | usize::from(three.get(place).copied().unwrap_or(0)));
        for place in 0..4 {
            let digit = DIGITS[number >> (18 - 6 * place) & 63];
            text.push(if place <= three.len() { digit.into() } else { '=' });
        }
    }
    text
}

/// Text with what is not allowed escaped.
#[generator]
fn text(s: &mut Source, d: &mut Draft<'_>) {
    pick!(s, {
        3 => {
            let word = d.word(s, Section::Texts, TEXTS);
            escape(d, word, path::is_path_character);
        },
        1 => (0..s.length(0..=8)).for_each(|_| path_character(s, d)),
    })
}

/// `mailto:` (RFC 6068): addresses, and fields of the header.
#[generator]
fn mailto(s: &mut Source, d: &mut Draft<'_>) {
    d.put("mailto:");
    for place in 0..*s.weighted(&[(4, 1), (1, 0), (1, 2), (1, 3)]) {
        if place > 0 {
            d.put_one(s, &[",", "%2C", ",%20"]);
        }
        address(s, d);
    }
    if s.bool() {
        d.put("?");
        for place in 0..s.length(1..=3) {
            if place > 0 {
                d.put("&");
            }
            d.put(d.word(
                s,
                Section::Attributes,
                &["subject", "body", "cc", "to", "bcc", "Subject", "in-reply-to"],
            ));
            d.put("=");
            if s.bool() { address(s, d) } else { text(s, d) }
        }
    }
}

/// An address of a person.
#[generator]
fn address(s: &mut Source, d: &mut Draft<'_>) {
    d.put_one(
        s,
        &[
            "a",
            "john.doe",
            "user+tag",
            "%22not%40me%22",
            "gorby%25kremvax",
            "%C3%A9",
            "!$&",
            "%22%20%22",
        ],
    );
    d.put("@");
    host::domain(s, d);
}

/// `tel:` (RFC 3966), and `sms:`.
#[generator]
fn telephone(s: &mut Source, d: &mut Draft<'_>) {
    d.put_one(s, &["tel:", "sms:", "fax:", "TEL:"]);
    let is_global = s.bool();
    if is_global {
        d.put("+");
    }
    for place in 0..s.length(1..=5) {
        if place > 0 {
            d.put_one(s, &["-", "", ".", "(0)"]);
        }
        d.put(&s.int(0..=999u16).to_string());
    }
    if !is_global {
        d.put_one(s, &[";phone-context=example.com", ";phone-context=+1-914-555", "*"]);
    }
    if s.one_in(3) {
        d.put_one(s, &[";ext=1234", ";isub=12%2F3", ";postd=pp22", ";tsp=a.b", ";x=%22y%22"]);
    }
}

/// `urn:` (RFC 8141): a namespace, a name in it, and components for its resolver.
#[generator]
fn urn(s: &mut Source, d: &mut Draft<'_>) {
    d.put_one(s, &["urn:", "URN:", "uRn:"]);
    pick!(s, {
        3 => d.put_one(s, NAMESPACES),
        1 => {
            d.put("uuid:");
            uuid::hyphenated_uuid(s, d);
        },
    });
    if s.one_in(5) {
        d.put("?+");
        (0..s.length(1..=3)).for_each(|_| path_character(s, d));
    }
    if s.one_in(5) {
        d.put("?=");
        (0..s.length(1..=3)).for_each(|_| path_character(s, d));
    }
    if s.one_in(5) {
        d.put("#");
        fragment(s, d);
    }
}

/// `geo:` (RFC 5870): latitude, longitude, altitude.
#[generator]
fn geo(s: &mut Source, d: &mut Draft<'_>) {
    d.put("geo:");
    coordinate(s, d, 90);
    d.put(",");
    coordinate(s, d, 180);
    if s.bool() {
        d.put(",");
        coordinate(s, d, 9_000);
    }
    d.put_one(s, &["", ";crs=wgs84", ";u=35", ";crs=wgs84;u=0.5", ";CRS=WGS84", "?z=11"]);
}

#[generator]
fn coordinate(s: &mut Source, d: &mut Draft<'_>, limit: i16) {
    let whole = pick!(s, {
        3 => s.int(-limit..=limit),
        1 => limit,
        1 => -limit,
    });
    d.put(&whole.to_string());
    if s.bool() && whole.abs() != limit {
        d.put(&format!(".{}", s.int(0..=9999u16)));
    }
}

/// `magnet:`: hashes, names and trackers, in pairs.
#[generator]
fn magnet(s: &mut Source, d: &mut Draft<'_>) {
    d.put("magnet:?xt=urn:");
    d.put_one(
        s,
        &[
            "btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a",
            "btmh:1220caf1",
            "sha1:YNCKHTQCWBTRNJIV4WNAE52SJUQCZO5C",
        ],
    );
    for _ in 0..s.length(0..=3) {
        d.put_one(
            s,
            &[
                "&dn=a+b",
                "&xl=10826029",
                "&tr=udp%3A%2F%2Ftracker.example%3A80",
                "&xt.2=urn:md5:0",
                "&as=",
                "&x.pe=%5B2001:db8::1%5D:6881",
            ],
        );
    }
}

/// `javascript:` (and its relatives): code, with what is not allowed escaped.
#[generator]
fn javascript(s: &mut Source, d: &mut Draft<'_>) {
    d.put_one(s, &["javascript:", "JavaScript:", "vbscript:"]);
    text(s, d);
}

/// A scheme before another URL.
#[generator]
fn nested(s: &mut Source, d: &mut Draft<'_>) {
    pick!(s, {
        1 => {
            d.put("blob:https://");
            host::domain(s, d);
            d.put("/");
            uuid::hyphenated_uuid(s, d);
        },
        1 => {
            d.put_one(s, &["view-source:", "feed:", "cache:", "git+"]);
            web(s, d);
        },
        1 => {
            d.put("jar:file:///a.jar!");
            path::rooted(s, d);
        },
        1 => {
            d.put("filesystem:https://");
            host::domain(s, d);
            d.put_one(s, &["/temporary", "/persistent"]);
            path::rooted(s, d);
        },
    })
}

/// `sip:` (RFC 3261) and `xmpp:`: an address that is no host of the URL, with parameters.
#[generator]
fn sip(s: &mut Source, d: &mut Draft<'_>) {
    d.put_one(s, &["sip:", "sips:", "xmpp:", "acct:", "mid:", "cid:"]);
    address(s, d);
    d.put_one(
        s,
        &["", ":5060", ";transport=tcp", ";lr", ";method=INVITE", "/resource", "?message"],
    );
}

/// `ldap:` (RFC 4516): a name, attributes, a scope, a filter.
#[generator]
fn ldap(s: &mut Source, d: &mut Draft<'_>) {
    d.put("ldap://");
    if s.bool() {
        host::domain(s, d);
    }
    d.put_one(
        s,
        &["/", "/dc=example,dc=com", "/o=University%20of%20Michigan,c=US", "/cn=Steve%2C+uid=1"],
    );
    for part in [&["", "cn", "cn,mail"], &["", "sub", "one"], &["", "(cn=*)", "(%26(a=b)(c=d))"]] {
        if !s.bool() {
            break;
        }
        d.put("?");
        d.put_one(s, part);
    }
}

/// `news:` and `nntp:` (RFC 5538): groups and messages.
#[generator]
fn news(s: &mut Source, d: &mut Draft<'_>) {
    d.put_one(
        s,
        &[
            "news:comp.lang.rust",
            "news:*",
            "news:alt.%2B",
            "news://news.example/1%40a",
            "nntp://h/g/1",
        ],
    );
    if s.one_in(4) {
        d.put("?");
        query(s, d);
    }
}

/// `tag:` (RFC 4151): a domain, a date on which it was owned, and a name.
#[generator]
fn tag(s: &mut Source, d: &mut Draft<'_>) {
    d.put("tag:");
    if s.bool() {
        address(s, d);
    } else {
        host::domain(s, d);
    }
    d.put_one(s, &[",2024:", ",2024-02:", ",2024-02-29:"]);
    text(s, d);
}

//! Who and where: user and password, host, port.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::path::{escape, escaped, is_unreserved_or_delimiter};
use crate::dictionary::Section;
use crate::draft::Draft;
use crate::{host, ip};

/// Which hosts a scheme takes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Rules {
    /// Domains and addresses: those that can be looked up.
    Web,
    /// The same, but for addresses that there are none of yet.
    Browser,
    /// Any name.
    Any,
}

#[generator]
pub(super) fn authority(s: &mut Source, d: &mut Draft<'_>, rules: Rules) {
    if s.one_in(5) {
        user_information(s, d);
    }
    if d.slip(s) {
        wrong_host(s, d);
    } else {
        host(s, d, rules);
    }
    if s.one_in(4) {
        port(s, d);
    }
}

/// A user, and perhaps a password.
#[generator]
fn user_information(s: &mut Source, d: &mut Draft<'_>) {
    name(s, d);
    if s.bool() {
        d.put(":");
        if !s.one_in(4) {
            name(s, d);
        }
    }
    if d.slip(s) {
        d.put_one(s, &["@@", "/", "#", "", "?@", " @", "[@", "\\@"]);
        return;
    }
    d.put("@");
}

#[generator]
fn name(s: &mut Source, d: &mut Draft<'_>) {
    let s = &mut *s.as_value();
    pick!(s, {
        6 => {
            let word = d.word(s, Section::Texts, USERS);
            escape(d, word, is_unreserved_or_delimiter);
        },
        2 => {
            for _ in 0..s.length(0..=5) {
                pick!(s, {
                    6 => d.out.push(s.char('a'..='z')),
                    2 => {
                        d.out.push(
                            *s.as_value()
                                .choose(&['!', '$', '&', '\'', '(', '*', '+', ',', ';', '=']),
                        );
                    },
                    1 => escaped(s, d),
                })
            }
        },
        1 => d.put_one(s, &["", "é", "用户", ":", "%00"]),
    })
}

/// A host of any kind.
#[generator]
fn host(s: &mut Source, d: &mut Draft<'_>, rules: Rules) {
    match s.weighted_index(&[10, 3, 4, 2, 2, 2, 1]) {
        0 => {
            host::domain(s, d);
            if s.one_in(13) {
                d.put(".");
            }
        }
        1 => ip::v4::address(s, d),
        2 => literal(s, d, rules),
        3 => host::international_domain(s, d),
        4 => ip::v4::loose_address(s, d),
        5 if rules != Rules::Any => mapped(s, d),
        _ => registered_name(s, d),
    }
}

/// An address in brackets.
#[generator]
fn literal(s: &mut Source, d: &mut Draft<'_>, rules: Rules) {
    d.put("[");
    if rules == Rules::Browser || !s.one_in(31) {
        ip::v6::address(s, d);
        if d.slip(s) {
            d.put_one(s, &["%25eth0", "%eth0", "%251", "/64"]);
        }
    } else {
        // The addresses of the future, which no browser takes.
        d.put_one(s, &["v1.a", "vF.a:b", "v1a.!$&'()*+,;=", "V9.~_-."]);
    }
    if !d.slip(s) {
        d.put("]");
    }
}

/// The host of a file: a domain only, for some read a port or a number in another way.
#[generator]
pub(super) fn file_host(s: &mut Source, d: &mut Draft<'_>) {
    pick!(s, {
        3 => host::domain(s, d),
        1 => d.put_one(s, &["server", "SERVER", "nas-1", "localhost.localdomain"]),
        1 => literal(s, d, Rules::Web),
    })
}

/// A domain that mapping changes: case, width, dots of other scripts, invisible characters, escapes.
#[generator]
fn mapped(s: &mut Source, d: &mut Draft<'_>) {
    d.put_one(
        s,
        &[
            "ExAmPlE.CoM",
            "ｅｘａｍｐｌｅ.com",
            "www。example．com",
            "exam\u{ad}ple.com",
            "bu\u{308}cher.example",
            "BÜCHER.example",
            "faß.de",
            "FASS.DE",
            "βόλος.com",
            "ΒΌΛΟΣ.com",
            "ﬁsh.example",
            "①②.com",
            "㋿.jp",
            "\u{212a}.com",
            "ſ.com",
            "İ.com",
            "ex%61mple.com",
            "%65%78ample.com",
            "b%C3%BCcher.example",
            "%EF%BD%85xample.com",
            "１２７.0.0.1",
            "127。0。0。1",
            "a_b.example",
            "_dmarc.example.com",
            "a~b.example",
            "a!b$c&d'e(f)g*h+i,j;k=l.example",
            "a..b",
            "-a-.example",
            "ab--cd.example",
            "☃.net",
            "i❤.ws",
            "0x.example",
        ],
    );
}

/// A name by the rules of RFC 3986, which no resolver needs to know.
#[generator]
fn registered_name(s: &mut Source, d: &mut Draft<'_>) {
    let s = &mut *s.as_value();
    // The last letter keeps it from being read as a number.
    for _ in 0..s.length(0..=6) {
        pick!(s, {
            5 => d.out.push(s.char('a'..='z')),
            2 => d.out.push(
                *s.as_value()
                    .choose(&['.', '-', '_', '~', '!', '$', '&', '\'', '(', ')', '*', '+']),
            ),
            // Escapes of what may stand there as itself: others would end the host.
            2 => d.put_one(s, &["%61", "%2D", "%7e", "%C3%A9", "%21", "%5A"]),
        })
    }
    d.put_one(s, &["z", "e", ",", "="]);
}

#[generator]
fn wrong_host(s: &mut Source, d: &mut Draft<'_>) {
    d.put_one(
        s,
        &[
            "",
            "[",
            "[]",
            "[::1",
            "::1",
            "[1.2.3.4]",
            "256.1.1.1",
            "1.2.3.4.5",
            "exa mple.com",
            "a<b",
            "a^b",
            "a|b",
            "a%b",
            "a%2Fb",
            "a%00b",
            "xn--a",
            "xn--",
            "0x100000000",
            "a:b:c",
            "a\\b",
            "\u{0}",
            "\u{200b}",
            "%",
            "[::1]a",
            "[::1%25]",
            "08.1",
            "א1a.1",
        ],
    );
}

/// A colon and a port, which may be empty or have zeros in front.
#[generator]
fn port(s: &mut Source, d: &mut Draft<'_>) {
    let s = &mut *s.as_value();
    pick!(s, {
        8 => ip::port(s, d),
        1 => d.put(":"),
        1 => d.put_one(s, &[":080", ":0443", ":00000", ":0000000000000000000080"]),
    })
}

const USERS: &[&str] = &[
    "user",
    "root",
    "anonymous",
    "admin",
    "alice",
    "ftp",
    "john.doe",
    "user@example.com",
    "p:w",
    "a b",
    "secret",
    "x-oauth-basic",
    "DOMAIN\\user",
    "100%",
    "#1",
    "pass/word",
    "é",
];

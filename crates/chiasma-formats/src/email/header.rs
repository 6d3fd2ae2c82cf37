//! Addresses in headers: names, angle brackets, groups, comments, folded lines.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::local::{atom, beyond_ascii, dot_string, quoted_string};
use super::{address, domain};
use crate::dictionary::Section;
use crate::draft::Draft;

/// An address with comments and white space around its parts.
#[generator]
pub(super) fn commented_address(s: &mut Source, d: &mut Draft<'_>) {
    comments(s, d);
    if s.one_in(4) {
        quoted_string(s, d);
    } else {
        dot_string(s, d);
    }
    comments(s, d);
    d.put("@");
    comments(s, d);
    domain::domain(s, d);
    comments(s, d);
}

/// White space and comments, or nothing.
#[generator]
fn comments(s: &mut Source, d: &mut Draft<'_>) {
    pick!(s, {
        4 => {},
        4 => {
            space(s, d);
            comment(s, d);
            space(s, d);
        },
        1 => d.put(" "),
    })
}

/// Text in parentheses, with comments within.
#[generator]
fn comment(s: &mut Source, d: &mut Draft<'_>) {
    let s = &mut *s.as_value();
    d.put("(");
    for _ in 0..s.length(0..=3) {
        if !d.spend() {
            break;
        }
        pick!(s, {
            6 => d.put_one(
                s,
                &["comment", "a", "a@b", "his account", "\"", "<>", ".", ",;:", "1 2", "[]"],
            ),
            2 => d.put_one(s, &["\\(", "\\)", "\\\\", "\\a", "\\\"", "\\ "]),
            1 => comment(s, d),
            1 => beyond_ascii(s, d),
        })
    }
    if !d.slip(s) {
        d.put(")");
    }
}

/// White space that may fold the line, or none.
fn space(s: &mut Source, d: &mut Draft<'_>) {
    let s = &mut *s.as_value();
    d.put_one(s, &["", "", " ", "\t", "\r\n ", "  "]);
}

/// Mailboxes and groups with commas between.
#[generator]
pub(super) fn list(s: &mut Source, d: &mut Draft<'_>) {
    for place in 0..*s.weighted(&[(4, 1), (3, 2), (2, 3), (1, 5)]) {
        if !d.spend() {
            break;
        }
        if place > 0 {
            separator(s, d);
        }
        if s.one_in(9) {
            group(s, d);
        } else {
            mailbox(s, d);
        }
    }
    if d.slip(s) {
        d.put_one(s, &[">", "<", ",<", ";", ":", "\"", "("]);
    }
}

#[generator]
fn separator(s: &mut Source, d: &mut Draft<'_>) {
    if d.slip(s) {
        d.put_one(s, &["; ", " ", "", "\n", "/"]);
    } else {
        d.put_one(s, &[", ", ",", ",\r\n ", " , "]);
    }
}

/// An address, or a name and an address in angle brackets.
#[generator]
fn mailbox(s: &mut Source, d: &mut Draft<'_>) {
    if !s.ratio(2, 3) {
        address(s, d);
        if s.one_in(6) {
            // Where names were before angle brackets had them.
            d.put(" ");
            comment(s, d);
        }
        return;
    }
    if s.ratio(5, 6) {
        display_name(s, d);
        d.put(" ");
    }
    d.put("<");
    address(s, d);
    if !d.slip(s) {
        d.put(">");
    }
}

/// Words: atoms, quoted strings, and encoded ones (RFC 2047).
#[generator]
fn display_name(s: &mut Source, d: &mut Draft<'_>) {
    let s = &mut *s.as_value();
    for place in 0..s.length(1..=3) {
        if place > 0 {
            d.put(" ");
        }
        pick!(s, {
            6 => d.put(d.word(
                s,
                Section::Texts,
                &["John", "Doe", "Q.", "Public", "O'Hara", "Müller", "李", "Dr", "X"],
            )),
            2 => atom(s, d),
            2 => quoted_string(s, d),
            2 => d.put_one(
                s,
                &[
                    "=?utf-8?Q?J=C3=B6rg?=",
                    "=?UTF-8?B?SsO2cmc=?=",
                    "=?iso-8859-1?q?a_b?=",
                    "=?utf-8*en?Q??=",
                    "=?us-ascii?Q?a=?=",
                ],
            ),
        })
    }
}

/// A name and the mailboxes that it stands for; there may be none.
#[generator]
fn group(s: &mut Source, d: &mut Draft<'_>) {
    display_name(s, d);
    // An encoded word must be followed by white space.
    d.put(if d.out.ends_with("?=") { " :" } else { ":" });
    for place in 0..*s.weighted(&[(2, 0), (2, 1), (2, 2)]) {
        d.put(if place > 0 { ", " } else { " " });
        mailbox(s, d);
    }
    if !d.slip(s) {
        d.put(";");
    }
}

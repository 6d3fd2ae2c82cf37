//! What only browsers take: each piece here is an error by the WHATWG standard that does not stop its
//! parser.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::authority::{self, Rules};
use super::{path, query};
use crate::draft::Draft;

/// An absolute URL, with white space around.
#[generator]
pub(super) fn url(s: &mut Source, d: &mut Draft<'_>) {
    d.put_one(s, &["", "", "", " ", "\t", "\n", "\u{0}", "\u{1f} ", "\r\n"]);
    pick!(s, {
        5 => web(s, d),
        2 => file(s, d),
        1 => other(s, d),
    });
    d.put_one(s, &["", "", "", " ", "\n", "\u{0}", " \t"]);
}

/// A URL of the web with slashes of either kind, and any number of them.
#[generator]
fn web(s: &mut Source, d: &mut Draft<'_>) {
    d.put_one(s, &["http", "https", "ws", "ft\tp", "HT\nTP", "https\r"]);
    d.put(":");
    d.put_one(s, &["//", "", "/", "///", "\\\\", "/\\", "\\/", "////", "/\t/"]);
    if s.one_in(4) {
        d.put_one(s, &["a@b@", "a:b:c@", "@", ":@", "a b@", "%@", "é:\u{301}@"]);
    }
    authority::authority(s, d, Rules::Browser);
    rest(s, d);
}

/// A file's URL with the drive letters of other times.
#[generator]
fn file(s: &mut Source, d: &mut Draft<'_>) {
    d.put("file:");
    d.put_one(
        s,
        &[
            "//",
            "a",
            "/",
            "///",
            "\\\\",
            "//\\",
            "////",
            "//localhost/",
            "//C:/",
            "//C|/",
            "///C|/",
            "C|/",
            "c:\\",
            "///C|\\..\\",
        ],
    );
    rest(s, d);
}

/// Another scheme, whose path is taken as it is, and has no second slash to begin a host.
#[generator]
fn other(s: &mut Source, d: &mut Draft<'_>) {
    d.put_one(s, &["a:", "non-special:", "data:", "javascript:", "a:/", "blob:", "mailto:"]);
    d.put_one(s, &["b", "\\", " b", "C|", "%"]);
    rest(s, d);
}

/// Path, query and fragment with what had to be escaped.
#[generator]
fn rest(s: &mut Source, d: &mut Draft<'_>) {
    if s.ratio(8, 9) {
        d.put_one(s, &["/", "\\", "//"]);
        for _ in 0..s.length(0..=5) {
            if !d.spend() {
                break;
            }
            piece(s, d);
            d.put_one(s, &["/", "", "\\"]);
        }
    }
    if s.bool() {
        d.put("?");
        query::query(s, d);
        (0..s.length(0..=3)).for_each(|_| oddity(s, d));
    }
    if s.one_in(3) {
        d.put("#");
        query::fragment(s, d);
        (0..s.length(0..=3)).for_each(|_| oddity(s, d));
    }
}

/// Some of a path.
#[generator]
fn piece(s: &mut Source, d: &mut Draft<'_>) {
    pick!(s, {
        3 => path::path_character(s, d),
        2 => oddity(s, d),
        2 => d.put_one(s, &["..", ".", "%2e%2E", "C|", "..%", ".\t.", "%2e.\n", "C:"]),
    });
}

/// A character, or a few, that is not part of a URL and is accepted anyway.
#[generator]
fn oddity(s: &mut Source, d: &mut Draft<'_>) {
    d.put_one(
        s,
        &[
            " ",
            "\"",
            "<",
            ">",
            "`",
            "{",
            "}",
            "|",
            "^",
            "\\",
            "[",
            "]",
            "%",
            "%zz",
            "%1",
            "\t",
            "\n",
            "\r",
            "\u{0}",
            "\u{1}",
            "\u{7f}",
            "\u{80}",
            "\u{fdd0}",
            "\u{ffff}",
            "\u{10ffff}",
            "'",
            "\u{e000}",
        ],
    );
}

//! URLs of RFC 3986 and RFC 3987 that browsers take as well, references relative to one, and what only
//! browsers take.
//!
//! ```
//! use chiasma_core::{Seed, Source};
//! use chiasma_formats::url;
//!
//! let text = Source::random(Seed(1)).draw(url::urls());
//! assert!(text.contains(':'));
//! ```

mod authority;
mod lenient;
mod path;
mod query;
mod schemes;
mod words;

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use crate::dictionary::Section;
use crate::draft::Draft;
use crate::format::Format;
use authority::Rules;
use words::{HIERARCHICAL, OPAQUE, WEB};

/// Absolute URLs, with letters beyond ASCII here and there.
pub fn urls() -> Format {
    Format::new("chiasma_formats::url::urls", 24, |s, d| d.written(s, url))
}

/// References: relative to some URL, or absolute.
pub fn references() -> Format {
    Format::new("chiasma_formats::url::references", 24, |s, d| d.written(s, reference))
}

/// Absolute URLs as browsers take them (WHATWG): with backslashes, spaces, tabs and line feeds, slashes
/// too few or too many, hosts that are mapped, and characters that had to be escaped.
pub fn lenient_urls() -> Format {
    Format::new("chiasma_formats::url::lenient_urls", 24, |s, d| d.written(s, lenient::url))
}

/// An absolute URL.
#[generator]
fn url(s: &mut Source, d: &mut Draft<'_>) {
    pick!(s, {
        10 => web(s, d),
        2 => file(s, d),
        3 => hierarchical(s, d),
        2 => rootless(s, d),
        4 => schemes::special_purpose(s, d),
    })
}

/// A URL of the web: its scheme cannot be without a host.
#[generator]
fn web(s: &mut Source, d: &mut Draft<'_>) {
    if d.slip(s) {
        d.put_one(s, &["", "1http", "ht tp", "http//", "://", "htt\u{440}", "h%74tp"]);
    }
    d.put(d.word(s, Section::Keywords, WEB));
    d.put("://");
    authority::authority(s, d, Rules::Web);
    path::absolute_or_empty(s, d);
    query::query_and_fragment(s, d);
}

/// A file's URL: with the host of RFC 8089, or without, and with drive letters.
#[generator]
fn file(s: &mut Source, d: &mut Draft<'_>) {
    d.put_one(s, &["file:", "FILE:"]);
    pick!(s, {
        4 => d.put("//"),
        2 => {
            d.put("//");
            authority::file_host(s, d);
        },
        1 => d.put("//localhost"),
        1 => {},
    });
    if s.one_in(3) {
        d.put_one(s, &["/C:", "/c:", "/C:/..", "/Z:/C:", "/./C:", "/%43:"]);
    }
    path::rooted(s, d);
    query::query_and_fragment(s, d);
}

/// Another scheme with a host, or with an empty one.
#[generator]
fn hierarchical(s: &mut Source, d: &mut Draft<'_>) {
    scheme(s, d, HIERARCHICAL);
    d.put("//");
    if s.one_in(7) {
        path::rooted(s, d);
    } else {
        authority::authority(s, d, Rules::Any);
        path::absolute_or_empty(s, d);
    }
    query::query_and_fragment(s, d);
}

/// Another scheme without a host: with a path, rooted or not, or with nothing.
#[generator]
fn rootless(s: &mut Source, d: &mut Draft<'_>) {
    scheme(s, d, OPAQUE);
    pick!(s, {
        1 => {},
        4 => path::rootless(s, d),
        2 => path::rooted(s, d),
    });
    query::query_and_fragment(s, d);
}

/// A scheme and its colon.
#[generator]
fn scheme(s: &mut Source, d: &mut Draft<'_>, own: &[&str]) {
    let s = &mut *s.as_value();
    if d.slip(s) {
        d.put_one(s, &["", "1:", "+a:", "a_b:", "é:", "a b:", "a%62:", "-:"]);
        return;
    }
    if s.one_in(5) {
        // The letter in front keeps it from becoming one that must have a host.
        d.put_one(s, &["z", "Z"]);
        for _ in 0..s.length(0..=5) {
            let character = pick!(s, {
                4 => s.char('a'..='z'),
                2 => s.char('0'..='9'),
                1 => s.char('A'..='Z'),
                1 => *s.choose(&['+', '-', '.']),
            });
            d.out.push(character);
        }
    } else {
        d.put(d.word(s, Section::Keywords, own));
    }
    d.put(":");
}

/// A reference: what is left out comes from the URL that it is relative to.
#[generator]
fn reference(s: &mut Source, d: &mut Draft<'_>) {
    pick!(s, {
        1 => {},
        6 => path::without_scheme(s, d),
        4 => path::rooted(s, d),
        2 => {
            d.put("//");
            authority::authority(s, d, Rules::Web);
            path::absolute_or_empty(s, d);
        },
        2 => {
            url(s, d);
            return;
        },
    });
    query::query_and_fragment(s, d);
}

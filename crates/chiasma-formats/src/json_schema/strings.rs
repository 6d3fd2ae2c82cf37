//! Keywords of strings: lengths, `pattern`, `format`, and what a string has in it.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::instance::Instance;
use super::mistakes;
use super::schema::{Schema, schema};
use super::version::Version;
use super::words::{FORMATS, PATTERNS, TEXTS};
use crate::dictionary::Section;
use crate::json::text;
use crate::regex::{Dialect, Search, sampled};

/// A string, with keywords that are true of it.
#[generator]
pub(super) fn string(s: &mut Source, x: &mut Schema<'_>) -> Instance {
    if x.draft.slip(s) {
        mistakes::string(s, x);
    }
    let text = pick!(s, {
        3 => x.draft.word(s, Section::Texts, TEXTS).to_owned(),
        1 => text(s),
        4 => {
            let Search { pattern, haystack } = pattern(s, x);
            x.text_member("pattern", &pattern);
            haystack
        },
        3 => format(s, x),
        1 => content(s, x),
    });
    lengths(s, x, &text);
    Instance::Text(text)
}

/// A pattern, and a text that it is likely to match.
#[generator]
pub(super) fn pattern(s: &mut Source, x: &mut Schema<'_>) -> Search {
    pick!(s, {
        3 => {
            let (pattern, haystack) = *s.as_value().choose(PATTERNS);
            Search { pattern: pattern.to_owned(), haystack: haystack.to_owned() }
        },
        2 => sampled(s, x.draft.apart(6), Dialect::EcmaScript),
    })
}

/// `minLength`, `maxLength`.
#[generator]
pub(super) fn lengths(s: &mut Source, x: &mut Schema<'_>, text: &str) {
    let length = text.chars().count();
    count(s, x, "minLength", "maxLength", length);
}

/// Two keywords that bound a count.
pub(super) fn count(s: &mut Source, x: &mut Schema<'_>, least: &str, most: &str, count: usize) {
    if s.one_in(4) {
        let bound = count.saturating_sub(*s.as_value().choose(&[0usize, 1, 3]));
        whole(s, x, least, bound);
    }
    if s.one_in(4) {
        let bound = count + *s.as_value().choose(&[0usize, 1, 5, 1000, 4_294_967_296]);
        whole(s, x, most, bound);
    }
}

/// A keyword whose value is a whole number, which may be written as a float.
fn whole(s: &mut Source, x: &mut Schema<'_>, keyword: &str, value: usize) {
    let float = x.version > Version::Draft4 && s.as_value().one_in(16);
    x.member(keyword, &if float { format!("{value}.0") } else { value.to_string() });
}

/// `format`, and a text of that format.
#[generator]
pub(super) fn format(s: &mut Source, x: &mut Schema<'_>) -> String {
    let known: Vec<_> = FORMATS.iter().filter(|format| format.since <= x.version).collect();
    let format = known[s.index(known.len())];
    x.text_member("format", format.name);
    format.texts[s.as_value().index(format.texts.len())].to_owned()
}

/// `contentEncoding`, `contentMediaType` and `contentSchema`, and a text that has such contents.
#[generator]
fn content(s: &mut Source, x: &mut Schema<'_>) -> String {
    if x.version < Version::Draft7 {
        return format(s, x);
    }
    let (encoding, text) = *s.as_value().choose(&[
        ("base64", "eyJhIjpbMSwyXX0="),
        ("base64", "bnVsbA=="),
        ("base16", "6e756c6c"),
        ("base32", "NZ2WY3A="),
        ("7bit", "null"),
        ("quoted-printable", "=6Eull"),
    ]);
    x.text_member("contentEncoding", encoding);
    if s.bool() {
        x.text_member("contentMediaType", "application/json");
        if x.version >= Version::Draft2019 && s.bool() {
            x.key("contentSchema");
            let _ = x.at("/contentSchema", |x| schema(s, x));
        }
    }
    text.to_owned()
}

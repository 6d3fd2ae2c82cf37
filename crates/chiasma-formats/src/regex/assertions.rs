//! What a pattern says about a place without matching a character: anchors, boundaries, lookaround.
//!
//! An assertion is written after what follows it, so that what it says is mostly true of the sample.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::characters::any;
use super::dialect::{Dialect, Dialects};
use super::groups::within;
use super::pattern::{Captures, Group, Pattern};
use super::quantifiers::quantified;
use super::references::refer;
use super::terms::{alternation, sequence};

/// An assertion, and the term that it stands before.
#[generator]
pub(super) fn assertion(s: &mut Source, p: &mut Pattern<'_>) {
    let (at, start, first_group) = (p.draft.out.len(), p.sample.len(), p.groups.len());
    quantified(s, p);
    // The claim comes before these groups, so it cannot refer to them.
    let later = p.groups.split_off(first_group);
    let behind = p.draft.out.split_off(at);
    let following = p.sample.split_off(start);
    let captures = std::mem::replace(&mut p.captures, Captures::No);
    claim(s, p, &following);
    p.captures = captures;
    p.groups.extend(later);
    // The claim is longer than nothing, so no number ends before what follows any more.
    let grown = p.draft.out.len() - at;
    p.draft.put(&behind);
    p.sample.push_str(&following);
    if p.number_end != usize::MAX && p.number_end >= at {
        p.number_end += grown;
    }
}

/// Something about the place between the sample and `following`.
#[generator]
fn claim(s: &mut Source, p: &mut Pattern<'_>, following: &str) {
    let looks = p.is(Dialects::LOOKING);
    match s.weighted_index(&[5, 2, 4, 3, 4, 3]) {
        0 => boundary(s, p, following),
        1 => line(s, p, following),
        2 if looks && !following.is_empty() => ahead(s, p, following),
        3 if looks => not_ahead(s, p, following),
        4 if looks && !p.sample.is_empty() => behind(s, p),
        5 if looks => not_behind(s, p),
        _ => boundary(s, p, following),
    }
}

/// A word's boundary, or that there is none.
#[generator]
fn boundary(s: &mut Source, p: &mut Pattern<'_>, following: &str) {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let before = p.sample.chars().next_back().is_some_and(is_word);
    let after = following.chars().next().is_some_and(is_word);
    if p.is(Dialects::REGULAR) && s.one_in(3) {
        let ways: &[&str] = match (before, after) {
            (false, true) => &["\\b{start}", "\\<", "\\b{start-half}", "(?-u:\\b)"],
            (true, false) => &["\\b{end}", "\\>", "\\b{end-half}", "(?-u:\\b)"],
            (false, false) => &["\\b{start-half}", "\\b{end-half}", "(?-u:\\B)"],
            (true, true) => &["\\B", "(?-u:\\B)"],
        };
        return p.draft.put_one(s, ways);
    }
    p.put(if before == after { "\\B" } else { "\\b" });
}

/// The beginning or the end of a line, where there is one.
#[generator]
fn line(s: &mut Source, p: &mut Pattern<'_>, following: &str) {
    let starts = p.sample.is_empty() || p.flags.multi_line && p.sample.ends_with('\n');
    let ends = p.flags.multi_line && following.starts_with('\n');
    pick!(s, {
        7 => {
            if starts {
                p.put("^");
                p.anchored.start |= p.sample.is_empty() && !p.flags.multi_line;
            } else if ends {
                p.put("$")
            } else {
                boundary(s, p, following)
            }
        },
        1 => {
            let known = if p.is(Dialects::SCRIPT) { 2 } else { 4 };
            p.draft.put_one(s, &["^", "$", "\\A", "\\z"][..known]);
        },
    })
}

/// What follows does begin so.
#[generator]
fn ahead(s: &mut Source, p: &mut Pattern<'_>, following: &str) {
    let alpha = ["(?=", "(*pla:", "(*positive_lookahead:", "(*napla:"];
    open(s, p, &alpha);
    p.looking += 1;
    let length = s.length(1..=3usize);
    let text: String = following.chars().take(length).collect();
    describe(s, p, &text);
    if s.one_in(4) {
        p.put(".*");
    }
    p.looking -= 1;
    p.put(")");
}

/// What follows does not begin so.
#[generator]
fn not_ahead(s: &mut Source, p: &mut Pattern<'_>, following: &str) {
    open(s, p, &["(?!", "(*nla:", "(*negative_lookahead:"]);
    p.looking += 1;
    let other = other_than(s, following.chars().next());
    p.put_char(other);
    let flags = p.flags;
    unsampled(s, p, deep_sequence);
    p.flags = flags;
    p.looking -= 1;
    p.put(")");
}

/// What was matched does end so.
#[generator]
fn behind(s: &mut Source, p: &mut Pattern<'_>) {
    open(s, p, &["(?<=", "(*plb:", "(*positive_lookbehind:", "(*naplb:"]);
    p.looking += 1;
    let length = s.length(1..=2usize);
    let count = p.sample.chars().count();
    let text: String = p.sample.chars().skip(count.saturating_sub(length)).collect();
    describe(s, p, &text);
    p.looking -= 1;
    p.put(")");
}

/// What was matched does not end so.
#[generator]
fn not_behind(s: &mut Source, p: &mut Pattern<'_>) {
    open(s, p, &["(?<!", "(*nlb:", "(*negative_lookbehind:"]);
    p.looking += 1;
    let fixed = std::mem::replace(&mut p.fixed, true);
    let flags = p.flags;
    unsampled(s, p, deep_sequence);
    p.fixed = fixed;
    let other = other_than(s, p.sample.chars().next_back());
    p.put_char(other);
    p.flags = flags;
    p.looking -= 1;
    p.put(")");
}

/// A sequence as short as if it lay in groups within groups.
fn deep_sequence(s: &mut Source, p: &mut Pattern<'_>) {
    p.depth += 2;
    sequence(s, p);
    p.depth -= 2;
}

/// A lookaround at anything.
#[generator]
pub(super) fn look(s: &mut Source, p: &mut Pattern<'_>) {
    let fixed = p.fixed;
    p.looking += 1;
    match s.index(4) {
        0 => foreseen(s, p),
        1 => unsampled(s, p, |s, p| within(s, p, "(?!", alternation)),
        2 if p.sample.is_empty() && !p.anchored.start => {
            // The haystack begins with what is seen here.
            p.fixed = true;
            within(s, p, "(?<=", sequence);
        }
        way => {
            p.fixed = true;
            let open = if way == 2 { "(?<=" } else { "(?<!" };
            let (length, first_group, anchored) = (p.sample.len(), p.groups.len(), p.anchored);
            within(s, p, open, sequence);
            p.anchored = anchored;
            p.sample.truncate(length);
            p.forget(first_group);
        }
    }
    p.fixed = fixed;
    p.looking -= 1;
}

/// A lookahead at anything, and what then matches some of what it saw.
#[generator]
fn foreseen(s: &mut Source, p: &mut Pattern<'_>) {
    let start = p.sample.len();
    within(s, p, "(?=", alternation);
    let seen = p.sample.split_off(start);
    let matched: String = seen.chars().take(8).collect();
    describe(s, p, &matched);
    p.sample.push_str(&matched);
}

/// A lookahead that captures, and a reference that then matches what it saw.
#[generator]
pub(super) fn peeked(s: &mut Source, p: &mut Pattern<'_>) {
    let by_number = !p.flags.explicit_capture && p.dialect != Dialect::Backtracking;
    if !by_number || p.fixed || p.captures == Captures::No {
        return assertion(s, p);
    }
    let start = p.sample.len();
    let group = p.groups.len();
    p.groups.push(Group { name: None, captured: None, open: true });
    p.put("(?=(");
    let text = s.string(1..=3usize, any);
    describe(s, p, &text);
    p.put("))");
    p.groups[group] = Group { name: None, captured: Some(text.clone()), open: false };
    refer(s, p, group);
    p.sample.truncate(start);
    p.sample.push_str(&text);
}

/// A pattern that matches a text, character by character.
pub(super) fn describe(s: &mut Source, p: &mut Pattern<'_>, text: &str) {
    for c in text.chars() {
        described(s, p, c);
    }
}

/// A pattern that matches a character.
#[generator]
fn described(s: &mut Source, p: &mut Pattern<'_>, c: char) {
    match s.weighted_index(&[4, 2, 3, 2, 1]) {
        1 if c != '\n' && c != '\r' && !is_odd_space(c) => p.put("."),
        2 if c.is_ascii_digit() => p.put("\\d"),
        2 if c.is_ascii_alphanumeric() => p.put("\\w"),
        2 if c == ' ' => p.put("\\s"),
        2 if c.is_ascii_punctuation() => p.put("\\W"),
        3 => {
            p.put("[");
            p.put_char_in_class(c);
            let other = any(s);
            p.put_char_in_class(other);
            p.put("]");
        }
        4 => {
            p.put("[^");
            let other = other_than(s, Some(c));
            p.put_char_in_class(other);
            p.put("]");
        }
        _ => p.put_char(c),
    }
}

fn is_odd_space(c: char) -> bool {
    matches!(c, '\u{2028}' | '\u{2029}' | '\u{85}')
}

/// A character other than this, whatever their case.
fn other_than(s: &mut Source, c: Option<char>) -> char {
    let other = any(s);
    match c {
        Some(c) if c.to_lowercase().eq(other.to_lowercase()) => {
            if c == '~' {
                '!'
            } else {
                '~'
            }
        }
        _ => other,
    }
}

/// Writes something that adds nothing to the sample.
fn unsampled(s: &mut Source, p: &mut Pattern<'_>, write: fn(&mut Source, &mut Pattern<'_>)) {
    let (length, first_group, anchored) = (p.sample.len(), p.groups.len(), p.anchored);
    write(s, p);
    p.anchored = anchored;
    p.sample.truncate(length);
    p.forget(first_group);
}

/// Opens a lookaround, in one of Perl's ways if that is the dialect.
fn open(s: &mut Source, p: &mut Pattern<'_>, ways: &[&str]) {
    let known = if p.is(Dialects::PERL) { ways.len() } else { 1 };
    p.draft.put_one(s, &ways[..known]);
}

/// What ties a pattern to the haystack's beginning; mostly nothing.
#[generator]
pub(super) fn anchor_start(s: &mut Source, p: &mut Pattern<'_>) {
    match s.weighted_index(&[12, 3, 1, 1]) {
        0 => {}
        2 if p.is(Dialects::CLASSIC) => {
            p.put("\\A");
            p.anchored.start = true;
        }
        3 if p.is(Dialects::PERL_LIKE) => {
            p.put("\\G");
            p.anchored.start = true;
        }
        _ => {
            p.put("^");
            p.anchored.start = !p.flags.multi_line;
        }
    }
}

/// What ties a pattern to the haystack's end; mostly nothing.
#[generator]
pub(super) fn anchor_end(s: &mut Source, p: &mut Pattern<'_>) {
    match s.weighted_index(&[12, 3, 1, 1]) {
        0 => {}
        2 if p.is(Dialects::CLASSIC) => {
            p.put("\\z");
            p.anchored.end = true;
        }
        3 if p.is(Dialects::PERL_LIKE) => {
            p.put("\\Z");
            p.anchored.end = true;
        }
        _ => {
            p.put("$");
            p.anchored.end = true;
        }
    }
}

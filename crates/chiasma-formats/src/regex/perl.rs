//! What Perl has, and few others: recursion, verbs, branch reset, quoting, callouts, comments.

use chiasma_core::Source;
use chiasma_macros::generator;

use super::characters::character;
use super::groups::{Sampled, branch, capturing, within};
use super::pattern::{Captures, Pattern};
use super::terms::{alternation, sequence};
use super::words::TEXTS;
use crate::dictionary::Section;

/// Options at a pattern's very beginning; mostly none.
#[generator]
pub(super) fn options(s: &mut Source, p: &mut Pattern<'_>) {
    if !s.one_in(8) {
        return;
    }
    for _ in 0..s.length(1..=2usize) {
        let option = OPTIONS[s.index(OPTIONS.len())];
        p.comments &= !matches!(option, "(*CRLF)" | "(*NUL)");
        p.put(option);
    }
}

const OPTIONS: [&str; 16] = [
    "(*UTF)",
    "(*UCP)",
    "(*CRLF)",
    "(*ANYCRLF)",
    "(*ANY)",
    "(*LF)",
    "(*NUL)",
    "(*BSR_UNICODE)",
    "(*BSR_ANYCRLF)",
    "(*NO_AUTO_POSSESS)",
    "(*NO_START_OPT)",
    "(*NO_DOTSTAR_ANCHOR)",
    "(*NO_JIT)",
    "(*NOTEMPTY)",
    "(*LIMIT_MATCH=10000)",
    "(*LIMIT_DEPTH=500)",
];

/// A comment.
#[generator]
pub(super) fn comment(s: &mut Source, p: &mut Pattern<'_>) {
    p.draft.put_one(s, &["(?#)", "(?# a)", "(?# (b] )", "(?#é)"]);
}

/// `\K`, which leaves what was matched so far out of the match.
#[generator]
pub(super) fn keep_out(s: &mut Source, p: &mut Pattern<'_>) {
    if p.looking > 0 {
        return comment(s, p);
    }
    p.put("\\K");
}

/// A text between `\Q` and `\E`.
#[generator]
pub(super) fn quoted(s: &mut Source, p: &mut Pattern<'_>) {
    let text = p.draft.word(s, Section::Texts, TEXTS);
    if text.contains("\\") || p.fixed {
        return character(s, p);
    }
    p.put("\\Q");
    p.put(text);
    p.put("\\E");
    p.sample.push_str(text);
}

/// A verb that steers backtracking.
#[generator]
pub(super) fn verb(s: &mut Source, p: &mut Pattern<'_>) {
    // In a lookbehind some have no length that is known.
    let known = if p.fixed { 4 } else { VERBS.len() };
    p.draft.put_one(s, &VERBS[..known]);
}

const VERBS: [&str; 16] = [
    "(*PRUNE)",
    "(*SKIP)",
    "(*THEN)",
    "(*MARK:a)",
    "(*:b)",
    "(*PRUNE:a)",
    "(*SKIP:a)",
    "(*THEN:é)",
    "(*COMMIT)",
    "(*COMMIT:a)",
    "(*ACCEPT)",
    "(*ACCEPT:a)",
    "(?:(*FAIL))?",
    "(?:(*F)|)",
    "(?:(?!))?",
    "(?:(*FAIL:a))??",
];

/// A place at which the program is called.
#[generator]
pub(super) fn callout(s: &mut Source, p: &mut Pattern<'_>) {
    p.draft.put_one(s, &["(?C)", "(?C1)", "(?C255)", "(?C\"a\")", "(?C{b}})c})", "(?C'é')"]);
}

/// Alternatives whose groups have the same numbers.
#[generator]
pub(super) fn branch_reset(s: &mut Source, p: &mut Pattern<'_>) {
    // One number may not have two names.
    let captures = p.captures;
    if captures == Captures::Any {
        p.captures = Captures::Unnamed;
    }
    let base = p.groups.len();
    let mut most = p.groups.clone();
    let branches = s.length(1..=3usize);
    let flags = p.flags;
    p.put("(?|");
    for place in 0..branches {
        if place > 0 {
            p.put("|");
        }
        branch(s, p, if place == 0 { Sampled::Yes } else { Sampled::No });
        if p.groups.len() > most.len() {
            most.clone_from(&p.groups);
        }
        p.groups.truncate(base);
    }
    p.put(")");
    p.flags = flags;
    p.groups = most;
    p.captures = captures;
}

/// The pattern of a group once more, or the whole pattern within itself.
#[generator]
pub(super) fn call(s: &mut Source, p: &mut Pattern<'_>) {
    if p.fixed {
        return character(s, p);
    }
    if p.captures == Captures::Any && !p.flags.explicit_capture && s.one_in(8) {
        return call_ahead(s, p);
    }
    let closed: Vec<usize> = (0..p.groups.len()).filter(|at| !p.groups[*at].open).collect();
    if closed.is_empty() || s.one_in(6) {
        return recursion(s, p);
    }
    let group = *s.choose(&closed);
    let number = group + 1;
    let back = p.groups.len() - group;
    let text = match (&p.groups[group].name, s.index(4)) {
        (Some(name), 0) => format!("(?&{name})"),
        (Some(name), 1) => format!("(?P>{name})"),
        (Some(name), 2) => format!("\\g<{name}>"),
        (Some(name), _) => format!("\\g'{name}'"),
        (None, 0) => format!("(?{number})"),
        (None, 1) => format!("(?-{back})"),
        (None, 2) => format!("\\g<{number}>"),
        (None, _) => format!("\\g'-{back}'"),
    };
    p.put(&text);
    let captured = p.groups[group].captured.clone().unwrap_or_default();
    p.sample.push_str(&captured);
}

/// The pattern of the group that follows, and that group.
#[generator]
fn call_ahead(s: &mut Source, p: &mut Pattern<'_>) {
    let start = p.sample.len();
    p.put("(?+1)");
    capturing(s, p, "(", None, sequence);
    let once = p.sample[start..].to_owned();
    p.sample.push_str(&once);
}

/// Something, then perhaps the whole pattern, then something.
#[generator]
fn recursion(s: &mut Source, p: &mut Pattern<'_>) {
    within(s, p, "(?:", |s, p| {
        let brackets = *s.choose(&[('(', ')'), ('a', 'b'), ('<', '>'), ('"', '"')]);
        p.put_char(brackets.0);
        p.sample.push(brackets.0);
        if s.bool() {
            p.draft.put_one(s, &["(?R)?", "(?0)*", "\\g<0>?", "(?:(?R)|)"]);
        } else {
            // A condition that holds within a recursion only.
            let flags = p.flags;
            p.put("(?(R)");
            branch(s, p, Sampled::No);
            p.put("|(?R)?)");
            p.flags = flags;
        }
        p.put_char(brackets.1);
        p.sample.push(brackets.1);
    });
}

/// A group that must be of one script, or is not entered again.
#[generator]
pub(super) fn script_run(s: &mut Source, p: &mut Pattern<'_>) {
    if p.fixed {
        return character(s, p);
    }
    let ways = ["(*sr:", "(*script_run:", "(*asr:", "(*atomic:"];
    let way = ways[s.index(ways.len())];
    within(s, p, way, alternation);
}

/// Groups that are there only to be called, and a group that may do so.
#[generator]
pub(super) fn define(s: &mut Source, p: &mut Pattern<'_>) {
    if p.fixed {
        return character(s, p);
    }
    let flags = p.flags;
    p.put("(?(DEFINE)");
    branch(s, p, Sampled::No);
    p.put(")");
    p.flags = flags;
    within(s, p, "(?:", sequence);
}

//! What a pattern is made of: alternatives, which are sequences, which are terms.

use chiasma_core::Source;
use chiasma_macros::generator;

use super::assertions::{anchor_end, anchor_start, assertion, look, peeked};
use super::characters::{character, word};
use super::dialect::Dialects;
use super::groups::flags;
use super::mistakes;
use super::pattern::{Construct, Pattern, construct};
use super::perl;
use super::quantifiers::quantified;

/// A whole pattern.
#[generator]
pub(super) fn whole(s: &mut Source, p: &mut Pattern<'_>) {
    if p.is(Dialects::PERL) {
        perl::options(s, p);
    }
    if p.is(Dialects::CLASSIC) && s.one_in(6) {
        flags(s, p);
    }
    anchor_start(s, p);
    alternation(s, p);
    anchor_end(s, p);
    if p.draft.slip(s) {
        mistakes::end(s, p);
    }
}

/// Sequences with `|` between; the sample is that of one of them.
#[generator]
pub(super) fn alternation(s: &mut Source, p: &mut Pattern<'_>) {
    let branches = if p.draft.left() == 0 { 1 } else { 1 + s.weighted_index(&[12, 4, 2, 1]) };
    let taken = if branches > 1 { s.index(branches) } else { 0 };
    let start = p.sample.len();
    let mut sample = String::new();
    for branch in 0..branches {
        if branch > 0 {
            p.put("|");
        }
        let first_group = p.groups.len();
        sequence(s, p);
        if branch == taken {
            sample = p.sample.split_off(start);
        } else {
            p.sample.truncate(start);
            p.forget(first_group);
        }
    }
    p.sample.push_str(&sample);
}

/// Terms, one after another; rarely none.
#[generator]
pub(super) fn sequence(s: &mut Source, p: &mut Pattern<'_>) {
    let most = match p.depth {
        0 => 8,
        1 => 4,
        2 => 3,
        _ => 2,
    };
    let length = if p.depth > 0 && s.one_in(40) { 0 } else { s.length(1..=most) };
    for _ in 0..length {
        p.space(s);
        term(s, p);
    }
    p.space(s);
}

/// An atom with or without a quantifier, or something that matches no character.
#[generator]
fn term(s: &mut Source, p: &mut Pattern<'_>) {
    if !p.draft.spend() || p.depth > 12 {
        return character(s, p);
    }
    if p.draft.slip(s) {
        return mistakes::term(s, p);
    }
    p.one_of(s, TERMS);
}

const TERMS: &[Construct] = &[
    construct(6, Dialects::ALL, character),
    construct(34, Dialects::ALL, quantified),
    construct(4, Dialects::ALL, word),
    construct(7, Dialects::ALL, assertion),
    construct(1, Dialects::CLASSIC, flags),
    construct(2, Dialects::LOOKING, look),
    construct(1, Dialects::LOOKING, peeked),
    construct(1, Dialects::PERL_LIKE, perl::comment),
    construct(1, Dialects::PERL_LIKE, perl::keep_out),
    construct(2, Dialects::PERL, perl::quoted),
    construct(2, Dialects::PERL, perl::verb),
    construct(1, Dialects::PERL, perl::callout),
];

//! Targets of assignments and deletions.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::calls;
use super::expressions::{Precedence, expression, primary};
use super::layout::{Sequence, Trailing, bracketed, starred_place};
use super::names;
use super::program::{Name, NameKind, Program};

/// Maximum nesting depth of targets.
const DEEPEST: u32 = 3;

/// The target of an assignment: a name, a place in an object, or several of those.
///
/// Names are pending until the statement settles them.
#[generator]
pub(super) fn target(s: &mut Source, p: &mut Program<'_>) {
    targets(s, p, 0);
}

/// The target of a loop: mostly names.
#[generator]
pub(super) fn loop_target(s: &mut Source, p: &mut Program<'_>) {
    pick!(s, {
        8 => {
            name_target(s, p);
        },
        2 => {
            name_target(s, p);
            p.put(", ");
            unstarred(s, p, 1);
        },
        1 => targets(s, p, 1),
    });
}

/// One or several targets; several without brackets at the outermost level only.
fn targets(s: &mut Source, p: &mut Program<'_>, level: u32) {
    pick!(s, {
        6 => unstarred(s, p, level),
        1 => {
            let count = s.length(1..=3);
            let starred = starred_place(s, count, 4);
            for place in 0..count {
                if place > 0 {
                    p.put(", ");
                }
                if starred == Some(place) {
                    p.put("*");
                }
                unstarred(s, p, level + 1);
            }
            if count == 1 || s.one_in(7) {
                p.put(",");
            }
        },
    });
}

/// A target without a star.
#[generator]
pub(super) fn unstarred(s: &mut Source, p: &mut Program<'_>, level: u32) {
    if p.slip(s) {
        p.put_one(s, &["1", "f()", "None", "a + b", "'x'", "*a, *b", "()()", "..."]);
        return;
    }
    let several = u32::from(level < DEEPEST);
    pick!(s, {
        12 => {
            name_target(s, p);
        },
        3 => attribute_target(s, p),
        2 => subscript_target(s, p),
        several => {
            p.enclose("(", ")", |p| unstarred(s, p, level + 1));
        },
        several => target_list(s, p, level),
    });
}

/// Several targets in brackets, of which one may take what is left over.
#[generator]
fn target_list(s: &mut Source, p: &mut Program<'_>, level: u32) {
    let sequence = Sequence::any(s);
    let count = s.length(0..=3);
    let starred = starred_place(s, count, 4);
    let (brackets, trailing) = sequence.brackets(count);
    bracketed(s, p, brackets, (count, trailing), |s, p, place| {
        if starred == Some(place) {
            p.put("*");
        }
        unstarred(s, p, level + 1);
    });
}

/// A name, bound when the statement ends.
#[generator]
pub(super) fn name_target(s: &mut Source, p: &mut Program<'_>) -> String {
    let name = names::binding(s, p);
    p.put(&name);
    p.pending.push(Name { text: name.clone(), kind: NameKind::Value });
    name
}

/// An attribute that is assigned to.
#[generator]
pub(super) fn attribute_target(s: &mut Source, p: &mut Program<'_>) {
    calls::attribute(s, p);
}

/// An item that is assigned to.
#[generator]
pub(super) fn subscript_target(s: &mut Source, p: &mut Program<'_>) {
    primary(s, p);
    calls::indices(s, p);
}

/// A target of an assignment that takes one only: with an operator or an annotation.
#[generator]
pub(super) fn single_target(s: &mut Source, p: &mut Program<'_>) -> Option<String> {
    pick!(s, {
        6 => Some(name_target(s, p)),
        2 => {
            attribute_target(s, p);
            None
        },
        2 => {
            // Unpacking in the brackets is refused where there is an annotation and no value.
            primary(s, p);
            p.enclose("[", "]", |p| expression(s, p, Precedence::Named));
            None
        },
    })
}

/// What `del` deletes.
#[generator]
pub(super) fn deleted(s: &mut Source, p: &mut Program<'_>, level: u32) {
    if p.slip(s) {
        p.put_one(s, &["f()", "1", "*x", "None", "x + y", "x := 1"]);
        return;
    }
    let several = u32::from(level < DEEPEST);
    pick!(s, {
        6 => {
            let bound = names::bound(s, p, |_| true);
            p.put(bound.as_deref().unwrap_or("x"));
        },
        2 => attribute_target(s, p),
        3 => subscript_target(s, p),
        several => {
            let count = s.length(0..=2);
            let tuple = if s.bool() { ("(", ")") } else { ("[", "]") };
            bracketed(s, p, tuple, (count, Trailing::Allowed), |s, p, _| deleted(s, p, level + 1));
        },
    });
}

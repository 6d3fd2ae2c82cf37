//! Compound statements: branches, loops, `with`, and the blocks that they have.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::expressions::{Precedence, expression, expression_list};
use super::layout::{Trailing, bracketed, end_of_line, indentation};
use super::program::Program;
use super::{simple, statements, targets};

/// The colon and the statements behind it: indented lines, or the rest of the line.
#[generator]
pub(super) fn block(s: &mut Source, p: &mut Program<'_>) {
    if !p.slip(s) {
        p.put(":");
    }
    if p.blocks >= statements::DEEPEST || !s.ratio(8, 9) {
        p.put(" ");
        simple::line(s, p);
        return;
    }
    end_of_line(s, p);
    let outer = p.indentation.clone();
    let deeper = if p.slip(s) { "" } else { indentation(s) };
    p.indentation.push_str(deeper);
    p.blocks += 1;
    statements::body(s, p);
    p.blocks -= 1;
    p.indentation = outer;
}

/// A keyword at the beginning of a line of the block around.
pub(super) fn clause(p: &mut Program<'_>, keyword: &str) {
    let indentation = p.indentation.clone();
    p.put(&indentation);
    p.put(keyword);
}

#[generator]
pub(super) fn if_statement(s: &mut Source, p: &mut Program<'_>) {
    p.put("if ");
    expression(s, p, Precedence::Named);
    block(s, p);
    for _ in 0..*s.weighted(&[(6, 0), (2, 1), (1, 2)]) {
        clause(p, "elif ");
        expression(s, p, Precedence::Named);
        block(s, p);
    }
    else_clause(s, p);
}

#[generator]
fn else_clause(s: &mut Source, p: &mut Program<'_>) {
    if s.one_in(3) {
        clause(p, "else");
        block(s, p);
    }
}

#[generator]
pub(super) fn while_statement(s: &mut Source, p: &mut Program<'_>) {
    p.put("while ");
    expression(s, p, Precedence::Named);
    loop_block(s, p);
    else_clause(s, p);
}

#[generator]
pub(super) fn for_statement(s: &mut Source, p: &mut Program<'_>) {
    asynchronously(s, p);
    p.put("for ");
    let before = p.pending.len();
    targets::loop_target(s, p);
    p.put(" in ");
    expression_list(s, p);
    p.settle(before);
    loop_block(s, p);
    else_clause(s, p);
}

fn loop_block(s: &mut Source, p: &mut Program<'_>) {
    p.scope().loops += 1;
    block(s, p);
    p.scope().loops -= 1;
}

/// `async`, where it may be.
fn asynchronously(s: &mut Source, p: &mut Program<'_>) {
    let can = p.function().is_some_and(|flavour| flavour.is_async());
    if can && s.bool() || p.slip(s) {
        p.put("async ");
    }
}

#[generator]
pub(super) fn with_statement(s: &mut Source, p: &mut Program<'_>) {
    asynchronously(s, p);
    p.put("with ");
    let before = p.pending.len();
    pick!(s, {
        6 => with_item(s, p),
        2 => {
            with_item(s, p);
            p.put(", ");
            with_item(s, p);
        },
        2 => {
            let count = s.length(1..=2);
            bracketed(s, p, ("(", ")"), (count, Trailing::Allowed), |s, p, _| with_item(s, p));
        },
    });
    p.settle(before);
    block(s, p);
}

/// A context manager, and what it is bound to.
#[generator]
fn with_item(s: &mut Source, p: &mut Program<'_>) {
    expression(s, p, Precedence::Test);
    pick!(s, {
        2 => {},
        3 => {
            p.put(" as ");
            targets::name_target(s, p);
        },
        1 => {
            p.put(" as ");
            targets::unstarred(s, p, 1);
        },
    })
}

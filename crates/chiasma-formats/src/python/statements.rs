//! Modules and blocks: how many statements, which, and how the budget is divided among them.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::layout::{comment, end_of_line};
use super::program::Program;
use super::{
    classes, compound, declarations, functions, handlers, imports, patterns, simple, strings,
};
use crate::draft::Writer as _;

/// Maximum nesting depth of blocks.
pub(super) const DEEPEST: u32 = 8;

/// Maximum number of constructs in a line.
const LINE: u32 = 14;

/// A whole module.
#[generator]
pub(super) fn module(s: &mut Source, p: &mut Program<'_>) {
    opening(s, p);
    p.scope().is_open = true;
    // Small modules as well as those that use the budget up.
    let (parts, count) = *s.weighted(&[
        (1, (8, 1)),
        (2, (4, 2)),
        (3, (2, 4)),
        (6, (1, 6)),
        (2, (1, 12)),
        (1, (1, 0)),
    ]);
    p.at_most(p.left() / parts, |p| statements(s, p, count));
}

/// What only the beginning of a module may have.
#[generator]
fn opening(s: &mut Source, p: &mut Program<'_>) {
    pick!(s, {
        16 => {},
        1 => p.put("#!/usr/bin/env python3\n"),
        1 => p.put("# -*- coding: utf-8 -*-\n"),
        1 => {
            comment(s, p);
            p.put("\n\n");
        },
    });
    documentation(s, p);
    imports::future(s, p);
}

/// The statements of a block, at least one.
#[generator]
pub(super) fn body(s: &mut Source, p: &mut Program<'_>) {
    let count = *s.weighted(&[(4, 1), (4, 2), (2, 3), (1, 5)]);
    // The blocks of loops and branches share the scope around, and declare nothing.
    if !std::mem::replace(&mut p.scope().is_open, true) {
        documentation(s, p);
        declarations::declarations(s, p);
    }
    statements(s, p, count);
}

/// Up to `wanted` statements, fewer if they would have to be empty ones.
fn statements(s: &mut Source, p: &mut Program<'_>, wanted: usize) {
    let count = wanted.min(1 + p.left() as usize / 4);
    for place in 0..count {
        p.share(count - place, |p| {
            if p.slip(s) {
                p.put_one(s, &[" ", "  ", "\t", "   \t"]);
            }
            let indentation = p.indentation.clone();
            p.put(&indentation);
            statement(s, p);
        });
    }
}

/// A string that documents a module, a class or a function; mostly none.
#[generator]
fn documentation(s: &mut Source, p: &mut Program<'_>) {
    if !s.one_in(9) {
        return;
    }
    let indentation = p.indentation.clone();
    p.put(&indentation);
    strings::plain_string(s, p);
    end_of_line(s, p);
}

/// Any statement, its line's indentation being written.
#[generator]
fn statement(s: &mut Source, p: &mut Program<'_>) {
    let compound = if p.blocks < DEEPEST && p.left() > 3 { 1 } else { 0 };
    let less = compound * (6 - p.blocks.min(4));
    let functions = if p.at_class() { 3 * less } else { less };
    let weights = [
        24,
        2 * functions,
        less,
        less,
        less,
        compound * 3,
        compound * 3,
        compound * 3,
        compound * 3,
    ];
    let which = s.weighted_index(&weights);
    if which > 0 {
        p.spend();
    }
    match which {
        0 => p.at_most(LINE, |p| simple::line(s, p)),
        1 => functions::function(s, p),
        2 => classes::class(s, p),
        3 => compound::if_statement(s, p),
        4 => compound::for_statement(s, p),
        5 => compound::while_statement(s, p),
        6 => handlers::try_statement(s, p),
        7 => compound::with_statement(s, p),
        _ => patterns::match_statement(s, p),
    }
}

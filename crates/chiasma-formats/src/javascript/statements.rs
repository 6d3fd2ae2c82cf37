//! Statements: which one comes next, lists of them, and the simple ones.

use std::ops::RangeInclusive;

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::functions::Manner;
use super::kinds::Kind;
use super::levels::Level;
use super::program::Program;
use super::scopes::{Reach, Variable};
use super::{
    assignments, calls, classes, control, declarations, expressions, library, loops, members,
    trivia,
};

/// Statements one after the other, with a share of the budget each.
#[generator]
pub(super) fn statement_list(s: &mut Source, p: &mut Program<'_>, counts: RangeInclusive<usize>) {
    let most = (p.left() as usize / 2).clamp(*counts.start(), *counts.end());
    let count = s.length(*counts.start()..=most);
    p.each(s, count, |s, p, index| {
        if index > 0 {
            trivia::separator(s, p);
        }
        listed(s, p, statement);
    });
    // What follows is a brace or begins with a keyword: a line end parts it from the last one.
    if std::mem::take(&mut p.is_open) {
        p.put("\n");
    }
}

/// A statement behind another, which may have no semicolon.
pub(super) fn listed(
    s: &mut Source,
    p: &mut Program<'_>,
    write: impl FnOnce(&mut Source, &mut Program<'_>),
) {
    let was_open = std::mem::take(&mut p.is_open);
    let start = p.len();
    write(s, p);
    // What could go on with the statement before is kept from it.
    if was_open
        && p.since(start).starts_with(['(', '[', '`', '+', '-', '/', '*', '.', ',', '<', '?'])
    {
        p.insert(start, ";");
    }
}

/// Ends a statement that stands alone.
pub(super) fn close(p: &mut Program<'_>) {
    let end = if std::mem::take(&mut p.is_open) { ";\n" } else { "\n" };
    p.put(end);
}

/// A statement, wherever a list of them may stand.
#[generator]
pub(super) fn statement(s: &mut Source, p: &mut Program<'_>) {
    p.within_statement(|p| {
        if p.slip(s) {
            return p.put_one(s, MISTAKES);
        }
        if !p.spend() || !p.can_nest() {
            return pick!(s, {
                simple_statement(s, p),
                declarations::variables(s, p),
                call_statement(s, p),
            });
        }
        // Jumps are for where there is something to leave, `for await` for where it may stand.
        let jump = if p.context.loops > 0 || !p.context.labels.is_empty() { 16 } else { 3 };
        let wait = if p.context.can_await() { 8 } else { 0 };
        pick!(s, {
            10 => simple_statement(s, p),
            24 => declarations::variables(s, p),
            14 => call_statement(s, p),
            10 => control::if_statement(s, p),
            6 => loops::for_statement(s, p),
            5 => loops::for_of(s, p),
            4 => loops::while_statement(s, p),
            4 => loops::for_in(s, p),
            wait => loops::for_await(s, p),
            3 => control::switch_statement(s, p),
            9 => control::try_statement(s, p),
            2 => block(s, p),
            1 => control::with_statement(s, p),
            5 => control::labelled_statement(s, p),
            7 => declarations::function_declaration(s, p),
            5 => classes::class_declaration(s, p),
            jump => control::jump(s, p),
            1 => control::throw_statement(s, p),
            1 => p.put_one(s, &[";", "debugger;", "{}"]),
            1 => declarations::recursive_function(s, p),
        })
    });
}

/// Statements that are mistakes wherever they stand, or at most places.
const MISTAKES: &[&str] = &[
    "return 1;",
    "break;",
    "continue;",
    "break nowhere;",
    "let a; let a;",
    "const c;",
    "if (1) let x;",
    "let let = 1;",
    "super();",
    "this.#undeclared;",
    "case 1:",
    "try {}",
    "for (let x = 1 of []) ;",
    "function () {}",
    "class A { constructor() {} constructor() {} }",
    "await = yield;",
    "var x = ;",
    "a b;",
    "}",
    "({a = 1});",
    "import x from 'x';",
    "export default 1;",
    "while () {}",
    "1++;",
    "({a: 1, b}) => a = 1;",
    "throw\n1;",
    "x?.`t`;",
    "new a?.b();",
    "async () => { for await (x in y) ; };",
    "a ?? b || c;",
    "-1 ** 2;",
];

/// An expression as a statement.
#[generator]
pub(super) fn simple_statement(s: &mut Source, p: &mut Program<'_>) {
    let start = p.len();
    pick!(s, {
        3 => expressions::of(s, p, Kind::Any, Level::Comma),
        4 => assignments::assignment(s, p, Level::Comma),
        2 => assignments::to_property(s, p, Level::Comma),
    });
    guard_beginning(p, start);
    trivia::terminator(s, p);
}

/// Puts parentheses around an expression that would begin as another statement does.
pub(super) fn guard_beginning(p: &mut Program<'_>, start: usize) {
    const OTHERS: [&str; 5] = ["{", "function", "class", "async function", "let"];
    let text = p.since(start);
    let begins = |word: &&str| {
        text.strip_prefix(*word)
            .is_some_and(|rest| *word == "{" || !rest.starts_with(char::is_alphanumeric))
    };
    // A lone text at the beginning would be a directive; in parentheses it is none.
    if OTHERS.iter().any(begins) || text.starts_with("\"use strict") {
        p.insert(start, "(");
        p.put(")");
    }
}

/// A call for what it does: of a function of the program, a method, or the library.
#[generator]
pub(super) fn call_statement(s: &mut Source, p: &mut Program<'_>) {
    let start = p.len();
    let called = |variable: &Variable| {
        variable.facts.kind == Kind::Function && variable.facts.call.is_some()
    };
    pick!(s, {
        4 => match p.pick(s, called) {
            Some(variable) => calls::function_call(s, p, &variable),
            None => library::call(s, p, Kind::Nothing, Level::Comma),
        },
        2 => members::known_member(s, p, Kind::Any, Level::Comma),
        4 => {
            let kind = expressions::any_kind(s);
            library::call(s, p, kind, Level::Comma);
        },
        1 => calls::async_call(s, p, Level::Comma),
    });
    guard_beginning(p, start);
    trivia::terminator(s, p);
}

/// Statements in braces.
#[generator]
pub(super) fn block(s: &mut Source, p: &mut Program<'_>) {
    p.put("{ ");
    let least = s.weighted_index(&[1, 9]);
    p.scoped(Reach::Block, |p| statement_list(s, p, least..=3));
    if !p.slip(s) {
        p.put(" }");
    }
}

/// The statements of a function, within its braces.
#[generator]
pub(super) fn function_body(s: &mut Source, p: &mut Program<'_>, manner: &Manner) {
    p.put(" ");
    if let Manner::DerivedConstructor(_, parent) = manner {
        p.put("super(");
        calls::arguments(s, p, parent);
        p.put("); ");
    }
    p.within_statement(|p| {
        if p.can_nest() {
            declarations::hoisting(s, p, |s, p| statement_list(s, p, 0..=3));
            p.put(" ");
        }
        control::last_return(s, p);
    });
    p.put(" ");
}

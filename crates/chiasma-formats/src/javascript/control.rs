//! Statements that decide, jump and catch.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::context::Label;
use super::kinds::{Facts, Kind};
use super::levels::Level;
use super::program::Program;
use super::scopes::{Binding, Reach};
use super::words::LABELS;
use super::{expressions, loops, names, objects, patterns, statements, trivia};

#[generator]
pub(super) fn if_statement(s: &mut Source, p: &mut Program<'_>) {
    p.put("if (");
    expressions::condition(s, p, Level::Comma);
    let end = if p.slip(s) { " " } else { ") " };
    p.put(end);
    let branches = s.weighted_index(&[3, 3, 1]) + 1;
    p.each(s, branches, |s, p, index| {
        if index > 0 {
            p.put(" else ");
        }
        if index == 1 && branches == 3 {
            p.put("if (");
            expressions::condition(s, p, Level::Comma);
            p.put(") ");
        }
        embedded(s, p);
    });
}

/// A statement that belongs to another one: a block mostly, never a declaration.
#[generator]
pub(super) fn embedded(s: &mut Source, p: &mut Program<'_>) {
    pick!(s, {
        2 => {
            statements::simple_statement(s, p);
            if std::mem::take(&mut p.is_open) {
                p.put(";");
            }
        },
        12 => statements::block(s, p),
        1 => p.put(";"),
        // Sloppy mode lets a function stand here.
        1 => {
            if !p.context.strict && p.context.loops == 0 {
                p.put("{ function f() {} }")
            } else {
                p.put("{}")
            }
        },
    })
}

#[generator]
pub(super) fn switch_statement(s: &mut Source, p: &mut Program<'_>) {
    let kind =
        *s.weighted(&[(3, Kind::Number), (3, Kind::String), (1, Kind::Any), (1, Kind::Boolean)]);
    p.put("switch (");
    expressions::of(s, p, kind, Level::Comma);
    p.put(") {");
    let outer = std::mem::replace(&mut p.context.breaks, true);
    let count = s.length(0..=4);
    let default = s.index(6);
    p.scoped(Reach::Block, |p| {
        p.each(s, count, |s, p, index| {
            if index == default || (index > 0 && p.slip(s)) {
                p.put(" default: ");
            } else {
                p.put(" case ");
                expressions::of(s, p, kind, Level::Comma);
                p.put(": ");
            }
            let least = s.weighted_index(&[1, 3]);
            statements::statement_list(s, p, least..=2);
            if !s.one_in(3) {
                p.put(" break;");
            }
            p.scopes.hide_lexical();
        });
    });
    p.context.breaks = outer;
    p.put(" }");
}

#[generator]
pub(super) fn try_statement(s: &mut Source, p: &mut Program<'_>) {
    let form = s.weighted_index(&[6, 1, 2]);
    let has_catch = form != 1;
    p.each(s, 1 + usize::from(has_catch) + usize::from(form > 0), |s, p, index| match index {
        0 => {
            p.put("try ");
            let outer = p.context.caught;
            p.context.caught |= has_catch;
            statements::block(s, p);
            p.context.caught = outer;
        }
        1 if has_catch => catch_clause(s, p),
        _ => {
            p.put(" finally ");
            statements::block(s, p);
        }
    });
}

#[generator]
fn catch_clause(s: &mut Source, p: &mut Program<'_>) {
    p.put(" catch ");
    p.scoped(Reach::Block, |p| {
        pick!(s, {
            6 => {
                p.put("(");
                let place = names::variable_name(s, p, Binding::Catch);
                p.scopes.open(place);
                p.put(") ");
            },
            3 => {},
            1 => {
                p.put("(");
                let places = patterns::loop_pattern(s, p, Binding::Catch, Kind::Object);
                patterns::open_all(p, &places);
                p.put(") ");
            },
        });
        p.put("{ ");
        statements::statement_list(s, p, 0..=2);
        p.put(" }");
    });
}

#[generator]
pub(super) fn throw_statement(s: &mut Source, p: &mut Program<'_>) {
    // An uncaught exception ends the program, so it is rare.
    if !p.context.caught && !s.one_in(5) {
        p.put("if (");
        expressions::of(s, p, Kind::Boolean, Level::And);
        p.put(" && 0) ");
    }
    p.put("throw ");
    let kind =
        *s.weighted(&[(4, Kind::Error), (1, Kind::Any), (1, Kind::Nothing), (1, Kind::String)]);
    expressions::of(s, p, kind, Level::Comma);
    trivia::terminator(s, p);
}

/// `break`, `continue` or `return`, under a condition mostly, where they may stand.
#[generator]
pub(super) fn jump(s: &mut Source, p: &mut Program<'_>) {
    let is_conditional = !s.one_in(5);
    if is_conditional {
        p.put("if (");
        expressions::condition(s, p, Level::Comma);
        p.put(") ");
    }
    let loops = p.context.labels.iter().filter(|label| label.is_loop).count();
    let labelled = if p.context.labels.is_empty() { 0 } else { 3 };
    match s.weighted_index(&[2, 2, 2, labelled, labelled]) {
        0 if p.context.breaks => p.put("break"),
        1 if p.context.continues => p.put("continue"),
        2 if p.context.returns.is_some() => return_statement(s, p),
        3 if !p.context.labels.is_empty() => {
            let label = p.context.labels[s.index(p.context.labels.len())].name;
            p.put(&format!("break {label}"));
        }
        4 if loops > 0 => {
            let index = s.index(loops);
            let label = p.context.labels.iter().filter(|label| label.is_loop).nth(index);
            let text = format!("continue {}", label.map_or("", |label| label.name));
            p.put(&text);
        }
        _ => return statements::call_statement(s, p),
    }
    trivia::terminator(s, p);
}

/// `return`, with what the function gives.
fn return_statement(s: &mut Source, p: &mut Program<'_>) {
    let kind = p.context.returns.unwrap_or(Kind::Any);
    pick!(s, {
        12 => {
            p.put("return ");
            expressions::of(s, p, kind, Level::Comma);
        },
        1 => p.put("return"),
        // The line ends, and so does the statement.
        1 => {
            p.put("return\n");
            let start = p.len();
            expressions::leaf(s, p, kind, Level::Comma);
            statements::guard_beginning(p, start);
        },
    })
}

/// What a function's last statement gives back, if it gives anything.
#[generator]
pub(super) fn last_return(s: &mut Source, p: &mut Program<'_>) {
    let kind = p.context.returns.unwrap_or(Kind::Any);
    if p.context.can_yield() && s.ratio(3, 4) {
        p.put("yield ");
        expressions::any(s, p);
        p.put("; ");
    }
    if kind == Kind::Nothing || s.one_in(9) {
        return;
    }
    p.put("return ");
    expressions::of(s, p, kind, Level::Comma);
    p.put(";");
}

/// A label before a loop or a block.
#[generator]
pub(super) fn labelled_statement(s: &mut Source, p: &mut Program<'_>) {
    let start = s.as_value().index(LABELS.len());
    let free = |name: &&&'static str| p.context.labels.iter().all(|label| label.name != **name);
    let Some(name) = LABELS[start..].iter().chain(LABELS).find(free).copied() else {
        return statements::block(s, p);
    };
    p.put(name);
    p.put(": ");
    let way = s.weighted_index(&[3, 3, 3, 1]);
    p.context.labels.push(Label { name, is_loop: matches!(way, 1 | 2) });
    match way {
        0 => statements::block(s, p),
        1 => loops::for_statement(s, p),
        2 => loops::labelled_loop(s, p, name),
        _ if p.context.strict => p.put(";"),
        _ => p.put("function labelled() {}"),
    }
    p.context.labels.pop();
}

/// `with`, which sloppy mode has; the object's members are names within.
#[generator]
pub(super) fn with_statement(s: &mut Source, p: &mut Program<'_>) {
    if p.context.strict && !p.slip(s) {
        return statements::block(s, p);
    }
    p.put("with (");
    let facts = if s.bool() {
        objects::object_literal(s, p)
    } else {
        expressions::of(s, p, Kind::Object, Level::Comma);
        Facts::of(Kind::Object)
    };
    p.put(") { ");
    p.scoped(Reach::Block, |p| {
        for member in facts.members.iter() {
            if names::is_identifier(&member.name) && member.facts.call.is_none() {
                let name = member.name.clone();
                p.scopes.declare_open(name, Binding::Catch, member.facts.clone());
            }
        }
        statements::statement_list(s, p, 1..=2);
    });
    p.put(" }");
}

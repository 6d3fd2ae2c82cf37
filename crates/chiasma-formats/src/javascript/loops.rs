//! Loops, which end after a few rounds.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::kinds::{Facts, Kind};
use super::levels::Level;
use super::names;
use super::program::Program;
use super::scopes::{Binding, Reach};
use super::words::NAMES;
use super::{control, expressions, patterns, protocols, statements};

/// Maximum nesting depth of loops before their bodies are simple.
const DEEPEST: u8 = 2;

/// A loop's body, in which `break` and `continue` may stand.
#[generator]
fn body(s: &mut Source, p: &mut Program<'_>) {
    let (breaks, continues) = (p.context.breaks, p.context.continues);
    (p.context.breaks, p.context.continues) = (true, true);
    p.context.loops += 1;
    if p.context.loops > DEEPEST {
        p.put("{ ");
        statements::simple_statement(s, p);
        p.is_open = false;
        p.put(" }");
    } else {
        control::embedded(s, p);
    }
    p.context.loops -= 1;
    (p.context.breaks, p.context.continues) = (breaks, continues);
}

/// `for (...; ...; ...)`.
#[generator]
pub(super) fn for_statement(s: &mut Source, p: &mut Program<'_>) {
    p.scoped(Reach::Block, |p| {
        let way = s.weighted_index(&[10, 3, 2, 2, 1]);
        // Two names at once are `let`: a `var` could clash with those of a loop around.
        let is_var = !matches!(way, 2 | 3) && s.one_in(4);
        let binding = if is_var { Binding::Var } else { Binding::Counter };
        let name = names::free_name(s, p, NAMES, binding);
        let rounds = s.int(0..=5u8);
        p.put(if is_var { "for (var " } else { "for (let " });
        p.context.no_in = true;
        match way {
            0 => p.put(&format!("{name} = 0; {name} < {rounds}; {name}++) ")),
            1 => p.put(&format!("{name} = {rounds}; {name}--; ) ")),
            2 => {
                p.put(&format!("{name} = 0, $n = "));
                expressions::of(s, p, Kind::Number, Level::Assignment);
                p.put(&format!("; {name} < {rounds} && "));
                expressions::condition(s, p, Level::And);
                p.put(&format!("; {name} += 2) "));
                p.scopes.declare_open("$n".into(), Binding::Let, Facts::of(Kind::Number));
            }
            3 => {
                p.put(&format!("[{name}, $m] = [{rounds}, "));
                expressions::any(s, p);
                p.put(&format!("]; --{name} > 0; $m = "));
                expressions::any(s, p);
                p.put(") ");
                p.scopes.declare_open("$m".into(), Binding::Let, Facts::of(Kind::Any));
            }
            _ => p.put(&format!("{name} = 0;;) {{ if (++{name} > {rounds}) break; ")),
        }
        p.context.no_in = false;
        p.scopes.declare_open(name.clone(), binding, Facts::of(Kind::Number));
        if is_var {
            // It could be assigned to in the body, and the loop might not end.
            p.scopes.hide(&name);
        }
        body(s, p);
        p.scopes.show(&name);
        if way == 4 {
            p.put(" }");
        }
    });
}

/// A loop within the one that `label` names, which goes on with that one or leaves it.
#[generator]
pub(super) fn labelled_loop(s: &mut Source, p: &mut Program<'_>, label: &str) {
    let (breaks, continues) = (p.context.breaks, p.context.continues);
    // A `continue` without a label would never leave it.
    (p.context.breaks, p.context.continues) = (true, false);
    p.context.loops += 1;
    p.put(&format!("for (const $o of [0, 1, {}]) {{ for (;;) {{ ", s.int(0..=9u8)));
    p.scoped(Reach::Block, |p| {
        statements::statement_list(s, p, 0..=2);
        if s.bool() {
            p.put(" if (");
            expressions::condition(s, p, Level::Comma);
            p.put(&format!(") {} {label};", s.as_value().choose(&["break", "continue"])));
        }
    });
    // Whatever was decided before, this loop is left in its first round.
    p.put(&format!(" {} {label}; }} }}", s.as_value().choose(&["continue", "break"])));
    p.context.loops -= 1;
    (p.context.breaks, p.context.continues) = (breaks, continues);
}

/// `while` and `do`, with a count of their own.
#[generator]
pub(super) fn while_statement(s: &mut Source, p: &mut Program<'_>) {
    let name = names::free_name(s, p, NAMES, Binding::Counter);
    p.scopes.declare_open(name.clone(), Binding::Counter, Facts::of(Kind::Number));
    p.put(&format!("let {name} = {}; ", s.int(0..=4u8)));
    pick!(s, {
        4 => {
            p.put(&format!("while ({name}-- > 0) "));
            body(s, p);
        },
        2 => {
            p.put(&format!("while ({name}++ < 5 && "));
            expressions::condition(s, p, Level::BitOr);
            p.put(") ");
            body(s, p);
        },
        2 => {
            p.put("do ");
            body(s, p);
            p.put(&format!(" while (++{name} < 4 && "));
            expressions::condition(s, p, Level::BitOr);
            p.put_one(s, &[");", ")"]);
        },
        1 => {
            p.put(&format!("while (true) {{ if ({name}++ > 3) break; "));
            body(s, p);
            p.put(" }");
        },
    });
}

/// What stands before `of` and `in`; gives the names to open.
#[generator]
fn head(s: &mut Source, p: &mut Program<'_>, element: Kind) -> Vec<super::scopes::Place> {
    let binding = pick!(s, {
        4 => Binding::Const,
        3 => Binding::Let,
        2 => Binding::Var,
        1 => {
            let start = p.len();
            patterns::target(s, p);
            // These words mean something else here.
            if p.since(start).starts_with("async") || p.since(start).starts_with("let") {
                p.insert(start, "(");
                p.put(")");
            }
            return Vec::new();
        },
    });
    p.put(match binding {
        Binding::Const => "const ",
        Binding::Let => "let ",
        _ => "var ",
    });
    if matches!(element, Kind::Array | Kind::Object) && s.one_in(3) {
        return patterns::loop_pattern(s, p, binding, element);
    }
    let place = names::variable_name(s, p, binding);
    p.scopes.learn(place, Facts::of(element));
    vec![place]
}

#[generator]
pub(super) fn for_of(s: &mut Source, p: &mut Program<'_>) {
    let what = s.weighted_index(&[5, 2, 2, 2, 1]);
    let element = [Kind::Any, Kind::Array, Kind::String, Kind::Object, Kind::Number][what];
    p.scoped(Reach::Block, |p| {
        p.put("for (");
        let places = head(s, p, element);
        p.put(" of ");
        match what {
            // A copy: the loop does not visit what the body adds to the original.
            0 => {
                p.put("[...");
                expressions::iterable(s, p, Level::Assignment);
                p.put("]");
            }
            1 => {
                p.put("Object.entries(");
                expressions::of(s, p, Kind::Object, Level::Assignment);
                p.put(")");
            }
            2 => expressions::of(s, p, Kind::String, Level::Assignment),
            3 => p.put_one(s, &["[{}, {a: 1}]", "[{x: [1]}]", "new Set([{length: 1}])"]),
            _ => protocols::iterable_object(s, p),
        }
        p.put(") ");
        patterns::open_all(p, &places);
        body(s, p);
    });
}

#[generator]
pub(super) fn for_in(s: &mut Source, p: &mut Program<'_>) {
    p.scoped(Reach::Block, |p| {
        p.put("for (");
        let sloppy = !p.context.strict && s.one_in(41);
        let places = if sloppy {
            p.put("var ");
            let place = names::variable_name(s, p, Binding::Var);
            p.put(" = 0");
            vec![place]
        } else {
            head(s, p, Kind::String)
        };
        p.put(" in ");
        let kind = *s.weighted(&[
            (6, Kind::Object),
            (3, Kind::Array),
            (1, Kind::String),
            (1, Kind::Nothing),
            (1, Kind::Function),
        ]);
        expressions::of(s, p, kind, Level::Comma);
        p.put(") ");
        patterns::open_all(p, &places);
        body(s, p);
    });
}

/// `for await`, where it may stand; else a loop of another kind.
#[generator]
pub(super) fn for_await(s: &mut Source, p: &mut Program<'_>) {
    if !p.context.can_await() {
        return for_of(s, p);
    }
    p.scoped(Reach::Block, |p| {
        p.put("for await (");
        let places = head(s, p, Kind::Any);
        p.put(" of ");
        pick!(s, {
            3 => expressions::of(s, p, Kind::AsyncIterator, Level::Assignment),
            2 => p.put("[Promise.resolve(1), 2]"),
            2 => {
                p.put("[...");
                expressions::of(s, p, Kind::Array, Level::Assignment);
                p.put("]");
            },
        });
        p.put(") ");
        patterns::open_all(p, &places);
        body(s, p);
    });
}

//! Declarations of variables and functions, and what is used before it is declared.

use std::rc::Rc;

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::functions::{self, Manner, Sort};
use super::kinds::{Facts, Kind, Signature};
use super::levels::Level;
use super::program::Program;
use super::scopes::Binding;
use super::words::{FUNCTIONS, NAMES};
use super::{expressions, names, patterns, statements, trivia};

/// `let`, `const` or `var` with one declarator or more.
#[generator]
pub(super) fn variables(s: &mut Source, p: &mut Program<'_>) {
    declarators(s, p);
    trivia::terminator(s, p);
}

/// The same without its end.
pub(super) fn declarators(s: &mut Source, p: &mut Program<'_>) {
    let binding = *s.weighted(&[(5, Binding::Let), (4, Binding::Const), (4, Binding::Var)]);
    p.put(match binding {
        Binding::Let => "let ",
        Binding::Const => "const ",
        _ => "var ",
    });
    let count = [1, 1, 1, 1, 2, 3][s.index(6)];
    p.list(s, count, ", ", |s, p, _| declarator(s, p, binding));
}

/// One name or pattern, and its value.
#[generator]
fn declarator(s: &mut Source, p: &mut Program<'_>, binding: Binding) {
    match s.weighted_index(&[12, 1, 2]) {
        1 if binding != Binding::Const => {
            let place = names::variable_name(s, p, binding);
            p.scopes.open(place);
        }
        2 => patterns::pattern_declarator(s, p, binding),
        _ => {
            let place = names::variable_name(s, p, binding);
            p.put(" = ");
            let facts = functions::known_value(s, p);
            // Whether a `var` in a block got its value is not known outside.
            if binding != Binding::Var || !p.scopes.is_block() {
                p.scopes.learn(place, facts);
            }
            p.scopes.open(place);
        }
    }
}

/// A function declaration.
#[generator]
pub(super) fn function_declaration(s: &mut Source, p: &mut Program<'_>) {
    let sort = Sort::any(s);
    let signature = functions::new_signature(s);
    p.put(sort.function_prefix());
    let facts = Facts::function(sort.call(&signature));
    let place = names::declared_name(s, p, FUNCTIONS, Binding::Function, facts);
    functions::parameters_and_body(s, p, sort, Manner::Function, &signature);
    p.scopes.open(place);
}

/// A function that calls itself, a few times.
#[generator]
pub(super) fn recursive_function(s: &mut Source, p: &mut Program<'_>) {
    let name = names::function_name(s, p, Binding::Function);
    let kind = *s.choose(&[Kind::Number, Kind::String, Kind::Array]);
    p.put(&format!("function {name}(n) {{ if (!(n > 0 && n < 9)) return "));
    expressions::leaf(s, p, kind, Level::Comma);
    p.put("; return ");
    let call = format!("{name}(n - 1)");
    match kind {
        Kind::Array => p.put(&format!("[n, ...{call}]")),
        _ if s.bool() => p.put(&format!("{call} + n")),
        _ => p.put(&format!("n % 2 ? {call} : {name}(n - 2)")),
    }
    p.put("; }");
    let signature = Signature { parameters: vec![Kind::Number], returns: kind };
    p.scopes.declare_open(name, Binding::Function, Facts::function(Rc::new(signature)));
}

/// Something that is declared below what uses it.
enum Hoisted {
    Function(Rc<str>, Sort, Signature),
    Var(Rc<str>),
}

/// Writes statements that may use what is declared behind them.
pub(super) fn hoisting(
    s: &mut Source,
    p: &mut Program<'_>,
    write: impl FnOnce(&mut Source, &mut Program<'_>),
) {
    let hoisted = pick!(s, {
        10 => return write(s, p),
        1 => {
            let sort = Sort::any(s);
            let signature = functions::new_signature(s);
            let name = names::function_name(s, p, Binding::Function);
            let facts = Facts::function(sort.call(&signature));
            let place = p.scopes.declare(name.clone(), Binding::Function, facts);
            p.scopes.restrict(place, p.context.functions);
            p.scopes.open(place);
            Hoisted::Function(name, sort, signature)
        },
        1 => {
            let name = names::free_name(s, p, NAMES, Binding::Var);
            p.scopes.declare_open(name.clone(), Binding::Var, Facts::of(Kind::Any));
            Hoisted::Var(name)
        },
    });
    write(s, p);
    p.put("\n");
    match hoisted {
        Hoisted::Function(name, sort, signature) => {
            p.put(sort.function_prefix());
            names::written(s, p, &name);
            functions::parameters_and_body(s, p, sort, Manner::Function, &signature);
        }
        Hoisted::Var(name) => {
            p.put("var ");
            names::written(s, p, &name);
            if s.bool() {
                p.put(" = ");
                expressions::any(s, p);
            }
            p.put(";");
        }
    }
}

/// A list of statements at the top of a program.
pub(super) fn top_level(s: &mut Source, p: &mut Program<'_>) {
    hoisting(s, p, |s, p| statements::statement_list(s, p, 1..=10));
}

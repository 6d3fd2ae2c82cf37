//! Conditions and loops; loops end after a few turns.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::Scss;
use super::definitions::return_rule;
use super::expressions::{expression, put_variable, simple};
use super::literals::KEYS;
use super::state::Kind;
use super::variables::variable;
use crate::css::rules::{block, rules, style_items};
use crate::css::tokens::line_break;

type Body<'b> = &'b mut dyn FnMut(&mut Source, &mut Scss<'_>);

/// How often all loops around a statement may run it.
const MOST_TURNS: u32 = 24;

/// A condition or a loop around statements.
#[generator]
pub(super) fn control_rule(s: &mut Source, d: &mut Scss<'_>) {
    if d.slip(s) {
        d.put_one(
            s,
            &[
                "@else {}",
                "@if {}",
                "@for $i from 1 to {}",
                "@each in a {}",
                "@while {}",
                "@if true }",
                "@for $i from a to 3 {}",
                "@return 1;",
            ],
        );
        return;
    }
    let mut body = |s: &mut Source, d: &mut Scss<'_>| {
        block(s, d, if d.rules > 0 { style_items } else { rules });
    };
    control(s, d, &mut body);
}

fn control(s: &mut Source, d: &mut Scss<'_>, body: Body<'_>) {
    d.own.controls += 1;
    pick!(s, {
        4 => if_rule(s, d, body),
        2 => for_rule(s, d, body),
        4 => each_rule(s, d, body),
        1 => while_rule(s, d, body),
    });
    d.own.controls -= 1;
}

/// Statements under conditions.
#[generator]
fn if_rule(s: &mut Source, d: &mut Scss<'_>, body: Body<'_>) {
    d.put("@if ");
    expression(s, d, Kind::Bool);
    d.put(" ");
    body(s, d);
    for _ in 0..s.weighted_index(&[5, 2, 1]) {
        d.put_one(s, &[" @else if ", "\n@else if ", " @elseif "]);
        expression(s, d, Kind::Bool);
        d.put(" ");
        body(s, d);
    }
    if s.bool() {
        d.put(" @else ");
        body(s, d);
    }
}

/// Runs a loop's body with its variables in scope and its turns counted.
fn looped(s: &mut Source, d: &mut Scss<'_>, turns: u32, body: Body<'_>) {
    let outer = d.own.times;
    d.own.times *= turns;
    d.own.loops += 1;
    body(s, d);
    d.own.loops -= 1;
    d.own.times = outer;
}

/// How many turns a loop may have here.
fn turns(s: &mut Source, d: &Scss<'_>) -> u32 {
    let most = (MOST_TURNS / d.own.times).clamp(1, 4);
    s.int(1..=most)
}

/// A name for a loop's number: another for each loop around.
fn counter(d: &Scss<'_>) -> &'static str {
    ["i", "j", "k"][d.own.loops.min(2)]
}

/// Statements for each number of a range.
#[generator]
fn for_rule(s: &mut Source, d: &mut Scss<'_>, body: Body<'_>) {
    let turns = turns(s, d);
    let name = counter(d);
    let from: i32 = *s.choose(&[1, 0, -1, 10]);
    let to = if s.one_in(5) { from + 1 - turns as i32 } else { from + turns as i32 - 1 };
    let word = *s.as_value().choose(&["through", "to"]);
    d.put(&format!("@for ${name} from {from} {word} {to} "));
    d.own.scopes.push(Vec::new());
    d.own.declare_counter(name);
    looped(s, d, turns, body);
    d.own.scopes.pop();
}

/// Statements for each item of a list or a map.
#[generator]
fn each_rule(s: &mut Source, d: &mut Scss<'_>, body: Body<'_>) {
    d.own.scopes.push(Vec::new());
    let turns = pick!(s, {
        3 => {
            let turns = turns(s, d);
            d.put("@each $name in ");
            let first = s.as_value().index(KEYS.len());
            for index in 0..turns as usize {
                d.put(if index > 0 { ", " } else { "" });
                d.put(KEYS[(first + index) % KEYS.len()]);
            }
            d.own.declare("name", Kind::Name);
            turns
        },
        2 => {
            d.put("@each $item in ");
            simple(s, d, Kind::List);
            d.own.declare("item", Kind::Length);
            4
        },
        2 => {
            d.put("@each $key, $value in ");
            simple(s, d, Kind::Map);
            d.own.declare("key", Kind::Name);
            d.own.declare("value", Kind::Length);
            4
        },
        1 => {
            d.put("@each $name, $item in (a 1px), (b 2px)");
            d.own.declare("name", Kind::Name);
            d.own.declare("item", Kind::Length);
            2
        },
    });
    d.put(" ");
    looped(s, d, turns, body);
    d.own.scopes.pop();
}

/// Statements while a condition holds: that a number, which nothing else changes, is left.
#[generator]
fn while_rule(s: &mut Source, d: &mut Scss<'_>, body: Body<'_>) {
    let turns = turns(s, d);
    let name = counter(d);
    // A loop that counts with a name deeper down could never end.
    if d.own.loops > 2 || d.own.counts(name) {
        return if_rule(s, d, body);
    }
    d.put(&format!(
        "${name}: {turns};\n@while ${name} > 0 {{\n  ${name}: ${name} - 1;\n  @if true "
    ));
    d.own.scopes.push(Vec::new());
    d.own.declare_counter(name);
    looped(s, d, turns, body);
    d.own.scopes.pop();
    d.put("\n}");
}

/// The statements of a function before its last.
#[generator]
pub(super) fn function_statements(s: &mut Source, d: &mut Scss<'_>, gives: Kind) {
    for _ in 0..s.weighted_index(&[3, 3, 2, 1]) {
        if !d.has_room() || d.depth > 5 {
            return;
        }
        pick!(s, {
            4 => variable(s, d),
            3 => {
                let mut body = |s: &mut Source, d: &mut Scss<'_>| {
                    d.put("{\n");
                    d.own.scopes.push(Vec::new());
                    d.deeper(|d| {
                        function_statements(s, d, gives);
                        if s.ratio(2, 3) {
                            return_rule(s, d, gives);
                        }
                    });
                    d.own.scopes.pop();
                    d.put("}");
                };
                control(s, d, &mut body);
            },
            1 => debug_rule(s, d),
        });
        line_break(s, d);
    }
}

/// A message from the compiler: `@debug`, `@warn` or `@error`.
#[generator]
pub(super) fn debug_rule(s: &mut Source, d: &mut Scss<'_>) {
    pick!(s, {
        3 => {
            d.put("@debug ");
            expression(s, d, Kind::Any);
        },
        2 => {
            d.put("@warn ");
            expression(s, d, Kind::Text);
        },
        // Where it is never reached.
        1 => {
            d.put("@if false { @error ");
            expression(s, d, Kind::Any);
            d.put("; }");
            return;
        },
    });
    d.put(";");
}

/// An assignment that adds to a variable, as loops do; false if there is none to add to.
#[generator]
pub(super) fn accumulate(s: &mut Source, d: &mut Scss<'_>) -> bool {
    let names: Vec<String> = d
        .own
        .visible(Kind::Length)
        .into_iter()
        .filter(|name| !d.own.counts(name))
        .map(str::to_owned)
        .collect();
    if names.is_empty() {
        return false;
    }
    let name = s.choose(&names);
    d.put(&format!("${name}: "));
    put_variable(s, d, name);
    d.put_one(s, &[" + ", " - "]);
    simple(s, d, Kind::Length);
    d.put(";");
    d.own.declare(name, Kind::Length);
    true
}

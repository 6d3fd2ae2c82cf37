//! Mixins and functions: their definitions, and where mixins are included.

use chiasma_core::Source;
use chiasma_macros::generator;

use super::Scss;
use super::calls::arguments;
use super::control::function_statements;
use super::expressions::expression;
use super::state::{Callable, Function, Kind, Mixin, Parameter};
use super::variables::name_for;
use crate::css::rules::{block, rules, style_items};
use crate::dictionary::Section;

/// What parameters and results of functions may be.
const KINDS: &[Kind] = &[
    Kind::Length,
    Kind::Number,
    Kind::Color,
    Kind::Name,
    Kind::Percentage,
    Kind::Bool,
    Kind::List,
    Kind::Map,
    Kind::Text,
];

/// The definition of a mixin.
#[generator]
pub(super) fn mixin(s: &mut Source, d: &mut Scss<'_>) {
    let name = fresh_name(s, d, MIXINS);
    d.put("@mixin ");
    d.put(&name);
    let outer = Around::enter(d);
    d.own.scopes.push(Vec::new());
    let (parameters, has_rest) = if s.ratio(3, 4) { parameters(s, d) } else { (Vec::new(), false) };
    let needs_rule = !s.one_in(4);
    let content = s.one_in(3).then(|| s.bool());
    d.own.content = content;
    d.rules = u32::from(needs_rule);
    d.put(" ");
    block(s, d, |s, d| {
        if d.rules > 0 {
            style_items(s, d);
        } else {
            rules(s, d);
        }
        // A mixin that takes a block uses it at least here.
        if d.own.content.is_some() {
            content_rule(s, d);
        }
    });
    d.own.scopes.pop();
    let cost = outer.leave(d);
    let callable = Callable { name, parameters, has_rest, cost };
    let (takes_content, gives_length) = (content.is_some(), content == Some(true));
    d.own.mixins.push(Mixin { callable, needs_rule, takes_content, gives_length });
}

/// The definition of a function.
#[generator]
pub(super) fn function(s: &mut Source, d: &mut Scss<'_>) {
    let name = fresh_name(s, d, FUNCTIONS);
    d.put("@function ");
    d.put(&name);
    let outer = Around::enter(d);
    d.own.scopes.push(Vec::new());
    let (parameters, has_rest) = parameters(s, d);
    let gives = KINDS[s.weighted_index(&[5, 4, 4, 2, 1, 1, 1, 1, 1])];
    d.put(" {\n");
    d.deeper(|d| function_statements(s, d, gives));
    if !d.slip(s) {
        return_rule(s, d, gives);
    }
    d.put("}");
    d.own.scopes.pop();
    let cost = outer.leave(d);
    let callable = Callable { name, parameters, has_rest, cost };
    d.own.functions.push(Function { callable, gives });
}

/// What a function gives.
#[generator]
pub(super) fn return_rule(s: &mut Source, d: &mut Scss<'_>, kind: Kind) {
    d.put("@return ");
    expression(s, d, kind);
    d.put(";\n");
}

/// What is around a definition and does not hold in it.
struct Around {
    rules: u32,
    conditions: u32,
    controls: u32,
    loops: usize,
    times: u32,
    cost: u32,
    content: Option<bool>,
    suffix_in: u32,
    scopes: Vec<Vec<super::state::Variable>>,
}

impl Around {
    fn enter(d: &mut Scss<'_>) -> Self {
        let inner = d.own.scopes.split_off(1);
        let around = Self {
            rules: std::mem::take(&mut d.rules),
            conditions: std::mem::take(&mut d.conditions),
            controls: std::mem::take(&mut d.own.controls),
            loops: std::mem::take(&mut d.own.loops),
            times: std::mem::replace(&mut d.own.times, 1),
            cost: std::mem::take(&mut d.own.cost),
            content: d.own.content.take(),
            suffix_in: std::mem::take(&mut d.own.suffix_in),
            scopes: inner,
        };
        d.own.definitions += 1;
        around
    }

    /// Goes back, and says what one call costs.
    fn leave(self, d: &mut Scss<'_>) -> u32 {
        d.own.definitions -= 1;
        d.rules = self.rules;
        d.conditions = self.conditions;
        d.own.controls = self.controls;
        d.own.loops = self.loops;
        d.own.times = self.times;
        d.own.content = self.content;
        d.own.suffix_in = self.suffix_in;
        d.own.scopes.extend(self.scopes);
        1 + std::mem::replace(&mut d.own.cost, self.cost)
    }
}

/// Parameters in parentheses, those with defaults last.
#[generator]
fn parameters(s: &mut Source, d: &mut Scss<'_>) -> (Vec<Parameter>, bool) {
    d.put("(");
    let mut parameters: Vec<Parameter> = Vec::new();
    let count = s.weighted_index(&[2, 4, 3, 1]);
    let defaults_from = s.index(count + 1);
    for index in 0..count {
        let kind = *s.choose(KINDS);
        let name = name_for(s, d, kind);
        if parameters.iter().any(|other| other.name == name) {
            continue;
        }
        if !parameters.is_empty() {
            d.put(", ");
        }
        d.put(&format!("${name}"));
        let has_default = index >= defaults_from;
        if has_default {
            d.put(": ");
            expression(s, d, kind);
        }
        d.own.declare(&name, kind);
        parameters.push(Parameter { name, kind, has_default });
    }
    let has_rest = s.one_in(5);
    if has_rest {
        d.own.declare("rest", Kind::Any);
        d.put(if parameters.is_empty() { "$rest..." } else { ", $rest..." });
    } else if !parameters.is_empty() {
        d.put_weighted(s, &[(16, ""), (1, ",")]);
    }
    d.put(")");
    (parameters, has_rest)
}

/// A name that no mixin and no function has.
fn fresh_name(s: &mut Source, d: &Scss<'_>, own: &'static [&'static str]) -> String {
    let word = d.word(s, Section::Names, own);
    let is_taken = |name: &str| {
        d.own.functions.iter().any(|function| function.callable.name == name)
            || d.own.mixins.iter().any(|mixin| mixin.callable.name == name)
    };
    let mut name = word.to_owned();
    for number in 2.. {
        if !is_taken(&name) {
            break;
        }
        name = format!("{word}{number}");
    }
    name
}

/// The block that a mixin was given.
#[generator]
pub(super) fn content_rule(s: &mut Source, d: &mut Scss<'_>) {
    d.put("@content");
    if d.own.content == Some(true) {
        d.put("(");
        expression(s, d, Kind::Length);
        d.put(")");
    }
    d.put(";");
}

/// A mixin, used; false if there is none that may be used here.
#[generator]
pub(super) fn include(s: &mut Source, d: &mut Scss<'_>) -> bool {
    if d.slip(s) {
        d.put_one(s, &["@include undefined;", "@include;", "@include m(;", "@include a { b: c }"]);
        return true;
    }
    if !has_mixin(d) {
        return false;
    }
    let has_rule = d.rules > 0;
    let usable: Vec<Mixin> =
        d.own.mixins.iter().filter(|mixin| has_rule || !mixin.needs_rule).cloned().collect();
    let mixin = s.choose(&usable);
    if !d.own.afford(mixin.callable.cost) {
        return false;
    }
    d.put("@include ");
    d.put(&mixin.callable.name);
    if !mixin.callable.parameters.is_empty() || s.one_in(3) {
        d.put("(");
        arguments(s, d, &mixin.callable);
        d.put(")");
    }
    if !mixin.takes_content || s.one_in(5) {
        d.put(";");
        return true;
    }
    content_block(s, d, mixin);
    true
}

/// Whether there is a mixin that may be included here.
pub(super) fn has_mixin(d: &Scss<'_>) -> bool {
    d.own.mixins.iter().any(|mixin| d.rules > 0 || !mixin.needs_rule)
}

/// The block that goes with an inclusion.
#[generator]
fn content_block(s: &mut Source, d: &mut Scss<'_>, mixin: &Mixin) {
    d.own.scopes.push(Vec::new());
    if mixin.gives_length {
        d.put(" using ($given)");
        d.own.declare("given", Kind::Length);
    }
    d.put(" ");
    // Where the mixin puts it is not known: as little is allowed as holds everywhere.
    let suffix = std::mem::take(&mut d.own.suffix_in);
    d.own.controls += 1;
    d.conditions += 1;
    block(s, d, if d.rules > 0 { style_items } else { rules });
    d.conditions -= 1;
    d.own.controls -= 1;
    d.own.suffix_in = suffix;
    d.own.scopes.pop();
}

const MIXINS: &[&str] =
    &["m", "button", "clearfix", "media", "theme", "flex-center", "_private", "é"];

const FUNCTIONS: &[&str] = &["f", "double", "tint", "get", "spacing", "to-rem", "_g", "λ"];

/// Where a mixin or a function may be defined.
pub(super) fn may_define(d: &Scss<'_>) -> bool {
    d.own.definitions == 0 && d.own.controls == 0 && d.depth < 3 && d.keyframes == 0
}

/// Forgets what was defined since, when its scope ends.
pub(super) fn scoped(d: &mut Scss<'_>, write: impl FnOnce(&mut Scss<'_>)) {
    let (functions, mixins) = (d.own.functions.len(), d.own.mixins.len());
    d.own.scopes.push(Vec::new());
    write(d);
    d.own.scopes.pop();
    d.own.functions.truncate(functions);
    d.own.mixins.truncate(mixins);
}

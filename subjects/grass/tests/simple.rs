//! Stylesheets of a simple generator that are compiled.

#[path = "../../simple/validity.rs"]
mod validity;

use chiasma::{Source, generator, pick, property};
use subject_grass::run;

use validity::assert_valid;

/// Maximum nesting depth of rules.
const DEPTH: u32 = 4;

const SELECTORS: [&str; 10] =
    ["a", "p", "div", ".c", ".d", "#e", "*", "a:hover", "[href]", "a::before"];
const COMBINATORS: [&str; 5] = [" ", " > ", " + ", " ~ ", ", "];
const PROPERTIES: [&str; 6] = ["color", "width", "margin", "font", "content", "--custom"];
const OPERATORS: [&str; 12] =
    [" + ", " - ", " * ", " % ", " == ", " != ", " < ", " >= ", " and ", " or ", " ", ", "];
const UNITS: [&str; 4] = ["", "px", "em", "%"];
/// Functions with one argument.
const FUNCTIONS: [&str; 8] =
    ["length", "type-of", "inspect", "list-separator", "quote", "percentage", "abs", "plain"];

/// Variables in scope, and how many mixins were declared so far: `m1`, `m2`, …
#[derive(Default)]
struct Names {
    variables: Vec<char>,
    mixins: u32,
}

fn stylesheet(s: &mut Source) -> String {
    let mut names = Names::default();
    let count = s.length(1..=6);
    (0..count).map(|_| top_level(s, &mut names)).collect()
}

#[generator]
fn top_level(s: &mut Source, names: &mut Names) -> String {
    if !s.one_in(5) {
        return statement(s, names, DEPTH);
    }
    let body = block(s, names, DEPTH);
    names.mixins += 1;
    format!("@mixin m{} {body}", names.mixins)
}

#[generator]
fn statement(s: &mut Source, names: &mut Names, depth: u32) -> String {
    let d = depth.saturating_sub(1);
    if depth == 0 || !s.bool() {
        return simple_statement(s, names);
    }
    pick!(s, {
        4 => format!(
            "{} {{\n{}{}}}\n",
            s.draw(selector),
            declarations(s, names),
            statements(s, names, d)
        ),
        1 => {
            let condition = expression(s, names, 2);
            format!("@if {condition} {} @else {}", block(s, names, d), block(s, names, d))
        },
        1 => {
            let (name, last) = (variable(s, names), s.int(0..4));
            format!("@for ${name} from 1 through {last} {}", block(s, names, d))
        },
        1 => {
            let values = expression(s, names, 2);
            format!("@each ${} in {values} {}", variable(s, names), block(s, names, d))
        },
        1 => format!("@media (min-width: {}px) {}", s.int(0..999), block(s, names, d)),
    })
}

#[generator]
fn simple_statement(s: &mut Source, names: &mut Names) -> String {
    match *s.weighted(&[(8, "rule"), (6, "variable"), (2, "include"), (1, "extend")]) {
        "variable" => {
            let value = expression(s, names, 2);
            let flag = *s.weighted(&[(4, ""), (1, " !default"), (1, " !global")]);
            format!("${}: {value}{flag};\n", variable(s, names))
        }
        "include" if names.mixins > 0 => format!("@include m{};\n", s.int(1..=names.mixins)),
        "extend" => format!("@extend {};\n", s.draw(selector)),
        _ => format!("{} {{\n{}}}\n", s.draw(selector), declarations(s, names)),
    }
}

fn block(s: &mut Source, names: &mut Names, depth: u32) -> String {
    format!("{{\n{}}}\n", statements(s, names, depth))
}

#[generator]
fn statements(s: &mut Source, names: &mut Names, depth: u32) -> String {
    let outside = names.variables.len();
    let count = s.length(0..=4);
    let statements = (0..count).map(|_| statement(s, names, depth)).collect();
    names.variables.truncate(outside);
    statements
}

#[generator]
fn declarations(s: &mut Source, names: &Names) -> String {
    let declaration =
        |s: &mut Source| format!("{}: {};\n", s.choose(&PROPERTIES), expression(s, names, 2));
    s.vec(0..3, declaration).concat()
}

fn selector(s: &mut Source) -> String {
    let first = *s.weighted(&[(18, ""), (1, "&"), (1, "& ")]);
    let mut selector = format!("{first}{}", s.draw(simple_selector));
    if s.bool() {
        selector += *s.choose(&COMBINATORS);
        selector += s.draw(simple_selector);
    }
    selector
}

fn simple_selector(s: &mut Source) -> &'static str {
    *s.choose(&SELECTORS)
}

#[generator]
fn expression(s: &mut Source, names: &Names, depth: u32) -> String {
    if depth == 0 || !s.bool() {
        return value(s, names);
    }
    let d = depth - 1;
    pick!(s, {
        1 => {
            let left = expression(s, names, d);
            format!("{left}{}{}", s.choose(&OPERATORS), expression(s, names, d))
        },
        1 => format!("({})", expression(s, names, d)),
        1 => format!("not {}", expression(s, names, d)),
        1 => format!("{}({})", s.choose(&FUNCTIONS), expression(s, names, d)),
    })
}

#[generator]
fn value(s: &mut Source, names: &Names) -> String {
    match s.index(5) {
        0 => format!("{}{}", s.int(0..=100), s.choose(&UNITS)),
        1 => (*s.choose(&["red", "blue", "#fff", "true", "null", "auto"])).to_owned(),
        2 => format!("\"{}\"", s.choose(&["", "a", "b c"])),
        _ if names.variables.is_empty() => "0".to_owned(),
        3 => format!("${}", s.choose(&names.variables)),
        _ => format!("a#{{${}}}", s.choose(&names.variables)),
    }
}

/// The name of a new variable.
#[generator]
fn variable(s: &mut Source, names: &mut Names) -> char {
    let name = s.char('a'..='e');
    names.variables.push(name);
    name
}

#[property(errors = "invalid")]
#[ignore = "the subject has defects; this is for `cargo chiasma`"]
fn every_simple_stylesheet_compiles_or_has_an_error(
    #[from(stylesheet)] stylesheet: &str,
) -> Result<(), String> {
    run(stylesheet).map(drop)
}

#[test]
fn many_simple_stylesheets_are_valid() {
    assert_valid(25.0, stylesheet, |stylesheet| run(stylesheet).map(drop));
}

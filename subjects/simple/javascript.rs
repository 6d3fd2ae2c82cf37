//! JavaScript by plain recursion: no scopes, no types, and nothing keeps a program from being wrong.

use chiasma::generators::chars_of;
use chiasma::{Source, generator, pick};

/// How deep statements and expressions lie one within the other.
const DEPTH: u32 = 8;

const UNARY: [&str; 7] = ["!", "~", "-", "+", "typeof ", "void ", "delete "];
#[rustfmt::skip]
const BINARY: [&str; 24] = [
    "+", "-", "*", "/", "%", "<<", ">>", ">>>", "&", "|", "^", "&&", "||", "==", "!=", "===", "!==",
    "<", "<=", ">", ">=", ",", " in ", " instanceof ",
];
const ASSIGNMENT: [&str; 7] = ["=", "+=", "-=", "*=", "|=", "&&=", "??="];

/// Names that a program has used so far.
type Names = Vec<String>;

/// A program: a few statements.
pub(crate) fn program(s: &mut Source) -> String {
    let mut names = Names::new();
    let count = s.length(1..=3);
    (0..count).map(|_| statement(s, &mut names, DEPTH) + "\n").collect()
}

#[generator]
fn statement(s: &mut Source, names: &mut Names, depth: u32) -> String {
    if depth == 0 || !s.bool() {
        return simple_statement(s, names, depth);
    }
    let d = depth - 1;
    match *s.choose(&["if", "for", "while", "function", "switch", "try", "block"]) {
        "if" => {
            let head = format!("if ({}) {}", expression(s, names, d), block(s, names, d));
            if s.bool() { format!("{head} else {}", block(s, names, d)) } else { head }
        }
        "for" => {
            let (start, end) = (expression(s, names, d), expression(s, names, d));
            format!("for ({start}; {end}; {}) {}", expression(s, names, d), block(s, names, d))
        }
        "while" => format!("while ({}) {}", expression(s, names, d), block(s, names, d)),
        "function" => format!("function {}{}", name(s, names), function(s, names, d)),
        "switch" => {
            let value = expression(s, names, d);
            format!("switch ({value}) {{ {} }}", list(s, " ", |s| case(s, names, d)))
        }
        "try" => {
            let body = block(s, names, d);
            format!("try {body} catch ({}) {}", name(s, names), block(s, names, d))
        }
        _ => block(s, names, d),
    }
}

#[generator]
fn simple_statement(s: &mut Source, names: &mut Names, depth: u32) -> String {
    let d = depth.saturating_sub(1);
    match *s.weighted(&[
        (20, "expression"),
        (10, "var"),
        (2, "throw"),
        (2, "return"),
        (1, "break"),
        (1, "continue"),
    ]) {
        "expression" => format!("{};", expression(s, names, d)),
        "var" => format!("var {} = {};", name(s, names), expression(s, names, d)),
        "return" => format!("return {};", expression(s, names, d)),
        "throw" => format!("throw {};", expression(s, names, d)),
        word => format!("{word};"),
    }
}

#[generator]
fn block(s: &mut Source, names: &mut Names, depth: u32) -> String {
    format!("{{ {} }}", list(s, " ", |s| statement(s, names, depth)))
}

#[generator]
fn case(s: &mut Source, names: &mut Names, depth: u32) -> String {
    format!("case {}: {}", expression(s, names, depth), block(s, names, depth))
}

/// Parameters and a body.
#[generator]
fn function(s: &mut Source, names: &mut Names, depth: u32) -> String {
    format!("({}) {}", parameters(s, names), block(s, names, depth))
}

#[generator]
fn parameters(s: &mut Source, names: &mut Names) -> String {
    let count = s.length(0..=2);
    (0..count).map(|_| name(s, names)).collect::<Vec<_>>().join(", ")
}

#[generator]
fn expression(s: &mut Source, names: &mut Names, depth: u32) -> String {
    if depth == 0 || !s.bool() {
        return if s.bool() { name(s, names) } else { literal(s, names, depth) };
    }
    let d = depth - 1;
    let text = pick!(s, {
        format!("{}{}", s.choose(&UNARY), expression(s, names, d)),
        binary(s, names, d),
        conditional(s, names, d),
        assignment(s, names, d),
        format!("{}{}", s.choose(&["++", "--"]), target(s, names, d)),
        call(s, names, d),
        format!("function {}", function(s, names, d)),
        format!("({}) => {}", parameters(s, names), expression(s, names, d)),
        target(s, names, d),
    });
    format!("({text})")
}

#[generator]
fn binary(s: &mut Source, names: &mut Names, depth: u32) -> String {
    let left = expression(s, names, depth);
    format!("{left}{}{}", s.choose(&BINARY), expression(s, names, depth))
}

#[generator]
fn conditional(s: &mut Source, names: &mut Names, depth: u32) -> String {
    let condition = expression(s, names, depth);
    format!("{condition} ? {} : {}", expression(s, names, depth), expression(s, names, depth))
}

#[generator]
fn assignment(s: &mut Source, names: &mut Names, depth: u32) -> String {
    let target = target(s, names, depth);
    format!("{target} {} {}", s.choose(&ASSIGNMENT), expression(s, names, depth))
}

#[generator]
fn call(s: &mut Source, names: &mut Names, depth: u32) -> String {
    let new = if s.bool() { "new " } else { "" };
    let callee = expression(s, names, depth);
    format!("{new}{callee}({})", list(s, ", ", |s| expression(s, names, depth)))
}

/// What can be assigned to.
#[generator]
fn target(s: &mut Source, names: &mut Names, depth: u32) -> String {
    pick!(s, {
        name(s, names),
        format!("({}).{}", expression(s, names, depth), name(s, names)),
        format!("{}[{}]", expression(s, names, depth), expression(s, names, depth)),
    })
}

#[generator]
fn literal(s: &mut Source, names: &mut Names, depth: u32) -> String {
    let d = depth.saturating_sub(1);
    match s.index(if depth == 0 { 4 } else { 6 }) {
        0 => s.int(0..=1000).to_string(),
        1 => s.bool().to_string(),
        2 => (*s.choose(&["null", "undefined", "this"])).to_owned(),
        3 => format!("\"{}\"", s.string(0..6, chars_of("a-z0-9 "))),
        4 => format!("[{}]", list(s, ", ", |s| expression(s, names, d))),
        _ => format!("({{{}}})", list(s, ", ", |s| member(s, names, d))),
    }
}

#[generator]
fn member(s: &mut Source, names: &mut Names, depth: u32) -> String {
    format!("{}: {}", name(s, names), expression(s, names, depth))
}

/// A letter, or a name used before.
#[generator]
fn name(s: &mut Source, names: &mut Names) -> String {
    if !names.is_empty() && s.bool() {
        return s.choose(names).clone();
    }
    let name = s.char('a'..='z').to_string();
    names.push(name.clone());
    name
}

fn list(s: &mut Source, between: &str, mut item: impl FnMut(&mut Source) -> String) -> String {
    let count = s.length(0..=3);
    (0..count).map(|_| item(s)).collect::<Vec<_>>().join(between)
}

//! Modules of a simple generator that are compiled.

#[path = "../../simple/validity.rs"]
mod validity;

use chiasma::generators::chars_of;
use chiasma::{Source, generator, pick, property};
use subject_python::run;

use validity::assert_valid;

/// How deep statements and expressions lie one within the other.
const DEPTH: u32 = 6;

const UNARY: [&str; 4] = ["-", "+", "~", "not "];
#[rustfmt::skip]
const BINARY: [&str; 16] = [
    "+", "-", "*", "/", "//", "%", "**", "<<", "&", "|", "<", "==", "and", "or", "in", "is not",
];
const ASSIGNMENT: [&str; 4] = ["=", "+=", "*=", "//="];

fn module(s: &mut Source) -> String {
    let count = s.length(1..=4);
    (0..count).map(|_| statement(s, DEPTH, 0)).collect()
}

/// One or more lines, indented by this many levels.
#[generator]
fn statement(s: &mut Source, depth: u32, indent: usize) -> String {
    let margin = "    ".repeat(indent);
    if depth == 0 || !s.bool() {
        return format!("{margin}{}\n", simple_statement(s, depth));
    }
    let d = depth - 1;
    let block = |s: &mut Source| block(s, d, indent + 1);
    let text = match *s.choose(&["if", "while", "for", "def", "class", "try", "with"]) {
        "if" => {
            let condition = expression(s, d);
            format!("if {condition}:\n{}{margin}else:\n{}", block(s), block(s))
        }
        "while" => format!("while {}:\n{}", expression(s, d), block(s)),
        "for" => format!("for {} in {}:\n{}", target(s, d), expression(s, d), block(s)),
        "def" => format!("def {}({}):\n{}", s.draw(name), s.draw(parameters), block(s)),
        "class" => {
            format!("class {}({}):\n{}", s.draw(name), list(s, |s| expression(s, d)), block(s))
        }
        "try" => {
            let body = block(s);
            format!(
                "try:\n{body}{margin}except {} as {}:\n{}",
                expression(s, d),
                s.draw(name),
                block(s)
            )
        }
        _ => format!("with {} as {}:\n{}", expression(s, d), target(s, d), block(s)),
    };
    format!("{margin}{text}")
}

#[generator]
fn block(s: &mut Source, depth: u32, indent: usize) -> String {
    let count = s.length(1..=3);
    (0..count).map(|_| statement(s, depth, indent)).collect()
}

#[generator]
fn simple_statement(s: &mut Source, depth: u32) -> String {
    let d = depth.saturating_sub(1);
    match *s.weighted(&[
        (20, "expression"),
        (20, "assignment"),
        (2, "pass"),
        (1, "return"),
        (1, "break"),
        (1, "continue"),
        (1, "yield"),
        (1, "global"),
        (2, "raise"),
        (2, "assert"),
        (2, "del"),
        (2, "import"),
    ]) {
        "expression" => expression(s, d),
        "assignment" => format!("{} {} {}", target(s, d), s.choose(&ASSIGNMENT), expression(s, d)),
        "del" => format!("del {}", target(s, d)),
        word @ ("return" | "yield" | "raise" | "assert") => format!("{word} {}", expression(s, d)),
        word @ ("global" | "import") => format!("{word} {}", s.draw(name)),
        word => word.to_owned(),
    }
}

#[generator]
fn expression(s: &mut Source, depth: u32) -> String {
    if depth == 0 || !s.bool() {
        return if s.bool() { s.draw(name) } else { s.draw(literal) };
    }
    let d = depth - 1;
    let text = pick!(s, {
        1 => format!("{}{}", s.choose(&UNARY), expression(s, d)),
        1 => format!("{} {} {}", expression(s, d), s.choose(&BINARY), expression(s, d)),
        1 => format!("{} if {} else {}", expression(s, d), expression(s, d), expression(s, d)),
        1 => format!("lambda {}: {}", s.draw(parameters), expression(s, d)),
        1 => return format!("{}({})", expression(s, d), list(s, |s| expression(s, d))),
        1 => return format!("[{}]", list(s, |s| expression(s, d))),
        1 => {
            let pairs = list(s, |s| format!("{}: {}", expression(s, d), expression(s, d)));
            return format!("{{{pairs}}}");
        },
        1 => {
            let (value, name) = (expression(s, d), s.draw(name));
            return format!("[{value} for {name} in {}]", expression(s, d));
        },
        1 => return target(s, d),
    });
    format!("({text})")
}

/// What can be assigned to.
#[generator]
fn target(s: &mut Source, depth: u32) -> String {
    match s.index(if depth == 0 { 1 } else { 3 }) {
        0 => s.draw(name),
        1 => format!("({}).{}", expression(s, depth), s.draw(name)),
        _ => format!("{}[{}]", expression(s, depth), expression(s, depth)),
    }
}

fn literal(s: &mut Source) -> String {
    pick!(s, {
        s.int(0..=1000).to_string(),
        (*s.choose(&["None", "True", "False", "...", "1.5", "()"])).to_owned(),
        format!("'{}'", s.string(0..6, chars_of("a-z0-9 "))),
        format!("f'{{{}}}'", s.draw(name)),
    })
}

fn parameters(s: &mut Source) -> String {
    s.vec(0..3, name).join(", ")
}

fn name(s: &mut Source) -> String {
    s.char('a'..='z').to_string()
}

fn list(s: &mut Source, mut item: impl FnMut(&mut Source) -> String) -> String {
    let count = s.length(0..=3);
    (0..count).map(|_| item(s)).collect::<Vec<_>>().join(", ")
}

#[property(errors = "invalid")]
#[ignore = "the subject has defects; this is for `cargo chiasma`"]
fn every_simple_module_compiles_or_has_an_error(
    #[from(module)] module: &str,
) -> Result<(), String> {
    run(module).map(drop)
}

#[test]
fn many_simple_modules_are_valid() {
    assert_valid(30.0, module, |module| run(module).map(drop));
}

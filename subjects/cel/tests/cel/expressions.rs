//! Expressions of the Common Expression Language, from its specification: mostly of fitting types, and
//! with names that mostly resolve.

use chiasma::{Source, generator};

use crate::literals;

/// The types that an expression is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Type {
    Int,
    Bool,
    String,
    Double,
    List,
    Map,
    Bytes,
    Uint,
    Duration,
    Timestamp,
    Null,
}

const TYPES: [(u32, Type); 11] = [
    (4, Type::Int),
    (5, Type::Bool),
    (4, Type::String),
    (2, Type::Double),
    (3, Type::List),
    (2, Type::Map),
    (1, Type::Bytes),
    (1, Type::Uint),
    (1, Type::Duration),
    (1, Type::Timestamp),
    (1, Type::Null),
];

/// How large an expression may get, and the names in it.
struct Scope {
    left: u32,
    names: Vec<(String, Type)>,
}

/// An expression that may stand alone.
pub(crate) fn program(s: &mut Source) -> String {
    let known = [
        ("n", Type::Int),
        ("x", Type::Double),
        ("flag", Type::Bool),
        ("text", Type::String),
        ("items", Type::List),
        ("user", Type::Map),
    ];
    let names = known.map(|(name, of)| (name.to_owned(), of)).to_vec();
    let mut scope = Scope { left: 25, names };
    let of = *s.weighted(&TYPES);
    expression(s, &mut scope, of)
}

#[generator]
fn expression(s: &mut Source, scope: &mut Scope, of: Type) -> String {
    if scope.left == 0 {
        return literal(s, of);
    }
    scope.left -= 1;
    // Now and then something of another type than the one asked for.
    let of = if s.chance(0.02) { *s.weighted(&TYPES) } else { of };
    match s.weighted_index(&[5, 3, 6, 2, 1, 1]) {
        0 => literal(s, of),
        1 => name(s, scope, of),
        2 => operation(s, scope, of),
        3 => conditional(s, scope, of),
        4 => format!("({})", expression(s, scope, of)),
        _ => format!("{} // {}\n", expression(s, scope, of), s.int(0..=9)),
    }
}

#[generator]
fn literal(s: &mut Source, of: Type) -> String {
    match of {
        Type::Int => literals::integer(s),
        Type::Bool => s.choose(&["true", "false"]).to_string(),
        Type::String => literals::string(s),
        Type::Double => literals::float(s),
        Type::List => "[]".to_owned(),
        Type::Map => "{}".to_owned(),
        Type::Bytes => literals::bytes(s),
        Type::Uint => match s.weighted_index(&[3, 1]) {
            0 => format!("uint({})", literals::integer(s)),
            _ => literals::unsigned(s),
        },
        Type::Duration => format!("duration({})", literals::duration(s)),
        Type::Timestamp => format!("timestamp({})", literals::timestamp(s)),
        Type::Null => "null".to_owned(),
    }
}

#[generator]
fn name(s: &mut Source, scope: &Scope, of: Type) -> String {
    const UNKNOWN: [&str; 4] = ["y", "request", "_", "google.protobuf.Any"];
    let fitting: Vec<&String> =
        scope.names.iter().filter(|(_, has)| *has == of).map(|(name, _)| name).collect();
    if fitting.is_empty() {
        return literal(s, of);
    }
    match s.weighted_index(&[40, 2, 1]) {
        0 => s.choose(&fitting).to_string(),
        1 => format!(".{}", s.choose(&fitting)),
        _ => s.choose(&UNKNOWN).to_string(),
    }
}

#[generator]
fn conditional(s: &mut Source, scope: &mut Scope, of: Type) -> String {
    let condition = operand(s, scope, Type::Bool);
    let yes = operand(s, scope, of);
    let no = operand(s, scope, of);
    format!("{condition} ? {yes} : {no}")
}

/// An expression that may stand beside an operator.
#[generator]
fn operand(s: &mut Source, scope: &mut Scope, of: Type) -> String {
    let text = expression(s, scope, of);
    let is_simple = text.chars().all(|c| c.is_ascii_alphanumeric() || "._'\"".contains(c));
    if is_simple { text } else { format!("({text})") }
}

fn binary(s: &mut Source, scope: &mut Scope, of: Type, operators: &[&str]) -> String {
    let left = operand(s, scope, of);
    let operator = *s.choose(operators);
    let right = operand(s, scope, of);
    format!("{left} {operator} {right}")
}

/// An operator, a function or a macro that gives a value of the type.
#[generator]
fn operation(s: &mut Source, scope: &mut Scope, of: Type) -> String {
    match of {
        Type::Int => number(s, scope, of),
        Type::Double | Type::Uint => match s.weighted_index(&[3, 2]) {
            0 => binary(s, scope, of, &["+", "-", "*", "/", "%"]),
            _ => convert(s, scope, if of == Type::Uint { "uint" } else { "double" }),
        },
        Type::Bool => truth(s, scope),
        Type::String => text(s, scope),
        Type::List => list(s, scope),
        Type::Map => map(s, scope),
        Type::Bytes => convert(s, scope, "bytes"),
        Type::Duration => match s.weighted_index(&[2, 2, 1]) {
            0 => binary(s, scope, of, &["+", "-"]),
            1 => binary(s, scope, Type::Timestamp, &["-"]),
            _ => call(s, scope, "duration", Type::String),
        },
        Type::Timestamp => {
            let time = operand(s, scope, Type::Timestamp);
            let operator = *s.choose(&["+", "-"]);
            format!("{time} {operator} {}", operand(s, scope, Type::Duration))
        }
        Type::Null => element(s, scope),
    }
}

#[generator]
fn number(s: &mut Source, scope: &mut Scope, of: Type) -> String {
    const PARTS: [&str; 9] = [
        "getFullYear",
        "getMonth",
        "getDayOfYear",
        "getDayOfMonth",
        "getDate",
        "getDayOfWeek",
        "getHours",
        "getMinutes",
        "getMilliseconds",
    ];
    match s.weighted_index(&[8, 2, 3, 2, 2, 1, 1]) {
        0 => binary(s, scope, of, &["+", "-", "*", "/", "%"]),
        1 => format!("{}{}", s.choose(&["-", "--"]), operand(s, scope, of)),
        2 => {
            let sized = *s.choose(&[Type::String, Type::List, Type::Map, Type::Bytes]);
            sized_by(s, scope, sized)
        }
        3 => convert(s, scope, "int"),
        4 => format!("max({})", arguments(s, scope, of)),
        5 => element(s, scope),
        _ => {
            let time = operand(s, scope, Type::Timestamp);
            format!("{time}.{}()", s.choose(&PARTS))
        }
    }
}

#[generator]
fn sized_by(s: &mut Source, scope: &mut Scope, of: Type) -> String {
    match s.index(2) {
        0 => call(s, scope, "size", of),
        _ => format!("{}.size()", operand(s, scope, of)),
    }
}

#[generator]
fn truth(s: &mut Source, scope: &mut Scope) -> String {
    const RELATIONS: [&str; 6] = ["==", "!=", "<", "<=", ">", ">="];
    match s.weighted_index(&[4, 5, 2, 3, 2, 2, 1]) {
        0 => binary(s, scope, Type::Bool, &["&&", "||"]),
        1 => {
            let of = *s.weighted(&TYPES);
            binary(s, scope, of, &RELATIONS)
        }
        2 => format!("{}{}", s.choose(&["!", "!!"]), operand(s, scope, Type::Bool)),
        3 => {
            let method = *s.choose(&["contains", "startsWith", "endsWith", "matches"]);
            let target = operand(s, scope, Type::String);
            format!("{target}.{method}({})", expression(s, scope, Type::String))
        }
        4 => quantified(s, scope),
        5 => {
            let of = *s.weighted(&TYPES);
            let container = *s.choose(&[Type::List, Type::Map]);
            let item = operand(s, scope, of);
            format!("{item} in {}", operand(s, scope, container))
        }
        _ => format!("has({}.{})", operand(s, scope, Type::Map), field(s)),
    }
}

#[generator]
fn quantified(s: &mut Source, scope: &mut Scope) -> String {
    let quantifier = *s.choose(&["all", "exists", "exists_one"]);
    let range = operand(s, scope, Type::List);
    let (name, body) = bound(s, scope, Type::Bool);
    format!("{range}.{quantifier}({name}, {body})")
}

/// The variable of a macro, and an expression that may use it.
#[generator]
fn bound(s: &mut Source, scope: &mut Scope, of: Type) -> (String, String) {
    let name = s.choose(&["i", "e", "k", "n"]).to_string();
    let is = *s.weighted(&TYPES);
    scope.names.push((name.clone(), is));
    let body = expression(s, scope, of);
    scope.names.pop();
    (name, body)
}

#[generator]
fn text(s: &mut Source, scope: &mut Scope) -> String {
    match s.weighted_index(&[4, 3, 1, 1]) {
        0 => binary(s, scope, Type::String, &["+"]),
        1 => convert(s, scope, "string"),
        2 => format!("{}.{}", operand(s, scope, Type::Map), field(s)),
        _ => element(s, scope),
    }
}

/// A conversion of something, as a function or as a method.
#[generator]
fn convert(s: &mut Source, scope: &mut Scope, to: &str) -> String {
    let from = [Type::Int, Type::String, Type::Double, Type::Uint, Type::Bytes, Type::Timestamp];
    let from = *s.choose(&from);
    match s.weighted_index(&[3, 1]) {
        0 => call(s, scope, to, from),
        _ => format!("{}.{to}()", operand(s, scope, from)),
    }
}

fn call(s: &mut Source, scope: &mut Scope, function: &str, argument: Type) -> String {
    format!("{function}({})", expression(s, scope, argument))
}

#[generator]
fn arguments(s: &mut Source, scope: &mut Scope, of: Type) -> String {
    let count = s.length(1..4);
    let items: Vec<String> = (0..count).map(|_| expression(s, scope, of)).collect();
    items.join(", ")
}

#[generator]
fn list(s: &mut Source, scope: &mut Scope) -> String {
    match s.weighted_index(&[6, 2, 2, 1]) {
        0 => {
            let of = *s.weighted(&TYPES);
            let comma = *s.weighted(&[(9, ""), (1, ",")]);
            format!("[{}{comma}]", arguments(s, scope, of))
        }
        1 => {
            let range = operand(s, scope, Type::List);
            let (name, body) = bound(s, scope, Type::Bool);
            format!("{range}.filter({name}, {body})")
        }
        2 => {
            let range = operand(s, scope, Type::List);
            let of = *s.weighted(&TYPES);
            let (name, body) = bound(s, scope, of);
            format!("{range}.map({name}, {body})")
        }
        _ => binary(s, scope, Type::List, &["+"]),
    }
}

#[generator]
fn map(s: &mut Source, scope: &mut Scope) -> String {
    let count = s.length(0..4);
    let entries: Vec<String> = (0..count).map(|_| entry(s, scope)).collect();
    match s.weighted_index(&[9, 1]) {
        0 => format!("{{{}}}", entries.join(", ")),
        _ => format!("User{{{}: {}}}", field(s), expression(s, scope, Type::String)),
    }
}

#[generator]
fn entry(s: &mut Source, scope: &mut Scope) -> String {
    let key = *s.weighted(&[(5, Type::String), (2, Type::Int), (1, Type::Bool), (1, Type::Uint)]);
    let value = *s.weighted(&TYPES);
    let key = expression(s, scope, key);
    format!("{key}: {}", expression(s, scope, value))
}

/// An element of a list, or of a map.
#[generator]
fn element(s: &mut Source, scope: &mut Scope) -> String {
    match s.index(2) {
        0 => {
            let list = operand(s, scope, Type::List);
            format!("{list}[{}]", expression(s, scope, Type::Int))
        }
        _ => {
            let map = operand(s, scope, Type::Map);
            format!("{map}[{}]", expression(s, scope, Type::String))
        }
    }
}

fn field(s: &mut Source) -> String {
    s.choose(&["name", "mail", "age", "name.first"]).to_string()
}

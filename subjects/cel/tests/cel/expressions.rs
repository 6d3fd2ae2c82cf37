//! Expressions of the Common Expression Language, from its specification: mostly of fitting types, and
//! with names that mostly resolve.

use chiasma::{Source, generator, pick};

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
    // Sometimes something of another type than the one asked for.
    let of = if s.chance(0.02) { *s.weighted(&TYPES) } else { of };
    pick!(s, {
        5 => literal(s, of),
        3 => name(s, scope, of),
        6 => operation(s, scope, of),
        2 => conditional(s, scope, of),
        1 => format!("({})", expression(s, scope, of)),
        1 => format!("{} // {}\n", expression(s, scope, of), s.int(0..=9)),
    })
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
        Type::Uint => pick!(s, {
            3 => format!("uint({})", literals::integer(s)),
            1 => literals::unsigned(s),
        }),
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
    pick!(s, {
        40 => s.choose(&fitting).to_string(),
        2 => format!(".{}", s.choose(&fitting)),
        1 => s.choose(&UNKNOWN).to_string(),
    })
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
        Type::Double | Type::Uint => pick!(s, {
            3 => binary(s, scope, of, &["+", "-", "*", "/", "%"]),
            2 => convert(s, scope, if of == Type::Uint { "uint" } else { "double" }),
        }),
        Type::Bool => truth(s, scope),
        Type::String => text(s, scope),
        Type::List => list(s, scope),
        Type::Map => map(s, scope),
        Type::Bytes => convert(s, scope, "bytes"),
        Type::Duration => pick!(s, {
            2 => binary(s, scope, of, &["+", "-"]),
            2 => binary(s, scope, Type::Timestamp, &["-"]),
            1 => call(s, scope, "duration", Type::String),
        }),
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
    pick!(s, {
        8 => binary(s, scope, of, &["+", "-", "*", "/", "%"]),
        2 => format!("{}{}", s.choose(&["-", "--"]), operand(s, scope, of)),
        3 => {
            let sized = *s.choose(&[Type::String, Type::List, Type::Map, Type::Bytes]);
            sized_by(s, scope, sized)
        },
        2 => convert(s, scope, "int"),
        2 => format!("max({})", arguments(s, scope, of)),
        1 => element(s, scope),
        1 => {
            let time = operand(s, scope, Type::Timestamp);
            format!("{time}.{}()", s.choose(&PARTS))
        },
    })
}

#[generator]
fn sized_by(s: &mut Source, scope: &mut Scope, of: Type) -> String {
    pick!(s, {
        call(s, scope, "size", of),
        format!("{}.size()", operand(s, scope, of)),
    })
}

#[generator]
fn truth(s: &mut Source, scope: &mut Scope) -> String {
    const RELATIONS: [&str; 6] = ["==", "!=", "<", "<=", ">", ">="];
    pick!(s, {
        4 => binary(s, scope, Type::Bool, &["&&", "||"]),
        5 => {
            let of = *s.weighted(&TYPES);
            binary(s, scope, of, &RELATIONS)
        },
        2 => format!("{}{}", s.choose(&["!", "!!"]), operand(s, scope, Type::Bool)),
        3 => {
            let method = *s.choose(&["contains", "startsWith", "endsWith", "matches"]);
            let target = operand(s, scope, Type::String);
            format!("{target}.{method}({})", expression(s, scope, Type::String))
        },
        2 => quantified(s, scope),
        2 => {
            let of = *s.weighted(&TYPES);
            let container = *s.choose(&[Type::List, Type::Map]);
            let item = operand(s, scope, of);
            format!("{item} in {}", operand(s, scope, container))
        },
        1 => format!("has({}.{})", operand(s, scope, Type::Map), field(s)),
    })
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
    pick!(s, {
        4 => binary(s, scope, Type::String, &["+"]),
        3 => convert(s, scope, "string"),
        1 => format!("{}.{}", operand(s, scope, Type::Map), field(s)),
        1 => element(s, scope),
    })
}

/// A conversion of something, as a function or as a method.
#[generator]
fn convert(s: &mut Source, scope: &mut Scope, to: &str) -> String {
    let from = [Type::Int, Type::String, Type::Double, Type::Uint, Type::Bytes, Type::Timestamp];
    let from = *s.choose(&from);
    pick!(s, {
        3 => call(s, scope, to, from),
        1 => format!("{}.{to}()", operand(s, scope, from)),
    })
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
    pick!(s, {
        6 => {
            let of = *s.weighted(&TYPES);
            let comma = *s.weighted(&[(9, ""), (1, ",")]);
            format!("[{}{comma}]", arguments(s, scope, of))
        },
        2 => {
            let range = operand(s, scope, Type::List);
            let (name, body) = bound(s, scope, Type::Bool);
            format!("{range}.filter({name}, {body})")
        },
        2 => {
            let range = operand(s, scope, Type::List);
            let of = *s.weighted(&TYPES);
            let (name, body) = bound(s, scope, of);
            format!("{range}.map({name}, {body})")
        },
        1 => binary(s, scope, Type::List, &["+"]),
    })
}

#[generator]
fn map(s: &mut Source, scope: &mut Scope) -> String {
    let count = s.length(0..4);
    let entries: Vec<String> = (0..count).map(|_| entry(s, scope)).collect();
    pick!(s, {
        9 => format!("{{{}}}", entries.join(", ")),
        1 => format!("User{{{}: {}}}", field(s), expression(s, scope, Type::String)),
    })
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
    pick!(s, {
        1 => {
            let list = operand(s, scope, Type::List);
            format!("{list}[{}]", expression(s, scope, Type::Int))
        },
        1 => {
            let map = operand(s, scope, Type::Map);
            format!("{map}[{}]", expression(s, scope, Type::String))
        },
    })
}

fn field(s: &mut Source) -> String {
    s.choose(&["name", "mail", "age", "name.first"]).to_string()
}

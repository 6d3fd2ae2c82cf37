//! Hjson documents, from its specification: JSON with comments, optional quotes and commas, and texts of
//! several lines.

use chiasma::generators::any;
use chiasma::{Source, generator, pick};

/// How large a document may get, and how deep it is.
struct Page {
    left: u32,
    depth: usize,
}

/// A document: an object with or without braces, or any other value.
pub(crate) fn document(s: &mut Source) -> String {
    let mut page = Page { left: 25, depth: 0 };
    let before = gap(s);
    let body = pick!(s, {
        5 => object(s, &mut page),
        4 => members(s, &mut page),
        1 => value(s, &mut page),
    });
    format!("{before}{body}\n{}", gap(s))
}

#[generator]
fn value(s: &mut Source, page: &mut Page) -> String {
    if page.left == 0 {
        return scalar(s, page);
    }
    page.left -= 1;
    page.depth += 1;
    let text = pick!(s, {
        6 => scalar(s, page),
        2 => array(s, page),
        2 => object(s, page),
    });
    page.depth -= 1;
    text
}

#[generator]
fn scalar(s: &mut Source, page: &Page) -> String {
    pick!(s, {
        4 => s.choose(&["null", "true", "false"]).to_string(),
        4 => number(s),
        4 => quoted(s),
        4 => format!("{}\n", quoteless(s)),
        2 => multiline(s, page),
    })
}

#[generator]
fn number(s: &mut Source) -> String {
    const NOTABLE: [&str; 10] = [
        "-0",
        "9223372036854775807",
        "-9223372036854775808",
        "18446744073709551616",
        "1e400",
        "1e-400",
        "00",
        "1.",
        "+1",
        "0x10",
    ];
    pick!(s, {
        5 => s.int(-99..=99).to_string(),
        2 => format!("{}.{}", s.int(-9..=9), s.int(0..=999)),
        2 => {
            let sign = *s.choose(&["", "+", "-"]);
            format!("{}{}{sign}{}", s.int(0..=9), s.choose(&["e", "E", ".5e"]), s.int(0..=30))
        },
        1 => s.choose(&NOTABLE).to_string(),
    })
}

#[generator]
fn quoted(s: &mut Source) -> String {
    format!("\"{}\"", s.vec(0..6, quoted_part).concat())
}

/// A character of a string in quotes, or an escape.
fn quoted_part(s: &mut Source) -> String {
    const ESCAPES: [&str; 9] =
        ["\\n", "\\\"", "\\\\", "\\/", "\\b", "\\f", "\\r", "\\t", "\\uD83D\\uDE00"];
    pick!(s, {
        6 => s.char('a'..='z').to_string(),
        2 => s.choose(&ESCAPES).to_string(),
        1 => format!("\\u{:04x}", s.int(0..=0xffff_u32)),
        1 => {
            let c = s.draw(any::<char>());
            if c == '"' || c == '\\' || c.is_control() { String::new() } else { c.to_string() }
        },
    })
}

/// Text without quotes: up to the end of the line, and beginning with nothing that means something.
#[generator]
fn quoteless(s: &mut Source) -> String {
    let first = s.char('a'..='z');
    format!("{first}{}", s.vec(0..6, quoteless_part).concat())
}

fn quoteless_part(s: &mut Source) -> String {
    const PARTS: [&str; 12] = [" ", ",", ":", "#", "//", "{", "]", "'", "\\n", "true", " 1", "\t"];
    pick!(s, {
        5 => s.char('a'..='z').to_string(),
        3 => s.choose(&PARTS).to_string(),
        1 => {
            let c = s.draw(any::<char>());
            if c.is_control() { String::new() } else { c.to_string() }
        },
    })
}

/// Text between triple quotes; what it is indented by is cut off.
#[generator]
fn multiline(s: &mut Source, page: &Page) -> String {
    let lines = s.vec(0..4, line);
    let indent = "  ".repeat(page.depth);
    pick!(s, {
        1 => format!("'''{}'''", lines.join("\n")),
        1 => {
            let lines: Vec<String> = lines.iter().map(|line| format!("{indent}{line}\n")).collect();
            format!("\n{indent}'''\n{}{indent}'''", lines.concat())
        },
    })
}

fn line(s: &mut Source) -> String {
    s.vec(0..5, |s: &mut Source| {
        pick!(s, {
            4 => s.char('a'..='z').to_string(),
            1 => s.choose(&["'", "''", "\"", "\\", "é", "\t", "\r"]).to_string(),
            1 => " ".to_owned(),
        })
    })
    .concat()
}

#[generator]
fn array(s: &mut Source, page: &mut Page) -> String {
    let count = s.length(0..5);
    let mut text = format!("[{}", gap(s));
    for _ in 0..count {
        let item = value(s, page);
        text.push_str(&item);
        let comma = separator(s);
        text.push_str(&comma);
    }
    text.push(']');
    text
}

#[generator]
fn object(s: &mut Source, page: &mut Page) -> String {
    format!("{{{}{}}}", gap(s), members(s, page))
}

#[generator]
fn members(s: &mut Source, page: &mut Page) -> String {
    let count = s.length(0..5);
    (0..count).map(|_| member(s, page)).collect()
}

#[generator]
fn member(s: &mut Source, page: &mut Page) -> String {
    let key = key(s);
    let space = *s.choose(&[" ", "", "\n", " /* */ "]);
    let value = value(s, page);
    format!("{key}:{space}{value}{}", separator(s))
}

#[generator]
fn key(s: &mut Source) -> String {
    const KEYS: [&str; 8] = ["a", "name", "key-1", "null", "1", "é", "a.b", "'''"];
    pick!(s, {
        5 => s.choose(&KEYS).to_string(),
        2 => quoted(s),
        2 => s.string(1..6, |s: &mut Source| s.char('a'..='z')),
    })
}

/// What stands between two members: a comma, a new line, or both.
#[generator]
fn separator(s: &mut Source) -> String {
    let text = *s.weighted(&[(6, "\n"), (3, ","), (2, ",\n"), (1, " , ")]);
    format!("{text}{}", gap(s))
}

/// White space and comments.
#[generator]
fn gap(s: &mut Source) -> String {
    const SPACES: [&str; 5] = ["", " ", "\n", "\t", "\r\n"];
    pick!(s, {
        8 => s.choose(&SPACES).to_string(),
        1 => format!("# {}\n", line(s)),
        1 => format!("// {}\n", line(s)),
        1 => format!("/* {} */", line(s)),
    })
}

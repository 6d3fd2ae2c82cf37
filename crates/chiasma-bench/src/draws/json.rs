//! A generator of JSON documents over anything that gives choices.

use std::fmt::Write;

/// What a generator needs: numbers, and calls of other generators.
pub(super) trait Choices {
    fn up_to(&mut self, max: u64) -> u64;
    fn call<T>(&mut self, draw: impl Fn(&mut Self) -> T) -> T;
}

const MAX_DEPTH: u32 = 5;

/// A document: an object of values.
pub(super) fn document<C: Choices>(c: &mut C) -> String {
    let mut text = String::new();
    object(c, &mut text, 0, 12);
    text
}

fn value<C: Choices>(c: &mut C, depth: u32) -> String {
    let mut text = String::new();
    let kinds = if depth < MAX_DEPTH { 6 } else { 4 };
    match c.up_to(kinds) {
        0 => text.push_str("null"),
        1 => text.push_str(if c.up_to(1) == 1 { "true" } else { "false" }),
        2 => _ = write!(text, "{}", c.up_to(9_999)),
        3 => _ = write!(text, "-{}.{}", c.up_to(99), c.up_to(99)),
        4 => string(c, &mut text),
        5 => {
            text.push('[');
            for at in 0..c.up_to(3) {
                if at > 0 {
                    text.push(',');
                }
                text.push_str(&c.call(|c| value(c, depth + 1)));
            }
            text.push(']');
        }
        _ => object(c, &mut text, depth + 1, 4),
    }
    text
}

fn object<C: Choices>(c: &mut C, text: &mut String, depth: u32, most: u64) {
    text.push('{');
    for at in 0..c.up_to(most) {
        if at > 0 {
            text.push(',');
        }
        string(c, text);
        text.push(':');
        text.push_str(&c.call(|c| value(c, depth + 1)));
    }
    text.push('}');
}

fn string<C: Choices>(c: &mut C, text: &mut String) {
    text.push('"');
    for _ in 0..c.up_to(8) {
        text.push(char::from(b'a' + c.up_to(25) as u8));
    }
    text.push('"');
}

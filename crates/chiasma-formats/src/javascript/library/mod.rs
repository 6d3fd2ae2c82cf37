//! Calls of the built-in library, on receivers and with arguments that fit, mostly.

mod arguments;
mod collections;
mod numbers;
mod objects;
mod texts;

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use self::arguments::Arg;
use super::expressions;
use super::kinds::Kind;
use super::levels::Level;
use super::program::Program;

/// A function, method, constructor or property of the library.
#[derive(Debug)]
struct Entry {
    on: On,
    name: &'static str,
    /// How many arguments it needs.
    least: usize,
    arguments: &'static [Arg],
}

/// What an entry is used on.
#[derive(Debug, Clone, Copy)]
enum On {
    /// A function that is there by its name.
    Global,
    /// A constructor.
    New,
    /// A method of values of this kind; a name in brackets is computed.
    Method(Kind),
    /// A property of values of this kind.
    Property(Kind),
    /// A value that is there by its name.
    Constant,
}

const fn of(name: &'static str, least: usize, arguments: &'static [Arg]) -> Entry {
    Entry { on: On::Global, name, least, arguments }
}

const fn new(name: &'static str, least: usize, arguments: &'static [Arg]) -> Entry {
    Entry { on: On::New, name, least, arguments }
}

const fn on(kind: Kind, name: &'static str, least: usize, arguments: &'static [Arg]) -> Entry {
    Entry { on: On::Method(kind), name, least, arguments }
}

const fn get(kind: Kind, name: &'static str) -> Entry {
    Entry { on: On::Property(kind), name, least: 0, arguments: &[] }
}

const fn constant(name: &'static str) -> Entry {
    Entry { on: On::Constant, name, least: 0, arguments: &[] }
}

/// The entries that give values of this kind.
fn entries(kind: Kind) -> &'static [Entry] {
    match kind {
        Kind::Any | Kind::AsyncIterator => objects::ANY,
        Kind::Nothing => objects::NOTHING,
        Kind::Number => numbers::NUMBERS,
        Kind::String => texts::STRINGS,
        Kind::Boolean => texts::BOOLEANS,
        Kind::BigInt => numbers::BIGINTS,
        Kind::Symbol => texts::SYMBOLS,
        Kind::Object => objects::OBJECTS,
        Kind::Array => collections::ARRAYS,
        Kind::Function | Kind::Class => objects::FUNCTIONS,
        Kind::RegExp => texts::REGEXPS,
        Kind::Date => numbers::DATES,
        Kind::Map => collections::MAPS,
        Kind::Set => collections::SETS,
        Kind::Weak => collections::WEAKS,
        Kind::Promise => objects::PROMISES,
        Kind::Iterator => collections::ITERATORS,
        Kind::TypedArray => collections::TYPED_ARRAYS,
        Kind::Buffer => collections::BUFFERS,
        Kind::View => collections::VIEWS,
        Kind::Error => objects::ERRORS,
    }
}

/// A use of the library that gives a value of this kind.
#[generator]
pub(super) fn call(s: &mut Source, p: &mut Program<'_>, kind: Kind, level: Level) {
    let entry = s.choose(entries(kind));
    match entry.on {
        On::Constant => p.put(entry.name),
        On::Global => p.at_level(Level::Call, level, |p| {
            p.put(entry.name);
            argument_list(s, p, entry);
        }),
        On::New => {
            p.put("new ");
            p.put(entry.name);
            argument_list(s, p, entry);
        }
        On::Property(receiver) => p.at_level(Level::Call, level, |p| {
            expressions::of(s, p, receiver, Level::Call);
            match s.weighted_index(&[14, 1, 1]) {
                _ if entry.name.starts_with('[') => p.put(entry.name),
                0 => p.put(&format!(".{}", entry.name)),
                1 => p.put(&format!("[\"{}\"]", entry.name)),
                _ => p.put(&format!("?.{}", entry.name)),
            }
        }),
        On::Method(receiver) => p.at_level(Level::Call, level, |p| {
            method_call(s, p, entry, receiver);
        }),
    }
}

/// A call of a method, in one of the ways to write it.
#[generator]
fn method_call(s: &mut Source, p: &mut Program<'_>, entry: &Entry, receiver: Kind) {
    let is_computed = entry.name.starts_with('[');
    let dot = if is_computed { "" } else { "." };
    let name = entry.name;
    let way = s.weighted_index(&[40, 2, 2, 1, 1, 1, 1]);
    let Some(constructor) = receiver.constructor().filter(|_| way >= 4) else {
        expressions::of(s, p, receiver, Level::Call);
        match way {
            1 => p.put(&format!("?.{name}")),
            2 => p.put(&format!("{dot}{name}?.")),
            3 if !is_computed => p.put(&format!("[\"{name}\"]")),
            _ => p.put(&format!("{dot}{name}")),
        }
        return argument_list(s, p, entry);
    };
    // A method of an array works on whatever has a length, too.
    let receiver = match (way, receiver) {
        (6, Kind::Array) => Kind::String,
        (6, Kind::String) => Kind::Number,
        _ => receiver,
    };
    let method = format!("{constructor}.prototype{dot}{name}");
    match way {
        5 => {
            p.put(&format!("Reflect.apply({method}, "));
            expressions::of(s, p, receiver, Level::Assignment);
            p.put(", [");
            arguments(s, p, entry);
            p.put("])");
        }
        _ => {
            p.put(&format!("{method}.call("));
            expressions::of(s, p, receiver, Level::Assignment);
            p.put(", ");
            arguments(s, p, entry);
            p.put(")");
        }
    }
}

/// The arguments of a call, in parentheses.
fn argument_list(s: &mut Source, p: &mut Program<'_>, entry: &Entry) {
    p.put("(");
    arguments(s, p, entry);
    p.put(")");
}

/// As many arguments as are needed or known; sometimes one too few or too many.
fn arguments(s: &mut Source, p: &mut Program<'_>, entry: &Entry) {
    let all = entry.arguments.len();
    let mut count =
        if entry.least < all { entry.least + s.index(all - entry.least + 1) } else { all };
    pick!(s, {
        60 => {},
        // A date without arguments would be that of the clock.
        1 => {
            if matches!(entry.on, On::New) {
            } else {
                count = count.saturating_sub(1)
            }
        },
        1 => count += 1,
    });
    p.list(s, count, ", ", |s, p, index| {
        arguments::argument(s, p, entry.arguments.get(index).copied().unwrap_or(Arg::Any));
    });
}

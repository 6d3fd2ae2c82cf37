//! Arguments for the library's functions: what they expect, and the edges of that.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use crate::javascript::kinds::Kind;
use crate::javascript::levels::Level;
use crate::javascript::program::Program;
use crate::javascript::regexes::{self, Flags};
use crate::javascript::samples::{
    DATE_TEXTS, ENCODED, JSON_TEXTS, NUMBER_TEXTS, PARTICLES, PATTERN_TEXTS,
};
use crate::javascript::strings::{quoted, quoted_as_is};
use crate::javascript::words::TYPED_ARRAYS;
use crate::javascript::{arrays, expressions, functions, names, objects, protocols};

/// The kind of an argument.
#[derive(Debug, Clone, Copy)]
pub(super) enum Arg {
    Any,
    /// A value of this kind.
    Of(Kind),
    /// A function that is called with values of these kinds and gives one of that.
    Callback(&'static [Kind], Kind),
    /// A function that says which of two comes first.
    Comparator,
    /// A place in something, or beside it.
    Index,
    /// A count: engines allocate that many.
    Count,
    /// The size of a buffer in bytes.
    Bytes,
    /// The hint of a conversion to a primitive.
    Hint,
    /// How many digits to write.
    Digits,
    Radix,
    /// A small number of bytes.
    Offset,
    CodePoint,
    /// A year, a month, an hour, ...
    DatePart,
    /// A short string to look for, to fill with, to put in between.
    Particle,
    /// A string or a regular expression.
    Pattern,
    /// The same where the expression must be global.
    GlobalPattern,
    /// What `replace` puts in: a text with marks, or a function.
    Replacement,
    Key,
    Descriptor,
    Descriptors,
    Iterable,
    /// Pairs of key and value.
    Pairs,
    /// What `new Promise` takes.
    Executor,
    /// Promises and other values.
    Promises,
    /// A percent-encoded text.
    Encoded,
    JsonText,
    NumberText,
    /// What `BigInt` reads, mostly.
    BigIntText,
    DateText,
    PatternText,
    FlagsText,
    NormalForm,
    /// An object or null.
    Prototype,
    /// Options of an error.
    Cause,
    TypedArrayConstructor,
    Template,
}

/// An argument.
#[generator]
pub(super) fn argument(s: &mut Source, p: &mut Program<'_>, arg: Arg) {
    match arg {
        Arg::Any => expressions::any(s, p),
        Arg::Of(kind) => value(s, p, kind),
        Arg::Callback(parameters, returns) => functions::callback(s, p, parameters, returns),
        Arg::Comparator => comparator(s, p),
        Arg::Index => index(s, p),
        Arg::Count => count(s, p),
        Arg::Bytes => pick!(s, {
            6 => p.put_one(s, &["16", "8", "32", "24"]),
            1 => count(s, p),
        }),
        Arg::Hint => p.put_one(s, &["\"default\"", "\"number\"", "\"string\"", "\"\""]),
        Arg::Digits => digits(s, p),
        Arg::Radix => p.put_one(s, &["10", "16", "2", "36", "8", "3", "undefined", "37", "1", "0"]),
        Arg::Offset => offset(s, p),
        Arg::CodePoint => p.put_one(
            s,
            &[
                "65", "0", "97", "0x1F600", "0xD83D", "0xDE00", "0xFFFF", "0x10000", "0x10FFFF",
                "223", "0x130", "-1", "1.5", "0x110000",
            ],
        ),
        Arg::DatePart => date_part(s, p),
        Arg::Particle => particle(s, p),
        Arg::Pattern => pattern(s, p, Flags::Any),
        Arg::GlobalPattern => pattern(s, p, Flags::Global),
        Arg::Replacement => replacement(s, p),
        Arg::Key => names::computed_key(s, p),
        Arg::Descriptor => protocols::descriptor(s, p),
        Arg::Descriptors => {
            p.put("{a: ");
            protocols::descriptor(s, p);
            p.put(", [Symbol.toStringTag]: {value: \"T\"}}");
        }
        Arg::Iterable => expressions::iterable(s, p, Level::Assignment),
        Arg::Pairs => arrays::pairs(s, p),
        Arg::Executor => protocols::executor(s, p),
        Arg::Promises => promises(s, p),
        Arg::Encoded => text_of(s, p, ENCODED),
        Arg::JsonText => json_text(s, p),
        Arg::NumberText => text_of(s, p, NUMBER_TEXTS),
        Arg::BigIntText => {
            text_of(s, p, &["0", "12", "-5", "0x1F", "0b101", "0o17", " 7 ", "", "1n"]);
        }
        Arg::DateText => text_of(s, p, DATE_TEXTS),
        Arg::PatternText => text_of(s, p, PATTERN_TEXTS),
        Arg::FlagsText => p.put_one(
            s,
            &["\"\"", "\"g\"", "\"gi\"", "\"u\"", "\"y\"", "\"v\"", "\"dgimsy\"", "\"gg\""],
        ),
        Arg::NormalForm => {
            p.put_one(s, &["\"NFC\"", "\"NFD\"", "\"NFKC\"", "\"NFKD\"", "undefined", "\"nfc\""]);
        }
        Arg::Prototype => pick!(s, {
            p.put("null"),
            p.put("Array.prototype"),
            p.put("Object.prototype"),
            expressions::of(s, p, Kind::Object, Level::Assignment),
        }),
        Arg::Cause => {
            p.put("{cause: ");
            expressions::any(s, p);
            p.put("}");
        }
        Arg::TypedArrayConstructor => p.put_one(s, TYPED_ARRAYS),
        Arg::Template => {
            p.put("{raw: ");
            expressions::of(s, p, Kind::Array, Level::Assignment);
            p.put("}");
        }
    }
}

/// A value of the kind; sometimes one that has to be converted.
fn value(s: &mut Source, p: &mut Program<'_>, kind: Kind) {
    let converted = matches!(kind, Kind::Number | Kind::String) && s.one_in(15);
    if converted {
        let kind = *s.choose(&[
            Kind::Nothing,
            Kind::Boolean,
            Kind::Number,
            Kind::String,
            Kind::Array,
            Kind::Object,
        ]);
        return expressions::of(s, p, kind, Level::Assignment);
    }
    expressions::of(s, p, kind, Level::Assignment);
}

/// A place in something, or beside it.
#[generator]
fn index(s: &mut Source, p: &mut Program<'_>) {
    pick!(s, {
        6 => p.put(&s.int(0..=4u8).to_string()),
        4 => p.put_one(
            s,
            &[
                "-1",
                "-2",
                "-0",
                "NaN",
                "1.9",
                "Infinity",
                "-Infinity",
                "2 ** 32",
                "2 ** 53",
                "-(2 ** 31)",
                "undefined",
                "null",
                "\"1\"",
                "4294967295",
                "true",
                "100",
            ],
        ),
        1 => expressions::of(s, p, Kind::Number, Level::Assignment),
    });
}

/// A count.
#[generator]
pub(in crate::javascript) fn count(s: &mut Source, p: &mut Program<'_>) {
    pick!(s, {
        40 => p.put(&s.int(0..=6u8).to_string()),
        6 => p.put_one(s, &["-0", "1.5", "\"2\"", "null", "NaN", "undefined", "20", "64", "true"]),
        1 => p.put_one(s, &["-1", "2 ** 53", "Infinity", "1e4", "-Infinity"]),
    });
}

fn offset(s: &mut Source, p: &mut Program<'_>) {
    pick!(s, {
        8 => p.put("0"),
        3 => p.put_one(s, &["1", "2", "4", "-0", "\"0\"", "undefined"]),
        1 => p.put_one(s, &["8", "3", "7", "15", "16", "-1", "1.5", "2 ** 53"]),
    });
}

fn digits(s: &mut Source, p: &mut Program<'_>) {
    pick!(s, {
        6 => p.put(&s.int(1..=21u8).to_string()),
        1 => p.put_one(s, &["0", "100", "undefined", "101", "-1", "NaN", "50"]),
    });
}

fn date_part(s: &mut Source, p: &mut Program<'_>) {
    pick!(s, {
        4 => p.put(&s.int(0..=31u8).to_string()),
        2 => p.put_one(
            s,
            &[
                "1970",
                "2020",
                "99",
                "-1",
                "12",
                "60",
                "1000",
                "275760",
                "-271821",
                "8.64e15",
                "8640000000000001",
                "NaN",
                "1e9",
                "-0",
                "0.5",
            ],
        ),
    });
}

fn particle(s: &mut Source, p: &mut Program<'_>) {
    pick!(s, {
        6 => {
            let text = *s.as_value().choose(PARTICLES);
            quoted_as_is(p, text);
        },
        2 => expressions::of(s, p, Kind::String, Level::Assignment),
    });
}

fn pattern(s: &mut Source, p: &mut Program<'_>, flags: Flags) {
    pick!(s, {
        2 => particle(s, p),
        4 => regexes::regex_literal(s, p, flags),
    });
}

#[generator]
fn replacement(s: &mut Source, p: &mut Program<'_>) {
    pick!(s, {
        4 => p.put_one(
            s,
            &[
                "\"\"",
                "\"x\"",
                "\"$&\"",
                "\"$1\"",
                "\"[$1$2]\"",
                "\"$$\"",
                "\"$`$'\"",
                "\"$<n>\"",
                "\"$<\"",
                "\"$01$10$99\"",
                "\"$0\"",
            ],
        ),
        2 => expressions::of(s, p, Kind::String, Level::Assignment),
        3 => functions::callback(s, p, &[Kind::String, Kind::Any, Kind::Any], Kind::String),
    });
}

fn comparator(s: &mut Source, p: &mut Program<'_>) {
    pick!(s, {
        4 => p.put("(a, b) => a - b"),
        1 => p.put("(a, b) => b > a ? 1 : -1"),
        1 => p.put("undefined"),
        2 => functions::callback(s, p, &[Kind::Any, Kind::Any], Kind::Number),
    });
}

fn promises(s: &mut Source, p: &mut Program<'_>) {
    p.put("[");
    let count = s.length(0..=3);
    p.list(s, count, ", ", |s, p, _| {
        let kind = *s.choose(&[Kind::Promise, Kind::Number, Kind::Any]);
        expressions::of(s, p, kind, Level::Assignment);
    });
    p.put("]");
}

/// A text of a table, mostly.
fn text_of(s: &mut Source, p: &mut Program<'_>, table: &[&str]) {
    pick!(s, {
        6 => {
            let text = *s.as_value().choose(table);
            quoted_as_is(p, text);
        },
        1 => expressions::of(s, p, Kind::String, Level::Assignment),
    });
}

fn json_text(s: &mut Source, p: &mut Program<'_>) {
    pick!(s, {
        5 => p.put(&format!("'{}'", s.as_value().choose(JSON_TEXTS))),
        2 => {
            p.put("JSON.stringify(");
            drop(objects::object_literal(s, p));
            p.put(")");
        },
        1 => quoted(p, "{\"a\":[1,2,{\"b\":null}],\"c\":\"\\ud83d\\ude00\"}"),
    });
}

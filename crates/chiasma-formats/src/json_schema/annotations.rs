//! Keywords that say something and forbid nothing.

use chiasma_core::Source;
use chiasma_macros::generator;

use super::schema::Schema;
use super::version::Version;
use super::words::TEXTS;
use crate::dictionary::Section;
use crate::json::{Json, quote, value};

/// A few of them.
#[generator]
pub(super) fn annotations(s: &mut Source, x: &mut Schema<'_>) {
    let version = x.version;
    for keyword in KEYWORDS.iter().filter(|keyword| keyword.since <= version) {
        if s.one_in(4) {
            x.key(keyword.name);
            match keyword.value {
                Value::Text => text(s, x),
                Value::Boolean => x.put(if s.as_value().bool() { "true" } else { "false" }),
                Value::Any => any(s, x),
                Value::Examples => {
                    x.put("[");
                    any(s, x);
                    x.put("]");
                }
            }
        }
    }
}

/// Any JSON value.
#[generator]
fn any(s: &mut Source, x: &mut Schema<'_>) {
    // As if deep within a document, so that it stays small.
    let mut json = Json::within(x.draft.apart(3), 3);
    value(s, &mut json);
    x.put(&json.draft.out);
}

fn text(s: &mut Source, x: &mut Schema<'_>) {
    let word = x.draft.word(s, Section::Texts, TEXTS);
    quote(&mut x.draft.out, word);
}

/// What the value of a keyword is.
enum Value {
    Text,
    Boolean,
    Any,
    Examples,
}

/// A keyword, and the version that it came with.
struct Keyword {
    name: &'static str,
    since: Version,
    value: Value,
}

const KEYWORDS: [Keyword; 9] = [
    Keyword { name: "title", since: Version::Draft4, value: Value::Text },
    Keyword { name: "description", since: Version::Draft4, value: Value::Text },
    Keyword { name: "default", since: Version::Draft4, value: Value::Any },
    Keyword { name: "examples", since: Version::Draft6, value: Value::Examples },
    Keyword { name: "$comment", since: Version::Draft7, value: Value::Text },
    Keyword { name: "readOnly", since: Version::Draft7, value: Value::Boolean },
    Keyword { name: "writeOnly", since: Version::Draft7, value: Value::Boolean },
    Keyword { name: "deprecated", since: Version::Draft2019, value: Value::Boolean },
    Keyword { name: "x-unknown", since: Version::Draft4, value: Value::Any },
];

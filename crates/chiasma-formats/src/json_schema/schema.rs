//! A schema that is being written, and the kinds of schemas there are.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::annotations::annotations;
use super::arrays::array;
use super::combinators::{combinators, enumeration};
use super::instance::Instance;
use super::mistakes;
use super::numbers::number;
use super::objects::object;
use super::references::{self, Target, reference};
use super::strings::string;
use super::version::Version;
use crate::draft::Draft;
use crate::json::quote;

/// The schema so far.
pub(super) struct Schema<'d> {
    pub(super) draft: Draft<'d>,
    pub(super) version: Version,
    /// How many schemas are open.
    pub(super) depth: u32,
    /// Where the schema being written is in the document, as a JSON pointer.
    pub(super) path: String,
    /// What a reference may refer to: schemas that are written.
    pub(super) targets: Vec<Target>,
    /// Names of definitions, those that are yet to be written too.
    pub(super) definitions: Vec<String>,
    /// The document's address; nothing if it has none.
    pub(super) address: Option<&'static str>,
    /// Whether a schema around has an address of its own, so that `#` means something else.
    pub(super) embedded: bool,
    /// Whether the root has an anchor for references that are resolved while validating.
    pub(super) dynamic: bool,
}

impl<'d> Schema<'d> {
    pub(super) fn new(draft: Draft<'d>, version: Version) -> Self {
        Self {
            draft,
            version,
            depth: 0,
            path: String::new(),
            targets: Vec::new(),
            definitions: Vec::new(),
            address: None,
            embedded: false,
            dynamic: false,
        }
    }

    pub(super) fn put(&mut self, text: &str) {
        self.draft.put(text);
    }

    /// Begins a member of the object that is open.
    pub(super) fn key(&mut self, name: &str) {
        if !self.draft.out.ends_with('{') {
            self.put(",");
        }
        quote(&mut self.draft.out, name);
        self.put(":");
    }

    /// Members as they are.
    fn members(&mut self, text: &str) {
        if !text.is_empty() && !self.draft.out.ends_with('{') {
            self.put(",");
        }
        self.put(text);
    }

    /// A member whose value is this JSON text.
    pub(super) fn member(&mut self, name: &str, value: &str) {
        self.key(name);
        self.put(value);
    }

    /// A member whose value is a string.
    pub(super) fn text_member(&mut self, name: &str, text: &str) {
        self.key(name);
        quote(&mut self.draft.out, text);
    }

    /// Begins an element of the array that is open.
    pub(super) fn element(&mut self) {
        if !self.draft.out.ends_with('[') {
            self.put(",");
        }
    }

    /// Writes something that lies at a place in the document, which references may then name.
    pub(super) fn at<T>(&mut self, place: &str, write: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.path.len();
        self.path.push_str(place);
        let written = write(self);
        self.path.truncate(outer);
        written
    }
}

/// A whole document.
#[generator]
pub(super) fn root(s: &mut Source, x: &mut Schema<'_>) -> Instance {
    if x.version > Version::Draft4 && s.one_in(50) {
        x.put("true");
        return Instance::Null;
    }
    x.put("{");
    references::head(s, x);
    let head = x.draft.out.len();
    // Definitions are written first, so that there is something to refer to, but often come last.
    references::definitions(s, x);
    let definitions = x.draft.out.split_off(head);
    x.depth = 1;
    let instance = body(s, x);
    let body = x.draft.out.split_off(head);
    let parts = if s.bool() { [definitions, body] } else { [body, definitions] };
    for part in &parts {
        x.members(part.trim_start_matches(','));
    }
    x.put("}");
    instance
}

/// A schema, and an instance that it is true of.
#[generator]
pub(super) fn schema(s: &mut Source, x: &mut Schema<'_>) -> Instance {
    if !x.draft.spend() || x.depth > 9 {
        return simple(s, x);
    }
    if x.draft.slip(s) {
        mistakes::schema(s, x);
        return Instance::Null;
    }
    pick!(s, {
        3 => simple(s, x),
        14 => full(s, x),
        4 => reference(s, x),
        2 => enumeration(s, x),
        1 => anything(s, x),
    })
}

/// A schema that says the type, and no more.
#[generator]
pub(super) fn simple(s: &mut Source, x: &mut Schema<'_>) -> Instance {
    let instance = pick!(s, {
        Instance::Null,
        Instance::Boolean(true),
        Instance::Integer(0),
        Instance::Text("a".to_owned()),
        Instance::Decimal(150),
        Instance::Array(Vec::new()),
        Instance::Object(Vec::new()),
    });
    x.put("{");
    x.text_member("type", instance.type_name());
    x.put("}");
    instance
}

/// A schema with all kinds of keywords.
#[generator]
pub(super) fn full(s: &mut Source, x: &mut Schema<'_>) -> Instance {
    x.put("{");
    x.depth += 1;
    let instance = body(s, x);
    x.depth -= 1;
    x.put("}");
    instance
}

/// The keywords of a schema: those of one type, then those that any may have.
#[generator]
pub(super) fn body(s: &mut Source, x: &mut Schema<'_>) -> Instance {
    let instance = pick!(s, {
        1 => Instance::Null,
        1 => Instance::Boolean(s.bool()),
        6 => number(s, x),
        6 => string(s, x),
        5 => array(s, x),
        10 => object(s, x),
    });
    types(s, x, &instance);
    if s.one_in(5) {
        annotations(s, x);
    }
    if s.one_in(5) {
        combinators(s, x, &instance);
    }
    instance
}

/// The types an instance may have; mostly its own only.
#[generator]
pub(super) fn types(s: &mut Source, x: &mut Schema<'_>, about: &Instance) {
    if x.draft.slip(s) {
        return mistakes::types(s, x);
    }
    let own = match about {
        Instance::Integer(_) if s.bool() => "number",
        _ => about.type_name(),
    };
    pick!(s, {
        14 => x.text_member("type", own),
        2 => {
            let others = ["null", "string", "integer", "boolean", "object", "array", "number"];
            let other = others[s.index(others.len())];
            x.key("type");
            if other == own {
                x.put(&format!("[\"{own}\"]"));
            } else if s.bool() {
                x.put(&format!("[\"{own}\",\"{other}\"]"));
            } else {
                x.put(&format!("[\"{other}\",\"{own}\"]"));
            }
        },
        2 => {},
    })
}

/// A schema that is true of every instance.
#[generator]
pub(super) fn anything(s: &mut Source, x: &mut Schema<'_>) -> Instance {
    if x.version == Version::Draft4 || s.bool() {
        x.put("{}");
    } else {
        x.put("true");
    }
    super::instance::scalar(s)
}

/// A schema for what the instance does not have, so that it need not be true of anything, and may
/// refer to a schema around it.
#[generator]
pub(super) fn unused(s: &mut Source, x: &mut Schema<'_>) {
    pick!(s, {
        2 => drop(simple(s, x)),
        3 => references::recursion(s, x),
        2 => drop(schema(s, x)),
    })
}

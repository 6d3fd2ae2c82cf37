//! Modules: imports, exports and what is between.

use std::rc::Rc;

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::kinds::{Facts, Kind};
use super::levels::Level;
use super::program::Program;
use super::scopes::{Binding, Variable};
use super::words::{FUNCTIONS, NAMES};
use super::{classes, declarations, expressions, functions, names, statements, trivia};

/// What other modules are called.
const SPECIFIERS: &[&str] = &[
    "./a.js",
    "../b.mjs",
    "x",
    "node:fs",
    "@scope/name",
    "https://example.org/m.js",
    "./d.json",
    "#internal",
    "",
];

/// What a module has exported so far: no name may be exported twice.
#[derive(Default)]
struct Exports {
    names: Vec<Rc<str>>,
    has_default: bool,
}

/// The items of a module.
#[generator]
pub(super) fn items(s: &mut Source, p: &mut Program<'_>) {
    let mut exports = Exports::default();
    let imports = s.length(0..=2);
    let most = (p.left() as usize / 6).clamp(1, 9);
    let count = imports + s.length(1..=most);
    p.each(s, count, |s, p, index| {
        if index > 0 {
            trivia::separator(s, p);
        }
        statements::listed(s, p, |s, p| {
            if index < imports {
                return import(s, p);
            }
            pick!(s, {
                6 => statements::statement(s, p),
                3 => export(s, p, &mut exports),
            })
        });
    });
}

/// An import declaration.
#[generator]
fn import(s: &mut Source, p: &mut Program<'_>) {
    p.put("import ");
    let form = s.weighted_index(&[2, 3, 3, 2, 1, 1]);
    if matches!(form, 1 | 4 | 5) {
        binding(s, p);
    }
    p.put(["", " from ", "", "", ", ", ", "][form]);
    match form {
        2 | 4 => {
            named_imports(s, p);
            p.put(" from ");
        }
        3 | 5 => {
            p.put("* as ");
            binding(s, p);
            p.put(" from ");
        }
        _ => {}
    }
    specifier(s, p);
    trivia::terminator(s, p);
}

/// A name that an import declares.
fn binding(s: &mut Source, p: &mut Program<'_>) {
    let place = names::declared_name(s, p, NAMES, Binding::Import, Facts::of(Kind::Any));
    p.scopes.open(place);
}

#[generator]
fn named_imports(s: &mut Source, p: &mut Program<'_>) {
    p.put("{");
    let count = s.length(0..=3);
    p.list(s, count, ", ", |s, p, _| match s.weighted_index(&[3, 2, 1, 1]) {
        0 => binding(s, p),
        way => {
            match way {
                1 => p.put("a as "),
                2 => p.put("default as "),
                _ => p.put_one(s, &["\"a b\" as ", "'*' as ", "\"😀\" as "]),
            }
            binding(s, p);
        }
    });
    p.put("}");
}

/// Which module, and how it is to be read.
fn specifier(s: &mut Source, p: &mut Program<'_>) {
    p.put(&format!("\"{}\"", s.as_value().choose(SPECIFIERS)));
    if s.one_in(8) {
        p.put_one(s, &[" with {type: \"json\"}", " with {}", " with {\"type\": 'css', a: \"b\"}"]);
    }
}

/// An export declaration.
#[generator]
fn export(s: &mut Source, p: &mut Program<'_>, exports: &mut Exports) {
    match s.weighted_index(&[5, 2, 2, 3, 2, 2]) {
        0 => exported_variable(s, p, exports),
        1 => exported(p, exports, |p| declarations::function_declaration(s, p)),
        2 => exported(p, exports, |p| classes::class_declaration(s, p)),
        3 if !exports.has_default || p.slip(s) => {
            exports.has_default = true;
            default_export(s, p);
        }
        4 => export_list(s, p, exports),
        _ => export_from(s, p, exports),
    }
}

/// `export` before a declaration of one name.
fn exported(p: &mut Program<'_>, exports: &mut Exports, write: impl FnOnce(&mut Program<'_>)) {
    p.put("export ");
    write(p);
    let name = p.scopes.own().last().map(|variable| variable.name.clone());
    exports.names.extend(name);
}

fn exported_variable(s: &mut Source, p: &mut Program<'_>, exports: &mut Exports) {
    exported(p, exports, |p| {
        let binding = *s.choose(&[Binding::Const, Binding::Let]);
        p.put(if binding == Binding::Const { "const " } else { "let " });
        let place = names::variable_name(s, p, binding);
        p.put(" = ");
        let facts = functions::known_value(s, p);
        p.scopes.learn(place, facts);
        p.scopes.open(place);
        trivia::terminator(s, p);
    });
}

#[generator]
fn default_export(s: &mut Source, p: &mut Program<'_>) {
    p.put("export default ");
    pick!(s, {
        6 => {
            let start = p.len();
            expressions::of(s, p, Kind::Any, Level::Assignment);
            statements::guard_beginning(p, start);
            p.put(";");
        },
        2 => {
            let sort = functions::Sort::any(s);
            let signature = functions::new_signature(s);
            p.put(sort.function_prefix());
            let place = s.bool().then(|| {
                let facts = Facts::function(sort.call(&signature));
                names::declared_name(s, p, FUNCTIONS, Binding::Function, facts)
            });
            functions::parameters_and_body(s, p, sort, functions::Manner::Function, &signature);
            if let Some(place) = place {
                p.scopes.open(place);
            }
        },
        1 => classes::class_declaration(s, p),
        1 => {
            p.put("class");
            drop(classes::class_tail(s, p));
        },
    })
}

/// `export {a, b as c}`.
#[generator]
fn export_list(s: &mut Source, p: &mut Program<'_>, exports: &mut Exports) {
    p.put("export {");
    let count = s.length(0..=2);
    let mut written = 0;
    for _ in 0..count {
        let top: Vec<Rc<str>> =
            p.scopes.own().iter().map(|variable| variable.name.clone()).collect();
        let here = |variable: &Variable| top.contains(&variable.name);
        let Some(variable) = p.pick(s, here) else { break };
        let (alias, suffix) = exported_name(s, &variable.name);
        if exports.names.contains(&alias) {
            continue;
        }
        p.put(if written > 0 { ", " } else { "" });
        p.put(&variable.name);
        p.put(&suffix);
        exports.names.push(alias);
        written += 1;
    }
    p.put("}");
    trivia::terminator(s, p);
}

/// What a name is exported as, and how that is written.
fn exported_name(s: &mut Source, name: &Rc<str>) -> (Rc<str>, String) {
    pick!(s, {
        3 => (name.clone(), String::new()),
        2 => {
            let alias = *s.as_value().choose(&["x1", "x2", "if", "class", "y1", "π1"]);
            (alias.into(), format!(" as {alias}"))
        },
        1 => {
            let alias = *s.as_value().choose(&["a-b", "*", "😀", ""]);
            (alias.into(), format!(" as \"{alias}\""))
        },
    })
}

/// `export ... from`.
#[generator]
fn export_from(s: &mut Source, p: &mut Program<'_>, exports: &mut Exports) {
    let alias: Rc<str> = format!("from{}", exports.names.len()).into();
    pick!(s, {
        2 => p.put("export * from "),
        2 => p.put(&format!("export * as {alias} from ")),
        2 => p.put(&format!("export {{default as {alias}}} from ")),
        1 => p.put("export {} from "),
    });
    exports.names.push(alias);
    specifier(s, p);
    trivia::terminator(s, p);
}

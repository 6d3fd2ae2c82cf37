//! JavaScript: programs, modules and expressions of ECMAScript 2024.
//!
//! A program declares names and uses those that it has declared, calls its own functions and the
//! built-in library with what they expect, and ends: loops have a few rounds. Nothing in it depends
//! on the clock or on chance.
//!
//! ```
//! use chiasma_core::{Seed, Source};
//! use chiasma_formats::javascript;
//!
//! let program = Source::random(Seed(1)).draw(javascript::programs().budget(40));
//! println!("{program}");
//! ```
//!
//! Of a [`Dictionary`](crate::Dictionary) it takes `names` (variables, functions, classes),
//! `attributes` (properties), `keywords` (globals that the host has) and `texts` (strings). What a
//! budget counts are statements and expressions that are more than a name or a literal.

mod arrays;
mod assignments;
mod calls;
mod classes;
mod context;
mod control;
mod declarations;
mod expressions;
mod functions;
mod instances;
mod kinds;
mod levels;
mod library;
mod literals;
mod loops;
mod members;
mod methods;
mod modules;
mod names;
mod objects;
mod operators;
mod patterns;
mod program;
mod protocols;
mod regexes;
mod samples;
mod scopes;
mod sources;
mod statements;
mod strings;
mod trivia;
mod values;
mod words;

use chiasma_core::{Source, pick};

use self::levels::Level;
use self::program::Program;
use crate::draft::Draft;
use crate::format::Format;

/// JavaScript programs: scripts, sloppy or strict.
pub fn programs() -> Format {
    Format::new("chiasma_formats::javascript::programs", 32, write_program)
}

/// JavaScript modules, with imports and exports.
pub fn modules() -> Format {
    Format::new("chiasma_formats::javascript::modules", 32, write_module)
}

/// JavaScript expressions, which use no names but those of the library and their own.
pub fn expressions() -> Format {
    Format::new("chiasma_formats::javascript::expressions", 25, write_expression)
}

fn write_program(s: &mut Source, d: Draft<'_>) -> String {
    let mut p = Program::new(d);
    pick!(s, {
        20 => {},
        4 => {
            p.put_one(s, &["\"use strict\";\n", "'use strict'\n;"]);
            p.context.strict = true;
        },
        1 => p.put("#!/usr/bin/env node\n"),
    });
    declarations::top_level(s, &mut p);
    p.into_text()
}

fn write_module(s: &mut Source, d: Draft<'_>) -> String {
    let mut p = Program::new(d);
    p.context.strict = true;
    p.context.module = true;
    p.context.awaits = true;
    if s.one_in(41) {
        p.put("#!/usr/bin/env node\n");
    }
    modules::items(s, &mut p);
    p.into_text()
}

fn write_expression(s: &mut Source, d: Draft<'_>) -> String {
    let mut p = Program::new(d);
    expressions::compound(s, &mut p, Level::Comma);
    p.into_text()
}

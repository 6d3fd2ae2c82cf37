//! The class file as a whole (section 4.1): what kind of class it is, and the order of its parts.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::attributes::{self, Attributes, Place};
use super::bytes::Bytes;
use super::constants;
use super::fields;
use super::methods;
use super::modules;
use super::mutf8;
use super::names;
use super::pool::Constant;
use super::words;
use super::{ABSTRACT, Class, ENUM, FINAL, INTERFACE, MANDATED, OBJECT, PUBLIC, SYNTHETIC};
use crate::draft::Draft;

const SUPER: u16 = 0x20;
const ANNOTATION: u16 = 0x2000;
/// Such a flag of a class as `MANDATED` is of other things.
const MODULE: u16 = MANDATED;

/// What kind of class a file has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Flavour {
    Class,
    Interface,
    Enum,
    Annotation,
    Record,
    Module,
    /// `package-info`.
    Package,
}

/// Major versions and how often they occur; Java 17 has 61.
const VERSIONS: [(u32, u16); 21] = [
    (32, 52),
    (32, 61),
    (16, 55),
    (12, 60),
    (4, 53),
    (4, 54),
    (2, 56),
    (2, 57),
    (2, 58),
    (4, 59),
    (8, 51),
    (8, 50),
    (6, 49),
    (4, 48),
    (2, 47),
    (2, 46),
    (2, 45),
    (1, 62),
    (1, 63),
    (1, 64),
    (1, 65),
];

/// A class file.
pub(super) fn class_file(s: &mut Source, draft: Draft<'_>) -> Vec<u8> {
    let mut class = Class::new(draft);
    let c = &mut class;
    let flags = header(s, c);
    let interfaces = interface_indices(s, c);
    let is_bare = matches!(c.flavour, Flavour::Module | Flavour::Package);
    let fields = if is_bare { vec![0, 0] } else { fields::fields(s, c) };
    let methods = if is_bare { vec![0, 0] } else { methods::methods(s, c) };
    let attributes = class_attributes(s, c);
    let name = c.pool.class(&c.name.clone());
    let name = c.index(s, name);
    let parent = match c.flavour {
        Flavour::Module => 0,
        _ => c.pool.class(&c.parent.clone()),
    };
    let parent = c.index(s, parent);
    let extra = *s.weighted(&[(12, 0), (3, 1), (1, 3)]);
    for _ in 0..extra {
        constants::unused(s, c);
    }
    let mut body = Vec::new();
    body.u2(c.flags(s, flags));
    body.u2(name);
    body.u2(parent);
    for mut part in [interfaces, fields, methods, attributes] {
        if c.draft.slip(s) {
            // One more than there are, or as many as can be.
            part[s.index(2)] = *s.choose(&[part[1].wrapping_add(1), 0xff]);
        }
        body.extend(part);
    }
    assemble(s, c, &body)
}

/// Puts what comes before the body in front of it: only now all constants are known.
fn assemble(s: &mut Source, c: &mut Class<'_>, body: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    out.u4(if c.draft.slip(s) { 0xcafe_babf } else { 0xcafe_babe });
    let minor = match c.version {
        // Before 45.3 code had another form.
        45 => *s.weighted(&[(6, 3), (1, 0xffff)]),
        ..=55 => *s.as_value().weighted(&[(30, 0), (1, 3)]),
        // A preview of features that are not there yet.
        _ => *s.as_value().weighted(&[(100, 0), (1, 0xffff)]),
    };
    out.u2(c.number(s, minor));
    out.u2(if c.draft.slip(s) { *s.choose(&[0, 44, 66, 0xffff]) } else { c.version });
    if c.draft.slip(s) {
        damage_constant(s, c);
    }
    out.u2(c.number(s, c.pool.count()));
    out.extend(c.pool.bytes());
    out.extend(body);
    if c.draft.slip(s) {
        damage_bytes(s, &mut out);
    }
    out
}

/// Ends the file too early or too late, or puts another byte somewhere into it.
fn damage_bytes(s: &mut Source, out: &mut Vec<u8>) {
    pick!(s, {
        1 => out.truncate(out.len() - 1 - s.index(out.len().min(255) - 1)),
        1 => out.u1(s.byte()),
        1 => {
            let place = s.index(out.len());
            out[place] = s.byte();
        },
    })
}

/// Makes some constant another one, or none.
fn damage_constant(s: &mut Source, c: &mut Class<'_>) {
    let count = c.pool.count();
    let entries = c.pool.entries_mut();
    let chosen = s.index(entries.len());
    let entry = &mut entries[chosen];
    match entry {
        Constant::Utf8(text) if s.bool() => mutf8::damage(s, text),
        Constant::One(_, index) if s.bool() => *index = s.int(0..=count),
        Constant::Two(_, first, second) if s.bool() => {
            let index = s.int(0..=count);
            if s.bool() { *first = index } else { *second = index }
        }
        _ => {
            let tag = *s.choose(&[0, 2, 13, 14, 21, 255, 1, 3, 5, 7, 12]);
            *entry = Constant::Raw(tag, vec![0, 1]);
        }
    }
}

/// What kind of class it is: its version, name, what it extends and implements; gives the flags.
#[generator]
fn header(s: &mut Source, c: &mut Class<'_>) -> u16 {
    c.flavour = *s.weighted(&[
        (12, Flavour::Class),
        (3, Flavour::Interface),
        (2, Flavour::Enum),
        (2, Flavour::Annotation),
        (2, Flavour::Record),
        (1, Flavour::Module),
    ]);
    let (least, parent) = match c.flavour {
        Flavour::Class => (45, None),
        Flavour::Interface => (45, Some(OBJECT)),
        Flavour::Enum => (49, Some("java/lang/Enum")),
        Flavour::Annotation => (49, Some(OBJECT)),
        Flavour::Record => (60, Some("java/lang/Record")),
        Flavour::Module | Flavour::Package => (53, Some(OBJECT)),
    };
    let versions: Vec<(u32, u16)> =
        VERSIONS.into_iter().filter(|(_, version)| *version >= least).collect();
    c.version = *s.weighted(&versions);
    if c.flavour == Flavour::Interface && c.version >= 49 && s.one_in(10) {
        c.flavour = Flavour::Package;
    }
    c.name = match c.flavour {
        Flavour::Module => "module-info".to_owned(),
        Flavour::Package => format!("{}/package-info", names::package(s)),
        _ => names::class_name(s, c),
    };
    c.parent = match parent {
        Some(parent) => parent.to_owned(),
        None => parent_class(s, c),
    };
    if !matches!(c.flavour, Flavour::Module | Flavour::Package) {
        interfaces(s, c);
    }
    access_flags(s, c)
}

/// The class above: one of the library, rarely one unknown.
fn parent_class(s: &mut Source, c: &mut Class<'_>) -> String {
    if s.one_in(41) {
        let name = names::class_name(s, c);
        if name != c.name {
            return name;
        }
    }
    // The last two are for enums and records.
    let parents = &words::PARENTS[..words::PARENTS.len() - 2];
    if s.one_in(2) { s.choose(parents).0.to_owned() } else { OBJECT.to_owned() }
}

fn interfaces(s: &mut Source, c: &mut Class<'_>) {
    if c.flavour == Flavour::Annotation {
        c.interfaces.push("java/lang/annotation/Annotation".to_owned());
    }
    let count = *s.weighted(&[(5, 0), (3, 1), (1, 3)]);
    for _ in 0..count {
        let name = if s.one_in(41) {
            names::class_name(s, c)
        } else {
            (*s.choose(words::INTERFACES)).to_owned()
        };
        let fresh = name != c.name && name != c.parent && !c.interfaces.contains(&name);
        if fresh || c.draft.slip(s) {
            c.interfaces.push(name);
        }
    }
}

fn access_flags(s: &mut Source, c: &mut Class<'_>) -> u16 {
    let mut flags = match c.flavour {
        Flavour::Class => {
            *s.weighted(&[(6, SUPER), (2, SUPER | FINAL), (2, SUPER | ABSTRACT), (1, 0)])
        }
        Flavour::Interface => INTERFACE | ABSTRACT,
        Flavour::Annotation => INTERFACE | ABSTRACT | ANNOTATION,
        Flavour::Enum => {
            *s.as_value().choose(&[SUPER | ENUM | FINAL, SUPER | ENUM, SUPER | ENUM | ABSTRACT])
        }
        Flavour::Record => SUPER | FINAL,
        Flavour::Module => return MODULE,
        Flavour::Package => return INTERFACE | ABSTRACT | SYNTHETIC,
    };
    if s.as_value().bool() {
        flags |= PUBLIC;
    }
    if c.version >= 49 && s.as_value().one_in(16) {
        flags |= SYNTHETIC;
    }
    c.is_final = flags & FINAL != 0;
    c.is_abstract = flags & ABSTRACT != 0;
    flags
}

fn interface_indices(s: &mut Source, c: &mut Class<'_>) -> Vec<u8> {
    let mut indices = Vec::new();
    for name in c.interfaces.clone() {
        let index = c.pool.class(&name);
        indices.push(c.index(s, index));
    }
    let mut out = Vec::new();
    out.indices(&indices);
    out
}

/// The attributes of the class; those that its kind or its constants need come first.
#[generator]
fn class_attributes(s: &mut Source, c: &mut Class<'_>) -> Vec<u8> {
    let mut to = Attributes::default();
    match c.flavour {
        Flavour::Module => modules::module(s, c, &mut to),
        Flavour::Record => {
            let body = attributes::record(s, c);
            to.add(s, c, "Record", &body);
        }
        _ => {}
    }
    attributes::attributes(s, c, Place::Class, &mut to);
    if !c.bootstraps.is_empty() && !c.draft.slip(s) {
        let mut body = Vec::new();
        body.table(&c.bootstraps);
        to.add(s, c, "BootstrapMethods", &body);
    }
    to.bytes()
}

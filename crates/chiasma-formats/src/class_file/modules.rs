//! What a module says of itself: the attributes `Module`, `ModulePackages` and `ModuleMainClass`.

use chiasma_core::Source;
use chiasma_macros::generator;

use super::attributes::Attributes;
use super::bytes::Bytes;
use super::names;
use super::words;
use super::{Class, MANDATED, SYNTHETIC};

const TRANSITIVE: u16 = 0x20;
const STATIC_PHASE: u16 = 0x40;
const OPEN: u16 = 0x20;

/// Writes the attributes of a module.
pub(super) fn module(s: &mut Source, c: &mut Class<'_>, to: &mut Attributes) {
    let mut packages = Vec::new();
    let body = module_body(s, c, &mut packages);
    to.add(s, c, "Module", &body);
    let main = s.one_in(4);
    if main {
        note(&mut packages, "com/example");
    }
    if s.bool() {
        // All that are spoken of must be there; more may.
        if s.bool() {
            note(&mut packages, &names::package(s));
        }
        let indices: Vec<u16> = packages.iter().map(|name| c.pool.package(name)).collect();
        let mut body = Vec::new();
        body.indices(&indices);
        to.add(s, c, "ModulePackages", &body);
    }
    if main {
        let index = c.pool.class("com/example/Main");
        let body = c.index(s, index).to_be_bytes();
        to.add(s, c, "ModuleMainClass", &body);
    }
}

fn note(packages: &mut Vec<String>, name: &str) {
    if !packages.iter().any(|known| known == name) {
        packages.push(name.to_owned());
    }
}

/// The attribute `Module` (section 4.7.25).
#[generator]
fn module_body(s: &mut Source, c: &mut Class<'_>, packages: &mut Vec<String>) -> Vec<u8> {
    let mut out = Vec::new();
    let name =
        *s.as_value().choose(&["m", "com.example", "a.b", "org.example.deep", "module_1", "é.ß"]);
    let index = c.pool.module(name);
    out.u2(c.index(s, index));
    let is_open = s.one_in(5);
    let flags = *s.weighted(&[(6, 0), (1, SYNTHETIC), (1, MANDATED)]);
    out.u2(c.flags(s, flags | if is_open { OPEN } else { 0 }));
    out.u2(version(s, c));
    let rows = requirements(s, c, name);
    out.table(&rows);
    let rows = openings(s, c, packages);
    out.table(&rows);
    // A module that is open has no packages that are.
    let rows = if is_open { Vec::new() } else { openings(s, c, packages) };
    out.table(&rows);
    let uses: Vec<u16> = (0..s.length(0..=2)).map(|place| service(s, c, place)).collect();
    out.indices(&uses);
    let rows: Vec<Vec<u8>> =
        (0..s.length(0..=2)).map(|place| provision(s, c, place, packages)).collect();
    out.table(&rows);
    out
}

/// The index of a version, or 0 for none.
fn version(s: &mut Source, c: &mut Class<'_>) -> u16 {
    let s = &mut *s.as_value();
    let version = *s.weighted(&[(4, ""), (1, "17.0.15"), (1, "1.0-SNAPSHOT"), (1, "9-ea+1")]);
    let index = if version.is_empty() { 0 } else { c.pool.utf8(version) };
    c.index(s, index)
}

/// The modules that are needed, the base before all.
#[generator]
fn requirements(s: &mut Source, c: &mut Class<'_>, own: &str) -> Vec<Vec<u8>> {
    let mut rows = Vec::new();
    let mut seen = vec![own.to_owned()];
    if !c.draft.slip(s) {
        let flags = *s.choose(&[MANDATED, 0, SYNTHETIC]);
        rows.push(requirement(s, c, "java.base", flags));
        seen.push("java.base".to_owned());
    }
    for _ in 0..s.length(0..=3) {
        let name = *s.choose(words::MODULES);
        if seen.iter().any(|known| known == name) && !c.draft.slip(s) {
            continue;
        }
        seen.push(name.to_owned());
        let flags = *s.choose(&[0, TRANSITIVE, STATIC_PHASE, TRANSITIVE | STATIC_PHASE, SYNTHETIC]);
        rows.push(requirement(s, c, name, flags));
    }
    rows
}

#[generator]
fn requirement(s: &mut Source, c: &mut Class<'_>, name: &str, flags: u16) -> Vec<u8> {
    let mut out = Vec::new();
    let index = c.pool.module(name);
    out.u2(c.index(s, index));
    out.u2(c.flags(s, flags));
    out.u2(version(s, c));
    out
}

/// Packages that are exported or opened, to all or to some modules.
#[generator]
fn openings(s: &mut Source, c: &mut Class<'_>, packages: &mut Vec<String>) -> Vec<Vec<u8>> {
    let mut seen: Vec<String> = Vec::new();
    let mut rows = Vec::new();
    for _ in 0..s.length(0..=3) {
        let package = names::package(s);
        if seen.contains(&package) {
            continue;
        }
        note(packages, &package);
        let mut row = Vec::new();
        let index = c.pool.package(&package);
        row.u2(c.index(s, index));
        let flags = *s.as_value().choose(&[0, SYNTHETIC, MANDATED]);
        row.u2(c.flags(s, flags));
        let mut to: Vec<u16> = Vec::new();
        for _ in 0..s.length(0..=2) {
            let index = c.pool.module(words::one_of(s, words::MODULES));
            if !to.contains(&index) {
                to.push(index);
            }
        }
        row.indices(&to);
        rows.push(row);
        seen.push(package);
    }
    rows
}

const SERVICES: [&str; 3] =
    ["java/sql/Driver", "java/util/spi/ToolProvider", "com/example/Outer$Service"];

/// A service, another one in each place.
fn service(s: &mut Source, c: &mut Class<'_>, place: usize) -> u16 {
    let index = c.pool.class(SERVICES[place % SERVICES.len()]);
    c.index(s, index)
}

/// A service that classes of the module provide.
#[generator]
fn provision(
    s: &mut Source,
    c: &mut Class<'_>,
    place: usize,
    packages: &mut Vec<String>,
) -> Vec<u8> {
    let mut out = Vec::new();
    out.u2(service(s, c, place));
    let first = c.pool.class("com/example/Main");
    let second = c.pool.class("a/b/C");
    note(packages, "com/example");
    if s.bool() {
        note(packages, "a/b");
        out.indices(&[first, second]);
    } else {
        out.indices(&[first]);
    }
    out
}

//! Attributes of code that are for debuggers: lines and variables.

use chiasma_core::Source;
use chiasma_macros::generator;

use super::super::Class;
use super::super::attributes::Place;
use super::super::bytes::Bytes;
use super::super::names;
use super::super::signatures;
use super::Code;

/// The attribute `LineNumberTable` (section 4.7.12).
#[generator]
pub(in super::super) fn line_numbers(
    s: &mut Source,
    c: &mut Class<'_>,
    place: Place<'_>,
) -> Vec<u8> {
    let Place::Code(code) = place else { return vec![0, 0] };
    let first = *s.as_value().weighted(&[(6, 1), (2, 0), (1, 65_500)]);
    let mut line: u16 = first;
    let mut rows = Vec::new();
    for start in &code.statements {
        let mut row = Vec::new();
        row.u2(c.number(s, *start));
        row.u2(line);
        rows.push(row);
        line = line.wrapping_add(s.int(0..=3));
    }
    let mut out = Vec::new();
    out.table(&rows);
    out
}

/// The attribute `LocalVariableTable` (section 4.7.13).
///
/// The names are drawn here and kept: `LocalVariableTypeTable` has the same ones.
#[generator]
pub(super) fn local_variables(s: &mut Source, c: &mut Class<'_>, code: &mut Code) -> Vec<u8> {
    let mut rows = Vec::new();
    for variable in &code.variables {
        let name = names::identifier(s, c);
        let mut row = Vec::new();
        row.u2(c.number(s, variable.start));
        row.u2(c.number(s, variable.end - variable.start));
        row.u2(c.pool.utf8(&name));
        row.u2(c.pool.utf8(&variable.ty.descriptor()));
        row.u2(c.number(s, variable.slot));
        rows.push(row);
        code.names.push(name);
    }
    let mut out = Vec::new();
    out.table(&rows);
    out
}

/// The attribute `LocalVariableTypeTable` (section 4.7.14): variables whose type has arguments.
#[generator]
pub(super) fn local_variable_types(s: &mut Source, c: &mut Class<'_>, code: &Code) -> Vec<u8> {
    let mut rows = Vec::new();
    for (variable, name) in code.variables.iter().zip(&code.names) {
        if !variable.ty.is_reference() || s.one_in(3) {
            continue;
        }
        let signature = signatures::type_signature(s, c, &variable.ty);
        let mut row = Vec::new();
        row.u2(variable.start);
        row.u2(c.number(s, variable.end - variable.start));
        row.u2(c.pool.utf8(name));
        row.u2(c.pool.utf8(&signature));
        row.u2(variable.slot);
        rows.push(row);
    }
    let mut out = Vec::new();
    out.table(&rows);
    out
}

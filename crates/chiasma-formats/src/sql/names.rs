//! Identifiers: quoted where they must be, and as the dialect quotes.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::dialect::{Dialect, GENERIC, MYSQL, POSTGRES, SQLITE};
use super::script::{Column, Kind, Reference, Script, Table};
use super::words;
use crate::dictionary::Section;
use crate::draft::distinct;

/// Writes a name, in quotes if it needs them and sometimes if it does not.
#[generator]
pub(super) fn identifier(s: &mut Source, q: &mut Script<'_>, name: &str) {
    let s = &mut *s.as_value();
    if q.slip(s) {
        q.raw_one(s, &["", "select", "1a", "\"open", "a b", "`x", "no_such_name", "'x'"]);
        return;
    }
    if is_plain(name) && !s.one_in(31) {
        q.raw(name);
        return;
    }
    let brackets = q.when(SQLITE, 1) * u32::from(!name.contains(']'));
    let ticks = q.when(MYSQL, 8) + q.when(SQLITE.and(GENERIC), 1);
    let quotes = if q.dialect == Dialect::MySql { 0 } else { 6 };
    pick!(s, {
        quotes => q.raw(format!("\"{}\"", name.replace('"', "\"\""))),
        ticks => q.raw(format!("`{}`", name.replace('`', "``"))),
        brackets => q.raw(format!("[{name}]")),
    })
}

/// Whether a name needs no quotes.
fn is_plain(name: &str) -> bool {
    let mut characters = name.chars();
    characters.next().is_some_and(|first| first.is_alphabetic() || first == '_')
        && characters.all(|c| c.is_alphanumeric() || c == '_')
        && !words::RESERVED.contains(&name.to_ascii_lowercase().as_str())
}

/// Writes a name of an object, perhaps with its schema.
#[generator]
pub(super) fn qualified(s: &mut Source, q: &mut Script<'_>, name: &str) {
    let database = q.when(GENERIC, 1);
    pick!(s, {
        20 => {},
        2 => {
            let schema = *s.choose(match q.dialect {
                Dialect::Sqlite => &["main", "temp"],
                _ => &["public", "my_schema"],
            });
            identifier(s, q, schema);
            q.raw(".");
        },
        database => q.raw("db1.public."),
    });
    identifier(s, q, name);
}

/// A table that is there.
#[generator]
pub(super) fn known_table(s: &mut Source, q: &mut Script<'_>) -> Table {
    let recent = q.tables.len() - words::TABLES.len();
    let place = if recent > 0 && s.bool() {
        words::TABLES.len() + s.index(recent)
    } else {
        s.index(words::TABLES.len())
    };
    q.tables[place].clone()
}

/// A name for a new table.
pub(super) fn table_name(s: &mut Source, q: &Script<'_>) -> String {
    let s = &mut *s.as_value();
    q.word(s, Section::Names, words::TABLE_NAMES).to_owned()
}

/// A name for a new column that `taken` does not have.
pub(super) fn column_name(s: &mut Source, q: &Script<'_>, taken: &[Column]) -> String {
    let s = &mut *s.as_value();
    let name = q.word(s, Section::Attributes, words::COLUMN_NAMES);
    distinct(name, |name| taken.iter().any(|column| column.name.eq_ignore_ascii_case(name)))
}

/// Writes the name of a constraint, an index, a role or another object.
#[generator]
pub(super) fn object(s: &mut Source, q: &mut Script<'_>) {
    let s = &mut *s.as_value();
    let name = q.word(s, Section::Names, words::OBJECTS);
    identifier(s, q, name);
}

/// Writes names of columns in parentheses.
#[generator]
pub(super) fn columns(s: &mut Source, q: &mut Script<'_>, columns: &[Column]) {
    q.enclose(s, |s, q| {
        q.list(s, columns.len(), |s, q, place| identifier(s, q, &columns[place].name));
    });
}

/// One or two of a table's columns, in its order.
pub(super) fn some_columns(s: &mut Source, table: &Table) -> Vec<Column> {
    let first = s.index(table.columns.len());
    let last = (first + s.index(2)).min(table.columns.len() - 1);
    table.columns[first..=last].to_vec()
}

/// Writes a reference to a column of this kind that is in scope; false if there is none.
#[generator]
pub(super) fn column(s: &mut Source, q: &mut Script<'_>, kind: Kind) -> bool {
    let s = &mut *s.as_value();
    let Some((innermost, around)) = q.scopes.split_last() else { return false };
    let wanted = |reference: &Reference| reference.column.kind == kind;
    let own: Vec<Reference> = match innermost.grouped.as_ref().filter(|_| !q.in_aggregate) {
        Some(grouped) => grouped.iter().filter(|r| wanted(r)).cloned().collect(),
        None => innermost.references().filter(wanted).collect(),
    };
    let outer: Vec<Reference> =
        around.last().map(|scope| scope.references().filter(wanted).collect()).unwrap_or_default();
    // A column of the query around makes a correlated subquery.
    let correlated = match (own.is_empty(), outer.is_empty()) {
        (true, true) => return false,
        (false, false) => s.one_in(4),
        (is_empty, _) => is_empty,
    };
    let reference = s.choose(if correlated { &outer } else { &own }).clone();
    let name = &reference.column.name;
    let same = innermost.references().filter(|r| r.column.name.eq_ignore_ascii_case(name)).count();
    let has_name = !reference.relation.is_empty();
    if has_name && (correlated || same > 1 || s.one_in(4)) {
        identifier(s, q, &reference.relation);
        q.raw(".");
    }
    identifier(s, q, name);
    true
}

/// The kinds that columns and results have here.
pub(super) fn kind(s: &mut Source, q: &Script<'_>) -> Kind {
    let documents = q.when(GENERIC.and(POSTGRES).and(MYSQL), 1);
    let lists = q.when(GENERIC.and(POSTGRES), 1);
    pick!(s, {
        8 => Kind::Number,
        6 => Kind::Text,
        2 => Kind::Flag,
        3 => Kind::Moment,
        documents => Kind::Document,
        lists => Kind::List,
    })
}

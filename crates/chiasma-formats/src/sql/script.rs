//! The script that is being written: its text, the tables that it knows, and what is in scope.

use chiasma_core::Source;

use super::dialect::{Dialect, Dialects};
use super::words;
use crate::draft::{Draft, Writer as _, deref_to_draft};

/// A SQL script so far.
pub(super) struct Script<'d> {
    draft: Draft<'d>,
    pub(super) dialect: Dialect,
    /// Tables and views that there are.
    pub(super) tables: Vec<Table>,
    /// What `WITH` names, for the queries within.
    pub(super) shared: Vec<Table>,
    /// The queries around, the innermost last.
    pub(super) scopes: Vec<Scope>,
    /// Number of enclosing expressions.
    pub(super) depth: u32,
    /// Whether an argument of an aggregate function is being written.
    pub(super) in_aggregate: bool,
    /// How keywords are written.
    case: Case,
}

/// How keywords are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Case {
    Upper,
    Lower,
    Capital,
}

/// A table, a view or the result of a query.
#[derive(Clone)]
pub(super) struct Table {
    pub(super) name: String,
    pub(super) columns: Vec<Column>,
}

/// A column.
#[derive(Clone)]
pub(super) struct Column {
    pub(super) name: String,
    pub(super) kind: Kind,
}

/// What a value is, as far as expressions care.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Number,
    Text,
    Flag,
    Moment,
    Document,
    List,
}

/// A column of a relation.
#[derive(Clone)]
pub(super) struct Reference {
    pub(super) relation: String,
    pub(super) column: Column,
}

/// What a query can name.
#[derive(Default, Clone)]
pub(super) struct Scope {
    /// The relations of `FROM`.
    pub(super) relations: Vec<Table>,
    /// What the rows are grouped by, if they are: only that, and aggregates, has one value then.
    pub(super) grouped: Option<Vec<Reference>>,
    /// Whether aggregate functions are legal where it is.
    pub(super) may_aggregate: bool,
    /// Whether window functions are legal where it is.
    pub(super) may_window: bool,
    /// Windows that have names.
    pub(super) windows: Vec<&'static str>,
}

impl<'d> Script<'d> {
    pub(super) fn new(s: &mut Source, draft: Draft<'d>, dialect: Dialect) -> Self {
        let case =
            *s.as_value().weighted(&[(6, Case::Upper), (2, Case::Lower), (1, Case::Capital)]);
        let tables = words::TABLES.iter().map(|(name, columns)| Table {
            name: (*name).to_owned(),
            columns: columns
                .iter()
                .map(|(name, kind)| Column::new(*name, dialect.kind(*kind)))
                .collect(),
        });
        Self {
            draft,
            dialect,
            tables: tables.collect(),
            shared: Vec::new(),
            scopes: Vec::new(),
            depth: 0,
            in_aggregate: false,
            case,
        }
    }

    /// The text as it is.
    pub(super) fn into_text(self) -> String {
        self.draft.out
    }

    /// Appends keywords, in the case that the script has.
    pub(super) fn put(&mut self, text: impl AsRef<str>) {
        let text = text.as_ref();
        match self.case {
            Case::Upper => self.draft.put(text),
            Case::Lower => self.draft.put(&text.to_ascii_lowercase()),
            Case::Capital => {
                let mut previous = ' ';
                for character in text.chars() {
                    let within = previous.is_ascii_alphanumeric() || previous == '_';
                    let written = if within { character.to_ascii_lowercase() } else { character };
                    self.draft.out.push(written);
                    previous = character;
                }
            }
        }
    }

    /// Appends one of `texts`, of keywords; the first is the simplest.
    #[track_caller]
    pub(super) fn put_one(&mut self, s: &mut Source, texts: &[impl AsRef<str>]) {
        self.put(s.as_value().choose(texts));
    }

    /// Appends one of `texts`, of keywords, each as likely as its weight says; the first is the simplest.
    #[track_caller]
    pub(super) fn put_weighted(&mut self, s: &mut Source, texts: &[(u32, &str)]) {
        self.put(s.as_value().weighted(texts));
    }

    /// Appends text as it is.
    pub(super) fn raw(&mut self, text: impl AsRef<str>) {
        self.draft.put(text.as_ref());
    }

    /// Appends one of `texts` as it is; the first is the simplest.
    #[track_caller]
    pub(super) fn raw_one(&mut self, s: &mut Source, texts: &[impl AsRef<str>]) {
        self.raw(s.as_value().choose(texts));
    }

    /// Appends one of `texts` as it is, each as likely as its weight says; the first is the simplest.
    #[track_caller]
    pub(super) fn raw_weighted(&mut self, s: &mut Source, texts: &[(u32, &str)]) {
        self.raw(s.as_value().weighted(texts));
    }

    /// Writes in parentheses.
    pub(super) fn enclose(&mut self, s: &mut Source, write: impl FnOnce(&mut Source, &mut Self)) {
        self.raw("(");
        write(s, self);
        if !self.slip(s) {
            self.raw(")");
        }
    }

    /// Writes `count` items with commas between them.
    pub(super) fn list(
        &mut self,
        s: &mut Source,
        count: usize,
        mut item: impl FnMut(&mut Source, &mut Self, usize),
    ) {
        for place in 0..count {
            if place > 0 && !self.slip(s) {
                self.raw(", ");
            }
            self.share(count - place, |q| item(s, q, place));
        }
        if self.slip(s) {
            self.raw(",");
        }
    }

    /// Whether the dialect is one of these.
    pub(super) fn is(&self, dialects: Dialects) -> bool {
        dialects.have(self.dialect)
    }

    /// `weight` in one of these dialects, 0 in others.
    pub(super) fn when(&self, dialects: Dialects, weight: u32) -> u32 {
        if self.is(dialects) { weight } else { 0 }
    }

    /// The innermost query.
    pub(super) fn scope(&mut self) -> Option<&mut Scope> {
        self.scopes.last_mut()
    }

    /// Writes within a scope.
    pub(super) fn within<T>(&mut self, scope: Scope, write: impl FnOnce(&mut Self) -> T) -> T {
        self.scopes.push(scope);
        // The enclosing query does not see how deep the expressions of this query are, nor that it
        // may be an argument.
        let depth = std::mem::take(&mut self.depth);
        let in_aggregate = std::mem::take(&mut self.in_aggregate);
        let value = write(self);
        self.depth = depth;
        self.in_aggregate = in_aggregate;
        self.scopes.pop();
        value
    }
}

deref_to_draft!(Script);

impl Column {
    pub(super) fn new(name: impl Into<String>, kind: Kind) -> Self {
        Self { name: name.into(), kind }
    }
}

impl Scope {
    /// Every column of its relations.
    pub(super) fn references(&self) -> impl Iterator<Item = Reference> {
        self.relations.iter().flat_map(|table| {
            let columns = table.columns.iter().cloned();
            columns.map(|column| Reference { relation: table.name.clone(), column })
        })
    }

    /// The scope of a statement on one table.
    pub(super) fn of(table: &Table) -> Self {
        Self { relations: vec![table.clone()], ..Self::default() }
    }
}

//! The dialects, and sets of them.

use super::script::Kind;

/// Whose SQL is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Dialect {
    /// Standard SQL, with what most systems add to it.
    #[default]
    Generic,
    /// PostgreSQL.
    Postgres,
    /// MySQL and MariaDB.
    MySql,
    /// SQLite.
    Sqlite,
}

impl Dialect {
    /// What stands for a kind that the dialect lacks.
    pub(super) fn kind(self, kind: Kind) -> Kind {
        match (self, kind) {
            (Self::MySql | Self::Sqlite, Kind::List) => Kind::Text,
            (Self::Sqlite, Kind::Document) => Kind::Text,
            _ => kind,
        }
    }
}

/// A set of dialects: those that have some construct.
#[derive(Clone, Copy)]
pub(super) struct Dialects(u8);

pub(super) const GENERIC: Dialects = Dialects(1);
pub(super) const POSTGRES: Dialects = Dialects(2);
pub(super) const MYSQL: Dialects = Dialects(4);
pub(super) const SQLITE: Dialects = Dialects(8);
/// Standard SQL and PostgreSQL, which stays near it.
pub(super) const STANDARD: Dialects = Dialects(1 | 2);

impl Dialects {
    pub(super) const fn and(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    pub(super) fn have(self, dialect: Dialect) -> bool {
        self.0 & 1 << dialect as u8 != 0
    }
}

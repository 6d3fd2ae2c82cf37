//! What SQL scripts are made of, without a parser.

use chiasma_core::{Seed, Source};
use chiasma_formats::sql::{self, Dialect};
use chiasma_formats::{Dictionary, Format};

const DIALECTS: [Dialect; 4] =
    [Dialect::Generic, Dialect::Postgres, Dialect::MySql, Dialect::Sqlite];

fn drawn(format: &Format, seed: u64) -> String {
    Source::random(Seed(seed)).draw(format.clone())
}

fn many(format: &Format, count: u64) -> String {
    (0..count).map(|seed| drawn(format, seed) + "\n").collect()
}

#[test]
fn the_same_seed_gives_the_same_script() {
    for dialect in DIALECTS {
        let scripts = sql::scripts_in(dialect);
        for seed in 0..25 {
            assert_eq!(drawn(&scripts, seed), drawn(&scripts, seed));
        }
    }
}

#[test]
fn scripts_are_generic_unless_said_otherwise() {
    let (plain, generic) = (sql::scripts(), sql::scripts_in(Dialect::Generic));
    for seed in 0..25 {
        assert_eq!(drawn(&plain, seed), drawn(&generic, seed));
    }
}

#[test]
fn a_script_stays_within_the_size_limit() {
    for dialect in DIALECTS {
        for seed in 0..200 {
            let mut source = Source::random(Seed(seed));
            let script = source.draw(sql::scripts_in(dialect));
            assert!(!source.is_oversize(), "{script}");
            assert!(script.len() < 4_000, "{} bytes: {script}", script.len());
        }
    }
}

#[test]
fn a_greater_budget_gives_longer_scripts() {
    let total = |budget| many(&sql::scripts().budget(budget), 200).len();
    let (small, medium, large) = (total(3), total(25), total(120));
    assert!(small * 3 < medium * 2 && medium * 3 < large * 2, "{small} {medium} {large}");
}

#[test]
fn the_dictionarys_words_occur() {
    let words = Dictionary::parse(
        "[names]\nwidgets\n[attributes]\ngizmo_id\n[texts]\nquixotic\n[keywords]\nmy_function\n",
    );
    let all = many(&sql::scripts().dictionary(words.unwrap()), 300);
    for word in ["widgets", "gizmo_id", "quixotic", "my_function"] {
        assert!(all.contains(word), "{word} never occurs");
    }
}

#[test]
fn a_name_that_needs_quotes_has_them() {
    let words = Dictionary::parse("[names]\nodd name\n").unwrap();
    for (dialect, quotes) in [(Dialect::MySql, "`\"`"), (Dialect::Postgres, "\"")] {
        let all = many(&sql::scripts_in(dialect).dictionary(words.clone()), 300);
        let places: Vec<usize> = all.match_indices("odd name").map(|(place, _)| place).collect();
        assert!(places.len() > 10, "{} of them", places.len());
        for place in places {
            let before = all[..place].chars().next_back();
            assert!(before.is_some_and(|c| quotes.contains(c)), "{}", &all[place - 10..place + 12]);
        }
    }
}

#[test]
fn a_quote_in_a_text_is_doubled() {
    let words = Dictionary::parse("[texts]\nwhat's up\n").unwrap();
    let all = many(&sql::scripts_in(Dialect::Sqlite).dictionary(words), 300);
    assert!(all.contains("'what''s up'"));
    assert!(!all.contains("'what's up'"));
}

#[test]
fn mistakes_change_scripts_and_their_absence_draws_nothing() {
    let mut different = 0;
    for seed in 0..50 {
        let faultless = drawn(&sql::scripts(), seed);
        assert_eq!(faultless, drawn(&sql::scripts().errors(0.0), seed));
        different += usize::from(faultless != drawn(&sql::scripts().errors(0.2), seed));
    }
    assert!(different > 40, "{different} of 50 differ");
}

#[test]
fn every_kind_of_statement_occurs() {
    let all = many(&sql::scripts(), 3_000).to_ascii_uppercase();
    let words = [
        "ALTER TABLE",
        "BEGIN",
        "BETWEEN",
        "CASE WHEN",
        "CAST(",
        "COMMIT",
        "COPY ",
        "CREATE INDEX",
        "CREATE SEQUENCE",
        "CREATE TABLE",
        "CREATE VIEW",
        "CROSS JOIN",
        "CUBE",
        "DECLARE ",
        "DELETE FROM",
        "DISTINCT",
        "DROP TABLE",
        "EXCEPT",
        "EXISTS (",
        "EXPLAIN",
        "EXTRACT(",
        "FETCH FIRST",
        "FILTER (WHERE",
        "FOR UPDATE",
        "FULL JOIN",
        "GRANT ",
        "GROUPING SETS",
        "HAVING",
        "ILIKE",
        "INSERT INTO",
        "INTERSECT",
        "INTERVAL",
        "IS DISTINCT FROM",
        "LATERAL",
        "LEFT JOIN",
        "LIMIT",
        "MERGE INTO",
        "NATURAL JOIN",
        "NULLS LAST",
        "OFFSET",
        "ON CONFLICT",
        "OVER (",
        "PARTITION BY",
        "PREPARE ",
        "RANGE BETWEEN",
        "RECURSIVE",
        "RETURNING",
        "REVOKE ",
        "ROLLBACK",
        "ROLLUP",
        "SAVEPOINT",
        "SIMILAR TO",
        "TABLESAMPLE",
        "TRUNCATE",
        "UNION ALL",
        "UPDATE ",
        "USING (",
        "VALUES (",
        "WINDOW ",
        "WITH ",
        "WITHIN GROUP",
        "->>",
        "::",
    ];
    let missing: Vec<&str> = words.into_iter().filter(|word| !all.contains(word)).collect();
    assert!(missing.is_empty(), "never: {missing:?}");
}

#[test]
fn a_dialect_keeps_to_its_own() {
    let sqlite = many(&sql::scripts_in(Dialect::Sqlite), 500).to_ascii_uppercase();
    for other in ["::", "GRANT ", "LATERAL", "ARRAY[", "ILIKE", "MERGE INTO", "ON DUPLICATE KEY"] {
        assert!(!sqlite.contains(other), "{other}");
    }
    assert!(sqlite.contains("PRAGMA") && sqlite.contains("INSERT OR "));
    let mysql = many(&sql::scripts_in(Dialect::MySql), 500).to_ascii_uppercase();
    for other in ["ARRAY[", "ON CONFLICT", "RETURNING", "FULL JOIN"] {
        assert!(!mysql.contains(other), "{other}");
    }
    assert!(mysql.contains("ON DUPLICATE KEY UPDATE") && mysql.contains('`'));
}

#[test]
fn a_query_is_a_single_statement() {
    // Texts may have semicolons: with one of its own that has none, and outside of strings.
    for seed in 0..200 {
        let query = drawn(&sql::queries(), seed);
        let outside: String = query.split('\'').step_by(2).collect();
        assert!(!outside.contains(';'), "{query}");
    }
}

//! UUIDs, judged by uuid.

use chiasma_formats::uuid;

use crate::entry::Entry;

pub fn entries() -> Vec<Entry> {
    vec![
        Entry::new("uuid", "uuid 1", uuid::uuids, parsed, UUIDS),
        Entry::new("uuid-hyphenated", "uuid 1", uuid::hyphenated, parsed, HYPHENATED),
    ]
}

fn parsed(text: &str) -> Result<(), String> {
    ::uuid::Uuid::parse_str(text).map(drop).map_err(|error| error.to_string())
}

const UUIDS: &str = r"
    hyphenated                  ^[0-9a-f]{8}-
    simple                      ^[0-9a-f]{32}$
    urn                         ^urn:uuid:
    braced                      ^\{.*\}$
    upper-case                  ^[^a-f]*[A-F][^a-f]*$
    mixed-case                  [a-f].*[A-F]
    nil                         ^0{8}-0{4}-0
    max                         ^f{8}-f{4}-f{4}-f{4}-f{12}
    nil-simple                  ^0{32}$
    namespace                   ^6ba7b81[0124]-
";

const HYPHENATED: &str = r"
    nil                         ^0{8}-0{4}-0
    max                         ^f{8}-f{4}-f{4}-f{4}-f{12}
    version-1                   ^.{14}1.{3}-[89ab]
    version-2                   ^.{14}2.{3}-[89ab]
    version-3                   ^.{14}3.{3}-[89ab]
    version-4                   ^.{14}4.{3}-[89ab]
    version-5                   ^.{14}5.{3}-[89ab]
    version-6                   ^.{14}6.{3}-[89ab]
    version-7                   ^.{14}7.{3}-[89ab]
    version-8                   ^.{14}8.{3}-[89ab]
    version-unknown             ^.{14}[09a-f].{3}-[89ab]
    variant-ncs                 ^.{19}[0-7]
    variant-microsoft           ^.{19}[cd]
    variant-reserved            ^.{19}[ef]
    version-1-at-1582           ^00000000-0000-1000
    version-7-at-1970           ^00000000-0000-7
    node-zero                   -0{12}$
    node-all-ones               -f{12}$
";

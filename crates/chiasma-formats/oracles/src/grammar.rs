//! What of a tree-sitter grammar occurs in a document.

use tree_sitter::{Language, Parser, TreeCursor};

/// Every node kind of a grammar, keywords and punctuation in quotes.
pub fn constructs(language: &Language) -> Vec<String> {
    let mut names: Vec<String> = (0..language.node_kind_count() as u16)
        .filter(|id| language.node_kind_is_visible(*id))
        .filter_map(|id| {
            Some(name(language.node_kind_for_id(id)?, language.node_kind_is_named(id)))
        })
        .filter(|name| name != "ERROR" && name != "\"end\"")
        .collect();
    names.sort();
    names.dedup();
    names
}

/// Tells every node kind that occurs in a document.
pub fn occurring(language: &Language, document: &[u8], tell: &mut dyn FnMut(&str)) {
    let mut parser = Parser::new();
    parser.set_language(language).expect("the grammar's version fits the library's");
    let Some(tree) = parser.parse(document, None) else { return };
    let mut cursor = tree.walk();
    loop {
        let node = cursor.node();
        tell(&name(node.kind(), node.is_named()));
        if !cursor.goto_first_child() && !advance(&mut cursor) {
            return;
        }
    }
}

/// Goes to the next node that is not below this one; false at the end.
fn advance(cursor: &mut TreeCursor<'_>) -> bool {
    while !cursor.goto_next_sibling() {
        if !cursor.goto_parent() {
            return false;
        }
    }
    true
}

fn name(kind: &str, named: bool) -> String {
    if named { kind.to_owned() } else { format!("{kind:?}") }
}

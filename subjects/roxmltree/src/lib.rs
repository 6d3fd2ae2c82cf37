//! roxmltree 0.20.0, an XML parser: parses a document, then looks at everything in it.

use roxmltree::{Document, Node, ParsingOptions};

/// How many nodes a document may have: entities can make many of few.
const NODES: u32 = 10_000;

/// The result of running a document.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Summary {
    /// How many nodes it has.
    pub nodes: usize,
    /// How many attributes.
    pub attributes: usize,
    /// How many namespaces are in scope, added up over all nodes.
    pub namespaces: usize,
    /// How many bytes its names, values and texts have.
    pub bytes: usize,
    /// The sum of all lines and columns.
    pub places: u64,
}

/// Parses a document and walks through it; an error says why it is not well-formed.
pub fn run(document: &str) -> Result<Summary, String> {
    let options = ParsingOptions { allow_dtd: true, nodes_limit: NODES };
    let document =
        Document::parse_with_options(document, options).map_err(|error| error.to_string())?;
    let mut summary = Summary::default();
    for node in document.descendants() {
        summary.visit(&document, node);
    }
    summary.bytes += document.root_element().tag_name().name().len();
    Ok(summary)
}

impl Summary {
    fn visit(&mut self, document: &Document<'_>, node: Node<'_, '_>) {
        self.nodes += 1;
        let name = node.tag_name();
        self.bytes += name.name().len() + name.namespace().map_or(0, str::len);
        self.bytes += node.text().map_or(0, str::len) + node.tail().map_or(0, str::len);
        if let Some(instruction) = node.pi() {
            self.bytes += instruction.target.len() + instruction.value.map_or(0, str::len);
        }
        let place = document.text_pos_at(node.range().start);
        self.places += u64::from(place.row) + u64::from(place.col);
        for attribute in node.attributes() {
            self.attributes += 1;
            let namespace = attribute.namespace().map_or(0, str::len);
            self.bytes += attribute.name().len() + attribute.value().len() + namespace;
            let place = document.text_pos_at(attribute.range().start);
            self.places += u64::from(place.row) + u64::from(place.col);
        }
        self.namespaces += node.namespaces().count();
        let prefixes = node.namespaces().filter_map(|namespace| namespace.name());
        self.bytes += prefixes.filter_map(|name| node.lookup_namespace_uri(Some(name))).count();
    }
}

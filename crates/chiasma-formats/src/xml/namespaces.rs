//! Which prefixes are bound to which namespaces where.

/// The bindings in scope, innermost last.
#[derive(Debug, Default)]
pub(super) struct Namespaces {
    bindings: Vec<Binding>,
}

/// A prefix, empty for the default namespace, and what it is bound to.
#[derive(Debug, Clone)]
pub(super) struct Binding {
    pub(super) prefix: String,
    pub(super) uri: String,
}

/// The namespace that the prefix `xml` is bound to, always.
pub(super) const XML: &str = "http://www.w3.org/XML/1998/namespace";

impl Namespaces {
    /// A mark to go back to when the element ends.
    pub(super) fn mark(&self) -> usize {
        self.bindings.len()
    }

    /// Forgets the bindings since `mark`.
    pub(super) fn back_to(&mut self, mark: usize) {
        self.bindings.truncate(mark);
    }

    /// Binds a prefix; inner bindings hide outer ones.
    pub(super) fn bind(&mut self, prefix: &str, uri: &str) {
        self.bindings.push(Binding { prefix: prefix.to_owned(), uri: uri.to_owned() });
    }

    /// What a prefix is bound to.
    pub(super) fn uri(&self, prefix: &str) -> Option<&str> {
        if prefix == "xml" {
            return Some(XML);
        }
        let found = self.bindings.iter().rev().find(|binding| binding.prefix == prefix);
        found.map(|binding| binding.uri.as_str())
    }

    /// The prefixes in scope but for `xml`, each once, in the order of their binding.
    pub(super) fn prefixes(&self) -> Vec<String> {
        let mut prefixes: Vec<String> = Vec::new();
        for Binding { prefix, .. } in &self.bindings {
            if !prefix.is_empty() && prefix != "xml" && !prefixes.contains(prefix) {
                prefixes.push(prefix.clone());
            }
        }
        prefixes
    }

    /// Takes all bindings out: the text of an entity may be used anywhere, so it cannot rely on
    /// any.
    pub(super) fn hide(&mut self) -> Self {
        std::mem::take(self)
    }
}

//! What the functions of XML write to, and what they remember of the document.

use super::entities::Entities;
use super::namespaces::Namespaces;
use crate::draft::{Draft, deref_to_draft};

/// A document that is being written.
pub(super) struct Document<'d> {
    pub(super) draft: Draft<'d>,
    /// How many elements are open.
    pub(super) depth: usize,
    /// Names of elements that were declared or used, so that names come back.
    pub(super) tags: Vec<String>,
    /// Names of attributes likewise.
    pub(super) attributes: Vec<String>,
    pub(super) entities: Entities,
    /// Names of the notations that were declared.
    pub(super) notations: Vec<String>,
    pub(super) namespaces: Namespaces,
}

/// How many elements may be open.
const DEEPEST: usize = 24;

impl<'d> Document<'d> {
    pub(super) fn new(draft: Draft<'d>) -> Self {
        Self {
            draft,
            depth: 0,
            tags: Vec::new(),
            attributes: Vec::new(),
            entities: Entities::default(),
            notations: Vec::new(),
            namespaces: Namespaces::default(),
        }
    }

    /// How many parts an element's content may have here: fewer the deeper it lies, and the less is
    /// left of the budget.
    pub(super) fn room(&self) -> usize {
        if self.depth >= DEEPEST {
            return 0;
        }
        let widest = match self.depth {
            0 | 1 => 8,
            2 | 3 => 5,
            4..=7 => 3,
            _ => 2,
        };
        widest.min(self.left() as usize)
    }
}

deref_to_draft!(Document);

//! What the functions of XML write to, and what they remember of the document.

use std::ops::{Deref, DerefMut};

use super::entities::Entities;
use super::namespaces::Namespaces;
use crate::draft::Draft;

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

    /// What `write` writes, not appended to the document but returned.
    pub(super) fn aside(&mut self, write: impl FnOnce(&mut Self)) -> String {
        let before = std::mem::take(&mut self.draft.out);
        write(self);
        std::mem::replace(&mut self.draft.out, before)
    }
}

impl<'d> Deref for Document<'d> {
    type Target = Draft<'d>;

    fn deref(&self) -> &Draft<'d> {
        &self.draft
    }
}

impl DerefMut for Document<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.draft
    }
}

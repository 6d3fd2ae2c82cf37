//! A program that is being written.

use chiasma_core::Source;

use super::context::Context;
use super::kinds::Kind;
use super::levels::Level;
use super::scopes::{Reach, Scopes, Variable};
use crate::draft::{Draft, deref_to_draft};

/// Maximum nesting depth of expressions, statements in between not counted.
const DEEPEST_EXPRESSION: u32 = 7;
/// Maximum nesting depth of statements.
const DEEPEST_STATEMENT: u32 = 7;

/// The state of the JavaScript writer: the text, the scopes, and the syntactic context.
#[derive(Debug)]
pub(super) struct Program<'d> {
    draft: Draft<'d>,
    pub(super) scopes: Scopes,
    pub(super) context: Context,
    /// What must be left of the budget for those who come later.
    reserved: u32,
    expressions: u32,
    statements: u32,
    /// The last statement has no semicolon: only a line end parts it from the next.
    pub(super) is_open: bool,
}

impl<'d> Program<'d> {
    pub(super) fn new(draft: Draft<'d>) -> Self {
        let mut scopes = Scopes::default();
        scopes.enter(Reach::Function);
        Self {
            draft,
            scopes,
            context: Context::default(),
            reserved: 0,
            expressions: 0,
            statements: 0,
            is_open: false,
        }
    }

    pub(super) fn into_text(self) -> String {
        self.draft.out
    }

    /// Takes a construct from the budget; false if the simplest must do.
    pub(super) fn spend(&mut self) -> bool {
        self.left() > 0 && self.expressions < DEEPEST_EXPRESSION && self.draft.spend()
    }

    /// How many constructs may be written here.
    pub(super) fn left(&self) -> u32 {
        self.draft.left().saturating_sub(self.reserved)
    }

    /// Whether another statement may have statements within.
    pub(super) fn can_nest(&self) -> bool {
        self.statements < DEEPEST_STATEMENT && self.left() > 2
    }

    /// Writes `count` parts, each with its share of what is left of the budget.
    pub(super) fn each(
        &mut self,
        s: &mut Source,
        count: usize,
        mut part: impl FnMut(&mut Source, &mut Self, usize),
    ) {
        let outer = self.reserved;
        for index in 0..count {
            let later = (count - index - 1) as u32;
            self.reserved = outer + self.left_beyond(outer) * later / (later + 1);
            part(s, self, index);
        }
        self.reserved = outer;
    }

    fn left_beyond(&self, reserved: u32) -> u32 {
        self.draft.left().saturating_sub(reserved)
    }

    /// Writes parts with `separator` between them.
    pub(super) fn list(
        &mut self,
        s: &mut Source,
        count: usize,
        separator: &str,
        mut part: impl FnMut(&mut Source, &mut Self, usize),
    ) {
        self.each(s, count, |s, p, index| {
            if index > 0 {
                p.put(separator);
            }
            part(s, p, index);
        });
    }

    /// Writes an expression within another.
    pub(super) fn within_expression(&mut self, write: impl FnOnce(&mut Self)) {
        self.expressions += 1;
        write(self);
        self.expressions -= 1;
    }

    /// Writes a statement: the budget of its expressions starts over.
    pub(super) fn within_statement(&mut self, write: impl FnOnce(&mut Self)) {
        // Functions in deep expressions get shallower bodies.
        let outer = self.expressions;
        self.expressions /= 3;
        self.statements += 1;
        write(self);
        self.statements -= 1;
        self.expressions = outer;
    }

    /// Writes in a scope of its own.
    pub(super) fn scoped(&mut self, reach: Reach, write: impl FnOnce(&mut Self)) {
        self.scopes.enter(reach);
        write(self);
        self.scopes.leave();
    }

    /// Writes in another context, and comes back to this one.
    pub(super) fn in_context(&mut self, context: Context, write: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.context, context);
        write(self);
        self.context = outer;
    }

    /// One of the names that can be used here and pass; nothing is drawn if there is none.
    pub(super) fn pick(
        &self,
        s: &mut Source,
        passes: impl Fn(&Variable) -> bool,
    ) -> Option<Variable> {
        let mut found = self.scopes.visible();
        let here = self.context.functions;
        found.retain(|variable| {
            self.context.has_identifier(&variable.name)
                && variable.only_at.is_none_or(|functions| functions == here)
                && passes(variable)
        });
        if found.is_empty() {
            return None;
        }
        // The last declared are the likelier ones.
        let near = s.index(found.len().min(6));
        let index = if near == 5 { s.index(found.len()) } else { near };
        Some(found[index].clone())
    }

    /// One of the names that hold a value of this kind.
    pub(super) fn pick_of(&self, s: &mut Source, kind: Kind) -> Option<Variable> {
        self.pick(s, |variable| kind == Kind::Any || variable.facts.kind == kind)
    }

    /// Writes an expression of level `own` where one of at least `wanted` has to stand.
    pub(super) fn at_level(&mut self, own: Level, wanted: Level, write: impl FnOnce(&mut Self)) {
        if own >= wanted {
            return write(self);
        }
        self.put("(");
        write(self);
        self.put(")");
    }
}

deref_to_draft!(Program);

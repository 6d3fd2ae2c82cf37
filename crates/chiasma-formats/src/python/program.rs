//! The module that is being written: its text, its scopes, and what may stand where it is.

use crate::draft::{Draft, deref_to_draft};

/// A Python module so far.
pub(super) struct Program<'d> {
    draft: Draft<'d>,
    /// From the module's scope to the innermost.
    pub(super) scopes: Vec<Scope>,
    /// Names that a statement under way will have bound when it ends.
    pub(super) pending: Vec<Name>,
    /// What every line of the block begins with.
    pub(super) indentation: String,
    /// Number of enclosing blocks.
    pub(super) blocks: u32,
    /// Number of enclosing expressions.
    pub(super) depth: u32,
    /// How many brackets are open: a line break means nothing within.
    pub(super) brackets: u32,
    /// The quotes of the f-strings around.
    pub(super) quotes: Vec<&'static str>,
    /// Number of enclosing parts that may not bind, await or yield, such as annotations.
    pub(super) quiet: u32,
    /// Number of enclosing iterables of comprehensions, where `:=` is refused.
    pub(super) iterables: u32,
}

/// A scope, and what was bound in it so far.
pub(super) struct Scope {
    pub(super) kind: ScopeKind,
    pub(super) names: Vec<Name>,
    /// Names that `global` or `nonlocal` gave to another scope.
    pub(super) foreign: Vec<String>,
    /// Whether its first statement is written, before which names of other scopes are declared.
    pub(super) is_open: bool,
    /// How many loops `break` could leave.
    pub(super) loops: u32,
    /// Whether the statement is in an `except*` block, which `return` may not leave.
    pub(super) in_star_handler: bool,
}

/// What a scope belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ScopeKind {
    Module,
    Class,
    Function(Flavour),
    Lambda(Flavour),
    Comprehension,
    /// The type parameters of a function, a class or an alias.
    TypeParameters,
}

/// What calling a function gives.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Flavour {
    Plain,
    Generator,
    Coroutine,
    AsyncGenerator,
}

impl Flavour {
    pub(super) fn is_async(self) -> bool {
        matches!(self, Self::Coroutine | Self::AsyncGenerator)
    }

    pub(super) fn yields(self) -> bool {
        matches!(self, Self::Generator | Self::AsyncGenerator)
    }
}

/// A bound name.
#[derive(Clone)]
pub(super) struct Name {
    pub(super) text: String,
    pub(super) kind: NameKind,
}

/// What a name stands for, as far as can be told.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum NameKind {
    Value,
    Callable,
    Type,
    Module,
}

impl Scope {
    pub(super) fn new(kind: ScopeKind) -> Self {
        let (names, foreign) = (Vec::new(), Vec::new());
        Self { kind, names, foreign, is_open: false, loops: 0, in_star_handler: false }
    }

    /// Whether the name was bound here.
    pub(super) fn binds(&self, name: &str) -> bool {
        self.names.iter().any(|bound| bound.text == name)
    }
}

impl<'d> Program<'d> {
    pub(super) fn new(draft: Draft<'d>) -> Self {
        Self {
            draft,
            scopes: vec![Scope::new(ScopeKind::Module)],
            pending: Vec::new(),
            indentation: String::new(),
            blocks: 0,
            depth: 0,
            brackets: 0,
            quotes: Vec::new(),
            quiet: 0,
            iterables: 0,
        }
    }

    /// The text as it is.
    pub(super) fn into_text(self) -> String {
        self.draft.out
    }

    /// Appends text.
    pub(super) fn put(&mut self, text: impl AsRef<str>) {
        self.draft.put(text.as_ref());
    }

    /// Writes in brackets, where a line break means nothing.
    pub(super) fn enclose(&mut self, open: &str, close: &str, write: impl FnOnce(&mut Self)) {
        self.put(open);
        self.brackets += 1;
        write(self);
        self.brackets -= 1;
        self.put(close);
    }

    /// Writes where nothing may be bound, awaited or yielded.
    pub(super) fn quietly(&mut self, write: impl FnOnce(&mut Self)) {
        self.quiet += 1;
        write(self);
        self.quiet -= 1;
    }

    /// Writes within a scope, and returns the scope back.
    pub(super) fn within(&mut self, scope: Scope, write: impl FnOnce(&mut Self)) {
        self.scopes.push(scope);
        write(self);
        self.scopes.pop();
    }

    /// The innermost scope.
    pub(super) fn scope(&mut self) -> &mut Scope {
        self.scopes.last_mut().expect("the module's scope is never left")
    }

    /// The function that a statement lies directly in.
    pub(super) fn function(&self) -> Option<Flavour> {
        match self.scopes.last()?.kind {
            ScopeKind::Function(flavour) => Some(flavour),
            _ => None,
        }
    }

    /// Whether the innermost scope is the module's.
    pub(super) fn at_module(&self) -> bool {
        self.scopes.len() == 1
    }

    /// Whether the innermost scope is a class's.
    pub(super) fn at_class(&self) -> bool {
        self.scopes.last().is_some_and(|scope| scope.kind == ScopeKind::Class)
    }

    /// Whether `yield` is legal here.
    pub(super) fn may_yield(&self) -> bool {
        let innermost = self.scopes.last().map(|scope| scope.kind);
        let Some(ScopeKind::Function(flavour) | ScopeKind::Lambda(flavour)) = innermost else {
            return false;
        };
        self.quiet == 0 && flavour.yields()
    }

    /// Whether `await` is legal here; a comprehension waits where what is around it does.
    pub(super) fn may_await(&self) -> bool {
        let around = self.scopes.iter().rev().map(|scope| scope.kind);
        let nearest = around.into_iter().find(|kind| *kind != ScopeKind::Comprehension);
        let Some(ScopeKind::Function(flavour)) = nearest else { return false };
        self.quiet == 0 && flavour.is_async()
    }

    /// Whether `:=` is legal here.
    pub(super) fn may_bind(&self) -> bool {
        let comprehensions = self.comprehensions();
        let around = self.scopes.iter().rev().nth(comprehensions).map(|scope| scope.kind);
        let in_class = comprehensions > 0 && around == Some(ScopeKind::Class);
        self.quiet == 0 && self.iterables == 0 && !in_class
    }

    /// Number of directly enclosing comprehensions.
    pub(super) fn comprehensions(&self) -> usize {
        let kinds = self.scopes.iter().rev().map(|scope| scope.kind);
        kinds.take_while(|kind| *kind == ScopeKind::Comprehension).count()
    }
}

deref_to_draft!(Program);

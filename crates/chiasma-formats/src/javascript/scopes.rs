//! The names that a program has declared, and where they may be used.

use std::rc::Rc;

use super::kinds::{Facts, Kind};

/// How a name was declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Binding {
    Var,
    Let,
    Const,
    Function,
    Class,
    Parameter,
    Catch,
    Import,
    /// A loop's own count, which nothing else changes so that the loop ends.
    Counter,
}

impl Binding {
    /// Whether assigning to it is neither an error nor a loop without end.
    pub(super) fn is_assignable(self) -> bool {
        matches!(self, Self::Var | Self::Let | Self::Parameter | Self::Catch)
    }
}

/// A declared name.
#[derive(Debug, Clone)]
pub(super) struct Variable {
    pub(super) name: Rc<str>,
    pub(super) binding: Binding,
    pub(super) facts: Facts,
    /// False before it is initialised, and while something must not reach it.
    usable: bool,
    /// How many functions must enclose its uses, if it is restricted: what is hoisted and used
    /// in functions above could call itself without end.
    pub(super) only_at: Option<u8>,
}

/// How far a scope is open to what is around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    /// `var` goes through it.
    Block,
    /// It keeps what `var` declares.
    Function,
    /// Nothing outside is seen from within.
    Closed,
}

#[derive(Debug)]
struct Scope {
    reach: Reach,
    variables: Vec<Variable>,
    /// Names that a `var` within declares further out: none may be declared here as well.
    passing: Vec<Rc<str>>,
}

/// Where a variable is.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    scope: usize,
    variable: usize,
}

/// The scopes around the place that is being written, the outermost first.
#[derive(Debug, Default)]
pub(super) struct Scopes {
    stack: Vec<Scope>,
}

impl Scopes {
    pub(super) fn enter(&mut self, reach: Reach) {
        self.stack.push(Scope { reach, variables: Vec::new(), passing: Vec::new() });
    }

    pub(super) fn leave(&mut self) {
        self.stack.pop();
    }

    /// Whether `name` can be declared here as `binding` without a clash.
    pub(super) fn is_free(&self, name: &str, binding: Binding) -> bool {
        if binding != Binding::Var {
            return self.stack.last().is_none_or(|scope| {
                scope.variables.iter().all(|variable| &*variable.name != name)
                    && scope.passing.iter().all(|passing| &**passing != name)
            });
        }
        for scope in self.stack.iter().rev() {
            let is_function = scope.reach != Reach::Block;
            let clash = scope.variables.iter().any(|variable| {
                &*variable.name == name
                    && !(is_function
                        && matches!(variable.binding, Binding::Var | Binding::Parameter))
            });
            if clash {
                return false;
            }
            if is_function {
                break;
            }
        }
        true
    }

    /// Declares a name here, or where a `var` belongs; it cannot be used before [`Self::open`].
    pub(super) fn declare(&mut self, name: Rc<str>, binding: Binding, facts: Facts) -> Place {
        let mut scope = self.stack.len() - 1;
        if binding == Binding::Var {
            while self.stack[scope].reach == Reach::Block {
                self.stack[scope].passing.push(name.clone());
                scope -= 1;
            }
        }
        let variables = &mut self.stack[scope].variables;
        variables.push(Variable { name, binding, facts, usable: false, only_at: None });
        Place { scope, variable: variables.len() - 1 }
    }

    /// Declares a name that can be used at once.
    pub(super) fn declare_open(&mut self, name: Rc<str>, binding: Binding, facts: Facts) {
        let place = self.declare(name, binding, facts);
        self.open(place);
    }

    /// Lets a name be used only where `functions` functions lie around.
    pub(super) fn restrict(&mut self, place: Place, functions: u8) {
        self.at(place, |variable| variable.only_at = Some(functions));
    }

    /// Whether a `var` here belongs to a scope further out.
    pub(super) fn is_block(&self) -> bool {
        self.stack.last().is_some_and(|scope| scope.reach == Reach::Block)
    }

    /// Lets a name be used from here on.
    pub(super) fn open(&mut self, place: Place) {
        self.at(place, |variable| variable.usable = true);
    }

    /// Tells what has become known of a name.
    pub(super) fn learn(&mut self, place: Place, facts: Facts) {
        self.at(place, |variable| variable.facts = facts);
    }

    /// Does something to a variable, if it is still there.
    fn at(&mut self, place: Place, change: impl FnOnce(&mut Variable)) {
        let scope = self.stack.get_mut(place.scope);
        if let Some(variable) = scope.and_then(|scope| scope.variables.get_mut(place.variable)) {
            change(variable);
        }
    }

    /// Keeps a name from being used until it is [shown](Self::show) again.
    pub(super) fn hide(&mut self, name: &str) {
        if let Some(variable) = self.innermost(name) {
            variable.usable = false;
        }
    }

    /// Lets a name be used.
    pub(super) fn show(&mut self, name: &str) {
        if let Some(variable) = self.innermost(name) {
            variable.usable = true;
        }
    }

    /// Forgets what is known of a name, as something else may have been assigned to it.
    pub(super) fn forget(&mut self, name: &str) {
        if let Some(variable) = self.innermost(name) {
            variable.facts = Facts::of(Kind::Any);
        }
    }

    fn innermost(&mut self, name: &str) -> Option<&mut Variable> {
        self.stack
            .iter_mut()
            .rev()
            .find_map(|scope| scope.variables.iter_mut().find(|variable| &*variable.name == name))
    }

    /// Hides what this scope has declared lexically: another case of the switch may be the one
    /// that runs.
    pub(super) fn hide_lexical(&mut self) {
        let Some(scope) = self.stack.last_mut() else { return };
        for variable in &mut scope.variables {
            variable.usable &= matches!(variable.binding, Binding::Var | Binding::Function);
        }
    }

    /// The names that can be used here, the last declared first.
    pub(super) fn visible(&self) -> Vec<&Variable> {
        let mut found: Vec<&Variable> = Vec::new();
        for scope in self.stack.iter().rev() {
            for variable in scope.variables.iter().rev() {
                if found.iter().all(|inner| inner.name != variable.name) {
                    found.push(variable);
                }
            }
            if scope.reach == Reach::Closed {
                break;
            }
        }
        found.retain(|variable| variable.usable);
        found
    }

    /// The names that the innermost scope has.
    pub(super) fn own(&self) -> &[Variable] {
        self.stack.last().map_or(&[], |scope| &scope.variables)
    }
}

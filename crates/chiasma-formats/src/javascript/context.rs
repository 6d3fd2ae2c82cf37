//! The syntactic context: what the grammar allows at the current position.

use std::rc::Rc;

use super::kinds::{Kind, Member};

/// What `this` is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum This {
    /// Nothing to rely on.
    #[default]
    Unknown,
    /// An object whose members are known.
    Object,
    /// An instance of the innermost class.
    Instance,
    /// The innermost class itself.
    Static,
}

/// A private name of a class.
#[derive(Debug, Clone)]
pub(super) struct Private {
    pub(super) name: Rc<str>,
    pub(super) is_static: bool,
    pub(super) sort: PrivateSort,
}

/// The kind of a private member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PrivateSort {
    Field,
    Method,
    Getter,
    Setter,
    Accessor,
}

/// What the grammar allows here.
#[derive(Debug, Clone, Default)]
pub(super) struct Context {
    pub(super) strict: bool,
    pub(super) module: bool,
    /// What `return` gives back, where it may stand.
    pub(super) returns: Option<Kind>,
    pub(super) awaits: bool,
    pub(super) yields: bool,
    /// Among parameters or in a field: no `await` and no `yield`, whatever is around.
    pub(super) no_suspension: bool,
    /// In a static block or a field `await` is not even a name.
    pub(super) no_await_name: bool,
    pub(super) arguments: bool,
    /// In a field or a static block `arguments` is an error, in arrow functions too.
    pub(super) no_arguments: bool,
    pub(super) super_property: bool,
    pub(super) super_call: bool,
    pub(super) new_target: bool,
    pub(super) this: This,
    pub(super) this_members: Rc<[Member]>,
    pub(super) privates: Vec<Private>,
    /// `break` without a label may stand here.
    pub(super) breaks: bool,
    /// `continue` may stand here.
    pub(super) continues: bool,
    pub(super) labels: Vec<Label>,
    /// The beginning of a `for`: an `in` must be in parentheses.
    pub(super) no_in: bool,
    /// Whether exceptions thrown here are caught.
    pub(super) caught: bool,
    /// Loops around, in this function.
    pub(super) loops: u8,
    /// Functions around.
    pub(super) functions: u8,
    /// Source texts in strings around.
    pub(super) sources: u8,
}

/// A label around.
#[derive(Debug, Clone)]
pub(super) struct Label {
    pub(super) name: &'static str,
    /// Whether `continue` may name it.
    pub(super) is_loop: bool,
}

impl Context {
    /// Whether an `await` expression may stand here.
    pub(super) fn can_await(&self) -> bool {
        self.awaits && !self.no_suspension
    }

    /// Whether a `yield` expression may stand here.
    pub(super) fn can_yield(&self) -> bool {
        self.yields && !self.no_suspension
    }

    /// Whether `name` is an identifier here; words such as `static` are not everywhere.
    pub(super) fn has_identifier(&self, name: &str) -> bool {
        match name {
            "yield" => !self.strict && !self.yields && !self.no_suspension,
            "await" => !self.module && !self.awaits && !self.no_await_name && !self.no_suspension,
            "static" | "let" | "implements" | "interface" | "package" | "private" | "protected"
            | "public" => !self.strict,
            _ => true,
        }
    }
}

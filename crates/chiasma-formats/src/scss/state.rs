//! What a sheet has declared: variables and their kinds, mixins, functions, modules.

/// What a value is, as far as it matters for what may be done with it.
///
/// A variable's name says its kind, so that no assignment on any path changes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A number without a unit.
    Number,
    /// A length in units that convert into each other.
    Length,
    Percentage,
    Angle,
    Time,
    Color,
    /// A string that is an identifier.
    Name,
    /// A string.
    Text,
    Bool,
    /// Lengths, at least one.
    List,
    /// Lengths by names, at least one.
    Map,
    /// Whatever there is.
    Any,
    // What the library asks for, with bounds that only literals are sure to keep.
    /// A percentage of 0 to 100.
    Share,
    /// A number of 0 to 1.
    Fraction,
    /// A number of 0 to 255.
    Channel,
    /// The place of an item in a list that has at least one.
    Index,
    /// A whole number from 1 on.
    Count,
    /// A selector, as a string.
    Selector,
}

/// A variable.
#[derive(Debug, Clone)]
pub(super) struct Variable {
    pub(super) name: String,
    pub(super) kind: Kind,
    /// Whether a loop counts with it, so that nothing else may assign to it.
    pub(super) counts: bool,
}

/// A parameter of a mixin or a function.
#[derive(Debug, Clone)]
pub(super) struct Parameter {
    pub(super) name: String,
    pub(super) kind: Kind,
    pub(super) has_default: bool,
}

/// A mixin or a function.
#[derive(Debug, Clone)]
pub(super) struct Callable {
    pub(super) name: String,
    pub(super) parameters: Vec<Parameter>,
    /// Whether it takes any number of lengths behind its parameters.
    pub(super) has_rest: bool,
    /// How many statements one call runs, roughly.
    pub(super) cost: u32,
}

/// A function, and what it returns.
#[derive(Debug, Clone)]
pub(super) struct Function {
    pub(super) callable: Callable,
    pub(super) gives: Kind,
}

/// A mixin, and where it may be included.
#[derive(Debug, Clone)]
pub(super) struct Mixin {
    pub(super) callable: Callable,
    /// Whether it has declarations of its own, which need a style rule around them.
    pub(super) needs_rule: bool,
    /// Whether it takes a block.
    pub(super) takes_content: bool,
    /// Whether it gives the block a length.
    pub(super) gives_length: bool,
}

/// A module that the sheet uses.
#[derive(Debug, Clone)]
pub(super) struct Module {
    pub(super) name: &'static str,
    /// What stands before the dot; empty if its members stand for themselves.
    pub(super) namespace: &'static str,
}

/// What a sheet has declared, and where in it we are.
#[derive(Debug, Default)]
pub(crate) struct State {
    /// The variables of each scope, the global one first.
    pub(super) scopes: Vec<Vec<Variable>>,
    pub(super) functions: Vec<Function>,
    pub(super) mixins: Vec<Mixin>,
    pub(super) modules: Vec<Module>,
    /// Selectors that are sure to be there, so that they can be extended.
    pub(super) targets: Vec<String>,
    /// How many extensions there are.
    pub(super) extensions: u32,
    /// How many control rules are open.
    pub(super) controls: u32,
    /// How many loops are open.
    pub(super) loops: usize,
    /// How often the loops around run what is being written.
    pub(super) times: u32,
    /// How many statements the calls so far run, where the loops around count.
    pub(super) cost: u32,
    /// How many mixins and functions are open.
    pub(super) definitions: u32,
    /// The mixin whose body is being written: whether it takes a block, and returns it a length.
    pub(super) content: Option<bool>,
    /// In how many rules the parent selector is one that a suffix may be added to; 0 if it is none.
    pub(super) suffix_in: u32,
    /// Whether there is a module that is passed on.
    pub(super) forwards: bool,
    /// Nesting depth of expressions.
    pub(super) nesting: u32,
}

/// How many statements all calls of a definition, or of the sheet, may run.
const DEAREST: u32 = 400;

impl State {
    pub(super) fn new() -> Self {
        Self { scopes: vec![Vec::new()], times: 1, ..Self::default() }
    }

    /// The names of the variables of a kind that can be seen.
    pub(super) fn visible(&self, kind: Kind) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for variable in self.scopes.iter().flatten() {
            if variable.kind == kind && !names.contains(&variable.name.as_str()) {
                names.push(&variable.name);
            }
        }
        names
    }

    /// Whether nothing but a loop may assign to a name.
    pub(super) fn counts(&self, name: &str) -> bool {
        self.scopes.iter().flatten().any(|variable| variable.counts && variable.name == name)
    }

    /// Whether a global variable has this name.
    pub(super) fn is_global(&self, name: &str) -> bool {
        self.scopes[0].iter().any(|variable| variable.name == name)
    }

    /// Adds a variable to the innermost scope.
    pub(super) fn declare(&mut self, name: &str, kind: Kind) {
        self.add(Variable { name: name.to_owned(), kind, counts: false });
    }

    /// Adds a variable that a loop counts with.
    pub(super) fn declare_counter(&mut self, name: &str) {
        self.add(Variable { name: name.to_owned(), kind: Kind::Number, counts: true });
    }

    fn add(&mut self, variable: Variable) {
        if let Some(scope) = self.scopes.last_mut()
            && !scope.iter().any(|other| other.name == variable.name)
        {
            scope.push(variable);
        }
    }

    /// Whether a call of this cost may be written here; if so it is counted.
    pub(super) fn afford(&mut self, cost: u32) -> bool {
        let together = self.cost + cost.saturating_mul(self.times);
        let can = together <= DEAREST;
        if can {
            self.cost = together;
        }
        can
    }

    /// The namespace of a module that is used.
    pub(super) fn namespace(&self, module: &str) -> Option<&'static str> {
        self.modules.iter().find(|used| used.name == module).map(|used| used.namespace)
    }
}

//! The dependencies among the local variables of all bodies: which value flows into which.
//!
//! A dependency has a cost, the distance that it adds. Copies, moves, borrows and casts cost nothing, since
//! a representation in static single assignment has none of them; fields, elements, operators and calls
//! cost 1 each. What a known function returns may also depend on its arguments without being made of them,
//! as the depth of a tree does; such a dependency costs [`DECIDING_COST`].

use std::cell::RefCell;
use std::collections::HashMap;

use crate::callees::Callees;
use crate::mir::{
    Body, Callee, Operand, Place, Program, RvalueKind, Statement, Step, TerminatorKind,
};
use crate::types::Type;

/// The distance between the result of a known function and an argument that may only have decided it: more
/// than most ways that a value takes through a function.
const DECIDING_COST: u32 = 8;

/// A local variable of some body.
pub(crate) type Node = usize;

/// The name of an influencing type, as a place among all of them.
pub(crate) type NameId = u32;

/// What a value depends on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Dependency {
    pub(crate) on: Node,
    pub(crate) cost: u32,
    /// The types on the way to it, each with the distance that it is reached at.
    pub(crate) via: Vec<(NameId, u32)>,
    /// Whether it is an operand of an operator, such as a comparison.
    pub(crate) by_operator: bool,
}

/// The dependencies of a program.
pub(crate) struct Flow<'p> {
    program: &'p Program,
    /// The first node of each body.
    first: Vec<Node>,
    dependencies: Vec<Vec<Dependency>>,
    /// The influencing types of each node, each with how much farther away it is than the node.
    types: Vec<Vec<(NameId, u32)>>,
    names: RefCell<Names>,
}

/// The names of influencing types, each once.
#[derive(Debug, Default)]
struct Names {
    all: Vec<String>,
    ids: HashMap<String, NameId>,
}

impl Names {
    /// The names under which a type may influence a branch.
    fn of(&mut self, ty: &Type) -> Vec<(NameId, u32)> {
        let named = ty.influencing().into_iter().map(|(name, farther)| {
            let next = self.all.len() as NameId;
            let id = *self.ids.entry(name).or_insert_with_key(|name| {
                self.all.push(name.clone());
                next
            });
            (id, farther)
        });
        named.collect()
    }
}

impl<'p> Flow<'p> {
    pub(crate) fn of(program: &'p Program) -> Self {
        let mut first = Vec::with_capacity(program.bodies.len());
        let mut nodes = 0;
        for body in &program.bodies {
            first.push(nodes);
            nodes += body.locals.len();
        }
        let mut names = Names::default();
        let locals = program.bodies.iter().flat_map(|body| &body.locals);
        let types = locals.map(|local| names.of(&local.ty)).collect();
        let dependencies = (0..nodes).map(|_| Vec::new()).collect();
        let mut flow = Self { program, first, dependencies, types, names: RefCell::new(names) };
        let callees = Callees::of(program);
        for (index, body) in program.bodies.iter().enumerate() {
            flow.add_body(index, body, &callees);
        }
        for dependencies in &mut flow.dependencies {
            dependencies.sort_by_key(|dependency| (dependency.on, dependency.cost));
            dependencies.dedup();
        }
        flow
    }

    /// The node of a local variable.
    pub(crate) fn node(&self, body: usize, local: usize) -> Option<Node> {
        (local < self.program.bodies[body].locals.len()).then(|| self.first[body] + local)
    }

    /// How many nodes there are.
    pub(crate) fn nodes(&self) -> usize {
        self.dependencies.len()
    }

    /// The influencing types of a node, each with how much farther away it is than the node.
    pub(crate) fn types(&self, node: Node) -> &[(NameId, u32)] {
        &self.types[node]
    }

    /// The name of an influencing type.
    pub(crate) fn name(&self, id: NameId) -> String {
        self.names.borrow().all[id as usize].clone()
    }

    pub(crate) fn dependencies(&self, node: Node) -> &[Dependency] {
        &self.dependencies[node]
    }

    /// What reading a place depends on.
    pub(crate) fn reading(&self, body: usize, place: &Place, cost: u32) -> Vec<Dependency> {
        let mut found = Vec::new();
        let mut via = Vec::new();
        let mut cost = cost;
        for step in place.steps.iter().rev() {
            match step {
                Step::Field(ty) => {
                    let names = self.names.borrow_mut().of(ty);
                    via.extend(names.into_iter().map(|(name, farther)| (name, cost + farther)));
                    cost += 1;
                }
                Step::Index(local) => {
                    cost += 1;
                    if let Some(on) = self.node(body, *local) {
                        found.push(Dependency { on, cost, via: Vec::new(), by_operator: false });
                    }
                }
                Step::Element => cost += 1,
                Step::Deref | Step::Variant => {}
            }
        }
        if let Some(on) = self.node(body, place.local) {
            found.push(Dependency { on, cost, via, by_operator: false });
        }
        found
    }

    fn add_body(&mut self, index: usize, body: &'p Body, callees: &Callees<'p>) {
        for block in body.blocks.iter().filter(|block| !block.is_cleanup) {
            for statement in &block.statements {
                self.add_statement(index, body, statement);
            }
            if let TerminatorKind::Call { callee, arguments, destination } = &block.terminator.kind
            {
                self.add_call(Call { index, body, callee, arguments, destination }, callees);
            }
        }
    }

    fn add_statement(&mut self, index: usize, body: &'p Body, statement: &'p Statement) {
        let Statement { place, rvalue, .. } = statement;
        let cost = match rvalue.kind {
            RvalueKind::Use | RvalueKind::Ref { .. } | RvalueKind::Cast(_) => 0,
            RvalueKind::Aggregate | RvalueKind::Discriminant | RvalueKind::Operator { .. } => 1,
        };
        let by_operator =
            matches!(rvalue.kind, RvalueKind::Discriminant | RvalueKind::Operator { .. });
        let Some(to) = self.node(index, place.local) else { return };
        for source in rvalue.operands.iter().filter_map(Operand::place) {
            for dependency in self.reading(index, source, cost) {
                self.dependencies[to].push(Dependency { by_operator, ..dependency });
            }
            // What is written through a reference is written to what it refers to.
            let writes_back = match rvalue.kind {
                RvalueKind::Ref { mutable } => mutable,
                RvalueKind::Use | RvalueKind::Cast(_) => {
                    body.type_of(place.local).is_mutable_pointer()
                }
                _ => false,
            };
            if writes_back {
                self.add(index, source.local, to, 1);
            }
        }
    }

    /// A local variable depends on a node.
    fn add(&mut self, body: usize, local: usize, on: Node, cost: u32) {
        if let Some(from) = self.node(body, local)
            && from != on
        {
            let dependency = Dependency { on, cost, via: Vec::new(), by_operator: false };
            self.dependencies[from].push(dependency);
        }
    }

    fn add_call(&mut self, call: Call<'p>, callees: &Callees<'p>) {
        let types: Vec<&Type> =
            call.arguments.iter().map(|operand| call.type_of(operand)).collect();
        let bodies = match call.callee {
            Callee::Path(path) => callees.resolve(path, &types),
            Callee::Value(_) => Vec::new(),
        };
        for &callee in &bodies {
            self.add_known_call(&call, callee);
        }
        if bodies.is_empty() {
            self.add_unknown_call(&call, &types);
        }
        for (at, ty) in types.iter().enumerate() {
            if let Some(closure) = callees.closure(ty) {
                self.add_closure(&call, at, closure);
            }
        }
    }

    /// Parameters depend on arguments, the result on what the callee returns.
    fn add_known_call(&mut self, call: &Call<'p>, callee: usize) {
        if let Some(returned) = self.node(callee, 0) {
            self.add(call.index, call.destination.local, returned, 1);
        }
        for (at, argument) in call.arguments.iter().enumerate() {
            let Some(parameter) = self.node(callee, at + 1) else { continue };
            let Some(place) = argument.place() else { continue };
            let reading = self.reading(call.index, place, 1);
            self.dependencies[parameter].extend(reading);
            if let Some(result) = self.node(call.index, call.destination.local) {
                let deciding = self.reading(call.index, place, DECIDING_COST);
                self.dependencies[result].extend(deciding);
            }
            if call.type_of(argument).is_mutable_pointer() {
                self.add(call.index, place.local, parameter, 1);
            }
        }
    }

    /// The result depends on all arguments, and so does what the callee can write to.
    fn add_unknown_call(&mut self, call: &Call<'p>, types: &[&Type]) {
        let Some(to) = self.node(call.index, call.destination.local) else { return };
        let places = call.arguments.iter().filter_map(Operand::place);
        let called = match call.callee {
            Callee::Value(place) => Some(place),
            Callee::Path(_) => None,
        };
        for place in places.chain(called) {
            let reading = self.reading(call.index, place, 1);
            self.dependencies[to].extend(reading);
        }
        for (at, argument) in call.arguments.iter().enumerate() {
            let Some(written) = argument.place().filter(|_| types[at].is_mutable_pointer()) else {
                continue;
            };
            for other in call.arguments.iter().filter_map(Operand::place) {
                if other != written
                    && let Some(on) = self.node(call.index, other.local)
                {
                    self.add(call.index, written.local, on, 1);
                }
            }
        }
    }

    /// A closure is passed: its parameters may be parts of the other arguments, and the result of the call
    /// may be what it returns.
    fn add_closure(&mut self, call: &Call<'p>, at: usize, closure: usize) {
        if let Some(returned) = self.node(closure, 0) {
            self.add(call.index, call.destination.local, returned, 1);
        }
        let parameters = self.program.bodies[closure].parameters;
        for (other, argument) in call.arguments.iter().enumerate() {
            let Some(place) = argument.place() else { continue };
            if other == at {
                // What it captured.
                if let Some(own) = self.node(closure, 1) {
                    let reading = self.reading(call.index, place, 0);
                    self.dependencies[own].extend(reading);
                }
                continue;
            }
            for parameter in 2..=parameters {
                if let Some(parameter) = self.node(closure, parameter) {
                    let reading = self.reading(call.index, place, 1);
                    self.dependencies[parameter].extend(reading);
                }
            }
        }
    }
}

/// A call, and where it is.
struct Call<'p> {
    index: usize,
    body: &'p Body,
    callee: &'p Callee,
    arguments: &'p [Operand],
    destination: &'p Place,
}

impl<'p> Call<'p> {
    /// The type of an argument.
    fn type_of(&self, operand: &'p Operand) -> &'p Type {
        match operand {
            Operand::Constant(_) => &Type::Other,
            Operand::Place(place) => match place.steps.last() {
                None => self.body.type_of(place.local),
                Some(Step::Field(ty)) => ty,
                Some(_) => &Type::Other,
            },
        }
    }
}

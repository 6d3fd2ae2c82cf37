//! Which bodies a call may lead to.
//!
//! MIR text names callees by trimmed paths and methods by the place of their `impl`, so a callee is found by
//! its last segment, the number of its parameters, and types that fit. Calls through a trait object or a
//! type parameter lead to every implementation.

use std::collections::HashMap;

use crate::mir::{BodyKind, Program};
use crate::names::{last_segment, qualified, segments};
use crate::types::{Type, is_type_parameter};

/// The bodies of a program by what calls say of them.
pub(crate) struct Callees<'p> {
    program: &'p Program,
    by_name: HashMap<&'p str, Vec<usize>>,
    closures: HashMap<&'p str, usize>,
}

impl<'p> Callees<'p> {
    pub(crate) fn of(program: &'p Program) -> Self {
        let mut by_name: HashMap<&str, Vec<usize>> = HashMap::new();
        let mut closures = HashMap::new();
        for (index, body) in program.bodies.iter().enumerate() {
            if body.kind != BodyKind::Function {
                continue;
            }
            let name = last_segment(&body.name);
            if name.starts_with("{closure#") {
                if let Some(place) = body.locals.get(1).and_then(|own| own.ty.closure()) {
                    closures.insert(place, index);
                }
            } else {
                by_name.entry(name).or_default().push(index);
            }
        }
        Self { program, by_name, closures }
    }

    /// The body of a closure.
    pub(crate) fn closure(&self, ty: &Type) -> Option<usize> {
        self.closures.get(ty.closure()?).copied()
    }

    /// The bodies that a call of `path` with these arguments may lead to.
    pub(crate) fn resolve(&self, path: &str, arguments: &[&Type]) -> Vec<usize> {
        let path = segments(path);
        let Some((name, before)) = path.split_last() else { return Vec::new() };
        let Some(candidates) = self.by_name.get(name) else { return Vec::new() };
        let qualified = before.first().and_then(|first| qualified(first));
        let fitting = candidates.iter().copied().filter(|&index| {
            let body = &self.program.bodies[index];
            body.parameters == arguments.len()
                && arguments
                    .iter()
                    .zip(&body.locals[1..])
                    .all(|(argument, parameter)| fits(argument, &parameter.ty))
                && match qualified {
                    Some((_, in_trait)) => self.may_implement(index, in_trait),
                    None => self.may_be_named(index, before),
                }
        });
        fitting.collect()
    }

    /// Whether a body may be of an implementation or of the default methods of a trait.
    fn may_implement(&self, index: usize, in_trait: &str) -> bool {
        let own = segments(&self.program.bodies[index].name);
        let Some(holder) = own.len().checked_sub(2).map(|at| own[at]) else { return false };
        holder.starts_with("<impl at ") || last_segment(in_trait) == holder
    }

    /// Whether a body may be called by this path, its last segment left out.
    fn may_be_named(&self, index: usize, before: &[&str]) -> bool {
        let body = &self.program.bodies[index];
        let own = segments(&body.name);
        let own = &own[..own.len() - 1];
        if own.last().is_some_and(|holder| holder.starts_with("<impl at ")) {
            // A method is called by its type, which its signature is likely to mention.
            let Some(of) = before.last() else { return false };
            let signature = body.locals.iter().take(body.parameters + 1);
            return signature.into_iter().any(|local| mentions(&local.ty, of));
        }
        // A path is trimmed as far as it is unique.
        own.iter().rev().zip(before.iter().rev()).all(|(own, called)| own == called)
    }
}

/// Whether an argument may be of the type of a parameter.
fn fits(argument: &Type, parameter: &Type) -> bool {
    match (argument.pointee(), parameter.pointee()) {
        (Type::Other | Type::Closure(_), _) | (_, Type::Other | Type::Closure(_)) => true,
        (Type::Dyn(_), _) | (_, Type::Dyn(_)) => true,
        (
            Type::Named { name: given, arguments: given_arguments },
            Type::Named { name: wanted, arguments: wanted_arguments },
        ) => {
            is_type_parameter(given, given_arguments)
                || is_type_parameter(wanted, wanted_arguments)
                || given == wanted
                    && given_arguments.iter().zip(wanted_arguments).all(|(a, b)| fits(a, b))
        }
        (Type::Named { name, arguments }, _) | (_, Type::Named { name, arguments }) => {
            is_type_parameter(name, arguments)
        }
        (Type::Slice(given), Type::Slice(wanted)) => fits(given, wanted),
        (Type::Tuple(given), Type::Tuple(wanted)) => {
            given.len() == wanted.len() && given.iter().zip(wanted).all(|(a, b)| fits(a, b))
        }
        _ => false,
    }
}

fn mentions(ty: &Type, wanted: &str) -> bool {
    match ty {
        Type::Named { name, arguments } => {
            name == wanted || arguments.iter().any(|inner| mentions(inner, wanted))
        }
        Type::Pointer { to, .. } | Type::Slice(to) => mentions(to, wanted),
        Type::Tuple(parts) => parts.iter().any(|part| mentions(part, wanted)),
        Type::Dyn(_) | Type::Closure(_) | Type::Other => false,
    }
}

//! The static facts of a target, and the form in which a strategy gets them.

use chiasma_evolve::{BranchTarget, ConstantFacts, Facts, TypeDistance, TypeFacts};
use serde::{Deserialize, Serialize};

use crate::branches::{Branch, branches};
use crate::constants::Constants;
use crate::coverage::SideEdges;
use crate::flow::Flow;
use crate::influence::{Influence, unify};
use crate::mir::Program;

/// What is known of a target from its code.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct StaticFacts {
    /// The branches of the application's code.
    pub branches: Vec<Branch>,
    /// Every influencing type with its unified distance, nearest first.
    pub types: Vec<Influence>,
    /// The constants of the application's code.
    pub constants: Constants,
}

impl StaticFacts {
    /// Analyses the code of an application.
    #[must_use]
    pub fn of(program: &Program) -> Self {
        let flow = Flow::of(program);
        let branches = branches(program, &flow);
        let types = unify(&branches);
        Self { branches, types, constants: Constants::of(program) }
    }

    /// The constants alone: most of an analysis is which values flow into branches.
    #[must_use]
    pub fn constants_of(program: &Program) -> Self {
        Self { constants: Constants::of(program), ..Self::default() }
    }
}

/// What a strategy gets: types and constants, and the edges of each side of a branch.
///
/// Sides whose edges are not known are left out: whether they are covered cannot be told.
#[must_use]
pub fn evolve_facts(facts: &StaticFacts, sides: &[SideEdges]) -> Facts {
    let distances = facts.types.iter().map(|Influence { name, distance }| TypeDistance {
        name: name.clone(),
        distance: f64::from(*distance),
    });
    let place_of = |name: &str| facts.types.iter().position(|known| known.name == name);
    let targets = sides.iter().filter(|side| !side.edges.is_empty()).filter_map(|side| {
        let types = &facts.branches.get(side.branch)?.types;
        let types = types.iter().filter_map(|ty| place_of(&ty.name)).map(|at| at as u32);
        Some(BranchTarget { edges: side.edges.clone(), types: types.collect() })
    });
    let Constants { strings, byte_strings, chars, numbers } = &facts.constants;
    let constants = ConstantFacts {
        strings: strings.iter().cloned().chain(chars.iter().map(char::to_string)).collect(),
        byte_strings: byte_strings.iter().cloned().collect(),
        numbers: numbers.iter().copied().collect(),
    };
    Facts {
        types: Some(TypeFacts { distances: distances.collect(), branches: targets.collect() }),
        constants: Some(constants),
        ..Facts::default()
    }
}

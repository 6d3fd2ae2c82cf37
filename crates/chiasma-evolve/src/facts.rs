//! Facts: what the command knows about a target and its generators before a search begins.
//!
//! Every part is optional. A strategy uses the parts it is made for and ignores the others, so a search
//! without facts always works.

use std::sync::Arc;

use chiasma_core::{Constants, TypeId, short_name};

use crate::settings::Settings;
use crate::wire::wire;

wire! {
    /// What is known of a target and its generators.
    #[derive(Debug, Clone, PartialEq, Default)]
    pub struct Facts {
        /// The types that influence the target's branches.
        pub types: Option<TypeFacts>,
        /// The constants of the target's code.
        pub constants: Option<ConstantFacts>,
        /// Operands of comparisons that the target made.
        pub hints: Vec<Hint>,
    }
}

/// Which facts a strategy has a use for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct WantedFacts {
    /// The types that influence the target's branches.
    pub types: bool,
    /// The constants of the target's code.
    pub constants: bool,
}

wire! {
    /// The types that influence the branches of a target (SpotOn).
    #[derive(Debug, Clone, PartialEq, Default)]
    pub struct TypeFacts {
        /// Every influencing type with its unified distance.
        pub distances: Vec<TypeDistance>,
        /// The branches that are to be covered.
        pub branches: Vec<BranchTarget>,
    }
}

wire! {
    /// A type, and how far it is from the branches that it influences.
    #[derive(Debug, Clone, PartialEq)]
    pub struct TypeDistance {
        /// The type's name without module paths, lifetimes, references and boxes.
        pub name: String,
        /// The number of dependencies between the type and the branch; at least 1.
        pub distance: f64,
    }
}

wire! {
    /// One side of a branch of the target.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct BranchTarget {
        /// The edges that a run passes if it takes this side; any of them will do.
        pub edges: Vec<u32>,
        /// The types that influence it, as places in [`TypeFacts::distances`].
        pub types: Vec<u32>,
    }
}

wire! {
    /// The constants of a target's code.
    #[derive(Debug, Clone, PartialEq, Eq, Default)]
    pub struct ConstantFacts {
        /// Strings, and characters as strings of one.
        pub strings: Vec<String>,
        /// Strings of bytes.
        pub byte_strings: Vec<Vec<u8>>,
        /// Whole numbers.
        pub numbers: Vec<i128>,
    }
}

impl ConstantFacts {
    /// The table of constants that fresh draws take with these probabilities, if there are any to take.
    pub(crate) fn table(
        &self,
        string_probability: f64,
        number_probability: f64,
    ) -> Option<Arc<Constants>> {
        let Self { strings, byte_strings, numbers } = self.clone();
        let is_used = string_probability > 0.0 && (!strings.is_empty() || !byte_strings.is_empty())
            || number_probability > 0.0 && !numbers.is_empty();
        is_used.then(|| {
            let table = Constants {
                strings,
                byte_strings,
                numbers,
                string_probability,
                number_probability,
            };
            Arc::new(table)
        })
    }

    /// The table that all fresh draws of a search take.
    pub(crate) fn table_of_all(&self, settings: &Settings) -> Option<Arc<Constants>> {
        self.table(settings.get("string-constants"), settings.get("number-constants"))
    }
}

wire! {
    /// The operands of a comparison that the target made.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum Hint {
        /// Two numbers of the same width.
        Numbers {
            /// The width of the operands in bytes.
            width: u32,
            /// The first operand, zero-extended.
            left: u64,
            /// The second operand, zero-extended.
            right: u64,
        } = 0,
        /// Two strings of bytes of equal length.
        Bytes {
            /// The first operand.
            left: Vec<u8>,
            /// The second operand.
            right: Vec<u8>,
        } = 1,
    }
}

/// What stands around a type without changing which input it is.
const AROUND: &[&str] = &["Box<", "Rc<", "Arc<"];

/// The identity of a type by its name, with module paths or without: references and boxes are left out, so
/// that a generator of `Box<Tree>` makes what influences a branch as `Tree`.
pub(crate) fn influencing_type(name: &str) -> TypeId {
    let short = short_name(name);
    let mut name = short.as_str();
    loop {
        let without = name.trim_start_matches(['&', ' ']).trim_start_matches("mut ");
        let inner = AROUND
            .iter()
            .find_map(|around| without.strip_prefix(around)?.strip_suffix('>'))
            .unwrap_or(without);
        if inner.len() == name.len() {
            return TypeId::of(name);
        }
        name = inner;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::Wire;

    #[test]
    fn types_are_known_without_paths_references_and_boxes() {
        let tree = influencing_type("Tree");
        for name in ["a::b::Tree", "&mut a::Tree", "alloc::boxed::Box<&a::Tree>", "Rc<Box<Tree>>"] {
            assert_eq!(influencing_type(name), tree, "{name}");
        }
        assert_ne!(influencing_type("alloc::vec::Vec<a::Tree>"), tree);
        assert_eq!(influencing_type("alloc::vec::Vec<a::Tree>"), influencing_type("Vec<Tree>"));
    }

    #[test]
    fn facts_that_are_written_can_be_read_and_a_shortened_form_is_refused() {
        let facts = Facts {
            types: Some(TypeFacts {
                distances: vec![TypeDistance { name: "Calendar".into(), distance: 2.0 }],
                branches: vec![BranchTarget { edges: vec![3, 4], types: vec![0] }],
            }),
            constants: Some(ConstantFacts {
                strings: vec!["magic".into()],
                byte_strings: vec![vec![0xff, 0xd8]],
                numbers: vec![-1, i128::from(u64::MAX)],
            }),
            hints: vec![
                Hint::Numbers { width: 4, left: 1, right: 2008 },
                Hint::Bytes { left: b"ab".to_vec(), right: b"cd".to_vec() },
            ],
        };
        let mut bytes = Vec::new();
        facts.write(&mut bytes);
        let mut rest = &bytes[..];
        assert_eq!(Facts::read(&mut rest), Some(facts));
        assert!(rest.is_empty());
        for len in 0..bytes.len() {
            assert_eq!(Facts::read(&mut &bytes[..len]), None, "{len} bytes");
        }
    }
}

//! Mutants of the target: which one is active, which a run reached, and which an input kills.

mod behaviour;
mod exchange;
mod observed;
mod process;
mod runner;
mod switch;

pub use observed::Observed;
pub(crate) use runner::{MutantRunner, Original, Tried};
pub(crate) use switch::{Reached, clear_reached};

use chiasma_evolve::wire::wire;

wire! {
    /// How a mutant was noticed.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Kill {
        /// The property failed.
        Failed {} = 0,
        /// The property gave something else, or took the input for valid or invalid where it was not.
        Differed {} = 1,
        /// It took too many steps, or too long.
        TimedOut {} = 2,
        /// The process died.
        Died {} = 3,
    }
}

wire! {
    /// A mutant that is switched at a site.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct SwitchedMutant {
        /// The site.
        pub site: u32,
        /// The mutant.
        pub mutant: u32,
    }
}

wire! {
    /// A mutant that an input killed.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct Killed {
        /// The mutant.
        pub mutant: u32,
        /// How.
        pub kill: Kill,
    }
}

//! Learning what works: which mutation to use, which choice to make.

pub(crate) mod bandit;
pub(crate) mod generations;
pub(crate) mod monte_carlo;
pub(crate) mod shares;

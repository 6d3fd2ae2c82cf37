//! The numbers that Chiasma claims, measured against peers; `cargo run --release -p chiasma-bench`.

pub mod draws;
pub mod havoc;
pub mod loop_cost;
pub mod shrinking;

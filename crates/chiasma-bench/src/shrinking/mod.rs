//! How far the public shrinking challenges are shrunk, by Chiasma and by its peers.

pub mod challenges;
pub mod chiasma_peer;
pub mod hegel_peer;
pub mod proptest_peer;
pub mod report;
pub mod trees;
pub mod trial;

//! The state of a search as bytes, so that a search goes on where a process ended.
//!
//! A search saves itself as a [`Delta`]: what was added since the last one, and all the rest, which is
//! small. The supervisor, which outlives the process, applies deltas to a [`Snapshot`], and another process restores the
//! search from it.

use std::collections::BTreeMap;

use crate::wire::{Wire, wire};

wire! {
    /// What has changed in a search since its last delta.
    #[derive(Debug, Clone, PartialEq, Eq, Default)]
    pub struct Delta {
        /// The members that were added: their ids, and their bytes.
        pub added: Vec<(u64, Vec<u8>)>,
        /// The ids of those that are members no more.
        pub removed: Vec<u64>,
        /// The states of a learner that were changed: their hashes, and what was learned of each.
        pub learned: Vec<(u64, Vec<u8>)>,
        /// The valid paths that were seen for the first time.
        pub paths: Vec<u64>,
        /// The paths that were seen for the first time in a run that diversity takes into account.
        pub diverse_paths: Vec<u64>,
        /// Everything else.
        pub body: Vec<u8>,
    }
}

/// All of a search, as of its last delta.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Snapshot {
    members: BTreeMap<u64, Vec<u8>>,
    learned: BTreeMap<u64, Vec<u8>>,
    paths: Vec<u64>,
    diverse_paths: Vec<u64>,
    body: Vec<u8>,
}

impl Snapshot {
    /// Applies a delta.
    pub fn apply(&mut self, delta: Delta) {
        for id in delta.removed {
            self.members.remove(&id);
        }
        self.members.extend(delta.added);
        self.learned.extend(delta.learned);
        self.paths.extend(delta.paths);
        self.diverse_paths.extend(delta.diverse_paths);
        self.body = delta.body;
    }

    /// Whether there is nothing to restore: no delta was applied yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.body.is_empty()
    }

    /// How many bytes it takes.
    #[must_use]
    pub fn size(&self) -> usize {
        let records = self.members.values().chain(self.learned.values());
        let paths = self.paths.len() + self.diverse_paths.len();
        records.map(|record| record.len() + 8).sum::<usize>() + 8 * paths + self.body.len()
    }

    /// A hash of all of it: equal for searches in the same state.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        let mut bytes = Vec::new();
        self.write(&mut bytes);
        bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
        })
    }

    pub(crate) fn member(&self, id: u64) -> Option<&[u8]> {
        self.members.get(&id).map(Vec::as_slice)
    }

    pub(crate) fn learned(&self) -> impl Iterator<Item = (u64, &[u8])> {
        self.learned.iter().map(|(state, values)| (*state, values.as_slice()))
    }

    pub(crate) fn paths(&self) -> &[u64] {
        &self.paths
    }

    pub(crate) fn diverse_paths(&self) -> &[u64] {
        &self.diverse_paths
    }

    pub(crate) fn body(&self) -> &[u8] {
        &self.body
    }
}

impl Wire for Snapshot {
    fn write(&self, bytes: &mut Vec<u8>) {
        for records in [&self.members, &self.learned] {
            (records.len() as u32).write(bytes);
            for (key, record) in records {
                key.write(bytes);
                record.write(bytes);
            }
        }
        self.paths.write(bytes);
        self.diverse_paths.write(bytes);
        self.body.write(bytes);
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        let mut records = || Some(Vec::<(u64, Vec<u8>)>::read(bytes)?.into_iter().collect());
        Some(Self {
            members: records()?,
            learned: records()?,
            paths: Vec::read(bytes)?,
            diverse_paths: Vec::read(bytes)?,
            body: Vec::read(bytes)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_snapshot_is_the_sum_of_its_deltas_and_survives_the_wire() {
        let mut snapshot = Snapshot::default();
        assert!(snapshot.is_empty());
        snapshot.apply(Delta {
            added: vec![(1, vec![1]), (2, vec![2])],
            learned: vec![(9, vec![0])],
            paths: vec![5],
            body: vec![7],
            ..Delta::default()
        });
        let before = snapshot.fingerprint();
        snapshot.apply(Delta {
            added: vec![(3, vec![3])],
            removed: vec![1],
            learned: vec![(9, vec![1])],
            paths: vec![6],
            diverse_paths: vec![8],
            body: vec![8],
        });
        assert_ne!(snapshot.fingerprint(), before);
        assert_eq!((snapshot.member(1), snapshot.member(2)), (None, Some(&[2][..])));
        assert_eq!(snapshot.learned().collect::<Vec<_>>(), [(9, &[1][..])]);
        assert_eq!((snapshot.paths(), snapshot.body()), (&[5, 6][..], &[8][..]));
        let mut bytes = Vec::new();
        snapshot.write(&mut bytes);
        assert_eq!(Snapshot::read(&mut &bytes[..]), Some(snapshot));
        assert_eq!(Snapshot::read(&mut &bytes[..bytes.len() - 1]), None);
    }
}

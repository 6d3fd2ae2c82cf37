//! What workers did with their time.

use chiasma_runtime::protocol::Yield;

use crate::campaign::event::OperatorSeen;

/// What one worker or several did, as they say themselves.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Work {
    /// What each operator brought in.
    pub(super) operators: Vec<OperatorSeen>,
    /// The ticks that went into each phase of a run.
    pub(super) phases: Vec<u64>,
}

impl Work {
    pub(super) fn of(yields: &[Yield], phases: Vec<u64>) -> Self {
        Self { operators: yields.iter().map(OperatorSeen::from).collect(), phases }
    }

    /// Adds what another one did.
    pub(super) fn add(&mut self, other: &Self) {
        for theirs in &other.operators {
            match self.operators.iter_mut().find(|ours| ours.name == theirs.name) {
                Some(ours) => {
                    ours.children += theirs.children;
                    ours.kept += theirs.kept;
                }
                None => self.operators.push(theirs.clone()),
            }
        }
        self.phases.resize(self.phases.len().max(other.phases.len()), 0);
        for (ours, theirs) in self.phases.iter_mut().zip(&other.phases) {
            *ours += theirs;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_added_by_operator_and_phase() {
        let operator =
            |name: &str, children, kept| OperatorSeen { name: name.to_owned(), children, kept };
        let mut all = Work::default();
        all.add(&Work { operators: vec![operator("a", 5, 1)], phases: vec![1, 2] });
        let second = vec![operator("b", 1, 0), operator("a", 2, 2)];
        all.add(&Work { operators: second, phases: vec![10, 20] });
        let operators = vec![operator("a", 7, 3), operator("b", 1, 0)];
        assert_eq!(all, Work { operators, phases: vec![11, 22] });
    }
}

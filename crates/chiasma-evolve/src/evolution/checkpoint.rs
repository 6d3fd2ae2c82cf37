//! The state of an evolution, saved and restored.

use chiasma_core::Rng;

use super::sampling::Sampling;
use super::unstable::UnstableEdges;
use super::{Counts, Evolution, Host};
use crate::state::{Delta, Snapshot};
use crate::wire::Wire;

impl Evolution {
    /// All that has changed since the last delta.
    pub fn save(&mut self) -> Delta {
        let mut delta = Delta::default();
        self.search.save(&mut delta);
        delta.diverse_paths = self.diversity.take_unsaved();
        let body = &mut delta.body;
        self.diversity.save(body);
        self.rng.state().write(body);
        self.counts.write(body);
        self.unstable.write(body);
        self.sampling.write(body);
        if let Some(choice) = &self.mutants {
            choice.save(body);
        }
        delta
    }

    /// Goes on where another evolution was saved; nothing if that was another strategy's.
    pub fn load<H: Host>(&mut self, host: &mut H, snapshot: &Snapshot) -> Option<()> {
        let mut body = snapshot.body();
        self.search.load(snapshot, &mut body)?;
        self.diversity.load(snapshot.diverse_paths(), &mut body)?;
        self.rng = Rng::resume(u64::read(&mut body)?);
        self.counts = Counts::read(&mut body)?;
        self.next_diverse = (self.counts.valid / self.diversity_one_in + 1) * self.diversity_one_in;
        self.unstable = UnstableEdges::read(&mut body)?;
        self.sampling = Sampling::read(&mut body)?;
        if let Some(choice) = &mut self.mutants {
            choice.load(&mut body)?;
        }
        self.unstable.ignored().for_each(|edge| host.ignore(edge));
        body.is_empty().then_some(())
    }
}

//! Swarm testing: a run that avoids some alternatives at random, so that it has more of the others.
//!
//! After *Swarm Testing* (Groce et al., ISSTA 2012): inputs without some features reach deeper into the rest
//! than inputs that have a little of everything.

use super::Source;
use super::fresh;
use super::weights;
use crate::identity::{SiteId, combine};
use crate::request::{Ask, Kind};
use crate::rng::mix;

/// Most draws of one fresh answer; the last one stands whatever it is.
const MAX_DRAWS: usize = 8;

/// Which alternatives fresh choices avoid, all through one run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Swarm {
    /// Decides which they are.
    pub seed: u64,
    /// How many of 256 alternatives are avoided, on average.
    pub avoided: u8,
}

impl Swarm {
    /// Whether a choice made at `site` avoids an alternative.
    fn avoids(self, site: SiteId, alternative: u64) -> bool {
        let hash = mix(combine(self.seed, combine(site.0, alternative)));
        ((hash >> 56) as u8) < self.avoided
    }
}

impl Source {
    /// Lets fresh choices avoid some alternatives until the source starts over.
    pub fn set_swarm(&mut self, swarm: Option<Swarm>) {
        self.swarm = swarm;
        // Its bytes and its seed no longer determine a run from left to right.
        self.mirror.turn_on();
        self.choose_path();
    }

    /// Whether fresh answers to requests of this kind may avoid some alternatives.
    pub(super) fn may_avoid(&self, kind: Kind) -> bool {
        self.swarm.is_some() && matches!(kind, Kind::Choice | Kind::Bool)
    }

    /// A fresh answer to a request made at `site` that is not avoided, if one is found soon.
    pub(super) fn draw_in_swarm(&mut self, swarm: Swarm, ask: &Ask, site: SiteId) -> u64 {
        let mut answer = 0;
        for _ in 0..MAX_DRAWS {
            answer = match self.weights.is_empty() {
                true => fresh::answer(ask.kind, ask.max, &mut self.rng),
                false => weights::pick(&self.weights, &mut self.rng),
            };
            if !swarm.avoids(site, self.tickets.place_of(answer)) {
                break;
            }
        }
        answer
    }
}

//! The identities of call sites, remembered by the address of their location.

use std::panic::Location;

use crate::identity::SiteId;

const SLOTS: usize = 256;

/// A direct-mapped cache from a location's address to its [`SiteId`], which is costly to hash.
#[derive(Debug)]
pub(crate) struct Sites {
    slots: Box<[Slot; SLOTS]>,
}

#[derive(Debug, Clone, Copy)]
struct Slot {
    address: usize,
    site: SiteId,
}

impl Default for Sites {
    fn default() -> Self {
        Self { slots: Box::new([Slot { address: 0, site: SiteId(0) }; SLOTS]) }
    }
}

impl Sites {
    #[inline]
    pub(crate) fn of(&mut self, location: &'static Location<'static>) -> SiteId {
        let address = std::ptr::from_ref(location) as usize;
        let slot = &mut self.slots[(address >> 3) % SLOTS];
        if slot.address != address {
            *slot = Slot { address, site: SiteId::of(location) };
        }
        slot.site
    }
}

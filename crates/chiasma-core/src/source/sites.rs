//! The identities of call sites and of calls, remembered by the addresses of their names.

use std::panic::Location;

use crate::identity::{FunctionId, SiteId, TypeId};
use crate::trace::Call;

const SLOTS: usize = 256;

/// Two direct-mapped caches of identities that are costly to hash.
#[derive(Debug)]
pub(crate) struct Sites {
    sites: Box<[Slot<SiteId>; SLOTS]>,
    calls: Box<[Slot<(FunctionId, TypeId)>; SLOTS]>,
}

#[derive(Debug, Clone, Copy)]
struct Slot<T> {
    key: [usize; 2],
    identity: T,
}

impl Slot<SiteId> {
    #[cold]
    #[inline(never)]
    fn fill(&mut self, location: &'static Location<'static>) -> SiteId {
        *self = Self { key: [address(location); 2], identity: SiteId::of(location) };
        self.identity
    }
}

impl Default for Sites {
    fn default() -> Self {
        let nothing = (FunctionId(0), TypeId(0));
        Self {
            sites: Box::new([Slot { key: [0; 2], identity: SiteId(0) }; SLOTS]),
            calls: Box::new([Slot { key: [0; 2], identity: nothing }; SLOTS]),
        }
    }
}

impl Sites {
    /// The identity of the site at `location`.
    #[inline]
    pub(crate) fn of(&mut self, location: &'static Location<'static>) -> SiteId {
        let address = address(location);
        let slot = &mut self.sites[(address >> 3) % SLOTS];
        if slot.key[0] != address {
            return slot.fill(location);
        }
        slot.identity
    }

    /// The identities of a call's function and of the type that it returns.
    ///
    /// Names are compared by address: a name that has several is hashed for each of them.
    pub(crate) fn of_call(&mut self, call: &Call, site: SiteId) -> (FunctionId, TypeId) {
        let key = [call.name.as_ptr() as usize, address(call.location)];
        let slot = &mut self.calls[(key[0] ^ (key[1] >> 3)) % SLOTS];
        if slot.key != key {
            let identity = (FunctionId::of(call.name, site), TypeId::of(call.type_name));
            *slot = Slot { key, identity };
        }
        slot.identity
    }
}

fn address<T>(of: &T) -> usize {
    std::ptr::from_ref(of) as usize
}

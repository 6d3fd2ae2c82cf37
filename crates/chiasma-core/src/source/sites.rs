//! The identities of call sites and of calls, remembered by the addresses of their names.

use std::ops::{Deref, DerefMut};
use std::panic::Location;

use super::Source;
use crate::identity::{FunctionId, SiteId, TypeId};
use crate::trace::Call;

/// A generator of a whole language has thousands of call sites, and draws at hundreds of them in a run.
const SITES: usize = 4_096;
const CALLS: usize = 1_024;

/// Two direct-mapped caches of identities that are costly to hash; they take no room before their first use.
#[derive(Debug, Default)]
pub(crate) struct Sites {
    sites: Vec<Site>,
    calls: Vec<NamedCall>,
}

#[derive(Debug, Clone, Copy)]
struct Site {
    address: usize,
    identity: SiteId,
}

#[derive(Debug, Clone, Copy)]
struct NamedCall {
    key: [usize; 2],
    identity: (FunctionId, TypeId),
}

impl Sites {
    /// The identity of the site at `location`.
    #[inline]
    pub(crate) fn of(&mut self, location: &'static Location<'static>) -> SiteId {
        match self.known(location) {
            Some(site) => site,
            None => self.add(location),
        }
    }

    /// The identity of the site at `location`, if it is remembered.
    #[inline]
    pub(crate) fn known(&self, location: &'static Location<'static>) -> Option<SiteId> {
        let address = address(location);
        let site = self.sites.get((address >> 3) % SITES)?;
        (site.address == address).then_some(site.identity)
    }

    #[cold]
    #[inline(never)]
    fn add(&mut self, location: &'static Location<'static>) -> SiteId {
        self.sites.resize(SITES, Site { address: 0, identity: SiteId(0) });
        let (address, identity) = (address(location), SiteId::of(location));
        self.sites[(address >> 3) % SITES] = Site { address, identity };
        identity
    }

    /// The identity of a call's function.
    #[inline]
    pub(crate) fn function_of(&mut self, call: &Call) -> FunctionId {
        match call.known {
            Some((function, _)) => function,
            None => {
                let key = key_of(call);
                match self.calls.get(place_of(key)) {
                    Some(known) if known.key == key => known.identity.0,
                    _ => {
                        let site = self.of(call.location);
                        self.of_call(call, site).0
                    }
                }
            }
        }
    }

    /// The identities of a call's function and of the type that it returns.
    ///
    /// Names are compared by address: a name that has several is hashed for each of them.
    pub(crate) fn of_call(&mut self, call: &Call, site: SiteId) -> (FunctionId, TypeId) {
        if let Some((function, _)) = call.known {
            return (function, TypeId::of(call.type_name));
        }
        let key = key_of(call);
        if self.calls.is_empty() {
            self.calls
                .resize(CALLS, NamedCall { key: [0; 2], identity: (FunctionId(0), TypeId(0)) });
        }
        let known = &mut self.calls[place_of(key)];
        if known.key != key {
            let identity = (FunctionId::of(call.name, site), TypeId::of(call.type_name));
            *known = NamedCall { key, identity };
        }
        known.identity
    }
}

impl Source {
    /// The source itself, whose requests are made at `site` until the borrow ends: for an interpreter, all
    /// of whose draws have one place in the Rust program.
    #[inline]
    pub fn at(&mut self, site: SiteId) -> AtSite<'_> {
        let outer = self.site.replace(site);
        AtSite { source: self, outer }
    }
}

/// A [`Source`] whose requests are made at a given site; see [`Source::at`].
#[derive(Debug)]
pub struct AtSite<'s> {
    source: &'s mut Source,
    outer: Option<SiteId>,
}

impl Deref for AtSite<'_> {
    type Target = Source;

    #[inline]
    fn deref(&self) -> &Source {
        self.source
    }
}

impl DerefMut for AtSite<'_> {
    #[inline]
    fn deref_mut(&mut self) -> &mut Source {
        self.source
    }
}

impl Drop for AtSite<'_> {
    #[inline]
    fn drop(&mut self) {
        self.source.site = self.outer;
    }
}

/// What a call is remembered by.
fn key_of(call: &Call) -> [usize; 2] {
    [call.name.as_ptr() as usize, address(call.location)]
}

/// Where a call with this key is remembered.
fn place_of(key: [usize; 2]) -> usize {
    (key[0] ^ (key[1] >> 3)) % CALLS
}

fn address<T>(of: &T) -> usize {
    std::ptr::from_ref(of) as usize
}

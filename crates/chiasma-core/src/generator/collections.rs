//! Generators of collections and of the std enums.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::hash::Hash;
use std::marker::PhantomData;
use std::ops::RangeInclusive;

use super::Generator;
use crate::reject::Rejection;
use crate::source::{Length, Source};

/// Maximum number of duplicates drawn in a row before a set stays smaller than its drawn length.
const MAX_DUPLICATES: u32 = 20;

/// Maximum capacity reserved up front: a drawn length may be far more than the run can fill.
const MAX_RESERVED: usize = 1_024;

/// See [`vec()`].
#[derive(Debug, Clone)]
pub struct VecOf<G> {
    length: RangeInclusive<usize>,
    element: G,
}

/// A generator of vectors: how long, and of what. Like all that take a length, it panics if the range
/// of lengths is empty.
///
/// ```
/// use chiasma_core::generators::{int, vec};
/// # let mut s = chiasma_core::Source::random(chiasma_core::Seed(1));
/// let dice: Vec<u8> = s.draw(vec(2..=3, int(1..=6)));
/// # assert!((2..=3).contains(&dice.len()));
/// ```
#[track_caller]
pub fn vec<G: Generator>(length: impl Length, element: G) -> VecOf<G> {
    VecOf { length: length.checked(), element }
}

impl<G: Generator> Generator for VecOf<G> {
    type Value = Vec<G::Value>;

    fn generate(&self, s: &mut Source) -> Self::Value {
        let length = s.length(self.length.clone());
        let count = s.count_within_limit(length, *self.length.start());
        let mut elements = Vec::with_capacity(count.min(MAX_RESERVED));
        for _ in 0..count {
            elements.push(s.spanned(&self.element, None));
        }
        elements
    }
}

/// A collection whose elements differ from one another.
pub trait Collection: Default {
    /// What it holds.
    type Element;
    /// Adds an element, and says whether it was new.
    fn add(&mut self, element: Self::Element) -> bool;
}

impl<T: Hash + Eq> Collection for HashSet<T> {
    type Element = T;
    fn add(&mut self, element: T) -> bool {
        self.insert(element)
    }
}

impl<T: Ord> Collection for BTreeSet<T> {
    type Element = T;
    fn add(&mut self, element: T) -> bool {
        self.insert(element)
    }
}

impl<K: Hash + Eq, V> Collection for HashMap<K, V> {
    type Element = (K, V);
    fn add(&mut self, (key, value): (K, V)) -> bool {
        self.insert(key, value).is_none()
    }
}

impl<K: Ord, V> Collection for BTreeMap<K, V> {
    type Element = (K, V);
    fn add(&mut self, (key, value): (K, V)) -> bool {
        self.insert(key, value).is_none()
    }
}

/// See [`hash_set`], [`btree_set`].
#[derive(Debug, Clone)]
pub struct SetOf<G, C> {
    length: RangeInclusive<usize>,
    element: G,
    collection: PhantomData<C>,
}

/// See [`hash_map`], [`btree_map`].
pub type MapOf<K, V, C> = SetOf<(K, V), C>;

/// A generator of hash sets.
///
/// Where the elements do not suffice for the length drawn, the set is smaller; where they do not
/// suffice for the shortest length, the input is rejected.
#[track_caller]
pub fn hash_set<G>(length: impl Length, element: G) -> SetOf<G, HashSet<G::Value>>
where
    G: Generator<Value: Hash + Eq>,
{
    SetOf { length: length.checked(), element, collection: PhantomData }
}

/// A generator of ordered sets; see [`hash_set`].
#[track_caller]
pub fn btree_set<G>(length: impl Length, element: G) -> SetOf<G, BTreeSet<G::Value>>
where
    G: Generator<Value: Ord>,
{
    SetOf { length: length.checked(), element, collection: PhantomData }
}

/// A generator of hash maps; see [`hash_set`].
#[track_caller]
pub fn hash_map<K, V>(
    length: impl Length,
    key: K,
    value: V,
) -> MapOf<K, V, HashMap<K::Value, V::Value>>
where
    K: Generator<Value: Hash + Eq>,
    V: Generator,
{
    SetOf { length: length.checked(), element: (key, value), collection: PhantomData }
}

/// A generator of ordered maps; see [`hash_set`].
#[track_caller]
pub fn btree_map<K, V>(
    length: impl Length,
    key: K,
    value: V,
) -> MapOf<K, V, BTreeMap<K::Value, V::Value>>
where
    K: Generator<Value: Ord>,
    V: Generator,
{
    SetOf { length: length.checked(), element: (key, value), collection: PhantomData }
}

impl<G, C> Generator for SetOf<G, C>
where
    G: Generator,
    C: Collection<Element = G::Value>,
{
    type Value = C;

    fn generate(&self, s: &mut Source) -> C {
        let length = s.length(self.length.clone());
        let mut collection = C::default();
        let mut size = 0;
        let mut duplicates = 0;
        while size < length && duplicates < MAX_DUPLICATES {
            if collection.add(s.spanned(&self.element, None)) {
                size += 1;
                duplicates = 0;
            } else {
                duplicates += 1;
            }
        }
        if size < *self.length.start() {
            Rejection::unwind("a set or map found too few different elements");
        }
        collection
    }
}

/// See [`option`].
#[derive(Debug, Clone, Copy)]
pub struct OptionOf<G>(G);

/// A generator of options; nothing is the simplest, and comes up half the time.
pub fn option<G: Generator>(some: G) -> OptionOf<G> {
    OptionOf(some)
}

impl<G: Generator> Generator for OptionOf<G> {
    type Value = Option<G::Value>;

    fn generate(&self, s: &mut Source) -> Self::Value {
        s.bool().then(|| s.spanned(&self.0, None))
    }
}

/// See [`result`].
#[derive(Debug, Clone, Copy)]
pub struct ResultOf<G, E>(G, E);

/// A generator of results; `Ok` is the simpler, and comes up half the time.
pub fn result<G: Generator, E: Generator>(ok: G, err: E) -> ResultOf<G, E> {
    ResultOf(ok, err)
}

impl<G: Generator, E: Generator> Generator for ResultOf<G, E> {
    type Value = Result<G::Value, E::Value>;

    fn generate(&self, s: &mut Source) -> Self::Value {
        if s.bool() { Err(s.spanned(&self.1, None)) } else { Ok(s.spanned(&self.0, None)) }
    }
}

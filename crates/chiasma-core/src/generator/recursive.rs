//! Generators of values that hold values of their own kind.

use std::cell::Cell;
use std::fmt;
use std::rc::Rc;

use super::{Boxed, Generator};
use crate::source::Source;

/// See [`recursive`].
pub struct Recursive<T> {
    level: Level<T>,
}

struct Level<T> {
    leaf: Boxed<T>,
    branch: Rc<dyn Fn(Boxed<T>) -> Boxed<T>>,
    budget: Rc<Budget>,
}

struct Budget {
    max_depth: u32,
    max_size: u32,
    depth: Cell<u32>,
    size: Cell<u32>,
}

/// A generator of recursive values: leaves, and branches made of a generator of smaller values.
///
/// No value has more than `max_depth` branches one within the other. Once `max_size` branches have
/// been made in one value the rest of it is leaves, so that no value grows without bound. A leaf is
/// the simplest.
///
/// ```
/// use chiasma_core::generators::{int, recursive, vec};
/// use chiasma_core::{Generator, Seed, Source};
///
/// #[derive(Debug)]
/// enum Json {
///     Number(i8),
///     Array(Vec<Json>),
/// }
///
/// let json = recursive(4, 32, int(0..=9).map(Json::Number), |json| vec(0..5, json).map(Json::Array));
/// let value = Source::random(Seed(1)).draw(json);
/// # let _ = value;
/// ```
pub fn recursive<T, L, B, G>(max_depth: u32, max_size: u32, leaf: L, branch: B) -> Recursive<T>
where
    T: 'static,
    L: Generator<Value = T> + 'static,
    B: Fn(Boxed<T>) -> G + 'static,
    G: Generator<Value = T> + 'static,
{
    let budget = Budget { max_depth, max_size, depth: Cell::new(0), size: Cell::new(0) };
    let level = Level {
        leaf: leaf.boxed(),
        branch: Rc::new(move |inner| branch(inner).boxed()),
        budget: Rc::new(budget),
    };
    Recursive { level }
}

impl<T: 'static> Generator for Recursive<T> {
    type Value = T;

    fn generate(&self, s: &mut Source) -> T {
        self.level.budget.depth.set(0);
        self.level.budget.size.set(0);
        self.level.generate(s)
    }
}

impl<T: 'static> Generator for Level<T> {
    type Value = T;

    fn generate(&self, s: &mut Source) -> T {
        let Budget { max_depth, max_size, depth, size } = &*self.budget;
        if depth.get() >= *max_depth || size.get() >= *max_size || !s.bool() {
            return s.spanned(&self.leaf, None);
        }
        // An unwinding leaves these as they are; the outermost call sets them again.
        size.set(size.get() + 1);
        depth.set(depth.get() + 1);
        let value = s.spanned(&(self.branch)(self.clone().boxed()), None);
        depth.set(depth.get() - 1);
        value
    }
}

impl<T> Clone for Level<T> {
    fn clone(&self) -> Self {
        Self {
            leaf: self.leaf.clone(),
            branch: Rc::clone(&self.branch),
            budget: Rc::clone(&self.budget),
        }
    }
}

impl<T> fmt::Debug for Recursive<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Budget { max_depth, max_size, .. } = &*self.level.budget;
        write!(f, "Recursive(depth {max_depth}, size {max_size}, {:?})", self.level.leaf)
    }
}

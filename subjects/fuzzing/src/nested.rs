//! Parts of a tree that have parts of their own kind in them.

use std::fmt;
use std::ops::Deref;

use arbitrary::{Arbitrary, Result, Unstructured};

/// A part that may lie in one of its own kind: the default, a leaf, where the data have ended.
///
/// What `#[derive(Arbitrary)]` writes gives up the whole tree there. As every other part takes some of
/// the data, they also bound how deep a tree can be.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Nested<T>(pub(crate) Box<T>);

impl<'a, T: Arbitrary<'a> + Default> Arbitrary<'a> for Nested<T> {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let part = if u.is_empty() { T::default() } else { T::arbitrary(u)? };
        Ok(Self(Box::new(part)))
    }

    fn size_hint(_: usize) -> (usize, Option<usize>) {
        (0, None)
    }
}

/// How many parts may lie in each other where no data bound them.
#[cfg(feature = "explicit")]
const MAX_LEVEL: u32 = 3;

#[cfg(feature = "explicit")]
impl<T: chiasma::Generate + Default> chiasma::Generate for Nested<T> {
    fn generate(s: &mut chiasma::Source) -> Self {
        s.nested(|s, level| {
            let part = if level >= MAX_LEVEL { T::default() } else { T::generate(s) };
            Self(Box::new(part))
        })
    }
}

impl<T> Deref for Nested<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: fmt::Debug> fmt::Debug for Nested<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<T: fmt::Display> fmt::Display for Nested<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Default, Arbitrary)]
    enum Tree {
        #[default]
        Leaf,
        Branch(Nested<Tree>),
    }

    impl Tree {
        fn depth(&self) -> usize {
            match self {
                Self::Leaf => 0,
                Self::Branch(tree) => 1 + tree.depth(),
            }
        }
    }

    #[test]
    fn a_tree_ends_with_a_leaf_where_its_data_end() {
        let data = [0xff; 12];
        let tree = Tree::arbitrary(&mut Unstructured::new(&data)).unwrap();
        assert_eq!(tree.depth(), 3, "{tree:?}");
    }
}

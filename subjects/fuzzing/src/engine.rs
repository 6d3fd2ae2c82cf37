//! What fuzz targets call with libFuzzer's data.

use std::fmt::Display;

use arbitrary::Arbitrary;
use libfuzzer_sys::Corpus;

/// Runs data that are UTF-8, as they are; all others are ignored.
#[inline]
pub fn bytes<T, E>(data: &[u8], run: impl Fn(&str) -> Result<T, E>) {
    chiasma_documents::text(data, run);
}

/// Runs the document that a syntax tree prints; data that are no tree are ignored, and kept out of the corpus.
#[inline]
pub fn tree<D, T, E>(data: &[u8], run: impl Fn(&str) -> Result<T, E>) -> Corpus
where
    D: for<'a> Arbitrary<'a> + Display,
{
    match chiasma_documents::tree::<D, _>(data, run) {
        true => Corpus::Keep,
        false => Corpus::Reject,
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use arbitrary::Unstructured;

    use super::*;

    /// Four bytes and the rest.
    #[derive(Debug, Arbitrary)]
    struct Tree {
        number: u32,
        rest: Vec<u8>,
    }

    impl Display for Tree {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            write!(f, "{} {:?}", self.number, self.rest)
        }
    }

    /// A tree that only some data stand for.
    #[derive(Debug)]
    struct Even;

    impl<'a> Arbitrary<'a> for Even {
        fn arbitrary(u: &mut Unstructured<'a>) -> arbitrary::Result<Self> {
            match u.arbitrary::<u8>()? % 2 {
                0 => Ok(Self),
                _ => Err(arbitrary::Error::IncorrectFormat),
            }
        }
    }

    impl Display for Even {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("even")
        }
    }

    /// The documents that `target` runs.
    fn documents_run(target: impl FnOnce(&dyn Fn(&str) -> Result<(), ()>)) -> Vec<String> {
        let run = RefCell::new(Vec::new());
        target(&|document| {
            run.borrow_mut().push(document.to_owned());
            Err(())
        });
        run.into_inner()
    }

    #[test]
    fn only_utf8_is_run_as_bytes() {
        assert_eq!(documents_run(|run| bytes("é<".as_bytes(), run)), ["é<"]);
        assert_eq!(documents_run(|run| bytes(b"", run)), [""]);
        assert!(documents_run(|run| bytes(b"a\xff", run)).is_empty());
    }

    #[test]
    fn a_tree_is_printed_and_run() {
        let documents = documents_run(|run| {
            let corpus = tree::<Tree, _, _>(&[1, 1, 0, 0, 1, 7, 1, 9], run);
            assert!(matches!(corpus, Corpus::Keep));
        });
        assert_eq!(documents, ["257 [7, 9]"], "the rest is taken as the last field of the tree");
    }

    #[test]
    fn data_too_short_for_a_tree_are_neither_run_nor_kept() {
        let documents = documents_run(|run| {
            let corpus = tree::<Tree, _, _>(&[1, 1, 0], run);
            assert!(matches!(corpus, Corpus::Reject));
        });
        assert!(documents.is_empty());
    }

    #[test]
    fn data_that_are_no_tree_are_neither_run_nor_kept() {
        let documents = documents_run(|run| {
            assert!(matches!(tree::<Even, _, _>(&[1], run), Corpus::Reject));
            assert!(matches!(tree::<Even, _, _>(&[2], run), Corpus::Keep));
        });
        assert_eq!(documents, ["even"]);
    }
}

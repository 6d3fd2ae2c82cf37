//! What a fuzz target runs, and what it writes down instead where the lab asks for it.

use std::cell::RefCell;
use std::process::Command;
use std::{env, fs, process};

/// The documents that `target` runs.
fn documents_run(target: impl FnOnce(&dyn Fn(&str))) -> Vec<String> {
    let run = RefCell::new(Vec::new());
    target(&|document| run.borrow_mut().push(document.to_owned()));
    run.into_inner()
}

#[test]
fn only_utf8_is_run_as_text() {
    assert_eq!(documents_run(|run| chiasma_documents::text("é<".as_bytes(), run)), ["é<"]);
    assert_eq!(documents_run(|run| chiasma_documents::text(b"", run)), [""]);
    assert_eq!(documents_run(|run| chiasma_documents::text(b"a\xff", run)), [""; 0]);
}

#[cfg(feature = "arbitrary")]
mod trees {
    use std::fmt;

    use arbitrary::{Arbitrary, Unstructured};

    use super::documents_run;

    /// Four bytes and the rest.
    #[derive(Debug, Arbitrary)]
    struct Tree {
        number: u32,
        rest: Vec<u8>,
    }

    impl fmt::Display for Tree {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
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

    impl fmt::Display for Even {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("even")
        }
    }

    #[test]
    fn a_tree_is_printed_and_run() {
        let data = [1, 1, 0, 0, 1, 7, 1, 9];
        let documents =
            documents_run(|run| assert!(chiasma_documents::tree::<Tree, _>(&data, run)));
        assert_eq!(documents, ["257 [7, 9]"], "the rest is taken as the last field of the tree");
    }

    #[test]
    fn data_that_are_no_tree_are_not_run() {
        let documents = documents_run(|run| {
            assert!(!chiasma_documents::tree::<Tree, _>(&[1, 1, 0], run), "too short");
            assert!(!chiasma_documents::tree::<Even, _>(&[1], run));
            assert!(chiasma_documents::tree::<Even, _>(&[2], run));
        });
        assert_eq!(documents, ["even"]);
    }
}

/// Set in the process that stands for a target whose documents the lab wants.
const ASKED: &str = "CHIASMA_DOCUMENTS";

#[test]
fn documents_are_written_and_not_run_if_the_lab_asks_for_them() {
    if env::var_os(ASKED).is_some() {
        for data in [&b"<a/>"[..], b"\xff", b""] {
            chiasma_documents::text(data, |text| panic!("{text} is run"));
        }
        return;
    }
    let path = env::temp_dir().join(format!("chiasma-documents-{}", process::id()));
    let name = "documents_are_written_and_not_run_if_the_lab_asks_for_them";
    let status = Command::new(env::current_exe().unwrap())
        .args(["--exact", name])
        .env(ASKED, &path)
        .output()
        .unwrap();
    assert!(status.status.success(), "{}", String::from_utf8_lossy(&status.stdout));
    let written = fs::read(&path).unwrap();
    fs::remove_file(&path).unwrap();
    let mut expected = b"\x04\0\0\0\0\0\0\0<a/>".to_vec();
    expected.extend([0xff; 8]);
    expected.extend([0; 8]);
    assert_eq!(written, expected);
}

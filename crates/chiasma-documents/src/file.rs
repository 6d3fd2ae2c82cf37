//! The file in which the lab finds the documents that inputs stand for.

use std::env;
use std::ffi::OsString;
use std::fs::File;
use std::io::Write;
use std::path::PathBuf;
use std::sync::OnceLock;

/// The variable that names the file.
const DOCUMENTS: &str = "CHIASMA_DOCUMENTS";

/// The length that stands for an input without a document.
const NONE: u64 = u64::MAX;

/// A file of documents, each a length of eight bytes, little-endian, and that many bytes.
#[derive(Debug)]
pub(crate) struct Documents {
    file: File,
    path: PathBuf,
}

impl Documents {
    /// The file that the environment asks for, if it does: documents are then not run.
    #[inline]
    pub(crate) fn wanted() -> Option<&'static Self> {
        static WANTED: OnceLock<Option<Documents>> = OnceLock::new();
        WANTED.get_or_init(|| env::var_os(DOCUMENTS).map(Self::open)).as_ref()
    }

    /// Opens a file to append to it.
    #[cold]
    fn open(path: OsString) -> Self {
        let path = PathBuf::from(path);
        match File::options().append(true).create(true).open(&path) {
            Ok(file) => Self { file, path },
            Err(error) => panic!("{DOCUMENTS}: cannot open {}: {error}", path.display()),
        }
    }

    /// Appends the document of an input, or that it has none.
    #[cold]
    pub(crate) fn add(&self, document: Option<&[u8]>) {
        let length = document.map_or(NONE, |document| document.len() as u64);
        let mut entry = length.to_le_bytes().to_vec();
        entry.extend_from_slice(document.unwrap_or_default());
        if let Err(error) = (&self.file).write_all(&entry) {
            panic!("{DOCUMENTS}: cannot write to {}: {error}", self.path.display());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, process};

    use super::*;

    #[test]
    fn documents_are_appended_with_their_lengths() {
        let path = env::temp_dir().join(format!("chiasma-documents-{}", process::id()));
        fs::write(&path, "before").unwrap();
        let documents = Documents::open(path.clone().into());
        documents.add(Some("é".as_bytes()));
        documents.add(None);
        documents.add(Some(b""));
        drop(documents);
        let written = fs::read(&path).unwrap();
        fs::remove_file(&path).unwrap();
        let mut expected = b"before\x02\0\0\0\0\0\0\0".to_vec();
        expected.extend_from_slice("é".as_bytes());
        expected.extend_from_slice(&[0xff; 8]);
        expected.extend_from_slice(&[0; 8]);
        assert_eq!(written, expected);
    }

    #[test]
    #[should_panic(expected = "CHIASMA_DOCUMENTS: cannot open /nowhere/at/all")]
    fn a_file_that_cannot_be_opened_is_told_of() {
        Documents::open("/nowhere/at/all".into());
    }

    #[test]
    #[should_panic(expected = "CHIASMA_DOCUMENTS: cannot write to /dev/full")]
    fn a_file_that_cannot_be_written_to_is_told_of() {
        Documents::open("/dev/full".into()).add(Some(b"a"));
    }
}

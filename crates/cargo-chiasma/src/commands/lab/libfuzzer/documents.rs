//! The documents that the files of a fuzz target stand for, written by the target itself.

use std::fs;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::Stdio;

use anyhow::{Context, Result, ensure};

use chiasma_campaign::build::Executable;

/// The variable that makes a fuzz target write documents instead of running them.
const DOCUMENTS: &str = "CHIASMA_DOCUMENTS";
/// The length that stands for no document.
const NONE: u64 = u64::MAX;
/// Maximum number of files given to one process.
const AT_A_TIME: usize = 500;
/// Number of processes in a row without a document that ends the conversion.
const MAX_WITHOUT_DOCUMENT: u32 = 3;

/// The document that each file stands for, if any.
///
/// A file that kills the target while it is decoded stands for none; if the target dies for one after
/// another, it is not the files.
pub(super) fn of(target: &Executable, files: &[PathBuf]) -> Result<Vec<Option<Vec<u8>>>> {
    let directory = chiasma_campaign::Scratch::new()?;
    let path = directory.path().join("documents");
    let mut documents = Vec::new();
    let mut without_document = 0;
    while documents.len() < files.len() {
        let rest = &files[documents.len()..];
        let portion = &rest[..rest.len().min(AT_A_TIME)];
        fs::write(&path, "").with_context(|| format!("cannot write {}", path.display()))?;
        let output = target
            .command()
            .args(portion)
            .env(DOCUMENTS, &path)
            .stdin(Stdio::null())
            // Ctrl-C is for the lab alone.
            .process_group(0)
            .output()
            .with_context(|| format!("cannot start {}", target.path().display()))?;
        let bytes = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let mut written = parse(&bytes);
        ensure!(
            written.len() == portion.len() || !output.status.success(),
            "{} wrote {} documents for {} files; does it run them by the crate chiasma-documents, which uses {DOCUMENTS}?",
            target.path().display(),
            written.len(),
            portion.len()
        );
        without_document = if written.is_empty() { without_document + 1 } else { 0 };
        ensure!(
            without_document < MAX_WITHOUT_DOCUMENT,
            "{} does not write its documents ({}): {}",
            target.path().display(),
            output.status,
            String::from_utf8_lossy(&output.stderr).trim()
        );
        if written.len() < portion.len() {
            written.push(None);
        }
        documents.append(&mut written);
    }
    Ok(documents)
}

/// Reads documents, each behind its length, as far as they are whole.
fn parse(mut bytes: &[u8]) -> Vec<Option<Vec<u8>>> {
    let mut documents = Vec::new();
    while let Some((length, rest)) = bytes.split_first_chunk() {
        let (document, rest) = match u64::from_le_bytes(*length) {
            NONE => (None, rest),
            length => {
                let split = usize::try_from(length).ok().and_then(|at| rest.split_at_checked(at));
                let Some((document, rest)) = split else { break };
                (Some(document.to_vec()), rest)
            }
        };
        documents.push(document);
        bytes = rest;
    }
    documents
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_are_read_as_far_as_they_are_whole() {
        let mut bytes = Vec::new();
        for document in [Some("<a/>"), None, Some("")] {
            let length = document.map_or(NONE, |document| document.len() as u64);
            bytes.extend(length.to_le_bytes());
            bytes.extend(document.unwrap_or_default().bytes());
        }
        let whole = vec![Some(b"<a/>".to_vec()), None, Some(vec![])];
        assert_eq!(parse(&bytes), whole);
        bytes.extend(3_u64.to_le_bytes());
        bytes.extend(b"ab");
        assert_eq!(parse(&bytes), whole, "the last one is not whole");
        assert_eq!(parse(&[1, 2, 3]), []);
    }
}

//! Archives that are put into the store are unpacked there, and removed.

use std::io::{Cursor, Read};

use zip::ZipArchive;
use zip::result::ZipError;

use crate::{Action, Cloud, Event};

/// Number of bytes that one file of an archive may have.
const MAX_SIZE: u64 = 4_096;

pub(crate) fn handle(cloud: &mut Cloud, event: &Event) -> Result<(), String> {
    let name = &event.name;
    if event.action == Action::Removed || name.extension() != Some("zip") {
        return Ok(());
    }
    let object = cloud.object(name)?.clone();
    let mut archive = match ZipArchive::new(Cursor::new(object.content)) {
        Ok(archive) => archive,
        Err(ZipError::InvalidArchive(_)) => return Err("no archive".to_owned()),
        Err(error) => return Err(error.to_string()),
    };
    if archive.comment() == b"encrypted" {
        return Err("a secret archive".to_owned());
    }
    let folder = match object.tags.get("unpack").map(String::as_str) {
        None | Some("beside") => name.key.trim_end_matches(".zip").to_owned() + "/",
        Some("here") => String::new(),
        Some("nowhere") => return Ok(()),
        Some(other) => return Err(format!("where is {other}?")),
    };
    let mut tables = 0;
    for index in 0..archive.len() {
        let mut file = archive.by_index(index).map_err(|error| error.to_string())?;
        if file.is_dir() {
            continue;
        }
        let Some(path) = file.enclosed_name() else {
            return Err("a file that leaves its folder".to_owned());
        };
        if file.size() > MAX_SIZE {
            return Err("a bomb".to_owned());
        }
        let mut content = Vec::new();
        file.read_to_end(&mut content).map_err(|error| error.to_string())?;
        if content.is_empty() && path.file_name().is_some_and(|name| name == ".keep") {
            continue;
        }
        if path.extension().is_some_and(|extension| extension == "csv") {
            tables += count_lines(&content)?;
        }
        cloud.put(&name.bucket, format!("{folder}{}", path.display()), content);
    }
    if tables > 3 {
        cloud.put(&name.bucket, format!("{folder}index.txt"), tables.to_string().into_bytes());
    }
    if !object.tags.contains_key("keep") {
        cloud.objects.remove(name);
    }
    Ok(())
}

fn count_lines(content: &[u8]) -> Result<usize, String> {
    let mut lines = 0;
    for record in csv::Reader::from_reader(content).records() {
        let record = record.map_err(|error| error.to_string())?;
        if record.iter().all(str::is_empty) {
            return Err("an empty line".to_owned());
        }
        lines += 1;
    }
    Ok(lines)
}

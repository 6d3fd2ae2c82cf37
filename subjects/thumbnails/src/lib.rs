//! The example of the SpotOn paper (its Figure 1): one picture of the thumbnails of all images that were last modified
//! in 2008.

/// A date.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Calendar {
    /// The year.
    pub year: i32,
    /// The month, from 1.
    pub month: u8,
    /// The day of the month, from 1.
    pub day: u8,
}

/// When something happened to a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileTime {
    /// The date.
    pub date: Calendar,
}

/// What a file system knows of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attributes {
    /// When it was created.
    pub created: FileTime,
    /// When it was last read.
    pub accessed: FileTime,
    /// When it was last written.
    pub modified: FileTime,
}

/// The name of a file, by which its attributes are known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Path {
    /// The name.
    pub name: String,
    /// The attributes of the file of this name.
    pub attributes: Attributes,
}

/// A file with an image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// Its name.
    pub path: Path,
    /// Its picture elements.
    pub pixels: Vec<u8>,
}

/// The thumbnails of the files of 2008, one after the other; nothing if there is none.
pub fn run(files: &[File]) -> Option<Vec<u8>> {
    let mut chosen = Vec::new();
    for file in files {
        if year_taken(&file.path) == 2008 {
            chosen.push(file);
        }
    }
    if chosen.is_empty() {
        return None;
    }
    Some(regroup_in_single_image(&chosen))
}

fn year_taken(path: &Path) -> i32 {
    let attributes = read_attributes(path);
    let time = last_modified(attributes);
    let calendar = calendar_of(time);
    calendar.year
}

fn read_attributes(path: &Path) -> &Attributes {
    &path.attributes
}

fn last_modified(attributes: &Attributes) -> &FileTime {
    &attributes.modified
}

fn calendar_of(time: &FileTime) -> &Calendar {
    &time.date
}

/// Scales each image to a sixteenth. The paper leaves this to a library, so it has no branches of its own.
fn regroup_in_single_image(files: &[&File]) -> Vec<u8> {
    files.iter().flat_map(|file| file.pixels.iter().step_by(16)).copied().collect()
}

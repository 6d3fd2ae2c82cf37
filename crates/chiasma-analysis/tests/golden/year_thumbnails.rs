//! The example of the paper (its Figure 1): thumbnails of the images that were taken in 2008.

pub struct Calendar {
    pub year: i32,
    pub month: u8,
    pub day: u8,
}

pub struct FileTime {
    pub modified: Calendar,
}

pub struct Attributes {
    pub times: FileTime,
    pub size: u64,
}

pub struct Path {
    pub name: String,
    pub attributes: Attributes,
}

pub struct File {
    pub path: Path,
    pub pixels: Vec<u8>,
}

fn read_attributes(path: &Path) -> &Attributes {
    &path.attributes
}

fn year_taken(path: &Path) -> i32 {
    let attributes = read_attributes(path);
    let time = &attributes.times;
    let calendar = &time.modified;
    calendar.year
}

pub fn year_thumbnails(files: &[File]) -> Vec<u8> {
    let mut thumbnails = Vec::new();
    for file in files {
        if year_taken(&file.path) == 2008 {
            thumbnails.extend(file.pixels.iter().step_by(16));
        }
    }
    thumbnails
}

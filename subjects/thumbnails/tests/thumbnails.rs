//! Directories of images with attributes, as the paper's generators make them (its Figure 2).

use chiasma::generators::{any, vec};
use chiasma::{Source, property};
use subject_thumbnails::{Attributes, Calendar, File, FileTime, Path, run};

/// Reaching the branch on the year is what is counted, so it counts as a failure.
#[property]
#[ignore = "the branch is to be found by `cargo chiasma`"]
fn no_image_is_of_2008(#[from(vec(1..4, file::<500, 1_000>))] files: Vec<File>) {
    assert_eq!(run(&files), None, "an image of 2008");
}

/// The same with images of the paper's size, 100 by 100 with four values each: it takes `--max-size 150000`.
#[property]
#[ignore = "the branch is to be found by `cargo chiasma`"]
fn no_large_image_is_of_2008(#[from(vec(1..4, file::<40_000, 40_000>))] files: Vec<File>) {
    assert_eq!(run(&files), None, "an image of 2008");
}

/// Figure 2a: a name, an image, and three calendars, of which the program looks at one.
fn file<const LEAST: usize, const MOST: usize>(s: &mut Source) -> File {
    let name = s.draw(any::<String>());
    let pixels = s.draw(vec(LEAST..=MOST, any::<u8>()));
    let [created, accessed, modified] = [(); 3].map(|()| FileTime { date: s.draw(calendar) });
    let attributes = Attributes { created, accessed, modified };
    File { path: Path { name, attributes }, pixels }
}

/// Figure 2b: the year is near to now, a geometric distribution of mean 5 away from it.
fn calendar(s: &mut Source) -> Calendar {
    let (day, month) = (s.int(1..=31), s.int(1..=12));
    let chance = f64::from(s.int(0..=u16::MAX)) / 65_536.0;
    let away = ((1.0 - chance).ln() / (1.0_f64 - 1.0 / 5.0).ln()) as i32;
    let year = if s.int(0..4) > 0 { 2026 + away } else { 2026 - away };
    Calendar { year, month, day }
}

#[test]
fn only_images_of_2008_are_in_the_picture() {
    let time = |year| FileTime { date: Calendar { year, month: 1, day: 1 } };
    let file = |year| File {
        path: Path {
            name: "a.png".into(),
            attributes: Attributes {
                created: time(2008),
                accessed: time(2008),
                modified: time(year),
            },
        },
        pixels: vec![7; 32],
    };
    assert_eq!(run(&[file(2007), file(2009)]), None);
    assert_eq!(run(&[file(2007), file(2008)]), Some(vec![7, 7]));
}

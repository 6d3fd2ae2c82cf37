//! Stores, tables and events, as the generators of the SpotOn paper make them: files of all supported kinds, items with
//! columns of free names, and events that mostly concern objects that are there.

use std::collections::BTreeMap;
use std::io::{Cursor, Write};

use chiasma::{Source, pick, property};
use image::{DynamicImage, ImageFormat, RgbImage};
use subject_handlers::{Action, Cloud, Event, Handler, Item, Object, ObjectName, run};
use zip::write::{SimpleFileOptions, ZipWriter};

/// A property for each handler.
macro_rules! handled {
    ($($property:ident: $handler:ident,)*) => {
        $(
            #[property(errors = "invalid")]
            #[ignore = "for the lab"]
            fn $property(#[from(situation)] situation: Situation) -> Result<(), String> {
                let Situation { mut cloud, events } = situation;
                run(Handler::$handler, &mut cloud, &events)
            }
        )*
    };
}

handled! {
    every_image_is_scaled_or_has_an_error: Thumbnail,
    every_table_of_grades_has_means_or_an_error: Grades,
    every_archive_is_unpacked_or_has_an_error: Unzip,
    every_object_is_registered_or_has_an_error: Registry,
    every_survey_is_counted_or_has_an_error: Survey,
}

#[derive(Debug)]
struct Situation {
    cloud: Cloud,
    events: Vec<Event>,
}

fn situation(s: &mut Source) -> Situation {
    let objects: BTreeMap<ObjectName, Object> =
        s.vec(1..5, |s: &mut Source| (s.draw(object_name), s.draw(object))).into_iter().collect();
    let items = s.vec(0..4, item).into_iter().map(|item| (item.id.clone(), item)).collect();
    let names: Vec<ObjectName> = objects.keys().cloned().collect();
    let events = s.vec(1..4, |s: &mut Source| event(s, &names));
    Situation { cloud: Cloud { objects, items }, events }
}

fn event(s: &mut Source, names: &[ObjectName]) -> Event {
    let action = if s.int(0..4) == 3 { Action::Removed } else { Action::Created };
    let name = if s.int(0..8) == 7 { s.draw(object_name) } else { s.choose(names).clone() };
    Event { action, name }
}

fn object_name(s: &mut Source) -> ObjectName {
    ObjectName { bucket: s.draw(word), key: s.draw(key) }
}

/// A name with an extension, which is wrong for what is in the object more often than not.
fn key(s: &mut Source) -> String {
    let name = s.draw(word);
    match s.int(0..9) {
        0 => name,
        1 => format!("{name}.{}", s.draw(word)),
        2 => format!("{}/{name}.{}", s.draw(word), s.draw(word)),
        at => format!("{name}.{}", ["png", "bmp", "ppm", "csv", "zip", "txt"][at - 3]),
    }
}

fn object(s: &mut Source) -> Object {
    Object { content: s.draw(content), tags: s.draw(columns) }
}

fn content(s: &mut Source) -> Vec<u8> {
    pick!(s, {
        4 => s.draw(picture),
        4 => s.draw(table),
        4 => s.draw(archive),
        4 => s.draw(text),
        1 => s.vec(0..40, Source::byte),
    })
}

fn columns(s: &mut Source) -> BTreeMap<String, String> {
    s.vec(0..4, |s: &mut Source| (s.draw(word), s.draw(word))).into_iter().collect()
}

fn item(s: &mut Source) -> Item {
    Item { id: s.draw(item_id), columns: s.draw(columns) }
}

fn item_id(s: &mut Source) -> String {
    if s.bool() { s.draw(word) } else { format!("{}/{}", s.draw(word), s.draw(word)) }
}

fn word(s: &mut Source) -> String {
    s.string(0..10, |s: &mut Source| s.char(' '..='~'))
}

fn picture(s: &mut Source) -> Vec<u8> {
    let (width, height) = (s.int(1..=24_u32), s.int(1..=12_u32));
    let mut pixels = vec![0; (3 * width * height) as usize];
    pixels.iter_mut().for_each(|pixel| *pixel = s.byte());
    let image = RgbImage::from_raw(width, height, pixels).unwrap_or_default();
    let image = DynamicImage::from(image);
    let image = if s.bool() { image } else { image.grayscale() };
    let format = *s.choose(&[ImageFormat::Png, ImageFormat::Bmp, ImageFormat::Pnm]);
    let mut content = Cursor::new(Vec::new());
    // A picture that cannot be written is an empty object.
    let _ = image.write_to(&mut content, format);
    content.into_inner()
}

fn table(s: &mut Source) -> Vec<u8> {
    let columns = s.length(1..5);
    let mut writer = csv::Writer::from_writer(Vec::new());
    let header: Vec<String> = (0..columns).map(|_| s.draw(word)).collect();
    let _ = writer.write_record(&header);
    for _ in 0..s.length(0..5) {
        let record: Vec<String> = (0..columns).map(|_| s.draw(cell)).collect();
        let _ = writer.write_record(&record);
    }
    writer.into_inner().unwrap_or_default()
}

fn cell(s: &mut Source) -> String {
    if s.bool() { s.draw(word) } else { s.int(0..6).to_string() }
}

fn archive(s: &mut Source) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for _ in 0..s.length(0..4) {
        let path = s.draw(key);
        if s.int(0..8) == 7 {
            let _ = writer.add_directory(path, SimpleFileOptions::default());
            continue;
        }
        if writer.start_file(path, SimpleFileOptions::default()).is_ok() {
            let content = if s.bool() { s.draw(table) } else { s.draw(text) };
            let _ = writer.write_all(&content);
        }
    }
    if s.int(0..4) == 3 {
        writer.set_comment(s.draw(word));
    }
    writer.finish().map_or_else(|_| Vec::new(), Cursor::into_inner)
}

fn text(s: &mut Source) -> Vec<u8> {
    let lines = s.vec(0..6, |s: &mut Source| {
        if s.bool() { s.draw(word) } else { format!("{}:{}", s.draw(word), s.draw(word)) }
    });
    lines.join("\n").into_bytes()
}

#[test]
fn each_handler_does_its_work() {
    let mut cloud = Cloud::default();
    let mut created = |bucket: &str, key: &str, content: &[u8], handler| {
        let name = ObjectName { bucket: bucket.into(), key: key.into() };
        let object = Object { content: content.to_vec(), tags: BTreeMap::new() };
        cloud.objects.insert(name.clone(), object);
        let event = Event { action: Action::Created, name };
        run(handler, &mut cloud, &[event]).map(|()| (cloud.objects.len(), cloud.items.len()))
    };
    let ppm = b"P6 1 1 255\n\x01\x02\x03";
    assert_eq!(created("photos", "a.ppm", ppm, Handler::Thumbnail), Ok((2, 0)));
    let csv = b"student,weight,exam\nme,double,A\nyou,,0.5\n";
    assert_eq!(created("grades", "logic.csv", csv, Handler::Grades), Ok((3, 2)));
    assert_eq!(created("any", "thing", b"", Handler::Registry), Ok((4, 3)));
    let votes = b"vote: yes\nn\n# done\n";
    assert_eq!(created("any", "surveys/cats.vote", votes, Handler::Survey), Ok((5, 4)));
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    writer.start_file("b.csv", SimpleFileOptions::default()).unwrap();
    writer.write_all(b"a,b\n1,2\n").unwrap();
    let archive = writer.finish().unwrap().into_inner();
    assert_eq!(created("any", "c.zip", &archive, Handler::Unzip), Ok((6, 4)));
}

//! Images that are put into the store are scaled, and put into a bucket for small ones.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat, ImageReader};

use crate::{Action, Cloud, Event, Object, ObjectName};

/// The longest side of a thumbnail.
const SIDE: u32 = 4;

pub(crate) fn handle(cloud: &mut Cloud, event: &Event) -> Result<(), String> {
    let name = &event.name;
    if event.action == Action::Removed {
        let small =
            ObjectName { bucket: format!("{}-resized", name.bucket), key: name.key.clone() };
        if cloud.objects.remove(&small).is_none() {
            return Err("there was no thumbnail".to_owned());
        }
        return Ok(());
    }
    if name.bucket.ends_with("-resized") {
        return Err("a thumbnail of a thumbnail".to_owned());
    }
    let Some(format) = format_of(name) else {
        return Ok(());
    };
    let object = cloud.object(name)?;
    let quality = quality(object)?;
    let mut reader = ImageReader::new(Cursor::new(&object.content));
    reader.set_format(format);
    let image = reader.decode().map_err(|error| error.to_string())?;
    if image.width() == 0 || image.height() == 0 {
        return Err("an empty image".to_owned());
    }
    let small = scaled(&image, quality);
    let mut content = Cursor::new(Vec::new());
    small.write_to(&mut content, format).map_err(|error| error.to_string())?;
    let bucket = format!("{}-resized", name.bucket);
    cloud.put(&bucket, name.key.clone(), content.into_inner());
    Ok(())
}

fn format_of(name: &ObjectName) -> Option<ImageFormat> {
    match name.extension()? {
        "png" => Some(ImageFormat::Png),
        "bmp" => Some(ImageFormat::Bmp),
        "ppm" | "pgm" => Some(ImageFormat::Pnm),
        _ => None,
    }
}

/// How an image is to be scaled.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Quality {
    Draft,
    Smooth,
    Grey,
}

fn quality(object: &Object) -> Result<Quality, String> {
    match object.tags.get("quality").map(String::as_str) {
        None | Some("draft") => Ok(Quality::Draft),
        Some("smooth") => Ok(Quality::Smooth),
        Some("grey") => Ok(Quality::Grey),
        Some(other) => Err(format!("unknown quality {other}")),
    }
}

fn scaled(image: &DynamicImage, quality: Quality) -> DynamicImage {
    if image.width().max(image.height()) <= SIDE {
        return image.clone();
    }
    let small = match quality {
        Quality::Draft => image.thumbnail(SIDE, SIDE),
        Quality::Smooth => image.resize(SIDE, SIDE, image::imageops::FilterType::Lanczos3),
        Quality::Grey => image.thumbnail(SIDE, SIDE).grayscale(),
    };
    if image.width() > 4 * image.height() { small.rotate90() } else { small }
}

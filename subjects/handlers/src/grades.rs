//! The mean grade of every student of a course, from a table of comma-separated values.

use std::collections::BTreeMap;

use crate::{Action, Cloud, Event, Item};

pub(crate) fn handle(cloud: &mut Cloud, event: &Event) -> Result<(), String> {
    if event.name.bucket != "grades" {
        return Ok(());
    }
    let course = event.name.key.strip_suffix(".csv").ok_or("no table of grades")?.to_owned();
    if event.action == Action::Removed {
        cloud.items.retain(|_, item| item.columns.get("course") != Some(&course));
        return Ok(());
    }
    let content = cloud.object(&event.name)?.content.clone();
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(content.as_slice());
    let header = reader.headers().map_err(|error| error.to_string())?.clone();
    let student = header.iter().position(|column| column == "student").ok_or("no students")?;
    let weight = header.iter().position(|column| column == "weight");
    let mut sums: BTreeMap<String, (f64, f64)> = BTreeMap::new();
    for record in reader.records() {
        let record = record.map_err(|error| error.to_string())?;
        let name = record.get(student).ok_or("a line without a student")?;
        if name.is_empty() {
            return Err("a student without a name".to_owned());
        }
        let weight = match weight.and_then(|column| record.get(column)) {
            Some("double") => 2.0,
            Some("half") => 0.5,
            Some(other) if !other.is_empty() => other.parse().map_err(|_| "no weight")?,
            _ => 1.0,
        };
        let sum = sums.entry(name.to_owned()).or_default();
        for (column, grade) in header.iter().zip(&record) {
            if column == "student" || column == "weight" {
                continue;
            }
            sum.0 += weight * points(grade)?;
            sum.1 += weight;
        }
    }
    if sums.is_empty() {
        return Err("nobody took the course".to_owned());
    }
    for (name, (sum, weight)) in sums {
        if weight <= 0.0 {
            return Err("no grades".to_owned());
        }
        cloud.items.insert(format!("{course}/{name}"), item(&course, &name, sum / weight));
    }
    Ok(())
}

fn points(grade: &str) -> Result<f64, String> {
    match grade {
        "A" => Ok(4.0),
        "B" => Ok(3.0),
        "C" => Ok(2.0),
        "D" => Ok(1.0),
        "F" | "absent" => Ok(0.0),
        other => match other.parse() {
            Ok(points) if (0.0..=4.0).contains(&points) => Ok(points),
            Ok(_) => Err("no such grade".to_owned()),
            Err(_) => Err(format!("{other} is no grade")),
        },
    }
}

fn item(course: &str, name: &str, mean: f64) -> Item {
    let honours = if mean >= 3.5 { "yes" } else { "no" };
    let columns = [("course", course), ("student", name), ("honours", honours)];
    let columns = columns.map(|(column, value)| (column.to_owned(), value.to_owned()));
    Item { id: format!("{course}/{name}"), columns: columns.into() }
}

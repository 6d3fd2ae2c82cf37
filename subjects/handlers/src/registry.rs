//! A register of objects: the table has an item for each, and rules for buckets.

use crate::{Action, Cloud, Event, Item, Object};

pub(crate) fn handle(cloud: &mut Cloud, event: &Event) -> Result<(), String> {
    let name = &event.name;
    let rules = cloud.items.get(&format!("rules/{}", name.bucket)).or(cloud.items.get("rules"));
    let mode = rules.and_then(|rules| rules.columns.get("mode")).cloned();
    let mode = mode.as_deref();
    match mode {
        None | Some("open") => {}
        Some("closed") => return Err("this bucket is closed".to_owned()),
        Some("append") if event.action == Action::Removed => {
            return Err("nothing is removed here".to_owned());
        }
        Some("append") => {}
        Some(other) => return Err(format!("unknown mode {other}")),
    }
    if event.action == Action::Removed {
        return match cloud.items.get_mut(&name.key) {
            Some(item) => {
                item.columns.insert("state".to_owned(), "removed".to_owned());
                Ok(())
            }
            None => Err("it was never registered".to_owned()),
        };
    }
    let object = cloud.object(name)?.clone();
    match cloud.items.get_mut(&name.key) {
        Some(item) => update(item, &object, mode),
        None => {
            let owner = object.tags.get("owner").cloned().unwrap_or_default();
            if owner == "root" {
                return Err("root owns nothing".to_owned());
            }
            let columns = [("owner", owner), ("state", "new".to_owned())];
            let columns = columns.map(|(column, value)| (column.to_owned(), value));
            let item = Item { id: name.key.clone(), columns: columns.into() };
            cloud.items.insert(name.key.clone(), item);
            Ok(())
        }
    }
}

/// Brings the item of an object that is there already up to date.
fn update(item: &mut Item, object: &Object, mode: Option<&str>) -> Result<(), String> {
    let owner = item.columns.get("owner");
    if owner.is_some_and(|owner| object.tags.get("owner") != Some(owner)) {
        return Err("it belongs to another one".to_owned());
    }
    let state = match item.columns.get("state").map(String::as_str) {
        Some("removed") if mode == Some("append") => return Err("it is gone for good".to_owned()),
        Some("removed") => "again",
        Some("locked") => return Err("it is locked".to_owned()),
        Some("new" | "again") => "changed",
        Some("changed") if object.content.len() > 64 => "large",
        Some("changed") => "changed",
        _ => "new",
    };
    item.columns.insert("state".to_owned(), state.to_owned());
    Ok(())
}

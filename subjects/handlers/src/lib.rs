//! An event-driven application in the manner of serverless programs (those of the SpotOn paper's evaluation): objects in a
//! store, items in a table, and five handlers of what happens to objects. Store and table are in memory.

mod grades;
mod registry;
mod survey;
mod thumbnail;
mod unzip;

use std::collections::BTreeMap;

/// The name of an object: a bucket and a key.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ObjectName {
    /// The bucket.
    pub bucket: String,
    /// The key, with slashes by habit.
    pub key: String,
}

impl ObjectName {
    /// What stands behind the last dot of the key.
    fn extension(&self) -> Option<&str> {
        self.key.rsplit_once('.').map(|(_, extension)| extension)
    }
}

/// An object of the store.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Object {
    /// Its bytes.
    pub content: Vec<u8>,
    /// What the one who put it there says about it.
    pub tags: BTreeMap<String, String>,
}

/// An item of the table.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Item {
    /// Its key.
    pub id: String,
    /// Its columns.
    pub columns: BTreeMap<String, String>,
}

/// What happened to an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// It was put into the store.
    Created,
    /// It was removed.
    Removed,
}

/// A notification.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// What happened.
    pub action: Action,
    /// The object.
    pub name: ObjectName,
}

/// The resources that handlers work with.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Cloud {
    /// The store.
    pub objects: BTreeMap<ObjectName, Object>,
    /// The table.
    pub items: BTreeMap<String, Item>,
}

impl Cloud {
    fn object(&self, name: &ObjectName) -> Result<&Object, String> {
        self.objects.get(name).ok_or_else(|| format!("there is no object {}", name.key))
    }

    fn put(&mut self, bucket: &str, key: String, content: Vec<u8>) {
        let name = ObjectName { bucket: bucket.to_owned(), key };
        self.objects.insert(name, Object { content, tags: BTreeMap::new() });
    }
}

/// Which handler gets the events.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Handler {
    /// Scales images.
    Thumbnail,
    /// Computes the mean of grades.
    Grades,
    /// Unpacks archives.
    Unzip,
    /// Keeps a register of objects.
    Registry,
    /// Counts the answers of surveys.
    Survey,
}

/// Has a handler handle events, in order; the first error ends it.
pub fn run(handler: Handler, cloud: &mut Cloud, events: &[Event]) -> Result<(), String> {
    for event in events {
        match handler {
            Handler::Thumbnail => thumbnail::handle(cloud, event)?,
            Handler::Grades => grades::handle(cloud, event)?,
            Handler::Unzip => unzip::handle(cloud, event)?,
            Handler::Registry => registry::handle(cloud, event)?,
            Handler::Survey => survey::handle(cloud, event)?,
        }
    }
    Ok(())
}

//! A chain of iterator adaptors.

pub struct Event {
    pub year: i32,
    pub name: String,
}

pub fn count_modern(events: &[Event]) -> usize {
    events.iter().filter(|event| event.year > 1999).map(|event| event.name.len()).sum()
}

pub fn has_many(events: &[Event]) -> bool {
    if count_modern(events) > 50 {
        return true;
    }
    false
}

//! A queue in a ring of slots that grows as it must.

/// A queue: what goes in first comes out first.
#[derive(Debug, Default)]
pub struct Ring<T> {
    slots: Vec<Option<T>>,
    first: usize,
    len: usize,
}

impl<T> Ring<T> {
    /// A queue with room for this many values before it grows.
    pub fn with_capacity(capacity: usize) -> Self {
        Self { slots: (0..capacity).map(|_| None).collect(), first: 0, len: 0 }
    }

    pub fn len(&self) -> usize {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Adds a value at the end.
    pub fn push(&mut self, value: T) {
        if self.len == self.slots.len() {
            self.grow();
        }
        let at = (self.first + self.len) % self.slots.len();
        self.slots[at] = Some(value);
        self.len += 1;
    }

    /// Takes the first value.
    pub fn pop(&mut self) -> Option<T> {
        if self.is_empty() {
            return None;
        }
        let value = self.slots[self.first].take();
        self.first = (self.first + 1) % self.slots.len();
        self.len -= 1;
        value
    }

    /// The value at this distance from the first.
    pub fn get(&self, index: usize) -> Option<&T> {
        if index >= self.len {
            return None;
        }
        self.slots[(self.first + index) % self.slots.len()].as_ref()
    }

    /// Makes room for twice as many.
    fn grow(&mut self) {
        let old = self.slots.len();
        self.slots.resize_with((old * 2).max(4), || None);
        // What lies before the first wraps around no longer, so it moves behind the rest.
        if self.first > 1 {
            for at in 0..self.first {
                self.slots[old + at] = self.slots[at].take();
            }
        }
    }
}

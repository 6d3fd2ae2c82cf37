//! Big-endian numbers at the end of a buffer, as class files have them.

/// What class files are written to.
pub(super) trait Bytes {
    /// Appends one byte.
    fn u1(&mut self, value: u8);
    /// Appends two bytes.
    fn u2(&mut self, value: u16);
    /// Appends four bytes.
    fn u4(&mut self, value: u32);
    /// Appends a count of two bytes, and after it the items.
    fn table(&mut self, items: &[Vec<u8>]);
    /// Appends a count of two bytes, and after it the indices.
    fn indices(&mut self, indices: &[u16]);
}

impl Bytes for Vec<u8> {
    fn u1(&mut self, value: u8) {
        self.push(value);
    }

    fn u2(&mut self, value: u16) {
        self.extend(value.to_be_bytes());
    }

    fn u4(&mut self, value: u32) {
        self.extend(value.to_be_bytes());
    }

    fn table(&mut self, items: &[Vec<u8>]) {
        self.u2(items.len() as u16);
        for item in items {
            self.extend(item);
        }
    }

    fn indices(&mut self, indices: &[u16]) {
        self.u2(indices.len() as u16);
        for index in indices {
            self.u2(*index);
        }
    }
}

//! The constant pool (section 4.4): each constant once, made when it is first asked for.

use std::collections::HashMap;

use super::bytes::Bytes;
use super::mutf8;

/// A constant, which has others by their indices.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Constant {
    Utf8(Vec<u8>),
    Integer(i32),
    Float(u32),
    Long(i64),
    Double(u64),
    /// The tag of a constant that has one index, and the index: a class, a string, a method type, a
    /// module, a package.
    One(u8, u16),
    /// The tag of a constant that has two indices, and these: a field, a method, an interface's
    /// method, a name and type, and what is dynamic.
    Two(u8, u16, u16),
    MethodHandle(u8, u16),
    /// Anything, as a mistake.
    Raw(u8, Vec<u8>),
}

impl Constant {
    /// How many indices it takes.
    fn width(&self) -> u16 {
        if matches!(self, Self::Long(_) | Self::Double(_)) { 2 } else { 1 }
    }
}

const CLASS: u8 = 7;
const STRING: u8 = 8;
pub(super) const FIELD: u8 = 9;
pub(super) const METHOD: u8 = 10;
pub(super) const INTERFACE_METHOD: u8 = 11;
const NAME_AND_TYPE: u8 = 12;
const METHOD_TYPE: u8 = 16;
const DYNAMIC: u8 = 17;
const INVOKE_DYNAMIC: u8 = 18;
const MODULE: u8 = 19;
const PACKAGE: u8 = 20;

/// The constants of a class.
#[derive(Debug)]
pub(super) struct Pool {
    entries: Vec<Constant>,
    indices: HashMap<Constant, u16>,
    /// The index behind the last constant: longs and doubles have two.
    next: u16,
}

impl Pool {
    pub(super) fn new() -> Self {
        Self { entries: Vec::new(), indices: HashMap::new(), next: 1 }
    }

    /// The index of a constant.
    pub(super) fn add(&mut self, constant: Constant) -> u16 {
        if let Some(index) = self.indices.get(&constant) {
            return *index;
        }
        self.indices.insert(constant.clone(), self.next);
        self.add_again(constant)
    }

    /// Adds a constant, even if there is one like it.
    pub(super) fn add_again(&mut self, constant: Constant) -> u16 {
        let index = self.next;
        self.next = self.next.saturating_add(constant.width());
        self.entries.push(constant);
        index
    }

    pub(super) fn utf8(&mut self, text: &str) -> u16 {
        self.add(Constant::Utf8(mutf8::encode(text)))
    }

    /// A class, by its name or by an array's descriptor.
    pub(super) fn class(&mut self, name: &str) -> u16 {
        self.one(CLASS, name)
    }

    pub(super) fn string(&mut self, text: &str) -> u16 {
        self.one(STRING, text)
    }

    pub(super) fn method_type(&mut self, descriptor: &str) -> u16 {
        self.one(METHOD_TYPE, descriptor)
    }

    pub(super) fn module(&mut self, name: &str) -> u16 {
        self.one(MODULE, name)
    }

    pub(super) fn package(&mut self, name: &str) -> u16 {
        self.one(PACKAGE, name)
    }

    pub(super) fn name_and_type(&mut self, name: &str, descriptor: &str) -> u16 {
        let (name, descriptor) = (self.utf8(name), self.utf8(descriptor));
        self.add(Constant::Two(NAME_AND_TYPE, name, descriptor))
    }

    /// A member of a class; the tag says whether it is a field, a method or an interface's method.
    pub(super) fn member(&mut self, tag: u8, owner: &str, name: &str, descriptor: &str) -> u16 {
        let (owner, member) = (self.class(owner), self.name_and_type(name, descriptor));
        self.add(Constant::Two(tag, owner, member))
    }

    pub(super) fn method_handle(&mut self, kind: u8, member: u16) -> u16 {
        self.add(Constant::MethodHandle(kind, member))
    }

    pub(super) fn dynamic(&mut self, bootstrap: u16, name: &str, descriptor: &str) -> u16 {
        let name_and_type = self.name_and_type(name, descriptor);
        self.add(Constant::Two(DYNAMIC, bootstrap, name_and_type))
    }

    pub(super) fn invoke_dynamic(&mut self, bootstrap: u16, name: &str, descriptor: &str) -> u16 {
        let name_and_type = self.name_and_type(name, descriptor);
        self.add(Constant::Two(INVOKE_DYNAMIC, bootstrap, name_and_type))
    }

    /// How many indices there are, the zeroth included.
    pub(super) fn count(&self) -> u16 {
        self.next
    }

    /// Puts other bytes into a text, which is found by what it was.
    pub(super) fn rewrite(&mut self, index: u16, bytes: Vec<u8>) {
        let mut at = 1;
        for entry in &mut self.entries {
            match entry {
                Constant::Utf8(text) if at == index => *text = bytes.clone(),
                _ => {}
            }
            at += entry.width();
        }
    }

    /// The constants, for mistakes in them.
    pub(super) fn entries_mut(&mut self) -> &mut [Constant] {
        &mut self.entries
    }

    /// The constants as bytes.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        for entry in &self.entries {
            match entry {
                Constant::Utf8(text) => {
                    out.u1(1);
                    out.u2(text.len() as u16);
                    out.extend(text);
                }
                Constant::Integer(value) => {
                    out.u1(3);
                    out.u4(*value as u32);
                }
                Constant::Float(bits) => {
                    out.u1(4);
                    out.u4(*bits);
                }
                Constant::Long(value) => {
                    out.u1(5);
                    out.extend(value.to_be_bytes());
                }
                Constant::Double(bits) => {
                    out.u1(6);
                    out.extend(bits.to_be_bytes());
                }
                Constant::One(tag, index) => {
                    out.u1(*tag);
                    out.u2(*index);
                }
                Constant::Two(tag, first, second) => {
                    out.u1(*tag);
                    out.u2(*first);
                    out.u2(*second);
                }
                Constant::MethodHandle(kind, member) => {
                    out.u1(15);
                    out.u1(*kind);
                    out.u2(*member);
                }
                Constant::Raw(tag, bytes) => {
                    out.u1(*tag);
                    out.extend(bytes);
                }
            }
        }
        out
    }

    fn one(&mut self, tag: u8, text: &str) -> u16 {
        let text = self.utf8(text);
        self.add(Constant::One(tag, text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_constants_have_one_index_and_wide_ones_take_two() {
        let mut pool = Pool::new();
        let class = pool.class("A");
        assert_eq!((class, pool.utf8("A")), (2, 1));
        assert_eq!(pool.add(Constant::Long(7)), 3);
        assert_eq!(pool.add(Constant::Integer(7)), 5);
        assert_eq!(pool.class("A"), class);
        assert_eq!(pool.count(), 6);
    }
}

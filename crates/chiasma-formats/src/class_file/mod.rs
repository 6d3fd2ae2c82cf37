//! Java class files, by chapter 4 of the Java virtual machine's specification (Java SE 21).
//!
//! Classes, interfaces, enums, annotations, records and modules with all attributes of the
//! specification, and with code that is written along a model of its stack and variables, so that
//! it passes the verifier. What they refer to is the language's library, the class itself, or
//! classes that do not exist.
//!
//! ```
//! use chiasma_core::{Seed, Source};
//! use chiasma_formats::class_file;
//!
//! let bytes = Source::random(Seed(1)).draw(class_file::classes());
//! assert_eq!(bytes[..4], [0xca, 0xfe, 0xba, 0xbe]);
//! ```

mod annotations;
mod attributes;
mod bytes;
mod class;
mod code;
mod constants;
mod fields;
mod library;
mod methods;
mod modules;
mod mutf8;
mod names;
mod pool;
mod signatures;
mod type_annotations;
mod types;
mod words;

use chiasma_core::{Source, pick};

use self::class::Flavour;
use self::pool::Pool;
use self::types::{MethodDescriptor, Type};
use crate::draft::Draft;
use crate::format::Format;

/// Java class files.
///
/// Of the dictionary, `names` are used for classes, fields and methods, `texts` for strings and
/// `attributes` for attributes that the specification does not have.
pub fn classes() -> Format<Vec<u8>> {
    Format::new("chiasma_formats::class_file::classes", 50, class::class_file)
}

/// Descriptors of methods, such as `(ILjava/lang/String;)[J`.
///
/// ```
/// use chiasma_core::{Seed, Source};
/// use chiasma_formats::class_file;
///
/// let text = Source::random(Seed(1)).draw(class_file::descriptors());
/// assert!(text.starts_with('('));
/// ```
pub fn descriptors() -> Format {
    Format::new("chiasma_formats::class_file::descriptors", 20, |s, draft| {
        let mut class = Class::new(draft);
        let right = types::method_descriptor(s, &mut class).text();
        types::spelled(s, &mut class, right)
    })
}

/// Signatures of classes, of methods and of fields: types with parameters and arguments, such as
/// `<T:Ljava/lang/Object;>(TT;)Ljava/util/List<-TT;>;`.
///
/// ```
/// use chiasma_core::{Seed, Source};
/// use chiasma_formats::class_file;
///
/// let text = Source::random(Seed(1)).draw(class_file::signatures());
/// assert!(!text.is_empty());
/// ```
pub fn signatures() -> Format {
    Format::new("chiasma_formats::class_file::signatures", 20, |s, draft| {
        signatures::any_signature(s, &mut Class::new(draft))
    })
}

/// A class that is being written: what its parts need to know about each other.
struct Class<'d> {
    draft: Draft<'d>,
    pool: Pool,
    /// The major version: 52 is Java 8.
    version: u16,
    flavour: Flavour,
    is_final: bool,
    is_abstract: bool,
    name: String,
    parent: String,
    interfaces: Vec<String>,
    /// The fields so far.
    fields: Vec<Field>,
    /// The methods so far.
    methods: Vec<Method>,
    /// The entries of the attribute `BootstrapMethods`.
    bootstraps: Vec<Vec<u8>>,
}

/// A field of the class.
#[derive(Debug, Clone)]
struct Field {
    name: String,
    ty: Type,
    flags: u16,
}

/// A method of the class.
#[derive(Debug, Clone)]
struct Method {
    name: String,
    descriptor: MethodDescriptor,
    flags: u16,
}

const PUBLIC: u16 = 0x1;
const PRIVATE: u16 = 0x2;
const PROTECTED: u16 = 0x4;
const STATIC: u16 = 0x8;
const FINAL: u16 = 0x10;
const INTERFACE: u16 = 0x200;
const ABSTRACT: u16 = 0x400;
const SYNTHETIC: u16 = 0x1000;
const ENUM: u16 = 0x4000;
const MANDATED: u16 = 0x8000;

const OBJECT: &str = "java/lang/Object";
const STRING: &str = "java/lang/String";

impl<'d> Class<'d> {
    fn new(draft: Draft<'d>) -> Self {
        Self {
            draft,
            pool: Pool::new(),
            version: 52,
            flavour: Flavour::Class,
            is_final: false,
            is_abstract: false,
            name: words::OWN_CLASSES[0].to_owned(),
            parent: OBJECT.to_owned(),
            interfaces: Vec::new(),
            fields: Vec::new(),
            methods: Vec::new(),
            bootstraps: Vec::new(),
        }
    }

    /// Whether it is an interface, an annotation's included.
    fn is_interface(&self) -> bool {
        matches!(self.flavour, Flavour::Interface | Flavour::Annotation | Flavour::Package)
    }

    /// An index into the pool; on a slip, another one.
    fn index(&self, s: &mut Source, right: u16) -> u16 {
        let s = &mut *s.as_value();
        if !self.draft.slip(s) {
            return right;
        }
        pick!(s, {
            0,
            self.pool.count().saturating_add(s.int(0..=300)),
            right.wrapping_add(1),
            s.int(1..=self.pool.count()),
        })
    }

    /// Access flags; on a slip, with a bit too many or too few.
    fn flags(&self, s: &mut Source, right: u16) -> u16 {
        let s = &mut *s.as_value();
        if self.draft.slip(s) { right ^ (1 << s.index(16)) } else { right }
    }

    /// A number; on a slip, one that is too great, too small, or off by one.
    fn number(&self, s: &mut Source, right: u16) -> u16 {
        let s = &mut *s.as_value();
        if !self.draft.slip(s) {
            return right;
        }
        *s.choose(&[0, right.wrapping_add(1), right.wrapping_sub(1), u16::MAX])
    }
}

//! Attributes (section 4.7): which of them stand where, and the simple ones.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::Type;
use super::annotations::{annotation_default, annotations, parameter_annotations};
use super::bytes::Bytes;
use super::class::Flavour;
use super::code::{Code, line_numbers};
use super::mutf8;
use super::names;
use super::signatures::signature;
use super::type_annotations::type_annotations;
use super::types::method_descriptor;
use super::words;
use super::{
    ABSTRACT, Class, ENUM, FINAL, INTERFACE, MANDATED, Method, PRIVATE, PROTECTED, PUBLIC, STATIC,
    SYNTHETIC,
};
use crate::dictionary::Section;

/// What has attributes.
#[derive(Clone, Copy)]
pub(super) enum Place<'p> {
    Class,
    Field(&'p Type),
    Method(&'p Method),
    Component(&'p Type),
    Code(&'p Code),
}

/// Writes the body of an attribute.
type Write = fn(&mut Source, &mut Class<'_>, Place<'_>) -> Vec<u8>;

/// An attribute.
struct Row {
    weight: u32,
    name: &'static str,
    /// The first version of class files that has it.
    since: u16,
    write: Write,
}

const fn row(weight: u32, name: &'static str, since: u16, write: Write) -> Row {
    Row { weight, name, since, write }
}

const OF_CLASSES: &[Row] = &[
    row(6, "SourceFile", 45, source_file),
    row(3, "Signature", 49, signature),
    row(3, "InnerClasses", 45, inner_classes),
    row(2, "EnclosingMethod", 49, enclosing_method),
    row(2, "NestMembers", 55, class_list),
    row(2, "NestHost", 55, nest_host),
    row(2, "PermittedSubclasses", 61, permitted_subclasses),
    row(1, "SourceDebugExtension", 49, source_debug_extension),
    row(1, "Synthetic", 45, empty),
    row(2, "Deprecated", 45, empty),
    row(2, "RuntimeVisibleAnnotations", 49, annotations),
    row(1, "RuntimeInvisibleAnnotations", 49, annotations),
    row(1, "RuntimeVisibleTypeAnnotations", 52, type_annotations),
    row(1, "RuntimeInvisibleTypeAnnotations", 52, type_annotations),
];

const OF_MODULES: &[Row] = &[
    row(4, "SourceFile", 45, source_file),
    row(1, "SourceDebugExtension", 49, source_debug_extension),
    row(2, "InnerClasses", 45, inner_classes),
    row(2, "RuntimeVisibleAnnotations", 49, annotations),
    row(1, "RuntimeInvisibleAnnotations", 49, annotations),
];

const OF_FIELDS: &[Row] = &[
    row(4, "Signature", 49, signature),
    row(1, "Synthetic", 45, empty),
    row(2, "Deprecated", 45, empty),
    row(2, "RuntimeVisibleAnnotations", 49, annotations),
    row(1, "RuntimeInvisibleAnnotations", 49, annotations),
    row(1, "RuntimeVisibleTypeAnnotations", 52, type_annotations),
    row(1, "RuntimeInvisibleTypeAnnotations", 52, type_annotations),
];

const OF_METHODS: &[Row] = &[
    row(4, "Signature", 49, signature),
    row(4, "Exceptions", 45, class_list),
    row(3, "MethodParameters", 52, method_parameters),
    row(2, "AnnotationDefault", 49, annotation_default),
    row(1, "Synthetic", 45, empty),
    row(1, "Deprecated", 45, empty),
    row(1, "RuntimeVisibleAnnotations", 49, annotations),
    row(1, "RuntimeInvisibleAnnotations", 49, annotations),
    row(2, "RuntimeVisibleParameterAnnotations", 49, parameter_annotations),
    row(1, "RuntimeInvisibleParameterAnnotations", 49, parameter_annotations),
    row(1, "RuntimeVisibleTypeAnnotations", 52, type_annotations),
    row(1, "RuntimeInvisibleTypeAnnotations", 52, type_annotations),
];

const OF_COMPONENTS: &[Row] = &[
    row(3, "Signature", 49, signature),
    row(1, "RuntimeVisibleAnnotations", 49, annotations),
    row(1, "RuntimeInvisibleAnnotations", 49, annotations),
    row(1, "RuntimeVisibleTypeAnnotations", 52, type_annotations),
    row(1, "RuntimeInvisibleTypeAnnotations", 52, type_annotations),
];

const OF_CODE: &[Row] = &[
    row(5, "LineNumberTable", 45, line_numbers),
    row(1, "RuntimeVisibleTypeAnnotations", 52, type_annotations),
    row(1, "RuntimeInvisibleTypeAnnotations", 52, type_annotations),
];

/// Attributes that are being written, one after the other.
#[derive(Debug, Default)]
pub(super) struct Attributes {
    names: Vec<String>,
    bytes: Vec<u8>,
}

impl Attributes {
    /// Writes an attribute; on a slip its length is wrong, or some of it is missing.
    pub(super) fn add(&mut self, s: &mut Source, c: &mut Class<'_>, name: &str, body: &[u8]) {
        let index = c.pool.utf8(name);
        self.bytes.u2(c.index(s, index));
        let mut body = body;
        let mut length = body.len() as u32;
        if c.draft.slip(s) {
            pick!(s, {
                1 => length = length.wrapping_sub(1),
                1 => length += 1,
                1 => length = u32::MAX,
                1 => body = &body[..body.len() / 2],
                1 => {
                    body = &body[..body.len() / 2];
                    length = body.len() as u32;
                },
            })
        }
        self.bytes.u4(length);
        self.bytes.extend(body);
        self.names.push(name.to_owned());
    }

    fn has(&self, name: &str) -> bool {
        self.names.iter().any(|own| own == name)
    }

    /// How many there are, and they.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        out.u2(self.names.len() as u16);
        out.extend(&self.bytes);
        out
    }
}

/// Some of the attributes that may stand in the place, each once.
pub(super) fn attributes(s: &mut Source, c: &mut Class<'_>, place: Place<'_>, to: &mut Attributes) {
    let count = match place {
        Place::Class => *s.weighted(&[(3, 1), (2, 0), (4, 2), (3, 4)]),
        _ => *s.weighted(&[(5, 0), (4, 1), (2, 2), (1, 4)]),
    };
    for _ in 0..count {
        if !c.draft.spend() {
            break;
        }
        attribute(s, c, place, to);
    }
}

/// An attribute that the specification has in such a place, or one that it does not have at all.
#[generator]
fn attribute(s: &mut Source, c: &mut Class<'_>, place: Place<'_>, to: &mut Attributes) {
    let rows = match place {
        Place::Class if c.flavour == Flavour::Module => OF_MODULES,
        Place::Class => OF_CLASSES,
        Place::Field(_) => OF_FIELDS,
        Place::Method(_) => OF_METHODS,
        Place::Component(_) => OF_COMPONENTS,
        Place::Code(_) => OF_CODE,
    };
    let legal = |row: &Row| {
        c.version >= row.since
            && match row.name {
                "NestHost" => !to.has("NestMembers"),
                "NestMembers" => !to.has("NestHost"),
                "PermittedSubclasses" => !c.is_final,
                // There are none of types without parts.
                "Signature" => !matches!(place, Place::Field(ty) | Place::Component(ty)
                    if !ty.is_reference()),
                "AnnotationDefault" => c.flavour == Flavour::Annotation,
                _ => true,
            }
    };
    let choice =
        s.weighted_index(&rows.iter().map(|row| row.weight).chain([1]).collect::<Vec<_>>());
    let Some(row) = rows.get(choice) else { return unknown(s, c, to) };
    let once = row.name == "LineNumberTable" || !to.has(row.name) || c.draft.slip(s);
    if once && (legal(row) || c.draft.slip(s)) {
        let body = (row.write)(s, c, place);
        to.add(s, c, row.name, &body);
    }
}

/// An attribute that no specification names, which readers must ignore.
#[generator]
fn unknown(s: &mut Source, c: &mut Class<'_>, to: &mut Attributes) {
    let name = if c.draft.slip(s) {
        // One that is known, with what it does not have, and where it may not be.
        words::one_of(s, words::MISPLACED).to_owned()
    } else {
        c.draft.word(s, Section::Attributes, words::UNKNOWN).to_owned()
    };
    let length = s.length(0..=6);
    let body = s.bytes(length);
    to.add(s, c, &name, &body);
}

fn empty(_: &mut Source, _: &mut Class<'_>, _: Place<'_>) -> Vec<u8> {
    Vec::new()
}

fn source_file(s: &mut Source, c: &mut Class<'_>, _: Place<'_>) -> Vec<u8> {
    let name = *s.as_value().choose(words::FILES);
    text_index(s, c, name)
}

fn text_index(s: &mut Source, c: &mut Class<'_>, text: &str) -> Vec<u8> {
    let index = c.pool.utf8(text);
    c.index(s, index).to_be_bytes().to_vec()
}

/// Text about the source in whatever language it is.
#[generator]
fn source_debug_extension(s: &mut Source, c: &mut Class<'_>, _: Place<'_>) -> Vec<u8> {
    pick!(s, {
        Vec::new(),
        b"SMAP\nMain.jsp\nJSP\n*S JSP\n*F\n+ 0 Main.jsp\nMain.jsp\n*L\n1,5:53\n*E\n".to_vec(),
        mutf8::encode(&names::text(s, c)),
    })
}

/// What a method throws, and the members of a nest.
fn class_list(s: &mut Source, c: &mut Class<'_>, place: Place<'_>) -> Vec<u8> {
    let count = s.length(0..=3);
    some_classes(s, c, place, count)
}

/// What may extend a class: at least one.
fn permitted_subclasses(s: &mut Source, c: &mut Class<'_>, place: Place<'_>) -> Vec<u8> {
    let count = s.length(1..=3);
    some_classes(s, c, place, count)
}

/// Up to this many classes, without duplicates.
#[generator]
fn some_classes(s: &mut Source, c: &mut Class<'_>, place: Place<'_>, count: usize) -> Vec<u8> {
    let mut indices = Vec::new();
    for _ in 0..count {
        let name = match place {
            Place::Method(_) => words::one_of(s, words::THROWABLES).to_owned(),
            _ => names::class_name(s, c),
        };
        let index = c.pool.class(&name);
        let index = c.index(s, index);
        if !indices.contains(&index) {
            indices.push(index);
        }
    }
    let mut out = Vec::new();
    out.indices(&indices);
    out
}

fn nest_host(s: &mut Source, c: &mut Class<'_>, _: Place<'_>) -> Vec<u8> {
    let name = names::class_name(s, c);
    let index = c.pool.class(&name);
    c.index(s, index).to_be_bytes().to_vec()
}

/// The class and the method that a local class stands in.
#[generator]
fn enclosing_method(s: &mut Source, c: &mut Class<'_>, _: Place<'_>) -> Vec<u8> {
    let mut out = Vec::new();
    let name = names::class_name(s, c);
    let class = c.pool.class(&name);
    out.u2(c.index(s, class));
    if s.bool() {
        let name = names::method_name(s, c);
        let descriptor = method_descriptor(s, c).text();
        let index = c.pool.name_and_type(&name, &descriptor);
        out.u2(c.index(s, index));
    } else {
        out.u2(0);
    }
    out
}

/// Classes that are members of others, local, or without a name (section 4.7.6).
#[generator]
fn inner_classes(s: &mut Source, c: &mut Class<'_>, _: Place<'_>) -> Vec<u8> {
    let mut seen = Vec::new();
    let mut rows = Vec::new();
    for _ in 0..s.length(0..=3) {
        let name = pick!(s, {
            2 => "java/util/Map$Entry".to_owned(),
            2 => names::class_name(s, c),
            1 => c.name.clone(),
        });
        let Some((outer, simple)) = name.rsplit_once('$') else { continue };
        if seen.contains(&name) || outer.is_empty() || outer.ends_with('/') || simple.is_empty() {
            continue;
        }
        rows.push(inner_class(s, c, &name, outer, simple));
        seen.push(name);
    }
    let mut out = Vec::new();
    out.table(&rows);
    out
}

#[generator]
fn inner_class(
    s: &mut Source,
    c: &mut Class<'_>,
    name: &str,
    outer: &str,
    simple: &str,
) -> Vec<u8> {
    let s = &mut *s.as_value();
    let mut out = Vec::new();
    let inner = c.pool.class(name);
    out.u2(c.index(s, inner));
    let form = s.weighted_index(&[3, 1, 1]);
    let outer = if form == 0 { c.pool.class(outer) } else { 0 };
    out.u2(c.index(s, outer));
    let simple = if form < 2 { c.pool.utf8(simple) } else { 0 };
    out.u2(c.index(s, simple));
    let access = *s.choose(&[PUBLIC, 0, PRIVATE, PROTECTED]);
    let kind = *s.choose(&[
        0,
        STATIC,
        FINAL,
        ABSTRACT,
        STATIC | FINAL | ENUM,
        STATIC | INTERFACE | ABSTRACT,
        SYNTHETIC,
    ]);
    out.u2(c.flags(s, access | kind));
    out
}

/// Names of a method's parameters.
#[generator]
fn method_parameters(s: &mut Source, c: &mut Class<'_>, place: Place<'_>) -> Vec<u8> {
    let Place::Method(method) = place else { return vec![0] };
    let mut out = Vec::new();
    out.u1(method.descriptor.parameters.len() as u8);
    for _ in &method.descriptor.parameters {
        let name = if s.one_in(6) {
            0
        } else {
            let name = names::identifier(s, c);
            c.pool.utf8(&name)
        };
        out.u2(c.index(s, name));
        let flags = *s.choose(&[0, FINAL, SYNTHETIC, MANDATED, FINAL | MANDATED]);
        out.u2(c.flags(s, flags));
    }
    out
}

/// The attribute `Record` (section 4.7.30): the fields that are no class's.
#[generator]
pub(super) fn record(s: &mut Source, c: &mut Class<'_>) -> Vec<u8> {
    let components: Vec<_> =
        c.fields.iter().filter(|field| field.flags & STATIC == 0).cloned().collect();
    let mut rows = Vec::new();
    for component in components {
        let mut row = Vec::new();
        let (name, descriptor) =
            (c.pool.utf8(&component.name), c.pool.utf8(&component.ty.descriptor()));
        row.u2(c.index(s, name));
        row.u2(c.index(s, descriptor));
        let mut attributes = Attributes::default();
        self::attributes(s, c, Place::Component(&component.ty), &mut attributes);
        row.extend(attributes.bytes());
        rows.push(row);
    }
    let mut out = Vec::new();
    out.table(&rows);
    out
}

//! Class files of a simple generator that are parsed and formatted.

#[path = "../../simple/validity.rs"]
mod validity;

use chiasma::generators::chars_of;
use chiasma::{Source, generator, pick, property};
use subject_cafebabe::run;

use validity::assert_valid;

const CLASSES: [&str; 6] =
    ["A", "B", "a/b/C", "java/lang/Object", "java/lang/String", "java/lang/Exception"];
const PRIMITIVES: [&str; 8] = ["B", "C", "D", "F", "I", "J", "S", "Z"];

/// Names of attributes; the first holds more of them.
#[rustfmt::skip]
const ATTRIBUTES: [&str; 10] = [
    "Code", "ConstantValue", "Exceptions", "Signature", "SourceFile", "Deprecated", "LineNumberTable",
    "EnclosingMethod", "InnerClasses", "Other",
];

/// The constants of a class so far.
#[derive(Default)]
struct Pool {
    bytes: Vec<u8>,
    count: u16,
}

impl Pool {
    /// Adds a constant and gives its index.
    fn add(&mut self, tag: u8, content: &[u8]) -> u16 {
        self.bytes.push(tag);
        self.bytes.extend(content);
        self.count += 1;
        self.count
    }

    fn utf8(&mut self, text: &str) -> u16 {
        self.add(1, &[&(text.len() as u16).to_be_bytes(), text.as_bytes()].concat())
    }

    fn class(&mut self, name: &str) -> u16 {
        let name = self.utf8(name);
        self.add(7, &words(&[name]))
    }

    fn name_and_type(&mut self, name: &str, descriptor: &str) -> u16 {
        let content = words(&[self.utf8(name), self.utf8(descriptor)]);
        self.add(12, &content)
    }
}

fn class(s: &mut Source) -> Vec<u8> {
    let mut pool = Pool::default();
    let (major, access) = (s.int(45..=61), s.draw(access));
    let this = pool.class(s.draw(class_name));
    let above = pool.class(s.draw(class_name));
    let interfaces =
        s.vec(0..3, class_name).iter().map(|name| pool.class(name)).collect::<Vec<_>>();
    let fields = list(s, 4, |s| {
        let descriptor = s.draw(descriptor);
        member(s, &mut pool, &descriptor)
    });
    let methods = list(s, 4, |s| {
        let descriptor = s.draw(method_descriptor);
        member(s, &mut pool, &descriptor)
    });
    let attributes = list(s, 3, |s| attribute(s, &mut pool, 1));
    let head = [&[0xca, 0xfe, 0xba, 0xbe][..], &words(&[0, major, pool.count + 1])].concat();
    let about = words(&[access, this, above, interfaces.len() as u16]);
    [head, pool.bytes, about, words(&interfaces), fields, methods, attributes].concat()
}

/// A field or a method.
#[generator]
fn member(s: &mut Source, pool: &mut Pool, descriptor: &str) -> Vec<u8> {
    let head = words(&[s.draw(access), pool.utf8(&s.draw(name)), pool.utf8(descriptor)]);
    [head, list(s, 2, |s| attribute(s, pool, 2))].concat()
}

#[generator]
fn attribute(s: &mut Source, pool: &mut Pool, depth: u32) -> Vec<u8> {
    let name = *s.choose(&ATTRIBUTES[usize::from(depth == 0)..]);
    let content = match name {
        "Code" => code(s, pool, depth - 1),
        "ConstantValue" => words(&[constant(s, pool)]),
        "Exceptions" => list(s, 3, |s| words(&[pool.class(s.draw(class_name))])),
        "Signature" => words(&[pool.utf8(&s.draw(descriptor))]),
        "SourceFile" => words(&[pool.utf8(&s.draw(self::name))]),
        "Deprecated" => Vec::new(),
        "LineNumberTable" => list(s, 4, |s| words(&[s.int(0..99), s.int(..)])),
        "EnclosingMethod" => {
            let class = pool.class(s.draw(class_name));
            words(&[class, pool.name_and_type(&s.draw(self::name), &s.draw(method_descriptor))])
        }
        "InnerClasses" => list(s, 3, |s| {
            let (inner, outer) = (pool.class(s.draw(class_name)), pool.class(s.draw(class_name)));
            words(&[inner, outer, pool.utf8(&s.draw(self::name)), s.draw(access)])
        }),
        _ => s.vec(0..8, Source::byte),
    };
    let head = words(&[pool.utf8(name)]);
    [&head[..], &(content.len() as u32).to_be_bytes(), &content].concat()
}

/// Random instructions, handlers and further attributes.
#[generator]
fn code(s: &mut Source, pool: &mut Pool, depth: u32) -> Vec<u8> {
    let sizes = words(&[s.int(0..9), s.int(0..9)]);
    let instructions = s.length(0..=20);
    let code: Vec<u8> = (0..instructions).flat_map(|_| instruction(s, pool)).collect();
    let handlers = list(s, 2, |s| {
        let range: [u16; 3] = [(); 3].map(|()| s.int(0..=code.len() as u16));
        [words(&range), words(&[pool.class(s.draw(class_name))])].concat()
    });
    let attributes = list(s, 2, |s| attribute(s, pool, depth));
    [&sizes[..], &(code.len() as u32).to_be_bytes(), &code, &handlers, &attributes].concat()
}

#[generator]
fn instruction(s: &mut Source, pool: &mut Pool) -> Vec<u8> {
    let opcode: u8 = s.int(0..=201);
    let operands = match opcode {
        16 | 18 | 21..=25 | 54..=58 | 169 | 188 => vec![s.byte()],
        17 | 132 | 153..=168 | 198 | 199 => s.bytes(2),
        19 | 20 | 178..=184 | 187 | 189 | 192 | 193 => words(&[constant(s, pool)]),
        _ => Vec::new(),
    };
    [vec![opcode], operands].concat()
}

/// The index of a new constant.
#[generator]
fn constant(s: &mut Source, pool: &mut Pool) -> u16 {
    match s.index(6) {
        0 => pool.add(3, &s.bytes(4)),
        1 => pool.add(4, &s.bytes(4)),
        2 => pool.class(s.draw(class_name)),
        3 => {
            let text = words(&[pool.utf8(&s.string(0..6, chars_of("a-z é€")))]);
            pool.add(8, &text)
        }
        kind => {
            let descriptor = if kind == 4 { s.draw(descriptor) } else { s.draw(method_descriptor) };
            let class = pool.class(s.draw(class_name));
            let member = pool.name_and_type(&s.draw(name), &descriptor);
            pool.add(if kind == 4 { 9 } else { 10 }, &words(&[class, member]))
        }
    }
}

fn descriptor(s: &mut Source) -> String {
    pick!(s, {
        (*s.choose(&PRIMITIVES)).to_owned(),
        format!("L{};", s.draw(class_name)),
        format!("[{}", s.draw(descriptor)),
    })
}

fn method_descriptor(s: &mut Source) -> String {
    let result = if s.bool() { s.draw(descriptor) } else { "V".to_owned() };
    format!("({}){result}", s.vec(0..4, descriptor).concat())
}

fn class_name(s: &mut Source) -> &'static str {
    *s.choose(&CLASSES)
}

fn name(s: &mut Source) -> String {
    pick!(s, {
        8 => s.string(1..5, chars_of("a-zA-Z0-9_$")),
        1 => (*s.choose(&["<init>", "<clinit>"])).to_owned(),
    })
}

fn access(s: &mut Source) -> u16 {
    s.int(0..0x8000)
}

fn words(words: &[u16]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_be_bytes()).collect()
}

/// Up to this many items, preceded by their number.
fn list(s: &mut Source, most: usize, mut item: impl FnMut(&mut Source) -> Vec<u8>) -> Vec<u8> {
    let count = s.length(0..=most);
    let items = (0..count).flat_map(|_| item(s));
    (count as u16).to_be_bytes().into_iter().chain(items).collect()
}

#[property(errors = "invalid")]
#[ignore = "the subject has defects; this is for `cargo chiasma`"]
fn every_simple_class_is_formatted_or_has_an_error(
    #[from(class)] class: &[u8],
) -> Result<(), String> {
    run(class).map(drop)
}

#[test]
fn many_simple_classes_are_valid() {
    assert_valid(30.0, class, |class| run(class).map(drop));
}

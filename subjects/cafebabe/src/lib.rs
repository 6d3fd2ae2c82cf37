//! cafebabe 0.4.2, a parser of Java class files: parses one and formats all that is in it.
//!
//! All but the constant pool: its iterator reads one past the end of every pool, so nothing would be valid.

use std::fmt::Write as _;

/// The result of running a class file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// How many fields, methods and attributes there are.
    pub members: usize,
    /// How many bytes all of it has when printed.
    pub bytes: usize,
}

/// Parses and formats a class file; an error says what is wrong with it.
pub fn run(class: &[u8]) -> Result<Summary, String> {
    let class = cafebabe::parse_class(class).map_err(|error| error.to_string())?;
    let mut text = String::new();
    let mut print = |what: &dyn std::fmt::Debug| {
        let _ = writeln!(text, "{what:?}");
    };
    print(&class.this_class);
    print(&class.super_class);
    print(&class.interfaces);
    for field in &class.fields {
        print(&(&field.name, &field.descriptor, &field.access_flags, &field.attributes));
    }
    for method in &class.methods {
        print(&(&method.name, &method.descriptor, &method.access_flags, &method.attributes));
    }
    print(&class.attributes);
    let members = class.fields.len() + class.methods.len() + class.attributes.len();
    Ok(Summary { members, bytes: text.len() })
}

//! Types as MIR text has them, and which of them may influence a branch.

mod known;

use known::{IGNORED, IGNORED_OF_STD, OWNING_POINTERS, WRAPPERS};

use crate::mir::scan::{find, group_end, split_commas};

/// A type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Type {
    /// A struct, an enum, a union, an alias that is not resolved, or a type parameter.
    Named {
        /// Its name without the path.
        name: String,
        /// Its type arguments, without lifetimes.
        arguments: Vec<Type>,
    },
    /// A reference or a pointer to another type.
    Pointer {
        /// Whether it can be written through.
        mutable: bool,
        /// What it points to.
        to: Box<Type>,
    },
    /// A slice or an array.
    Slice(Box<Type>),
    /// A tuple; the unit type has no element.
    Tuple(Vec<Type>),
    /// A trait object, by the name of its first trait.
    Dyn(String),
    /// A closure, by the place of its source.
    Closure(String),
    /// Anything else.
    Other,
}

/// Types inside types are not deeper in what a compiler prints.
const MAX_DEPTH: usize = 100;

impl Type {
    /// Reads a type. What is not understood is [`Type::Other`].
    #[must_use]
    pub fn read(text: &str) -> Self {
        Self::read_at(text.trim(), 0)
    }

    fn read_at(text: &str, depth: usize) -> Self {
        if depth > MAX_DEPTH {
            return Self::Other;
        }
        let inner = |text: &str| Box::new(Self::read_at(text.trim(), depth + 1));
        if let Some(rest) = text.strip_prefix('&') {
            let rest = without_lifetime(rest);
            let (mutable, rest) = without_word(rest, "mut ");
            return Self::Pointer { mutable, to: inner(rest) };
        }
        if let Some(rest) = text.strip_prefix("*const ") {
            return Self::Pointer { mutable: false, to: inner(rest) };
        }
        if let Some(rest) = text.strip_prefix("*mut ") {
            return Self::Pointer { mutable: true, to: inner(rest) };
        }
        if let Some(inside) = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) {
            let element = find(inside, &[';']).map_or(inside, |at| &inside[..at]);
            return Self::Slice(inner(element));
        }
        if let Some(inside) = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')) {
            if inside.starts_with("dyn ") {
                return *inner(inside);
            }
            let parts = split_commas(inside).into_iter();
            return Self::Tuple(parts.map(|part| *inner(part)).collect());
        }
        if let Some(bounds) = text.strip_prefix("dyn ") {
            let first = bounds.split(" + ").next().unwrap_or(bounds);
            let first = first
                .strip_prefix("for<")
                .map_or(first, |rest| group_end(rest).map_or(first, |at| rest[at + 1..].trim()));
            return Self::Dyn(last_segment(without_arguments(first)).to_owned());
        }
        if let Some(place) = text.strip_prefix("{closure@").and_then(|text| text.strip_suffix('}'))
        {
            return Self::Closure(place.to_owned());
        }
        Self::read_path(text, depth)
    }

    /// Reads `a::b::Name<T, 'a, U>`.
    fn read_path(text: &str, depth: usize) -> Self {
        let begins_name = text.starts_with(|c: char| c.is_alphabetic() || c == '_');
        if !begins_name || text.contains(" fn(") || text.starts_with("fn(") || text == "_" {
            return Self::Other;
        }
        let (path, arguments) = match find(text, &['<']) {
            Some(at) => {
                let inside = &text[at + 1..];
                let Some(end) = group_end(inside) else { return Self::Other };
                if end + 1 != inside.len() {
                    // Something of a generic type, such as an associated type.
                    return Self::Other;
                }
                (&text[..at], &inside[..end])
            }
            None => (text, ""),
        };
        let path = path.trim_end_matches("::");
        let name = last_segment(path);
        let is_of_std = ["std::", "core::", "alloc::"].iter().any(|root| path.starts_with(root));
        if is_of_std && IGNORED_OF_STD.contains(&name) {
            return Self::Other;
        }
        if !name.chars().all(|c| c.is_alphanumeric() || c == '_') || name.is_empty() {
            return Self::Other;
        }
        let arguments = split_commas(arguments)
            .into_iter()
            .filter(|argument| !argument.starts_with('\'') && !argument.contains(" = "))
            .map(|argument| Self::read_at(argument, depth + 1))
            .collect();
        Self::Named { name: name.to_owned(), arguments }
    }

    /// What it is behind references, pointers and owning pointers.
    #[must_use]
    pub fn pointee(&self) -> &Self {
        match self {
            Self::Pointer { to, .. } => to.pointee(),
            Self::Named { name, arguments } if OWNING_POINTERS.contains(&name.as_str()) => {
                arguments.first().map_or(self, Self::pointee)
            }
            other => other,
        }
    }

    /// Whether something can be written through it.
    #[must_use]
    pub fn is_mutable_pointer(&self) -> bool {
        matches!(self, Self::Pointer { mutable: true, .. })
    }

    /// The closure that it is, refers to, or is made of.
    #[must_use]
    pub fn closure(&self) -> Option<&str> {
        match self {
            Self::Closure(place) => Some(place),
            Self::Pointer { to, .. } => to.closure(),
            Self::Named { arguments, .. } => arguments.iter().find_map(Self::closure),
            _ => None,
        }
    }

    /// The names under which it may influence a branch, each with how much farther away it is than the
    /// type itself: primitive and string types have none, and wrappers have those of what they hold.
    #[must_use]
    pub fn influencing(&self) -> Vec<(String, u32)> {
        let mut names = Vec::new();
        self.collect_influencing(0, &mut names);
        names
    }

    fn collect_influencing(&self, farther: u32, names: &mut Vec<(String, u32)>) {
        match self.pointee() {
            Self::Named { name, arguments } => {
                if IGNORED.contains(&name.as_str()) {
                    return;
                }
                if is_type_parameter(name, arguments) {
                    return;
                }
                // A type of the application may have such a name, too.
                let is_wrapper = !arguments.is_empty() && WRAPPERS.contains(&name.as_str());
                if !is_wrapper && let Some(text) = self.pointee().written() {
                    names.push((text, farther));
                }
                let farther = farther + u32::from(!is_wrapper);
                arguments.iter().for_each(|inner| inner.collect_influencing(farther, names));
            }
            Self::Slice(element) => {
                if let Some(element) = element.written() {
                    names.push((format!("Vec<{element}>"), farther));
                }
                element.collect_influencing(farther + 1, names);
            }
            Self::Tuple(parts) => {
                if parts.len() > 1
                    && let Some(text) = self.pointee().written()
                {
                    names.push((text, farther));
                }
                let farther = farther + u32::from(parts.len() > 1);
                parts.iter().for_each(|part| part.collect_influencing(farther, names));
            }
            Self::Dyn(name) if !IGNORED_OF_STD.contains(&name.as_str()) => {
                names.push((format!("dyn {name}"), farther));
            }
            Self::Dyn(_) | Self::Pointer { .. } | Self::Closure(_) | Self::Other => {}
        }
    }

    /// How [`std::any::type_name`] writes it, without paths and lifetimes; nothing for what has no name.
    fn written(&self) -> Option<String> {
        Some(match self {
            Self::Named { name, arguments } if arguments.is_empty() => name.clone(),
            Self::Named { name, arguments } => {
                let arguments: Option<Vec<_>> = arguments.iter().map(Self::written).collect();
                format!("{name}<{}>", arguments?.join(", "))
            }
            Self::Pointer { to, .. } => to.written()?,
            Self::Slice(element) => format!("Vec<{}>", element.written()?),
            Self::Tuple(parts) => {
                let parts: Option<Vec<_>> = parts.iter().map(Self::written).collect();
                format!("({})", parts?.join(", "))
            }
            Self::Dyn(name) => format!("dyn {name}"),
            Self::Closure(_) | Self::Other => return None,
        })
    }
}

fn without_lifetime(text: &str) -> &str {
    match text.strip_prefix('\'') {
        Some(rest) => {
            rest.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_').trim_start()
        }
        None => text,
    }
}

fn without_word<'t>(text: &'t str, word: &str) -> (bool, &'t str) {
    match text.strip_prefix(word) {
        Some(rest) => (true, rest),
        None => (false, text),
    }
}

fn without_arguments(path: &str) -> &str {
    find(path, &['<', '(']).map_or(path, |at| &path[..at])
}

fn last_segment(path: &str) -> &str {
    path.rsplit("::").next().unwrap_or(path)
}

/// Whether a name is that of a type parameter, by the common habit of naming them: `T`, `K2`, `Self`.
pub(crate) fn is_type_parameter(name: &str, arguments: &[Type]) -> bool {
    let mut chars = name.chars();
    let is_short = chars.next().is_some_and(char::is_uppercase)
        && chars.all(|c| c.is_ascii_digit())
        && name.len() <= 2;
    arguments.is_empty() && (is_short || name == "Self")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<(String, u32)> {
        Type::read(text).influencing()
    }

    fn named(names: &[(&str, u32)]) -> Vec<(String, u32)> {
        names.iter().map(|(name, farther)| ((*name).to_owned(), *farther)).collect()
    }

    #[test]
    fn a_type_influences_by_its_name_without_path_lifetimes_and_references() {
        assert_eq!(names("&'a mut files::File<'_>"), named(&[("File", 0)]));
        assert_eq!(names("std::boxed::Box<tree::Tree>"), named(&[("Tree", 0)]));
        assert_eq!(names("&[File]"), named(&[("Vec<File>", 0), ("File", 1)]));
        assert_eq!(names("&(dyn shapes::Shape + 'a)"), named(&[("dyn Shape", 0)]));
        assert_eq!(
            names("std::collections::HashMap<std::string::String, File>"),
            named(&[("HashMap<String, File>", 0), ("File", 1)])
        );
    }

    #[test]
    fn primitive_and_string_types_influence_nothing_and_wrappers_by_what_they_hold() {
        for text in ["u8", "&str", "std::string::String", "()", "!", "{closure@a.rs:1:2: 3:4}"] {
            assert_eq!(names(text), [], "{text}");
        }
        assert_eq!(names("Result<Option<&File>, std::num::ParseIntError>").len(), 2);
        assert_eq!(names("std::slice::Iter<'_, File>"), named(&[("File", 0)]));
        assert_eq!(names("Vec<u8>"), named(&[("Vec<u8>", 0)]));
    }

    #[test]
    fn what_is_not_understood_is_no_type_and_no_panic() {
        for text in
            ["", "<", "[", "&", "(", "fn(u8) -> u8", "<T as Trait>::Item", "{x", "A<B", "'a"]
        {
            assert_eq!(names(text), [], "{text}");
        }
        assert_eq!(names(&"&".repeat(100_000)), []);
    }
}

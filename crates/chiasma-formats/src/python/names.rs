//! Names: which are visible, which are new, and what binds them.

use chiasma_core::{Source, pick};
use chiasma_macros::generator;

use super::program::{Name, NameKind, Program, ScopeKind};
use super::words;
use crate::dictionary::Section;

/// Maximum number of visible names to choose from, the latest first.
const CHOICE: usize = 40;

/// A name that is read: mostly a bound one.
#[generator]
pub(super) fn name(s: &mut Source, p: &mut Program<'_>) {
    let s = &mut *s.as_value();
    if p.slip(s) {
        let wrong = *s.choose(&["class", "lambda", "None", "undefined_name", "1x", "$x", "def"]);
        p.put(wrong);
        return;
    }
    let text = pick!(s, {
        12 => bound(s, p, |_| true),
        3 => None,
        1 => Some(p.word(s, Section::Names, words::NAMES).to_owned()),
    });
    match text {
        Some(text) => p.put(&text),
        None => builtin(s, p),
    }
}

/// The name of something that can be called.
#[generator]
pub(super) fn callable(s: &mut Source, p: &mut Program<'_>) {
    let s = &mut *s.as_value();
    let callables = |name: &Name| matches!(name.kind, NameKind::Callable | NameKind::Type);
    let text = if s.one_in(2) { None } else { bound(s, p, callables) };
    match text {
        Some(text) => p.put(&text),
        None => builtin(s, p),
    }
}

/// The name of an exception class, or of a class that may be one.
#[generator]
pub(super) fn exception(s: &mut Source, p: &mut Program<'_>) {
    let s = &mut *s.as_value();
    let types = |name: &Name| name.kind == NameKind::Type;
    let text = if s.one_in(6) { bound(s, p, types) } else { None };
    match text {
        Some(text) => p.put(&text),
        None => p.put_one(s, words::EXCEPTIONS),
    }
}

fn builtin(s: &mut Source, p: &mut Program<'_>) {
    let s = &mut *s.as_value();
    let word = p.word(s, Section::Keywords, words::BUILTINS);
    p.put(word);
}

/// One of the names that are visible and wanted; nothing if there is none.
pub(super) fn bound(
    s: &mut Source,
    p: &Program<'_>,
    wanted: impl Fn(&Name) -> bool,
) -> Option<String> {
    let s = &mut *s.as_value();
    let innermost = p.scopes.len() - 1;
    let scopes = p.scopes.iter().enumerate().rev();
    // What a class binds is seen in its own block only.
    let seen =
        scopes.filter(|(place, scope)| scope.kind != ScopeKind::Class || *place == innermost);
    let names = seen.flat_map(|(_, scope)| scope.names.iter().rev());
    let choice: Vec<&str> =
        names.filter(|name| wanted(name)).map(|name| name.text.as_str()).take(CHOICE).collect();
    if choice.is_empty() { None } else { Some((*s.choose(&choice)).to_owned()) }
}

/// A name to bind, which may be bound already.
#[generator]
pub(super) fn binding(s: &mut Source, p: &mut Program<'_>) -> String {
    let s = &mut *s.as_value();
    if p.slip(s) {
        return (*s.choose(&["None", "True", "__debug__", "import", "0x", "a-b", "f()"]))
            .to_owned();
    }
    let again = pick!(s, {
        3 => None,
        1 => bound(s, p, |name| name.kind == NameKind::Value),
    });
    again.unwrap_or_else(|| p.word(s, Section::Names, words::NAMES).to_owned())
}

/// The name of an attribute.
#[generator]
pub(super) fn attribute_name(s: &mut Source, p: &mut Program<'_>) {
    let s = &mut *s.as_value();
    let word = pick!(s, {
        4 => p.word(s, Section::Attributes, words::ATTRIBUTES),
        3 => s.choose(words::METHODS),
        1 => s.choose(words::DUNDERS),
    });
    p.put(word);
}

impl Program<'_> {
    /// Binds a name in the innermost scope that statements bind in.
    pub(super) fn bind(&mut self, text: &str, kind: NameKind) {
        let place = self.scopes.len() - 1 - self.comprehensions();
        let scope = &mut self.scopes[place];
        scope.names.retain(|name| name.text != text);
        scope.names.push(Name { text: text.to_owned(), kind });
    }

    /// Binds what became pending since there were `before` names.
    pub(super) fn settle(&mut self, before: usize) {
        for name in self.pending.split_off(before) {
            self.bind(&name.text, name.kind);
        }
    }

    /// Whether a comprehension around iterates over this name, which `:=` may not bind then.
    pub(super) fn is_iterated(&self, name: &str) -> bool {
        let comprehensions = self.scopes.iter().rev().take(self.comprehensions());
        comprehensions.into_iter().any(|scope| scope.binds(name))
    }

    /// Whether the innermost scope gave this name away, so that it has no annotation here.
    pub(super) fn is_foreign(&self, name: &str) -> bool {
        self.scopes.last().is_some_and(|scope| scope.foreign.iter().any(|given| given == name))
    }
}

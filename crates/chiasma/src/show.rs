//! Showing a drawn value in a report: by `Debug` where its type has it, by its type's name where not.
//!
//! A macro calls `(&&&&Show(&value)).show()`: method look-up finds [`ByContent`] first, and falls back to
//! [`ByDisplay`], [`ByDebug`] and [`ByTypeName`], each one reference deeper, without asking anything of the type.
//! The text is that of `Debug` in each of them; they differ in what is *printed* of the value, for
//! `replay --raw` and `export --values`: its bytes, its `Display` text or its `Debug` text.

use std::any::type_name;
use std::cell::RefCell;
use std::fmt::{Debug, Display};

use crate::panics;

/// A value to be shown.
#[derive(Debug)]
pub struct Show<'v, T>(pub &'v T);

/// Shows a value that is text or bytes.
pub trait ByContent {
    /// The text.
    fn show(&self) -> String;
}

impl<T: Debug + AsRef<[u8]>> ByContent for &&&Show<'_, T> {
    fn show(&self) -> String {
        print(|| self.0.as_ref().to_vec());
        debug_text(self.0)
    }
}

/// Shows a value that has `Display`.
pub trait ByDisplay {
    /// The text.
    fn show(&self) -> String;
}

impl<T: Debug + Display> ByDisplay for &&Show<'_, T> {
    fn show(&self) -> String {
        print(|| self.0.to_string().into_bytes());
        debug_text(self.0)
    }
}

/// Shows a value that has `Debug`.
pub trait ByDebug {
    /// The text.
    fn show(&self) -> String;
}

impl<T: Debug> ByDebug for &Show<'_, T> {
    fn show(&self) -> String {
        let text = debug_text(self.0);
        print(|| text.clone().into_bytes());
        text
    }
}

/// Shows that there is a value.
pub trait ByTypeName {
    /// The text.
    fn show(&self) -> String;
}

impl<T> ByTypeName for Show<'_, T> {
    fn show(&self) -> String {
        let text = format!("(a {} without Debug)", chiasma_core::short_name(type_name::<T>()));
        print(|| text.clone().into_bytes());
        text
    }
}

fn debug_text(value: &impl Debug) -> String {
    let text = || {
        let line = format!("{value:?}");
        if line.len() <= 100 { line } else { format!("{value:#?}") }
    };
    // A value that cannot be shown is no failure of the property.
    panics::catch(text).unwrap_or_else(|_| "(Debug panicked)".to_owned())
}

thread_local! {
    /// The values shown on this thread as they print, while that is asked for.
    static PRINTED: RefCell<Option<Vec<Vec<u8>>>> = const { RefCell::new(None) };
}

fn print(bytes: impl FnOnce() -> Vec<u8>) {
    if PRINTED.with_borrow(Option::is_some) {
        let bytes = panics::catch(bytes).unwrap_or_else(|_| b"(Display panicked)".to_vec());
        PRINTED.with_borrow_mut(|printed| printed.get_or_insert_default().push(bytes));
    }
}

/// Calls `run`, and gives what the values print that are shown meanwhile on this thread.
#[cfg(any(feature = "fuzz", test))]
pub(crate) fn printed<T>(run: impl FnOnce() -> T) -> (T, Vec<Vec<u8>>) {
    PRINTED.set(Some(Vec::new()));
    let result = run();
    (result, PRINTED.take().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug)]
    struct Named;
    impl Display for Named {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("two\nlines")
        }
    }
    struct Hidden;

    #[test]
    #[allow(clippy::needless_borrow, reason = "the references choose the trait")]
    fn a_value_is_shown_by_debug_and_printed_as_it_is() {
        let show = || {
            [
                (&&&&Show(&"a\n")).show(),
                (&&&&Show(&vec![0xff_u8, 0])).show(),
                (&&&&Show(&Named)).show(),
                (&&&&Show(&Some("x"))).show(),
                (&&&&Show(&Hidden)).show(),
            ]
        };
        let shown = ["\"a\\n\"", "[255, 0]", "Named", "Some(\"x\")", "(a Hidden without Debug)"];
        assert_eq!(show(), shown);
        let (text, bytes) = printed(show);
        assert_eq!(text, shown);
        let expected: [&[u8]; 5] =
            [b"a\n", &[255, 0], b"two\nlines", b"Some(\"x\")", b"(a Hidden without Debug)"];
        assert_eq!(bytes, expected);
        assert_eq!(PRINTED.take(), None, "nothing is written down afterwards");
    }
}

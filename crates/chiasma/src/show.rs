//! Showing a drawn value in a report: by `Debug` where its type has it, by its type's name where not.
//!
//! A macro calls `(&&Show(&value)).show()`: method look-up finds [`ByDebug`] first, and falls back to
//! [`ByTypeName`] one reference deeper, without asking anything of the type.

use std::any::type_name;
use std::fmt::Debug;

use crate::panics;

/// A value to be shown.
#[derive(Debug)]
pub struct Show<'v, T>(pub &'v T);

/// Shows a value that has `Debug`.
pub trait ByDebug {
    /// The text.
    fn show(&self) -> String;
}

impl<T: Debug> ByDebug for &Show<'_, T> {
    fn show(&self) -> String {
        let text = || {
            let line = format!("{:?}", self.0);
            if line.len() <= 100 { line } else { format!("{:#?}", self.0) }
        };
        // A value that cannot be shown is no failure of the property.
        panics::catch(text).unwrap_or_else(|_| "(Debug panicked)".to_owned())
    }
}

/// Shows that there is a value.
pub trait ByTypeName {
    /// The text.
    fn show(&self) -> String;
}

impl<T> ByTypeName for Show<'_, T> {
    fn show(&self) -> String {
        format!("(a {} without Debug)", chiasma_core::short_name(type_name::<T>()))
    }
}

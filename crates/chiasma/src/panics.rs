//! Catching the panics of a property, silently, with their message and place.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::Once;

use chiasma_core::Rejection;

/// What ended a call that did not return.
#[derive(Debug)]
pub(crate) enum Unwound {
    Rejected(Rejection),
    Panicked { message: String, location: Option<String> },
}

thread_local! {
    static CATCHING: Cell<bool> = const { Cell::new(false) };
    static LAST: RefCell<Option<Caught>> = const { RefCell::new(None) };
}

struct Caught {
    message: String,
    location: Option<String>,
}

/// Calls `run`; a panic in it prints nothing and comes back as a value.
pub(crate) fn catch<T>(run: impl FnOnce() -> T) -> Result<T, Unwound> {
    install_hook();
    let outer = CATCHING.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(run));
    CATCHING.set(outer);
    result.map_err(|payload| match payload.downcast::<Rejection>() {
        Ok(rejection) => Unwound::Rejected(*rejection),
        Err(payload) => {
            // `resume_unwind` reaches this without the hook, and so without a place.
            let Caught { message, location } = LAST
                .take()
                .unwrap_or_else(|| Caught { message: message(&*payload), location: None });
            Unwound::Panicked { message, location }
        }
    })
}

/// Puts a hook before the current one that keeps quiet on threads that catch.
fn install_hook() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if CATCHING.get() {
                LAST.set(Some(Caught::of(info)));
            } else {
                before(info);
            }
        }));
    });
}

impl Caught {
    fn of(info: &PanicHookInfo<'_>) -> Self {
        Self {
            message: message(info.payload()),
            location: info.location().map(ToString::to_string),
        }
    }
}

fn message(payload: &dyn Any) -> String {
    if let Some(text) = payload.downcast_ref::<&str>() {
        (*text).to_owned()
    } else if let Some(text) = payload.downcast_ref::<String>() {
        text.clone()
    } else {
        "(a panic whose payload is not text)".to_owned()
    }
}

//! Catching the panics of a property, silently, with their message and place.
//!
//! In a worker of `cargo chiasma` the call stack is taken as well, and panics of the threads that a
//! property starts are caught too: nothing else runs in that process.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::Once;
use std::sync::atomic::{AtomicU32, Ordering};

use chiasma_core::{Place, Rejection};

use crate::backtrace;

/// Maximum number of times that the hook is put back.
const MAX_HOOKS: u32 = 100;

/// What ended a call that did not return.
#[derive(Debug)]
pub(crate) enum Unwound {
    Rejected(Rejection),
    Panicked(Caught),
}

thread_local! {
    static CATCHING: Cell<bool> = const { Cell::new(false) };
    static LAST: RefCell<Option<Caught>> = const { RefCell::new(None) };
    /// The call stack of the last panic, while one is wanted.
    static STACK: RefCell<Option<String>> = const { RefCell::new(None) };
    static WANTS_STACK: Cell<bool> = const { Cell::new(false) };
}

/// A panic that was caught.
#[derive(Debug, Clone)]
pub(crate) struct Caught {
    pub(crate) message: String,
    pub(crate) place: Option<Place>,
    pub(crate) hook: Hook,
}

/// Whether our hook saw a panic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hook {
    Seen,
    Unseen,
}

#[cfg(feature = "fuzz")]
pub(crate) mod worker {
    //! What is known of panics in a worker only.

    use std::cell::RefCell;
    use std::io::Write;
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::Caught;

    static IN_WORKER: AtomicBool = AtomicBool::new(false);
    static FRAMES: Mutex<Vec<u64>> = Mutex::new(Vec::new());
    static IS_IN_THREAD: AtomicBool = AtomicBool::new(false);
    static IN_THREAD: Mutex<Option<Caught>> = Mutex::new(None);

    thread_local! {
        /// The last two panics of this thread, the latest one last.
        static RECENT: RefCell<Vec<Caught>> = const { RefCell::new(Vec::new()) };
    }

    /// Notes a panic. If the standard library reports by it that the process is about to abort, prints the panic
    /// that led to it: the supervisor reads it, and the failure is that panic's.
    pub(super) fn note(caught: &Caught) {
        RECENT.with_borrow_mut(|recent| {
            let cause = match &*caught.message {
                // The panic under way reached a function that it may not leave.
                "panic in a function that cannot unwind" => recent.last(),
                // A destructor panicked while the panic before was under way.
                "panic in a destructor during cleanup" => recent.first(),
                _ => {
                    recent.push(caught.clone());
                    recent.drain(..recent.len().saturating_sub(2));
                    return;
                }
            };
            let Some(Caught { message, place: Some(place), .. }) = cause else { return };
            // If it cannot be printed, the death is reported without its place.
            let _ = writeln!(
                std::io::stderr(),
                "thread panicked at {place}:\n{message}\n({}, so the process aborts)",
                caught.message
            );
        });
    }

    /// Says that this process is a worker.
    pub(crate) fn begin() {
        IN_WORKER.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_worker() -> bool {
        IN_WORKER.load(Ordering::Relaxed)
    }

    /// Takes the call stack of the panic under way.
    pub(super) fn take_stack() {
        if is_worker()
            && let Ok(mut frames) = FRAMES.lock()
        {
            *frames = chiasma_runtime::frames::capture();
        }
    }

    pub(super) fn panicked_in_thread(caught: Caught) {
        if let Ok(mut first) = IN_THREAD.lock() {
            first.get_or_insert(caught);
            IS_IN_THREAD.store(true, Ordering::Release);
        }
    }

    /// The call stack of the last panic.
    pub(crate) fn frames() -> Vec<u64> {
        FRAMES.lock().map(|mut frames| std::mem::take(&mut *frames)).unwrap_or_default()
    }

    /// The first panic of another thread since this was asked last.
    pub(crate) fn thread_panic() -> Option<Caught> {
        // Asked after every run, so the common answer is one plain load.
        if !IS_IN_THREAD.load(Ordering::Acquire) {
            return None;
        }
        IS_IN_THREAD.store(false, Ordering::Relaxed);
        IN_THREAD.lock().ok()?.take()
    }
}

/// Calls `run`; a panic in it prints nothing and comes back as a value.
pub(crate) fn catch<T>(run: impl FnOnce() -> T) -> Result<T, Unwound> {
    install_hook();
    let outer = CATCHING.replace(true);
    // A panic that was caught before this is none of this.
    let outer_last = LAST.take();
    let result = panic::catch_unwind(AssertUnwindSafe(run));
    let last = LAST.replace(outer_last);
    CATCHING.set(outer);
    result.map_err(|payload| match payload.downcast::<Rejection>() {
        Ok(rejection) => Unwound::Rejected(*rejection),
        Err(payload) => {
            let message = message(&*payload);
            // `resume_unwind` reaches this without the hook: the last panic may be one that was handled.
            let hook = if last.is_some() { Hook::Seen } else { Hook::Unseen };
            let place = last.filter(|last| last.message == message).and_then(|last| last.place);
            Unwound::Panicked(Caught { message, place, hook })
        }
    })
}

/// Whether panics of this thread are being caught: a check within a check then leaves talking to the
/// outer one.
pub(crate) fn is_catching() -> bool {
    CATCHING.get()
}

/// Calls `run`, and gives the call stack of the last panic in it, if `RUST_BACKTRACE` asks for one.
pub(crate) fn with_stack<T>(run: impl FnOnce() -> T) -> (T, Option<String>) {
    STACK.take();
    let outer = WANTS_STACK.replace(true);
    let result = run();
    WANTS_STACK.set(outer);
    (result, STACK.take())
}

/// Puts a hook before the current one, once.
fn install_hook() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(put_hook);
}

/// Puts a hook before the current one again, if a panic was not seen: the target has set a hook of its own since.
///
/// Not before every run, as other threads that panic meanwhile would not be seen either.
pub(crate) fn put_hook_back(caught: &Caught) -> bool {
    static TIMES: AtomicU32 = AtomicU32::new(0);
    // `resume_unwind` is not seen either, and hooks must not pile up.
    let puts = caught.hook == Hook::Unseen && TIMES.fetch_add(1, Ordering::Relaxed) < MAX_HOOKS;
    if puts {
        put_hook();
    }
    puts
}

/// Puts a hook before the current one that keeps quiet on threads that catch.
fn put_hook() {
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        #[cfg(feature = "fuzz")]
        worker::take_stack();
        #[cfg(feature = "fuzz")]
        if worker::is_worker() {
            worker::note(&Caught::of(info));
        }
        if CATCHING.get() {
            if WANTS_STACK.get() {
                STACK.set(backtrace::of_this_panic());
            }
            LAST.set(Some(Caught::of(info)));
            return;
        }
        #[cfg(feature = "fuzz")]
        if worker::is_worker() {
            worker::panicked_in_thread(Caught::of(info));
            return;
        }
        before(info);
    }));
}

impl Caught {
    fn of(info: &PanicHookInfo<'_>) -> Self {
        let place = info.location().map(Place::from);
        Self { message: message(info.payload()), place, hook: Hook::Seen }
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

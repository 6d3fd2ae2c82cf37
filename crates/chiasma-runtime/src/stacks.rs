//! The call stacks of a worker's last moments, which signal handlers leave in the shared memory.
//!
//! A process that dies of a signal leaves the stack of that moment. One that hangs is sent [`sampling_signal`] a few
//! times before it is killed, and leaves a stack each time. The supervisor names the functions.
//!
//! A handler may interrupt anything, so it allocates nothing, takes no locks of its own and writes only to memory that is
//! mapped already. The unwinder that it uses looks tables up without locks where the C library can do that
//! (glibc 2.35 and later); elsewhere a handler that interrupts the loader may hang, and is killed as a hang is.

use std::ffi::{c_int, c_void};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ptr::{null, null_mut};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicPtr, AtomicU32, AtomicU64, Ordering};

use crate::deep_stack;
use crate::frames::image_base;

/// Maximum number of stacks.
pub const MAX_STACKS: usize = 6;
/// Number of innermost frames that are left of a deep stack.
pub const INNERMOST: usize = 96;
/// Number of outermost frames that are left of a deep stack.
const OUTERMOST: usize = 160;
/// Maximum number of frames that are walked; the default stack has room for fewer.
const MAX_WALKED: u64 = 1 << 20;
/// Size of the stack that handlers run on.
const HANDLER_STACK: usize = 64 << 10;
/// The signals that end a process, and whose stack is taken.
const DEADLY: [c_int; 6] =
    [libc::SIGSEGV, libc::SIGBUS, libc::SIGILL, libc::SIGFPE, libc::SIGTRAP, libc::SIGABRT];

/// The part of the shared memory that holds the stacks.
#[repr(C)]
#[derive(Debug)]
pub(crate) struct Stacks {
    /// The thread that runs inputs.
    thread: AtomicU32,
    /// Number of stacks.
    taken: AtomicU32,
    /// The run that they are of.
    run: AtomicU64,
    stacks: [Stack; MAX_STACKS],
}

#[repr(C)]
#[derive(Debug)]
struct Stack {
    /// Number of frames that were walked.
    walked: AtomicU64,
    innermost: [AtomicU64; INNERMOST],
    /// The last frames, as a ring.
    outermost: [AtomicU64; OUTERMOST],
}

impl Stacks {
    /// The stacks of a run as addresses relative to the executable, innermost first; of a deep one the middle is
    /// left out.
    pub(crate) fn of_run(&self, run: u64) -> Vec<Vec<u64>> {
        let taken = self.taken.load(Ordering::Acquire) as usize;
        let is_of_run = self.run.load(Ordering::Relaxed) == run;
        let stacks = self.stacks.iter().take(if is_of_run { taken } else { 0 });
        stacks.map(Stack::addresses).filter(|addresses| !addresses.is_empty()).collect()
    }

    /// The thread that runs inputs, once a worker has said so.
    pub(crate) fn thread(&self) -> Option<u32> {
        Some(self.thread.load(Ordering::Acquire)).filter(|&thread| thread != 0)
    }
}

impl Stack {
    fn push(&self, address: u64) {
        let walked = self.walked.load(Ordering::Relaxed);
        let at = walked as usize;
        let frame = match at.checked_sub(INNERMOST) {
            None => &self.innermost[at],
            Some(at) => &self.outermost[at % OUTERMOST],
        };
        frame.store(address, Ordering::Relaxed);
        self.walked.store(walked + 1, Ordering::Relaxed);
    }

    fn addresses(&self) -> Vec<u64> {
        let walked = self.walked.load(Ordering::Relaxed) as usize;
        let frames = |frames: &[AtomicU64]| -> Vec<u64> {
            frames.iter().map(|frame| frame.load(Ordering::Relaxed)).collect()
        };
        let mut addresses = frames(&self.innermost[..walked.min(INNERMOST)]);
        let outer = walked.saturating_sub(INNERMOST);
        let mut ring = frames(&self.outermost[..outer.min(OUTERMOST)]);
        if outer > OUTERMOST {
            ring.rotate_left(outer % OUTERMOST);
        }
        addresses.extend(ring);
        addresses
    }
}

/// How often a return address is on the inner part of a stack that a recursion through it overflowed, at least.
const RECURSIVE: usize = 3;

/// A hash of the return addresses that take part in the recursion at the inner end of a stack, in whichever order and
/// however often each: the same for the same recursion, wherever it was when the stack ended.
pub(crate) fn fingerprint_of_recursion(stack: &[u64]) -> u64 {
    let mut inner = stack[..stack.len().min(INNERMOST)].to_vec();
    inner.sort_unstable();
    let mut hasher = DefaultHasher::new();
    for same in inner.chunk_by(|one, other| one == other) {
        if same.len() >= RECURSIVE {
            same[0].hash(&mut hasher);
        }
    }
    hasher.finish()
}

/// What handlers need.
struct Handling {
    /// The process that they are for: one that is forked from it has no shared memory.
    process: u32,
    /// Number of runs that began, and that ended.
    started: &'static AtomicU64,
    finished: &'static AtomicU64,
    /// What happened on each deadly signal before.
    before: [libc::sigaction; DEADLY.len()],
}

static HANDLING: OnceLock<Handling> = OnceLock::new();
static STACKS: AtomicPtr<Stacks> = AtomicPtr::new(null_mut());

/// The signal that asks a worker for its stack.
#[must_use]
pub fn sampling_signal() -> c_int {
    // Any that targets hardly use.
    libc::SIGRTMAX() - 5
}

/// Has this thread's stack taken when this process dies, or is asked for it.
///
/// `started` and `finished` count runs, and say during which one a stack was taken.
pub(crate) fn install(
    stacks: &'static Stacks,
    started: &'static AtomicU64,
    finished: &'static AtomicU64,
) {
    // The unwinder is found and linked now, and not in a handler.
    let _ = crate::frames::capture();
    let handle: extern "C" fn(c_int, *mut libc::siginfo_t, *mut c_void) = on_death;
    // SAFETY: the actions are zeroed plain data with valid handlers; the memory of the handlers' stack is never freed.
    let before = unsafe {
        let stack = Box::leak(vec![0_u8; HANDLER_STACK].into_boxed_slice());
        let stack =
            libc::stack_t { ss_sp: stack.as_mut_ptr().cast(), ss_flags: 0, ss_size: stack.len() };
        libc::sigaltstack(&raw const stack, null_mut());
        DEADLY.map(|signal| {
            let mut before: libc::sigaction = std::mem::zeroed();
            libc::sigaction(signal, null(), &raw mut before);
            before
        })
    };
    let process = std::process::id();
    if HANDLING.set(Handling { process, started, finished, before }).is_err() {
        return;
    }
    STACKS.store((&raw const *stacks).cast_mut(), Ordering::Release);
    let sample: extern "C" fn(c_int) = on_sampling;
    // SAFETY: as above; the signals exist, and both handlers have the signature that their flags promise.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_flags = libc::SA_ONSTACK | libc::SA_SIGINFO;
        action.sa_sigaction = handle as usize;
        for signal in DEADLY {
            libc::sigaction(signal, &raw const action, null_mut());
        }
        action.sa_flags = libc::SA_ONSTACK | libc::SA_RESTART;
        action.sa_sigaction = sample as usize;
        libc::sigaction(sampling_signal(), &raw const action, null_mut());
        libc::atexit(on_exit);
        stacks.thread.store(libc::gettid().unsigned_abs(), Ordering::Release);
    }
}

/// Takes the stack, and leaves the rest to what handled the signal before.
extern "C" fn on_death(signal: c_int, info: *mut libc::siginfo_t, context: *mut c_void) {
    // SAFETY: the system passes a valid pointer to handlers that are installed with SA_SIGINFO.
    let address = unsafe { info.as_ref().map(|info| info.si_addr() as usize) };
    if signal == libc::SIGSEGV && address.is_some_and(|at| deep_stack::passes(at, || take(1))) {
        return;
    }
    // A stack overflow ends in an abort, which says less.
    take(1);
    let Some(at) = DEADLY.iter().position(|&deadly| deadly == signal) else { return };
    let before = HANDLING.get().map(|handling| handling.before[at]);
    // SAFETY: what is called is what was installed for this signal before, in the way in which the system calls it.
    unsafe {
        match before.map(|before| (before.sa_sigaction, before.sa_flags)) {
            Some((libc::SIG_IGN, _)) => {}
            None | Some((libc::SIG_DFL, _)) => {
                libc::signal(signal, libc::SIG_DFL);
                libc::raise(signal);
            }
            Some((handler, flags)) if flags & libc::SA_SIGINFO != 0 => {
                let handler: extern "C" fn(c_int, *mut libc::siginfo_t, *mut c_void) =
                    std::mem::transmute(handler);
                handler(signal, info, context);
            }
            Some((handler, _)) => {
                let handler: extern "C" fn(c_int) = std::mem::transmute(handler);
                handler(signal);
            }
        }
    }
}

extern "C" fn on_sampling(_signal: c_int) {
    take(MAX_STACKS);
}

extern "C" fn on_exit() {
    take(1);
}

/// Takes the stack of this moment, if a run is under way that has fewer than `limit` yet.
fn take(limit: usize) {
    let Some(handling) = HANDLING.get() else { return };
    let run = handling.started.load(Ordering::Relaxed);
    let in_a_run = run != handling.finished.load(Ordering::Relaxed);
    if !in_a_run || std::process::id() != handling.process {
        return;
    }
    // SAFETY: the pointer was made from a reference to memory that stays mapped.
    let Some(stacks) = (unsafe { STACKS.load(Ordering::Acquire).as_ref() }) else { return };
    if stacks.run.swap(run, Ordering::Relaxed) != run {
        stacks.taken.store(0, Ordering::Relaxed);
    }
    let taken = stacks.taken.load(Ordering::Relaxed) as usize;
    if taken >= limit {
        return;
    }
    walk(&stacks.stacks[taken]);
    stacks.taken.store(taken as u32 + 1, Ordering::Release);
}

type Visit = extern "C" fn(context: *mut c_void, stack: *mut c_void) -> c_int;

unsafe extern "C" {
    fn _Unwind_Backtrace(visit: Visit, stack: *mut c_void) -> c_int;
    fn _Unwind_GetIPInfo(context: *mut c_void, is_before: *mut c_int) -> usize;
}

fn walk(stack: &Stack) {
    extern "C" fn visit(context: *mut c_void, stack: *mut c_void) -> c_int {
        let mut is_before = 0;
        // SAFETY: `stack` is the reference below; `context` is valid for the time of this call.
        let (stack, ip) =
            unsafe { (&*stack.cast::<Stack>(), _Unwind_GetIPInfo(context, &raw mut is_before)) };
        // As return addresses all: behind the instruction that was interrupted, too.
        let ip = ip.wrapping_add(usize::from(is_before != 0));
        stack.push(ip.wrapping_sub(image_base()) as u64);
        c_int::from(stack.walked.load(Ordering::Relaxed) >= MAX_WALKED)
    }
    stack.walked.store(0, Ordering::Relaxed);
    // SAFETY: `visit` has the signature that the unwinder asks for, and does not unwind.
    unsafe { _Unwind_Backtrace(visit, (&raw const *stack).cast_mut().cast()) };
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stack() -> Stack {
        Stack {
            walked: AtomicU64::new(0),
            innermost: [const { AtomicU64::new(0) }; INNERMOST],
            outermost: [const { AtomicU64::new(0) }; OUTERMOST],
        }
    }

    #[test]
    fn both_ends_of_a_deep_stack_are_left() {
        for depth in [0, 5, 96, 97, 256, 257, 1_000] {
            let stack = stack();
            (0..depth).for_each(|frame| stack.push(frame));
            let outermost = 96.max(depth.saturating_sub(160))..depth;
            let expected: Vec<u64> = (0..depth.min(96)).chain(outermost).collect();
            assert_eq!(stack.addresses(), expected, "{depth}");
        }
    }

    #[test]
    fn a_recursion_has_one_fingerprint_wherever_the_stack_ends() {
        let cycle = |first: u64, functions: u64| -> Vec<u64> {
            (0..500).map(|frame| (first + frame) % functions).collect()
        };
        let of = |stack: &[u64]| fingerprint_of_recursion(stack);
        assert_eq!(of(&cycle(0, 5)), of(&cycle(3, 5)));
        assert_eq!(of(&[vec![900, 901], cycle(1, 5)].concat()), of(&cycle(0, 5)), "leaf calls");
        assert_ne!(of(&cycle(0, 5)), of(&cycle(0, 6)));
    }

    #[test]
    fn a_stack_is_walked_to_its_caller() {
        let stack = stack();
        walk(&stack);
        let captured = crate::frames::capture();
        // The outermost frames are those of any other way to walk it.
        let (walked, count) = (stack.addresses(), 3);
        assert_eq!(walked[walked.len() - count..], captured[captured.len() - count..]);
    }
}

//! The module that the rewritten crates ask which mutant is active.

/// Appended to every crate root, in one line, so that no line number changes.
///
/// Without a mutant the cost is a load, a comparison and a store; with one, the runtime counts the step, and
/// ends a run that takes too many. No dependency is needed: the runtime, or the stub that is linked where it
/// is not, has the symbols.
pub(crate) const HOOK: &str = concat!(
    "\n#[doc(hidden)] #[allow(warnings)] mod __chiasma_mutants { extern crate core; ",
    "use self::core::sync::atomic::{AtomicU8, AtomicU32, Ordering}; ",
    "unsafe extern \"C\" { ",
    "static __chiasma_mutant_active: AtomicU32; ",
    "static __chiasma_mutant_reached: [AtomicU8; 65536]; } ",
    // A mutant that takes too many steps is ended by unwinding.
    "unsafe extern \"C-unwind\" { fn __chiasma_mutant_step() -> u32; } ",
    "#[inline(always)] pub(crate) fn at(site: u32) -> u32 { unsafe { ",
    "if __chiasma_mutant_active.load(Ordering::Relaxed) == 0 { ",
    "__chiasma_mutant_reached[site as usize].store(1, Ordering::Relaxed); 0 ",
    "} else { __chiasma_mutant_step() } } } }\n",
);

/// How a site asks which mutant is active.
pub(super) fn question(site: u32) -> String {
    format!("crate::__chiasma_mutants::at({site})")
}

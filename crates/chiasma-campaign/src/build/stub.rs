//! Do-nothing hooks, for executables that have coverage, mutants or traced comparisons but no runtime.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use super::wrapper::Probes;
use crate::fault::Fault;

/// Do-nothing hooks for executables that have coverage or mutants but no runtime; weak, so that the runtime's
/// own come first where it is linked.
const STUB: &str = r#"
#![no_std]
core::arch::global_asm!(
    ".weak __sanitizer_cov_8bit_counters_init",
    "__sanitizer_cov_8bit_counters_init:",
    ".weak __sanitizer_cov_pcs_init",
    "__sanitizer_cov_pcs_init:",
    ".weak __sanitizer_cov_trace_cmp1",
    "__sanitizer_cov_trace_cmp1:",
    ".weak __sanitizer_cov_trace_cmp2",
    "__sanitizer_cov_trace_cmp2:",
    ".weak __sanitizer_cov_trace_cmp4",
    "__sanitizer_cov_trace_cmp4:",
    ".weak __sanitizer_cov_trace_cmp8",
    "__sanitizer_cov_trace_cmp8:",
    ".weak __sanitizer_cov_trace_const_cmp1",
    "__sanitizer_cov_trace_const_cmp1:",
    ".weak __sanitizer_cov_trace_const_cmp2",
    "__sanitizer_cov_trace_const_cmp2:",
    ".weak __sanitizer_cov_trace_const_cmp4",
    "__sanitizer_cov_trace_const_cmp4:",
    ".weak __sanitizer_cov_trace_const_cmp8",
    "__sanitizer_cov_trace_const_cmp8:",
    ".weak __sanitizer_cov_trace_switch",
    "__sanitizer_cov_trace_switch:",
    ".weak __cyg_profile_func_enter",
    "__cyg_profile_func_enter:",
    ".weak __cyg_profile_func_exit",
    "__cyg_profile_func_exit:",
    ".weak __chiasma_mutant_step",
    "__chiasma_mutant_step:",
    "ret",
    ".section .bss.chiasma_mutants,\"aw\",@nobits",
    ".weak __chiasma_mutant_active",
    ".balign 4",
    "__chiasma_mutant_active:",
    ".zero 4",
    ".weak __chiasma_mutant_reached",
    "__chiasma_mutant_reached:",
    ".zero 65536",
    ".text",
);
"#;

/// What the linker puts in the place of `memcmp` and `bcmp` where comparisons are traced: the same again.
const WRAPPED: &str = r#"
#[cfg(target_arch = "x86_64")]
core::arch::global_asm!(
    ".weak __wrap_memcmp",
    "__wrap_memcmp:",
    "jmp __real_memcmp@PLT",
    ".weak __wrap_bcmp",
    "__wrap_bcmp:",
    "jmp __real_bcmp@PLT",
);
#[cfg(target_arch = "aarch64")]
core::arch::global_asm!(
    ".weak __wrap_memcmp",
    "__wrap_memcmp:",
    "b __real_memcmp",
    ".weak __wrap_bcmp",
    "__wrap_bcmp:",
    "b __real_bcmp",
);
"#;

/// The object file with the hooks for a build in `directory`, compiled if it is not there yet.
pub(super) fn compiled(directory: &Path, probes: Probes) -> Result<PathBuf> {
    let stub = directory.join("stub-with-hooks.o");
    if stub.exists() {
        return Ok(stub);
    }
    // Another build may be at it, or need it, at the same time; the compiler's own temporary files
    // go by the name of the crate, so the directory is what must differ.
    let scratch = tempfile::tempdir_in(directory)
        .with_context(|| format!("cannot write to {}", directory.display()))?;
    let (source, unfinished) = (scratch.path().join("stub.rs"), scratch.path().join("stub.o"));
    let wrapped = if probes == Probes::Comparisons { WRAPPED } else { "" };
    std::fs::write(&source, [STUB, wrapped].concat())
        .with_context(|| format!("cannot write {}", source.display()))?;
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let status = Command::new(rustc)
        .args(["--crate-type=lib", "--crate-name=stub", "--emit=obj", "-o"])
        .args([&unfinished, &source])
        .status()
        .context("cannot start rustc")?;
    if !status.success() {
        return Err(Fault::Build.error("cannot compile the stub of the coverage hooks"));
    }
    std::fs::rename(&unfinished, &stub)
        .with_context(|| format!("cannot write {}", stub.display()))?;
    Ok(stub)
}

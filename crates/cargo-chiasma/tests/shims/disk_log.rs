//! Preloaded into a process: writes down which files and directories it syncs, renames and creates, in that order, to the
//! file that `DISK_LOG` names. What a disk holds after a loss of power can be told from that.

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::fs::{OpenOptions, read_link};
use std::io::Write;

/// The next definition of a symbol after this library's: `RTLD_NEXT` of Linux and macOS.
const NEXT: *mut c_void = -1_isize as *mut c_void;

unsafe extern "C" {
    fn dlsym(handle: *mut c_void, symbol: *const c_char) -> *mut c_void;
}

fn log(words: &[&str]) {
    let Some(path) = std::env::var_os("DISK_LOG") else { return };
    let mut log = OpenOptions::new().append(true).create(true).open(path).unwrap();
    log.write_all((words.join("\t") + "\n").as_bytes()).unwrap();
}

/// The function of the C library that is called here by another one of the same name.
fn next(symbol: &str) -> *mut c_void {
    let symbol = CString::new(symbol).unwrap();
    // SAFETY: the name ends with a zero, and is read only.
    unsafe { dlsym(NEXT, symbol.as_ptr()) }
}

fn text(path: *const c_char) -> String {
    // SAFETY: callers of the C library pass a string that ends with a zero.
    unsafe { CStr::from_ptr(path) }.to_string_lossy().into_owned()
}

#[unsafe(no_mangle)]
extern "C" fn fsync(descriptor: c_int) -> c_int {
    // SAFETY: it has this type in the C library.
    let real: extern "C" fn(c_int) -> c_int = unsafe { std::mem::transmute(next("fsync")) };
    let result = real(descriptor);
    if result == 0 {
        let path = read_link(format!("/proc/self/fd/{descriptor}")).unwrap();
        log(&["sync", &path.to_string_lossy()]);
    }
    result
}

#[unsafe(no_mangle)]
extern "C" fn rename(from: *const c_char, to: *const c_char) -> c_int {
    type Rename = extern "C" fn(*const c_char, *const c_char) -> c_int;
    // SAFETY: it has this type in the C library.
    let real: Rename = unsafe { std::mem::transmute(next("rename")) };
    let result = real(from, to);
    if result == 0 {
        log(&["rename", &text(from), &text(to)]);
    }
    result
}

#[unsafe(no_mangle)]
extern "C" fn mkdir(path: *const c_char, mode: u32) -> c_int {
    // SAFETY: it has this type in the C library.
    let real: extern "C" fn(*const c_char, u32) -> c_int =
        unsafe { std::mem::transmute(next("mkdir")) };
    let result = real(path, mode);
    if result == 0 {
        log(&["mkdir", &text(path)]);
    }
    result
}

//! The coverage counters that the compiler puts into instrumented crates, and the address of each edge.
//!
//! LLVM calls the two hooks below once for every object file, with the same section each time in one
//! executable; sections of shared libraries come on top.

use std::sync::Mutex;

/// A section of counters, and the table of program counters that belongs to it.
#[derive(Debug, Clone, Copy)]
struct Section {
    start: usize,
    end: usize,
}

static COUNTERS: Mutex<Vec<Section>> = Mutex::new(Vec::new());
static PLACES: Mutex<Vec<Section>> = Mutex::new(Vec::new());

fn register(sections: &Mutex<Vec<Section>>, start: usize, end: usize) {
    let mut sections = sections.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    if start < end && !sections.iter().any(|known| known.start == start) {
        sections.push(Section { start, end });
    }
}

/// Called by instrumented code before `main`: its counters are the bytes from `start` to `end`.
// SAFETY: the name is LLVM's, and nothing else in a worker defines it.
#[unsafe(no_mangle)]
pub extern "C" fn __sanitizer_cov_8bit_counters_init(start: *mut u8, end: *mut u8) {
    register(&COUNTERS, start as usize, end as usize);
}

/// Called by instrumented code before `main`: for each counter its program counter and flags.
// SAFETY: the name is LLVM's, and nothing else in a worker defines it.
#[unsafe(no_mangle)]
pub extern "C" fn __sanitizer_cov_pcs_init(start: *const usize, end: *const usize) {
    register(&PLACES, start as usize, end as usize);
}

/// All counters of this process.
#[derive(Debug)]
pub struct Counters {
    sections: Vec<&'static mut [u8]>,
    /// The counters of all sections in a row, where there are several.
    gathered: Vec<u8>,
    /// Unstable edges that are ignored, by section and place.
    ignored: Vec<(usize, usize)>,
}

impl Counters {
    /// The counters of this process; there may be one such value at a time.
    #[must_use]
    pub fn of_this_process() -> Self {
        let sections = COUNTERS.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let sections: Vec<&'static mut [u8]> = sections
            .iter()
            .map(|section| {
                // SAFETY: LLVM gave these bounds of a writable section that lives as long as the
                // process. Instrumented code writes to it without synchronisation, in this thread
                // and in others; a torn or lost byte only blurs a count.
                unsafe {
                    std::slice::from_raw_parts_mut(
                        section.start as *mut u8,
                        section.end - section.start,
                    )
                }
            })
            .collect();
        let len = sections.iter().map(|section| section.len()).sum();
        let gathered = if sections.len() == 1 { Vec::new() } else { vec![0; len] };
        Self { sections, gathered, ignored: Vec::new() }
    }

    /// Number of counters.
    #[must_use]
    pub fn len(&self) -> usize {
        self.sections.iter().map(|section| section.len()).sum()
    }

    /// Whether nothing is instrumented.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Sets all of them to zero.
    #[inline]
    pub fn clear(&mut self) {
        for section in &mut self.sections {
            section.fill(0);
        }
    }

    /// Ignores an unstable edge from now on: one that the same input does not always cover.
    pub fn ignore(&mut self, edge: usize) {
        let mut place = edge;
        for (section, counters) in self.sections.iter().enumerate() {
            if place < counters.len() {
                self.ignored.push((section, place));
                return;
            }
            place -= counters.len();
        }
    }

    /// Their values now, 0 for ignored edges.
    #[inline]
    pub fn read(&mut self) -> &[u8] {
        for &(section, place) in &self.ignored {
            self.sections[section][place] = 0;
        }
        if let [only] = &self.sections[..] {
            return only;
        }
        let mut rest = &mut self.gathered[..];
        for section in &self.sections {
            let (here, behind) = rest.split_at_mut(section.len());
            here.copy_from_slice(section);
            rest = behind;
        }
        &self.gathered
    }
}

/// The address of each edge, relative to the beginning of the executable.
#[must_use]
pub fn places() -> Vec<u64> {
    let base = crate::frames::image_base();
    let tables = PLACES.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let mut places = Vec::new();
    for table in tables.iter() {
        let words = (table.end - table.start) / size_of::<usize>();
        // SAFETY: LLVM gave these bounds of a constant table of (address, flags) pairs.
        let pairs = unsafe { std::slice::from_raw_parts(table.start as *const usize, words) };
        places.extend(pairs.iter().step_by(2).map(|address| address.wrapping_sub(base) as u64));
    }
    places
}

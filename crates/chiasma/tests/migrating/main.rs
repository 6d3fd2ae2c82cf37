//! The page `docs/migrating.md`: what it shows before and after is here, and runs.

mod arbitrary_after;
mod arbitrary_before;
mod bytes_after;
mod bytes_before;
mod proptest_after;
mod proptest_before;
mod proptest_kept;
mod quickcheck_after;
mod quickcheck_before;
mod quickcheck_kept;
mod rand_after;
mod rle;

use std::fs;
use std::path::Path;

/// libFuzzer's macro needs a program of its own; this one calls the target as it does, with data of one kind.
mod libfuzzer_sys {
    macro_rules! fuzz_target {
        (|$data:ident: &[u8]| $body:block) => {
            #[test]
            fn the_target_runs() {
                let run = |$data: &[u8]| $body;
                run(b"aab");
            }
        };
        (|$data:ident: $kind:ty| $body:block) => {
            #[test]
            fn the_target_runs() {
                let run = |$data: $kind| $body;
                let data = arbitrary::Unstructured::new(b"\x01a\x02\x01b\x01");
                run(arbitrary::Arbitrary::arbitrary_take_rest(data).unwrap());
            }
        };
    }
    pub(crate) use fuzz_target;
}

#[test]
fn the_page_shows_these_files_as_they_are() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(package.join("../../docs/migrating.md")).unwrap();
    let blocks: Vec<&str> = page
        .split("```rust\n")
        .skip(1)
        .filter_map(|rest| rest.split_once("```"))
        .map(|b| b.0)
        .collect();
    let mut files = 0;
    for entry in fs::read_dir(package.join("tests/migrating")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if !["main.rs", "rle.rs"].contains(&name) {
            let text = fs::read_to_string(&path).unwrap();
            assert!(blocks.contains(&text.as_str()), "{name} is not on the page");
            files += 1;
        }
    }
    assert_eq!(blocks.len(), files, "the page has more than the files");
}

//! The paper's example: which types influence the branch on the year 2008, and in which order.

use std::fs;
use std::path::Path;

use chiasma_analysis::{Program, StaticFacts};

#[test]
fn the_calendar_is_nearest_to_the_branch_on_the_year_and_the_files_are_farthest() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/year_thumbnails.mir");
    let mut program = Program::default();
    program.read(&fs::read_to_string(file).unwrap()).unwrap();
    let facts = StaticFacts::of(&program);
    let branch = facts.branches.iter().find(|branch| branch.span.line == 42).unwrap();
    let names: Vec<&str> = branch.types.iter().map(|ty| ty.name.as_str()).collect();
    // Figure 4: GregorianCalendar 2, FileTime 4, BasicFileAttributes 5, Path 6, File 8, File[] 9.
    assert_eq!(names, ["Calendar", "FileTime", "Attributes", "Path", "File", "Vec<File>"]);
    assert_eq!(branch.types[0].distance, 2);
    assert!(branch.types.is_sorted_by(|near, far| near.distance < far.distance));
    assert!(facts.constants.numbers.contains(&2008));
}

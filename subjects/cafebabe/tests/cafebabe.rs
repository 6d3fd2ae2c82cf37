//! Class files that are parsed and formatted.

use chiasma::property;
use chiasma_formats::class_file;
use subject_cafebabe::run;

#[property(errors = "invalid")]
#[ignore = "the subject has defects; this is for `cargo chiasma`"]
fn every_class_is_formatted_or_has_an_error(
    #[from(class_file::classes().errors(ERRORS))] class: &[u8],
) -> Result<(), String> {
    run(class).map(drop)
}

/// How often the generator makes a mistake on purpose.
const ERRORS: f64 = 0.002;

/// An empty class `A` that extends `B`.
const CLASS: &[u8] = &[
    0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 52, // version 52.0
    0, 5, 1, 0, 1, b'A', 7, 0, 1, 1, 0, 1, b'B', 7, 0, 3, // four constants
    0, 0x21, 0, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0,
];

#[test]
fn a_class_is_parsed_and_formatted() {
    assert_eq!(run(CLASS).unwrap().members, 0);
    assert!(run(&CLASS[..20]).is_err());
}

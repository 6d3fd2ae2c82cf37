//! JSON of a grammar, and of the generator of `chiasma-formats`, read and printed by six crates.

use chiasma::property;
use chiasma_formats::json;
use chiasma_grammar::grammar;

/// The probabilities that its examples teach lie beside it.
const GRAMMAR: &str = "json.g4";

macro_rules! properties {
    ($($parser:ident: $of_grammar:ident $of_generator:ident)*) => {$(
        #[property(errors = "invalid")]
        #[ignore = "the subject may have defects; this is for `cargo chiasma`"]
        fn $of_grammar(#[from(grammar(GRAMMAR, "json"))] document: &str) -> Result<(), String> {
            subject_grammars::$parser(document).map(drop)
        }

        #[property(errors = "invalid")]
        #[ignore = "the subject may have defects; this is for `cargo chiasma`"]
        fn $of_generator(#[from(json::documents())] document: &str) -> Result<(), String> {
            subject_grammars::$parser(document).map(drop)
        }
    )*};
}

properties! {
    serde_json: serde_json_reads_a_grammar serde_json_reads_a_generator
    simd_json: simd_json_reads_a_grammar simd_json_reads_a_generator
    sonic_rs: sonic_rs_reads_a_grammar sonic_rs_reads_a_generator
    tinyjson: tinyjson_reads_a_grammar tinyjson_reads_a_generator
    json: json_reads_a_grammar json_reads_a_generator
    jsonschema: jsonschema_reads_a_grammar jsonschema_reads_a_generator
}

#[test]
fn every_parser_reads_a_document_and_refuses_what_is_none() {
    let parsers = [
        subject_grammars::serde_json,
        subject_grammars::simd_json,
        subject_grammars::sonic_rs,
        subject_grammars::tinyjson,
        subject_grammars::json,
    ];
    for (n, parser) in parsers.iter().enumerate() {
        assert!(parser("[1, {\"a\": null}]").is_ok_and(|printed| printed > 10), "parser {n}");
        assert!(parser("[1,").is_err(), "parser {n}");
    }
    assert!(subject_grammars::jsonschema("{\"type\": 1}").is_err());
}

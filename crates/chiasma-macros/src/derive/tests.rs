//! What `#[derive(Generate)]` says about types that it cannot generate.

use super::*;

fn error(item: &str) -> String {
    let tokens = item.parse().unwrap_or_else(|error| panic!("{item}: {error}"));
    match expand(tokens) {
        Ok(expansion) => panic!("expected an error, not {expansion}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn a_type_without_values_that_can_be_generated_is_refused() {
    let message =
        "which field of a union holds the value is not known: implement `Generate` by hand";
    assert_eq!(error("union U { a: u8, b: i8 }"), message);
    let message = "an enum without variants has no value to generate: add a variant";
    assert_eq!(error("enum Never {}"), message);
    let message = "every variant is skipped: leave one that can be generated";
    assert_eq!(error("enum E { #[generate(skip)] A }"), message);
}

#[test]
fn a_type_without_finite_values_is_refused() {
    let endless = error("enum E { A(Box<E>), B(Box<Self>, u8) }");
    assert!(endless.starts_with("no finite value of this enum exists"), "{endless}");
    assert_eq!(error("enum E { #[generate(skip)] Leaf, A(Box<E>) }"), endless);
    let endless = error("struct S { next: Box<S> }");
    assert!(endless.starts_with("no finite value of this type exists"), "{endless}");
}

#[test]
fn unknown_keys_are_told_the_known_ones() {
    let message = "there is no `wiht` here; possible are `with`, `range`, `skip`";
    assert_eq!(error("struct S { #[generate(wiht = f)] a: u8 }"), message);
    let message = "there is no `range` here; possible are `weight`, `skip`";
    assert_eq!(error("enum E { #[generate(range = 1)] A }"), message);
}

#[test]
fn a_field_is_generated_in_one_way() {
    let message = "a field is generated in one way: remove this, or the other";
    assert_eq!(error("struct S { #[generate(with = f, skip)] a: u8 }"), message);
    assert_eq!(error("struct S(#[generate(range = 1..3)] #[generate(with = f)] u8);"), message);
    let message = "`skip` is given twice: remove one";
    assert_eq!(error("struct S { #[generate(skip, skip)] a: u8 }"), message);
}

#[test]
fn a_variant_has_a_weight_or_is_skipped() {
    let message = "a variant has a weight or is skipped: remove this, or the other";
    assert_eq!(error("enum E { A, #[generate(weight = 2, skip)] B }"), message);
    let message = "a weight of 0 means that the variant is never chosen: write `skip` instead";
    assert_eq!(error("enum E { A, #[generate(weight = 0)] B }"), message);
}

#[test]
fn values_are_where_they_belong() {
    let message = "`skip` takes no value: write just `skip`";
    assert_eq!(error("struct S { #[generate(skip = true)] a: u8 }"), message);
    assert_eq!(error("struct S { #[generate(range)] a: u8 }"), "write `range = ...`");
    assert_eq!(error("enum E { #[generate(weight)] A }"), "write `weight = ...`");
    let message = "`#[generate(...)]` goes on fields and variants: move it there";
    assert_eq!(error("#[generate(skip)] struct S;"), message);
}

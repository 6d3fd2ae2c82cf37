//! What `#[property]` says about functions that it cannot make a test of, and what it keeps of others.

use super::*;

fn tokens(text: &str) -> TokenStream {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn error_with(settings: &str, item: &str) -> String {
    match expand(tokens(settings), &tokens(item)) {
        Ok(expansion) => panic!("expected an error, not {expansion}"),
        Err(error) => error.to_string(),
    }
}

fn error(item: &str) -> String {
    error_with("", item)
}

fn setting_error(settings: &str) -> String {
    error_with(settings, "fn p(n: u8) {}")
}

#[test]
fn an_unknown_setting_is_told_the_known_ones() {
    assert_eq!(
        setting_error("case = 3"),
        "there is no `case` here; possible are `cases`, `seed`, `max_size`, `max_rejects`, \
         `shrink_runs`, `shrink_seconds`, `saved_must_fit`, `errors`"
    );
}

#[test]
fn a_setting_is_given_once_and_with_a_value() {
    assert_eq!(setting_error("cases = 3, cases = 4"), "`cases` is given twice: remove one");
    assert_eq!(setting_error("cases"), "write `cases = ...`");
}

#[test]
fn errors_mean_one_of_two_things() {
    let message = setting_error("errors = \"ignored\"");
    assert!(message.starts_with("write `errors = \"failures\"`"), "{message}");
    assert_eq!(setting_error("errors = true"), message);
}

#[test]
fn a_property_without_arguments_is_told_to_take_one() {
    assert_eq!(
        error("fn p() {}"),
        "a property needs something generated: take an argument, such as `n: u32`, or a source to \
         draw from, `s: &mut Source`"
    );
}

#[test]
fn functions_that_are_not_ordinary_are_refused() {
    let starts = |item, start: &str| {
        let message = error(item);
        assert!(message.starts_with(start), "{message}");
    };
    starts("async fn p(n: u8) {}", "a property cannot be async");
    starts("const fn p(n: u8) {}", "a property runs as a test");
    starts("unsafe fn p(n: u8) {}", "a property is safe to call");
    starts("extern \"C\" fn p(n: u8) {}", "a property is called from Rust only");
    starts("fn p<T>(n: T) {}", "a property cannot be generic: write the types");
    starts("fn p(n: u8) where u8: Copy {}", "a property cannot be generic: remove");
    starts("fn p(&self, n: u8) {}", "a property is a free function");
    starts("fn p(n: u8);", "`#[property]` needs a function with a body");
    starts("mod p {}", "`#[property]` goes on a function only");
    starts("#[test] fn p(n: u8) {}", "`#[property]` makes it a test already");
}

#[test]
fn there_is_one_source_and_it_is_not_generated() {
    let message = "there is only one source: remove this argument, and draw from the other";
    assert_eq!(error("fn p(s: &mut Source, t: &mut chiasma::Source) {}"), message);
    let message = "the source is not generated: remove this attribute";
    assert_eq!(error("fn p(#[from(any())] s: &mut Source) {}"), message);
}

#[test]
fn an_argument_has_one_generator() {
    let missing = "say from which generator: `#[from(generator)]`";
    assert_eq!(error("fn p(#[from] n: u8) {}"), missing);
    assert_eq!(error("fn p(#[from()] n: u8) {}"), missing);
    assert_eq!(error("fn p(#[from = pair] n: u8) {}"), missing);
    let twice = "the argument has a generator already: remove one of the two";
    assert_eq!(error("fn p(#[from(a)] #[from(b)] n: u8) {}"), twice);
}

#[test]
fn an_argument_has_a_type_that_can_be_generated() {
    let message = "a generated value lives for one case only: remove the lifetime";
    assert_eq!(error("fn p(text: &'static str) {}"), message);
    let message = "an argument needs a type that can be generated, not `impl Trait`";
    assert_eq!(error("fn p(n: impl Copy) {}"), message);
    let message = "an argument cannot be conditional: put this on the whole property";
    assert_eq!(error("fn p(#[cfg(unix)] n: u8) {}"), message);
}

#[test]
fn the_test_keeps_attributes_and_visibility() {
    let item = "
        /// What it says.
        #[should_panic]
        pub(crate) fn p(#[allow(unused)] n: u8) {
            #![allow(dead_code)]
        }
    ";
    let Ok(expansion) = expand(TokenStream::new(), &tokens(item)) else { panic!("must expand") };
    let Ok(test) = syn::parse2::<ItemFn>(expansion) else { panic!("must be one function") };
    let path = |attribute: &syn::Attribute| {
        attribute.path().to_token_stream().to_string().replace(' ', "")
    };
    let paths: Vec<_> = test.attrs.iter().map(path).collect();
    assert_eq!(paths, ["doc", "should_panic", "::core::prelude::v1::test"]);
    assert!(matches!(test.vis, Visibility::Restricted(_)));
    assert!(test.sig.inputs.is_empty());
    let body = test.block.to_token_stream().to_string();
    assert!(body.contains("fn p (# [allow (unused)] n : u8) { # ! [allow (dead_code)]"), "{body}");
}

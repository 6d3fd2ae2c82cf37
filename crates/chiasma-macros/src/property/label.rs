//! What reports and saved inputs call an argument: its pattern as text.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};
use quote::ToTokens;
use syn::Pat;
use syn::ext::IdentExt;

/// The label of an argument with this pattern: `n` for `mut n`, `(low, high)` for a tuple.
pub(super) fn of(pattern: &Pat) -> String {
    match pattern {
        Pat::Ident(pattern) if pattern.subpat.is_none() => pattern.ident.unraw().to_string(),
        _ => text(pattern.to_token_stream()),
    }
}

/// The tokens as a person would write them.
///
/// Saved inputs are found by labels, so these must not depend on how a compiler prints tokens.
fn text(tokens: TokenStream) -> String {
    let mut text = String::new();
    let mut follows_word = false;
    let mut space_due = false;
    for token in tokens {
        if std::mem::take(&mut space_due) {
            text.push(' ');
        }
        let is_word = matches!(token, TokenTree::Ident(_) | TokenTree::Literal(_));
        if is_word && follows_word {
            text.push(' ');
        }
        follows_word = is_word;
        match token {
            TokenTree::Punct(punct) => {
                let follows_colon = text.ends_with(':');
                let is_infix = matches!(punct.as_char(), '@' | '|');
                if is_infix {
                    text.push(' ');
                }
                text.push(punct.as_char());
                space_due = match punct.as_char() {
                    ',' => true,
                    ':' => punct.spacing() == Spacing::Alone && !follows_colon,
                    _ => is_infix,
                };
            }
            TokenTree::Group(group) => {
                let inside = self::text(group.stream());
                text.push_str(&match group.delimiter() {
                    Delimiter::Parenthesis => format!("({inside})"),
                    Delimiter::Bracket => format!("[{inside}]"),
                    Delimiter::Brace => format!(" {{ {inside} }}"),
                    Delimiter::None => inside,
                });
            }
            word => text.push_str(&word.to_string()),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::quote;
    use syn::parse::Parser;

    fn label(tokens: TokenStream) -> String {
        match Pat::parse_single.parse2(tokens) {
            Ok(pattern) => of(&pattern),
            Err(error) => panic!("{error}"),
        }
    }

    #[test]
    fn a_name_is_its_own_label() {
        assert_eq!(label(quote!(n)), "n");
        assert_eq!(label(quote!(mut n)), "n");
        assert_eq!(label(quote!(r#type)), "type");
    }

    #[test]
    fn other_patterns_read_as_they_are_written() {
        assert_eq!(label(quote!((low, high))), "(low, high)");
        assert_eq!(label(quote!((mut a, (_, b)))), "(mut a, (_, b))");
        assert_eq!(label(quote!([first, ..])), "[first, ..]");
        assert_eq!(label(quote!(geometry::Point { x, y: up })), "geometry::Point { x, y: up }");
        assert_eq!(label(quote!(whole @ Wrapper(part))), "whole @ Wrapper(part)");
    }
}

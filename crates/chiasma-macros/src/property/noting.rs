//! Noting for the report what a property draws in its body.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::ext::IdentExt;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Item, Local, Pat, PatIdent, Stmt, parse_quote};

use super::drawing;

/// The statement that notes an argument's `value` as `label`, by `Debug` if its type has that.
pub(super) fn note(source: &Ident, label: &str, value: &Ident) -> TokenStream {
    let show = quote! {
        use ::chiasma::__private::{ByContent as _, ByDebug as _, ByDisplay as _, ByTypeName as _};
        (&&&&::chiasma::__private::Show(&#value)).show()
    };
    note_by(source, label, value, &show)
}

/// The same for a variable, whose type the compiler may not know yet: it would settle on the first trait.
fn note_variable(source: &Ident, label: &str, value: &Ident) -> TokenStream {
    let show = quote! {
        use ::chiasma::__private::{ByDebug as _, ByTypeName as _};
        (&&::chiasma::__private::Show(&#value)).show()
    };
    note_by(source, label, value, &show)
}

fn note_by(source: &Ident, label: &str, value: &Ident, show: &TokenStream) -> TokenStream {
    // If the value keeps a borrow of the source, the compiler's error points at the value.
    let source = Ident::new(&source.to_string(), source.span().located_at(value.span()));
    quote! {
        #source.note(#label, || { #show });
    }
}

/// Notes what `let` statements draw from `source`, right behind each.
///
/// A statement that may not draw, or whose note may not compile, is left as it is.
pub(super) fn note_lets(body: &mut Block, source: &Ident) {
    let mut shadows = Shadows { source, found: false };
    shadows.visit_block(body);
    // If the name is reused anywhere, no use of it certainly is the source.
    if !shadows.found {
        NoteLets { source }.visit_block_mut(body);
    }
}

/// Whether some pattern, outside closures and items, gives the source's name to something else.
struct Shadows<'s> {
    /// The source's name.
    source: &'s Ident,
    /// Whether such a pattern was seen.
    found: bool,
}

impl<'ast> Visit<'ast> for Shadows<'_> {
    fn visit_pat_ident(&mut self, pattern: &'ast PatIdent) {
        self.found |= pattern.ident == *self.source;
        visit::visit_pat_ident(self, pattern);
    }
    fn visit_expr_closure(&mut self, _: &'ast syn::ExprClosure) {}
    fn visit_item(&mut self, _: &'ast Item) {}
}

/// Adds the notes; closures, async blocks and items are left as they are.
struct NoteLets<'s> {
    /// The source's name.
    source: &'s Ident,
}

impl VisitMut for NoteLets<'_> {
    fn visit_block_mut(&mut self, block: &mut Block) {
        visit_mut::visit_block_mut(self, block);
        let statements = std::mem::take(&mut block.stmts);
        for statement in statements {
            let notes = match &statement {
                Stmt::Local(local) => self.notes(local),
                _ => Vec::new(),
            };
            block.stmts.push(statement);
            block.stmts.extend(notes);
        }
    }
    fn visit_expr_closure_mut(&mut self, _: &mut syn::ExprClosure) {}
    fn visit_expr_async_mut(&mut self, _: &mut syn::ExprAsync) {}
    fn visit_expr_const_mut(&mut self, _: &mut syn::ExprConst) {}
    fn visit_item_mut(&mut self, _: &mut Item) {}
}

impl NoteLets<'_> {
    /// The notes for what a `let` statement draws.
    fn notes(&self, local: &Local) -> Vec<Stmt> {
        let Some(init) = &local.init else { return Vec::new() };
        // An attribute may be a `cfg` that removes the statement.
        if init.diverge.is_some()
            || !local.attrs.is_empty()
            || !drawing::draws(&init.expr, self.source)
        {
            return Vec::new();
        }
        let mut names = Vec::new();
        collect_names(&local.pat, &mut names);
        let note = |name| note_variable(self.source, &Ident::unraw(name).to_string(), name);
        names.into_iter().map(note).map(|note| parse_quote!(#note)).collect()
    }
}

/// The names that a pattern gives to a value or to its parts.
fn collect_names<'p>(pattern: &'p Pat, names: &mut Vec<&'p Ident>) {
    match pattern {
        Pat::Ident(PatIdent { by_ref: None, subpat: None, ident, .. })
            if !ident.to_string().starts_with('_') =>
        {
            names.push(ident);
        }
        Pat::Type(pattern) => collect_names(&pattern.pat, names),
        Pat::Paren(pattern) => collect_names(&pattern.pat, names),
        Pat::Tuple(pattern) => {
            pattern.elems.iter().for_each(|element| collect_names(element, names));
        }
        Pat::TupleStruct(pattern) => {
            pattern.elems.iter().for_each(|element| collect_names(element, names));
        }
        Pat::Slice(pattern) => {
            pattern.elems.iter().for_each(|element| collect_names(element, names));
        }
        Pat::Struct(pattern) => {
            pattern.fields.iter().for_each(|field| collect_names(&field.pat, names));
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::ToTokens;

    /// The names noted in a body whose source is `s`, in order.
    fn noted(mut body: Block) -> Vec<String> {
        let source: Ident = parse_quote!(s);
        note_lets(&mut body, &source);
        let text = body.to_token_stream().to_string();
        let labels = text.split("s . note (\"").skip(1);
        labels.map(|rest| rest.split('"').next().unwrap_or(rest).to_owned()).collect()
    }

    #[test]
    fn draws_are_noted_by_the_names_they_get() {
        let names = noted(parse_quote!({
            let whole = s.int(0..9);
            let mut typed: u8 = json::value(&mut *s, 3)?;
            let (left, (right, _)) = s.draw(pair);
            let r#type = generator.sample(s).len() as u8;
            if whole > 3 {
                for _ in 0..2 {
                    let deep = (s.draw(pair)).0;
                }
            }
        }));
        assert_eq!(names, ["whole", "typed", "left", "right", "type", "deep"]);
    }

    #[test]
    fn draws_within_larger_expressions_and_patterns_are_noted() {
        let names = noted(parse_quote!({
            let Point { x, y: Wrapper(up), .. } = s.draw(point);
            let [first, .., _last] = s.draw(array);
            let sum = first + s.int(0..9);
            let largest = first.max(s.int(0..9));
            let either = if s.bool() { s.int(0..9) } else { 0 };
            let chosen = match s.index(2) {
                0 => None,
                _ => Some(s.char(..)),
            };
            let block = {
                let inner = s.byte();
                -inner
            };
            let array = [s.bool(), true];
            let tuple = (1, s.bool());
            let point = Point { x: s.int(0..9), ..origin };
            let item = items[s.index(3)];
            let list = vec![s.bool(), !s.bool()];
            let wide = u64::from(s.byte());
            let picked = pick!(s, { 3 => s.byte(), weight => 0 });
            let even = chiasma::pick!(s, { "a", "b" });
        }));
        let expected = [
            "x", "up", "first", "sum", "largest", "either", "chosen", "inner", "block", "array",
            "tuple", "point", "item", "list", "wide", "picked", "even",
        ];
        assert_eq!(names, expected);
    }

    #[test]
    fn what_may_not_draw_or_not_compile_is_left_alone() {
        let names = noted(parse_quote!({
            let _hidden = s.bool();
            let _ = s.bool();
            let Some(refutable) = s.draw(maybe) else { return };
            let borrowed = s.recording();
            let lazy = (0..3).map(|_| s.bool());
            let also_lazy = s.draw(numbers).into_iter().map(|n| n + s.int(0..9));
            let kept = (Some(s), Context::new(&mut *s));
            let kept = Some(s);
            let kept = Context::new(s, 3);
            let later = || {
                let inner = s.bool();
            };
            let plain = 3;
            let unset;
            #[cfg(unix)]
            let conditional = s.bool();
            let both = (s.bool(), Keeper(s));
            let kept = if s.bool() { Some(s) } else { None };
            let kept = {
                let inside = Context::new(s);
                inside
            };
            let kept = vec![s.bool(), keep(|| s)];
            let kept = pick!(s, { 3 => None, 1 => Some(s) });
            fn item(s: &mut Source) {
                let inner = s.bool();
            }
        }));
        assert_eq!(names, [""; 0]);
    }

    #[test]
    fn nothing_is_noted_where_the_source_shares_its_name() {
        let names = noted(parse_quote!({
            let n = s.int(0..9);
            let s = n + 1;
        }));
        assert_eq!(names, [""; 0]);
        // A closure's parameter may have the source's name: closures are left as they are.
        let names = noted(parse_quote!({
            let n = s.draw(from_fn(|s| s.int(0..9)));
        }));
        assert_eq!(names, ["n"]);
    }
}

//! Finding the sites of mutants in the syntax tree of a file.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{BinOp, Block, Expr, Signature};

use super::{Change, Kind, Reason, Site, SiteId};
use crate::mutant::{Genre, Mutant, MutantId};
use crate::source::Source;

/// The sites in a file.
#[derive(Debug)]
pub(super) struct Found {
    /// In the order in which they are written; not numbered yet.
    pub(super) sites: Vec<Site>,
    pub(super) functions: Vec<Range<usize>>,
    pub(super) dropped: Vec<(MutantId, Reason)>,
}

/// Finds the sites of the mutants of a file.
pub(super) fn find(source: &Source, mutants: &[&Mutant]) -> syn::Result<Found> {
    let tree = syn::parse_file(source.text())?;
    let mut finder = Finder {
        source,
        wanted: HashMap::new(),
        sites: BTreeMap::new(),
        functions: Vec::new(),
        dropped: Vec::new(),
        context: Context::Run,
        chain: None,
    };
    for mutant in mutants {
        match source.range(mutant.span) {
            Some(range) => {
                finder.wanted.entry((mutant.genre as u8, range.start)).or_default().push(mutant);
            }
            None => finder.dropped.push((mutant.id, Reason::NotFound)),
        }
    }
    finder.visit_file(&tree);
    let mut dropped = finder.dropped;
    let left = finder.wanted.into_values().flatten();
    dropped.extend(left.map(|mutant| (mutant.id, Reason::NotFound)));
    Ok(Found { sites: finder.sites.into_values().collect(), functions: finder.functions, dropped })
}

/// What the code around is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Context {
    /// It is run.
    Run,
    /// The compiler runs it.
    Const,
}

/// Where a site is written: by its beginning, then those that insert, then from the outside in.
type Order = (usize, Kind, Reverse<usize>);

struct Finder<'f> {
    source: &'f Source,
    /// The mutants that were not met yet, by genre and beginning.
    wanted: HashMap<(u8, usize), Vec<&'f Mutant>>,
    sites: BTreeMap<Order, Site>,
    functions: Vec<Range<usize>>,
    dropped: Vec<(MutantId, Reason)>,
    context: Context,
    /// The outermost of the binary expressions that hold the current one without parentheses.
    chain: Option<Range<usize>>,
}

impl<'f> Finder<'f> {
    /// The mutants of a genre that begin here, unless nothing can be switched here.
    fn take(&mut self, genre: Genre, start: usize) -> Vec<&'f Mutant> {
        let mutants = self.wanted.remove(&(genre as u8, start)).unwrap_or_default();
        if self.context == Context::Run {
            return mutants;
        }
        self.drop_all(mutants, &Reason::Const);
        Vec::new()
    }

    fn drop_all(&mut self, mutants: Vec<&Mutant>, reason: &Reason) {
        self.dropped.extend(mutants.into_iter().map(|mutant| (mutant.id, reason.clone())));
    }

    /// Adds a mutant to the site of this kind at `range`; `text` is what is run instead.
    fn add(&mut self, kind: Kind, range: Range<usize>, mutant: &Mutant, text: &str) {
        let Some(text) = in_one_line(text) else {
            self.dropped.push((mutant.id, Reason::Syntax));
            return;
        };
        let order = (range.start, kind, Reverse(range.end));
        let site = self.sites.entry(order).or_insert_with(|| Site {
            id: SiteId(0),
            range,
            kind,
            changes: Vec::new(),
        });
        site.changes.push(Change { mutant: mutant.id, text });
    }

    /// The text of a region with a mutant's replacement in it.
    fn changed(&self, region: &Range<usize>, mutant: &Mutant) -> Option<String> {
        let replaced = self.source.range(mutant.span)?;
        let before = self.source.slice(region.start..replaced.start);
        let behind = self.source.slice(replaced.end..region.end);
        Some([before, " ", &mutant.replacement, " ", behind].concat())
    }

    /// Adds a mutant that changes the text of an expression.
    fn add_changed(&mut self, range: &Range<usize>, mutant: &Mutant) {
        match self.changed(range, mutant) {
            Some(text) => self.add(Kind::Expression, range.clone(), mutant, &text),
            None => self.dropped.push((mutant.id, Reason::NotFound)),
        }
    }

    fn within(&mut self, context: Context, visit: impl FnOnce(&mut Self)) {
        let before = std::mem::replace(&mut self.context, context);
        visit(self);
        self.context = before;
    }

    /// A function: its body is run, unless it is `const`.
    fn function(
        &mut self,
        signature: &Signature,
        block: &Block,
        whole: proc_macro2::Span,
        visit: impl FnOnce(&mut Self),
    ) {
        let range = self.source.range_of(whole);
        self.functions.push(range);
        let context = if signature.constness.is_some() { Context::Const } else { Context::Run };
        self.within(context, |finder| {
            if let Some(first) = block.stmts.first() {
                let start = finder.source.range_of(first.span()).start;
                let mutants = finder.take(Genre::FnValue, start);
                if returns_impl_trait(signature) {
                    finder.drop_all(mutants, &Reason::ImplTrait);
                } else {
                    for mutant in mutants {
                        finder.add(Kind::Entry, start..start, mutant, &mutant.replacement);
                    }
                }
            }
            visit(finder);
        });
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.function(&item.sig, &item.block, item.span(), |finder| {
            visit::visit_item_fn(finder, item);
        });
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.function(&item.sig, &item.block, item.span(), |finder| {
            visit::visit_impl_item_fn(finder, item);
        });
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        let Some(block) = &item.default else { return };
        self.function(&item.sig, block, item.span(), |finder| {
            visit::visit_trait_item_fn(finder, item);
        });
    }

    fn visit_expr(&mut self, expression: &'ast Expr) {
        if !matches!(expression, Expr::Binary(_)) {
            self.chain = None;
        }
        visit::visit_expr(self, expression);
    }

    fn visit_expr_binary(&mut self, binary: &'ast syn::ExprBinary) {
        let own = self.source.range_of(binary.span());
        let outermost = self.chain.take().unwrap_or_else(|| own.clone());
        let has_let = has_let(&binary.left) || has_let(&binary.right);
        let level = precedence(&binary.op);
        let start = self.source.range_of(binary.op.span()).start;
        for mutant in self.take(Genre::BinaryOperator, start) {
            if has_let {
                self.dropped.push((mutant.id, Reason::LetChain));
                continue;
            }
            // With an operator that binds otherwise, the text around is grouped otherwise, too.
            let keeps_groups = syn::parse_str(&mutant.replacement)
                .is_ok_and(|operator: BinOp| precedence(&operator) == level);
            let range = if keeps_groups { &own } else { &outermost };
            self.add_changed(range, mutant);
        }
        let chain = (level.is_some() && !has_let).then_some(outermost);
        self.chain.clone_from(&chain);
        self.visit_expr(&binary.left);
        self.chain = chain;
        self.visit_expr(&binary.right);
        self.chain = None;
    }

    fn visit_expr_unary(&mut self, unary: &'ast syn::ExprUnary) {
        let own = self.source.range_of(unary.span());
        for mutant in self.take(Genre::UnaryOperator, own.start) {
            self.add_changed(&own, mutant);
        }
        visit::visit_expr_unary(self, unary);
    }

    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        let start = self.source.range_of(arm.span()).start;
        let behind = self.source.range_of(arm.pat.span()).end;
        for mutant in self.take(Genre::MatchArm, start) {
            self.add(Kind::Arm, behind..behind, mutant, "()");
        }
        if let Some((_, guard)) = &arm.guard {
            let range = self.source.range_of(guard.span());
            let mutants = self.take(Genre::MatchArmGuard, range.start);
            if has_let(guard) {
                self.drop_all(mutants, &Reason::LetChain);
            } else {
                for mutant in mutants {
                    self.add(Kind::Guard, range.clone(), mutant, &mutant.replacement);
                }
            }
        }
        visit::visit_arm(self, arm);
    }

    fn visit_expr_struct(&mut self, literal: &'ast syn::ExprStruct) {
        let own = self.source.range_of(literal.span());
        for field in &literal.fields {
            let start = self.source.range_of(field.span()).start;
            for mutant in self.take(Genre::StructField, start) {
                self.add_changed(&own, mutant);
            }
        }
        visit::visit_expr_struct(self, literal);
    }

    fn visit_type(&mut self, node: &'ast syn::Type) {
        self.within(Context::Const, |finder| visit::visit_type(finder, node));
    }
    fn visit_generic_argument(&mut self, argument: &'ast syn::GenericArgument) {
        self.within(Context::Const, |finder| visit::visit_generic_argument(finder, argument));
    }
    fn visit_item_const(&mut self, item: &'ast syn::ItemConst) {
        self.within(Context::Const, |finder| visit::visit_item_const(finder, item));
    }
    fn visit_item_static(&mut self, item: &'ast syn::ItemStatic) {
        self.within(Context::Const, |finder| visit::visit_item_static(finder, item));
    }
    fn visit_impl_item_const(&mut self, item: &'ast syn::ImplItemConst) {
        self.within(Context::Const, |finder| visit::visit_impl_item_const(finder, item));
    }
    fn visit_trait_item_const(&mut self, item: &'ast syn::TraitItemConst) {
        self.within(Context::Const, |finder| visit::visit_trait_item_const(finder, item));
    }
    fn visit_variant(&mut self, variant: &'ast syn::Variant) {
        self.within(Context::Const, |finder| visit::visit_variant(finder, variant));
    }
    fn visit_expr_const(&mut self, block: &'ast syn::ExprConst) {
        self.within(Context::Const, |finder| visit::visit_expr_const(finder, block));
    }
    fn visit_expr_repeat(&mut self, array: &'ast syn::ExprRepeat) {
        self.visit_expr(&array.expr);
        self.within(Context::Const, |finder| finder.visit_expr(&array.len));
    }
}

/// An expression in one line, without comments; nothing if the text is not an expression.
fn in_one_line(text: &str) -> Option<String> {
    syn::parse_str::<Expr>(text).ok()?;
    Some(text.parse::<TokenStream>().ok()?.to_string())
}

/// Whether a condition has a `let` in it.
fn has_let(condition: &Expr) -> bool {
    match condition {
        Expr::Let(_) => true,
        Expr::Binary(binary) if matches!(binary.op, BinOp::And(_)) => {
            has_let(&binary.left) || has_let(&binary.right)
        }
        _ => false,
    }
}

fn returns_impl_trait(signature: &Signature) -> bool {
    let mut returned = TokenStream::new();
    signature.output.to_tokens(&mut returned);
    returned.to_string().split(' ').any(|word| word == "impl")
}

/// How strongly an operator binds; none if it assigns.
fn precedence(operator: &BinOp) -> Option<u8> {
    Some(match operator {
        BinOp::Mul(_) | BinOp::Div(_) | BinOp::Rem(_) => 8,
        BinOp::Add(_) | BinOp::Sub(_) => 7,
        BinOp::Shl(_) | BinOp::Shr(_) => 6,
        BinOp::BitAnd(_) => 5,
        BinOp::BitXor(_) => 4,
        BinOp::BitOr(_) => 3,
        BinOp::Eq(_) | BinOp::Ne(_) | BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_) => {
            2
        }
        BinOp::And(_) => 1,
        BinOp::Or(_) => 0,
        _ => return None,
    })
}

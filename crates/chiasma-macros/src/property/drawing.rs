//! Whether an expression of a property's body draws from the source without keeping a borrow of it.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Block, Expr, Local, Macro, Stmt, Token};

/// The methods of a source whose results borrow from it, so that nothing can be noted meanwhile.
const BORROWING: [&str; 7] =
    ["as_value", "at", "by_kind", "contextual", "notes", "recording", "trace"];

/// The macros whose arguments are plain expressions.
const PLAIN_MACROS: [&str; 2] = ["vec", "format"];

/// Whether `expression` draws from `source`, and its value certainly does not borrow from it.
pub(super) fn draws(expression: &Expr, source: &Ident) -> bool {
    match expression {
        Expr::MethodCall(call) if is_source(&call.receiver, source) => {
            !BORROWING.iter().any(|method| call.method == method)
        }
        Expr::MethodCall(call) => {
            let (handed, others): (Vec<_>, Vec<_>) =
                call.args.iter().partition(|argument| is_source(argument, source));
            let parts = others.into_iter().chain([&*call.receiver]).map(Part::Expression);
            match judge(parts, source) {
                Use::Keeps => false,
                Use::Draws => true,
                Use::None => !handed.is_empty(),
            }
        }
        Expr::Call(call) if call.args.iter().any(|argument| is_source(argument, source)) => {
            !constructs(&call.func)
        }
        Expr::Macro(call) if is_pick(&call.mac) => match call.mac.parse_body::<Pick>() {
            Ok(pick) if is_source(&pick.source, source) => {
                judge(pick.parts.into_iter().map(Part::Argument), source) != Use::Keeps
            }
            _ => false,
        },
        _ => judge(parts(expression), source) == Use::Draws,
    }
}

/// How an expression uses the source.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Use {
    /// Nothing.
    None,
    /// It draws from it.
    Draws,
    /// It may keep a borrow of it.
    Keeps,
}

/// A part of an expression.
enum Part<'e> {
    Expression(&'e Expr),
    Block(&'e Block),
    /// An argument of a macro.
    Argument(Expr),
    /// Tokens that are not analysed.
    Tokens(TokenStream),
}

/// How `parts` use `source`: the strongest use among them.
fn judge<'e>(parts: impl IntoIterator<Item = Part<'e>>, source: &Ident) -> Use {
    let unless_absent = |tokens| if has(tokens, source) { Use::Keeps } else { Use::None };
    let of_expression = |part: &Expr| {
        if draws(part, source) { Use::Draws } else { unless_absent(part.to_token_stream()) }
    };
    let uses = parts.into_iter().map(|part| match part {
        Part::Expression(part) => of_expression(part),
        Part::Argument(part) => of_expression(&part),
        Part::Block(block) => judge(statements(block), source),
        Part::Tokens(tokens) => unless_absent(tokens),
    });
    uses.max().unwrap_or(Use::None)
}

/// The parts of an expression whose values its own is made of.
fn parts(expression: &Expr) -> Vec<Part<'_>> {
    let one = |part| vec![Part::Expression(part)];
    match expression {
        Expr::Try(inner) => one(&inner.expr),
        Expr::Cast(inner) => one(&inner.expr),
        Expr::Field(inner) => one(&inner.base),
        Expr::Paren(inner) => one(&inner.expr),
        Expr::Group(inner) => one(&inner.expr),
        Expr::Unary(inner) => one(&inner.expr),
        Expr::Reference(inner) => one(&inner.expr),
        Expr::Let(inner) => one(&inner.expr),
        Expr::Binary(both) => vec![Part::Expression(&both.left), Part::Expression(&both.right)],
        Expr::Index(both) => vec![Part::Expression(&both.expr), Part::Expression(&both.index)],
        Expr::Repeat(both) => vec![Part::Expression(&both.expr), Part::Expression(&both.len)],
        Expr::Range(range) => [&range.start, &range.end]
            .into_iter()
            .flatten()
            .map(|end| Part::Expression(end))
            .collect(),
        Expr::Array(array) => array.elems.iter().map(Part::Expression).collect(),
        Expr::Tuple(tuple) => tuple.elems.iter().map(Part::Expression).collect(),
        Expr::Call(call) => call.args.iter().chain([&*call.func]).map(Part::Expression).collect(),
        Expr::Struct(value) => {
            let fields = value.fields.iter().map(|field| &field.expr);
            fields.chain(value.rest.as_deref()).map(Part::Expression).collect()
        }
        Expr::Block(block) => vec![Part::Block(&block.block)],
        Expr::If(choice) => {
            let mut parts = vec![Part::Expression(&choice.cond), Part::Block(&choice.then_branch)];
            parts.extend(choice.else_branch.iter().map(|(_, other)| Part::Expression(other)));
            parts
        }
        Expr::Match(choice) => {
            let arms = choice
                .arms
                .iter()
                .flat_map(|arm| arm.guard.iter().map(|(_, guard)| &**guard).chain([&*arm.body]));
            arms.chain([&*choice.expr]).map(Part::Expression).collect()
        }
        Expr::Macro(call) => arguments(&call.mac),
        other => vec![Part::Tokens(other.to_token_stream())],
    }
}

/// The statements of a block; its value may come from any of them.
fn statements(block: &Block) -> Vec<Part<'_>> {
    let parts = block.stmts.iter().map(|statement| match statement {
        Stmt::Expr(expression, _) => Part::Expression(expression),
        Stmt::Local(Local { init: Some(init), .. }) if init.diverge.is_none() => {
            Part::Expression(&init.expr)
        }
        other => Part::Tokens(other.to_token_stream()),
    });
    parts.collect()
}

/// The arguments of a macro, as far as they are known to be expressions.
fn arguments(call: &Macro) -> Vec<Part<'_>> {
    let is_plain = PLAIN_MACROS.iter().any(|name| call.path.is_ident(name));
    let arguments = call.parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated);
    match arguments {
        Ok(arguments) if is_plain => arguments.into_iter().map(Part::Argument).collect(),
        _ => vec![Part::Tokens(call.tokens.clone())],
    }
}

/// Whether a macro is `pick!`, by whatever path.
fn is_pick(call: &Macro) -> bool {
    call.path.segments.last().is_some_and(|last| last.ident == "pick")
}

/// The arguments of `pick!(source, { weight => alternative, ... })`.
struct Pick {
    source: Expr,
    /// The weights and the alternatives.
    parts: Vec<Expr>,
}

impl Parse for Pick {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let source = input.parse()?;
        input.parse::<Token![,]>()?;
        let body;
        syn::braced!(body in input);
        let mut parts = Vec::new();
        while !body.is_empty() {
            parts.push(body.parse()?);
            if body.parse::<Option<Token![=>]>>()?.is_none() && !body.is_empty() {
                body.parse::<Token![,]>()?;
            }
        }
        Ok(Self { source, parts })
    }
}

/// Whether `expression` is the source: `s`, `&mut *s`.
fn is_source(expression: &Expr, source: &Ident) -> bool {
    match expression {
        Expr::Path(path) => path.path.is_ident(source),
        Expr::Reference(inner) => is_source(&inner.expr, source),
        Expr::Unary(inner) => is_source(&inner.expr, source),
        Expr::Paren(inner) => is_source(&inner.expr, source),
        _ => false,
    }
}

/// Whether a function looks like one that makes a value of its arguments, and so keeps them:
/// `Some`, `Context::new`.
fn constructs(function: &Expr) -> bool {
    let Expr::Path(path) = function else { return true };
    let Some(last) = path.path.segments.last() else { return true };
    let name = last.ident.unraw().to_string();
    name == "new" || name == "from" || name.starts_with(char::is_uppercase)
}

/// Whether `name` is among `tokens`.
fn has(tokens: TokenStream, name: &Ident) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == *name,
        TokenTree::Group(group) => has(group.stream(), name),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

//! Bodies: functions, closures, constants and statics, line by line.

use super::operand::Place;
use super::rvalue::Rvalue;
use super::scan::{find, group_end, split_commas};
use super::span::Span;
use super::terminator::{Terminator, TerminatorKind};
use super::{Constant, Operand, Read, RvalueKind, UnknownText};
use crate::types::Type;

/// The code of a function, a closure, a constant or a static.
#[derive(Debug, Clone, PartialEq)]
pub struct Body {
    /// What it is the code of.
    pub kind: BodyKind,
    /// Its path, as the compiler prints it: `module::<impl at src/a.rs:8:1: 8:22>::area`.
    pub name: String,
    /// How many parameters it has; they are the local variables from 1.
    pub parameters: usize,
    /// Its local variables; the first is what it returns.
    pub locals: Vec<Local>,
    /// Its blocks.
    pub blocks: Vec<Block>,
}

/// What a body is the code of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BodyKind {
    /// A function, a method or a closure.
    Function,
    /// A constant, promoted ones included.
    Constant,
    /// A static.
    Static,
}

/// A local variable.
#[derive(Debug, Clone, PartialEq)]
pub struct Local {
    /// Its type.
    pub ty: Type,
    /// Where it is declared.
    pub span: Option<Span>,
}

/// A block of statements.
#[derive(Debug, Clone, PartialEq)]
pub struct Block {
    /// Whether it only runs when the stack unwinds.
    pub is_cleanup: bool,
    /// Its statements, those that only note something left out.
    pub statements: Vec<Statement>,
    /// Its end.
    pub terminator: Terminator,
}

/// An assignment.
#[derive(Debug, Clone, PartialEq)]
pub struct Statement {
    /// What is assigned to.
    pub place: Place,
    /// What is assigned.
    pub rvalue: Rvalue,
    /// Where it is in the source.
    pub span: Option<Span>,
}

impl Body {
    /// The place of the `impl` that it is in.
    #[must_use]
    pub fn impl_span(&self) -> Option<Span> {
        let at = self.name.find("<impl at ")?;
        let text = &self.name[at + "<impl at ".len()..];
        Span::read(&text[..text.find('>')?])
    }

    /// Whether a `derive` wrote it: all of it is where its `impl` is.
    #[must_use]
    pub fn is_derived(&self) -> bool {
        let span = self.locals.first().and_then(|local| local.span.as_ref());
        span.is_some() && self.impl_span().as_ref() == span
    }

    /// The type of a local variable.
    #[must_use]
    pub fn type_of(&self, local: usize) -> &Type {
        self.locals.get(local).map_or(&Type::Other, |local| &local.ty)
    }
}

/// The most local variables of a body that are read; generated code has some ten thousand.
const MAX_LOCALS: usize = 1 << 20;

/// Reads all bodies of a crate.
pub(super) fn read_bodies(text: &str) -> Result<Vec<Body>, UnknownText> {
    let mut reader = Reader { lines: text.lines().enumerate(), bodies: Vec::new() };
    let mut for_ctfe = false;
    while let Some((number, line)) = reader.lines.next() {
        let trimmed = line.trim();
        if trimmed == "// MIR FOR CTFE" {
            for_ctfe = true;
            continue;
        }
        if trimmed.is_empty() || trimmed.starts_with("//") || trimmed.starts_with('|') {
            continue;
        }
        if trimmed.starts_with("alloc") && trimmed.contains(" (") {
            if trimmed.ends_with('{') {
                reader.skip_block();
            }
            continue;
        }
        let body = reader.read_item(trimmed, number)?;
        // The same function once more, for evaluation by the compiler.
        if !std::mem::take(&mut for_ctfe) {
            reader.bodies.push(body);
        }
    }
    Ok(reader.bodies)
}

fn unknown(number: usize, text: &str, expected: &'static str) -> UnknownText {
    let text = text.chars().take(200).collect();
    UnknownText { line: number + 1, text, expected, compiler: None }
}

struct Reader<'t> {
    lines: std::iter::Enumerate<std::str::Lines<'t>>,
    bodies: Vec<Body>,
}

impl Reader<'_> {
    /// Skips to the line that ends a block of data.
    fn skip_block(&mut self) {
        for (_, line) in self.lines.by_ref() {
            if line.starts_with('}') {
                return;
            }
        }
    }

    /// Reads an item that begins with this line.
    fn read_item(&mut self, line: &str, number: usize) -> Result<Body, UnknownText> {
        let unknown = |expected| unknown(number, line, expected);
        if let Some(header) = line.strip_prefix("fn ") {
            let body = read_function_header(header).map_err(unknown)?;
            return self.read_inside(body);
        }
        let (body, is_complete) = read_constant_header(line).map_err(unknown)?;
        if is_complete { Ok(body) } else { self.read_inside(body) }
    }

    /// Reads local variables and blocks, up to the line that ends the body.
    fn read_inside(&mut self, mut body: Body) -> Result<Body, UnknownText> {
        let mut block: Option<(bool, Vec<Statement>)> = None;
        let mut last = 0;
        for (number, line) in self.lines.by_ref() {
            last = number;
            if line.starts_with('}') {
                return Ok(body);
            }
            let (text, span) = split_comment(line);
            if text.is_empty() || text.starts_with('|') {
                continue;
            }
            let unknown = |expected| unknown(number, text, expected);
            if text == "}" {
                // The end of a scope, or of a block whose terminator has been read.
                if block.take().is_some() {
                    return Err(unknown("the end of the block"));
                }
                continue;
            }
            match &mut block {
                None => {
                    block = read_outside_blocks(text, span, &mut body).map_err(unknown)?;
                }
                Some((is_cleanup, statements)) => {
                    let text = text.strip_suffix(';').ok_or_else(|| unknown("`;`"))?;
                    let terminator = Terminator::read(text, span.clone()).map_err(unknown)?;
                    if let Some(terminator) = terminator {
                        let (is_cleanup, statements) = (*is_cleanup, std::mem::take(statements));
                        body.blocks.push(Block { is_cleanup, statements, terminator });
                        block = None;
                    } else if let Some(statement) = read_statement(text, span).map_err(unknown)? {
                        statements.push(statement);
                    }
                }
            }
        }
        Err(unknown(last, &body.name, "the end of this body"))
    }
}

/// Reads `const NAME: T = {` or `const NAME: T = VALUE;`; says whether that was all.
fn read_constant_header(line: &str) -> Read<(Body, bool)> {
    // Values of discriminants and lengths of arrays have no word in front.
    let kinds = [
        ("const ", BodyKind::Constant),
        ("static mut ", BodyKind::Static),
        ("static ", BodyKind::Static),
    ];
    let (header, kind) = kinds
        .into_iter()
        .find_map(|(word, kind)| Some((line.strip_prefix(word)?, kind)))
        .or_else(|| line.contains("::{constant#").then_some((line, BodyKind::Constant)))
        .ok_or("a function, a constant, a static or an allocation")?;
    let colon = find_type_colon(header).ok_or("the type of a constant")?;
    let (name, rest) = (header[..colon].trim(), &header[colon + 2..]);
    let (ty, value) = rest.split_once(" = ").ok_or("the value of a constant")?;
    let mut body = Body {
        kind,
        name: name.to_owned(),
        parameters: 0,
        locals: vec![Local { ty: Type::read(ty), span: None }],
        blocks: Vec::new(),
    };
    if value.trim() == "{" {
        return Ok((body, false));
    }
    let value = value.trim().strip_suffix(';').ok_or("`;`")?;
    let operands = vec![Operand::read(value).unwrap_or(Operand::Constant(Constant::Other))];
    let rvalue = Rvalue { kind: RvalueKind::Use, operands };
    let place = Place { local: 0, steps: Vec::new() };
    let terminator =
        Terminator { kind: TerminatorKind::Return, successors: Vec::new(), span: None };
    let statements = vec![Statement { place, rvalue, span: None }];
    body.blocks.push(Block { is_cleanup: false, statements, terminator });
    Ok((body, true))
}

/// Reads `name(_1: T, _2: U) -> R {`.
fn read_function_header(header: &str) -> Read<Body> {
    let header = header.strip_suffix('{').ok_or("`{` at the end of a function's header")?;
    // The parameters are the first group behind the name; an `impl` in the name has brackets, too.
    let open = find(header, &['(']).ok_or("the parameters of a function")?;
    let name = header[..open].trim().to_owned();
    let inside = &header[open + 1..];
    let close = group_end(inside).ok_or("the end of the parameters")?;
    let returns = inside[close + 1..].trim().strip_prefix("-> ").unwrap_or("()");
    let mut locals = vec![Local { ty: Type::read(returns), span: None }];
    for parameter in split_commas(&inside[..close]) {
        let (_, ty) = parameter.split_once(": ").ok_or("the type of a parameter")?;
        locals.push(Local { ty: Type::read(ty), span: None });
    }
    let (kind, parameters) = (BodyKind::Function, locals.len() - 1);
    Ok(Body { kind, name, parameters, locals, blocks: Vec::new() })
}

/// Where the colon stands between the name of a constant and its type.
fn find_type_colon(header: &str) -> Option<usize> {
    let mut start = 0;
    loop {
        let at = start + find(&header[start..], &[':'])?;
        if header[at..].starts_with(": ") {
            return Some(at);
        }
        start = at + header[at..].chars().take_while(|c| *c == ':').count();
    }
}

/// Reads a line between a body's header and its blocks; gives the block that begins with it.
fn read_outside_blocks(
    text: &str,
    span: Option<Span>,
    body: &mut Body,
) -> Read<Option<(bool, Vec<Statement>)>> {
    if text.starts_with("scope ") || text.starts_with("debug ") || text.starts_with("coverage ") {
        return Ok(None);
    }
    if let Some(declaration) = text.strip_prefix("let ") {
        let declaration = declaration.strip_prefix("mut ").unwrap_or(declaration);
        let (name, ty) = declaration.split_once(": ").ok_or("the type of a local variable")?;
        let number: usize = name
            .strip_prefix('_')
            .and_then(|digits| digits.parse().ok())
            .filter(|number| *number < MAX_LOCALS)
            .ok_or("the number of a local variable")?;
        let ty = ty.strip_suffix(';').ok_or("`;`")?;
        if body.locals.len() <= number {
            body.locals.resize(number + 1, Local { ty: Type::Other, span: None });
        }
        body.locals[number] = Local { ty: Type::read(ty), span };
        return Ok(None);
    }
    let label = text.strip_suffix(": {").ok_or("a declaration, a scope or a block")?;
    let (label, is_cleanup) = match label.strip_suffix(" (cleanup)") {
        Some(label) => (label, true),
        None => (label, false),
    };
    let number: usize = label
        .strip_prefix("bb")
        .and_then(|digits| digits.parse().ok())
        .ok_or("the number of a block")?;
    if number != body.blocks.len() {
        return Err("blocks in the order of their numbers");
    }
    Ok(Some((is_cleanup, Vec::new())))
}

/// Beginnings of statements that compute nothing.
const NOTES: &[&str] = &[
    "StorageLive(",
    "StorageDead(",
    "FakeRead(",
    "PlaceMention(",
    "Retag(",
    "AscribeUserType(",
    "Coverage::",
    "ConstEvalCounter",
    "BackwardIncompatibleDropReference(",
    "Deinit(",
    "assume(",
    "copy_nonoverlapping(",
    "discriminant(",
    "nop",
];

/// Reads a statement; nothing if it computes nothing.
fn read_statement(text: &str, span: Option<Span>) -> Read<Option<Statement>> {
    if NOTES.iter().any(|note| text.starts_with(note)) {
        return Ok(None);
    }
    let at = find(text, &['=']).ok_or("an assignment")?;
    let place = Place::read(&text[..at])?;
    let rvalue = Rvalue::read(&text[at + 1..])?;
    Ok(Some(Statement { place, rvalue, span }))
}

/// Splits a line into its text and the span in its comment.
fn split_comment(line: &str) -> (&str, Option<Span>) {
    let line = line.trim();
    if line.starts_with("//") {
        return ("", None);
    }
    for mark in ["// scope ", "// in scope ", "// return place in scope "] {
        if let Some(at) = line.rfind(mark) {
            let span = line[at..].split_once(" at ").and_then(|(_, span)| Span::read(span));
            return (line[..at].trim(), span);
        }
    }
    (line, None)
}

//! A made-up package of one file, compiled by the compiler itself, without cargo.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use chiasma_mutants::{Genre, LineColumn, Mutant, MutantId, Schema, Span, Substitution};
use proc_macro2::Span as TokenSpan;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// A package of one library, in a directory that is removed at the end.
pub(crate) struct Project {
    directory: tempfile::TempDir,
    name: &'static str,
}

/// What the runtime has: the switch, set from the environment, and no limit of steps.
const SWITCH: &str = r#"
use std::sync::atomic::{AtomicU8, AtomicU32, Ordering::Relaxed};
#[unsafe(no_mangle)] pub static __chiasma_mutant_active: AtomicU32 = AtomicU32::new(0);
#[unsafe(no_mangle)] pub static __chiasma_mutant_reached: [AtomicU8; 65536] = [const { AtomicU8::new(0) }; 65536];
#[unsafe(no_mangle)] pub extern "C-unwind" fn __chiasma_mutant_step() -> u32 { __chiasma_mutant_active.load(Relaxed) }
"#;

impl Project {
    pub(crate) fn new(name: &'static str, text: &str) -> Self {
        let directory = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(directory.path().join("package/src")).unwrap();
        std::fs::write(directory.path().join("package/src/lib.rs"), text).unwrap();
        std::fs::write(directory.path().join("package/notes.txt"), "not Rust").unwrap();
        Self { directory, name }
    }

    pub(crate) fn root(&self) -> PathBuf {
        self.directory.path().join("package")
    }

    pub(crate) fn copy(&self) -> PathBuf {
        self.directory.path().join("copy")
    }

    pub(crate) fn schema(&self, mutants: Vec<Mutant>) -> Schema {
        Schema::new(&self.root(), mutants).unwrap()
    }

    pub(crate) fn substitution(&self) -> Substitution {
        Substitution::new(&self.root(), &self.copy(), &[self.root().join("src/lib.rs")])
    }

    /// Compiles the library with the substitution, as a wrapper of the compiler would.
    pub(crate) fn compile(&self) -> io::Result<Option<String>> {
        let line =
            "rustc --edition=2024 --crate-type=lib --error-format=json src/lib.rs --crate-name";
        let mut arguments: Vec<String> = line.split(' ').map(str::to_owned).collect();
        let library = format!("--out-dir={}", self.directory.path().display());
        arguments.extend([self.name.to_owned(), library]);
        let arguments = self.substitution().apply(&arguments, &self.root()).unwrap();
        let output =
            Command::new(&arguments[0]).args(&arguments[1..]).current_dir(self.root()).output()?;
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        let as_cargo =
            |line: &str| format!("{{\"reason\":\"compiler-message\",\"message\":{line}}}\n");
        Ok((!output.status.success()).then(|| errors.lines().map(as_cargo).collect()))
    }

    /// Builds a program with this body that uses the library.
    pub(crate) fn program(&self, main: &str) -> PathBuf {
        let switch = "if let Ok(id) = std::env::var(\"MUTANT\") { \
                      __chiasma_mutant_active.store(id.parse().unwrap(), Relaxed); }";
        let text = format!("#![allow(warnings)]\n{SWITCH}\nfn main() {{ {switch}\n{main} }}\n");
        let source = self.directory.path().join("main.rs");
        std::fs::write(&source, text).unwrap();
        let program = self.directory.path().join("main");
        let library =
            format!("{}={}/lib{}.rlib", self.name, self.directory.path().display(), self.name);
        let status = Command::new("rustc")
            .args(["--edition=2024", "--extern", &library, "-o"])
            .args([&program, &source])
            .status()
            .unwrap();
        assert!(status.success(), "the program builds");
        program
    }

    /// What a program prints, with a mutant switched on.
    pub(crate) fn run(&self, program: &Path, mutant: Option<MutantId>) -> String {
        let mut command = Command::new(program);
        if let Some(mutant) = mutant {
            command.env("MUTANT", mutant.to_string());
        }
        let output = command.output().unwrap();
        format!("{:?} {}", output.status.code(), String::from_utf8_lossy(&output.stdout))
    }

    /// What the program prints if the library has nothing but this change of its text.
    pub(crate) fn run_alone(&self, schema: &Schema, mutant: &Mutant, main: &str) -> String {
        let alone = Self::new(self.name, &schema.alone(mutant).unwrap());
        alone.substitution().write(&alone.schema(Vec::new())).unwrap();
        assert_eq!(alone.compile().unwrap(), None, "{}", mutant.name);
        alone.run(&alone.program(main), None)
    }
}

/// Mutants of every kind, as `cargo mutants` lists them, named by function and replacement.
pub(crate) fn mutants_of(text: &str) -> Vec<Mutant> {
    let mut lister = Lister { mutants: Vec::new(), function: String::new() };
    lister.visit_file(&syn::parse_file(text).unwrap());
    lister.mutants
}

struct Lister {
    mutants: Vec<Mutant>,
    function: String,
}

impl Lister {
    fn add(
        &mut self,
        genre: Genre,
        start: TokenSpan,
        end: TokenSpan,
        what: &str,
        replacement: &str,
    ) {
        let place =
            |at: proc_macro2::LineColumn| LineColumn { line: at.line, column: at.column + 1 };
        self.mutants.push(Mutant {
            id: MutantId(self.mutants.len() as u32 + 1),
            name: format!("{}: {}{replacement}", self.function, what),
            package: "p".to_owned(),
            file: "src/lib.rs".into(),
            function: Some(self.function.clone()),
            span: Span { start: place(start.start()), end: place(end.end()) },
            replacement: replacement.to_owned(),
            genre,
        });
    }
}

impl<'ast> Visit<'ast> for Lister {
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.function = item.sig.ident.to_string();
        let returned = quote::ToTokens::to_token_stream(&item.sig.output).to_string();
        let values: &[&str] = match returned.trim_start_matches("-> ") {
            "bool" => &["true", "false"],
            "&'static str" | "& 'static str" => &["\"xyzzy\""],
            "String" => &["String::new()"],
            returned if returned.starts_with("impl") => &["::std::iter::empty()"],
            "Plain" | "T" => &["Default::default()"],
            _ => &["0", "1"],
        };
        let (first, last) = (item.block.stmts.first(), item.block.stmts.last());
        if let (Some(first), Some(last)) = (first, last) {
            for value in values {
                self.add(Genre::FnValue, first.span(), last.span(), "", value);
            }
        }
        visit::visit_item_fn(self, item);
    }

    fn visit_expr_binary(&mut self, binary: &'ast syn::ExprBinary) {
        use syn::BinOp;
        let others: &[&str] = match binary.op {
            BinOp::Gt(_) => &["<"],
            BinOp::Lt(_) => &[">"],
            BinOp::And(_) => &["||"],
            BinOp::Or(_) => &["&&"],
            BinOp::Add(_) => &["-", "*"],
            BinOp::Sub(_) | BinOp::Mul(_) => &["+"],
            BinOp::AddAssign(_) => &["*="],
            _ => &[],
        };
        for other in others {
            let span = binary.op.span();
            self.add(Genre::BinaryOperator, span, span, "", other);
        }
        visit::visit_expr_binary(self, binary);
    }

    fn visit_expr_unary(&mut self, unary: &'ast syn::ExprUnary) {
        let span = unary.op.span();
        let what = quote::ToTokens::to_token_stream(&unary.op).to_string();
        self.add(Genre::UnaryOperator, span, span, &what, "");
        visit::visit_expr_unary(self, unary);
    }

    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        match &arm.guard {
            Some((_, guard)) => {
                for value in ["true", "false"] {
                    self.add(Genre::MatchArmGuard, guard.span(), guard.span(), "", value);
                }
            }
            None if !matches!(arm.pat, syn::Pat::Wild(_)) => {
                self.add(Genre::MatchArm, arm.span(), arm.span(), "arm", "");
            }
            None => {}
        }
        visit::visit_arm(self, arm);
    }

    fn visit_expr_struct(&mut self, literal: &'ast syn::ExprStruct) {
        if literal.rest.is_some() {
            for pair in literal.fields.pairs() {
                let end = pair.punct().map_or(pair.value().span(), |comma| comma.span());
                self.add(Genre::StructField, pair.value().span(), end, "field", "");
            }
        }
        visit::visit_expr_struct(self, literal);
    }
}

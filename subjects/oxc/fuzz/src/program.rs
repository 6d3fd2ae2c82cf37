//! Programs: scripts and modules.

use std::collections::BTreeMap;
use std::fmt::{Display, Formatter, Result};

use arbitrary::Arbitrary;

use crate::classes::Class;
use crate::expressions::Expression;
use crate::functions::Function;
use crate::print_list;
use crate::statements::Statement;
use crate::words::{
    ClassName, Comment, ExportedName, FunctionName, ImportedName, Name, Specifier, VariableKeyword,
};

/// A program.
#[derive(Debug, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub struct Program {
    #[cfg_attr(feature = "mutatis", mutatis(default_mutate))]
    beginning: Beginning,
    #[cfg_attr(feature = "mutatis", mutatis(default_mutate))]
    module: Option<Module>,
    /// The last, as they take what is left of the data.
    #[cfg_attr(feature = "mutatis", mutatis(default_mutate))]
    statements: Vec<Statement>,
}

/// How a program begins.
#[derive(Debug, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) enum Beginning {
    Plain,
    UseStrict,
    Hashbang,
    AfterComment(Comment),
}

/// What makes a program a module.
#[derive(Debug, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) struct Module {
    imports: Vec<Import>,
    exports: BTreeMap<ExportedName, Export>,
    default: Option<DefaultExport>,
}

/// An import declaration.
#[derive(Debug, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) enum Import {
    Bare(Specifier),
    Whole(ImportedName, Specifier),
    Namespace(ImportedName, Specifier),
    Named(BTreeMap<ImportedName, Option<ExportedName>>, Specifier),
}

/// What is exported under a name.
#[derive(Debug, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) enum Export {
    Renamed(Name),
    Variable(VariableKeyword, Expression),
    From(Specifier),
    AllFrom(Specifier),
}

/// What a module exports by default.
#[derive(Debug, Arbitrary)]
#[cfg_attr(feature = "explicit", derive(chiasma::Generate))]
#[cfg_attr(feature = "mutatis", derive(mutatis::Mutate, serde::Deserialize, serde::Serialize))]
pub(crate) enum DefaultExport {
    DefaultValue(Expression),
    DefaultFunction(Option<FunctionName>, Function),
    DefaultClass(Option<ClassName>, Class),
}

impl Display for Program {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match &self.beginning {
            Beginning::Plain => {}
            Beginning::UseStrict => f.write_str("\"use strict\";\n")?,
            Beginning::Hashbang => f.write_str("#!/usr/bin/env node\n")?,
            Beginning::AfterComment(comment) => writeln!(f, "/*{comment}*/")?,
        }
        let Some(module) = &self.module else {
            return print_list(f, &self.statements, "\n");
        };
        print_list(f, &module.imports, "\n")?;
        f.write_str("\n")?;
        print_list(f, &self.statements, "\n")?;
        for (name, export) in &module.exports {
            match export {
                Export::Renamed(variable) => {
                    write!(f, "\nvar {variable}; export {{{variable} as {name}}};")?;
                }
                Export::Variable(keyword, value) => {
                    write!(f, "\nexport {keyword} {name} = {};", value.bare())?;
                }
                Export::From(specifier) => {
                    write!(f, "\nexport {{default as {name}}} from {specifier};")?;
                }
                Export::AllFrom(specifier) => {
                    write!(f, "\nexport * as {name} from {specifier};")?;
                }
            }
        }
        match &module.default {
            None => Ok(()),
            Some(DefaultExport::DefaultValue(value)) => write!(f, "\nexport default {value};"),
            Some(DefaultExport::DefaultFunction(name, function)) => {
                f.write_str("\nexport default ")?;
                function.print(f, name.as_ref())
            }
            Some(DefaultExport::DefaultClass(name, class)) => {
                f.write_str("\nexport default ")?;
                class.print(f, name.as_ref())
            }
        }
    }
}

impl Display for Import {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Bare(specifier) => write!(f, "import {specifier};"),
            Self::Whole(name, specifier) => write!(f, "import {name} from {specifier};"),
            Self::Namespace(name, specifier) => write!(f, "import * as {name} from {specifier};"),
            Self::Named(names, specifier) => {
                f.write_str("import {")?;
                for (name, exported) in names {
                    match exported {
                        Some(exported) => write!(f, "{exported} as {name}, ")?,
                        None => write!(f, "{name}, ")?,
                    }
                }
                write!(f, "}} from {specifier};")
            }
        }
    }
}

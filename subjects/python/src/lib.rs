//! RustPython's compiler 0.4.0: parses a module, makes its symbol table, and compiles it to bytecode.

use rustpython_compiler::{CodeObject, CompileOpts, Mode, compile};
use rustpython_compiler_core::bytecode::ConstantData;

/// The result of running a module.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Summary {
    /// How many code objects it was compiled to.
    pub code_objects: usize,
    /// How many instructions they have together.
    pub instructions: usize,
}

/// Compiles a module; an error says what is wrong with it.
pub fn run(module: &str) -> Result<Summary, String> {
    let options = CompileOpts { optimize: 0 };
    let code = compile(module, Mode::Exec, "module.py".to_owned(), options);
    let code = code.map_err(|error| error.to_string())?;
    let mut summary = Summary::default();
    summary.count(&code);
    Ok(summary)
}

impl Summary {
    fn count(&mut self, code: &CodeObject) {
        self.code_objects += 1;
        self.instructions += code.instructions.len();
        for constant in &code.constants {
            if let ConstantData::Code { code } = constant {
                self.count(code);
            }
        }
    }
}

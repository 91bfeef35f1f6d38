//! Names of the C library that compilers know.

use super::place::Storage;
use super::{Lowerer, Result};
use crate::accounting::{ends_run, is_library, is_violation};
use crate::diagnostic::ErrorKind;
use crate::ir::{Function, Promises};
use crate::types::{Qual, Type};
use std::collections::BTreeSet;

/// What is assumed of a function that the compiler takes for the C library's.
pub const OWN_DEFINITION: &str =
    "A function of the C library that the program defines: calls of it run this definition, as with `-fno-builtin`, and only these (C11 7.1.3p2).";

/// What gcc calls although the program does not (gcc manual, "Standards").
const CALLED_BY_COMPILERS: [&str; 4] = ["memcmp", "memcpy", "memmove", "memset"];

impl Lowerer<'_> {
    /// Records what the program, and the standard, promise the compiler of a function that is
    /// called.
    pub(super) fn promises(&mut self, function: &Function) {
        let library = (function.body.is_none() || function.modelled) && {
            let name = function.name.as_str();
            is_library(name.strip_prefix("__builtin_").unwrap_or(name))
        };
        let pointers = function
            .ty
            .params
            .iter()
            .flatten()
            .any(|ty| matches!(ty, Type::Pointer(_)));
        if library && pointers {
            self.note(
                "promise",
                "C library",
                "Pointers that its functions get are not null, even where nothing is accessed, and \
                 objects do not overlap where it says so (C11 7.1.4p1).",
            );
        }
        let verdict = ends_run(&function.name) || is_violation(&function.name);
        if !library && !verdict {
            self.note_promises(&function.promises);
        }
    }

    pub(super) fn note_promises(&mut self, promises: &Promises) {
        for (word, says) in promises {
            self.note(
                "promise",
                word,
                &format!("Where it is declared so, {says}."),
            );
        }
    }

    /// An object that the compiler takes to keep its value.
    pub(super) fn note_constant(&mut self, ty: &Qual, storage: &Storage) {
        if ty.constant && matches!(storage, Storage::Memory { .. }) {
            let says = "Objects that are defined `const` are not written (C11 6.7.3p6).";
            self.note("promise", "const objects", says);
        }
    }

    /// A compiler takes a call of `abs` for the C library's, also where the linker knows the
    /// program's function by another name, and calls `memcpy` by itself where structures are
    /// copied (gcc manual, "Standards").
    pub(super) fn note_library_definitions(&mut self) {
        let program = self.program;
        let defined = (0u32..).zip(&program.functions).filter(|(id, function)| {
            let called = CALLED_BY_COMPILERS.contains(&function.name.as_str());
            is_library(&function.name)
                && (function.alias.is_some() && self.runs_definition(*id)
                    || called && function.body.is_some() && !function.modelled)
        });
        let names: BTreeSet<&str> = defined.map(|(_, f)| f.name.as_str()).collect();
        for name in names {
            self.note("undefined-behaviour", name, OWN_DEFINITION);
        }
    }

    fn note_model(&mut self, name: &str) {
        if is_library(name) {
            let says = format!("Does what its model says, `frontend/models/{name}.c`.");
            self.note("external", name, &says);
        }
    }

    /// Whether a call of a function runs a body of the program.
    fn runs_definition(&self, f: u32) -> bool {
        let target = self.program.resolve(f) as usize;
        let function = self.program.functions.get(target);
        function.is_some_and(|function| function.body.is_some() && !function.modelled)
    }

    /// A compiler knows the functions of the C library by their names: it may put its own code
    /// where the program has a definition of one.
    pub(super) fn library_name(&mut self, f: u32) -> Result<()> {
        let program = self.program;
        let Some(function) = program.function(f) else {
            return Ok(());
        };
        let name = function.name.as_str();
        self.promises(function);
        if function.body.is_some() {
            if function.modelled {
                self.note_model(name);
            } else if is_library(name) {
                self.note("undefined-behaviour", name, OWN_DEFINITION);
            }
            return Ok(());
        }
        match name.strip_prefix("__builtin_") {
            Some(library)
                if (0u32..)
                    .zip(&program.functions)
                    .any(|(id, f)| f.name == library && self.runs_definition(id)) =>
            {
                let message = format!("`{name}` may be the compiler's own function or the `{library}` that the program defines");
                Err(self
                    .fail(ErrorKind::Unsupported, message)
                    .help(format!("call `{library}`, or leave its definition out")))
            }
            _ => Ok(()),
        }
    }
}

//! Names of the C library that compilers know.

use super::place::Storage;
use super::{Result, Translator};
use crate::accounting::{ends_run, is_allocator, is_computed, is_library, is_violation};
use crate::diagnostic::ErrorKind;
use crate::ir::{Function, Program, Promises};
use crate::models::{is_model, model_file};
use crate::partition::MapKey;
use crate::types::{Qual, Type};
use proofmark_logic::cfa::LedgerEntry;

/// What is assumed of a function that the compiler takes for the C library's.
pub const OWN_DEFINITION: &str =
    "A function of the C library that the program defines: calls of it run this definition, as with `-fno-builtin`, and only these (C11 7.1.3p2).";

/// That accesses meet what they name.
pub fn in_bounds() -> LedgerEntry {
    LedgerEntry {
        kind: "in-bounds".to_owned(),
        subject: "memory".to_owned(),
        detail: "Every access lies within the live object, array and member that its expression names, and is aligned for its type; no address is used when its object no longer lives, and none is computed that leaves the address space, that lies half of it or more away from the pointer that it is computed from, or that is null where that pointer is not; what is computed from a pointer by adding to it points into the object that this points to, or behind its last byte (C11 6.5.6p8). A pointer that comes from outside, is made of a number, or is copied or put together in bytes points only to objects of which the compiler can tell that it may (gcc manual, “Arrays and Pointers”): those that outside knows, or whose address it was computed from by operations on values.".to_owned(),
    }
}

/// That memories of different types are apart.
pub fn aliasing() -> LedgerEntry {
    LedgerEntry {
        kind: "type-based-aliasing".to_owned(),
        subject: "memory".to_owned(),
        detail: "Objects are accessed only through their own type, through a structure that contains it, or through characters (C11 6.5p7); of two structures of which one contains the other, each is accessed only where it lies in the other; \
                            a pointer that comes from outside the program, is made of an integer of fewer bits, or is put together from parts or bytes, points to no variable and no member of a structure or union whose address the program does not take, to a structure only as to one of its type, to anything else only as to what it is itself, and to nothing but characters if it is a pointer to characters.".to_owned(),
    }
}

/// That objects of type `_Bool` hold truth values.
pub fn truth_values() -> LedgerEntry {
    LedgerEntry {
        kind: "undefined-behaviour".to_owned(),
        subject: "_Bool".to_owned(),
        detail: "Objects of type `_Bool` hold 0 or 1 where they are read (C11 6.2.6.1p5)."
            .to_owned(),
    }
}

/// What is promised where something is declared.
pub fn promises(promises: &Promises) -> impl Iterator<Item = LedgerEntry> + '_ {
    promises.iter().map(|(word, says)| LedgerEntry {
        kind: "promise".to_owned(),
        subject: (*word).to_owned(),
        detail: format!("Where it is declared so, {says}."),
    })
}

/// Whether a call of a function runs a body of the program.
pub fn runs_definition(program: &Program, f: u32) -> bool {
    let function = program.functions.get(program.resolve(f) as usize);
    function.is_some_and(|function| function.body.is_some() && !function.modelled)
}

/// Whether a function of the C library keeps what a program promises of it. Headers promise much
/// that is part of the library's contract; but none but the program says that `putchar` does not
/// return, that `strcpy` changes nothing, or that `abs` has another calling convention.
fn is_kept(promise: &str, function: &Function) -> bool {
    let name = function.name.as_str();
    let looks = |ty: &Type| ty.pointee().is_none_or(|object| object.constant);
    match promise {
        "nonnull" | "restrict" | "alloc_size" | "access" => true,
        "malloc" => is_allocator(name) || matches!(name, "strdup" | "strndup"),
        "alloc_align" => name == "aligned_alloc",
        "const" | "pure" => is_computed(name) && function.ty.params.iter().flatten().all(looks),
        _ => false,
    }
}

/// What a program promises of a function that is none of its own, where that says more than what
/// the function is.
pub fn promised(function: &Function) -> Promises {
    let name = function.name.as_str();
    let library = is_library(name.strip_prefix("__builtin_").unwrap_or(name));
    let mut given = function.promises.clone();
    // Functions without a body are taken not to come back anyway.
    given.retain(|(word, _)| *word != "leaf" && !(library && is_kept(word, function)));
    // The compiler knows what ends the run, and what is a violation does.
    given.retain(|(word, _)| *word != "noreturn" || !ends_run(name) && !is_violation(name));
    given
}

impl Translator<'_> {
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
        // What is an event is more than its result.
        let mut events = self.program.observed.events.iter();
        let heard = events.any(|event| event.pattern.watches(&function.name));
        let ends = ends_run(&function.name);
        if !is_violation(&function.name) {
            let mut given = function.promises.clone();
            given.retain(|(word, _)| *word != "noreturn" || !ends);
            given.retain(|(word, _)| !library || heard || !is_kept(word, function));
            // Functions without a body are taken not to come back anyway.
            let program = self.program;
            let run = match function.alias {
                Some(target) => program.called(target),
                None => Some(function),
            };
            // A library of a use has taken the place of C that may come back.
            let model = |run: &Function| run.modelled && is_model(&run.name);
            let comes_back = run.is_some_and(|run| run.body.is_some() && !model(run));
            given.retain(|(word, _)| *word != "leaf" || comes_back);
            promises(&given).for_each(|entry| self.out.note(entry));
        }
    }

    /// An object that the compiler takes to keep its value.
    pub(super) fn note_constant(&mut self, ty: &Qual, storage: &Storage) {
        if ty.constant && matches!(storage, Storage::Memory { .. }) {
            let says = "Objects that are defined `const` are not written (C11 6.7.3p6).";
            self.note("promise", "const objects", says);
        }
    }

    fn note_model(&mut self, name: &str) {
        if is_model(name) {
            let file = model_file(name);
            let says = format!("Does what its model says, `frontend/models/{file}`.");
            self.note("external", name, &says);
        }
        if name == "qsort" {
            let says = "The function that compares does not change the array (C11 7.22.5p2).";
            self.note("undefined-behaviour", name, says);
        }
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
        // What is promised of a name holds where a pointer has its address, too.
        let plan = self.plan;
        let names = plan.reached.names.range((f, 0)..=(f, u32::MAX));
        let names = names.filter_map(|(_, name)| program.function(*name));
        names.for_each(|name| self.promises(name));
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
                    .any(|(id, f)| f.name == library && runs_definition(program, id)) =>
            {
                let message = format!("`{name}` may be the compiler's own function or the `{library}` that the program defines");
                Err(self
                    .fail(ErrorKind::Unsupported, message)
                    .help(format!("call `{library}`, or leave its definition out")))
            }
            _ => Ok(()),
        }
    }

    /// Notes that memories which hold `_Bool` and become unknown hold 0 or 1 all the same.
    pub(super) fn note_truth_values(&mut self, key: MapKey) {
        let truth = match key {
            MapKey::Bool => true,
            MapKey::Field(record, index) => self
                .program
                .types
                .field(record, index)
                .is_some_and(|f| *f.ty.ty.innermost() == Type::Bool && f.bits.is_none()),
            _ => false,
        };
        if truth {
            self.note_truth_value();
        }
    }

    /// The same of an object of this type.
    pub(super) fn note_truth_of(&mut self, ty: &Type) {
        let parts = self.plan.extents(&self.program.types, ty);
        if parts.iter().any(|part| *part.ty.innermost() == Type::Bool) {
            self.note_truth_value();
        }
    }

    pub(super) fn note_truth_value(&mut self) {
        self.out.note(truth_values());
    }

    /// Some object in memory is accessed or lives for a part of the run only, or an address is
    /// computed from another one.
    pub(super) fn note_address(&mut self) {
        self.out.note(in_bounds());
    }
}

//! The variable arguments of a call: an object of the call's own that holds them one after the
//! other.

use super::call::Argument;
use super::place::{At, Spot};
use super::{Result, Translator, What};
use crate::approximation::Approximation;
use crate::flatten::{Value, ValueKind};
use crate::types::Type;
use proofmark_logic::arena::Expr as Term;
use proofmark_logic::types::IntType;

impl<'p> Translator<'p> {
    /// Keeps a call's arguments beyond its parameters, for `va_arg`; where they are.
    pub(super) fn keep_variable_arguments(&mut self, values: &[Argument]) -> Result<Term> {
        let mut end = 0u64;
        let mut places = Vec::with_capacity(values.len());
        for value in values {
            let ty = match value {
                Argument::Scalar(_, ty) => ty.clone(),
                Argument::Record(spot) => spot.ty.clone(),
                Argument::Opaque(ty) => ty.clone(),
            };
            places.push((value, ty.clone(), end));
            let bytes = self
                .program
                .types
                .argument_bytes(&ty)
                .map_err(|e| self.fail(crate::ErrorKind::Type, e.0))?;
            end = end.saturating_add(bytes);
        }
        let start = self.new_object("...".to_owned(), end.max(1));
        for (value, ty, offset) in places {
            let address = self.offset(start, i128::from(offset));
            self.keep_argument(value, ty, address)?;
        }
        Ok(start)
    }

    fn keep_argument(&mut self, value: &Argument, ty: Type, address: Term) -> Result<()> {
        let spot = Spot {
            ty,
            volatile: false,
            at: At::Memory {
                address,
                field: None,
                character: true,
            },
        };
        match value {
            Argument::Scalar(term, _) => self.write(&spot, *term),
            Argument::Record(from) => self.copy(&spot, from),
            Argument::Opaque(_) => Ok(()),
        }
    }

    /// A list that is passed to a function, which may move it or a copy of it, as the ABI has it:
    /// the caller's has any value from then on (C11 7.16p3).
    pub(super) fn pass_list(&mut self, list: &'p Value) -> Result<Term> {
        let ValueKind::Load(place) = &list.kind else {
            return self.rvalue(list);
        };
        if let Some(kept) = self.kept(place) {
            return Ok(kept);
        }
        let spot = self.spot(place)?;
        let term = self.read(&spot)?;
        let passed = self.save(term, &list.ty);
        self.approximate(Approximation::Builtin, |this| this.forget(&spot))?;
        Ok(passed)
    }

    /// The list of the innermost call's variable arguments; any address if the run starts in this
    /// function, or if it is a procedure, which is not told.
    pub(super) fn list(&mut self, machine: IntType) -> Term {
        let detail =
            "Each `va_arg` names the type of the next argument, there is one, and no list is used after a call that it was passed to (C11 7.16p3).";
        self.note("undefined-behaviour", "va_arg", detail);
        let (var, term) = self.stand_in(machine);
        self.out.emit(What::List(var));
        term
    }
}

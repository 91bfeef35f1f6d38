//! Initial values of globals, and initialisers (C11 6.7.9).

use super::observer::NewState;
use super::place::{Spot, Storage};
use super::{Lowerer, Result};
use crate::ir::{Expr, Init, Place, Step};
use crate::types::Type;
use std::collections::HashSet;
use std::rc::Rc;

impl<'p> Lowerer<'p> {
    /// Gives globals their initial values: all of them if the run starts at the program's start, otherwise the constant ones.
    pub(super) fn initial_values(&mut self, program_start: bool) -> Result<()> {
        let program = self.program;
        for (index, global) in program.globals.iter().enumerate() {
            let own = u32::try_from(index).ok().and_then(|i| program.observed.globals.get(&i)).copied();
            let starts = own.map_or(program_start || global.ty.constant, |free| !free);
            let known = global.defined && self.plan.used_globals.contains(&index) && starts;
            if !known {
                continue;
            }
            let storage = self.global(u32::try_from(index).unwrap_or(u32::MAX))?;
            self.pos = global.pos;
            match &global.init {
                Some(init) => self.initialise(&storage, &global.ty.ty, init)?,
                None => {
                    let whole = self.variable_spot(&storage, &global.ty.ty);
                    self.clear_rest(&whole, &[])?;
                    self.set_states(&whole, NewState::Zero, true)?;
                }
            }
        }
        Ok(())
    }

    /// Runs an initialiser: parts that no item writes become zero, then the items are stored in order.
    pub(super) fn initialise(&mut self, storage: &Rc<Storage>, ty: &Type, init: &'p Init) -> Result<()> {
        let whole = self.variable_spot(storage, ty);
        let (at_start, pos) = (self.instances.is_empty(), self.pos);
        self.clear_rest(&whole, &init.items)?;
        self.set_states(&whole, NewState::Zero, at_start)?;
        for (place, value) in &init.items {
            let spot = self.spot(place)?;
            if at_start {
                self.store(&spot, value)?;
            } else {
                self.store_assigned(place, &spot, value, pos)?;
            }
        }
        Ok(())
    }

    fn clear_rest(&mut self, whole: &Spot, items: &[(Place, Expr)]) -> Result<()> {
        if items.iter().any(|(place, _)| place.steps.is_empty()) {
            return Ok(());
        }
        let mut written = HashSet::new();
        for (place, _) in items {
            if let Some((first, count)) = self.leaf_range(&whole.ty, place) {
                written.extend(first..first + count);
            }
        }
        if self.plan.leaves(&self.program.types, &whole.ty).is_none() {
            return self.clear_large(whole);
        }
        self.write_parts(whole, |this, index, leaf| Ok(leaf.machine.filter(|_| !written.contains(&index)).map(|_| this.arena.lit(0))))
    }

    /// An object that is too large to clear part by part: at the start of a run its memory is unknown already, later it becomes so.
    fn clear_large(&mut self, whole: &Spot) -> Result<()> {
        let function = self.function_name();
        self.note("approximation", &function, "The initial value of a large object is unknown.");
        if self.instances.is_empty() {
            return Ok(());
        }
        self.write_parts(whole, |_, _, _| Ok(None))
    }

    /// The scalar parts that a constant path covers: index of the first, and number.
    fn leaf_range(&self, ty: &Type, place: &Place) -> Option<(usize, usize)> {
        let types = &self.program.types;
        let count = |ty: &Type| self.plan.leaves(types, ty).map(|l| l.len());
        let (mut ty, mut first) = (ty.clone(), 0);
        for step in &place.steps {
            ty = match (step, &ty) {
                (Step::Index(e), Type::Array(element, _)) => {
                    first += usize::try_from(e.as_int()?).ok()?.checked_mul(count(&element.ty)?)?;
                    element.ty.clone()
                }
                (Step::Field(record, index), Type::Record(_)) => {
                    for field in types.fields(*record).iter().take(*index) {
                        first += count(&field.ty.ty)?;
                    }
                    types.fields(*record).get(*index)?.ty.ty.clone()
                }
                _ => return None,
            };
        }
        Some((first, count(&ty)?))
    }
}

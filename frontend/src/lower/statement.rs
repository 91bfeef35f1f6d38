//! Statements: labels and jumps, `switch`, `return`, inline assembly.

use super::place::{At, Storage};
use super::{Lowerer, Result, EDGES_MAX};
use crate::approximation::Approximation;
use crate::diagnostic::ErrorKind;
use crate::ir::{AsmMemory, Stmt as IrStmt, StmtKind as IrKind};
use crate::types::Type;
use proofmark_logic::cfa::LocId;
use std::rc::Rc;

impl<'p> Lowerer<'p> {
    pub(super) fn label(&mut self, label: crate::ir::Label) -> LocId {
        let index = label.0 as usize;
        if let Some(Some(loc)) = self
            .instances
            .last()
            .and_then(|i| i.labels.get(index))
            .copied()
        {
            return loc;
        }
        let loc = self.new_loc(self.pos);
        if let Some(slot) = self
            .instances
            .last_mut()
            .and_then(|i| i.labels.get_mut(index))
        {
            *slot = Some(loc);
        }
        loc
    }

    pub(super) fn stmts(&mut self, stmts: &'p [IrStmt]) -> Result<()> {
        let outer = std::mem::take(&mut self.labels);
        for (index, stmt) in stmts.iter().enumerate() {
            self.pos = stmt.pos;
            // An initialiser writes the whole object; reading the object in its own initialiser is
            // undefined (C11 6.3.2.1p2).
            if let (IrKind::Enter(entered), Some(IrKind::Init(filled, _))) =
                (&stmt.kind, stmts.get(index + 1).map(|s| &s.kind))
            {
                if entered == filled
                    && self
                        .local(*entered)
                        .is_some_and(|s| matches!(*s, Storage::Memory { .. }))
                {
                    continue;
                }
            }
            if self.cfa.edges.len() > self.choice.edges_max() {
                let error = self.fail(
                    ErrorKind::Limit,
                    format!(
                        "the program has more than {EDGES_MAX} edges after its calls are inlined"
                    ),
                );
                return Err(error.help("verify a smaller entry function"));
            }
            self.stmt(stmt)?;
            match &stmt.kind {
                IrKind::Label { name, .. } => self.labels.extend(name.clone()),
                IrKind::Enter(_) => {}
                _ => self.labels.clear(),
            }
        }
        self.labels = outer;
        Ok(())
    }

    fn stmt(&mut self, stmt: &'p IrStmt) -> Result<()> {
        match &stmt.kind {
            IrKind::Expr(e) => self.effect(e),
            IrKind::Enter(local) => match self.local(*local) {
                Some(storage) => self.begin(&storage),
                None => Ok(()),
            },
            IrKind::Init(local, init) => match self.local(*local) {
                Some(storage) => {
                    let function = self.instances.last().map_or(0, |i| i.function) as usize;
                    let body = self
                        .program
                        .functions
                        .get(function)
                        .and_then(|f| f.body.as_ref());
                    let ty = body
                        .and_then(|b| b.locals.get(*local as usize))
                        .map_or(Type::Void, |l| l.ty.ty.clone());
                    self.note_own_initialiser(*local, &init.items);
                    self.initialise(&storage, &ty, init)?;
                    self.store_cleared(*local)
                }
                None => Ok(()),
            },
            IrKind::Label { label, error, name } => {
                let loc = self.label(*label);
                if let Some(instance) = self.instances.last_mut() {
                    instance.labelled |= name.is_some();
                }
                if let Some(location) = self.cfa.locations.get_mut(loc.0 as usize) {
                    location.pos = stmt.pos;
                }
                if let Some(slot) = self
                    .instances
                    .last_mut()
                    .and_then(|i| i.placed.get_mut(label.0 as usize))
                {
                    *slot = true;
                }
                self.flow_to(loc);
                if *error && !self.program.observed.active {
                    self.violate();
                }
                Ok(())
            }
            IrKind::Goto(label) => {
                let (to, next) = (self.label(*label), self.new_loc(stmt.pos));
                self.jump(to, next);
                Ok(())
            }
            IrKind::Jump(e) => self.computed_goto(e),
            IrKind::Branch(e, then, other) => {
                let (then, other, next) = (
                    self.label(*then),
                    self.label(*other),
                    self.new_loc(stmt.pos),
                );
                self.branch(e, then, other)?;
                self.at = next;
                Ok(())
            }
            IrKind::Reject => {
                self.violate();
                Ok(())
            }
            IrKind::Halt => {
                self.stop();
                Ok(())
            }
            IrKind::Switch(e, cases, default) => self.switch(e, cases, *default),
            IrKind::Return(value) => self.return_value(value.as_ref()),
            IrKind::Asm(places, memory) => self.asm(places, *memory),
        }
    }

    pub(super) fn local(&self, index: u32) -> Option<Rc<Storage>> {
        self.instances
            .last()
            .and_then(|i| i.locals.get(index as usize))
            .cloned()
    }

    fn return_value(&mut self, value: Option<&'p crate::ir::Expr>) -> Result<()> {
        let instance = self.instances.last().map(|i| (i.result.clone(), i.exit));
        let Some((result, exit)) = instance else {
            return Ok(());
        };
        if let Some(value) = value {
            match result {
                Some(result) => {
                    let spot = self.variable_spot(&result, &value.ty);
                    self.store(&spot, value)?;
                }
                None => self.effect(value)?,
            }
        }
        let next = self.new_loc(self.pos);
        self.jump(exit, next);
        Ok(())
    }

    fn switch(
        &mut self,
        e: &'p crate::ir::Expr,
        cases: &[(i128, i128, crate::ir::Label)],
        default: crate::ir::Label,
    ) -> Result<()> {
        let value = self.rvalue(e)?;
        let value = self.save(value, &e.ty);
        for &(low, high, label) in cases {
            let target = self.label(label);
            let lit = self.arena.lit(low);
            let next = self.new_loc(self.pos);
            if low == high {
                let atom = self.arena.eq(value, lit);
                self.split(atom, true, target, next);
            } else {
                let inside = self.new_loc(self.pos);
                let above = self.arena.le(lit, value);
                self.split(above, true, inside, next);
                self.at = inside;
                let lit = self.arena.lit(high);
                let below = self.arena.le(value, lit);
                self.split(below, true, target, next);
            }
            self.at = next;
        }
        let (target, next) = (self.label(default), self.new_loc(self.pos));
        self.jump(target, next);
        Ok(())
    }

    /// Variables outside of functions that assembly may name, although the program takes no address
    /// of theirs.
    fn forget_globals(&mut self) -> Result<()> {
        let program = self.program;
        for (index, global) in (0u32..).zip(&program.globals) {
            let used = self.plan.used_globals.contains(&(index as usize));
            if used && !global.ty.constant && !program.observed.globals.contains_key(&index) {
                let storage = self.global(index)?;
                let spot = self.variable_spot(&storage, &global.ty.ty);
                self.approximate(Approximation::Assembly, |this| this.forget_value(&spot))?;
            }
        }
        Ok(())
    }

    fn asm(&mut self, places: &'p [crate::ir::Place], memory: AsmMemory) -> Result<()> {
        let function = self.function_name();
        self.note(
            "inline-asm",
            &function,
            "Inline assembly changes only its outputs and, if it clobbers memory or gets an address, memory; it falls through.",
        );
        let mut spots = Vec::with_capacity(places.len());
        for place in places {
            self.refuse_watched(place)?;
            let mut spot = self.spot(place)?;
            self.save_spot(&mut spot);
            spots.push(spot);
        }
        for spot in &spots {
            self.approximate(Approximation::Assembly, |this| this.forget_value(spot))?;
        }
        // An output may say where another one is; which of the two is first written back is open.
        for place in places
            .iter()
            .filter(|place| places.len() > 1 && !place.effects())
        {
            let spot = self.spot(place)?;
            if matches!(spot.at, At::Memory { address, .. } if self.arena.var_mask(address) != 0) {
                self.approximate(Approximation::Assembly, |this| this.forget_value(&spot))?;
            }
        }
        self.note_kept_states();
        if memory >= AsmMemory::Pointed {
            self.forget_memory(Approximation::Assembly);
        }
        if memory == AsmMemory::All {
            self.forget_globals()?;
        }
        Ok(())
    }
}

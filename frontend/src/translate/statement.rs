//! Statements: labels and jumps, `switch`, `return`, inline assembly.

use super::object::indeterminate;
use super::place::{At, Home, Storage};
use super::{Extent, Result, Translator, What, EXIT};
use crate::approximation::Approximation;
use crate::flatten::{Kind, Place, Start, Stmt, Value};
use crate::ir::{AsmMemory, Label};
use crate::types::Type;
use proofmark_logic::arena::{Expr as Term, Node};
use proofmark_logic::cfa::{LocId, Pos};

impl<'p> Translator<'p> {
    pub(super) fn label(&mut self, label: Label) -> LocId {
        let index = label.0 as usize;
        if let Some(Some(loc)) = self
            .instances
            .last()
            .and_then(|i| i.labels.get(index))
            .copied()
        {
            return loc;
        }
        let loc = self.out.new_loc(self.out.pos);
        if let Some(slot) = self
            .instances
            .last_mut()
            .and_then(|i| i.labels.get_mut(index))
        {
            *slot = Some(loc);
        }
        loc
    }

    pub(super) fn stmts(&mut self, stmts: &'p [Stmt]) -> Result<()> {
        for stmt in stmts {
            self.out.pos = stmt.pos;
            self.out.emit(What::Statement);
            self.stmt(stmt)?;
        }
        Ok(())
    }

    fn stmt(&mut self, stmt: &'p Stmt) -> Result<()> {
        match &stmt.kind {
            Kind::Assign(place, value) => match self.saved(place) {
                Some(temporary) => self.define(temporary, value),
                None => {
                    let spot = self.spot(place)?;
                    let through = self.written_through((place, value), &spot)?;
                    self.store(&spot, value, through)
                }
            },
            Kind::Call(call) => self.call(call),
            Kind::Overflow(operation) => self.overflow(operation),
            Kind::Enter(local, start) => self.begin_local(*local, *start),
            Kind::Clear(place, kept) => {
                let whole = self.spot(place)?;
                self.clear(&whole, kept)
            }
            Kind::Label { label, error } => {
                self.place_label(*label, stmt.pos);
                if *error && !self.program.observed.active {
                    self.violate();
                }
                Ok(())
            }
            Kind::Goto(label) => {
                let to = self.label(*label);
                self.out.leave(to);
                Ok(())
            }
            Kind::Jump(e) => self.computed_goto(e),
            Kind::Branch(e, then, other) => {
                let (then, other) = (self.label(*then), self.label(*other));
                self.branch(e, then, other)?;
                self.out.stop();
                Ok(())
            }
            Kind::Reject => {
                self.violate();
                Ok(())
            }
            Kind::Halt => {
                self.out.stop();
                Ok(())
            }
            Kind::Switch(e, cases, default) => self.switch(e, cases, *default),
            Kind::Return => {
                self.out.leave(EXIT);
                Ok(())
            }
            Kind::Asm(asm) => self.asm(&asm.outputs, asm.memory),
            Kind::Observe(function, values) => {
                let values = self.arguments(values)?;
                self.out.pos = stmt.pos;
                self.observer(*function, values)
            }
            Kind::Heard(heard) => {
                self.hear(*heard);
                Ok(())
            }
        }
    }

    fn place_label(&mut self, label: Label, pos: Pos) {
        let loc = self.label(label);
        if let Some(known) = self.out.locations.get_mut(loc.0 as usize) {
            *known = pos;
        }
        let placed = self.instances.last_mut().map(|i| &mut i.placed);
        if let Some(slot) = placed.and_then(|placed| placed.get_mut(label.0 as usize)) {
            *slot = true;
        }
        self.out.flow_to(loc);
    }

    /// A temporary gets its value.
    fn define(&mut self, temporary: u32, value: &'p Value) -> Result<()> {
        let home = match &value.ty {
            Type::Record(_) => {
                let from = self.record(value)?;
                let storage = self.scratch(&value.ty);
                let to = self.variable_spot(&storage, &value.ty);
                self.copy(&to, &from)?;
                Home::Object(storage)
            }
            ty if self.machine(ty).is_none() => Home::Value(self.arena.lit(0)),
            ty => {
                let term = self.rvalue(value)?;
                Home::Value(self.keep(term, ty))
            }
        };
        self.bind(temporary, home);
        Ok(())
    }

    /// Keeps a value from later changes of what it was read from. What a pointer to a function
    /// certainly is, it stays.
    pub(super) fn keep(&mut self, value: Term, ty: &Type) -> Term {
        match (self.arena.node(value), self.machine(ty)) {
            (Node::Var(..), Some(machine)) => {
                let (var, term) = self.stand_in(machine);
                self.out.emit(What::Keep(var, value));
                term
            }
            _ => self.save(value, ty),
        }
    }

    fn switch(
        &mut self,
        e: &'p Value,
        cases: &[(i128, i128, Label)],
        default: Label,
    ) -> Result<()> {
        let value = self.rvalue(e)?;
        let value = self.save(value, &e.ty);
        let single = cases.iter().all(|(low, high, _)| low == high);
        if single && cases.len() > 1 && self.arena.as_lit(value).is_none() {
            self.switch_at_once(value, cases, default);
            return Ok(());
        }
        for &(low, high, label) in cases {
            let target = self.label(label);
            let lit = self.arena.lit(low);
            let next = self.out.new_loc(self.out.pos);
            if low == high {
                let atom = self.arena.eq(value, lit);
                self.split(atom, true, target, next);
            } else {
                let inside = self.out.new_loc(self.out.pos);
                let above = self.arena.le(lit, value);
                self.split(above, true, inside, next);
                self.out.resume(inside);
                let lit = self.arena.lit(high);
                let below = self.arena.le(value, lit);
                self.split(below, true, target, next);
            }
            self.out.resume(next);
        }
        let target = self.label(default);
        self.out.leave(target);
        Ok(())
    }

    /// One way for each value: paths do not grow with the number of cases.
    fn switch_at_once(&mut self, value: Term, cases: &[(i128, i128, Label)], default: Label) {
        let here = self.out.new_loc(self.out.pos);
        self.out.flow_to(here);
        let mut others = Vec::with_capacity(cases.len());
        for &(low, _, label) in cases {
            let target = self.label(label);
            let lit = self.arena.lit(low);
            let atom = self.arena.eq(value, lit);
            self.out.assume(atom);
            self.out.leave(target);
            self.out.resume(here);
            others.push(self.arena.not(atom));
        }
        others.into_iter().for_each(|other| self.out.assume(other));
        let target = self.label(default);
        self.out.leave(target);
    }

    /// Variables outside of functions that assembly may name, although the program takes no address
    /// of theirs.
    fn forget_globals(&mut self) -> Result<()> {
        let program = self.program;
        for (index, global) in (0u32..).zip(&program.globals) {
            let used = self.plan.reached.globals.contains(&index);
            if used && !global.ty.constant && !program.observed.globals.contains_key(&index) {
                let storage = self.global(index)?;
                let spot = self.variable_spot(&storage, &global.ty.ty);
                self.approximate(Approximation::Assembly, |this| this.forget_value(&spot))?;
            }
        }
        Ok(())
    }

    /// The lifetime of a local begins.
    fn begin_local(&mut self, local: u32, start: Start) -> Result<()> {
        let storage = self.local(local)?;
        // The range of a `_Bool` may decide what no value of it is read for.
        if start != Start::Initialised {
            let instance = self.instances.last();
            let declared = instance.and_then(|i| i.body.locals.get(local as usize));
            if let Some(ty) = declared.map(|local| local.ty.ty.clone()) {
                self.note_truth_of(&ty);
            }
        }
        match (start, &*storage) {
            (Start::Initialised, Storage::Memory { .. }) => Ok(()),
            // What the object held before is what it holds (C11 6.3.2.1p2).
            (Start::Doubtful, Storage::Memory { .. }) => {
                self.out.note(indeterminate());
                Ok(())
            }
            (Start::Initialised | Start::Doubtful | Start::Indeterminate, _) => {
                self.begin(&storage)
            }
        }
    }

    fn asm(&mut self, places: &'p [Place], memory: AsmMemory) -> Result<()> {
        let function = self.function_name();
        self.note(
            "inline-asm",
            &function,
            "Inline assembly changes only its outputs and, if it clobbers memory or gets an address, memory; it falls through, calls no function of the program, and frees no block of memory.",
        );
        let mut spots = Vec::with_capacity(places.len());
        for place in places {
            let mut spot = self.spot(place)?;
            self.save_spot(&mut spot);
            spots.push(spot);
        }
        for spot in &spots {
            self.note_truth_of(&spot.ty);
            self.approximate(Approximation::Assembly, |this| this.forget_value(spot))?;
        }
        // An output may say where another one is; which of the two is first written back is open.
        for place in places.iter().filter(|_| places.len() > 1) {
            let spot = self.spot(place)?;
            if matches!(spot.at, At::Memory { address, .. } if self.arena.var_mask(address) != 0) {
                self.approximate(Approximation::Assembly, |this| this.forget_value(&spot))?;
            }
        }
        self.note_kept_states();
        if memory >= AsmMemory::Pointed {
            self.forget_memory(Approximation::Assembly, Extent::Everything);
        }
        if memory == AsmMemory::All {
            self.forget_globals()?;
        }
        Ok(())
    }
}

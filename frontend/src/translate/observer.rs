//! Observers beside the program (paper 002, section 2.2): their functions run where flat C says so,
//! and where runs end; type states follow objects.

use super::call::Argument;
use super::place::{At, Spot};
use super::{Extent, Hearing, Result, Side, Translator};
use crate::approximation::Approximation;
use crate::diagnostic::ErrorKind;
use crate::flatten;
use crate::partition::LEAVES_MAX;
use crate::types::Type;
use proofmark_logic::arena::Expr as Term;

/// What happens to type states.
#[derive(Clone, Copy)]
pub(super) enum NewState {
    /// All members become zero.
    Zero,
    /// Nothing is known of them.
    Unknown,
    /// They become those of the object at this address.
    CopyOf(Term),
}

impl<'p> Translator<'p> {
    fn watching(&self) -> bool {
        self.program.observed.active && self.side == Side::Program
    }

    /// For messages: what observers hear at the next statement.
    pub(super) fn hear(&mut self, heard: flatten::Heard) {
        self.out.hear(match heard {
            flatten::Heard::Match(event) => Hearing::Match(event),
            flatten::Heard::Miss(f) => Hearing::Missed(f),
        });
    }

    /// For messages: a call, wherever patterns could match it.
    pub(super) fn hear_call(&mut self, f: u32) {
        if self.watching() {
            self.out.hear(Hearing::Call(f));
        }
    }

    /// Whether some event is about calls of this function.
    pub(super) fn is_watched(&self, f: u32) -> bool {
        self.watching() && self.program.is_watched(f)
    }

    /// Runs a function of an observer.
    pub(super) fn observer(&mut self, function: u32, values: Vec<Argument>) -> Result<()> {
        let pos = self.out.pos;
        let before = std::mem::replace(&mut self.side, Side::Observer);
        self.enter_function(function, values)?;
        self.side = before;
        self.out.pos = pos;
        Ok(())
    }

    /// Where a run ends: the final conditions must hold.
    pub(super) fn end_of_run(&mut self, status: Argument) -> Result<()> {
        let program = self.program;
        for (index, condition) in program.observed.finals.iter().enumerate() {
            self.out.hear(Hearing::End(index));
            self.observer(condition.function, Vec::new())?;
        }
        program
            .at_exit
            .map_or(Ok(()), |f| self.enter_function(f, vec![status]).map(|_| ()))
    }

    // -- type states

    /// The type states in an object of this type: offsets and records; `None` if there are too
    /// many.
    fn states_in(&self, ty: &Type, base: u64, out: &mut Vec<(u64, u32)>) -> Option<()> {
        if !self.program.carries_state(ty) {
            return Some(());
        }
        let types = &self.program.types;
        match ty {
            Type::Array(element, length) => {
                let size = types.size_of(&element.ty).ok()?;
                (0..(*length)?).try_for_each(|i| {
                    self.states_in(&element.ty, base.checked_add(i.checked_mul(size)?)?, out)
                })?;
            }
            Type::Record(record) => {
                out.extend(
                    self.program
                        .observed
                        .states
                        .iter()
                        .filter(|s| s.ty == *ty)
                        .map(|s| (base, s.record)),
                );
                types
                    .fields(*record)
                    .iter()
                    .try_for_each(|f| self.states_in(&f.ty.ty, base.checked_add(f.offset)?, out))?;
            }
            _ => {}
        }
        (out.len() <= LEAVES_MAX).then_some(())
    }

    /// Changes the type states in an object. `keep_free`: leave those alone that initial conditions
    /// choose.
    pub(super) fn set_states(&mut self, spot: &Spot, new: NewState, keep_free: bool) -> Result<()> {
        if self.program.observed.states.is_empty() || !self.program.carries_state(&spot.ty) {
            return Ok(());
        }
        let At::Memory { address, .. } = spot.at else {
            return Err(self.fail(
                ErrorKind::Internal,
                "an object with a type state has no address",
            ));
        };
        let mut parts = Vec::new();
        if self.states_in(&spot.ty, 0, &mut parts).is_none() {
            self.forget_states(Approximation::LargeObject);
            return Ok(());
        }
        let program = self.program;
        for (offset, record) in parts {
            if keep_free
                && program
                    .observed
                    .states
                    .iter()
                    .any(|s| s.record == record && s.free)
            {
                continue;
            }
            for (index, field) in program.types.fields(record).iter().enumerate() {
                let bytes = i128::from(offset) + i128::from(field.offset);
                let at = |this: &mut Self, object: Term| {
                    let address = this.offset(object, bytes);
                    Spot {
                        ty: field.ty.ty.clone(),
                        volatile: false,
                        at: At::Memory {
                            address,
                            field: Some((record, index)),
                            character: true,
                        },
                    }
                };
                let value = match new {
                    NewState::Zero => self.arena.lit(0),
                    NewState::Unknown => match self.machine(&field.ty.ty) {
                        Some(machine) => self.unknown(machine),
                        None => continue,
                    },
                    NewState::CopyOf(other) => {
                        let from = at(self, other);
                        self.read(&from)?
                    }
                };
                let to = at(self, address);
                self.write(&to, value)?;
            }
        }
        Ok(())
    }

    /// Type states are no memory of the program: bytes and assembly leave them alone.
    pub(super) fn note_kept_states(&mut self) {
        let mut states = self.program.observed.states.iter();
        if states.any(|s| matches!(s.ty, Type::Record(_))) {
            self.note("events", "type states", "Objects with a type state are copied or cleared as wholes: not byte by byte, and not by assembly.");
        }
    }

    /// Nothing is known of the type states of objects any more.
    pub(super) fn forget_states(&mut self, why: Approximation) {
        let program = self.program;
        let records: Vec<u32> = program
            .observed
            .states
            .iter()
            .filter(|s| matches!(s.ty, Type::Record(_)))
            .map(|s| s.record)
            .collect();
        let keys: Vec<_> = self
            .objects
            .maps
            .keys()
            .copied()
            .filter(|k| matches!(k, crate::partition::MapKey::Field(r, _) if records.contains(r)))
            .collect();
        self.forget_maps(keys, why, Extent::Everything);
    }
}

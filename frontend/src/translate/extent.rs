//! Memory that becomes unknown.
//!
//! Proofs let whole memories become unknown, although the program changes only some of their bytes
//! (a member of a union, a block that is filled). An execution is one of the program only if the
//! others stay what they are, so [`Action::Changes`] stands in front of such havocs.

use super::place::{At, Slot, Spot};
use super::{Action, Extent, Seen, Translator};
use crate::approximation::Approximation;
use crate::partition::MapKey;
use proofmark_logic::arena::{Expr as Term, Op, VarId};
use proofmark_logic::types::IntType;
use std::collections::BTreeSet;

impl Translator<'_> {
    /// Whole memories become unknown: more than what the program changes.
    pub(super) fn forget_maps(
        &mut self,
        keys: impl IntoIterator<Item = MapKey>,
        why: Approximation,
        extent: Extent,
    ) {
        let maps = self.maps_that_forget(keys);
        if !maps.is_empty() {
            self.out.act(Action::Changes(extent));
        }
        self.havoc_maps(maps, why);
    }

    /// The maps with these keys, which become unknown.
    pub(super) fn maps_that_forget(
        &mut self,
        keys: impl IntoIterator<Item = MapKey>,
    ) -> Vec<VarId> {
        let mut vars = Vec::new();
        for key in keys {
            let home = self.plan.home(key);
            if let Some(var) = self.objects.maps.get(&home).copied() {
                self.note_truth_values(key);
                if !vars.contains(&var) {
                    vars.push(var);
                }
            }
        }
        vars
    }

    pub(super) fn havoc_maps(&mut self, maps: Vec<VarId>, why: Approximation) {
        self.approximate(why, |this| maps.into_iter().for_each(|var| this.havoc(var)));
    }

    /// After a write of one byte through a character pointer that may point to anything.
    pub(super) fn forget_bytes(&mut self, address: Term, byte: Term) {
        let extent = Extent::Block {
            from: address,
            size: self.arena.lit(1),
            fill: Some(byte),
        };
        self.forget_memory(Approximation::Characters, extent);
        self.note_kept_states();
    }

    /// All of memory becomes unknown. Type states are no memory of the program.
    pub(super) fn forget_memory(&mut self, why: Approximation, extent: Extent) {
        self.forget_memory_but(&BTreeSet::new(), why, extent);
    }

    /// As [`Self::forget_memory`], but for these maps.
    pub(super) fn forget_memory_but(
        &mut self,
        known: &BTreeSet<MapKey>,
        why: Approximation,
        extent: Extent,
    ) {
        let keys: Vec<MapKey> = self
            .objects
            .maps
            .keys()
            .copied()
            .filter(|k| !self.plan.is_state(*k) && !known.contains(k))
            .collect();
        self.forget_maps(keys, why, extent);
    }

    /// The bytes of an object in memory.
    pub(super) fn extent_of(&mut self, spot: &Spot) -> Extent {
        let At::Memory { address, field, .. } = spot.at else {
            return Extent::Everything;
        };
        let types = &self.program.types;
        let bits = field.and_then(|(record, index)| types.field(record, index)?.bits);
        let size = match bits {
            Some((start, width)) => Some((start % 8 + u64::from(width)).div_ceil(8)),
            None => types.size_of(&spot.ty).ok(),
        };
        size.map_or(Extent::Everything, |size| Extent::Block {
            from: address,
            size: self.arena.lit(i128::from(size)),
            fill: None,
        })
    }

    /// Any value, but for those who see that it is this one.
    pub(super) fn open(&mut self, machine: IntType, value: Term, why: Approximation) -> Term {
        let (var, term) = self.temp(machine);
        self.out.act(Action::Open {
            var,
            value,
            why,
            seen: Seen::ByRuns,
        });
        term
    }

    /// After a write to parts of a split variable: another part, with the bits that it shares.
    pub(super) fn share(&mut self, written: &[Slot], other: &Slot) {
        let Some((var, ty)) = other.var else {
            return;
        };
        if ty.bits() == 1 && other.bits.1 > 1 {
            self.note_truth_value();
        }
        let mut value = self.arena.var(var, ty);
        for slot in written {
            value = self.shared_bits(slot, other, value);
        }
        if is_told(written, other) {
            self.out.assign(var, value);
            return;
        }
        self.out.act(Action::Open {
            var,
            value,
            why: Approximation::Union,
            seen: Seen::ByRuns,
        });
    }

    /// What a part holds after a write to another one, if it held `old`.
    fn shared_bits(&mut self, written: &Slot, other: &Slot, old: Term) -> Term {
        let (Some((from, from_ty)), Some((_, to_ty))) = (written.var, other.var) else {
            return old;
        };
        let low = written.bits.0.max(other.bits.0);
        let high = (written.bits.0 + written.bits.1).min(other.bits.0 + other.bits.1);
        let Some(shared) = high
            .checked_sub(low)
            .and_then(|n| IntType::new(u8::try_from(n).ok()?, false))
        else {
            return old;
        };
        let value = self.arena.var(from, from_ty);
        let shifted = self.shifted(value, low - written.bits.0);
        if written.covers(other) {
            return self.arena.wrap(to_ty, shifted);
        }
        let piece = self.arena.wrap(shared, shifted);
        let before = self.shifted(old, low - other.bits.0);
        let before = self.arena.wrap(shared, before);
        let change = self.arena.mk(Op::Sub, &[piece, before]);
        let factor = self.arena.lit(1i128 << (low - other.bits.0));
        let change = self.arena.mk(Op::Mul, &[change, factor]);
        let value = self.arena.mk(Op::Add, &[old, change]);
        self.arena.wrap(to_ty, value)
    }

    /// A value without its lowest bits.
    fn shifted(&mut self, value: Term, bits: u64) -> Term {
        if bits == 0 {
            return value;
        }
        let bits = self.arena.lit(i128::from(bits));
        self.arena.mk(Op::Shr, &[value, bits])
    }
}

/// Whether variables tell each bit that a part gets from others, and of what it keeps of its own.
/// Which bits what is no number has is open, and a `_Bool` has bits that its value does not tell.
fn is_told(written: &[Slot], other: &Slot) -> bool {
    let exact = |slot: &Slot| match slot.var {
        Some((_, ty)) => u64::from(ty.bits()) == slot.bits.1,
        None => false,
    };
    let kept = other.format.is_none() || written.iter().any(|slot| slot.covers(other));
    let mut meeting = written.iter().filter(|slot| slot.meets(other));
    exact(other) && kept && meeting.all(|slot| exact(slot) && slot.format.is_none())
}

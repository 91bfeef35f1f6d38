//! Memory that becomes unknown.
//!
//! Where the program changes bytes that several memories show (a member of a union, a block that
//! is filled), proofs let the others become unknown: where their elements share one of these bytes
//! ([`Action::Blur`]), or as a whole, if that is not known or concerns too many. An execution is
//! one of the program only if all else stays what it is, so [`Action::Changes`] stands in front of
//! both.

use super::place::{At, Slot, Spot};
use super::{Action, Extent, Origin, Seen, Translator};
use crate::approximation::Approximation;
use crate::partition::MapKey;
use proofmark_logic::arena::{Expr as Term, Op, VarId};
use proofmark_logic::cfa::VarSort;
use proofmark_logic::types::IntType;
use std::collections::BTreeSet;

/// Where a write concerns more memories, each becomes unknown as a whole: unions of a hundred kinds
/// of messages would make a hundred statements of each write, and searches slow.
const BLURRED_MAX: usize = 16;

/// The same for writes of scalars, of which there are many more.
const BLURRED_BESIDE_MAX: usize = 2;

impl Translator<'_> {
    /// Memories become unknown where the program changes bytes that they show.
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
        self.blur((maps, BLURRED_MAX), why, extent);
    }

    /// Memories become unknown where they share a byte with a scalar that is written.
    pub(super) fn blur_beside(&mut self, maps: Vec<VarId>, extent: Extent) {
        self.blur((maps, BLURRED_BESIDE_MAX), Approximation::Union, extent);
    }

    /// Of maps whose elements in an extent are about to get their values, those become unknown
    /// there whose elements may share a byte with others: such may begin before the extent, or end
    /// behind it.
    pub(super) fn forget_overlapping_each_other(
        &mut self,
        keys: &BTreeSet<MapKey>,
        extent: Extent,
    ) {
        let plan = self.plan;
        let overlapped: BTreeSet<MapKey> =
            keys.iter().flat_map(|key| plan.overlapping(*key)).collect();
        let own: Vec<MapKey> = keys.intersection(&overlapped).copied().collect();
        self.forget_maps(own, Approximation::Union, extent);
    }

    /// Memories become unknown where their elements lie in what the program changes, as
    /// [`Action::Changes`] has told; as a whole if there are too many.
    fn blur(&mut self, (maps, most): (Vec<VarId>, usize), why: Approximation, extent: Extent) {
        let block = match (extent, why) {
            (
                Extent::Block { from, size, .. },
                Approximation::Union | Approximation::Characters | Approximation::Block,
            ) if (1..=most).contains(&maps.len()) => {
                Some([from, size].map(|term| self.save_machine(term, self.program.types.address())))
            }
            _ => None,
        };
        for var in maps {
            match block.and_then(|[from, size]| self.elements_in(var, from, size)) {
                Some((ty, ends)) => {
                    let sort = VarSort::Map(ty);
                    let other = self.out.declare("$".to_owned(), sort, Origin::Scratch);
                    let inside = self.arena.map_var(other, ty);
                    let map = self.arena.map_var(var, ty);
                    let value = self.arena.patch(map, ends, inside);
                    self.out.act(Action::Blur {
                        map: var,
                        other,
                        value,
                        why,
                    });
                }
                None => self.approximate(why, |this| this.havoc(var)),
            }
        }
    }

    /// Where the elements of a memory begin that share a byte with a block.
    fn elements_in(&mut self, map: VarId, from: Term, size: Term) -> Option<(IntType, [Term; 2])> {
        let mut maps = self.objects.maps.iter();
        let (key, _) = maps.find(|(_, var)| **var == map)?;
        let ty = self.plan.maps.get(key).copied()?;
        let bytes = match key {
            MapKey::Bytes => 1,
            // A list of arguments is one element, and may be longer.
            MapKey::Pointer if self.plan.lists => return None,
            key => self.plan.cell(&self.program.types, *key)?.bytes(),
        };
        let first = self.plus(from, 1 - bytes);
        let end = match self.arena.as_lit(size) {
            Some(size) => self.plus(from, size),
            None => self.arena.mk(Op::Add, &[from, size]),
        };
        Some((ty, [first, end]))
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
        // What a list of arguments has further behind, its variable does not tell.
        let distance = u32::try_from(low - other.bits.0).unwrap_or(u32::MAX);
        let Some(factor) = 1i128.checked_shl(distance).filter(|factor| *factor > 0) else {
            return old;
        };
        let factor = self.arena.lit(factor);
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

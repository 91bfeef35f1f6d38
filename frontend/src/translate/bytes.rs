//! Memory that is made of bytes ([`crate::partition`]): values are sums of bytes, least significant
//! first (the ABIs of x86).
//!
//! Patterns of floating values have maps of their own, as it is open which bits what is no number
//! has: a write of one leaves the bytes under it open, and bytes of other objects that may lie under
//! floating values make those unknown.

use super::place::{At, Spot};
use super::{Action, Translator};
use crate::approximation::Approximation;
use crate::partition::{gaps, Leaf, MapKey};
use crate::types::Type;
use proofmark_logic::arena::{Expr as Term, Op, VarId};
use proofmark_logic::types::IntType;

/// Some bits in memory.
#[derive(Clone, Copy)]
pub(super) struct Bits {
    /// The first byte that has one of them.
    pub(super) address: Term,
    /// Which bit there is the first.
    pub(super) first: u64,
    /// How many.
    pub(super) width: u64,
}

impl Bits {
    /// How many bytes have some of them.
    fn bytes(self) -> u64 {
        (self.first + self.width).div_ceil(8)
    }
}

impl Translator<'_> {
    /// The map of bytes, if memory is made of them.
    fn byte_map(&self) -> Option<VarId> {
        self.objects.maps.get(&MapKey::Bytes).copied()
    }

    /// Which bits a scalar in memory has.
    pub(super) fn bits_of(&self, spot: &Spot) -> Option<Bits> {
        let At::Memory { address, field, .. } = spot.at else {
            return None;
        };
        let declared = field.and_then(|(record, index)| self.program.types.field(record, index));
        Some(match declared.and_then(|field| field.bits) {
            Some((start, width)) => Bits {
                address,
                first: start % 8,
                width: u64::from(width),
            },
            None => Bits {
                address,
                first: 0,
                // A `_Bool` has a byte, too.
                width: u64::from(self.machine(&spot.ty)?.bits().next_multiple_of(8)),
            },
        })
    }

    /// A byte's address. No object ends where the address space does.
    fn byte_at(&mut self, address: Term, index: u64) -> Term {
        self.plus(address, i128::from(index))
    }

    /// The number that whole bytes are.
    fn sum(&mut self, map: Term, address: Term, count: u64) -> Term {
        let mut sum = None;
        for index in 0..count {
            let at = self.byte_at(address, index);
            let byte = self.arena.mk(Op::Sel, &[map, at]);
            let factor = self.arena.lit(1i128 << (8 * index));
            sum = Some(match sum {
                None => byte,
                Some(sum) => {
                    let byte = self.arena.mk(Op::Mul, &[factor, byte]);
                    self.arena.mk(Op::Add, &[sum, byte])
                }
            });
        }
        sum.unwrap_or_else(|| self.arena.lit(0))
    }

    /// What bits hold, as a value of a machine type.
    pub(super) fn bits_read(&mut self, bits: Bits, machine: IntType) -> Term {
        let Some(map) = self.byte_map() else {
            return self.arena.lit(0);
        };
        let map = self.arena.map_var(map, IntType::U8);
        let sum = self.sum(map, bits.address, bits.bytes());
        let value = self.shifted_down(sum, bits.first);
        self.arena.wrap(machine, value)
    }

    fn shifted_down(&mut self, value: Term, bits: u64) -> Term {
        if bits == 0 {
            return value;
        }
        if let Some(value) = self.arena.as_lit(value) {
            return self.arena.lit(value >> bits.min(126));
        }
        let bits = self.arena.lit(i128::from(bits));
        self.arena.mk(Op::Shr, &[value, bits])
    }

    /// Bits get a value; the others of their bytes stay.
    pub(super) fn bits_written(&mut self, bits: Bits, value: Term) {
        let Some(map) = self.byte_map() else { return };
        let before = self.arena.map_var(map, IntType::U8);
        let count = bits.bytes();
        let part = u8::try_from(bits.width)
            .ok()
            .and_then(|n| IntType::new(n, false));
        let whole = bits.first == 0 && bits.width == 8 * count;
        let value = match part.filter(|_| !whole) {
            None => value,
            Some(part) => self.merged(before, bits, (value, part)),
        };
        let mut after = before;
        for index in 0..count {
            let at = self.byte_at(bits.address, index);
            let byte = self.shifted_down(value, 8 * index);
            let byte = match self.arena.as_lit(byte) {
                Some(byte) => self.arena.lit(byte & 0xff),
                None => self.arena.wrap(IntType::U8, byte),
            };
            after = self.arena.mk(Op::Upd, &[after, at, byte]);
        }
        self.out.assign(map, after);
    }

    /// The number that bytes are after some of their bits got a value.
    fn merged(&mut self, map: Term, bits: Bits, (value, part): (Term, IntType)) -> Term {
        let old = self.sum(map, bits.address, bits.bytes());
        let mine = self.shifted_down(old, bits.first);
        let (mine, new) = (self.arena.wrap(part, mine), self.arena.wrap(part, value));
        let change = self.arena.mk(Op::Sub, &[new, mine]);
        let factor = self.arena.lit(1i128 << bits.first);
        let change = self.arena.mk(Op::Mul, &[change, factor]);
        self.arena.mk(Op::Add, &[old, change])
    }

    /// Nothing is known of bits from here on, but to those who see all bytes.
    fn bits_opened(&mut self, bits: Bits, why: Approximation) {
        let Some(machine) = u8::try_from(bits.width)
            .ok()
            .and_then(|width| IntType::new(width, false))
        else {
            return;
        };
        let value = self.bits_read(bits, machine);
        let any = self.open(machine, value, why);
        self.bits_written(bits, any);
    }

    /// After parts of an object were written: what of its bits no map of bytes got becomes open
    /// (padding, C11 6.2.6.1p6; floating values).
    pub(super) fn open_rest(&mut self, spot: &Spot, leaves: &[Leaf]) {
        let (At::Memory { address, field, .. }, Some(map)) = (&spot.at, self.byte_map()) else {
            return;
        };
        let (address, field) = (*address, *field);
        let Ok(size) = self.program.types.size_of(&spot.ty) else {
            return;
        };
        let types = &self.program.types;
        let told = leaves.iter().filter(|leaf| {
            let key = self.plan.key(types, leaf.field.or(field), &leaf.ty);
            leaf.machine.is_some() && self.plan.home(key) == MapKey::Bytes
        });
        let told = told.map(|leaf| (leaf.bits.0, leaf.bits.0 + leaf.bits.1));
        let open = gaps(0, size * 8, told.collect());
        if open.is_empty() {
            return;
        }
        self.out.act(Action::Refresh(map));
        for (from, to) in open {
            let mut from = from;
            while from < to {
                let (byte, first) = (from / 8, from % 8);
                let width = (to - from).min(64 - first);
                let address = self.byte_at(address, byte);
                let bits = Bits {
                    address,
                    first,
                    width,
                };
                self.bits_opened(bits, Approximation::Union);
                from += width;
            }
        }
    }

    /// After a floating value was written to memory, or one that has no map: the bytes under it are
    /// open.
    pub(super) fn open_under(&mut self, spot: &Spot) {
        if matches!(spot.ty, Type::Void | Type::Function(_)) {
            return;
        }
        self.open_rest(spot, &[]);
    }

    /// `memcpy` and `memmove` of few bytes: they get what the others held before.
    pub(super) fn copy_bytes(&mut self, to: Term, from: Term, count: u64) {
        let Some(map) = self.byte_map() else { return };
        let before = self.arena.map_var(map, IntType::U8);
        let mut after = before;
        for index in 0..count {
            let (to, from) = (self.byte_at(to, index), self.byte_at(from, index));
            let byte = self.arena.mk(Op::Sel, &[before, from]);
            after = self.arena.mk(Op::Upd, &[after, to, byte]);
        }
        self.out.assign(map, after);
    }
}

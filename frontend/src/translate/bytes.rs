//! Memory that is made of bytes ([`crate::partition`]): values are sums of bytes, least significant
//! first (the ABIs of x86).
//!
//! Floating values are the numbers that their patterns are. Which bits what is no number has is
//! open where it is written.

use super::call::Argument;
use super::fill::bytes_in;
use super::place::{At, Spot};
use super::{Action, Translator};
use crate::approximation::Approximation;
use crate::flatten::Value;
use crate::partition::{gaps, Leaf, MapKey};
use proofmark_logic::arena::{Expr as Term, Op, VarId};
use proofmark_logic::ieee::Format;
use proofmark_logic::types::IntType;

/// So many bytes are copied one by one.
const COPIED_MAX: u64 = 64;
/// So many are where a program computes their number.
const TRIED: [u64; 17] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16];

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
        let mut after = before;
        let end = bits.first + bits.width;
        for index in 0..bits.bytes() {
            let at = self.byte_at(bits.address, index);
            let (from, to) = ((8 * index).max(bits.first), (8 * index + 8).min(end));
            let piece = self.shifted_down(value, from - bits.first);
            let byte = match to - from {
                8 => self.low_bits(piece, IntType::U8),
                width => {
                    let old = self.arena.mk(Op::Sel, &[before, at]);
                    self.merged(old, (piece, width), from - 8 * index)
                }
            };
            after = self.arena.mk(Op::Upd, &[after, at, byte]);
        }
        self.out.assign(map, after);
    }

    fn low_bits(&mut self, value: Term, ty: IntType) -> Term {
        match self.arena.as_lit(value) {
            Some(value) => self.arena.lit(ty.wrap(value)),
            None => self.arena.wrap(ty, value),
        }
    }

    /// A byte some of whose bits got the lowest bits of a number.
    fn merged(&mut self, byte: Term, (piece, width): (Term, u64), first: u64) -> Term {
        let part = u8::try_from(width).ok();
        let Some(part) = part.and_then(|width| IntType::new(width, false)) else {
            return byte;
        };
        let mine = self.shifted_down(byte, first);
        let (mine, new) = (self.arena.wrap(part, mine), self.low_bits(piece, part));
        let change = self.arena.mk(Op::Sub, &[new, mine]);
        let factor = self.arena.lit(1i128 << first);
        let change = self.arena.mk(Op::Mul, &[change, factor]);
        let sum = self.arena.mk(Op::Add, &[byte, change]);
        self.arena.wrap(IntType::U8, sum)
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
    /// (padding, C11 6.2.6.1p6; values without a machine type).
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

    /// The pattern of a floating value is written. Of what is no number, the bits are open.
    pub(super) fn pattern_written(&mut self, bits: Bits, format: Format, value: Term) {
        let magnitude = u8::try_from(bits.width).ok();
        let magnitude = magnitude.and_then(|width| IntType::new(width - 1, false));
        let Some(magnitude) = magnitude else { return };
        let infinity = self.arena.lit(format.infinity());
        let size = match self.arena.as_lit(value) {
            Some(value) => self.arena.lit(value & (format.sign() - 1)),
            None => self.arena.wrap(magnitude, value),
        };
        let pos = self.out.pos;
        let [number, none, join] = [(); 3].map(|()| self.out.new_loc(pos));
        let is_number = self.arena.le(size, infinity);
        self.split(is_number, true, number, none);
        self.out.resume(number);
        self.bits_written(bits, value);
        self.out.leave(join);
        self.out.resume(none);
        if let Some(machine) = IntType::new(magnitude.bits() + 1, false) {
            let any = self.open(machine, value, Approximation::FloatingPoint);
            let size = self.arena.wrap(magnitude, any);
            let none = self.arena.le(size, infinity);
            let none = self.arena.not(none);
            self.out.assume(none);
            self.bits_written(bits, any);
        }
        self.out.flow_to(join);
    }

    /// `memcpy` and `memmove` where memory is made of bytes: byte by byte if so few are copied as
    /// are known or are tried, else as a range. False if memory is not made of bytes.
    pub(super) fn copied_bytes(&mut self, name: &str, values: &[Argument], args: &[Value]) -> bool {
        let [Argument::Scalar(to, _), Argument::Scalar(from, _), Argument::Scalar(size, _)] =
            values
        else {
            return false;
        };
        let (to, from, size) = (*to, *from, *size);
        if !self.plan.is_bytes() || name.ends_with("memset") {
            return false;
        }
        if !name.ends_with("memmove") {
            self.presume_behind([to, from], size, "promise");
        }
        let pos = self.out.pos;
        if let Some(count) = args.get(2).and_then(Value::as_int) {
            match u64::try_from(count).ok().filter(|n| *n <= COPIED_MAX) {
                Some(count) => self.copy_bytes(to, from, count),
                None => self.move_bytes(to, from, size),
            }
            return true;
        }
        let join = self.out.new_loc(pos);
        for count in TRIED {
            let (these, others) = (self.out.new_loc(pos), self.out.new_loc(pos));
            let count_term = self.arena.lit(i128::from(count));
            let is_it = self.arena.eq(size, count_term);
            self.split(is_it, true, these, others);
            self.out.resume(these);
            self.copy_bytes(to, from, count);
            self.out.leave(join);
            self.out.resume(others);
        }
        self.move_bytes(to, from, size);
        self.out.flow_to(join);
        true
    }

    /// A range of bytes gets what another one held before.
    fn move_bytes(&mut self, to: Term, from: Term, size: Term) {
        if let Some(map) = self.byte_map() {
            self.move_range([to, from], size, &bytes_in(map, None));
        }
    }

    /// Bytes get what others held before.
    fn copy_bytes(&mut self, to: Term, from: Term, count: u64) {
        let Some(map) = self.byte_map().filter(|_| count > 0) else {
            return;
        };
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

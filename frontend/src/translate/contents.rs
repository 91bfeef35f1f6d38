//! What blocks hold when an allocator gives them: zeros (C11 7.22.3.2), or what the block before
//! held (7.22.3.5).

use super::call::Argument;
use super::fill::block;
use super::place::Spot;
use super::{Extent, Result, Translator, What};
use crate::approximation::Approximation;
use crate::flatten::Value;
use crate::partition::MapKey;
use crate::types::Type;
use proofmark_logic::arena::{Expr as Term, Op};
use proofmark_logic::cfa::LocId;
use std::collections::BTreeSet;

/// With more memory maps, what a cleared block holds is left open: each clearing writes them all.
const MAPS_MAX: usize = 32;

/// So many elements move with a block.
const MOVED_MAX: i128 = 16;

/// What a new block holds.
pub(super) enum Given {
    /// So many bytes are 0.
    Zeros(Term),
    /// An object of this type, as far as the block at this address had one. What was not part of
    /// that block is indeterminate.
    Moved(Term, Type),
    /// What the block before held, which is not followed: anything.
    Lost,
    /// Anything, but its address is a multiple of this (C11 7.22.3.1).
    Aligned(i128),
    /// It is not said.
    Open,
}

impl Translator<'_> {
    /// What the block holds that a function of the C library yields.
    pub(super) fn given(&mut self, name: &str, values: &[Argument], args: &[Value]) -> Given {
        match (name.trim_start_matches("__builtin_"), values) {
            ("calloc", _) if self.objects.maps.len() <= MAPS_MAX => {
                let size = self.block_size(name, values);
                size.map_or(Given::Open, Given::Zeros)
            }
            ("realloc", [Argument::Scalar(from, _), _]) => match self.moved_type(args) {
                Some(ty) => Given::Moved(*from, ty),
                None => Given::Lost,
            },
            ("realloc", _) => Given::Lost,
            ("aligned_alloc", [Argument::Scalar(one, _), _]) => match self.arena.as_lit(*one) {
                Some(one) if (1..=4096).contains(&one) && one.count_ones() == 1 => {
                    Given::Aligned(one)
                }
                _ => Given::Open,
            },
            _ => Given::Open,
        }
    }

    /// A term is a multiple of a number.
    pub(super) fn is_multiple(&mut self, term: Term, one: i128) -> Term {
        let (one, zero) = (self.arena.lit(one), self.arena.lit(0));
        let rest = self.arena.mk(Op::Rem, &[term, one]);
        self.arena.eq(rest, zero)
    }

    /// The objects that a block is reallocated for, by the type of the pointer to it.
    fn moved_type(&self, args: &[Value]) -> Option<Type> {
        let [pointer, size] = args else {
            return None;
        };
        let pointer = pointer.behind_casts();
        let element = pointer.ty.pointee()?;
        let known = element.ty.is_scalar() || matches!(element.ty, Type::Record(_));
        if !known || element.ty.is_character() || self.program.carries_state(&element.ty) {
            return None;
        }
        let one = i128::from(self.program.types.size_of(&element.ty).ok()?);
        let size = size.as_int()?;
        if one == 0 || size % one != 0 || !(1..=MOVED_MAX).contains(&(size / one)) {
            return None;
        }
        let count = u64::try_from(size / one).ok();
        let ty = Type::Array(element.clone().into(), count);
        let parts = self.plan.leaves(&self.program.types, &ty)?;
        let all = parts.iter().all(|part| part.machine.is_some()) && !self.is_endless(&element.ty);
        (all && parts.len() <= 64).then_some(ty)
    }

    /// The maps of the parts of an object.
    fn maps_of(&self, ty: &Type) -> BTreeSet<MapKey> {
        let types = &self.program.types;
        let parts = self.plan.extents(types, ty).into_iter();
        let keys = parts.map(|part| self.plan.key(types, part.field, &part.ty));
        keys.map(|key| self.plan.home(key)).collect()
    }

    /// A new block gets its contents, unless there is none.
    pub(super) fn give(&mut self, given: &Given, result: &Spot) -> Result<()> {
        if matches!(given, Given::Open) || result.ty.pointee().is_none() {
            return Ok(());
        }
        let start = self.read(result)?;
        let start = self.save(start, &result.ty);
        if let Given::Aligned(one) = given {
            let aligned = self.is_multiple(start, *one);
            self.out.assume(aligned);
            return Ok(());
        }
        let pos = self.out.pos;
        let (some, join): (LocId, LocId) = (self.out.new_loc(pos), self.out.new_loc(pos));
        let zero = self.arena.lit(0);
        let is_null = self.arena.eq(start, zero);
        self.out.emit(What::Split(is_null, join, some));
        self.out.resume(some);
        match given {
            Given::Zeros(size) => self.clear_block(start, *size),
            Given::Moved(from, ty) => {
                // What it held of other types is moved, too.
                let moved = self.maps_of(ty);
                self.forget_memory_but(&moved, Approximation::Block, Extent::Everything);
                let (to, from) = (block(start, ty, true), block(*from, ty, true));
                self.copy_overlapping(&to, &from)?;
            }
            Given::Lost => self.forget_memory(Approximation::Block, Extent::Everything),
            Given::Aligned(_) | Given::Open => {}
        }
        self.out.flow_to(join);
        Ok(())
    }
}

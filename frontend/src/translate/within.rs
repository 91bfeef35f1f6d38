//! Blocks that lie in an array of characters which an expression names: whoever copies or fills
//! one changes nothing beside the array if the block fits.

use super::call::Argument;
use super::external::block_extent;
use super::{Result, Translator};
use crate::approximation::Approximation;
use crate::flatten::{NamedArray, Value};
use crate::partition::{last_field, MapKey};
use proofmark_logic::arena::{Expr as Term, Op};

/// An array that an expression names.
pub(super) struct Within {
    /// The map of its elements.
    key: MapKey,
    /// What holds together if the block lies in it.
    conditions: Vec<Term>,
}

impl<'p> Translator<'p> {
    /// The array of characters that a pointer points into, where its expression says so.
    pub(super) fn within(&mut self, to: &'p Value, size: Term) -> Result<Option<Within>> {
        let types = &self.program.types;
        let Some(array) = NamedArray::of_characters(types, to) else {
            return Ok(None);
        };
        // Where characters are accessed as something else, a block of them is something else, too.
        if self.plan.is_bytes() || self.plan.characters_pun() {
            return Ok(None);
        }
        let key = self
            .plan
            .key(types, last_field(array.place), &array.element);
        let length = self.arena.lit(i128::from(array.length));
        let conditions = match array.index {
            None => vec![self.arena.le(size, length)],
            Some(index) => {
                let (index, zero) = (self.rvalue(index)?, self.arena.lit(0));
                let end = self.arena.mk(Op::Add, &[index, size]);
                vec![self.arena.le(zero, index), self.arena.le(end, length)]
            }
        };
        Ok(Some(Within { key, conditions }))
    }

    /// Copies or fills a block, on two ways: if it lies in an array, only that changes.
    pub(super) fn block_within(
        &mut self,
        (name, array): (&str, &Within),
        values: &[Argument],
        args: &'p [Value],
    ) -> Result<()> {
        let pos = self.out.pos;
        let (join, outside) = (self.out.new_loc(pos), self.out.new_loc(pos));
        for &holds in &array.conditions {
            let next = self.out.new_loc(pos);
            self.split(holds, true, next, outside);
            self.out.resume(next);
        }
        let known = self.known_block(name, values, args)?;
        if let Some(known) = known {
            let overlapping = self.plan.overlapping(array.key);
            let changed = std::iter::once(array.key).chain(overlapping);
            let changed: Vec<MapKey> = changed.filter(|key| !known.contains(key)).collect();
            let extent = block_extent(values, name.ends_with("memset"));
            self.forget_maps(changed, Approximation::Block, extent);
        }
        self.out.leave(join);
        self.out.resume(outside);
        self.block_anywhere(name, values, args)?;
        self.out.flow_to(join);
        Ok(())
    }
}

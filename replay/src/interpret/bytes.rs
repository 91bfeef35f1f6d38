//! The bytes of the objects (C11 6.2.6.1), which the memories of an automaton are views of.
//!
//! In proofs each memory map stands for itself: a write to one makes those unknown that may show
//! the same bytes. A concrete execution knows the bytes, so an unknown map gets the one content
//! that the program's own run gives it. That is a choice among those that the automaton allows;
//! whether it allows them is checked: reading a byte that another map has written since, without
//! this one having become unknown, is an error.

use super::{index, ExecuteError, Filled};
use proofmark_frontend::Cell;
use proofmark_logic::arena::VarId;
use proofmark_logic::types::IntType;

/// Objects lie within this many bytes from the first one.
const BYTES_MAX: usize = 1 << 28;
/// How many bytes are added at a time.
const PAGE: usize = 4096;

/// A memory as a view of the bytes.
#[derive(Clone, Copy)]
struct View {
    cell: Cell,
    ty: IntType,
    /// When its contents were the bytes.
    since: u32,
}

/// A byte, and when each of its bits was written last: bit-fields share bytes.
#[derive(Clone, Copy, Default)]
pub(super) struct Byte {
    value: u8,
    written: [u32; 8],
}

/// The bytes of all objects.
pub(super) struct Bytes {
    /// By variable.
    views: Vec<Option<View>>,
    /// The address of the first byte.
    start: i128,
    /// The bytes behind these are 0.
    content: Vec<Byte>,
    now: u32,
}

impl Bytes {
    /// All bytes are 0; the first object is at `start`. `cells` gives, by variable, the memories
    /// that are views.
    pub(super) fn new(start: i128, cells: impl Iterator<Item = Option<(Cell, IntType)>>) -> Bytes {
        let views = cells
            .map(|view| view.map(|(cell, ty)| View { cell, ty, since: 0 }))
            .collect();
        Bytes {
            views,
            start,
            content: Vec::new(),
            now: 0,
        }
    }

    fn view(&self, var: VarId) -> Option<View> {
        self.views.get(index(var.0)).copied().flatten()
    }

    /// An element that the memory does not hold itself; `None` if the memory is no view.
    pub(super) fn read(&self, var: VarId, address: i128) -> Result<Option<i128>, ExecuteError> {
        let Some(View { cell, ty, since }) = self.view(var) else {
            return Ok(None);
        };
        let mut value = 0u128;
        for (shift, offset) in (0u32..).step_by(8).zip(self.range(address, cell)?) {
            let byte = self.content.get(offset).copied().unwrap_or_default();
            let mine = (shift..)
                .zip(byte.written)
                .filter(|(bit, _)| (cell.first..cell.first + cell.width).contains(bit));
            if mine.into_iter().any(|(_, written)| written > since) {
                return Err(ExecuteError::Overlap(var));
            }
            value |= u128::from(byte.value) << shift;
        }
        let value = (value >> cell.first) & ((1 << cell.width) - 1);
        Ok(Some(ty.wrap(i128::try_from(value).unwrap_or(0))))
    }

    /// Writes an element; `replaced` gets each byte's place and what it was.
    pub(super) fn write(
        &mut self,
        var: VarId,
        address: i128,
        value: i128,
        mut replaced: impl FnMut(usize, Byte),
    ) -> Result<(), ExecuteError> {
        let Some(View { cell, .. }) = self.view(var) else {
            return Ok(());
        };
        let range = self.range(address, cell)?;
        if self.content.len() < range.end {
            self.content
                .resize(range.end.next_multiple_of(PAGE), Byte::default());
        }
        self.now = self.now.checked_add(1).ok_or(ExecuteError::Overflow)?;
        let mask = ((1u128 << cell.width) - 1) << cell.first;
        let value = (value.cast_unsigned() << cell.first) & mask;
        let slots = self.content.get_mut(range.clone()).into_iter().flatten();
        for ((offset, slot), shift) in range.zip(slots).zip((0u32..).step_by(8)) {
            replaced(offset, *slot);
            let low = |bits: u128| u8::try_from((bits >> shift) & 0xff).unwrap_or(0);
            slot.value = slot.value & !low(mask) | low(value);
            for (bit, written) in (shift..).zip(&mut slot.written) {
                if (cell.first..cell.first + cell.width).contains(&bit) {
                    *written = self.now;
                }
            }
        }
        Ok(())
    }

    /// Writes one value to all elements that begin in a range, which may share bytes: each byte of
    /// the value is the same. `replaced` is as for [`Bytes::write`].
    pub(super) fn fill(
        &mut self,
        var: VarId,
        range: Filled,
        mut replaced: impl FnMut(usize, Byte),
    ) -> Result<(), ExecuteError> {
        let Some(View { cell, .. }) = self.view(var) else {
            return Ok(());
        };
        let bytes = usize::try_from(cell.bytes()).unwrap_or(1).max(1);
        let last = range.to.checked_sub(1).filter(|last| *last >= range.from);
        last.map(|last| self.range(last, cell)).transpose()?;
        for address in (range.from..range.to).step_by(bytes).chain(last) {
            self.write(var, address, range.value, &mut replaced)?;
        }
        Ok(())
    }

    /// All elements of a memory that begin in a range become what they are so far behind it, and so
    /// does what else these bytes show. False if the memory is no view. `replaced` is as for
    /// [`Bytes::write`].
    pub(super) fn copy(
        &mut self,
        var: VarId,
        (from, to): (i128, i128),
        distance: i128,
        mut replaced: impl FnMut(usize, Byte),
    ) -> Result<bool, ExecuteError> {
        let Some(View { cell, .. }) = self.view(var) else {
            return Ok(false);
        };
        if from >= to {
            return Ok(true);
        }
        let behind = |address: i128| address.checked_add(distance).ok_or(ExecuteError::Overflow);
        let (first, last) = (self.range(from, cell)?, self.range(to - 1, cell)?);
        let source = self.range(behind(from)?, cell)?.start..self.range(behind(to - 1)?, cell)?.end;
        let read = |offset| self.content.get(offset).copied().unwrap_or_default();
        let bytes: Vec<Byte> = source.map(read).collect();
        if self.content.len() < last.end {
            let end = last.end.next_multiple_of(PAGE);
            self.content.resize(end, Byte::default());
        }
        let slots = self.content.get_mut(first.start..last.end);
        for ((offset, slot), byte) in (first.start..).zip(slots.into_iter().flatten()).zip(bytes) {
            replaced(offset, std::mem::replace(slot, byte));
        }
        Ok(true)
    }

    /// From now on the memory's contents are the bytes as they are now. Returns the time until now;
    /// `None` if the memory is no view.
    pub(super) fn refresh(&mut self, var: VarId) -> Option<u32> {
        let now = self.now;
        let view = self.views.get_mut(index(var.0))?.as_mut()?;
        Some(std::mem::replace(&mut view.since, now))
    }

    pub(super) fn restore(&mut self, offset: usize, old: Byte) {
        if let Some(slot) = self.content.get_mut(offset) {
            *slot = old;
        }
    }

    pub(super) fn restore_known(&mut self, var: usize, since: u32) {
        if let Some(Some(view)) = self.views.get_mut(var) {
            view.since = since;
        }
    }

    fn range(&self, address: i128, cell: Cell) -> Result<std::ops::Range<usize>, ExecuteError> {
        let first = usize::try_from(address - self.start).map_err(|_| ExecuteError::OutOfBounds)?;
        let range = first..first + (cell.first + cell.width).div_ceil(8) as usize;
        if range.end <= BYTES_MAX {
            Ok(range)
        } else {
            Err(ExecuteError::OutOfBounds)
        }
    }
}

//! What havocs of memories change, in automata for showing violations.
//!
//! Where the program changes some bytes, the automaton for proofs lets whole memories become
//! unknown. An execution of the program has the old elements outside of these bytes; inside, a
//! block that is filled has known ones.

use super::state::State;
use super::{index, Memory, Value};
use proofmark_frontend::approximation::Approximations;
use proofmark_frontend::{Cell, Extents, Ghosts};
use proofmark_logic::arena::VarId;
use proofmark_logic::cfa::{Stmt, VarSort};
use proofmark_logic::types::IntType;

/// A block with more bytes is filled with unknown ones.
const FILL_BYTES_MAX: i128 = 1 << 16;

/// What a statement changes in this state, if it lets a memory become unknown and changes some
/// bytes of it.
pub(super) fn change(
    extents: &Extents,
    approximations: &Approximations,
    stmt: &Stmt,
    var: VarId,
    sort: VarSort,
    state: &State,
) -> Option<Change> {
    let VarSort::Map(ty) = sort else { return None };
    approximations.of(stmt, sort)?;
    let cell = *extents.cells.get(&var)?;
    let value = |var: VarId| match state.values.get(index(var.0)) {
        Some(Value::Int(value)) => Some(*value),
        _ => None,
    };
    let [from, size, fill] = extents.ghosts.vars().map(value);
    let (from, size) = (from?, size.filter(|size| *size != Ghosts::EVERYTHING)?);
    let fill = fill
        .filter(|_| size <= FILL_BYTES_MAX)
        .and_then(|fill| filled(fill, cell, ty));
    Some(Change {
        from,
        size,
        fill,
        bytes: cell.bytes(),
    })
}

/// An element all of whose bytes have this value; `None` for no value of a byte.
#[must_use]
pub fn filled(byte: i128, cell: Cell, ty: IntType) -> Option<i128> {
    let byte = u8::try_from(byte).ok()?;
    // A truth value has bits that its element does not tell.
    if u32::from(ty.bits()) < cell.width {
        return None;
    }
    let bytes = u128::from_le_bytes([byte; 16]);
    let value = (bytes >> cell.first) & 1u128.checked_shl(cell.width)?.wrapping_sub(1);
    Some(ty.wrap(i128::try_from(value).ok()?))
}

/// Bytes that change, for one memory.
#[derive(Clone, Copy)]
pub(super) struct Change {
    from: i128,
    size: i128,
    /// The value of elements in it.
    fill: Option<i128>,
    /// The size of an element.
    bytes: i128,
}

impl Change {
    /// That a range of elements has a known value; `None` for one element.
    pub(super) fn determining(addresses: &std::ops::Range<i128>) -> Option<Change> {
        let size = addresses.end - addresses.start;
        (size != 1).then_some(Change {
            from: addresses.start,
            size,
            fill: Some(0),
            bytes: 1,
        })
    }

    /// Whether an element that begins in a range may change,
    pub(super) fn meets(&self, range: &std::ops::Range<i128>) -> bool {
        range.start < self.from + self.size && self.from < range.end - 1 + self.bytes
    }

    /// and whether all of them have a known value afterwards.
    pub(super) fn covers(&self, range: &std::ops::Range<i128>) -> bool {
        self.determines(range.start) && self.determines(range.end - 1)
    }

    /// Whether the element at an address may change.
    pub(super) fn touches(&self, address: i128) -> bool {
        address < self.from + self.size && self.from < address + self.bytes
    }

    /// The addresses of the elements that may change.
    pub(super) fn range(&self) -> std::ops::Range<i128> {
        self.from.saturating_sub(self.bytes - 1)..self.from.saturating_add(self.size)
    }

    /// Whether the element at an address has a known value afterwards.
    pub(super) fn determines(&self, address: i128) -> bool {
        self.fill.is_some() && self.from <= address && address + self.bytes <= self.from + self.size
    }

    /// The elements that get a value: where it is open, that in `chosen`. All others are as before.
    pub(super) fn written<'a>(
        &'a self,
        chosen: &'a Memory,
    ) -> impl Iterator<Item = (i128, i128)> + 'a {
        let elements = chosen.elements.iter().map(|(at, value)| (*at, *value));
        let touched = elements.filter(|(address, _)| self.touches(*address));
        let whole = self.from..=self.from + self.size - self.bytes;
        let filled = self.fill.map(|fill| whole.map(move |at| (at, fill)));
        touched.chain(filled.into_iter().flatten())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    const INT: Cell = Cell {
        first: 0,
        width: 32,
    };

    #[test]
    fn bytes_make_elements() {
        assert_eq!(filled(0xff, INT, IntType::I32), Some(-1));
        assert_eq!(filled(1, INT, IntType::U32), Some(0x0101_0101));
        assert_eq!(
            filled(0xf0, Cell { first: 3, width: 5 }, IntType::U8),
            Some(0x1e)
        );
        assert_eq!(
            filled(
                0x80,
                Cell {
                    first: 0,
                    width: 64
                },
                IntType::I64
            ),
            Some(i128::from(0x8080_8080_8080_8080_u64.cast_signed()))
        );
        assert_eq!(
            (
                filled(-1, INT, IntType::I32),
                filled(256, INT, IntType::I32)
            ),
            (None, None)
        );
    }

    #[test]
    fn elements_outside_stay() {
        let change = Change {
            from: 102,
            size: 8,
            fill: Some(7),
            bytes: 4,
        };
        let touched: Vec<i128> = (90..120)
            .filter(|address| change.touches(*address))
            .collect();
        assert_eq!(touched, (99..110).collect::<Vec<_>>());
        let determined: Vec<i128> = (90..120)
            .filter(|address| change.determines(*address))
            .collect();
        assert_eq!(determined, (102..107).collect::<Vec<_>>());
        let memory = |elements: &[(i128, i128)]| Memory {
            elements: elements.iter().copied().collect(),
            ..Memory::default()
        };
        let mut after = memory(&[(98, 1), (100, 2), (104, 3), (110, 4)]);
        let chosen = memory(&[(98, 9), (100, 9), (104, 9), (110, 9)]);
        after.elements.extend(change.written(&chosen));
        assert_eq!(
            [98, 100, 104, 110].map(|address| after.read(address)),
            [1, 9, 7, 4]
        );
    }

    #[test]
    fn nothing_changes_in_an_empty_block() {
        let change = Change {
            from: 100,
            size: 0,
            fill: Some(7),
            bytes: 4,
        };
        assert!((90..110).all(|address| !change.determines(address)));
        let chosen = Memory {
            elements: BTreeMap::from([(100, 1)]),
            ..Memory::default()
        };
        assert_eq!(change.written(&chosen).next(), None);
    }
}

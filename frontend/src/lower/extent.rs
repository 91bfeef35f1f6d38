//! Memory that becomes unknown, and, only for showing violations, which of its bytes the program
//! changes.
//!
//! Proofs let whole memories become unknown, although the program changes only some of their bytes
//! (a member of a union, a block that is filled). An execution is one of the program only if the
//! others stay what they are. So automata for showing violations assign to ghosts, in front of each
//! such havoc, which bytes these are. Nothing in the automaton reads the ghosts: it has the
//! executions of the automaton for proofs.

use super::call::Argument;
use super::place::{At, Spot};
use super::{Lowered, Lowerer, Origin};
use crate::approximation::Approximation;
use crate::partition::MapKey;
use proofmark_logic::arena::{Expr as Term, VarId};
use proofmark_logic::cfa::{Cfa, VarSort};
use proofmark_logic::types::IntType;
use std::collections::BTreeMap;

/// The variables that say, at a havoc of a memory that approximates, which bytes the program
/// changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ghosts {
    /// The address of the first byte.
    pub from: VarId,
    /// How many bytes; [`Ghosts::EVERYTHING`] if any byte may change.
    pub size: VarId,
    /// The value that each of them gets; negative if they are unknown.
    pub fill: VarId,
}

impl Ghosts {
    /// The size of what is not known to be smaller.
    pub const EVERYTHING: i128 = u64::MAX as i128;

    /// All of them.
    pub const fn vars(&self) -> [VarId; 3] {
        [self.from, self.size, self.fill]
    }
}

/// Where an automaton says what its havocs of memories change.
#[derive(Clone, Debug)]
pub struct Extents {
    /// The variables that say it.
    pub ghosts: Ghosts,
    /// Where the elements of each memory lie.
    pub cells: BTreeMap<VarId, Cell>,
}

impl Extents {
    /// The extents of an automaton that was simplified after lowering: variables keep their names,
    /// and get other numbers.
    pub(crate) fn after_simplification(
        lowered: &Lowered,
    ) -> Option<impl FnOnce(&Cfa) -> Option<Extents>> {
        let names =
            |cfa: &Cfa| -> Vec<String> { cfa.vars.iter().map(|decl| decl.name.clone()).collect() };
        let (told, old) = (lowered.extents.clone()?, names(&lowered.cfa));
        Some(move |cfa: &Cfa| {
            let new: BTreeMap<String, VarId> =
                names(cfa).into_iter().zip((0..).map(VarId)).collect();
            let renumbered = |var: VarId| {
                old.get(var.0 as usize)
                    .and_then(|name| new.get(name))
                    .copied()
            };
            let [from, size, fill] = told.ghosts.vars().map(renumbered);
            let cells = told
                .cells
                .iter()
                .filter_map(|(var, cell)| Some((renumbered(*var)?, *cell)))
                .collect();
            Some(Extents {
                ghosts: Ghosts {
                    from: from?,
                    size: size?,
                    fill: fill?,
                },
                cells,
            })
        })
    }
}

/// Where the elements of a memory lie, counted from their address; little-endian, as on x86.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cell {
    /// The first bit: not 0 only for bit-fields.
    pub first: u32,
    /// How many bits.
    pub width: u32,
}

impl Cell {
    /// How many bytes hold its bits.
    #[must_use]
    pub fn bytes(self) -> i128 {
        i128::from((self.first + self.width).div_ceil(8))
    }
}

/// Bytes that change.
#[derive(Clone, Copy)]
pub(super) struct Extent {
    from: Term,
    size: Term,
    fill: Option<Term>,
}

impl Lowerer<'_> {
    /// Whole memories become unknown: more than what the program changes.
    pub(super) fn forget_maps(
        &mut self,
        keys: impl IntoIterator<Item = MapKey>,
        why: Approximation,
    ) {
        let mut vars = Vec::new();
        for key in keys {
            if let Some(var) = self.objects.maps.get(&key).copied() {
                self.note_truth_values(key);
                vars.push(var);
            }
        }
        if !vars.is_empty() {
            self.tell_extent();
        }
        self.approximate(why, |this| vars.into_iter().for_each(|var| this.havoc(var)));
    }

    /// After a write of one byte through a character pointer that may point to anything.
    pub(super) fn forget_bytes(&mut self, address: Term) {
        let extent = self.byte_extent(address);
        self.within(extent, |this| this.forget_memory(Approximation::Characters));
        self.note_kept_states();
    }

    /// All of memory becomes unknown. Type states are no memory of the program.
    pub(super) fn forget_memory(&mut self, why: Approximation) {
        let keys: Vec<MapKey> = self
            .objects
            .maps
            .keys()
            .copied()
            .filter(|k| !self.plan.is_state(*k))
            .collect();
        self.forget_maps(keys, why);
    }

    /// Declares the ghosts.
    pub(super) fn tell_extents(&mut self) {
        let mut ghost = |name: &str, ty| {
            self.shared(|this| {
                this.out
                    .declare(name.to_owned(), VarSort::Int(ty), Origin::Program)
            })
        };
        let (from, size, fill) = (
            ghost("$from", IntType::U64),
            ghost("$size", IntType::U64),
            ghost("$fill", IntType::I32),
        );
        self.purposes.ghosts = Some(Ghosts { from, size, fill });
    }

    /// Runs a part of the lowering whose havocs of memories change only the bytes of an extent.
    pub(super) fn within<T>(
        &mut self,
        extent: Option<Extent>,
        part: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let outer = std::mem::replace(&mut self.purposes.extent, extent);
        let result = part(self);
        self.purposes.extent = outer;
        result
    }

    /// Tells what the havocs that follow change.
    pub(super) fn tell_extent(&mut self) {
        let Some(ghosts) = self.purposes.ghosts else {
            return;
        };
        let (zero, unknown, everything) = (
            self.arena.lit(0),
            self.arena.lit(-1),
            self.arena.lit(Ghosts::EVERYTHING),
        );
        let extent = self.purposes.extent.unwrap_or(Extent {
            from: zero,
            size: everything,
            fill: None,
        });
        let from = self.arena.wrap(IntType::U64, extent.from);
        let size = self.arena.wrap(IntType::U64, extent.size);
        let fill = extent
            .fill
            .map_or(unknown, |fill| self.arena.wrap(IntType::U8, fill));
        self.out.assign(ghosts.from, from);
        self.out.assign(ghosts.size, size);
        self.out.assign(ghosts.fill, fill);
    }

    /// The bytes of an object in memory, wherever it is now: a write to it may change what its
    /// address is computed from.
    pub(super) fn extent_of(&mut self, spot: &Spot) -> Option<Extent> {
        self.purposes.ghosts?;
        let At::Memory { address, field, .. } = spot.at else {
            return None;
        };
        let types = &self.program.types;
        let bits = field.and_then(|(record, index)| types.field(record, index)?.bits);
        let size = match bits {
            Some((start, width)) => (start % 8 + u64::from(width)).div_ceil(8),
            None => types.size_of(&spot.ty).ok()?,
        };
        let from = self.save_machine(address, types.address());
        Some(Extent {
            from,
            size: self.arena.lit(i128::from(size)),
            fill: None,
        })
    }

    /// One byte.
    pub(super) fn byte_extent(&mut self, address: Term) -> Option<Extent> {
        Some(Extent {
            from: address,
            size: self.arena.lit(1),
            fill: None,
        })
    }

    /// What `memcpy` and its kin change, by the values of their arguments (C11 7.24.2, 7.24.6.1).
    pub(super) fn block_extent(&mut self, values: &[Argument], fills: bool) -> Option<Extent> {
        let [Argument::Scalar(from, _), second, Argument::Scalar(size, _)] = values else {
            return None;
        };
        let fill = match second {
            Argument::Scalar(byte, _) if fills => Some(*byte),
            _ => None,
        };
        Some(Extent {
            from: *from,
            size: *size,
            fill,
        })
    }
}

//! Automata for concrete runs: where proofs leave a value open that the program's own execution
//! determines, they take that value.
//!
//! Each such statement stands where the automaton for proofs has a havoc of the same variable, or
//! writes what only these statements read. So every run of the automaton for concrete runs is one
//! of the automaton for proofs, and comparing it with the compiled program tests both.

use super::assumption_check::AssumptionCheck;
use super::extent::{Extent, Ghosts};
use super::place::Slot;
use super::{Cell, Lowerer, Origin};
use crate::partition::MapKey;
use proofmark_logic::arena::{Expr as Term, Op, VarId};
use proofmark_logic::cfa::VarSort;
use proofmark_logic::types::IntType;
use std::collections::BTreeMap;

/// What an automaton is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// Proofs. What the model does not determine is any value.
    Proofs,
    /// Showing violations: as for proofs, but where memory becomes unknown the automaton says which
    /// of its bytes the program changes.
    Violations,
    /// Concrete runs, without outside writers. Nothing is proved about such an automaton.
    Runs,
    /// Runs that end where they leave an assumption of the profile. Otherwise as for proofs.
    Monitoring,
}

/// What automata for other purposes than proofs have besides.
pub(super) struct Purposes {
    pub(super) purpose: Purpose,
    pub(super) concrete: Option<Concrete>,
    pub(super) assumption_checks: Vec<AssumptionCheck>,
    /// Says which check the run failed.
    pub(super) left: Option<VarId>,
    pub(super) ghosts: Option<Ghosts>,
    /// What the havocs of memories change at the moment, if that is not everything.
    pub(super) extent: Option<Extent>,
}

impl Purposes {
    pub(super) fn new(purpose: Purpose) -> Purposes {
        Purposes {
            purpose,
            concrete: None,
            assumption_checks: Vec::new(),
            left: None,
            ghosts: None,
            extent: None,
        }
    }
}

/// What only automata for concrete runs have.
pub(super) struct Concrete {
    /// Where the elements of memories lie.
    pub(super) cells: BTreeMap<VarId, Cell>,
    /// A memory of all objects' bytes.
    bytes: VarId,
}

impl Lowerer<'_> {
    /// Makes the memories views of the objects' bytes.
    pub(super) fn keep_bytes(&mut self) {
        let bytes = self.out.declare(
            "bytes".to_owned(),
            VarSort::Map(IntType::U8),
            Origin::Program,
        );
        let mut cells = self.cells();
        cells.insert(bytes, Cell { first: 0, width: 8 });
        self.purposes.concrete = Some(Concrete { cells, bytes });
    }

    /// Where the elements of the program's memories lie. Type states are no bytes.
    pub(super) fn cells(&self) -> BTreeMap<VarId, Cell> {
        let mut cells = BTreeMap::new();
        let pointer = u32::from(self.program.types.profile.pointer_bits());
        for (key, var) in &self.objects.maps {
            let cell = match *key {
                MapKey::Int(bits) => Some(Cell {
                    first: 0,
                    width: u32::from(bits),
                }),
                MapKey::Bool => Some(Cell { first: 0, width: 8 }),
                MapKey::Pointer => Some(Cell {
                    first: 0,
                    width: pointer,
                }),
                MapKey::Opaque => None,
                MapKey::Field(..) if self.plan.is_state(*key) => None,
                MapKey::Field(record, index) => {
                    self.program
                        .types
                        .field(record, index)
                        .and_then(|field| match field.bits {
                            Some((start, width)) => Some(Cell {
                                first: u32::try_from(start % 8).ok()?,
                                width: u32::from(width),
                            }),
                            None => {
                                let size =
                                    self.program.types.size_of(field.ty.ty.innermost()).ok()?;
                                Some(Cell {
                                    first: 0,
                                    width: u32::try_from(size * 8).ok()?,
                                })
                            }
                        })
                }
            };
            cells.extend(cell.map(|cell| (*var, cell)));
        }
        cells
    }

    /// The byte at an address.
    pub(super) fn read_byte(&mut self, address: Term, machine: IntType) -> Option<Term> {
        let bytes = self.purposes.concrete.as_ref()?.bytes;
        // Makes the memory what the bytes are now.
        self.havoc(bytes);
        let map = self.arena.map_var(bytes, IntType::U8);
        let byte = self.arena.mk(Op::Sel, &[map, address]);
        let (var, term) = self.temp(machine);
        let value = self.arena.wrap(machine, byte);
        self.out.assign(var, value);
        Some(term)
    }

    /// Writes the byte at an address.
    pub(super) fn write_byte(&mut self, address: Term, value: Term) {
        let Some(bytes) = self.purposes.concrete.as_ref().map(|c| c.bytes) else {
            return;
        };
        let map = self.arena.map_var(bytes, IntType::U8);
        let value = self.arena.wrap(IntType::U8, value);
        let updated = self.arena.mk(Op::Upd, &[map, address, value]);
        self.out.assign(bytes, updated);
    }

    /// Whether the bits that these parts share with others are known after a write to them.
    pub(super) fn shares(&self, written: &[Slot]) -> bool {
        self.purposes.concrete.is_some()
            || self.purposes.ghosts.is_some() && written.iter().all(|slot| slot.var.is_some())
    }

    /// After a write to one part of a split variable: the bits that another part shares with it.
    pub(super) fn share(&mut self, written: &Slot, other: &Slot) {
        let (Some((from, from_ty)), Some((to, to_ty))) = (written.var, other.var) else {
            return;
        };
        let low = written.bits.0.max(other.bits.0);
        let high = (written.bits.0 + written.bits.1).min(other.bits.0 + other.bits.1);
        let Some(shared) = high
            .checked_sub(low)
            .and_then(|n| IntType::new(u8::try_from(n).ok()?, false))
        else {
            return;
        };
        let value = self.arena.var(from, from_ty);
        let skipped = self.arena.lit(i128::from(low - written.bits.0));
        let shifted = self.arena.mk(Op::Shr, &[value, skipped]);
        let piece = self.arena.wrap(shared, shifted);
        let factor = 1i128 << (low - other.bits.0);
        let factor_term = self.arena.lit(factor);
        let placed = self.arena.mk(Op::Mul, &[piece, factor_term]);
        let kept = self.arena.lit(!(shared.max() * factor));
        let old = self.arena.var(to, to_ty);
        let rest = self.arena.mk(Op::BitAnd, &[old, kept]);
        let value = self.arena.mk(Op::BitOr, &[rest, placed]);
        let value = self.arena.wrap(to_ty, value);
        self.out.assign(to, value);
    }
}

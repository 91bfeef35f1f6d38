//! What a value was computed from: the variables, and of memories the elements, that an evaluation
//! looked at.

use super::{Code, Evaluator, Instruction};
use crate::interpret::state::State;
use crate::interpret::ExecuteError;
use proofmark_logic::arena::{Op, VarId};
use std::ops::Range;

/// A variable that was read; of a memory, the element at this address.
#[derive(Clone, Copy)]
pub(in crate::interpret) struct Read {
    pub(in crate::interpret) var: VarId,
    pub(in crate::interpret) address: Option<i128>,
}

/// A write to elements of a memory.
pub(in crate::interpret) struct Write {
    /// The addresses.
    pub(in crate::interpret) addresses: Range<i128>,
    /// What the addresses were computed from.
    pub(in crate::interpret) place: Vec<Read>,
    /// What the value was computed from.
    pub(in crate::interpret) value: Vec<Read>,
    /// Of a range that is copied: the memory, and how far behind each address its elements are.
    pub(in crate::interpret) copied: Option<(VarId, i128)>,
}

/// A range of a memory that is something else: positions of its nodes.
struct Patch {
    outside: usize,
    from: usize,
    to: usize,
    inside: Inside,
}

/// What stands in a range: the value at a position, or a variable's memory, perhaps so far behind
/// as the number at a position says.
enum Inside {
    Value(usize),
    Memory(VarId, Option<usize>),
}

impl Code {
    /// What is patched into a memory at a position, and where.
    fn patch(&self, position: usize) -> Option<Patch> {
        let node = |position: usize| match self.instructions.get(position) {
            Some(Instruction::App(op, args)) => Some((*op, *args)),
            _ => None,
        };
        let (Op::Splice, [outside, from, rest]) = node(position)? else {
            return None;
        };
        let (Op::Splice, [inside, to, other]) = node(rest)? else {
            return None;
        };
        let inside = match *self.instructions.get(inside)? {
            Instruction::App(Op::Fill, [value, ..]) => Inside::Value(value),
            Instruction::MapVar(var) => Inside::Memory(var, None),
            Instruction::App(Op::Shift, [memory, distance, _]) => {
                match self.instructions.get(memory)? {
                    Instruction::MapVar(var) => Inside::Memory(*var, Some(distance)),
                    _ => return None,
                }
            }
            _ => return None,
        };
        (other == outside).then_some(Patch {
            outside,
            from,
            to,
            inside,
        })
    }
}

impl Evaluator {
    /// What the value of a term or formula was computed from.
    pub(in crate::interpret) fn reads(
        &mut self,
        code: &Code,
        state: &State,
    ) -> Result<Vec<Read>, ExecuteError> {
        self.evaluate(code, state)?;
        self.below(code, self.slots.len().wrapping_sub(1))
    }

    /// A memory as a variable's memory and the writes to it, oldest first.
    pub(in crate::interpret) fn writes(
        &mut self,
        code: &Code,
        state: &State,
    ) -> Result<(VarId, Vec<Write>), ExecuteError> {
        self.evaluate(code, state)?;
        let mut writes = Vec::new();
        let mut position = self.slots.len().wrapping_sub(1);
        loop {
            match code.instructions.get(position) {
                Some(Instruction::App(Op::Upd, [memory, place, value])) => {
                    let (address, place, value) = (
                        self.exact(*place)?,
                        self.below(code, *place)?,
                        self.below(code, *value)?,
                    );
                    writes.push(Write {
                        addresses: address..address.saturating_add(1),
                        place,
                        value,
                        copied: None,
                    });
                    position = *memory;
                }
                Some(Instruction::App(Op::Splice, _)) => {
                    let patch = code.patch(position).ok_or(ExecuteError::Malformed)?;
                    let mut place = self.below(code, patch.from)?;
                    place.extend(self.below(code, patch.to)?);
                    let addresses = self.exact(patch.from)?..self.exact(patch.to)?;
                    let (value, copied) = match patch.inside {
                        Inside::Value(value) => (self.below(code, value)?, None),
                        // A memory that holds any values.
                        Inside::Memory(var, None) => {
                            let address = Some(addresses.start);
                            (vec![Read { var, address }], None)
                        }
                        Inside::Memory(var, Some(distance)) => {
                            place.extend(self.below(code, distance)?);
                            (Vec::new(), Some((var, self.exact(distance)?)))
                        }
                    };
                    writes.push(Write {
                        addresses,
                        place,
                        value,
                        copied,
                    });
                    position = patch.outside;
                }
                Some(Instruction::MapVar(base)) => {
                    writes.reverse();
                    return Ok((*base, writes));
                }
                _ => return Err(ExecuteError::Malformed),
            }
        }
    }

    /// Arguments stand before their users, so one pass from a node downwards finds what it needs.
    fn below(&self, code: &Code, root: usize) -> Result<Vec<Read>, ExecuteError> {
        let mut needed = vec![false; root.saturating_add(1)];
        need(&mut needed, root)?;
        let mut reads = Vec::new();
        for (position, instruction) in code
            .instructions
            .iter()
            .enumerate()
            .take(needed.len())
            .rev()
        {
            if needed.get(position) != Some(&true) {
                continue;
            }
            match *instruction {
                Instruction::Var(var) => reads.push(Read { var, address: None }),
                Instruction::App(Op::Sel, [memory, place, _]) => {
                    need(&mut needed, place)?;
                    let found = self.element(code, (memory, place), &mut needed)?;
                    reads.extend(found);
                }
                // Arguments that an operation does not have are no positions.
                Instruction::App(_, args) => args.iter().for_each(|arg| {
                    let _ = need(&mut needed, *arg);
                }),
                _ => {}
            }
        }
        Ok(reads)
    }

    /// What a read finds: another node, which is needed then, or an element of a variable's memory.
    fn element(
        &self,
        code: &Code,
        (mut memory, place): (usize, usize),
        needed: &mut [bool],
    ) -> Result<Option<Read>, ExecuteError> {
        let address = self.exact(place)?;
        let read = |var, distance: i128| {
            let behind = address
                .checked_add(distance)
                .ok_or(ExecuteError::Overflow)?;
            let address = Some(behind);
            Ok(Some(Read { var, address }))
        };
        loop {
            // Each address on the way decides whether the element is read from there, and so do the
            // ends of ranges.
            memory = match code.instructions.get(memory) {
                Some(Instruction::App(Op::Upd, [older, other, value])) => {
                    need(needed, *other)?;
                    if self.exact(*other)? == address {
                        need(needed, *value)?;
                        return Ok(None);
                    }
                    *older
                }
                Some(Instruction::App(Op::Splice, _)) => {
                    let patch = code.patch(memory).ok_or(ExecuteError::Malformed)?;
                    need(needed, patch.from)?;
                    need(needed, patch.to)?;
                    let range = self.exact(patch.from)?..self.exact(patch.to)?;
                    match patch.inside {
                        _ if !range.contains(&address) => patch.outside,
                        Inside::Memory(var, None) => return read(var, 0),
                        Inside::Memory(var, Some(distance)) => {
                            need(needed, distance)?;
                            return read(var, self.exact(distance)?);
                        }
                        Inside::Value(value) => {
                            need(needed, value)?;
                            return Ok(None);
                        }
                    }
                }
                Some(Instruction::MapVar(var)) => return read(*var, 0),
                _ => return Err(ExecuteError::Malformed),
            }
        }
    }
}

/// Notes that the node at a position is needed.
fn need(needed: &mut [bool], position: usize) -> Result<(), ExecuteError> {
    let flag = needed.get_mut(position).ok_or(ExecuteError::Malformed)?;
    *flag = true;
    Ok(())
}

//! What a value was computed from: the variables, and of memories the elements, that an evaluation
//! looked at.

use super::{Code, Evaluator, Instruction};
use crate::interpret::state::State;
use crate::interpret::ExecuteError;
use proofmark_logic::arena::{Op, VarId};

/// A variable that was read; of a memory, the element at this address.
#[derive(Clone, Copy)]
pub(in crate::interpret) struct Read {
    pub(in crate::interpret) var: VarId,
    pub(in crate::interpret) address: Option<i128>,
}

/// A write to an element of a memory.
pub(in crate::interpret) struct Write {
    pub(in crate::interpret) address: i128,
    /// What the address was computed from.
    pub(in crate::interpret) place: Vec<Read>,
    /// What the value was computed from.
    pub(in crate::interpret) value: Vec<Read>,
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
                        address,
                        place,
                        value,
                    });
                    position = *memory;
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
        let need = |needed: &mut [bool], position: usize| {
            needed
                .get_mut(position)
                .map(|flag| *flag = true)
                .ok_or(ExecuteError::Malformed)
        };
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
                    let address = self.exact(place)?;
                    let mut memory = memory;
                    loop {
                        match code.instructions.get(memory) {
                            // Each address on the way decides whether the element is read from
                            // there.
                            Some(Instruction::App(Op::Upd, [older, other, value])) => {
                                need(&mut needed, *other)?;
                                if self.exact(*other)? == address {
                                    need(&mut needed, *value)?;
                                    break;
                                }
                                memory = *older;
                            }
                            Some(Instruction::MapVar(var)) => {
                                reads.push(Read {
                                    var: *var,
                                    address: Some(address),
                                });
                                break;
                            }
                            _ => return Err(ExecuteError::Malformed),
                        }
                    }
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
}

//! What the variables hold during an execution, and how to take writes back.

use super::bytes::{Byte, Bytes};
use super::{index, ExecuteError, Filled, Memory, Value};
use proofmark_logic::arena::VarId;
use proofmark_logic::types::IntType;

/// The values of all variables.
pub(super) struct State {
    /// By variable.
    pub(super) values: Vec<Value>,
    /// What the memories are parts of, if the execution keeps track of that.
    bytes: Option<Bytes>,
    /// How to undo what was written since [`State::commit`].
    journal: Vec<Undo>,
}

/// One write, to be taken back.
enum Undo {
    Variable(usize, Value),
    Element {
        var: usize,
        address: i128,
        old: Option<i128>,
    },
    Byte {
        offset: usize,
        old: Byte,
    },
    Known {
        var: usize,
        since: u32,
    },
}

impl State {
    pub(super) fn new(values: Vec<Value>, bytes: Option<Bytes>) -> State {
        State {
            values,
            bytes,
            journal: Vec::new(),
        }
    }

    /// The element of a memory.
    pub(super) fn element(&self, var: VarId, address: i128) -> Result<i128, ExecuteError> {
        let Some(Value::Memory(memory)) = self.values.get(index(var.0)) else {
            return Err(ExecuteError::Malformed);
        };
        match (memory.known(address), &self.bytes) {
            (Some(value), _) => Ok(value),
            (None, Some(bytes)) => Ok(bytes.read(var, address)?.unwrap_or(memory.default)),
            (None, None) => Ok(memory.default),
        }
    }

    /// Stores a whole value.
    pub(super) fn store(&mut self, var: VarId, value: Value) -> Result<(), ExecuteError> {
        let slot = self
            .values
            .get_mut(index(var.0))
            .ok_or(ExecuteError::Malformed)?;
        let old = std::mem::replace(slot, value);
        self.journal.push(Undo::Variable(index(var.0), old));
        Ok(())
    }

    /// Stores an element of a memory, and its bytes.
    pub(super) fn store_element(
        &mut self,
        var: VarId,
        ty: IntType,
        address: i128,
        value: i128,
    ) -> Result<(), ExecuteError> {
        let Some(Value::Memory(memory)) = self.values.get_mut(index(var.0)) else {
            return Err(ExecuteError::Malformed);
        };
        if !ty.contains(value) {
            return Err(ExecuteError::Range(var));
        }
        let old = memory.elements.insert(address, value);
        let journal = &mut self.journal;
        journal.push(Undo::Element {
            var: index(var.0),
            address,
            old,
        });
        match &mut self.bytes {
            Some(bytes) => bytes.write(var, address, value, |offset, old| {
                journal.push(Undo::Byte { offset, old })
            }),
            None => Ok(()),
        }
    }

    /// Stores one value in a range of a memory, and its bytes, which the value repeats.
    pub(super) fn store_range(
        &mut self,
        var: VarId,
        ty: IntType,
        range: Filled,
    ) -> Result<(), ExecuteError> {
        let Some(Value::Memory(memory)) = self.values.get(index(var.0)) else {
            return Err(ExecuteError::Malformed);
        };
        if !ty.contains(range.value) {
            return Err(ExecuteError::Range(var));
        }
        let mut filled = memory.clone();
        filled.fill(range);
        self.store(var, Value::Memory(filled))?;
        let journal = &mut self.journal;
        match &mut self.bytes {
            Some(bytes) => bytes.fill(var, range, |offset, old| {
                journal.push(Undo::Byte { offset, old })
            }),
            None => Ok(()),
        }
    }

    /// A range of a memory becomes what another one, or the same, has so far behind it.
    pub(super) fn store_part(
        &mut self,
        var: VarId,
        ty: IntType,
        (from, to, (of, distance)): (i128, i128, (VarId, i128)),
    ) -> Result<(), ExecuteError> {
        if let (Some(bytes), true) = (&mut self.bytes, of == var && distance != 0) {
            let journal = &mut self.journal;
            let replaced = |offset, old| journal.push(Undo::Byte { offset, old });
            if bytes.copy(var, (from, to), distance, replaced)? {
                return self.refresh(var).map(|_| ());
            }
        }
        let Some(Value::Memory(mut source)) = self.values.get(index(of.0)).cloned() else {
            return Err(ExecuteError::Malformed);
        };
        source.moved(distance).ok_or(ExecuteError::Overflow)?;
        let (ranges, elements) = (source.ranges.iter(), source.elements.iter());
        let mut parts = vec![Filled {
            from,
            to,
            value: source.default,
        }];
        parts.extend(ranges.map(|range| Filled {
            from: range.from.max(from),
            to: range.to.min(to),
            value: range.value,
        }));
        for part in parts.into_iter().filter(|part| part.from < part.to) {
            self.store_range(var, ty, part)?;
        }
        for (address, value) in elements.filter(|(at, _)| (from..to).contains(*at)) {
            self.store_element(var, ty, *address, *value)?;
        }
        Ok(())
    }

    /// A memory becomes unknown. If the execution knows what it is part of, it is that, as it is
    /// now; true then.
    pub(super) fn refresh(&mut self, var: VarId) -> Result<bool, ExecuteError> {
        let Some(since) = self.bytes.as_mut().and_then(|bytes| bytes.refresh(var)) else {
            return Ok(false);
        };
        self.journal.push(Undo::Known {
            var: index(var.0),
            since,
        });
        self.store(var, Value::Memory(Memory::default()))?;
        Ok(true)
    }

    /// Makes the writes final.
    pub(super) fn commit(&mut self) {
        self.journal.clear();
    }

    /// Takes back what was written since the last [`State::commit`].
    pub(super) fn undo(&mut self) {
        while let Some(undo) = self.journal.pop() {
            match undo {
                Undo::Variable(var, old) => {
                    if let Some(slot) = self.values.get_mut(var) {
                        *slot = old;
                    }
                }
                Undo::Element { var, address, old } => {
                    if let Some(Value::Memory(memory)) = self.values.get_mut(var) {
                        match old {
                            Some(value) => memory.elements.insert(address, value),
                            None => memory.elements.remove(&address),
                        };
                    }
                }
                Undo::Byte { offset, old } => self
                    .bytes
                    .iter_mut()
                    .for_each(|bytes| bytes.restore(offset, old)),
                Undo::Known { var, since } => self
                    .bytes
                    .iter_mut()
                    .for_each(|bytes| bytes.restore_known(var, since)),
            }
        }
    }
}

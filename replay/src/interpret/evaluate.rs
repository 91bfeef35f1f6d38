//! Evaluation of expressions: straight-line code over the distinct nodes of an expression, so that
//! shared nodes are evaluated once and depth is no issue.

mod reads;

use super::state::State;
use super::{index, ExecuteError, Filled, Value};
use proofmark_frontend::Approximation;
use proofmark_logic::arena::{Arena, Expr, Node, Op, VarId};
use proofmark_logic::cfa::StmtKind;
use proofmark_logic::ieee::Operation;
use proofmark_logic::interval::clamp_shift;
use proofmark_logic::types::IntType;
use std::collections::BTreeMap;

pub(super) use reads::{Read, Write};

/// The nodes of an expression, arguments before their users; the last one is the expression itself.
pub(super) struct Code {
    pub(super) instructions: Vec<Instruction>,
}

/// A node whose arguments are positions in the code.
#[derive(Clone, Copy)]
pub(super) enum Instruction {
    Lit(i128),
    Type(IntType),
    Var(VarId),
    MapVar(VarId),
    Addr(u32),
    App(Op, [usize; 3]),
}

impl Code {
    /// The code of a statement's expression; empty for a havoc.
    pub(super) fn of(arena: &Arena, kind: &StmtKind) -> Code {
        let mut code = Code {
            instructions: Vec::new(),
        };
        match kind {
            StmtKind::Assign { value, .. } => code.add(arena, *value),
            StmtKind::Assume(p) => code.add(arena, *p),
            StmtKind::Havoc { .. } => {}
        }
        code
    }

    /// Arguments have smaller ids than their users, so the order of ids is an order of evaluation.
    fn add(&mut self, arena: &Arena, root: Expr) {
        let mut positions = BTreeMap::new();
        let mut work = vec![root];
        while let Some(e) = work.pop() {
            if positions.insert(e, 0).is_none() {
                work.extend(arena.args(e));
            }
        }
        for (position, slot) in positions.values_mut().enumerate() {
            *slot = position;
        }
        let at = |e: &Expr| positions.get(e).copied().unwrap_or(usize::MAX);
        self.instructions
            .extend(positions.keys().map(|e| match arena.node(*e) {
                Node::Lit(value) => Instruction::Lit(value),
                Node::Type(ty) => Instruction::Type(ty),
                Node::Var(var, _) => Instruction::Var(var),
                Node::MapVar(var, _) => Instruction::MapVar(var),
                Node::Addr { object, .. } => Instruction::Addr(object),
                Node::App(op, [a, b, c]) => Instruction::App(op, [at(&a), at(&b), at(&c)]),
            }));
    }
}

/// What is patched into a memory: one value, or what a variable's memory has so far behind.
#[derive(Clone, Copy, Debug)]
pub(super) enum Inside {
    Value(i128),
    Memory(VarId, i128),
}

/// A change of a memory.
#[derive(Clone, Copy, Debug)]
pub(super) enum Change {
    /// The element at an address, and its value.
    Element(i128, i128),
    /// A range gets one value.
    Range(Filled),
    /// A range, by its ends, gets the elements that a variable's memory has so far behind it.
    Part(i128, i128, (VarId, i128)),
}

impl Change {
    /// What it makes of the element at an address.
    pub(super) fn at(&self, address: i128, state: &State) -> Option<Result<i128, ExecuteError>> {
        match *self {
            Change::Element(at, value) => (at == address).then_some(Ok(value)),
            Change::Range(Filled { from, to, value }) => {
                (from..to).contains(&address).then_some(Ok(value))
            }
            Change::Part(from, to, (of, distance)) => {
                let inside = (from..to).contains(&address);
                let behind = address.checked_add(distance);
                inside.then(|| state.element(of, behind.ok_or(ExecuteError::Overflow)?))
            }
        }
    }
}

/// The value of a node.
#[derive(Clone, Debug)]
pub(super) enum Slot {
    /// A term's value modulo 2^128, in two's complement, and whether it is the value itself.
    Int { low: i128, exact: bool },
    /// A formula's value.
    Bool(bool),
    /// A variable's memory, changed in this order.
    Memory(VarId, Vec<Change>),
    /// The same value everywhere.
    Filled(i128),
    /// What a variable's memory has so far behind each address.
    Shifted(VarId, i128),
    /// What stands below an address; from there on, the memory at this position does.
    Below {
        inside: Inside,
        to: i128,
        rest: usize,
    },
    /// A machine type.
    Type(IntType),
}

/// Evaluates code in states. Terms denote integers of any size; what leaves 128 bits is kept modulo
/// 2^128, which is all that `wrap` looks at, and is an error wherever the exact value matters.
pub(super) struct Evaluator {
    addresses: Vec<i128>,
    slots: Vec<Slot>,
}

impl Evaluator {
    pub(super) fn new(addresses: Vec<i128>) -> Evaluator {
        Evaluator {
            addresses,
            slots: Vec::new(),
        }
    }

    pub(super) fn formula(&mut self, code: &Code, state: &State) -> Result<bool, ExecuteError> {
        self.evaluate(code, state)?;
        match self.slots.last() {
            Some(Slot::Bool(value)) => Ok(*value),
            _ => Err(ExecuteError::Malformed),
        }
    }

    pub(super) fn term(&mut self, code: &Code, state: &State) -> Result<i128, ExecuteError> {
        self.evaluate(code, state)?;
        self.exact(self.slots.len().wrapping_sub(1))
    }

    /// The memory as a variable's memory and the changes of it, oldest first.
    pub(super) fn memory(
        &mut self,
        code: &Code,
        state: &State,
    ) -> Result<(VarId, Vec<Change>), ExecuteError> {
        self.evaluate(code, state)?;
        match self.slots.pop() {
            Some(Slot::Memory(base, writes)) => Ok((base, writes)),
            _ => Err(ExecuteError::Malformed),
        }
    }

    /// The values of the nodes that were evaluated last, without that of a memory that was taken.
    pub(super) fn slots(&self) -> &[Slot] {
        &self.slots
    }

    /// Why the values that were evaluated last are none of C's: a divisor was 0, a quotient does
    /// not fit, or a value was shifted to the left by a count that its type does not have (C11
    /// 6.5.5p5 and p6, 6.5.7p3).
    pub(super) fn undefined(&self, code: &Code) -> Option<Approximation> {
        let number = |at: usize| self.exact(at).ok();
        code.instructions.iter().find_map(|one| match *one {
            Instruction::App(Op::Div | Op::Rem, [_, by, _]) => {
                (number(by) == Some(0)).then_some(Approximation::Division)
            }
            Instruction::App(Op::Wrap, [ty, value, _]) => match *code.instructions.get(value)? {
                Instruction::App(Op::Shl, [_, by, _]) => {
                    let bits = i128::from(self.int_type(ty).ok()?.bits());
                    let inside = (0..bits).contains(&number(by)?);
                    (!inside).then_some(Approximation::Count)
                }
                Instruction::App(Op::Div, [of, by, _]) => {
                    let least = self.int_type(ty).ok()?.min();
                    // By -1 as such, gcc negates.
                    let fits = least == 0
                        || number(of)? != least
                        || number(by)? != -1
                        || matches!(code.instructions.get(by), Some(Instruction::Lit(_)));
                    (!fits).then_some(Approximation::Division)
                }
                _ => None,
            },
            _ => None,
        })
    }

    fn evaluate(&mut self, code: &Code, state: &State) -> Result<(), ExecuteError> {
        self.slots.clear();
        for instruction in &code.instructions {
            let slot = match *instruction {
                Instruction::Lit(value) => Slot::Int {
                    low: value,
                    exact: true,
                },
                Instruction::Type(ty) => Slot::Type(ty),
                Instruction::Var(var) => match state.values.get(index(var.0)) {
                    Some(Value::Int(value)) => Slot::Int {
                        low: *value,
                        exact: true,
                    },
                    _ => return Err(ExecuteError::Malformed),
                },
                Instruction::MapVar(var) => Slot::Memory(var, Vec::new()),
                Instruction::Addr(object) => Slot::Int {
                    low: *self
                        .addresses
                        .get(index(object))
                        .ok_or(ExecuteError::Malformed)?,
                    exact: true,
                },
                Instruction::App(op, args) => self.apply(op, args, state)?,
            };
            self.slots.push(slot);
        }
        Ok(())
    }

    fn apply(&self, op: Op, [a, b, c]: [usize; 3], state: &State) -> Result<Slot, ExecuteError> {
        let slot = match op {
            Op::True => Slot::Bool(true),
            Op::False => Slot::Bool(false),
            Op::Not => Slot::Bool(!self.bool(a)?),
            Op::And => Slot::Bool(self.bool(a)? && self.bool(b)?),
            Op::Or => Slot::Bool(self.bool(a)? || self.bool(b)?),
            Op::Imp => Slot::Bool(!self.bool(a)? || self.bool(b)?),
            Op::Ite => Slot::Bool(if self.bool(a)? {
                self.bool(b)?
            } else {
                self.bool(c)?
            }),
            Op::Eq => Slot::Bool(self.exact(a)? == self.exact(b)?),
            Op::Le => Slot::Bool(self.exact(a)? <= self.exact(b)?),
            Op::Add => self.ring(a, b, i128::overflowing_add)?,
            Op::Sub => self.ring(a, b, i128::overflowing_sub)?,
            Op::Mul => self.ring(a, b, i128::overflowing_mul)?,
            Op::Shl => self.shift_left(a, b)?,
            Op::BitAnd => self.ring(a, b, |x, y| (x & y, false))?,
            Op::BitOr => self.ring(a, b, |x, y| (x | y, false))?,
            Op::BitXor => self.ring(a, b, |x, y| (x ^ y, false))?,
            Op::Div => exact(divide(self.exact(a)?, self.exact(b)?)?),
            Op::Rem => {
                let (x, y) = (self.exact(a)?, self.exact(b)?);
                // x - y * div(x, y): the product is at most |x|, so neither step overflows.
                exact(x.wrapping_sub(y.wrapping_mul(divide(x, y)?)))
            }
            Op::Shr => exact(self.exact(a)? >> clamp_shift(self.exact(b)?)),
            Op::Wrap => {
                let (low, _) = self.low(b)?;
                exact(self.int_type(a)?.wrap(low))
            }
            Op::Carry => {
                let (ty, value) = (self.int_type(a)?, self.exact(b)?);
                // Exact: the difference is a multiple of the modulus.
                exact(
                    value
                        .checked_sub(ty.wrap(value))
                        .ok_or(ExecuteError::Overflow)?
                        / ty.modulus(),
                )
            }
            Op::Ieee => exact(self.ieee(a, b, c)?),
            Op::Sel => self.select(a, b, state)?,
            Op::Upd => {
                let Some(Slot::Memory(base, writes)) = self.slots.get(a) else {
                    return Err(ExecuteError::Malformed);
                };
                let mut writes = writes.clone();
                writes.push(Change::Element(self.exact(b)?, self.exact(c)?));
                Slot::Memory(*base, writes)
            }
            Op::Fill => Slot::Filled(self.exact(a)?),
            Op::Splice => self.splice(a, b, c)?,
            Op::Shift => match self.slots.get(a) {
                Some(Slot::Memory(of, changes)) if changes.is_empty() => {
                    Slot::Shifted(*of, self.exact(b)?)
                }
                _ => return Err(ExecuteError::Malformed),
            },
        };
        Ok(slot)
    }

    /// An operation whose result modulo 2^128 depends only on its operands modulo 2^128; `f` also
    /// tells whether the result overflowed.
    fn ring(
        &self,
        a: usize,
        b: usize,
        f: impl Fn(i128, i128) -> (i128, bool),
    ) -> Result<Slot, ExecuteError> {
        let ((x, x_exact), (y, y_exact)) = (self.low(a)?, self.low(b)?);
        let (low, overflow) = f(x, y);
        Ok(Slot::Int {
            low,
            exact: x_exact && y_exact && !overflow,
        })
    }

    fn shift_left(&self, a: usize, b: usize) -> Result<Slot, ExecuteError> {
        let ((x, x_exact), k) = (self.low(a)?, clamp_shift(self.exact(b)?));
        let low = x.wrapping_shl(k);
        Ok(Slot::Int {
            low,
            exact: x_exact && low >> k == x,
        })
    }

    fn ieee(&self, a: usize, b: usize, code: usize) -> Result<i128, ExecuteError> {
        let (operation, format) =
            Operation::from_code(self.exact(code)?).ok_or(ExecuteError::Malformed)?;
        Ok(operation.apply(format, self.exact(a)?, self.exact(b)?))
    }

    /// Memories of parts are what is patched into a variable's memory ([`Arena::patch`]): nothing
    /// else makes them.
    fn splice(&self, low: usize, from: usize, high: usize) -> Result<Slot, ExecuteError> {
        let from = self.exact(from)?;
        let inside = match (self.slots.get(low), self.slots.get(high)) {
            (Some(Slot::Memory(base, writes)), Some(Slot::Below { inside, to, rest }))
                if *rest == low =>
            {
                let mut writes = writes.clone();
                writes.push(match *inside {
                    Inside::Value(value) => Change::Range(Filled {
                        from,
                        to: *to,
                        value,
                    }),
                    Inside::Memory(of, distance) => Change::Part(from, *to, (of, distance)),
                });
                return Ok(Slot::Memory(*base, writes));
            }
            (Some(Slot::Filled(value)), Some(Slot::Memory(..))) => Inside::Value(*value),
            (Some(Slot::Memory(of, changes)), Some(Slot::Memory(..))) if changes.is_empty() => {
                Inside::Memory(*of, 0)
            }
            (Some(Slot::Shifted(of, distance)), Some(Slot::Memory(..))) => {
                Inside::Memory(*of, *distance)
            }
            _ => return Err(ExecuteError::Malformed),
        };
        Ok(Slot::Below {
            inside,
            to: from,
            rest: high,
        })
    }

    fn select(&self, a: usize, b: usize, state: &State) -> Result<Slot, ExecuteError> {
        let address = self.exact(b)?;
        let Some(Slot::Memory(base, writes)) = self.slots.get(a) else {
            return Err(ExecuteError::Malformed);
        };
        let mut latest = writes.iter().rev();
        if let Some(value) = latest.find_map(|change| change.at(address, state)) {
            return value.map(exact);
        }
        state.element(*base, address).map(exact)
    }

    fn low(&self, position: usize) -> Result<(i128, bool), ExecuteError> {
        match self.slots.get(position) {
            Some(Slot::Int { low, exact }) => Ok((*low, *exact)),
            _ => Err(ExecuteError::Malformed),
        }
    }
    fn exact(&self, position: usize) -> Result<i128, ExecuteError> {
        match self.low(position)? {
            (value, true) => Ok(value),
            (_, false) => Err(ExecuteError::Overflow),
        }
    }
    fn bool(&self, position: usize) -> Result<bool, ExecuteError> {
        match self.slots.get(position) {
            Some(Slot::Bool(value)) => Ok(*value),
            _ => Err(ExecuteError::Malformed),
        }
    }
    fn int_type(&self, position: usize) -> Result<IntType, ExecuteError> {
        match self.slots.get(position) {
            Some(Slot::Type(ty)) => Ok(*ty),
            _ => Err(ExecuteError::Malformed),
        }
    }
}

fn exact(value: i128) -> Slot {
    Slot::Int {
        low: value,
        exact: true,
    }
}

/// Truncated quotient, 0 for divisor 0.
fn divide(a: i128, b: i128) -> Result<i128, ExecuteError> {
    if b == 0 {
        Ok(0)
    } else {
        a.checked_div(b).ok_or(ExecuteError::Overflow)
    }
}

//! Built-in functions whose meaning needs exact numbers.

use super::{Result, Translator};
use crate::flatten::Overflow;
use crate::ir::Arith;
use proofmark_logic::arena::Op;

impl<'p> Translator<'p> {
    /// Whether the exact result of an operation on two integers of any types is no value of a type.
    /// The result is stored, reduced into the place's type (gcc manual, "Integer Overflow
    /// Builtins").
    pub(super) fn overflow(&mut self, operation: &'p Overflow) -> Result<()> {
        let Overflow {
            flag, op, a, b, ty, ..
        } = operation;
        let flag = self.spot(flag)?;
        let Some(machine) = self.machine(ty) else {
            let zero = self.arena.lit(0);
            return self.write(&flag, zero);
        };
        let pos = self.out.pos;
        let (x, y) = self.pair(a, b)?;
        let (x, y) = (self.save(x, &a.ty), self.save(y, &b.ty));
        let op = match *op {
            Arith::Add => Op::Add,
            Arith::Sub => Op::Sub,
            _ => Op::Mul,
        };
        let exact = self.arena.mk(op, &[x, y]);
        let reduced = self.arena.wrap(machine, exact);
        if let Some(place) = &operation.stored {
            let spot = self.spot(place)?;
            self.write(&spot, reduced)?;
        }
        self.out.pos = pos;
        let (fits, more, join) = (
            self.out.new_loc(pos),
            self.out.new_loc(pos),
            self.out.new_loc(pos),
        );
        let atom = self.arena.eq(exact, reduced);
        self.split(atom, true, fits, more);
        let (zero, one) = (self.arena.lit(0), self.arena.lit(1));
        self.out.resume(fits);
        self.write(&flag, zero)?;
        self.out.jump(join, more);
        self.write(&flag, one)?;
        self.out.flow_to(join);
        Ok(())
    }
}

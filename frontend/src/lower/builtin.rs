//! Built-in functions whose meaning needs exact numbers.

use super::{Lowerer, Result};
use crate::ir::{Arith, Expr, Place};
use crate::types::Type;
use proofmark_logic::arena::{Expr as Term, Op};

impl<'p> Lowerer<'p> {
    /// Whether the exact result of an operation on two integers of any types is no value of type
    /// `ty`; as an `int`. The result is stored, reduced into the place's type (gcc manual, "Integer
    /// Overflow Builtins").
    pub(super) fn overflows(
        &mut self,
        op: Arith,
        a: &'p Expr,
        b: &'p Expr,
        ty: &Type,
        place: Option<&'p Place>,
    ) -> Result<Term> {
        let (Some(machine), Some(int)) = (self.machine(ty), self.machine(&Type::INT)) else {
            return Ok(self.arena.lit(0));
        };
        let pos = self.pos;
        let (x, y) = self.pair(a, b)?;
        let (x, y) = (self.save(x, &a.ty), self.save(y, &b.ty));
        let op = match op {
            Arith::Add => Op::Add,
            Arith::Sub => Op::Sub,
            _ => Op::Mul,
        };
        let exact = self.arena.mk(op, &[x, y]);
        let reduced = self.arena.wrap(machine, exact);
        if let Some(place) = place {
            let spot = self.spot(place)?;
            self.write(&spot, reduced)?;
        }
        self.pos = pos;
        let (fits, more, join) = (self.new_loc(pos), self.new_loc(pos), self.new_loc(pos));
        let atom = self.arena.eq(exact, reduced);
        self.split(atom, true, fits, more);
        let (var, term) = self.temp(int);
        let (zero, one) = (self.arena.lit(0), self.arena.lit(1));
        self.at = fits;
        self.assign(var, zero);
        self.jump(join, more);
        self.assign(var, one);
        self.flow_to(join);
        Ok(term)
    }
}

//! Conditions: one atom, or its negation, on each of two edges.

use super::{Result, Side, Translator, What};
use crate::approximation::Approximation;
use crate::decided::decided;
use crate::diagnostic::ErrorKind;
use crate::flatten::{Value, ValueKind};
use crate::ir::Relation;
use crate::types::Type;
use proofmark_logic::arena::{Expr as Term, Node};
use proofmark_logic::cfa::LocId;

impl<'p> Translator<'p> {
    /// Goes to `yes` if the value is not 0, else to `no`. Nothing is under construction after.
    pub(super) fn branch(&mut self, e: &'p Value, yes: LocId, no: LocId) -> Result<()> {
        self.out.pos = e.pos;
        match &e.kind {
            ValueKind::Int(v) => {
                self.out.leave(if *v != 0 { yes } else { no });
                Ok(())
            }
            ValueKind::Not(a) => self.branch(a, no, yes),
            ValueKind::Compare(relation, a, b) => self.comparison(*relation, a, b, yes, no),
            _ if e.ty.is_float() => {
                let value = self.rvalue(e)?;
                match self.format(&e.ty) {
                    Some(format) => {
                        self.unless_floating_zero(format, value, [yes, no]);
                        Ok(())
                    }
                    None => self.either(yes, no),
                }
            }
            _ => {
                let value = self.rvalue(e)?;
                self.unless_zero(value, yes, no);
                Ok(())
            }
        }
    }

    fn comparison(
        &mut self,
        relation: Relation,
        a: &'p Value,
        b: &'p Value,
        yes: LocId,
        no: LocId,
    ) -> Result<()> {
        let (x, y) = self.pair(a, b)?;
        if let Some(format) = self.format(&a.ty) {
            self.floating_comparison(relation, format, [x, y], [yes, no]);
            return Ok(());
        }
        if a.ty.is_float() {
            return self.either(yes, no);
        }
        self.note_past_ends((a, x), (b, y));
        let (atom, positive) = match relation {
            Relation::Eq => (self.equation(x, y), true),
            Relation::Ne => (self.equation(x, y), false),
            Relation::Lt => (self.arena.le(y, x), false),
            Relation::Gt => (self.arena.le(x, y), false),
            Relation::Le => (self.arena.le(x, y), true),
            Relation::Ge => (self.arena.le(y, x), true),
        };
        self.split(atom, positive, yes, no);
        Ok(())
    }

    /// An address one past the end of an object may be that of another one (C11 6.5.9p6). gcc takes
    /// pointers to different objects for different all the same, where it sees what they point to.
    fn note_past_ends(&mut self, (a, x): (&Value, Term), (b, y): (&Value, Term)) {
        let object = |value: &Value| {
            let pointee = value.compared().ty.pointee();
            pointee.is_some_and(|to| !matches!(to.ty, Type::Function(_)))
        };
        let null = |term| self.arena.as_lit(term).is_some();
        let start = |term| matches!(self.arena.node(term), Node::Addr { .. });
        let harmless = x == y || null(x) || null(y) || start(x) && start(y);
        if self.side != Side::Program || !object(a) || !object(b) || harmless {
            return;
        }
        self.note(
            "undefined-behaviour",
            "ends of objects",
            "No result depends on whether an object begins where another one ends: a pointer one \
             past the end of an object is not compared with one to another object (C11 6.5.9p6).",
        );
    }

    /// `goto *e`: one case for each label of the function whose address is taken.
    pub(super) fn computed_goto(&mut self, e: &'p Value) -> Result<()> {
        let detail =
            "A computed `goto` jumps to a label of its own function whose address is taken.";
        self.note("undefined-behaviour", "computed goto", detail);
        let pointer = self.rvalue(e)?;
        let pointer = self.save(pointer, &e.ty);
        let instance = self
            .instances
            .last()
            .and_then(|i| Some((i.function?, i.body)));
        let Some((function, body)) = instance else {
            return Err(self.fail(ErrorKind::Internal, "a jump outside of a function"));
        };
        for &label in &body.addressed {
            let (address, target, next) = (
                self.label_address(function, label),
                self.label(label),
                self.out.new_loc(self.out.pos),
            );
            let atom = self.arena.eq(pointer, address);
            self.split(atom, true, target, next);
            self.out.resume(next);
        }
        self.depart(
            "undefined-behaviour",
            "a computed `goto` jumps to no label of its function",
        );
        self.out.stop();
        Ok(())
    }

    /// An equation with a literal on the right, if there is one.
    fn equation(&mut self, a: Term, b: Term) -> Term {
        if self.arena.as_lit(a).is_some() && self.arena.as_lit(b).is_none() {
            self.arena.eq(b, a)
        } else {
            self.arena.eq(a, b)
        }
    }

    pub(super) fn unless_zero(&mut self, value: Term, yes: LocId, no: LocId) {
        let zero = self.arena.lit(0);
        let atom = self.arena.eq(value, zero);
        self.split(atom, false, yes, no);
    }

    /// Goes either way.
    fn either(&mut self, yes: LocId, no: LocId) -> Result<()> {
        let value = match proofmark_logic::types::IntType::new(1, false) {
            Some(bit) => self.approximate(Approximation::FloatingPoint, |this| this.unknown(bit)),
            None => self.arena.lit(0),
        };
        self.unless_zero(value, yes, no);
        Ok(())
    }

    /// Two edges with an atom and its negation; one edge if the operands' intervals decide the atom
    /// in every state.
    pub(super) fn split(&mut self, atom: Term, positive: bool, yes: LocId, no: LocId) {
        let (yes, no) = if positive { (yes, no) } else { (no, yes) };
        if let Some(holds) = decided(&self.arena, atom) {
            self.out.leave(if holds { yes } else { no });
            return;
        }
        self.out.emit(What::Split(atom, yes, no));
    }
}

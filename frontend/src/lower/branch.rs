//! Conditions: one atom, or its negation, on each of two edges.

use super::{Lowerer, Result};
use crate::approximation::Approximation;
use crate::ir::{Expr, ExprKind, Label, Relation};
use crate::simplify::decided;
use crate::types::Type;
use proofmark_logic::arena::{Expr as Term, Node};
use proofmark_logic::cfa::{LocId, Stmt, StmtKind};

impl<'p> Lowerer<'p> {
    /// Goes to `yes` if the expression is not 0, else to `no`. Connectives and negations become
    /// control flow. Nothing is under construction after.
    pub(super) fn branch(&mut self, e: &'p Expr, yes: LocId, no: LocId) -> Result<()> {
        self.pos = e.pos;
        match &e.kind {
            ExprKind::Int(v) => {
                let next = self.at;
                self.jump(if *v != 0 { yes } else { no }, next);
                Ok(())
            }
            ExprKind::Not(a) => self.branch(a, no, yes),
            ExprKind::And(a, b) => {
                let both = self.new_loc(b.pos);
                self.branch(a, both, no)?;
                self.at = both;
                self.branch(b, yes, no)
            }
            ExprKind::Or(a, b) => {
                let second = self.new_loc(b.pos);
                self.branch(a, yes, second)?;
                self.at = second;
                self.branch(b, yes, no)
            }
            ExprKind::Comma(a, b) => {
                self.effect(a)?;
                self.branch(b, yes, no)
            }
            ExprKind::Conditional(c, Some(a), b) => {
                let (then, other) = (self.new_loc(a.pos), self.new_loc(b.pos));
                self.branch(c, then, other)?;
                self.at = then;
                self.branch(a, yes, no)?;
                self.at = other;
                self.branch(b, yes, no)
            }
            ExprKind::Convert(a) if self.keeps_truth(&a.ty, &e.ty) => self.branch(a, yes, no),
            ExprKind::Compare(relation, a, b) => self.comparison(*relation, a, b, yes, no),
            _ if e.ty.is_float() => {
                self.rvalue(e)?;
                self.either(yes, no)
            }
            _ => {
                let value = self.rvalue(e)?;
                self.unless_zero(value, yes, no);
                Ok(())
            }
        }
    }

    /// Whether a conversion yields 0 only for 0.
    fn keeps_truth(&self, from: &Type, to: &Type) -> bool {
        match (self.machine(from), self.machine(to)) {
            (Some(_), Some(_)) if *to == Type::Bool => true,
            (Some(from), Some(to)) => to.bits() >= from.bits(),
            _ => false,
        }
    }

    fn comparison(
        &mut self,
        relation: Relation,
        a: &'p Expr,
        b: &'p Expr,
        yes: LocId,
        no: LocId,
    ) -> Result<()> {
        if let (Relation::Eq | Relation::Ne, Some(0), true) =
            (relation, b.as_int(), is_condition(a))
        {
            return if relation == Relation::Ne {
                self.branch(a, yes, no)
            } else {
                self.branch(a, no, yes)
            };
        }
        let (x, y) = self.pair(a, b)?;
        if a.ty.is_float() {
            return self.either(yes, no);
        }
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

    /// `goto *e`: one case for each label of the function whose address is taken.
    pub(super) fn computed_goto(&mut self, e: &'p Expr) -> Result<()> {
        let detail =
            "A computed `goto` jumps to a label of its own function whose address is taken.";
        self.note("undefined-behaviour", "computed goto", detail);
        let pointer = self.rvalue(e)?;
        let pointer = self.save(pointer, &e.ty);
        let function = self.instances.last().map_or(0, |i| i.function);
        let body = self
            .program
            .functions
            .get(function as usize)
            .and_then(|f| f.body.as_ref());
        for &label in body.into_iter().flat_map(|b| &b.addressed) {
            let (address, target, next) = (
                self.label_address(function, label),
                self.label(label),
                self.new_loc(self.pos),
            );
            let atom = self.arena.eq(pointer, address);
            self.split(atom, true, target, next);
            self.at = next;
        }
        self.depart(
            "undefined-behaviour",
            "a computed `goto` jumps to no label of its function",
        );
        self.stop();
        Ok(())
    }

    /// The address of a label: an object of its own.
    pub(super) fn label_address(&mut self, function: u32, label: Label) -> Term {
        let detail = "No result depends on whether labels have different addresses (gcc manual, \"Labels as Values\").";
        self.note("undefined-behaviour", "labels", detail);
        let object = match self.label_objects.get(&(function, label)) {
            Some(object) => *object,
            None => {
                let name = self
                    .program
                    .functions
                    .get(function as usize)
                    .map_or("?", |f| f.name.as_str());
                let object = self.object(format!("{name}::label {}", label.0), 1);
                self.label_objects.insert((function, label), object);
                object
            }
        };
        self.arena.intern(Node::Addr {
            object,
            size: 1,
            bits: self.program.types.profile.pointer_bits(),
        })
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
            let next = self.at;
            self.jump(if holds { yes } else { no }, next);
            return;
        }
        if !self.block.is_empty() {
            let here = self.new_loc(self.pos);
            self.flow_to(here);
        }
        let negated = self.arena.not(atom);
        let pos = self.pos;
        self.edge(
            self.at,
            yes,
            vec![Stmt {
                kind: StmtKind::Assume(atom),
                pos,
            }],
        );
        self.edge(
            self.at,
            no,
            vec![Stmt {
                kind: StmtKind::Assume(negated),
                pos,
            }],
        );
    }
}

/// Whether an expression only yields 0 or 1 because it decides something.
fn is_condition(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Compare(..) | ExprKind::Not(_) | ExprKind::And(..) | ExprKind::Or(..) => true,
        ExprKind::Convert(a) => a.ty.is_integer() && e.ty.is_integer() && is_condition(a),
        _ => false,
    }
}

//! Values: every term is within the range of its expression's type.

use super::observer::Usage;
use super::place::{At, Spot};
use super::{Lowerer, Origin, Result};
use crate::approximation::Approximation;
use crate::diagnostic::ErrorKind;
use crate::ir::{Arith, Expr, ExprKind, Place};
use crate::spec::pattern::behind_conversions;
use crate::types::Type;
use proofmark_logic::arena::{Expr as Term, Node, Op};
use proofmark_logic::types::IntType;

impl<'p> Lowerer<'p> {
    /// Evaluates an expression for its effects.
    pub(super) fn effect(&mut self, e: &'p Expr) -> Result<()> {
        self.pos = e.pos;
        match &e.kind {
            _ if !e.effects => Ok(()),
            ExprKind::Convert(a) => self.effect(a),
            ExprKind::Negate(a) | ExprKind::Complement(a) | ExprKind::Not(a) => self.operand(a),
            ExprKind::Comma(a, b) => {
                self.effect(a)?;
                self.effect(b)
            }
            ExprKind::Arith(_, a, b)
            | ExprKind::Compare(_, a, b)
            | ExprKind::PointerDiff(a, b, _) => {
                self.note_order(a, b);
                self.operand(a)?;
                self.operand(b)
            }
            ExprKind::And(..) | ExprKind::Or(..) => {
                let join = self.new_loc(e.pos);
                self.branch(e, join, join)?;
                self.at = join;
                Ok(())
            }
            ExprKind::Conditional(c, a, b) => {
                let (then, other, join) = (
                    self.new_loc(e.pos),
                    self.new_loc(e.pos),
                    self.new_loc(e.pos),
                );
                self.branch(c, then, other)?;
                self.at = then;
                if let Some(a) = a {
                    self.effect(a)?;
                }
                self.jump(join, other);
                self.effect(b)?;
                self.flow_to(join);
                Ok(())
            }
            ExprKind::Assign(place, value) => self.assignment(place, value).map(|_| ()),
            ExprKind::Update { place, new, .. } => self.update(place, new, true).map(|_| ()),
            ExprKind::Call(f, args) => {
                self.usage.get_or_insert(Usage::Unused);
                self.declared_call(&e.ty, *f, args).map(|_| ())
            }
            ExprKind::CallPointer(callee, ty, args) => {
                self.usage.get_or_insert(Usage::Unused);
                self.call_pointer(callee, ty, args).map(|_| ())
            }
            ExprKind::Overflows {
                op,
                a,
                b,
                ty,
                place,
            } => self.overflows(*op, a, b, ty, place.as_deref()).map(|_| ()),
            ExprKind::Block(stmts, value) => {
                self.stmts(stmts)?;
                value.as_ref().map_or(Ok(()), |v| self.effect(v))
            }
            _ if matches!(e.ty, Type::Record(_)) => self.record(e).map(|_| ()),
            ExprKind::Load(place) => self.spot(place).map(|_| ()),
            ExprKind::Address(place) => self.designated(place).map(|_| ()),
            ExprKind::PointerAdd { pointer, index, .. } => {
                self.operand(pointer)?;
                self.operand(index)
            }
            ExprKind::Int(_)
            | ExprKind::Float(_)
            | ExprKind::Unknown
            | ExprKind::LabelAddress(..)
            | ExprKind::VarArgs
            | ExprKind::Old
            | ExprKind::Function(_) => Ok(()),
        }
    }

    /// The effects of an expression whose value is used, although nobody keeps it here: a call's
    /// result has a made-up place.
    pub(super) fn operand(&mut self, e: &'p Expr) -> Result<()> {
        let inner = behind_conversions(e);
        if matches!(inner.kind, ExprKind::Call(..) | ExprKind::CallPointer(..)) {
            self.usage.get_or_insert(Usage::Temporary(&inner.ty));
        }
        self.effect(e)
    }

    /// The value of a scalar expression. For floating types a meaningless literal: whoever uses
    /// such a value asks its type first.
    pub(super) fn rvalue(&mut self, e: &'p Expr) -> Result<Term> {
        self.pos = e.pos;
        let machine = match self.machine(&e.ty) {
            Some(machine) => machine,
            None => {
                self.operand(e)?;
                if e.ty.is_float() {
                    self.note("floating-point", "values", "Floating values are not modelled: what is computed from them is any value.");
                }
                return Ok(self.arena.lit(0));
            }
        };
        match &e.kind {
            ExprKind::Int(v) => Ok(self.arena.lit(*v)),
            ExprKind::Unknown | ExprKind::Float(_) => {
                Ok(self.approximate(Approximation::Builtin, |this| this.unknown(machine)))
            }
            ExprKind::LabelAddress(function, label) => Ok(self.label_address(*function, *label)),
            ExprKind::VarArgs => Ok(self.list(machine)),
            ExprKind::Load(place) => {
                let spot = self.spot(place)?;
                self.read(&spot)
            }
            ExprKind::Address(place) => {
                let spot = self.designated(place)?;
                self.address_of(&spot)
            }
            // A weak function that nobody defines has the address 0.
            ExprKind::Function(f)
                if self
                    .program
                    .functions
                    .get(*f as usize)
                    .is_some_and(|f| f.weak) =>
            {
                Ok(self.unknown(machine))
            }
            ExprKind::Function(f) => {
                let f = self.link(*f);
                Ok(self.function_address(f))
            }
            ExprKind::Negate(_)
            | ExprKind::Complement(_)
            | ExprKind::Arith(..)
            | ExprKind::PointerAdd { .. }
            | ExprKind::PointerDiff(..) => self.operation(e, machine),
            ExprKind::Compare(..) | ExprKind::Not(_) | ExprKind::And(..) | ExprKind::Or(..) => {
                self.truth(e, machine)
            }
            ExprKind::Conditional(c, a, b) => self.conditional(c, a.as_deref(), b, machine),
            ExprKind::Comma(a, b) => {
                self.effect(a)?;
                self.rvalue(b)
            }
            ExprKind::Convert(a) => self.conversion(e, a, machine),
            ExprKind::Assign(place, value) => {
                let spot = self.assignment(place, value)?;
                self.stored(&spot, machine)
            }
            ExprKind::Update { place, new, post } => self.update(place, new, *post),
            ExprKind::Old => match self.old.last() {
                Some(old) => Ok(*old),
                None => Err(self.fail(ErrorKind::Internal, "an update without an object")),
            },
            ExprKind::Call(f, args) => {
                self.usage.get_or_insert(Usage::Temporary(&e.ty));
                let spot = self.declared_call(&e.ty, *f, args)?;
                self.result_value(spot, &e.ty, machine)
            }
            ExprKind::CallPointer(callee, ty, args) => {
                self.usage.get_or_insert(Usage::Temporary(&e.ty));
                let spot = self.call_pointer(callee, ty, args)?;
                self.result_value(spot, &e.ty, machine)
            }
            ExprKind::Overflows {
                op,
                a,
                b,
                ty,
                place,
            } => self.overflows(*op, a, b, ty, place.as_deref()),
            ExprKind::Block(stmts, value) => {
                self.stmts(stmts)?;
                match value {
                    Some(value) => self.rvalue(value),
                    None => Ok(self.unknown(machine)),
                }
            }
        }
    }

    /// Arithmetic on values.
    fn operation(&mut self, e: &'p Expr, machine: IntType) -> Result<Term> {
        match &e.kind {
            ExprKind::Negate(a) => {
                let a = self.rvalue(a)?;
                let zero = self.arena.lit(0);
                let value = self.arena.mk(Op::Sub, &[zero, a]);
                Ok(self.arena.wrap(machine, value))
            }
            // ~a is -a - 1 in two's complement.
            ExprKind::Complement(a) => {
                let a = self.rvalue(a)?;
                let minus_one = self.arena.lit(-1);
                let value = self.arena.mk(Op::Sub, &[minus_one, a]);
                Ok(self.arena.wrap(machine, value))
            }
            ExprKind::Arith(op, a, b) => {
                let (x, y) = self.pair(a, b)?;
                self.arith(*op, x, y, machine)
            }
            ExprKind::PointerAdd {
                pointer,
                index,
                size,
                minus,
            } => {
                let (address, index) = self.pair(pointer, index)?;
                Ok(self.scaled(address, index, *size, *minus))
            }
            ExprKind::PointerDiff(a, b, size) => {
                let (a, b) = self.pair(a, b)?;
                let value = self.arena.mk(Op::Sub, &[a, b]);
                let value = self.arena.wrap(machine, value);
                let size = self.arena.lit(i128::from(*size));
                let value = if self.arena.as_lit(size) == Some(1) {
                    value
                } else {
                    self.arena.mk(Op::Div, &[value, size])
                };
                Ok(self.arena.wrap(machine, value))
            }
            _ => Err(self.fail(ErrorKind::Internal, "no arithmetic operation")),
        }
    }

    /// A result as a value of the type that the call expects. What the function does not return is
    /// unknown.
    fn result_value(
        &mut self,
        spot: Option<Spot>,
        expected: &Type,
        machine: IntType,
    ) -> Result<Term> {
        match spot {
            Some(spot) if self.arrives(&spot.ty, expected) => {
                let value = self.read(&spot)?;
                Ok(self.arena.wrap(machine, value))
            }
            Some(_) => Ok(self.approximate(Approximation::CallType, |this| this.unknown(machine))),
            None => Ok(self.unknown(machine)),
        }
    }

    /// Two operands from left to right.
    pub(super) fn pair(&mut self, a: &'p Expr, b: &'p Expr) -> Result<(Term, Term)> {
        self.note_order(a, b);
        let x = self.rvalue(a)?;
        let x = if b.effects { self.save(x, &a.ty) } else { x };
        let y = self.rvalue(b)?;
        Ok((x, y))
    }

    /// Keeps a value from later changes of what it was read from.
    pub(super) fn save(&mut self, value: Term, ty: &Type) -> Term {
        match self.machine(ty) {
            Some(machine) => self.save_machine(value, machine),
            None => value,
        }
    }

    pub(super) fn save_machine(&mut self, value: Term, machine: IntType) -> Term {
        let scratch = matches!(self.arena.node(value), Node::Var(v, _) if self.origin.get(v.0 as usize) == Some(&Origin::Scratch));
        if scratch || matches!(self.arena.node(value), Node::Lit(_) | Node::Addr { .. }) {
            return value;
        }
        let (var, term) = self.temp(machine);
        let value = self.arena.wrap(machine, value);
        self.assign(var, value);
        term
    }

    /// Arithmetic on two values of the same type, reduced into it (C11 6.5p5; signed arithmetic
    /// wraps, as with gcc's -fwrapv).
    fn arith(&mut self, op: Arith, a: Term, b: Term, machine: IntType) -> Result<Term> {
        let literal = self.arena.as_lit(b);
        let width = i128::from(machine.bits());
        let value = match op {
            Arith::Add => self.arena.mk(Op::Add, &[a, b]),
            Arith::Sub => self.arena.mk(Op::Sub, &[a, b]),
            Arith::Mul => self.arena.mk(Op::Mul, &[a, b]),
            Arith::Div | Arith::Rem => {
                if literal.is_none_or(|v| v == 0) {
                    self.note(
                        "undefined-behaviour",
                        "division",
                        "No divisor is 0 (C11 6.5.5p5).",
                    );
                    let zero = self.arena.lit(0);
                    let equal = self.arena.eq(b, zero);
                    let not_zero = self.arena.not(equal);
                    self.presume(
                        not_zero,
                        "undefined-behaviour",
                        "a divisor is 0 (C11 6.5.5p5)",
                    );
                }
                self.arena
                    .mk(if op == Arith::Div { Op::Div } else { Op::Rem }, &[a, b])
            }
            Arith::Shl | Arith::Shr => {
                if literal.is_none_or(|k| k < 0 || k >= width) {
                    self.note(
                        "undefined-behaviour",
                        "shift",
                        "No shift count is negative or as large as the width of the shifted type (C11 6.5.7p3).",
                    );
                    let (zero, last) = (self.arena.lit(0), self.arena.lit(width - 1));
                    for condition in [self.arena.le(zero, b), self.arena.le(b, last)] {
                        self.presume(
                            condition,
                            "undefined-behaviour",
                            "a shift count is negative or as large as the width of the type (C11 6.5.7p3)",
                        );
                    }
                }
                match (op, literal) {
                    (Arith::Shl, Some(k)) if (0..width).contains(&k) => {
                        let factor = self.arena.lit(1i128 << k);
                        self.arena.mk(Op::Mul, &[a, factor])
                    }
                    (Arith::Shl, _) => self.arena.mk(Op::Shl, &[a, b]),
                    _ => self.arena.mk(Op::Shr, &[a, b]),
                }
            }
            Arith::And => self.arena.mk(Op::BitAnd, &[a, b]),
            Arith::Or => self.arena.mk(Op::BitOr, &[a, b]),
            Arith::Xor => self.arena.mk(Op::BitXor, &[a, b]),
        };
        let value = self.arena.wrap(machine, value);
        Ok(self.folded(value))
    }

    /// C11 6.3: integers and pointers are reduced into the target's range; `_Bool` is decided by a
    /// branch; floating values are unknown.
    fn conversion(&mut self, e: &'p Expr, from: &'p Expr, machine: IntType) -> Result<Term> {
        if !from.ty.is_scalar() {
            self.rvalue(from)?;
            return Ok(self.approximate(Approximation::FloatingPoint, |this| this.unknown(machine)));
        }
        if e.ty == Type::Bool && from.ty != Type::Bool {
            return self.truth(from, machine);
        }
        let value = self.rvalue(from)?;
        let value = self.arena.wrap(machine, value);
        Ok(self.folded(value))
    }

    /// 1 if the condition holds, else 0, as a temporary.
    fn truth(&mut self, e: &'p Expr, machine: IntType) -> Result<Term> {
        let (yes, no, join) = (
            self.new_loc(e.pos),
            self.new_loc(e.pos),
            self.new_loc(e.pos),
        );
        self.branch(e, yes, no)?;
        let (var, term) = self.temp(machine);
        let (one, zero) = (self.arena.lit(1), self.arena.lit(0));
        self.at = yes;
        self.assign(var, one);
        self.jump(join, no);
        self.assign(var, zero);
        self.flow_to(join);
        Ok(term)
    }

    fn conditional(
        &mut self,
        c: &'p Expr,
        a: Option<&'p Expr>,
        b: &'p Expr,
        machine: IntType,
    ) -> Result<Term> {
        let (yes, no, join) = (
            self.new_loc(c.pos),
            self.new_loc(c.pos),
            self.new_loc(c.pos),
        );
        let (var, term) = self.temp(machine);
        let value = match a {
            Some(a) => {
                self.branch(c, yes, no)?;
                self.at = yes;
                self.rvalue(a)?
            }
            // `c ?: b` evaluates c once.
            None => {
                let value = self.rvalue(c)?;
                let value = self.save(value, &c.ty);
                let zero = self.arena.lit(0);
                let atom = self.arena.eq(value, zero);
                self.split(atom, false, yes, no);
                self.at = yes;
                value
            }
        };
        let value = self.arena.wrap(machine, value);
        self.assign(var, value);
        self.jump(join, no);
        let value = self.rvalue(b)?;
        let value = self.arena.wrap(machine, value);
        self.assign(var, value);
        self.flow_to(join);
        Ok(term)
    }

    // -- assignment

    /// `place = value`; returns the place.
    fn assignment(&mut self, place: &'p Place, value: &'p Expr) -> Result<Spot> {
        let pos = self.pos;
        self.note_assignment_order(place, value);
        let mut spot = self.spot(place)?;
        if value.effects || self.lies_behind_memory(&spot) {
            self.save_spot(&mut spot);
        }
        self.store_assigned(place, &spot, value, pos)?;
        Ok(spot)
    }

    /// Settles where an object in memory is, whatever is written from now on.
    pub(super) fn save_spot(&mut self, spot: &mut Spot) {
        if let At::Memory { address, .. } = &mut spot.at {
            if self.arena.var_mask(*address) != 0 {
                *address = self.save_machine(*address, self.program.types.address());
            }
        }
    }

    /// Whether memory says where an object is: then a write to it may, and the value of an
    /// assignment is read where it was (`r = p->next->next = q`).
    fn lies_behind_memory(&self, spot: &Spot) -> bool {
        matches!(spot.at, At::Memory { address, .. } if self.depends_on_memory(address))
    }

    /// Whether a write to memory may change what a term yields.
    pub(super) fn depends_on_memory(&self, term: Term) -> bool {
        self.mentions_map(term, |_| true)
    }

    /// The value of an assignment: what the object holds now (C11 6.5.16p3).
    fn stored(&mut self, spot: &Spot, machine: IntType) -> Result<Term> {
        let value = self.read(spot)?;
        let value = self.arena.wrap(machine, value);
        // A place in memory may be written again before the value is used.
        Ok(if matches!(spot.at, At::Memory { .. }) {
            self.save_machine(value, machine)
        } else {
            value
        })
    }

    fn update(&mut self, place: &'p Place, new: &'p Expr, post: bool) -> Result<Term> {
        let pos = self.pos;
        self.note_update_order(place, new);
        let mut spot = self.spot(place)?;
        if new.effects || self.lies_behind_memory(&spot) {
            self.save_spot(&mut spot);
        }
        let ty = spot.ty.clone();
        let old = self.read(&spot)?;
        // The old value is needed after the write, or the operand may change it.
        let old = if post || new.effects {
            self.save(old, &ty)
        } else {
            old
        };
        self.old.push(old);
        let value = self.rvalue(new);
        self.old.pop();
        self.store_updated(place, &spot, new, value?, pos)?;
        match self.machine(&ty) {
            Some(_) if post => Ok(old),
            Some(machine) => self.stored(&spot, machine),
            None => Ok(old),
        }
    }

    // -- records

    /// The object that holds a value of record type. It is valid until the next effect.
    pub(super) fn record(&mut self, e: &'p Expr) -> Result<Spot> {
        self.pos = e.pos;
        match &e.kind {
            ExprKind::Load(place) => self.spot(place),
            ExprKind::Convert(a) => self.record(a),
            ExprKind::Assign(place, value) => self.assignment(place, value),
            ExprKind::Comma(a, b) => {
                self.effect(a)?;
                self.record(b)
            }
            ExprKind::Block(stmts, Some(value)) => {
                self.stmts(stmts)?;
                self.record(value)
            }
            ExprKind::Call(..) | ExprKind::CallPointer(..) => {
                self.usage.get_or_insert(Usage::Temporary(&e.ty));
                let result = match &e.kind {
                    ExprKind::Call(f, args) => self.declared_call(&e.ty, *f, args)?,
                    ExprKind::CallPointer(callee, ty, args) => {
                        self.call_pointer(callee, ty, args)?
                    }
                    _ => None,
                };
                match result {
                    Some(spot) => Ok(spot),
                    None => self.unknown_record(&e.ty),
                }
            }
            ExprKind::Conditional(c, Some(a), b) => {
                let (yes, no, join) = (
                    self.new_loc(e.pos),
                    self.new_loc(e.pos),
                    self.new_loc(e.pos),
                );
                let target = self.unknown_record(&e.ty)?;
                self.branch(c, yes, no)?;
                self.at = yes;
                let from = self.record(a)?;
                self.copy(&target, &from)?;
                self.jump(join, no);
                let from = self.record(b)?;
                self.copy(&target, &from)?;
                self.flow_to(join);
                Ok(target)
            }
            ExprKind::Unknown => {
                self.approximate(Approximation::Builtin, |this| this.unknown_record(&e.ty))
            }
            _ => Err(self.fail(
                ErrorKind::Unsupported,
                "this kind of structure value is not supported",
            )),
        }
    }

    /// A temporary object with any value.
    pub(super) fn unknown_record(&mut self, ty: &Type) -> Result<Spot> {
        let prefix = self.instances.last().map_or("", |i| i.prefix.as_str());
        let name = format!("{prefix}$");
        let storage = self.storage(name, ty, false, Origin::Scratch);
        self.forget_storage(&storage)?;
        Ok(self.variable_spot(&storage, ty))
    }
}

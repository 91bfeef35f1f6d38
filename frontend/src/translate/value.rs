//! Values: every term is within the range of its expression's type.

use super::place::{At, Home, Spot};
use super::{Origin, Result, Translator};
use crate::approximation::Approximation;
use crate::diagnostic::ErrorKind;
use crate::flatten::{Base, Place, Value, ValueKind};
use crate::ir::Arith;
use crate::types::Type;
use proofmark_logic::arena::{Arena, Expr as Term, Node, Op, VarId};
use proofmark_logic::cfa::LocId;
use proofmark_logic::types::IntType;
use std::collections::BTreeSet;

impl<'p> Translator<'p> {
    /// The value of a scalar expression. For floating types without a format a meaningless literal:
    /// whoever uses such a value asks its type first.
    pub(super) fn rvalue(&mut self, e: &'p Value) -> Result<Term> {
        self.out.pos = e.pos;
        let Some(machine) = self.machine(&e.ty) else {
            self.note_opaque(&e.ty);
            return Ok(self.arena.lit(0));
        };
        match &e.kind {
            ValueKind::Int(v) => {
                let value = self.arena.lit(*v);
                let number = self.floating_conversion(value, &Type::INT, &e.ty);
                Ok(number.unwrap_or(value))
            }
            ValueKind::Float(bits) => match self.format(&e.ty) {
                Some(format) => Ok(self.floating_literal(format, *bits)),
                None => Err(self.fail(ErrorKind::Internal, "no type of a floating literal")),
            },
            ValueKind::Unknown => {
                Ok(self.approximate(Approximation::Builtin, |this| this.unknown(machine)))
            }
            ValueKind::LabelAddress(function, label) => Ok(self.label_address(*function, *label)),
            ValueKind::VarArgs => Ok(self.list(machine)),
            ValueKind::Load(place) => match self.kept(place) {
                Some(term) => Ok(term),
                None => {
                    let spot = self.spot(place)?;
                    self.read(&spot)
                }
            },
            ValueKind::Address(place) => {
                let spot = self.designated(place)?;
                self.align(place)?;
                self.address_of(&spot)
            }
            ValueKind::Function(f) => Ok(self.named_function(*f, machine)),
            ValueKind::Negate(_)
            | ValueKind::Complement(_)
            | ValueKind::Arith(..)
            | ValueKind::PointerAdd { .. }
            | ValueKind::PointerDiff(..) => self.operation(e, machine),
            ValueKind::Compare(..) | ValueKind::Not(_) => self.truth(e, machine),
            ValueKind::Convert(a) => {
                let known = a.ty.is_scalar() || self.format(&a.ty).is_some();
                if e.ty == Type::Bool && known && a.ty != Type::Bool {
                    return self.truth(a, machine);
                }
                // One that a `double` has exactly, whatever its type ([`crate::ir::ExprKind`]).
                if let (ValueKind::Float(bits), Some(format)) = (&a.kind, self.format(&e.ty)) {
                    return Ok(self.floating_literal(format, *bits));
                }
                let value = self.rvalue(a)?;
                Ok(self.converted(value, &a.ty, &e.ty))
            }
        }
    }

    /// The value of a temporary that stands for one.
    pub(super) fn kept(&self, place: &Place) -> Option<Term> {
        let Base::Local(index) = place.base else {
            return None;
        };
        match self.instances.last()?.locals.get(index as usize)? {
            Some(Home::Value(term)) => Some(*term),
            Some(Home::Object(_)) | None => None,
        }
    }

    /// The address of a function by its name. Where nobody in the program defines a weak one, only
    /// who links it knows the address: null or another one, and the same each time.
    fn named_function(&mut self, f: u32, machine: IntType) -> Term {
        let program = self.program;
        let target = self.link(f);
        if let Some(named) = program.function(f).filter(|named| named.weak) {
            let defined = program.function(target).is_some_and(|f| f.body.is_some());
            if !defined {
                return self.approximate(Approximation::Place, |this| this.unknown(machine));
            }
            if target == f {
                self.note_weak(named);
            }
        }
        self.function_address(target)
    }

    /// Arithmetic on values.
    fn operation(&mut self, e: &'p Value, machine: IntType) -> Result<Term> {
        match &e.kind {
            ValueKind::Negate(a) => {
                let a = self.rvalue(a)?;
                if let Some(format) = self.format(&e.ty) {
                    return Ok(self.floating_negation(format, a));
                }
                let zero = self.arena.lit(0);
                let value = self.arena.mk(Op::Sub, &[zero, a]);
                Ok(self.arena.wrap(machine, value))
            }
            // ~a is -a - 1 in two's complement.
            ValueKind::Complement(a) => {
                let a = self.rvalue(a)?;
                let minus_one = self.arena.lit(-1);
                let value = self.arena.mk(Op::Sub, &[minus_one, a]);
                Ok(self.arena.wrap(machine, value))
            }
            ValueKind::Arith(op, a, b) => {
                let (x, y) = self.pair(a, b)?;
                match self.format(&e.ty) {
                    Some(format) => self.floating_arithmetic(*op, format, [x, y]),
                    None => self.arith(*op, x, y, machine),
                }
            }
            ValueKind::PointerAdd {
                pointer,
                index,
                size,
                minus,
            } => {
                let (address, index) = self.pair(pointer, index)?;
                self.note_address();
                Ok(self.scaled(address, index, *size, *minus))
            }
            ValueKind::PointerDiff(a, b, size) => self.pointer_difference(a, b, *size, machine),
            _ => Err(self.fail(ErrorKind::Internal, "no arithmetic operation")),
        }
    }

    /// `a - b`, counted in elements of `size` bytes. What a compiler makes of a part of an element
    /// is its own affair: it may shift, or multiply by an inverse.
    fn pointer_difference(
        &mut self,
        a: &'p Value,
        b: &'p Value,
        size: u64,
        machine: IntType,
    ) -> Result<Term> {
        let (a, b) = self.pair(a, b)?;
        let value = self.arena.mk(Op::Sub, &[a, b]);
        let bytes = self.arena.wrap(machine, value);
        if size == 1 {
            return Ok(bytes);
        }
        self.note(
            "undefined-behaviour",
            "pointer difference",
            "Pointers that are subtracted are a whole number of elements apart (C11 6.5.6p9).",
        );
        let size = self.arena.lit(i128::from(size));
        let value = self.arena.mk(Op::Div, &[bytes, size]);
        Ok(self.arena.wrap(machine, value))
    }

    /// A result as a value of the type that the call expects. What the function does not return is
    /// unknown.
    pub(super) fn result_value(
        &mut self,
        spot: Option<&Spot>,
        expected: &Type,
        machine: IntType,
    ) -> Result<Term> {
        match spot {
            Some(spot) if self.arrives(&spot.ty, expected) => {
                let value = self.read(spot)?;
                Ok(self.arena.wrap(machine, value))
            }
            Some(_) => Ok(self.approximate(Approximation::CallType, |this| this.unknown(machine))),
            None => Ok(self.unknown(machine)),
        }
    }

    pub(super) fn pair(&mut self, a: &'p Value, b: &'p Value) -> Result<(Term, Term)> {
        Ok((self.rvalue(a)?, self.rvalue(b)?))
    }

    /// Keeps a value from later changes of what it was read from.
    pub(super) fn save(&mut self, value: Term, ty: &Type) -> Term {
        match self.machine(ty) {
            Some(machine) => self.save_machine(value, machine),
            None => value,
        }
    }

    pub(super) fn save_machine(&mut self, value: Term, machine: IntType) -> Term {
        let scratch = match self.arena.node(value) {
            Node::Var(var, _) => self.out.origin(var) == Some(Origin::Scratch),
            _ => false,
        };
        if scratch || matches!(self.arena.node(value), Node::Lit(_) | Node::Addr { .. }) {
            return value;
        }
        let (var, term) = self.temp(machine);
        let value = self.arena.wrap(machine, value);
        self.out.assign(var, value);
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
                    self.presume_quotient(a, b, machine);
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

    /// The least value divided by -1 is no value of the type (C11 6.5.5p6), and x86 traps. Proofs
    /// hold for the one that wraps around, which gcc computes where it knows the divisor.
    fn presume_quotient(&mut self, a: Term, b: Term, machine: IntType) {
        let by = self.arena.interval(b);
        let some = self.arena.interval(a).lo <= machine.min() && by.lo <= -1 && by.hi >= -1;
        if machine.min() == 0 || !some {
            return;
        }
        let (most, quotient) = (
            self.arena.lit(machine.max()),
            self.arena.mk(Op::Div, &[a, b]),
        );
        let fits = self.arena.le(quotient, most);
        let detail = "a quotient does not fit in its type (C11 6.5.5p6)";
        self.presume(fits, "undefined-behaviour", detail);
    }

    /// C11 6.3: integers and pointers are reduced into the target's range; `_Bool` is decided by a
    /// branch; what comes from or becomes a floating value without a format is unknown.
    pub(super) fn converted(&mut self, value: Term, from: &Type, to: &Type) -> Term {
        let Some(machine) = self.machine(to) else {
            return self.arena.lit(0);
        };
        if let Some(converted) = self.floating_conversion(value, from, to) {
            return converted;
        }
        if !from.is_scalar() {
            self.note_opaque(from);
            return self.approximate(Approximation::FloatingPoint, |this| this.unknown(machine));
        }
        if *to == Type::Bool && *from != Type::Bool {
            let (yes, no) = (
                self.out.new_loc(self.out.pos),
                self.out.new_loc(self.out.pos),
            );
            self.unless_zero(value, yes, no);
            return self.decide(yes, no, machine);
        }
        let value = self.arena.wrap(machine, value);
        self.folded(value)
    }

    /// 1 if the condition holds, else 0, as a temporary.
    fn truth(&mut self, e: &'p Value, machine: IntType) -> Result<Term> {
        let (yes, no) = (self.out.new_loc(e.pos), self.out.new_loc(e.pos));
        self.branch(e, yes, no)?;
        Ok(self.decide(yes, no, machine))
    }

    pub(super) fn decide(&mut self, yes: LocId, no: LocId, machine: IntType) -> Term {
        let join = self.out.new_loc(self.out.pos);
        let (var, term) = self.temp(machine);
        let (one, zero) = (self.arena.lit(1), self.arena.lit(0));
        self.out.resume(yes);
        self.out.assign(var, one);
        self.out.jump(join, no);
        self.out.assign(var, zero);
        self.out.flow_to(join);
        term
    }

    /// Settles where an object in memory is, whatever is written from now on.
    pub(super) fn save_spot(&mut self, spot: &mut Spot) {
        if let At::Memory { address, .. } = &mut spot.at {
            if self.arena.var_mask(*address) != 0 {
                *address = self.save_machine(*address, self.program.types.address());
            }
        }
    }

    /// Whether a write to memory may change what a term yields.
    pub(super) fn depends_on_memory(&self, term: Term) -> bool {
        mentions_map(&self.arena, term, &|_| true)
    }

    /// The object that holds a value of record type. It is valid until the next statement.
    pub(super) fn record(&mut self, e: &'p Value) -> Result<Spot> {
        self.out.pos = e.pos;
        match &e.kind {
            ValueKind::Load(place) => self.spot(place),
            ValueKind::Unknown => {
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
        let storage = self.scratch(ty);
        self.forget_storage(&storage)?;
        Ok(self.variable_spot(&storage, ty))
    }
}

/// Whether a memory that `wanted` accepts occurs in a term.
pub fn mentions_map(arena: &Arena, root: Term, wanted: &dyn Fn(VarId) -> bool) -> bool {
    let (mut work, mut seen) = (vec![root], BTreeSet::from([root]));
    while let Some(e) = work.pop() {
        if matches!(arena.node(e), Node::MapVar(map, _) if wanted(map)) {
            return true;
        }
        let args = arena.args(e);
        work.extend(args.filter(|arg| arena.var_mask(*arg) != 0 && seen.insert(*arg)));
    }
    false
}

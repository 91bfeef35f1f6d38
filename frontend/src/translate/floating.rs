//! Floating values: the patterns of `float` and `double`, and what is computed from them.
//!
//! A pattern stands for itself, or, if it is of no number, for all those that are of no number:
//! which one the machine has, nobody can tell but by looking at the bits, and the bits of floating
//! objects are unknown wherever a program looks at them: other types have other maps, and members
//! of unions become unknown ([`Translator::share`]).

use super::{Result, Translator};
use crate::approximation::Approximation;
use crate::diagnostic::ErrorKind;
use crate::ir::{Arith, Relation};
use crate::types::Type;
use proofmark_logic::arena::{Expr as Term, Op};
use proofmark_logic::cfa::LocId;
use proofmark_logic::ieee::{Format, Operation};
use proofmark_logic::types::IntType;

/// What is assumed of the arithmetic.
const ENVIRONMENT: &str = "Operations on `float` and `double` are those of IEEE 754, rounded to \
    nearest, with subnormal numbers: nothing that runs changes that, and no two of them are done \
    as one (C11 F.3, F.8; 6.5p8).";

impl Translator<'_> {
    /// The format of a type whose values are patterns.
    pub(super) fn format(&self, ty: &Type) -> Option<Format> {
        self.program.types.format(ty)
    }

    /// Notes that values of a type are not modelled.
    pub(super) fn note_opaque(&mut self, ty: &Type) {
        if ty.is_float() {
            self.note(
                "floating-point",
                "values",
                "Floating values are not modelled: what is computed from them is any value.",
            );
        }
    }

    /// The pattern of a literal, which is a `double` by its bits.
    pub(super) fn floating_literal(&mut self, format: Format, bits: u64) -> Term {
        let bits = i128::from(bits);
        let pattern = match format {
            Format::Single => Operation::ToOther.apply(Format::Double, bits, 0),
            Format::Double => bits,
        };
        self.arena.lit(pattern)
    }

    /// An operation on patterns.
    fn ieee(&mut self, operation: Operation, format: Format, a: Term, b: Term) -> Term {
        self.note("floating-point", "environment", ENVIRONMENT);
        let code = self.arena.lit(operation.code(format));
        let value = self.arena.mk(Op::Ieee, &[a, b, code]);
        self.folded(value)
    }

    fn ieee_of(&mut self, operation: Operation, format: Format, a: Term) -> Term {
        let nothing = self.arena.lit(0);
        self.ieee(operation, format, a, nothing)
    }

    /// `-a`.
    pub(super) fn floating_negation(&mut self, format: Format, a: Term) -> Term {
        self.ieee_of(Operation::Negate, format, a)
    }

    /// Arithmetic on two values of a format.
    pub(super) fn floating_arithmetic(
        &mut self,
        op: Arith,
        format: Format,
        [a, b]: [Term; 2],
    ) -> Result<Term> {
        let operation = match op {
            Arith::Add => Operation::Add,
            Arith::Sub => Operation::Sub,
            Arith::Mul => Operation::Mul,
            Arith::Div => Operation::Div,
            Arith::Rem | Arith::Shl | Arith::Shr | Arith::And | Arith::Or | Arith::Xor => {
                return Err(self.fail(ErrorKind::Internal, "no arithmetic on floating values"))
            }
        };
        Ok(self.ieee(operation, format, a, b))
    }

    /// Goes to `yes` if the relation holds, else to `no`. Only `!=` holds of what is no number
    /// (C11 F.3, 6.5.8, 6.5.9).
    pub(super) fn floating_comparison(
        &mut self,
        relation: Relation,
        format: Format,
        [a, b]: [Term; 2],
        [yes, no]: [LocId; 2],
    ) {
        let (operation, x, y) = match relation {
            Relation::Eq | Relation::Ne => (Operation::Equal, a, b),
            Relation::Lt => (Operation::Less, a, b),
            Relation::Gt => (Operation::Less, b, a),
            Relation::Le => (Operation::LessEqual, a, b),
            Relation::Ge => (Operation::LessEqual, b, a),
        };
        self.note("floating-point", "environment", ENVIRONMENT);
        let targets = if relation == Relation::Ne {
            [no, yes]
        } else {
            [yes, no]
        };
        if self.compare_patterns(operation, format, [x, y], targets) {
            return;
        }
        let holds = self.ieee(operation, format, x, y);
        let zero = self.arena.lit(0);
        let fails = self.arena.eq(holds, zero);
        self.split(fails, relation == Relation::Ne, yes, no);
    }

    /// Goes to `yes` if the value is not 0, else to `no`.
    pub(super) fn unless_floating_zero(
        &mut self,
        format: Format,
        value: Term,
        [yes, no]: [LocId; 2],
    ) {
        let zero = self.arena.lit(0);
        self.floating_comparison(Relation::Ne, format, [value, zero], [yes, no]);
    }

    /// A conversion between types of which one has a format; `None` if the other has no model (C11
    /// 6.3.1.2, 6.3.1.4, 6.3.1.5).
    pub(super) fn floating_conversion(
        &mut self,
        value: Term,
        from: &Type,
        to: &Type,
    ) -> Option<Term> {
        match (self.format(from), self.format(to)) {
            (Some(from), Some(to)) if from == to => Some(value),
            (Some(from), Some(_)) => Some(self.ieee_of(Operation::ToOther, from, value)),
            (Some(from), None) => {
                let machine = self.machine(to).filter(|_| to.is_integer())?;
                Some(match to {
                    Type::Bool => self.floating_truth(from, value, machine),
                    _ => self.truncated(from, value, machine),
                })
            }
            (None, Some(to)) if from.is_integer() => {
                Some(self.ieee_of(Operation::FromInteger, to, value))
            }
            (None, _) => None,
        }
    }

    fn floating_truth(&mut self, format: Format, value: Term, machine: IntType) -> Term {
        let pos = self.out.pos;
        let (yes, no) = (self.out.new_loc(pos), self.out.new_loc(pos));
        self.unless_floating_zero(format, value, [yes, no]);
        self.decide(yes, no, machine)
    }

    /// A value without its fraction, as an integer of a type. Where it is none of the type, C
    /// leaves it undefined, and machines and compilers have different numbers (C11 6.3.1.4p1).
    fn truncated(&mut self, format: Format, value: Term, machine: IntType) -> Term {
        let whole = self.ieee_of(Operation::ToInteger, format, value);
        if self.arena.interval(whole).within(machine) {
            return whole;
        }
        let pos = self.out.pos;
        let [above, inside, outside, join] = std::array::from_fn(|_| self.out.new_loc(pos));
        let (var, term) = self.temp(machine);
        let (least, most) = (self.arena.lit(machine.min()), self.arena.lit(machine.max()));
        let (low, high) = (self.arena.le(least, whole), self.arena.le(whole, most));
        self.split(low, true, above, outside);
        self.out.resume(above);
        self.split(high, true, inside, outside);
        self.out.resume(inside);
        let whole = self.arena.wrap(machine, whole);
        self.out.assign(var, whole);
        self.out.jump(join, outside);
        self.approximate(Approximation::FloatingPoint, |this| this.havoc(var));
        self.out.flow_to(join);
        term
    }
}

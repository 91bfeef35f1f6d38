//! gcc's built-in functions on bits and exact numbers (gcc manual, "Bit Operation Builtins",
//! "Integer Overflow Builtins").

use super::{Result, Unit};
use crate::ir::{Arith, Expr, ExprKind, Relation};
use crate::types::{IntKind, Type};
use lang_c::ast::Expression;
use lang_c::span::{Node, Span};

/// The operand's type and the operation of a built-in function that counts bits. `ffs` and `clrsb`
/// take a signed operand, which has the same bits.
fn counts_bits(name: &str) -> Option<(IntKind, &str)> {
    let short = name.strip_prefix("__builtin_")?;
    let operation = short.trim_end_matches('l');
    let known = ["clz", "ctz", "ffs", "popcount", "parity", "clrsb"].contains(&operation);
    let kind = match short.len() - operation.len() {
        0 => IntKind::UInt,
        1 => IntKind::ULong,
        2 => IntKind::ULongLong,
        _ => return None,
    };
    known.then_some((kind, operation))
}

/// The operation of a built-in function that reports overflow, the type that its operands are
/// converted to, and whether it stores the result.
fn reports_overflow(name: &str) -> Option<(Arith, Option<IntKind>, bool)> {
    let short = name.strip_prefix("__builtin_")?;
    let (short, stores) = short
        .strip_suffix("_overflow")
        .map(|s| (s, true))
        .or(short.strip_suffix("_overflow_p").map(|s| (s, false)))?;
    let operation = |s: &str| match s {
        "add" => Some(Arith::Add),
        "sub" => Some(Arith::Sub),
        "mul" => Some(Arith::Mul),
        _ => None,
    };
    if let Some(op) = operation(short) {
        return Some((op, None, stores));
    }
    let (signed, rest) = (short.starts_with('s'), short.strip_prefix(['s', 'u'])?);
    let kind = match (rest.strip_prefix(|_| true)?, signed) {
        _ if !stores => return None,
        (rest, true) if rest.ends_with("ll") => IntKind::LongLong,
        (rest, false) if rest.ends_with("ll") => IntKind::ULongLong,
        // `mul` ends in `l` itself.
        ("ull", true) | ("ddl" | "ubl", true) => IntKind::Long,
        ("ddl" | "ubl", false) => IntKind::ULong,
        (_, true) => IntKind::Int,
        (_, false) => IntKind::UInt,
    };
    operation(rest.get(..3)?).map(|op| (op, Some(kind), true))
}

impl Unit<'_> {
    /// The built-in functions of this module; `None` for other names.
    pub(super) fn bit_builtin(
        &mut self,
        name: &str,
        args: &[Node<Expression>],
        span: Span,
    ) -> Result<Option<Expr>> {
        if let (Some((kind, operation)), [value]) = (counts_bits(name), args) {
            return self.bit_count(kind, operation, value).map(Some);
        }
        match (reports_overflow(name), args) {
            (Some((op, kind, stores)), [a, b, target]) => self
                .overflow(op, kind, stores, [a, b, target], span)
                .map(Some),
            _ => Ok(None),
        }
    }

    fn bit_count(
        &mut self,
        kind: IntKind,
        operation: &str,
        arg: &Node<Expression>,
    ) -> Result<Expr> {
        let (span, pos) = (arg.span, self.pos(arg.span));
        let value = self.expression(arg)?;
        let bits = u32::from(self.program.types.int_type(kind).bits());
        let value = self.assign_convert(value, &Type::Int(kind), span)?;
        if let Some(v) = value.as_int().and_then(|v| u64::try_from(v).ok()) {
            if let Some(count) = counted(operation, v, bits) {
                return Ok(Expr::int(i128::from(count), Type::INT, pos));
            }
        }
        let count = match operation {
            "popcount" => self.population(value, bits, span)?,
            "parity" => {
                let count = self.population(value, bits, span)?;
                self.arithmetic(Arith::And, count, Expr::int(1, Type::INT, pos), span)?
            }
            "clz" | "ctz" => self.with_variable(value, span, |unit, read| {
                let count = match operation {
                    "clz" => unit.leading_zeros(read(), bits, span)?,
                    _ => unit.trailing_zeros(read(), bits, span)?,
                };
                let none = Expr::new(ExprKind::Unknown, Type::INT, pos);
                unit.unless_zero(read(), count, none, span)
            })?,
            "clrsb" => self.redundant_signs(value, kind, bits, span)?,
            _ => self.with_variable(value, span, |unit, read| {
                let index = unit.trailing_zeros(read(), bits, span)?;
                let index =
                    unit.arithmetic(Arith::Add, index, Expr::int(1, Type::INT, pos), span)?;
                unit.unless_zero(read(), index, Expr::int(0, Type::INT, pos), span)
            })?,
        };
        Ok(self.convert(count, &Type::INT))
    }

    /// The count of an operand that is not 0; `none` for 0, where gcc leaves the counts of leading
    /// and trailing zeros undefined.
    fn unless_zero(&mut self, operand: Expr, count: Expr, none: Expr, span: Span) -> Result<Expr> {
        let pos = self.pos(span);
        let zero = self.convert(Expr::int(0, Type::INT, pos), &operand.ty.clone());
        let some = Box::new(self.compare(Relation::Ne, operand, zero, span)?);
        let count = Some(Box::new(self.convert(count, &Type::INT)));
        let kind = ExprKind::Conditional(some, count, Box::new(none));
        Ok(Expr::new(kind, Type::INT, pos))
    }

    /// The number of ones: sums of neighbours, in wider and wider groups (Warren, Hacker's Delight,
    /// section 5-1).
    fn population(&mut self, value: Expr, bits: u32, span: Span) -> Result<Expr> {
        let (ty, pos) = (value.ty.clone(), self.pos(span));
        let mask = move |byte: i128| {
            Expr::int((0..bits / 8).fold(0, |m, _| m << 8 | byte), ty.clone(), pos)
        };
        let shift = move |k: u32| Expr::int(i128::from(k), Type::INT, pos);
        let mut sum = value;
        for (width, byte) in [(1, 0x55), (2, 0x33), (4, 0x0f)] {
            let mask = &mask;
            sum = self.with_variable(sum, span, |unit, read| {
                let odd = unit.arithmetic(Arith::Shr, read(), shift(width), span)?;
                let odd = unit.arithmetic(Arith::And, odd, mask(byte), span)?;
                let even = unit.arithmetic(Arith::And, read(), mask(byte), span)?;
                unit.arithmetic(Arith::Add, even, odd, span)
            })?;
        }
        let all = self.arithmetic(Arith::Mul, sum, mask(1), span)?;
        self.arithmetic(Arith::Shr, all, shift(bits - 8), span)
    }

    /// The zeros below the lowest one are the ones of `~x & (x - 1)`; all bits for 0.
    fn trailing_zeros(&mut self, value: Expr, bits: u32, span: Span) -> Result<Expr> {
        let (ty, pos) = (value.ty.clone(), self.pos(span));
        let below = self.with_variable(value, span, |unit, read| {
            let less = unit.arithmetic(Arith::Sub, read(), Expr::int(1, Type::INT, pos), span)?;
            let zeros = Expr::new(ExprKind::Complement(Box::new(read())), ty, pos);
            unit.arithmetic(Arith::And, zeros, less, span)
        })?;
        self.population(below, bits, span)
    }

    /// The zeros above the highest one: what is not below it, once all bits below are set; all bits
    /// for 0.
    fn leading_zeros(&mut self, value: Expr, bits: u32, span: Span) -> Result<Expr> {
        let (ty, pos) = (value.ty.clone(), self.pos(span));
        let mut filled = value;
        for step in (0..bits.ilog2()).map(|n| 1i128 << n) {
            filled = self.with_variable(filled, span, |unit, read| {
                let lower =
                    unit.arithmetic(Arith::Shr, read(), Expr::int(step, Type::INT, pos), span)?;
                unit.arithmetic(Arith::Or, read(), lower, span)
            })?;
        }
        let above = Expr::new(ExprKind::Complement(Box::new(filled)), ty, pos);
        self.population(above, bits, span)
    }

    /// The bits below the sign that equal it: the leading zeros of `x ^ (x < 0 ? -1 : 0)`, without
    /// the sign's own.
    fn redundant_signs(
        &mut self,
        value: Expr,
        kind: IntKind,
        bits: u32,
        span: Span,
    ) -> Result<Expr> {
        let pos = self.pos(span);
        let signed = Type::Int(match kind {
            IntKind::UInt => IntKind::Int,
            IntKind::ULong => IntKind::Long,
            _ => IntKind::LongLong,
        });
        let signs = self.with_variable(value, span, |unit, read| {
            let sign = unit.convert(read(), &signed);
            let sign = unit.arithmetic(
                Arith::Shr,
                sign,
                Expr::int(i128::from(bits) - 1, Type::INT, pos),
                span,
            )?;
            let sign = unit.convert(sign, &Type::Int(kind));
            unit.arithmetic(Arith::Xor, read(), sign, span)
        })?;
        let zeros = self.leading_zeros(signs, bits, span)?;
        let zeros = self.convert(zeros, &Type::INT);
        self.arithmetic(Arith::Sub, zeros, Expr::int(1, Type::INT, pos), span)
    }

    /// `__builtin_add_overflow(a, b, &r)` and its kin.
    fn overflow(
        &mut self,
        op: Arith,
        kind: Option<IntKind>,
        stores: bool,
        args: [&Node<Expression>; 3],
        span: Span,
    ) -> Result<Expr> {
        let pos = self.pos(span);
        if !stores {
            // The result is compared with the range of the field, not of its type.
            let field = self
                .place(args[2])?
                .is_some_and(|place| self.bit_width(&place).is_some());
            if field {
                return Err(self.unsupported(span, "a bit-field as third operand is not supported"));
            }
        }
        let (mut a, mut b, target) = (
            self.expression(args[0])?,
            self.expression(args[1])?,
            self.expression(args[2])?,
        );
        if let Some(kind) = kind {
            (a, b) = (
                self.assign_convert(a, &Type::Int(kind), span)?,
                self.assign_convert(b, &Type::Int(kind), span)?,
            );
        }
        let (ty, place) = if stores {
            let place = self.deref(target, span)?;
            (place.ty.ty.clone(), Some(Box::new(place)))
        } else if target.effects {
            return Err(self.unsupported(span, "an effect in the third operand is not supported"));
        } else {
            (target.ty, None)
        };
        if !(ty.is_integer() && a.ty.is_integer() && b.ty.is_integer()) {
            return Err(self.type_error(span, "the operands and the result must be integers"));
        }
        let flag = Expr::new(
            ExprKind::Overflows {
                op,
                a: Box::new(a),
                b: Box::new(b),
                ty,
                place,
            },
            Type::INT,
            pos,
        );
        Ok(self.convert(flag, &Type::Bool))
    }
}

/// The count of a constant; `None` where gcc leaves it undefined.
fn counted(operation: &str, value: u64, bits: u32) -> Option<u32> {
    let zeros = |v: u64| v.leading_zeros().checked_sub(64 - bits);
    let sign = value >> (bits - 1) & 1 == 1;
    match operation {
        "clz" if value != 0 => zeros(value),
        "ctz" if value != 0 => Some(value.trailing_zeros()),
        "ffs" => Some(if value == 0 {
            0
        } else {
            value.trailing_zeros() + 1
        }),
        "popcount" => Some(value.count_ones()),
        "parity" => Some(value.count_ones() % 2),
        "clrsb" => zeros(if sign {
            !value & (u64::MAX >> (64 - bits))
        } else {
            value
        })?
        .checked_sub(1),
        _ => None,
    }
}

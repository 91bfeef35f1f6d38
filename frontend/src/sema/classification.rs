//! gcc's built-in functions that say what kind of floating values their operands are, or how they
//! compare (gcc manual, "Other Builtins"; C11 7.12.3, 7.12.14): conditions of the program.

use super::{Result, Unit};
use crate::ir::{Arith, Expr, ExprKind, Relation};
use crate::types::{FloatKind, Type};
use lang_c::ast::Expression;
use lang_c::span::{Node, Span};

/// Whether a built-in function is one of these; an `int`.
pub(super) fn classifies_floats(name: &str) -> bool {
    matches!(
        name,
        "fpclassify"
            | "isfinite"
            | "isinf_sign"
            | "isnormal"
            | "isinf"
            | "isnan"
            | "signbit"
            | "isgreater"
            | "isgreaterequal"
            | "isless"
            | "islessequal"
            | "islessgreater"
            | "isunordered"
    )
}

/// The value of a built-in function without operands that count, and its type.
pub(super) fn constant(name: &str) -> Option<(f64, Type)> {
    let value = match name {
        "inf" | "inff" | "infl" | "huge_val" | "huge_valf" | "huge_vall" => f64::INFINITY,
        "nan" | "nanf" | "nanl" | "nans" | "nansf" | "nansl" => f64::NAN,
        _ => return None,
    };
    let kind = match name {
        "inff" | "huge_valf" | "nanf" | "nansf" => FloatKind::Float,
        "infl" | "huge_vall" | "nanl" | "nansl" => FloatKind::LongDouble,
        _ => FloatKind::Double,
    };
    Some((value, Type::Float(kind)))
}

impl Unit<'_> {
    /// A call of one of these functions.
    pub(super) fn classification(
        &mut self,
        name: &str,
        args: &[Node<Expression>],
        span: Span,
    ) -> Result<Expr> {
        let unknown = Expr::new(ExprKind::Unknown, Type::INT, self.pos(span));
        // Operands are kept in variables, of which there are none outside of functions.
        if self.function.is_none() {
            return self.before(unknown, args);
        }
        let mut values = Vec::with_capacity(args.len());
        for arg in args {
            values.push(self.expression(arg)?);
        }
        let floats = values.last().is_some_and(|value| value.ty.is_float());
        let numbers = values.iter().all(|value| value.ty.is_arithmetic());
        let kinds = name == "fpclassify" && !values.iter().rev().skip(1).any(|kind| kind.effects);
        match (name, values.len(), values.pop()) {
            ("fpclassify", 6, Some(x)) if floats && kinds => self.fpclassify(values, x, span),
            (_, 1, Some(x)) if floats && name != "fpclassify" => self.kind_of(name, x, span),
            (_, 2, Some(b)) if numbers => match values.pop() {
                Some(a) => self.quiet_comparison(name, a, b, span),
                None => Ok(unknown),
            },
            (_, _, last) => {
                values.extend(last);
                let after = |out, arg: Expr| match arg.effects {
                    true => comma(arg, out),
                    false => out,
                };
                Ok(values.into_iter().rev().fold(unknown, after))
            }
        }
    }

    fn kind_of(&mut self, name: &str, x: Expr, span: Span) -> Result<Expr> {
        let one = Expr::int(1, Type::INT, self.pos(span));
        let zero = Expr::int(0, Type::INT, self.pos(span));
        self.with_variable(x, span, |unit, x| match name {
            "isnan" => unit.compare(Relation::Ne, x(), x(), span),
            "isfinite" => unit.is_finite(x, span),
            "isnormal" => unit.is_normal(x, span),
            "isinf" | "isinf_sign" => {
                let [above, below] = unit.is_infinite(x, span)?;
                let negative = match name {
                    "isinf" => unit.not_zero(span),
                    _ => Expr::int(-1, Type::INT, unit.pos(span)),
                };
                let others = choice(below, negative, zero);
                Ok(choice(above, one, others))
            }
            // "signbit": which sign what is no number has is open.
            _ => {
                let [null, same, other] = [0.0; 3].map(|v| unit.number(v, &x().ty, span));
                let negative = unit.compare(Relation::Lt, x(), null, span)?;
                let equal = unit.compare(Relation::Eq, x(), same, span)?;
                let first = unit.number(1.0, &x().ty, span);
                let inverse = unit.arithmetic(Arith::Div, first, x(), span)?;
                let below = unit.compare(Relation::Lt, inverse, other, span)?;
                let minus_zero = unit.connective(true, equal, below, span)?;
                let negative = unit.connective(false, negative, minus_zero, span)?;
                let none = unit.compare(Relation::Ne, x(), x(), span)?;
                let any = Expr::new(ExprKind::Unknown, Type::INT, unit.pos(span));
                let others = choice(none, any, zero);
                Ok(choice(negative, unit.not_zero(span), others))
            }
        })
    }

    fn quiet_comparison(&mut self, name: &str, a: Expr, b: Expr, span: Span) -> Result<Expr> {
        let relation = match name {
            "isgreater" => Relation::Gt,
            "isgreaterequal" => Relation::Ge,
            "isless" => Relation::Lt,
            "islessequal" => Relation::Le,
            _ => {
                return self.with_variable(a, span, |unit, a| {
                    unit.with_variable(b, span, |unit, b| {
                        let (first, second) = match name {
                            "islessgreater" => (
                                unit.compare(Relation::Lt, a(), b(), span)?,
                                unit.compare(Relation::Gt, a(), b(), span)?,
                            ),
                            // "isunordered".
                            _ => (
                                unit.compare(Relation::Ne, a(), a(), span)?,
                                unit.compare(Relation::Ne, b(), b(), span)?,
                            ),
                        };
                        unit.connective(false, first, second, span)
                    })
                });
            }
        };
        self.compare(relation, a, b, span)
    }

    fn fpclassify(&mut self, kinds: Vec<Expr>, x: Expr, span: Span) -> Result<Expr> {
        let kinds = kinds.into_iter().map(|kind| self.convert(kind, &Type::INT));
        let kinds: Vec<Expr> = kinds.collect();
        let Ok([nan, infinite, normal, subnormal, null]) = <[Expr; 5]>::try_from(kinds) else {
            return Err(self.unsupported(span, "`__builtin_fpclassify` has six operands"));
        };
        self.with_variable(x, span, |unit, x| {
            let usual = choice(unit.is_normal(x, span)?, normal, subnormal);
            let zero = unit.number(0.0, &x().ty, span);
            let is_null = unit.compare(Relation::Eq, x(), zero, span)?;
            let finite = choice(is_null, null, usual);
            let [above, below] = unit.is_infinite(x, span)?;
            let is_infinite = unit.connective(false, above, below, span)?;
            let number = choice(is_infinite, infinite, finite);
            let none = unit.compare(Relation::Ne, x(), x(), span)?;
            Ok(choice(none, nan, number))
        })
    }

    /// A number in a type.
    fn number(&self, value: f64, ty: &Type, span: Span) -> Expr {
        let double = Type::Float(FloatKind::Double);
        let literal = Expr::new(ExprKind::Float(value.to_bits()), double, self.pos(span));
        self.convert(literal, ty)
    }

    /// Whether it is the positive, and whether it is the negative infinity.
    fn is_infinite(&mut self, x: &dyn Fn() -> Expr, span: Span) -> Result<[Expr; 2]> {
        let [above, below] =
            [f64::INFINITY, f64::NEG_INFINITY].map(|v| self.number(v, &x().ty, span));
        Ok([
            self.compare(Relation::Eq, x(), above, span)?,
            self.compare(Relation::Eq, x(), below, span)?,
        ])
    }

    fn is_finite(&mut self, x: &dyn Fn() -> Expr, span: Span) -> Result<Expr> {
        self.between(x, f64::INFINITY, span)
    }

    /// Whether it lies between two numbers of opposite sign.
    fn between(&mut self, x: &dyn Fn() -> Expr, limit: f64, span: Span) -> Result<Expr> {
        let [above, below] = [limit, -limit].map(|v| self.number(v, &x().ty, span));
        let low = self.compare(Relation::Gt, x(), below, span)?;
        let high = self.compare(Relation::Lt, x(), above, span)?;
        self.connective(true, low, high, span)
    }

    /// Whether it is finite and no smaller than the numbers with all digits.
    fn is_normal(&mut self, x: &dyn Fn() -> Expr, span: Span) -> Result<Expr> {
        let least = match x().ty {
            Type::Float(FloatKind::Float | FloatKind::Float32) => f64::from(f32::MIN_POSITIVE),
            _ => f64::MIN_POSITIVE,
        };
        let finite = self.is_finite(x, span)?;
        let small = self.between(x, least, span)?;
        let large = self.not(small, span)?;
        self.connective(true, finite, large, span)
    }

    /// Some number that is not 0: any one, `?:` 1.
    fn not_zero(&self, span: Span) -> Expr {
        let pos = self.pos(span);
        let any = Box::new(Expr::new(ExprKind::Unknown, Type::INT, pos));
        let one = Box::new(Expr::int(1, Type::INT, pos));
        Expr::new(ExprKind::Conditional(any, None, one), Type::INT, pos)
    }
}

/// `a, b`.
fn comma(a: Expr, b: Expr) -> Expr {
    let (ty, pos) = (b.ty.clone(), a.pos);
    Expr::new(ExprKind::Comma(Box::new(a), Box::new(b)), ty, pos)
}

/// `condition ? a : b`, of integers.
fn choice(condition: Expr, a: Expr, b: Expr) -> Expr {
    let pos = condition.pos;
    Expr::new(
        ExprKind::Conditional(Box::new(condition), Some(Box::new(a)), Box::new(b)),
        Type::INT,
        pos,
    )
}

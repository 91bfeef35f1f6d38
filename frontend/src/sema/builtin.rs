//! gcc's built-in functions that are no calls (gcc manual, "Other Builtins"). What is not evaluated
//! here is not evaluated by gcc either.

use super::{classification, Result, Unit};
use crate::accounting::{prototype, ALIGNED, UNEVALUATED};
use crate::ir::{Arith, Base, Expr, ExprKind, Place, Relation, Stmt, StmtKind};
use crate::types::{FunctionType, IntKind, Qual, Type};
use lang_c::ast::Expression;
use lang_c::span::{Node, Span};
use proofmark_logic::cfa::Pos;
use proofmark_logic::types::Profile;
use std::rc::Rc;

/// The type of a function with these parameters.
fn fixed(result: Type, params: Vec<Type>) -> FunctionType {
    FunctionType {
        result,
        params: Some(params),
        variadic: false,
        variants: Vec::new(),
    }
}

impl Unit<'_> {
    /// gcc's built-in functions that are no calls; `None` for other names.
    pub(super) fn builtin(
        &mut self,
        name: &str,
        args: &[Node<Expression>],
        span: Span,
    ) -> Result<Option<Expr>> {
        let pos = self.pos(span);
        let Some(short) = name.strip_prefix("__builtin_") else {
            return Ok(None);
        };
        let value = match (short, args) {
            ("expect", [value, rest @ ..]) | ("expect_with_probability", [value, rest @ ..])
                if !rest.is_empty() =>
            {
                let value = self.expression(value)?;
                let value = self.convert(value, &Type::Int(IntKind::Long));
                self.beside(value, rest, span)?
            }
            ("constant_p", [value]) => self.is_constant(value, span)?,
            ("va_start" | "va_end" | "va_copy", _) => self.list_macro(short, args, span)?,
            // The operands are evaluated for their effects (gcc manual, "Other Builtins").
            ("prefetch", _) => {
                let nothing = self.cast(Expr::int(0, Type::INT, pos), Type::Void, span)?;
                self.before(nothing, args)?
            }
            ("unreachable" | "trap", []) => {
                self.builtin_call(name, fixed(Type::Void, Vec::new()), args, span)?
            }
            ("return_address" | "frame_address", [_]) => {
                let ty = fixed(Type::Void.pointer_to(), vec![Type::Int(IntKind::UInt)]);
                self.builtin_call(name, ty, args, span)?
            }
            // The value, and a promise (gcc manual, "Other Builtins").
            ("assume_aligned", [value, rest @ ..]) if matches!(rest.len(), 1 | 2) => {
                self.account.promised.insert(ALIGNED);
                let value = self.expression(value)?;
                let value = self.assign_convert(value, &Type::Void.pointer_to(), span)?;
                self.beside(value, rest, span)?
            }
            ("abs", [value]) => self.absolute(value, Type::INT, span)?,
            ("labs", [value]) => self.absolute(value, Type::Int(IntKind::Long), span)?,
            ("llabs", [value]) => self.absolute(value, Type::Int(IntKind::LongLong), span)?,
            // Any size; the operand is not evaluated (gcc manual, "Object Size Checking").
            ("object_size" | "dynamic_object_size", _) => self.size_of_object(args, pos),
            ("bswap16", [value]) => self.byte_swap(value, Type::Int(IntKind::UShort), 16, span)?,
            ("bswap32", [value]) => self.byte_swap(value, Type::Int(IntKind::UInt), 32, span)?,
            ("bswap64", [value]) => {
                let ty = self.unsigned_64();
                self.byte_swap(value, ty, 64, span)?
            }
            _ if classification::classifies_floats(short) => {
                self.classification(short, args, span)?
            }
            _ if classification::constant(short).is_some() => {
                self.floating_constant(short, args, span)?
            }
            _ => self.prefixed_call(name, short, args, span)?,
        };
        Ok(Some(value))
    }

    /// `__builtin_inf()` and its kin (gcc manual, "Other Builtins").
    fn floating_constant(
        &mut self,
        short: &str,
        args: &[Node<Expression>],
        span: Span,
    ) -> Result<Expr> {
        let pos = self.pos(span);
        let value = match classification::constant(short) {
            Some((value, ty)) => Expr::new(ExprKind::Float(value.to_bits()), ty, pos),
            None => Expr::new(ExprKind::Unknown, Type::INT, pos),
        };
        self.before(value, args)
    }

    /// A call of a library function under its name with `__builtin_` before it.
    fn prefixed_call(
        &mut self,
        name: &str,
        short: &str,
        args: &[Node<Expression>],
        span: Span,
    ) -> Result<Expr> {
        if let Some(value) = self.checked_call(short, args, span)? {
            return Ok(value);
        }
        let Some(ty) = prototype(&self.program.types, short) else {
            return Err(self.unsupported(
                span,
                format!("the built-in function `{name}` is not supported"),
            ));
        };
        self.builtin_call(name, ty, args, span)
    }

    /// Whether a value is constant depends on the optimiser: both answers are possible.
    fn is_constant(&mut self, value: &Node<Expression>, span: Span) -> Result<Expr> {
        let pos = self.pos(span);
        let value = self.expression(value)?;
        Ok(match value.as_int() {
            Some(_) => Expr::int(1, Type::INT, pos),
            None => {
                if value.effects {
                    self.looked_at();
                }
                self.convert(Expr::new(ExprKind::Unknown, Type::Bool, pos), &Type::INT)
            }
        })
    }

    /// `__builtin_object_size` and its kin: any size.
    fn size_of_object(&mut self, args: &[Node<Expression>], pos: Pos) -> Expr {
        let plain = |arg: &Node<Expression>| {
            matches!(
                arg.node,
                Expression::Identifier(_) | Expression::Constant(_)
            )
        };
        if !args.iter().all(plain) {
            self.looked_at();
        }
        args.iter().for_each(|arg| self.account.left_out(arg));
        Expr::new(ExprKind::Unknown, self.program.types.size_type(), pos)
    }

    /// Notes what compilers conclude from an operand that they do not evaluate.
    fn looked_at(&mut self) {
        self.accesses();
        self.account.promised.insert(UNEVALUATED);
    }

    /// gcc's `uint64_t`.
    fn unsigned_64(&self) -> Type {
        Type::Int(match self.program.types.profile {
            Profile::Lp64 => IntKind::ULong,
            Profile::Ilp32 => IntKind::ULongLong,
        })
    }

    pub(super) fn builtin_call(
        &mut self,
        name: &str,
        ty: FunctionType,
        args: &[Node<Expression>],
        span: Span,
    ) -> Result<Expr> {
        let f = self.declare_function(name, &Rc::new(ty), false, false, span)?;
        self.direct_call(f, args, span)
    }

    /// A value, after the effects of other expressions.
    pub(super) fn before(&mut self, value: Expr, args: &[Node<Expression>]) -> Result<Expr> {
        let mut out = value;
        for arg in args.iter().rev() {
            let arg = self.expression(arg)?;
            if arg.effects {
                let (ty, pos) = (out.ty.clone(), arg.pos);
                out = Expr::new(ExprKind::Comma(Box::new(arg), Box::new(out)), ty, pos);
            }
        }
        Ok(out)
    }

    /// A value whose built-in function has further operands: hints, which must have no effects.
    pub(super) fn beside(
        &mut self,
        value: Expr,
        args: &[Node<Expression>],
        span: Span,
    ) -> Result<Expr> {
        for arg in args {
            if self.expression(arg)?.effects {
                return Err(self.unsupported(
                    span,
                    "an effect in a hint to the optimiser is not supported",
                ));
            }
        }
        Ok(value)
    }

    /// Evaluates an expression once into a new variable, and combines readings of it. What is made
    /// of numbers is read itself: what comes of it is a constant, too.
    pub(super) fn with_variable(
        &mut self,
        value: Expr,
        span: Span,
        combine: impl FnOnce(&mut Self, &dyn Fn() -> Expr) -> Result<Expr>,
    ) -> Result<Expr> {
        if is_number(&value) {
            return combine(self, &|| value.clone());
        }
        let (ty, pos) = (value.ty.clone(), self.pos(span));
        let id = self.new_local(span, "operand", Qual::from(ty.clone()))?;
        let place = || {
            Box::new(Place {
                base: Base::Local(id),
                base_ty: ty.clone(),
                steps: Vec::new(),
                ty: Qual::from(ty.clone()),
            })
        };
        let read = || Expr::new(ExprKind::Load(place()), ty.clone(), pos);
        let assign = Expr::new(ExprKind::Assign(place(), Box::new(value)), ty.clone(), pos);
        let stmts = vec![
            Stmt {
                kind: StmtKind::Enter(id),
                pos,
            },
            Stmt {
                kind: StmtKind::Expr(assign),
                pos,
            },
        ];
        let result = combine(self, &read)?;
        let ty = result.ty.clone();
        Ok(Expr::new(
            ExprKind::Block(stmts, Some(Box::new(result))),
            ty,
            pos,
        ))
    }

    /// `abs` and its kin (C11 7.22.6.1); the least value is its own absolute value, as arithmetic
    /// wraps.
    fn absolute(&mut self, arg: &Node<Expression>, ty: Type, span: Span) -> Result<Expr> {
        let value = self.expression(arg)?;
        let value = self.assign_convert(value, &ty, span)?;
        let pos = self.pos(span);
        // Constants are needed outside functions too.
        if let (Some(v), Some(machine)) = (value.as_int(), self.program.types.machine(&ty)) {
            return Ok(Expr::int(machine.wrap(v.abs()), ty, pos));
        }
        self.with_variable(value, span, |unit, read| {
            let zero = unit.convert(Expr::int(0, Type::INT, pos), &ty);
            let negative = unit.compare(Relation::Lt, read(), zero, span)?;
            let negated = Expr::new(ExprKind::Negate(Box::new(read())), ty.clone(), pos);
            Ok(Expr::new(
                ExprKind::Conditional(
                    Box::new(negative),
                    Some(Box::new(negated)),
                    Box::new(read()),
                ),
                ty.clone(),
                pos,
            ))
        })
    }

    /// `__builtin_bswap16`, `32`, `64`: the sum of the bytes at their new places, so that it stays
    /// linear.
    fn byte_swap(
        &mut self,
        arg: &Node<Expression>,
        ty: Type,
        bits: u32,
        span: Span,
    ) -> Result<Expr> {
        let value = self.expression(arg)?;
        let value = self.assign_convert(value, &ty, span)?;
        // Constants are needed outside functions too.
        if let Some(bytes) = value.as_int().and_then(|v| u64::try_from(v).ok()) {
            let swapped = bytes.swap_bytes() >> (64 - bits);
            return Ok(Expr::int(i128::from(swapped), ty, self.pos(span)));
        }
        // In a type that no promotion makes signed.
        let wide = Type::Int(if bits == 64 {
            IntKind::ULongLong
        } else {
            IntKind::UInt
        });
        let value = self.convert(value, &wide);
        let pos = self.pos(span);
        let swapped = self.with_variable(value, span, |unit, read| {
            let mut sum = unit.convert(Expr::int(0, Type::INT, pos), &wide);
            for byte in 0..bits / 8 {
                let shifted = unit.shift(read(), (Arith::Shr, byte * 8), span)?;
                let low =
                    unit.arithmetic(Arith::And, shifted, Expr::int(255, Type::INT, pos), span)?;
                let placed = unit.shift(low, (Arith::Shl, bits - 8 - byte * 8), span)?;
                sum = unit.arithmetic(Arith::Add, sum, placed, span)?;
            }
            Ok(sum)
        })?;
        Ok(self.convert(swapped, &ty))
    }

    /// A value that is shifted by a number of places.
    fn shift(&mut self, value: Expr, (way, places): (Arith, u32), span: Span) -> Result<Expr> {
        if places == 0 {
            return Ok(value);
        }
        let places = Expr::int(i128::from(places), Type::INT, self.pos(span));
        self.arithmetic(way, value, places, span)
    }
}

/// Whether an expression is made of numbers.
fn is_number(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Int(_) | ExprKind::Float(_) => true,
        ExprKind::Unknown => e.ty.is_float(),
        ExprKind::Convert(a) | ExprKind::Negate(a) => is_number(a),
        ExprKind::Arith(_, a, b) => is_number(a) && is_number(b),
        _ => false,
    }
}

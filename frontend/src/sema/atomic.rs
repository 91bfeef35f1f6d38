//! gcc's atomic built-in functions (gcc manual, "__sync Builtins", "__atomic Builtins"), with their
//! types and what they do when nothing else runs.

use super::{Result, Unit};
use crate::ir::{Arith, Base, Expr, ExprKind, Place, Relation, Step, OTHER_FLAG};
use crate::types::{FloatKind, IntKind, Type};
use lang_c::ast::Expression;
use lang_c::span::{Node, Span};

/// What an operation does with the old value and its operand.
#[derive(Clone, Copy)]
enum Operation {
    Arith(Arith),
    Nand,
    Exchange,
}

/// `fetch_and_add`, `add_and_fetch`; `fetch_add`, `add_fetch`: the operation, and whether the value
/// is the old one.
fn operation(name: &str) -> Option<(Operation, bool)> {
    let (word, old) = match name.strip_prefix("fetch_") {
        Some(rest) => (rest.strip_prefix("and_").unwrap_or(rest), true),
        None => {
            let rest = name.strip_suffix("_fetch")?;
            (rest.strip_suffix("_and").unwrap_or(rest), false)
        }
    };
    // `fetch_and_and`, `fetch_and`: what is left of the latter is nothing.
    let operation = match word {
        "add" => Operation::Arith(Arith::Add),
        "sub" => Operation::Arith(Arith::Sub),
        "and" => Operation::Arith(Arith::And),
        "or" => Operation::Arith(Arith::Or),
        "xor" => Operation::Arith(Arith::Xor),
        "nand" => Operation::Nand,
        _ => return None,
    };
    Some((operation, old))
}

type Operands<'a> = &'a [Node<Expression>];

/// A value, and the operands of the call that have no part in it; `None` for other names.
type Found<'a> = Option<(Expr, Operands<'a>)>;

impl Unit<'_> {
    /// A call of an atomic built-in function; `None` for other names.
    pub(super) fn atomic(
        &mut self,
        name: &str,
        args: Operands<'_>,
        span: Span,
    ) -> Result<Option<Expr>> {
        let found = if let Some(short) = name.strip_prefix("__sync_") {
            self.legacy_atomic(short, args, span)?
        } else if let Some(short) = name.strip_prefix("__atomic_") {
            match self.atomic_operation(short, args, span)? {
                Some(found) => Some(found),
                None => self.generic_atomic(short, args, span)?,
            }
        } else {
            return Ok(None);
        };
        match found {
            Some((value, others)) => self.beside(value, others, span).map(Some),
            None => Err(self.unsupported(
                span,
                format!("the built-in function `{name}` is not supported in this form"),
            )),
        }
    }

    /// `__sync_*`. Further operands name objects that a barrier is about.
    fn legacy_atomic<'a>(
        &mut self,
        name: &str,
        args: Operands<'a>,
        span: Span,
    ) -> Result<Found<'a>> {
        Ok(Some(match (name, args) {
            ("synchronize", _) => (self.nothing(span)?, args),
            ("lock_release", [object, others @ ..]) => {
                let zero = Expr::int(0, Type::INT, self.pos(span));
                (self.atomic_store(object, zero, span)?, others)
            }
            ("lock_test_and_set", [object, value, others @ ..]) => (
                self.fetch(Operation::Exchange, true, [object, value], span)?,
                others,
            ),
            ("bool_compare_and_swap", [object, old, new, others @ ..]) => (
                self.compare_and_swap([object, old, new], true, span)?,
                others,
            ),
            ("val_compare_and_swap", [object, old, new, others @ ..]) => (
                self.compare_and_swap([object, old, new], false, span)?,
                others,
            ),
            (_, [object, value, others @ ..]) => match operation(name) {
                Some((op, old)) => (self.fetch(op, old, [object, value], span)?, others),
                None => return Ok(None),
            },
            _ => return Ok(None),
        }))
    }

    /// `__atomic_*` on one object and values; the last operands are memory orders.
    fn atomic_operation<'a>(
        &mut self,
        name: &str,
        args: Operands<'a>,
        span: Span,
    ) -> Result<Found<'a>> {
        Ok(Some(match (name, args) {
            ("thread_fence" | "signal_fence", [_]) => (self.nothing(span)?, args),
            ("load_n", [object, orders @ ..]) if orders.len() == 1 => {
                let (place, _) = self.atomic_object(object)?;
                (self.load(place, span)?, orders)
            }
            ("store_n", [object, value, orders @ ..]) if orders.len() == 1 => {
                let value = self.expression(value)?;
                (self.atomic_store(object, value, span)?, orders)
            }
            ("exchange_n", [object, value, orders @ ..]) if orders.len() == 1 => (
                self.fetch(Operation::Exchange, true, [object, value], span)?,
                orders,
            ),
            ("compare_exchange_n", [object, expected, value, orders @ ..]) if orders.len() == 3 => {
                let value = self.expression(value)?;
                (
                    self.compare_exchange(object, expected, value, span)?,
                    orders,
                )
            }
            ("test_and_set", [object, orders @ ..]) if orders.len() == 1 => {
                (self.test_and_set(object, span)?, orders)
            }
            ("clear", [object, orders @ ..]) if orders.len() == 1 => {
                let place = self.flag(object)?;
                let zero = Expr::int(0, Type::INT, self.pos(span));
                (self.assign_nothing(place, zero, span)?, orders)
            }
            ("always_lock_free" | "is_lock_free", [_, _]) => {
                let unknown = Expr::new(ExprKind::Unknown, Type::Bool, self.pos(span));
                (unknown, args)
            }
            (_, [object, value, orders @ ..]) if orders.len() == 1 => match operation(name) {
                Some((op, old)) => (self.fetch(op, old, [object, value], span)?, orders),
                None => return Ok(None),
            },
            _ => return Ok(None),
        }))
    }

    /// The forms that take their values from objects.
    fn generic_atomic<'a>(
        &mut self,
        name: &str,
        args: Operands<'a>,
        span: Span,
    ) -> Result<Found<'a>> {
        Ok(Some(match (name, args) {
            ("load", [object, result, orders @ ..]) if orders.len() == 1 => {
                (self.copy_atomically(result, object, span)?, orders)
            }
            ("store", [object, value, orders @ ..]) if orders.len() == 1 => {
                (self.copy_atomically(object, value, span)?, orders)
            }
            ("exchange", [object, value, result, orders @ ..]) if orders.len() == 1 => {
                let (place, ty) = self.atomic_object(object)?;
                let value = self.pointed_value(value, &ty)?;
                let old = self.update(place, value, true, span)?;
                // For gcc, where the old value goes is looked at behind the exchange, which may
                // change it.
                let assigned = self.once(old, span, |unit, old| {
                    let (place, result_ty) = unit.atomic_object(result)?;
                    unit.same_type(&ty, &result_ty, span)?;
                    unit.assign_nothing(place, old, span)
                })?;
                (assigned, orders)
            }
            ("compare_exchange", [object, expected, value, orders @ ..]) if orders.len() == 3 => {
                let (_, ty) = self.atomic_object(object)?;
                let value = self.pointed_value(value, &ty)?;
                (
                    self.compare_exchange(object, expected, value, span)?,
                    orders,
                )
            }
            _ => return Ok(None),
        }))
    }

    /// What a pointer operand designates, and its type: an integer or a pointer.
    fn atomic_object(&mut self, pointer: &Node<Expression>) -> Result<(Place, Type)> {
        let address = self.plain_address(pointer)?;
        let place = self.deref(address, pointer.span)?;
        let ty = place.ty.ty.clone();
        if matches!(ty, Type::Bool | Type::Int(_) | Type::Pointer(_)) {
            return Ok((place, ty));
        }
        let shown = self.show(&ty);
        Err(self.unsupported(
            pointer.span,
            format!("an atomic operation on an object of type `{shown}` is not supported"),
        ))
    }

    /// A pointer operand, which may be evaluated more than once.
    fn plain_address(&mut self, pointer: &Node<Expression>) -> Result<Expr> {
        let address = self.expression(pointer)?;
        if address.effects {
            return Err(self.unsupported(
                pointer.span,
                "an effect in an operand of an atomic operation is not supported",
            ));
        }
        Ok(address)
    }

    /// Refuses effects in a value where they might change which object is meant: C does not say
    /// what comes first.
    fn order(&mut self, value: &Expr, pointers: &[&Node<Expression>]) -> Result<()> {
        for pointer in pointers.iter().filter(|_| value.effects) {
            if !is_fixed(&self.plain_address(pointer)?) {
                return Err(self.unsupported(
                    pointer.span,
                    "an effect in an operand of an atomic operation is not supported",
                ));
            }
        }
        Ok(())
    }

    fn same_type(&self, a: &Type, b: &Type, span: Span) -> Result<()> {
        if a == b {
            Ok(())
        } else {
            Err(self.unsupported(span, "an atomic operation on two types is not supported"))
        }
    }

    /// The value that a pointer operand points to.
    fn pointed_value(&mut self, pointer: &Node<Expression>, ty: &Type) -> Result<Expr> {
        let (place, found) = self.atomic_object(pointer)?;
        self.same_type(ty, &found, pointer.span)?;
        self.load(place, pointer.span)
    }

    /// An operand, which must have no effects: it is evaluated after the object is found.
    fn operand(&mut self, e: &Node<Expression>, ty: &Type) -> Result<Expr> {
        let value = self.expression(e)?;
        self.operand_value(value, ty, e.span)
    }

    fn operand_value(&mut self, value: Expr, ty: &Type, span: Span) -> Result<Expr> {
        match ty {
            // gcc converts without a warning.
            Type::Pointer(_) if value.ty.is_integer() => Ok(self.convert(value, ty)),
            _ => self.assign_convert(value, ty, span),
        }
    }

    /// The new value of `object`, from the old one and `value`; yields one of them.
    fn fetch(
        &mut self,
        operation: Operation,
        old: bool,
        [object, value]: [&Node<Expression>; 2],
        span: Span,
    ) -> Result<Expr> {
        let (_, ty) = self.atomic_object(object)?;
        if ty == Type::Bool && !matches!(operation, Operation::Exchange) {
            return Err(self.type_error(span, "arithmetic on `_Bool` is not atomic"));
        }
        let value = self.operand(value, &ty)?;
        self.order(&value, &[object])?;
        self.once(value, span, |unit, value| {
            let (place, _) = unit.atomic_object(object)?;
            let before = unit.old(&place, unit.pos(span));
            let new = unit.combined(operation, before, value, span)?;
            unit.update(place, new, old, span)
        })
    }

    /// Refuses effects in the operand of an assignment to an atomic object where they could come
    /// between reading and writing it (C11 6.5.16.2p3), or change which object is meant.
    pub(super) fn one_access(&self, place: &Place, value: &Expr, span: Span) -> Result<()> {
        let plain = is_fixed_place(place) && !self.any_complex([&place.ty.ty; 2]);
        if place.ty.variant.atomic && value.effects && !plain {
            let message = "an effect in an operand of an atomic operation is not supported";
            return Err(self.unsupported(span, message));
        }
        Ok(())
    }

    /// Evaluates a value before the object is looked at, if it has effects.
    pub(super) fn once(
        &mut self,
        value: Expr,
        span: Span,
        then: impl FnOnce(&mut Self, Expr) -> Result<Expr>,
    ) -> Result<Expr> {
        if value.effects {
            self.with_variable(value, span, |unit, read| then(unit, read()))
        } else {
            then(self, value)
        }
    }

    fn combined(
        &mut self,
        operation: Operation,
        old: Expr,
        value: Expr,
        span: Span,
    ) -> Result<Expr> {
        let ty = old.ty.clone();
        // Pointers move by bytes.
        let bits = match ty {
            Type::Pointer(_) => self.program.types.size_type(),
            _ => ty.clone(),
        };
        let (a, b) = (self.convert(old, &bits), self.convert(value, &bits));
        let new = match operation {
            Operation::Exchange => b,
            Operation::Arith(op) => self.arithmetic(op, a, b, span)?,
            Operation::Nand => {
                let both = self.arithmetic(Arith::And, a, b, span)?;
                let (ty, pos) = (both.ty.clone(), self.pos(span));
                Expr::new(ExprKind::Complement(Box::new(both)), ty, pos)
            }
        };
        let new = self.convert(new, &bits);
        Ok(self.convert(new, &ty))
    }

    /// `__sync_*_compare_and_swap`: whether the object had the value, or what it had.
    fn compare_and_swap(
        &mut self,
        [object, expected, new]: [&Node<Expression>; 3],
        outcome: bool,
        span: Span,
    ) -> Result<Expr> {
        let (_, ty) = self.atomic_object(object)?;
        let (expected, new) = (self.operand(expected, &ty)?, self.operand(new, &ty)?);
        self.order(&expected, &[object])?;
        self.order(&new, &[object])?;
        self.with_variable(expected, span, |unit, expected| {
            unit.once(new, span, |unit, new| {
                let old = unit.swap(object, expected(), new, span)?;
                if !outcome {
                    return Ok(old);
                }
                let same = unit.same_bytes(old, expected(), span)?;
                Ok(unit.convert(same, &Type::Bool))
            })
        })
    }

    /// Whether two values have the same bytes, which is not known of floating ones: the zeros are
    /// equal and have others (gcc manual, "__atomic Builtins"; C11 7.17.7.4p2).
    fn same_bytes(&mut self, a: Expr, b: Expr, span: Span) -> Result<Expr> {
        match a.ty.is_float() {
            true => Ok(Expr::new(ExprKind::Unknown, Type::INT, self.pos(span))),
            false => self.compare(Relation::Eq, a, b, span),
        }
    }

    /// Writes `new` if the object has the value `expected`; yields what it had.
    fn swap(
        &mut self,
        object: &Node<Expression>,
        expected: Expr,
        new: Expr,
        span: Span,
    ) -> Result<Expr> {
        let (place, ty) = self.atomic_object(object)?;
        let pos = self.pos(span);
        let before = |unit: &Self| unit.old(&place, pos);
        let same = self.same_bytes(before(self), expected, span)?;
        let chosen =
            ExprKind::Conditional(Box::new(same), Some(Box::new(new)), Box::new(before(self)));
        self.update(place, Expr::new(chosen, ty, pos), true, span)
    }

    /// `__atomic_compare_exchange_n`. The weak form fails where the strong one does, as on x86.
    fn compare_exchange(
        &mut self,
        object: &Node<Expression>,
        expected: &Node<Expression>,
        new: Expr,
        span: Span,
    ) -> Result<Expr> {
        let (_, ty) = self.atomic_object(object)?;
        let new = self.operand_value(new, &ty, span)?;
        self.order(&new, &[object, expected])?;
        let pos = self.pos(span);
        self.once(new, span, |unit, new| {
            let wanted = unit.pointed_value(expected, &ty)?;
            unit.with_variable(wanted, span, |unit, wanted| {
                let old = unit.swap(object, wanted(), new, span)?;
                unit.with_variable(old, span, |unit, old| {
                    let same = unit.same_bytes(old(), wanted(), span)?;
                    let (place, _) = unit.atomic_object(expected)?;
                    let told = ExprKind::Assign(Box::new(place), Box::new(old()));
                    let told = Expr::new(told, ty.clone(), pos);
                    let zero = Expr::int(0, Type::Bool, pos);
                    let failed = ExprKind::Comma(Box::new(told), Box::new(zero));
                    let failed = Expr::new(failed, Type::Bool, pos);
                    let one = Expr::int(1, Type::Bool, pos);
                    Ok(Expr::new(
                        ExprKind::Conditional(
                            Box::new(same),
                            Some(Box::new(one)),
                            Box::new(failed),
                        ),
                        Type::Bool,
                        pos,
                    ))
                })
            })
        })
    }

    /// The byte that a flag is.
    fn flag(&mut self, pointer: &Node<Expression>) -> Result<Place> {
        let address = self.plain_address(pointer)?;
        let direct = address
            .ty
            .pointee()
            .is_some_and(|q| q.ty == Type::Bool || q.ty.is_character());
        let address = if direct {
            address
        } else {
            self.cast(
                address,
                Type::Int(IntKind::UChar).pointer_to(),
                pointer.span,
            )?
        };
        self.deref(address, pointer.span)
    }

    /// The result is true if and only if the byte was set (gcc manual, "__atomic Builtins"). What a
    /// byte other than 0 and 1 counts for is left open: gcc takes it for a `_Bool` as it is, so
    /// that there is such a byte is undefined.
    fn test_and_set(&mut self, object: &Node<Expression>, span: Span) -> Result<Expr> {
        let place = self.flag(object)?;
        let pos = self.pos(span);
        let old = self.update(place, Expr::int(1, Type::INT, pos), true, span)?;
        if old.ty == Type::Bool {
            return Ok(old);
        }
        self.with_variable(old, span, |unit, old| {
            let (zero, one) = (Expr::int(0, Type::INT, pos), Expr::int(1, Type::INT, pos));
            let truth = [
                unit.compare(Relation::Eq, old(), zero.clone(), span)?,
                unit.compare(Relation::Eq, old(), one, span)?,
            ];
            let [clear, set] = truth;
            let truth = unit.connective(false, clear, set, span)?;
            let other = unit.own_function(OTHER_FLAG, (Type::Void, Vec::new()), span);
            let undefined = ExprKind::Call(other, Vec::new());
            let undefined = Expr::new(undefined, Type::Void, pos);
            let undefined = ExprKind::Comma(Box::new(undefined), Box::new(zero));
            let undefined = Expr::new(undefined, Type::INT, pos);
            let value = unit.convert(old(), &Type::INT);
            let value =
                ExprKind::Conditional(Box::new(truth), Some(Box::new(value)), Box::new(undefined));
            let value = Expr::new(value, Type::INT, pos);
            Ok(unit.convert(value, &Type::Bool))
        })
    }

    fn atomic_store(&mut self, object: &Node<Expression>, value: Expr, span: Span) -> Result<Expr> {
        let (_, ty) = self.atomic_object(object)?;
        let value = self.operand_value(value, &ty, span)?;
        self.order(&value, &[object])?;
        self.once(value, span, |unit, value| {
            let (place, _) = unit.atomic_object(object)?;
            unit.assign_nothing(place, value, span)
        })
    }

    /// `*to = *from;` with objects of one type, as large as they may be.
    fn copy_atomically(
        &mut self,
        to: &Node<Expression>,
        from: &Node<Expression>,
        span: Span,
    ) -> Result<Expr> {
        let (to, from) = (self.plain_address(to)?, self.plain_address(from)?);
        let (to, from) = (self.deref(to, span)?, self.deref(from, span)?);
        self.same_type(&to.ty.ty, &from.ty.ty, span)?;
        if matches!(
            to.ty.ty,
            Type::Float(FloatKind::LongDouble | FloatKind::Float64x)
        ) {
            return Err(self.unsupported(span, "padding is not copied"));
        }
        let value = self.load(from, span)?;
        self.assign_nothing(to, value, span)
    }

    /// An assignment without a value.
    fn assign_nothing(&mut self, place: Place, value: Expr, span: Span) -> Result<Expr> {
        let ty = place.ty.ty.clone();
        let value = self.convert(value, &ty);
        let assign = ExprKind::Assign(Box::new(place), Box::new(value));
        let assign = Expr::new(assign, ty, self.pos(span));
        self.cast(assign, Type::Void, span)
    }

    fn nothing(&mut self, span: Span) -> Result<Expr> {
        self.cast(Expr::int(0, Type::INT, self.pos(span)), Type::Void, span)
    }
}

/// Whether an address depends on no object's value.
fn is_fixed(address: &Expr) -> bool {
    match &address.kind {
        ExprKind::Address(place) => is_fixed_place(place),
        _ => false,
    }
}

/// Whether which object a place is depends on no object's value.
fn is_fixed_place(place: &Place) -> bool {
    let steps = place.steps.iter().all(|step| match step {
        Step::Field(..) => true,
        Step::Index(index) => index.as_int().is_some(),
    });
    steps && matches!(place.base, Base::Global(_) | Base::Local(_))
}

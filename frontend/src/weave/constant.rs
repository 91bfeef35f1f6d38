//! Values of constant expressions, for patterns.

use crate::flatten::{Base, Place, Value, ValueKind};
use crate::ir::Arith;
use crate::types::{FloatKind, Type, Types};
use proofmark_logic::ieee::{Format, Operation, NO_INTEGER};

/// A number.
#[derive(Clone, Copy)]
enum Number {
    Int(i128),
    /// The pattern of the `double` that has its value exactly.
    Double(i128),
}

/// Whether an expression is a constant that has this value, as a value of the expression's type.
/// Floating values that are more exact than a `double` have none; [`is_unclear`] tells them.
pub(super) fn is(types: &Types, e: &Value, value: i128) -> bool {
    let equal = |a, b| Operation::Equal.apply(Format::Double, a, b) == 1;
    match (number(types, e), as_type(types, Number::Int(value), &e.ty)) {
        (Some(Number::Int(a)), Some(Number::Int(b))) => a == b,
        (Some(Number::Double(a)), Some(Number::Double(b))) => equal(a, b),
        (Some(_), Some(_)) | (None, _) | (_, None) => false,
    }
}

/// Whether an expression is a constant that has the same lowest bits as a value: what a bit-field
/// of this width keeps of both (C11 6.3.1.3; gcc manual, "Integers Implementation").
pub(super) fn is_in_bits(types: &Types, e: &Value, value: i128, width: u8) -> bool {
    let mask = (1i128 << width.min(64)) - 1;
    match number(types, e) {
        Some(Number::Int(own)) => (own ^ value) & mask == 0,
        Some(Number::Double(_)) | None => false,
    }
}

/// Whether an expression is a constant whose value is not known here: it is made of constants, and
/// floating ones or addresses among them, or integers of more than 64 bits, or temporaries that
/// hold such constants.
pub(super) fn is_unclear(types: &Types, e: &Value, folded: &dyn Fn(&Place) -> bool) -> bool {
    let clear = |made| matches!(made, Made::Address);
    number(types, e).is_none() && made_of(e, folded).is_some_and(|made| !clear(made))
}

/// Whether a compiler may know what a built-in function computes of these: numbers, and addresses
/// of string literals.
pub(super) fn are_known(args: &[Value], folded: &dyn Fn(&Place) -> bool) -> bool {
    let string = |e: &Value| match &e.behind_casts().kind {
        ValueKind::Address(place) => matches!(place.base, Base::String(_)),
        _ => e.ty.pointee().is_none(),
    };
    let constant = |e: &Value| made_of(e, folded).is_some() && string(e);
    !args.is_empty() && args.iter().all(constant)
}

/// What a constant is made of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Made {
    /// Integers.
    Integers,
    /// The address of an object, and integers: that is no number.
    Address,
    /// Something of which a compiler may know the value: floating constants, objects at addresses
    /// that are numbers, and two addresses.
    Unclear,
}

/// What an expression is made of, if that is nothing but constants.
fn made_of(e: &Value, folded: &dyn Fn(&Place) -> bool) -> Option<Made> {
    let made_of = |e: &Value| made_of(e, folded);
    let address = |made| match made {
        Made::Integers => Made::Integers,
        // Whether an address is null, or which of two, the compiler may know.
        Made::Address | Made::Unclear => Made::Unclear,
    };
    match &e.kind {
        ValueKind::Int(_) => Some(Made::Integers),
        ValueKind::Float(_) => Some(Made::Unclear),
        // A constant that is more exact than a `double`, or what else only the compiler knows.
        ValueKind::Unknown => Some(Made::Unclear),
        ValueKind::Function(_) | ValueKind::LabelAddress(..) => Some(Made::Address),
        ValueKind::Address(place) => {
            let own = match place.base {
                Base::Deref(_) => Made::Unclear,
                Base::Global(_) | Base::Local(_) | Base::String(_) | Base::Result => Made::Address,
            };
            let constant = place.operands().all(|e| made_of(e).is_some());
            constant.then_some(own)
        }
        ValueKind::Convert(a) if e.ty == Type::Bool => made_of(a).map(address),
        ValueKind::Not(a) => made_of(a).map(address),
        ValueKind::Convert(a) | ValueKind::Negate(a) | ValueKind::Complement(a) => made_of(a),
        ValueKind::PointerAdd {
            pointer: a,
            index: b,
            ..
        } => Some(match made_of(a)? {
            // Nobody looks at numbers as pointers.
            Made::Integers => Made::Unclear,
            own @ (Made::Address | Made::Unclear) => together(own, made_of(b)?, true),
        }),
        ValueKind::Compare(_, a, b) => Some(together(made_of(a)?, made_of(b)?, false)),
        ValueKind::Arith(op, a, b) => {
            let moves = matches!(op, Arith::Add | Arith::Sub);
            Some(together(made_of(a)?, made_of(b)?, moves))
        }
        ValueKind::PointerDiff(a, b, _) => {
            made_of(a)?;
            made_of(b)?;
            Some(Made::Unclear)
        }
        ValueKind::Load(place) if folded(place) => Some(Made::Unclear),
        ValueKind::Load(place) => {
            let string = matches!(place.base, Base::String(_));
            let constant = place.operands().all(|e| made_of(e).is_some());
            (string && constant).then_some(Made::Unclear)
        }
        ValueKind::VarArgs => None,
    }
}

/// What two constants make; `moves` if they are added or subtracted.
fn together(a: Made, b: Made, moves: bool) -> Made {
    match (a, b) {
        (Made::Integers, Made::Integers) => Made::Integers,
        (Made::Address, Made::Integers) | (Made::Integers, Made::Address) if moves => Made::Address,
        (Made::Integers | Made::Address | Made::Unclear, _) => Made::Unclear,
    }
}

/// A constant as a value of this type (C11 6.3.1.2 and 6.3.1.3).
fn converted(types: &Types, value: i128, ty: &Type) -> i128 {
    match ty {
        Type::Bool => i128::from(value != 0),
        Type::Float(_) => value,
        _ => types
            .machine(ty)
            .map_or(value, |machine| machine.wrap(value)),
    }
}

fn number(types: &Types, e: &Value) -> Option<Number> {
    let whole = match &e.kind {
        ValueKind::Int(value) => Number::Int(*value),
        ValueKind::Float(bits) => Number::Double(i128::from(*bits)),
        ValueKind::Convert(inner) => number(types, inner)?,
        ValueKind::Negate(inner) => match number(types, inner)? {
            Number::Double(value) => {
                Number::Double(Operation::Negate.apply(Format::Double, value, 0))
            }
            Number::Int(_) => return None,
        },
        ValueKind::Arith(op, a, b) => {
            let operation = match op {
                Arith::Add => Operation::Add,
                Arith::Sub => Operation::Sub,
                Arith::Mul => Operation::Mul,
                Arith::Div => Operation::Div,
                Arith::Rem | Arith::Shl | Arith::Shr | Arith::And | Arith::Or | Arith::Xor => {
                    return None
                }
            };
            match (format(&e.ty)?, number(types, a)?, number(types, b)?) {
                (format, Number::Double(a), Number::Double(b)) => {
                    let [a, b] = [a, b].map(|value| in_format(format, value));
                    let result = operation.apply(format, a, b);
                    Number::Double(as_double(format, result))
                }
                (_, Number::Int(_), _) | (_, _, Number::Int(_)) => return None,
            }
        }
        ValueKind::Unknown
        | ValueKind::VarArgs
        | ValueKind::Load(_)
        | ValueKind::Address(_)
        | ValueKind::Function(_)
        | ValueKind::LabelAddress(..)
        | ValueKind::Complement(_)
        | ValueKind::PointerAdd { .. }
        | ValueKind::PointerDiff(..)
        | ValueKind::Compare(..)
        | ValueKind::Not(_) => return None,
    };
    as_type(types, whole, &e.ty)
}

/// A number as a value of a type (C11 6.3.1.2 to 6.3.1.5).
fn as_type(types: &Types, value: Number, ty: &Type) -> Option<Number> {
    let double = |operation: Operation, value| operation.apply(Format::Double, value, 0);
    match (value, ty) {
        (Number::Int(value), Type::Float(_)) => {
            let bits = double(Operation::FromInteger, value);
            let exact = double(Operation::ToInteger, bits) == value;
            // Another format rounds once, from the integer.
            let Some(format) = format(ty) else {
                return exact.then_some(Number::Double(bits));
            };
            let rounded = Operation::FromInteger.apply(format, value, 0);
            Some(Number::Double(as_double(format, rounded)))
        }
        (Number::Double(bits), Type::Float(_)) => Some(Number::Double(match format(ty) {
            Some(format) => as_double(format, in_format(format, bits)),
            None => bits,
        })),
        (Number::Int(value), _) => Some(Number::Int(converted(types, value, ty))),
        (Number::Double(bits), Type::Bool) => {
            let zero = Operation::Equal.apply(Format::Double, bits, 0) == 1;
            Some(Number::Int(i128::from(!zero)))
        }
        // What the type does not hold becomes any value (C11 6.3.1.4p1).
        (Number::Double(bits), _) => {
            let value = double(Operation::ToInteger, bits);
            let held = value != NO_INTEGER && converted(types, value, ty) == value;
            held.then_some(Number::Int(value))
        }
    }
}

/// The format in which a type's constants are computed; `None` if it is more exact than `double`.
fn format(ty: &Type) -> Option<Format> {
    match ty {
        Type::Float(FloatKind::Float | FloatKind::Float32) => Some(Format::Single),
        Type::Float(FloatKind::Double | FloatKind::Float32x | FloatKind::Float64) => {
            Some(Format::Double)
        }
        _ => None,
    }
}

fn in_format(format: Format, double: i128) -> i128 {
    match format {
        Format::Single => Operation::ToOther.apply(Format::Double, double, 0),
        Format::Double => double,
    }
}

fn as_double(format: Format, value: i128) -> i128 {
    match format {
        Format::Single => Operation::ToOther.apply(Format::Single, value, 0),
        Format::Double => value,
    }
}

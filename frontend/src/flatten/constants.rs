//! Expressions of nothing but constants that are not computed before the program runs: a compiler
//! may know their values, and take them where it wants constants (gcc does so in labels of `case`).

use crate::accounting::is_folded;
use crate::ir::{Base, Expr, ExprKind, Place, Program, Step};

/// Whether an expression is made of nothing but constants.
pub(super) fn is_constant(program: &Program, e: &Expr) -> bool {
    let own = |e: &Expr| is_constant(program, e);
    match &e.kind {
        ExprKind::Int(_)
        | ExprKind::Float(_)
        | ExprKind::Function(_)
        | ExprKind::LabelAddress(..)
        // What a compiler knows, as the size of the object behind a pointer.
        | ExprKind::Unknown => true,
        ExprKind::Address(place) => is_fixed(program, place),
        ExprKind::Load(place) => matches!(place.base, Base::String(_)) && is_fixed(program, place),
        ExprKind::Convert(a) | ExprKind::Negate(a) | ExprKind::Complement(a) | ExprKind::Not(a) => {
            own(a)
        }
        ExprKind::Arith(_, a, b)
        | ExprKind::Compare(_, a, b)
        | ExprKind::And(a, b)
        | ExprKind::Or(a, b)
        | ExprKind::Comma(a, b)
        | ExprKind::Complex(a, b)
        | ExprKind::PointerDiff(a, b, _)
        | ExprKind::Overflows { a, b, .. }
        | ExprKind::PointerAdd {
            pointer: a,
            index: b,
            ..
        } => own(a) && own(b),
        ExprKind::Conditional(c, a, b) => own(c) && a.as_ref().is_none_or(|a| own(a)) && own(b),
        ExprKind::Call(f, args) => {
            let folded = program.function(*f).is_some_and(|f| {
                let own = f.body.is_some() && !f.modelled;
                is_folded(&f.name) && !own
            });
            let own = |arg: &Expr| is_number_or_string(program, arg);
            folded && !args.is_empty() && args.iter().all(own)
        }
        ExprKind::VarArgs
        | ExprKind::Old
        | ExprKind::Assign(..)
        | ExprKind::Update { .. }
        | ExprKind::CallPointer(..)
        | ExprKind::Block(..) => false,
    }
}

/// Whether it is always the same object.
fn is_fixed(program: &Program, place: &Place) -> bool {
    let base = match &place.base {
        Base::Global(_) | Base::Local(_) | Base::String(_) => true,
        Base::Deref(e) => is_constant(program, e),
        Base::Value(_) => false,
    };
    base && place.steps.iter().all(|step| match step {
        Step::Index(e) => is_constant(program, e),
        Step::Field(..) => true,
    })
}

/// What a built-in function is computed of: it reads no object of the program.
fn is_number_or_string(program: &Program, e: &Expr) -> bool {
    let inner = e.behind_conversions();
    match &inner.kind {
        ExprKind::Address(place) => {
            matches!(place.base, Base::String(_)) && is_fixed(program, place)
        }
        _ => inner.ty.pointee().is_none() && is_constant(program, inner),
    }
}

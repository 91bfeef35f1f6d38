//! What a flat statement of a library's function writes, as far as that is decided without proof.

use crate::flatten::{Base, Kind, Part, Place, Step, Stmt, Value, ValueKind};
use crate::types::Type;
use proofmark_logic::cfa::Pos;

/// The objects that a statement writes itself.
pub(super) fn written(stmt: &Stmt) -> Vec<&Place> {
    match &stmt.kind {
        Kind::Assign(place, _) | Kind::Clear(place, _) => vec![place],
        Kind::Call(call) => call.result.iter().map(|to| &to.place).collect(),
        Kind::Overflow(operation) => {
            let stored = operation.stored.iter();
            stored.chain([&operation.flag]).collect()
        }
        Kind::Asm(asm) => asm.outputs.iter().collect(),
        Kind::Enter(..)
        | Kind::Label { .. }
        | Kind::Goto(_)
        | Kind::Jump(_)
        | Kind::Branch(..)
        | Kind::Switch(..)
        | Kind::Return
        | Kind::Reject
        | Kind::Halt
        | Kind::Observe(..)
        | Kind::Heard(_) => Vec::new(),
    }
}

/// Whether a statement makes no pointers but those of a type to objects of that type: then what M
/// says about types is true. A caller's objects are those of his pointers' types.
pub(super) fn plain(stmt: &Stmt) -> Result<(), (Pos, String)> {
    let mut why = None;
    stmt.parts(&mut |part| match part {
        Part::Object(place) => {
            if place.base_ty.is_character() && matches!(place.base, Base::Deref(_)) {
                why = Some("it looks at the bytes of objects");
            }
            if matches!(place.ty.ty, Type::Record(_)) && !matches!(place.base, Base::Local(_)) {
                why = Some("it copies whole structures");
            }
        }
        Part::Address(_) => why = Some("it takes the address of an object"),
        Part::Function(..) => why = Some("it takes the address of a function"),
        Part::Conversion(value, to) | Part::Argument(value, to) => {
            let from = matches!(value.ty, Type::Pointer(_));
            let into = matches!(to, Type::Pointer(_));
            let null = matches!(value.kind, ValueKind::Int(0));
            let same =
                matches!((value.ty.pointee(), to.pointee()), (Some(a), Some(b)) if a.ty == b.ty);
            if (from || into) && !same && !null && !matches!(to, Type::Bool | Type::Void) {
                why = Some("it converts pointers");
            }
        }
    });
    match why {
        Some(why) => Err((
            stmt.pos,
            format!("a function of a library cannot do this: {why}"),
        )),
        None => Ok(()),
    }
}

/// Whether two expressions designate the same object, whatever variables hold.
pub(super) fn same(a: &Place, b: &Place) -> bool {
    let base = match (&a.base, &b.base) {
        (Base::Global(a), Base::Global(b)) => a == b,
        (Base::Deref(a), Base::Deref(b)) => match (&a.kind, &b.kind) {
            (ValueKind::Load(p), ValueKind::Load(q)) => {
                let locals =
                    matches!((&p.base, &q.base), (Base::Local(a), Base::Local(b)) if a == b);
                locals && p.steps.is_empty() && q.steps.is_empty()
            }
            _ => false,
        },
        _ => false,
    };
    let steps = a.steps.iter().zip(&b.steps).all(|steps| match steps {
        (Step::Field(r, i), Step::Field(s, j)) => r == s && i == j,
        _ => false,
    });
    base && a.steps.len() == b.steps.len() && a.base_ty == b.base_ty && steps
}

/// Whether a place that a pointer leads to is of the class that another one stands for: the same
/// member of the same type of structure, or the same type.
pub(super) fn in_class(place: &Place, class: &Place) -> bool {
    if !matches!(place.base, Base::Deref(_)) || place.base_ty != class.base_ty {
        return false;
    }
    match (place.steps.as_slice(), class.steps.as_slice()) {
        ([], []) => true,
        ([Step::Field(r, i)], [Step::Field(s, j)]) => r == s && i == j,
        _ => false,
    }
}

/// Whether a statement may change a value.
pub(super) fn may_change(stmt: &Stmt, value: &Value) -> bool {
    let locals = |base: &Base| match base {
        Base::Local(l) => Some(Some(*l)),
        Base::Result => Some(None),
        Base::Global(_) | Base::Deref(_) | Base::String(_) => None,
    };
    let (mut read, mut memory) = (Vec::new(), false);
    value.visit(&mut |kind| {
        if let ValueKind::Load(place) | ValueKind::Address(place) = kind {
            match locals(&place.base) {
                Some(local) => read.push(local),
                None => memory = true,
            }
        }
    });
    let entered = match stmt.kind {
        Kind::Enter(local, _) => read.contains(&Some(local)),
        Kind::Call(_) => memory,
        _ => false,
    };
    entered
        || written(stmt).iter().any(|place| match locals(&place.base) {
            Some(local) => read.contains(&local),
            None => memory,
        })
}

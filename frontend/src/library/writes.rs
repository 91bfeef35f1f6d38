//! What a flat statement of a library's function writes, as far as that is decided without proof.

use super::compile::{local, looks_at_bytes};
use crate::flatten::{Base, Call, Callee, Kind, Part, Place, Step, Stmt, Value, ValueKind};
use crate::ir::Program;
use crate::types::{Type, Types};
use proofmark_logic::cfa::Pos;
use std::collections::BTreeSet;

/// Whether a statement makes no pointers but those of a type to objects of that type: then what M
/// says about types is true. A caller's objects are those of his pointers' types.
pub(super) fn plain(program: &Program, stmt: &Stmt) -> Result<(), (Pos, String)> {
    let mut why = None;
    if let Kind::Call(call) = &stmt.kind {
        if !passes_its_types(program, call) {
            why = Some("it converts pointers");
        }
    }
    stmt.parts(&mut |part| match part {
        Part::Object(place) => {
            if place
                .steps
                .iter()
                .any(|step| is_of_pointers(&program.types, step))
            {
                why = Some("it converts pointers");
            }
            if looks_at_bytes(place) {
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
            if (from || into)
                && !same_pointers(&value.ty, to)
                && !null
                && !matches!(to, Type::Bool | Type::Void)
            {
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

/// Whether two types are pointers to objects of the same type.
fn same_pointers(from: &Type, to: &Type) -> bool {
    matches!((from.pointee(), to.pointee()), (Some(a), Some(b)) if a.ty == b.ty)
}

/// Whether a call passes pointers of the types that the parameters have: without a prototype,
/// nothing converts them (C11 6.5.2.2p6).
fn passes_its_types(program: &Program, call: &Call) -> bool {
    let function = match call.callee {
        Callee::Function(f) => program.function(program.resolve(f)),
        Callee::Pointer { .. } | Callee::Pointed(..) => None,
    };
    let body = function.and_then(|f| f.body.as_ref());
    let params = body.map(|body| body.locals.iter().take(body.params));
    let mut pairs = call.args.iter().zip(params.into_iter().flatten());
    pairs.all(|(arg, parameter)| {
        let pointers = [&arg.ty, &parameter.ty.ty].map(|ty| matches!(ty, Type::Pointer(_)));
        let null = matches!(arg.kind, ValueKind::Int(0));
        pointers == [false; 2] || null || same_pointers(&arg.ty, &parameter.ty.ty)
    })
}

/// Whether a step into an object is one into a union that holds pointers: what one member writes,
/// another one reads.
fn is_of_pointers(types: &Types, step: &Step) -> bool {
    let Step::Field(record, _) = step else {
        return false;
    };
    types.record(*record).is_some_and(|r| r.union) && holds_pointers(types, *record)
}

fn holds_pointers(types: &Types, record: u32) -> bool {
    types
        .fields(record)
        .iter()
        .any(|field| match field.ty.ty.innermost() {
            Type::Record(inner) => holds_pointers(types, *inner),
            ty => matches!(ty, Type::Pointer(_)),
        })
}

/// Whether two expressions designate the same object, whatever variables hold.
pub(super) fn same(a: &Place, b: &Place) -> bool {
    let base = match (&a.base, &b.base) {
        (Base::Global(a), Base::Global(b)) => a == b,
        (Base::Deref(a), Base::Deref(b)) => match (local(a), local(b)) {
            (Some(a), Some(b)) => a == b,
            (Some(_), None) | (None, Some(_) | None) => false,
        },
        (Base::Local(_) | Base::String(_) | Base::Result, _)
        | (Base::Global(_) | Base::Deref(_), _) => false,
    };
    base && a.base_ty == b.base_ty && same_members(&a.steps, &b.steps)
}

/// Whether two paths are the same members.
fn same_members(a: &[Step], b: &[Step]) -> bool {
    let same = |(a, b): (&Step, &Step)| match (a, b) {
        (Step::Field(r, i), Step::Field(s, j)) => r == s && i == j,
        (Step::Index(_), _) | (Step::Field(..), Step::Index(_)) => false,
    };
    a.len() == b.len() && a.iter().zip(b).all(same)
}

/// Whether a place that a pointer leads to is of the class that another one stands for: the same
/// member of the same type of structure.
pub(super) fn in_class(place: &Place, class: &Place) -> bool {
    let pointed = matches!(place.base, Base::Deref(_)) && place.base_ty == class.base_ty;
    pointed && !class.steps.is_empty() && same_members(&place.steps, &class.steps)
}

/// What of variables a value, or a statement, is about.
#[derive(Default)]
struct Touched {
    /// Variables of the function.
    locals: BTreeSet<u32>,
    /// Anything else.
    memory: bool,
}

impl Touched {
    fn add(&mut self, place: &Place) {
        match place.base {
            Base::Local(local) => _ = self.locals.insert(local),
            Base::Global(_) | Base::Deref(_) | Base::String(_) | Base::Result => self.memory = true,
        }
    }
}

/// Whether a value is about something else than variables of the function.
pub(super) fn reads_memory(value: &Value) -> bool {
    let mut read = Touched::default();
    value.visit(&mut |kind| {
        if let ValueKind::Load(place) | ValueKind::Address(place) = kind {
            read.add(place);
        }
    });
    read.memory
}

/// Whether a statement may change a value.
pub(super) fn may_change(stmt: &Stmt, value: &Value) -> bool {
    let (mut read, mut changed) = (Touched::default(), Touched::default());
    value.visit(&mut |kind| {
        if let ValueKind::Load(place) | ValueKind::Address(place) = kind {
            read.add(place);
        }
    });
    stmt.written()
        .into_iter()
        .for_each(|place| changed.add(place));
    match stmt.kind {
        Kind::Enter(local, _) => _ = changed.locals.insert(local),
        Kind::Call(_) | Kind::Asm(_) => changed.memory = true,
        Kind::Assign(..)
        | Kind::Clear(..)
        | Kind::Overflow(_)
        | Kind::Label { .. }
        | Kind::Goto(_)
        | Kind::Jump(_)
        | Kind::Branch(..)
        | Kind::Switch(..)
        | Kind::Return
        | Kind::Reject
        | Kind::Halt
        | Kind::Observe(..)
        | Kind::Heard(_) => {}
    }
    read.memory && changed.memory || !read.locals.is_disjoint(&changed.locals)
}

//! What the variables of a pattern stand for.

use crate::flatten::{Place, Step, Value, ValueKind};
use crate::ir::Program;
use crate::types::Type;

/// What a pattern variable stands for at a matched statement.
#[derive(Clone, Copy)]
pub(super) enum What<'p> {
    /// A whole argument of the call.
    Argument(usize, &'p Value),
    /// An expression inside an argument or inside an assigned value.
    Expr(&'p Value),
    /// A place: the variable and the first so many steps of its path.
    Place(&'p Place, usize),
    /// The value of a place and its first so many steps, as the statement uses it.
    Part(&'p Place, usize),
    /// The address of a place and its first so many steps.
    Address(&'p Place, usize),
    /// What a pointer points to that is the address of no object with a name.
    Pointed(&'p Value),
    /// The index of `*p`, which is `p[0]`.
    First,
    /// The value that is assigned, or the result of the call.
    Value(&'p Type),
    /// What the called function returns, before it is converted.
    Returned(&'p Type),
}

/// Pattern variables and what they stand for.
pub(super) type Bindings<'p> = Vec<(u32, What<'p>)>;

/// The type of what a pattern variable stands for; `None` if there is no such place.
pub(super) fn type_of(program: &Program, what: What<'_>) -> Option<Type> {
    match what {
        What::Argument(_, e) | What::Expr(e) => Some(e.ty.clone()),
        What::Value(ty) | What::Returned(ty) => Some(ty.clone()),
        What::First => Some(Type::INT),
        What::Pointed(e) => e.ty.pointee().map(|ty| ty.ty.clone()),
        What::Place(place, steps) | What::Part(place, steps) => place_type(program, place, steps),
        What::Address(place, steps) => place_type(program, place, steps).map(Type::pointer_to),
    }
}

fn place_type(program: &Program, place: &Place, steps: usize) -> Option<Type> {
    if steps == place.steps.len() {
        return Some(place.ty.ty.clone());
    }
    let mut ty = place.base_ty.clone();
    for step in place.steps.iter().take(steps) {
        ty = match step {
            Step::Field(record, index) => program.types.field(*record, *index)?.ty.ty.clone(),
            Step::Index(_) => match ty {
                Type::Array(element, _) => element.ty.clone(),
                _ => return None,
            },
        };
    }
    Some(ty)
}

/// The objects whose values decide about a value, or about where a place is.
pub(super) fn reads<'p>(what: &What<'p>, out: &mut Vec<&'p Place>) {
    let mut load = |kind: &'p ValueKind| {
        if let ValueKind::Load(place) = kind {
            out.push(place);
        }
    };
    match what {
        What::Argument(_, e) | What::Expr(e) | What::Pointed(e) => e.visit(&mut load),
        What::Place(place, _) | What::Address(place, _) => {
            place.operands().for_each(|e| e.visit(&mut load));
        }
        What::Part(place, _) => {
            place.operands().for_each(|e| e.visit(&mut load));
            out.push(place);
        }
        What::First | What::Value(_) | What::Returned(_) => {}
    }
}

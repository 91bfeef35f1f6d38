//! Whether a program takes numbers for addresses.

use crate::flatten::{Call, Code, Kind, Part};
use crate::types::Type;

/// What integers are to a program.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Numbers {
    /// It makes pointers of some: the library's C may yield an address as a number.
    Addresses,
    /// It makes no pointer of any.
    Plain,
}

/// Whether a program makes pointers of integers that are no constants.
pub(super) fn numbers(code: &Code) -> Numbers {
    let makes = |from: &Type, to: &Type| from.is_integer() && matches!(to, Type::Pointer(_));
    let bodies = code.bodies.iter().flatten();
    let mut found = false;
    for stmt in bodies.flat_map(|body| &body.stmts) {
        stmt.parts(&mut |part| match part {
            Part::Conversion(value, to) | Part::Argument(value, to) => {
                found |= value.as_int().is_none() && makes(&value.ty, to);
            }
            Part::Object(_) | Part::Address(_) | Part::Function(..) => {}
        });
        if let Kind::Call(Call {
            ty,
            result: Some(to),
            ..
        }) = &stmt.kind
        {
            let from = std::iter::once(ty).chain(&to.through);
            found |= from.zip(&to.through).any(|(from, to)| makes(from, to));
        }
    }
    match found {
        true => Numbers::Addresses,
        false => Numbers::Plain,
    }
}

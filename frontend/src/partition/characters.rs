//! Whether a program looks at objects as characters. That decides how memory is split, and nothing
//! else: either way of splitting says what characters show.

use super::{is_character_pointer, is_untyped};
use crate::flatten::{Part, Stmt, Value, ValueKind};
use crate::types::Type;
use std::collections::HashSet;

/// Conversions between pointers to characters and others.
#[derive(Default)]
pub(super) struct Characters {
    direct: bool,
    /// From characters to `void`, and so on.
    hidden: bool,
    found: bool,
    others_hidden: bool,
    others_found: bool,
}

/// What a value of a type points to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pointee {
    Characters,
    Untyped,
    Other,
    /// It is an integer.
    Number,
}

impl Pointee {
    fn of(ty: &Type) -> Option<Pointee> {
        match ty {
            _ if is_character_pointer(ty) => Some(Pointee::Characters),
            _ if is_untyped(ty) => Some(Pointee::Untyped),
            Type::Pointer(to) if !matches!(to.ty, Type::Function(_)) => Some(Pointee::Other),
            _ => ty.is_integer().then_some(Pointee::Number),
        }
    }
}

impl Characters {
    /// A value of one type becomes one of another.
    pub(super) fn converted(&mut self, from: &Type, to: &Type) {
        use Pointee::{Characters, Number, Other, Untyped};
        let (Some(from), Some(to)) = (Pointee::of(from), Pointee::of(to)) else {
            return;
        };
        match (from, to) {
            (Characters, Other | Number) | (Other, Characters) => self.direct = true,
            (Characters, Untyped) => self.hidden = true,
            (Untyped, Characters) => self.found = true,
            (Other, Untyped) => self.others_hidden = true,
            (Untyped, Other) => self.others_found = true,
            (Characters, Characters)
            | (Untyped, Untyped | Number)
            | (Other, Other | Number)
            | (Number, _) => {}
        }
    }

    /// Whether objects may be looked at.
    pub(super) fn seen(&self) -> bool {
        self.direct || self.hidden && self.others_found || self.others_hidden && self.found
    }
}

/// The conversions of a statement that only count bytes: to pointers to characters which, moved by
/// some bytes, become other pointers at once (`container_of`), and back.
pub(super) fn counted(stmt: &Stmt) -> HashSet<*const Value> {
    let mut out = HashSet::new();
    stmt.parts(&mut |part| {
        let (Part::Argument(value, to) | Part::Conversion(value, to)) = part else {
            return;
        };
        if Pointee::of(to) != Some(Pointee::Other) {
            return;
        }
        if let Some(moved) = moved(value) {
            out.extend([value, moved].map(std::ptr::from_ref));
        }
    });
    out
}

/// The pointer to something else than characters that a pointer to characters is computed from.
fn moved(value: &Value) -> Option<&Value> {
    let mut value = value;
    while is_character_pointer(&value.ty) {
        match &value.kind {
            ValueKind::PointerAdd { pointer, .. } => value = pointer,
            ValueKind::Convert(inner) => match Pointee::of(&inner.ty)? {
                Pointee::Characters => value = inner,
                Pointee::Other | Pointee::Untyped => return Some(inner),
                Pointee::Number => return None,
            },
            _ => return None,
        }
    }
    None
}

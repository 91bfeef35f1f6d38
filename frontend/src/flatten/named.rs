//! What the expression of a pointer names: the array that the object is an element of.

use super::{Base, Place, Step, Value, ValueKind};
use crate::types::{Type, Types};

/// An array that the expression of a pointer names.
pub struct NamedArray<'v> {
    /// The object, or the member, that is the array.
    pub place: &'v Place,
    /// The type of its elements.
    pub element: Type,
    /// How many there are.
    pub length: u64,
    /// Which one the pointer points to; none for the first.
    pub index: Option<&'v Value>,
}

impl<'v> NamedArray<'v> {
    /// The array of characters that a pointer points into, where its expression says so: it is a
    /// variable, or a member of a structure.
    pub fn of_characters(types: &Types, pointer: &'v Value) -> Option<NamedArray<'v>> {
        let array = NamedArray::of(types, pointer.behind_casts())?;
        let place = array.place;
        let member = place.steps.iter().any(|s| matches!(s, Step::Field(..)));
        let named = member || !matches!(place.base, Base::Deref(_));
        (named && array.element.is_character()).then_some(array)
    }

    fn of(types: &Types, pointer: &'v Value) -> Option<NamedArray<'v>> {
        let (place, ty, index) = match &pointer.kind {
            ValueKind::Address(place) => match (&place.ty.ty, place.steps.split_last()) {
                (ty @ Type::Array(..), _) => (place, ty, None),
                (_, Some((Step::Index(index), before))) => {
                    (place, place.type_behind(types, before)?, Some(index))
                }
                (_, _) => return None,
            },
            ValueKind::PointerAdd {
                pointer,
                index,
                size: 1,
                minus: false,
            } => match &pointer.behind_casts().kind {
                ValueKind::Address(place) => (place, &place.ty.ty, Some(index.as_ref())),
                _ => return None,
            },
            _ => return None,
        };
        let Type::Array(element, Some(length)) = ty else {
            return None;
        };
        Some(NamedArray {
            place,
            element: element.ty.clone(),
            length: *length,
            index,
        })
    }
}

impl Place {
    /// The type of what the first steps of a place lead to.
    pub fn type_behind<'t>(&'t self, types: &'t Types, steps: &[Step]) -> Option<&'t Type> {
        let mut ty = &self.base_ty;
        for step in steps {
            ty = match (step, ty) {
                (Step::Field(record, index), _) => &types.field(*record, *index)?.ty.ty,
                (Step::Index(_), Type::Array(element, _)) => &element.ty,
                (Step::Index(_), _) => return None,
            };
        }
        Some(ty)
    }
}

impl Value {
    /// A pointer before it was converted to pointers of other types.
    pub fn behind_casts(&self) -> &Value {
        let mut pointer = self;
        while let ValueKind::Convert(inner) = &pointer.kind {
            if !matches!(inner.ty, Type::Pointer(_)) {
                break;
            }
            pointer = inner;
        }
        pointer
    }
}

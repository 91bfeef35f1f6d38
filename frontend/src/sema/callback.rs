//! Calls of functions of the C library that call the program's functions (C11 7.22.5), and need to
//! know which, and what the elements of an array are. Each such call is the call of a function of
//! its own, which [`crate::stages`] links with a model, or with the function that the call names.

use super::{Analyser, Entity, Unit};
use crate::ir::{Base, Expr, ExprKind, Place};
use crate::types::{FunctionType, IntKind, Qual, Renaming, Type, Types};
use std::rc::Rc;

/// The names that a model has for what compares, for an element's part, and for their number.
const NAMES: [&str; 3] = ["__model_compare", "__model_element", "__model_width"];

/// A call of such a function.
#[derive(Clone)]
pub(crate) struct Callback {
    /// What stands for it in the call.
    pub(crate) call: u32,
    /// The function that the program names.
    pub(crate) library: u32,
    /// The program's function that compares.
    pub(crate) compare: u32,
    /// What elements consist of, and of how many: of one, unless they are arrays. A model that
    /// reads none needs none.
    elements: Option<(Type, u64)>,
}

impl Analyser {
    /// The calls of functions that call back, so far.
    pub(crate) fn callbacks(&self) -> &[Callback] {
        &self.shared.callbacks
    }

    /// What a model of one is given, by name.
    pub(crate) fn given(&self, callback: &Callback) -> Vec<(&'static str, Given)> {
        let [compare, element, width] = NAMES;
        let compare = (compare, Given(Entity::Function(callback.compare)));
        let elements = callback.elements.iter().flat_map(|(ty, count)| {
            let size = self.program.types.size_type();
            [
                (element, Given(Entity::Parameter(ty.clone().into()))),
                (width, Given(Entity::Constant(i128::from(*count), size))),
            ]
        });
        [compare].into_iter().chain(elements).collect()
    }

    /// A call is one of another function.
    pub(crate) fn stands_for(&mut self, callback: &Callback, function: u32) {
        if let Some(call) = self.program.functions.get_mut(callback.call as usize) {
            call.alias = Some(function);
        }
    }
}

impl Callback {
    /// Its elements consist of other records.
    pub(super) fn retype(&mut self, renaming: &Renaming) {
        if let Some((ty, _)) = &mut self.elements {
            *ty = renaming.ty(ty);
        }
    }
}

/// What a name means that a model is given.
pub struct Given(pub(super) Entity);

impl Unit<'_> {
    /// The function that a call is of: one of its own if the function calls back.
    pub(super) fn apart(&mut self, f: u32, args: &[Expr], ty: &FunctionType) -> u32 {
        let found = self.callback(f, args, ty);
        let Some((compare, elements)) = found.filter(|_| self.function.is_some()) else {
            return f;
        };
        let Some(library) = self.program.functions.get(f as usize) else {
            return f;
        };
        let (name, ty, pos) = (library.name.clone(), library.ty.clone(), library.pos);
        let call = self.new_function(&name, ty, pos);
        self.shared.callbacks.push(Callback {
            call,
            library: f,
            compare,
            elements,
        });
        call
    }

    /// The function that compares, and the elements, if a model can know them.
    fn callback(
        &self,
        f: u32,
        args: &[Expr],
        ty: &FunctionType,
    ) -> Option<(u32, Option<(Type, u64)>)> {
        let function = self.program.functions.get(f as usize)?;
        let types = &self.program.types;
        let sorts = match function.name.as_str() {
            "qsort" => true,
            "bsearch" => false,
            _ => return None,
        };
        let [told, own] = [ty.clone(), prototype(types, sorts)].map(|ty| Type::Function(ty.into()));
        if ty.params.is_none() || !types.compatible(&told, &own) {
            return None;
        }
        let ExprKind::Function(compare) = args.last()?.behind_conversions().kind else {
            return None;
        };
        let params = &self.program.functions.get(compare as usize)?.ty.params;
        if params.as_ref().is_none_or(|params| params.len() != 2) {
            return None;
        }
        match args {
            [base, _, size, _] if sorts => {
                let size = u64::try_from(size.as_int()?).ok()?;
                let elements = self.elements(base, size)?;
                Some((compare, Some(elements)))
            }
            _ => Some((compare, None)),
        }
    }

    /// What the elements of such a size consist of that a pointer points to. Those of a declared
    /// object are what it was declared as; elsewhere a pointer's type says nothing of what lies
    /// there, which is moved byte by byte (C11 6.5p6: what is moved so keeps its type).
    fn elements(&self, pointer: &Expr, size: u64) -> Option<(Type, u64)> {
        let types = &self.program.types;
        let bytes = (size > 0).then_some((Type::Int(IntKind::UChar), size));
        let (mut at, mut seen) = (pointer, Vec::new());
        loop {
            let object = at.ty.pointee();
            if object.is_some_and(Qual::is_unsteady) {
                return None;
            }
            let elements = object.and_then(|object| parts(types, object, size));
            match &at.kind {
                ExprKind::Convert(inner) => at = inner,
                // What it was declared as, if nobody on the way says anything else.
                ExprKind::Address(place) if is_declared(place) && elements.is_some() => {
                    let own = seen.iter().all(|other| elements.as_ref() == Some(other));
                    return if own { elements } else { bytes };
                }
                _ => return bytes,
            }
            seen.extend(elements);
        }
    }
}

/// Whether a place is in a variable.
fn is_declared(place: &Place) -> bool {
    match place.base {
        Base::Local(_) | Base::Global(_) => true,
        Base::Deref(_) | Base::String(_) | Base::Value(_) => false,
    }
}

/// The types of `qsort` and `bsearch`.
fn prototype(types: &Types, sorts: bool) -> FunctionType {
    let any = Type::Pointer(Rc::new(Qual {
        constant: true,
        ..Type::Void.into()
    }));
    let function = |result, params| FunctionType {
        result,
        params: Some(params),
        variadic: false,
        variants: Vec::new(),
    };
    let compare = function(Type::INT, vec![any.clone(), any.clone()]);
    let compare = Type::Function(compare.into()).pointer_to();
    let size = types.size_type();
    match sorts {
        true => function(
            Type::Void,
            vec![Type::Void.pointer_to(), size.clone(), size, compare],
        ),
        false => function(
            Type::Void.pointer_to(),
            vec![any.clone(), any, size.clone(), size, compare],
        ),
    }
}

/// What an object of this size consists of that begins an object of a type: something that can be
/// assigned, with nothing behind it.
fn parts(types: &Types, object: &Qual, size: u64) -> Option<(Type, u64)> {
    let mut object = object;
    while types.size_of(&object.ty) != Ok(size) {
        let Type::Array(element, _) = &object.ty else {
            return None;
        };
        object = element;
    }
    let part = object.ty.innermost();
    let whole = !object.is_unsteady() && is_whole(types, part);
    let width = size.checked_div(types.size_of(part).ok()?)?;
    (whole && width > 0).then(|| (part.clone(), width))
}

/// Whether assigning an object copies all of it, and may.
fn is_whole(types: &Types, ty: &Type) -> bool {
    match ty {
        Type::Bool | Type::Int(_) | Type::Float(_) | Type::Pointer(_) => true,
        Type::Array(element, length) => {
            length.is_some_and(|n| n > 0) && !element.constant && is_whole(types, &element.ty)
        }
        Type::Record(record) => types.fields(*record).iter().all(|field| {
            !field.ty.constant && !field.ty.is_unsteady() && is_whole(types, &field.ty.ty)
        }),
        Type::Void | Type::VaList | Type::Function(_) => false,
    }
}

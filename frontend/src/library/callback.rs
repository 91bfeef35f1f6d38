//! Calls of a program's own functions that a library's function makes, in its stub: the program's
//! function runs in the state that the C would call it in, as far as the library tells.

use super::compile::{error, moved, parameters, replaced, Called, Compiled, Role as Stands};
use super::stub::{Frame, Stub};
use super::text::{Callback, Function, Library};
use crate::diagnostic::LoadError;
use crate::flatten::{
    Base, Call, Callee, Code, Destination, Kind, Part, Place, Role, Value, ValueKind,
};
use crate::ir::pattern::Kind as Pattern;
use crate::ir::Program;
use crate::types::{FunctionType, Type};
use std::collections::BTreeSet;

type Result<T> = std::result::Result<T, LoadError>;

/// The type of the functions that a callback may call, if their parameters and results are numbers
/// and pointers.
pub(super) fn signature<'p>(program: &Program, target: &'p Place) -> Option<&'p FunctionType> {
    let ty = match target.ty.ty.pointee().map(|to| &to.ty) {
        Some(Type::Function(ty)) if !ty.variadic => ty,
        Some(_) | None => return None,
    };
    let scalar = |ty: &Type| ty.is_scalar() && program.types.machine(ty).is_some();
    let params = ty.params.as_ref()?;
    let plain = params.iter().all(scalar) && (ty.result == Type::Void || scalar(&ty.result));
    plain.then_some(ty)
}

/// Events of the program's specification are calls in the program, and the stub's are none.
pub(super) fn observed(
    (program, code): (&Program, &Code),
    library: &Library,
    names: &[String],
) -> Result<()> {
    let mut used = names.iter().filter_map(|name| library.function(name));
    if !used.any(|f| f.callbacks().next().is_some()) {
        return Ok(());
    }
    let mut taken = BTreeSet::new();
    let bodies = code.bodies.iter().chain(&code.initial).flatten();
    for stmt in bodies.flat_map(|body| &body.stmts) {
        stmt.parts(&mut |part| match part {
            Part::Function(f, _) => _ = taken.insert(program.resolve(f)),
            Part::Object(_) | Part::Address(_) | Part::Conversion(..) | Part::Argument(..) => {}
        });
    }
    for (f, _) in (0u32..).zip(&program.functions) {
        if !taken.contains(&program.resolve(f)) {
            continue;
        }
        let names = program.spellings(f).concat();
        let watched = program
            .observed
            .events
            .iter()
            .find(|event| match event.pattern.kind {
                Pattern::Call(..) => names.iter().any(|name| event.pattern.watches(name)),
                Pattern::Assign(..) => false,
            });
        if let Some(event) = watched {
            return Err(error(format!(
                "the event {} may be a call that a function of the library makes of the program's \
                 own, which is no event",
                event.title
            )));
        }
    }
    Ok(())
}

impl Stub<'_> {
    /// A callback: in front of it memory is as the procedure says, behind it the procedure's
    /// variables are as memory says.
    pub(super) fn call_back(
        &mut self,
        frame: &Frame<'_>,
        (callback, called): (&Callback, &Called),
        known: &Compiled,
    ) -> Result<()> {
        let (f, name) = (frame.f, callback.result.as_deref());
        self.forget_memory((f, known))?;
        let Some(Type::Function(ty)) = called.target.ty.ty.pointee().map(|to| &to.ty) else {
            return Err(error("a callback is no pointer to a function"));
        };
        let params = ty.params.as_deref().unwrap_or_default();
        if params.len() != called.arguments.len() || ty.variadic || ty.params.is_none() {
            return Err(error("a callback has other parameters"));
        }
        let returned = (ty.result != Type::Void).then_some(&ty.result);
        let result = returned.map(|ty| self.out.temporary(ty, Role::Chosen));
        let result_type = ty.result.clone();
        let named = |i: usize| is_result(f, u32::try_from(i).unwrap_or(u32::MAX), name);
        let mut types = known.types.iter().enumerate();
        if types.any(|(i, ty)| named(i) && *ty != result_type) {
            return Err(error("the result of a callback has another type"));
        }
        self.shared((frame, callback), known, None)?;
        let formal = |parameter: u32| own(f, (parameter, None), None);
        let load = |place: &Place| Ok(Value::load(moved(place, &formal)?, self.pos));
        let mut args = Vec::new();
        for (argument, ty) in called.arguments.iter().zip(params) {
            args.push(match argument {
                Some(place) if place.ty.ty == *ty => load(place)?,
                Some(place) => Value::new(
                    ValueKind::Convert(Box::new(load(place)?)),
                    ty.clone(),
                    self.pos,
                ),
                None => self.unknown(ty),
            });
        }
        let pointer = load(&called.target)?;
        self.emit(Kind::Call(Call {
            callee: Callee::Pointer {
                pointer,
                ty: (**ty).clone(),
                except: Vec::new(),
            },
            args,
            ty: ty.result.clone(),
            result: result.clone().map(|place| Destination {
                place,
                through: Vec::new(),
            }),
        }));
        self.shared((frame, callback), known, Some(result.as_ref()))
    }

    /// The predicates that the program's function may change or read: in front of the call they
    /// hold as their variables say, behind it (where there may be a result) the other way round.
    fn shared(
        &mut self,
        (frame, callback): (&Frame<'_>, &Callback),
        known: &Compiled,
        behind: Option<Option<&Place>>,
    ) -> Result<()> {
        let f = frame.f;
        let name = callback.result.as_deref();
        for index in &callback.shared {
            let (Some(variable), Some(value)) =
                (frame.variables.get(*index), known.predicates.get(*index))
            else {
                return Err(error("a predicate is lost"));
            };
            match behind {
                Some(result) => {
                    let base = |parameter: u32| own(f, (parameter, name), result);
                    let value = replaced(value, &base)?;
                    self.set_if(variable, value);
                }
                None if names_result(f, value, name) => {}
                None => {
                    let base = |parameter: u32| own(f, (parameter, None), None);
                    let value = replaced(value, &base)?;
                    self.agree(variable, value);
                }
            }
        }
        Ok(())
    }
}

/// Whether a parameter of a predicate is the variable that gets a callback's result.
pub(super) fn is_result(f: &Function, parameter: u32, name: Option<&str>) -> bool {
    match (parameters(f).get(parameter as usize), name) {
        (Some((Stands::Result, ..)), Some("return")) => true,
        (Some((Stands::Local(_), _, own)), Some(name)) => *own == name,
        (Some((Stands::Formal(_) | Stands::Constant(_), ..)), Some(_)) => false,
        (Some((Stands::Result, ..)), Some(_)) | (Some(_), None) | (None, _) => false,
    }
}

/// Whether a predicate names the variable that gets a callback's result.
fn names_result(f: &Function, value: &Value, name: Option<&str>) -> bool {
    let mut found = false;
    value.visit(&mut |kind| {
        if let ValueKind::Load(place) | ValueKind::Address(place) = kind {
            if let Base::Local(parameter) = place.base {
                found |= is_result(f, parameter, name);
            }
        }
    });
    found
}

/// What a parameter of a predicate is in the stub at a callback: formal parameters keep their
/// values, and the variable for the result is the stub's.
fn own(
    f: &Function,
    (parameter, name): (u32, Option<&str>),
    result: Option<&Place>,
) -> Result<Base> {
    if is_result(f, parameter, name) {
        let base = result.map(|place| place.base.clone());
        return base.ok_or_else(|| error("a callback has no result"));
    }
    match parameters(f).get(parameter as usize) {
        Some((Stands::Formal(i) | Stands::Constant(i), ..)) => {
            Ok(Base::Local(u32::try_from(*i).unwrap_or(u32::MAX)))
        }
        Some((Stands::Local(_) | Stands::Result, ..)) | None => Err(error(format!(
            "a callback of `{}` names a variable that callers do not know",
            f.name
        ))),
    }
}

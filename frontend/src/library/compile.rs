//! Predicates and modifications of a library in the scope of a program: they become the text of
//! functions that nothing calls, which come through all stages as the program does, and what these
//! compute is read from flat C.

use super::text::{Function, Global, Library, Modified};
use super::words;
use crate::diagnostic::{ErrorKind, LoadError};
use crate::flatten::{Base, Code, Kind, Place, Step, Value, ValueKind};
use crate::ir::{Linkage, Program};
use crate::types::Type;
use std::collections::BTreeSet;
use std::fmt::Write;

/// The file that positions in code made from a library name.
pub const FILE: &str = "boolean library";

/// What flat C has for a function of a library.
pub(super) struct Compiled {
    /// The predicates, over the parameters of [`parameters`].
    pub(super) predicates: Vec<Value>,
    /// The modifications: objects, over the formal parameters; where a whole class of objects is
    /// meant, over one pointer.
    pub(super) modifies: Vec<Place>,
    /// The callbacks, in the order of the procedure.
    pub(super) callbacks: Vec<Called>,
    /// The types of the parameters of predicates.
    pub(super) types: Vec<Type>,
}

/// A callback: objects over the parameters of predicates.
pub(super) struct Called {
    /// What holds the pointer.
    pub(super) target: Place,
    /// What holds the arguments.
    pub(super) arguments: Vec<Option<Place>>,
}

impl Called {
    fn places(&self) -> impl Iterator<Item = &Place> {
        [&self.target]
            .into_iter()
            .chain(self.arguments.iter().flatten())
    }
}

/// What a parameter of a predicate stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// A formal parameter, by its index.
    Formal(usize),
    /// Another variable, by its index among [`Function::locals`].
    Local(usize),
    /// The value on entry of a formal parameter.
    Constant(usize),
    /// The result.
    Result,
}

pub(super) fn error(message: impl AsRef<str>) -> LoadError {
    LoadError::plain(ErrorKind::Library, message.as_ref())
}

const RESULT: &str = "__boolean_library_result";

/// The parameters of predicates, in order: what they stand for, their types, and their names.
pub(super) fn parameters(f: &Function) -> Vec<(Role, &str, &str)> {
    let formals = f.formals.iter().enumerate();
    let mut out: Vec<(Role, &str, &str)> = formals
        .map(|(i, v)| (Role::Formal(i), v.ty.as_str(), v.name.as_str()))
        .collect();
    let locals = f.locals.iter().enumerate();
    out.extend(locals.map(|(i, v)| (Role::Local(i), v.ty.as_str(), v.name.as_str())));
    for (name, of) in &f.constants {
        if let Some((i, formal)) = f.formals.iter().enumerate().find(|(_, v)| v.name == *of) {
            out.push((Role::Constant(i), formal.ty.as_str(), name.as_str()));
        }
    }
    if f.result != "void" {
        out.push((Role::Result, f.result.as_str(), RESULT));
    }
    out
}

fn function_name(library: usize, f: &Function, kind: char, index: usize) -> String {
    format!("__boolean_library_{library}_{}_{kind}{index}", f.name)
}

/// What a variable of the library's C is called in the program: one that only that C can name is
/// the same for all libraries of that C.
fn global_name(global: &Global, using: bool) -> String {
    match using && global.internal {
        true => format!("__boolean_library_static_{}", global.name),
        false => global.name.clone(),
    }
}

/// The text that is added to a program.
///
/// # Errors
/// A predicate that names something else than the library declares.
pub(super) fn text(
    library: &Library,
    number: usize,
    functions: &[&Function],
    using: bool,
) -> Result<String, LoadError> {
    let mut out = format!("\n# 1 \"{FILE}\"\n");
    for global in &library.globals {
        let name = global_name(global, using);
        let declared = words::declaration(&global.ty, &name);
        let _ = writeln!(out, "extern {declared};");
    }
    for f in functions {
        function_text((library, number, f), using, &mut out)?;
    }
    Ok(out)
}

fn declared_list(parameters: impl IntoIterator<Item = String>) -> String {
    let parameters: Vec<String> = parameters.into_iter().collect();
    match parameters.is_empty() {
        true => "void".to_owned(),
        false => parameters.join(", "),
    }
}

fn function_text(
    (library, number, f): (&Library, usize, &Function),
    using: bool,
    out: &mut String,
) -> Result<(), LoadError> {
    let formals = f.formals.iter().map(|v| words::declaration(&v.ty, &v.name));
    let formals = declared_list(formals);
    let _ = writeln!(out, "{} {}({formals});", f.result, f.name);
    let all = parameters(f);
    let all = declared_list(all.iter().map(|(_, ty, name)| words::declaration(ty, name)));
    let scope = (library, f, using);
    let name = function_name(number, f, 't', 0);
    let _ = writeln!(out, "int {name}({all}) {{ return 0; }}");
    for (i, object) in handed_over(f).into_iter().enumerate() {
        let name = function_name(number, f, 'c', i);
        let value = spelled(scope, object)?;
        let _ = writeln!(out, "int {name}({all}) {{ return {value} == 0; }}");
    }
    for (i, predicate) in f.predicates.iter().enumerate() {
        let name = function_name(number, f, 'p', i);
        let value = spelled(scope, predicate)?;
        let _ = writeln!(out, "int {name}({all}) {{ return {value}; }}");
    }
    for (i, modified) in f.modifies.iter().enumerate() {
        let name = function_name(number, f, 'm', i);
        let (formals, address) = match modified {
            Modified::Place(place) => (formals.clone(), format!("&({})", spelled(scope, place)?)),
            Modified::All(ty, field) => (format!("{ty} *all"), format!("&all->{field}")),
        };
        let _ = writeln!(out, "const void *{name}({formals}) {{ return {address}; }}");
    }
    Ok(())
}

/// The objects of a function's callbacks, in order.
fn handed_over(f: &Function) -> Vec<&str> {
    let mut out = Vec::new();
    for callback in f.callbacks() {
        out.push(callback.target.as_str());
        out.extend(callback.arguments.iter().flatten().map(String::as_str));
    }
    out
}

/// A predicate as C has it. Each name in it is declared by the library, or a member.
fn spelled(
    (library, f, using): (&Library, &Function, bool),
    predicate: &str,
) -> Result<String, LoadError> {
    let tokens = words::predicate(predicate).map_err(error)?;
    let own = parameters(f);
    let mut out: Vec<String> = Vec::with_capacity(tokens.len());
    for (i, token) in tokens.iter().enumerate() {
        let before = i
            .checked_sub(1)
            .and_then(|i| tokens.get(i))
            .copied()
            .unwrap_or("");
        if !words::is_name(token) || before == "." || before == "->" {
            out.push(if *token == "return" { RESULT } else { token }.to_owned());
            continue;
        }
        let variable = own.iter().any(|(_, _, name)| name == token);
        let global = library.globals.iter().find(|g| g.name == *token);
        out.push(match (variable, global) {
            (true, None) => (*token).to_owned(),
            (false, Some(global)) => global_name(global, using),
            (true, Some(_)) => {
                return Err(error(format!(
                    "`{token}` is a variable of `{}` and a global one",
                    f.name
                )))
            }
            (false, None) => {
                return Err(error(format!(
                    "`{{{predicate}}}` names `{token}`, which is not declared"
                )))
            }
        });
    }
    if f.result == "void" && tokens.contains(&"return") {
        return Err(error(format!("`{}` has no result", f.name)));
    }
    Ok(out.join(" "))
}

/// Reads what became of the text.
///
/// # Errors
/// What is no plain value or object, and what the library's header does not declare as it is.
pub(super) fn compile(
    (program, code): (&Program, &Code),
    (library, number, f): (&Library, usize, &Function),
    using: bool,
) -> Result<Compiled, LoadError> {
    let types = returned(program, code, &function_name(number, f, 't', 0));
    let (_, types) = types.ok_or_else(|| error(format!("`{}` is lost", f.name)))?;
    let said = parameters(f);
    if said.len() != types.len() {
        return Err(error(format!("`{}` has other parameters", f.name)));
    }
    for ((_, said, name), ty) in said.iter().zip(&types) {
        plainly(program, (said, name), ty)?;
        if program.types.machine(ty).is_none() {
            return Err(error(format!("`{name}` is no number and no pointer")));
        }
    }
    let mut predicates = Vec::new();
    for (i, predicate) in f.predicates.iter().enumerate() {
        let (value, _) = returned(program, code, &function_name(number, f, 'p', i))
            .filter(|(value, _)| value.is_stable() && value.all(&is_plain))
            .ok_or_else(|| error(format!("`{{{predicate}}}` is no plain condition")))?;
        predicates.push(value);
    }
    let mut modifies = Vec::new();
    for (i, modified) in f.modifies.iter().enumerate() {
        let found = returned(program, code, &function_name(number, f, 'm', i));
        modifies.push(described(program, modified, found.map(|(value, _)| value))?);
    }
    let compiled = Compiled {
        predicates,
        modifies,
        callbacks: called((program, code), number, f)?,
        types,
    };
    declared(program, library, &compiled, using)?;
    Ok(compiled)
}

/// The objects of callbacks.
fn called(
    (program, code): (&Program, &Code),
    number: usize,
    f: &Function,
) -> Result<Vec<Called>, LoadError> {
    let mut found = handed_over(f).into_iter().enumerate().map(|(i, text)| {
        let value = returned(program, code, &function_name(number, f, 'c', i));
        let place = value.and_then(|(value, _)| compared(value));
        place.filter(is_known).ok_or_else(|| {
            error(format!(
                "`{text}` in a callback is no object that callers know"
            ))
        })
    });
    let lost = || error("a callback is lost");
    let mut out = Vec::new();
    for callback in f.callbacks() {
        let target = found.next().ok_or_else(lost)??;
        let mut arguments = Vec::new();
        for argument in &callback.arguments {
            let place = argument.as_ref().map(|_| found.next().ok_or_else(lost)?);
            arguments.push(place.transpose()?);
        }
        out.push(Called { target, arguments });
    }
    Ok(out)
}

/// The object that is compared with null.
fn compared(value: Value) -> Option<Place> {
    let ValueKind::Compare(_, read, _) = value.kind else {
        return None;
    };
    match read.kind {
        ValueKind::Convert(inner) => loaded(*inner),
        _ => loaded(*read),
    }
}

fn loaded(value: Value) -> Option<Place> {
    match value.kind {
        ValueKind::Load(place) => Some(*place),
        _ => None,
    }
}

/// Whether an object is a variable of the function, or is where it is regardless of memory.
fn is_known(place: &Place) -> bool {
    let local = matches!(place.base, Base::Local(_)) && place.steps.is_empty();
    (local || is_fixed(place)) && !place.ty.is_unsteady() && place.ty.ty.is_scalar()
}

/// The object that a modification is about.
fn described(
    program: &Program,
    modified: &Modified,
    found: Option<Value>,
) -> Result<Place, LoadError> {
    let place = found.and_then(object).filter(is_fixed);
    let scalar =
        |place: &Place| program.types.machine(&place.ty.ty).is_some() && place.ty.ty.is_scalar();
    let place = place.filter(|place| scalar(place) && !place.ty.constant);
    let place =
        place.ok_or_else(|| error(format!("`{modified}` is no object that can be described")))?;
    match modified {
        Modified::Place(_) => Ok(place),
        Modified::All(ty, _) => {
            plainly(program, (ty, ty), &place.base_ty)?;
            Ok(place)
        }
    }
}

/// Whether a type is what its text says to everybody: names of types may stand for other ones in
/// another program.
fn plainly(program: &Program, (said, name): (&str, &str), ty: &Type) -> Result<(), LoadError> {
    let plain = words::type_text(&program.types, ty);
    match plain == said {
        true => Ok(()),
        false => Err(error(format!(
            "the type of `{name}` is not `{said}` but `{plain}`"
        ))),
    }
}

/// Values that mean the same in each program: the ABI fixes them.
fn is_plain(kind: &ValueKind) -> bool {
    match kind {
        // The size of a structure may differ.
        ValueKind::PointerAdd { pointer, .. } => {
            pointer.ty.pointee().is_some_and(|to| to.ty.is_scalar())
        }
        ValueKind::Load(place) => {
            let inner = place.steps.split_last().map_or(&[][..], |(_, inner)| inner);
            let fixed = inner.iter().all(|step| match step {
                Step::Field(..) => true,
                // So may that of an element, unless it is the number or pointer that is read.
                Step::Index(_) => false,
            });
            fixed && place.ty.ty.is_scalar() && !looks_at_bytes(place)
        }
        ValueKind::Int(_)
        | ValueKind::Negate(_)
        | ValueKind::Arith(..)
        | ValueKind::Compare(..)
        | ValueKind::Not(_)
        | ValueKind::Convert(_) => true,
        ValueKind::Float(_)
        | ValueKind::Unknown
        | ValueKind::VarArgs
        | ValueKind::Address(_)
        | ValueKind::Function(_)
        | ValueKind::LabelAddress(..)
        | ValueKind::Complement(_)
        | ValueKind::PointerDiff(..) => false,
    }
}

/// What a function of one `return` returns, and the types of its parameters.
fn returned(program: &Program, code: &Code, name: &str) -> Option<(Value, Vec<Type>)> {
    let index = program.functions.iter().position(|f| f.name == name)?;
    let body = code.bodies.get(index)?.as_ref()?;
    let params = body.locals.get(..body.params)?;
    let types = params.iter().map(|l| l.ty.ty.clone()).collect();
    let (first, rest) = body.stmts.split_first()?;
    let ends = rest.iter().all(|stmt| matches!(stmt.kind, Kind::Return));
    let Kind::Assign(place, value) = &first.kind else {
        return None;
    };
    let returns = ends && matches!(place.base, Base::Result) && place.steps.is_empty();
    returns.then(|| (value.clone(), types))
}

/// The object that a pointer points to.
fn object(value: Value) -> Option<Place> {
    let pointee = value.ty.pointee().cloned();
    match value.kind {
        ValueKind::Convert(inner) => object(*inner),
        ValueKind::Address(place) => Some(*place),
        ValueKind::Load(_) => pointee.map(|ty| Place {
            base_ty: ty.ty.clone(),
            base: Base::Deref(Box::new(value)),
            steps: Vec::new(),
            ty,
        }),
        ValueKind::Int(_)
        | ValueKind::Float(_)
        | ValueKind::Unknown
        | ValueKind::VarArgs
        | ValueKind::Function(_)
        | ValueKind::LabelAddress(..)
        | ValueKind::Negate(_)
        | ValueKind::Complement(_)
        | ValueKind::Arith(..)
        | ValueKind::PointerAdd { .. }
        | ValueKind::PointerDiff(..)
        | ValueKind::Compare(..)
        | ValueKind::Not(_) => None,
    }
}

/// The local that a value is the value of.
pub(super) fn local(value: &Value) -> Option<u32> {
    let ValueKind::Load(place) = &value.kind else {
        return None;
    };
    match place.base {
        Base::Local(local) if place.steps.is_empty() => Some(local),
        Base::Local(_) | Base::Global(_) | Base::Deref(_) | Base::String(_) | Base::Result => None,
    }
}

/// Whether an object is where it is regardless of memory: a global variable or a member of one, or
/// what a formal parameter points to, or a member of that.
fn is_fixed(place: &Place) -> bool {
    let fields = place.steps.iter().all(|step| match step {
        Step::Field(..) => true,
        Step::Index(_) => false,
    });
    let base = match &place.base {
        Base::Global(_) => true,
        Base::Deref(pointer) => local(pointer).is_some(),
        Base::Local(_) | Base::String(_) | Base::Result => false,
    };
    fields && base && !place.ty.is_unsteady() && !looks_at_bytes(place)
}

/// Whether a place may be the bytes of some object.
pub(super) fn looks_at_bytes(place: &Place) -> bool {
    place.base_ty.is_character() && matches!(place.base, Base::Deref(_))
}

/// The objects in values and places.
pub(super) fn objects(compiled: &Compiled) -> Vec<&Place> {
    let mut out: Vec<&Place> = compiled.modifies.iter().collect();
    out.extend(compiled.callbacks.iter().flat_map(Called::places));
    let operands = compiled.modifies.iter().flat_map(Place::operands);
    for value in compiled.predicates.iter().chain(operands) {
        value.visit(&mut |kind| {
            if let ValueKind::Load(place) | ValueKind::Address(place) = kind {
                out.push(place);
            }
        });
    }
    out
}

/// The structures whose members predicates and modifications of a function name.
pub(super) fn structures(compiled: &Compiled) -> BTreeSet<u32> {
    let steps = objects(compiled).into_iter().flat_map(|place| &place.steps);
    let records = steps.filter_map(|step| match step {
        Step::Field(record, _) => Some(*record),
        Step::Index(_) => None,
    });
    records.collect()
}

/// The members that predicates and modifications of a function name, as the header has them.
///
/// # Errors
/// Members of unions, and those without a name.
pub(super) fn members(
    program: &Program,
    compiled: &Compiled,
) -> Result<BTreeSet<String>, LoadError> {
    let mut out = BTreeSet::new();
    for place in objects(compiled) {
        for step in &place.steps {
            let Step::Field(record, index) = step else {
                continue;
            };
            let types = &program.types;
            let (Some(of), Some(field)) = (types.record(*record), types.field(*record, *index))
            else {
                return Err(error("a member is lost"));
            };
            match &field.name {
                Some(name) if !of.union && of.tagged && field.bits.is_none() => {
                    let ty = types.show(&field.ty.ty);
                    out.insert(format!("struct {}.{name} {} {ty}", of.name, field.offset));
                }
                Some(_) | None => {
                    let why = "members of unions, of types without a tag, and bit-fields";
                    return Err(error(format!("{why} cannot be named in a library")));
                }
            }
        }
    }
    Ok(out)
}

/// Compares what is used with what the header declares.
fn declared(
    program: &Program,
    library: &Library,
    compiled: &Compiled,
    using: bool,
) -> Result<(), LoadError> {
    for member in members(program, compiled)? {
        // In the library's own C, all of them are compared at the end.
        if using && !library.fields.contains(&member) {
            return Err(error(format!(
                "the library says nothing of the member `{member}`, or something else"
            )));
        }
    }
    for place in objects(compiled) {
        let Base::Global(global) = place.base else {
            continue;
        };
        // Variables of two units may have one name in C.
        let name = program.global(global).map_or("", |g| g.name.as_str());
        if !library
            .globals
            .iter()
            .any(|g| global_name(g, using) == name)
        {
            return Err(error(format!("the variable `{name}` is not declared")));
        }
    }
    library
        .globals
        .iter()
        .try_for_each(|g| variable(program, g, using))
}

/// Whether a variable of the library's C is what the header says.
fn variable(program: &Program, global: &Global, using: bool) -> Result<(), LoadError> {
    let name = global_name(global, using);
    let wrong = |what: &str| Err(error(format!("`{}`: {what}", global.name)));
    let Some(found) = program.globals.iter().find(|g| g.name == name) else {
        return wrong("the program has no such variable");
    };
    plainly(program, (&global.ty, &global.name), &found.ty.ty)?;
    let internal = found.linkage == Linkage::Internal;
    let plain = !found.ty.is_unsteady() && !found.ty.constant && found.aliases.is_empty();
    match using {
        true if internal || found.defined => {
            wrong("the program defines a variable of its own of this name")
        }
        false if internal != global.internal || !found.defined => {
            wrong("the program defines no such variable, or with another linkage")
        }
        true | false if plain => Ok(()),
        true | false => wrong("it is volatile, constant, or has another name"),
    }
}

/// A value with other variables.
///
/// # Errors
/// What `base` says.
pub(super) fn replaced(
    value: &Value,
    base: &dyn Fn(u32) -> Result<Base, LoadError>,
) -> Result<Value, LoadError> {
    let again = |v: &Value| replaced(v, base).map(Box::new);
    let kind = match &value.kind {
        ValueKind::Load(place) => ValueKind::Load(Box::new(moved(place, base)?)),
        ValueKind::Address(place) => ValueKind::Address(Box::new(moved(place, base)?)),
        ValueKind::Negate(a) => ValueKind::Negate(again(a)?),
        ValueKind::Complement(a) => ValueKind::Complement(again(a)?),
        ValueKind::Not(a) => ValueKind::Not(again(a)?),
        ValueKind::Convert(a) => ValueKind::Convert(again(a)?),
        ValueKind::Arith(op, a, b) => ValueKind::Arith(*op, again(a)?, again(b)?),
        ValueKind::PointerDiff(a, b, size) => ValueKind::PointerDiff(again(a)?, again(b)?, *size),
        ValueKind::Compare(relation, a, b) => ValueKind::Compare(*relation, again(a)?, again(b)?),
        ValueKind::PointerAdd {
            pointer,
            index,
            size,
            minus,
        } => ValueKind::PointerAdd {
            pointer: again(pointer)?,
            index: again(index)?,
            size: *size,
            minus: *minus,
        },
        ValueKind::Int(_)
        | ValueKind::Float(_)
        | ValueKind::Unknown
        | ValueKind::VarArgs
        | ValueKind::Function(_)
        | ValueKind::LabelAddress(..) => value.kind.clone(),
    };
    Ok(Value::new(kind, value.ty.clone(), value.pos))
}

/// A place with other variables.
///
/// # Errors
/// What `base` says.
pub(super) fn moved(
    place: &Place,
    base: &dyn Fn(u32) -> Result<Base, LoadError>,
) -> Result<Place, LoadError> {
    let mut out = place.clone();
    for operand in out.operands_mut() {
        *operand = replaced(operand, base)?;
    }
    if let Base::Local(local) = place.base {
        out.base = base(local)?;
    }
    Ok(out)
}

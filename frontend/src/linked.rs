//! What other files of an assembly may share with a program: names that the linker sees.

use crate::judge::uses;
use crate::types::{FunctionType, IntKind, Type};
use crate::{ir, partition, Object, Signature};

/// Objects with external linkage that the program defines or a run may use, by all their names.
/// What only an object holds the address of that no run gets to is not used.
pub(crate) fn objects(program: &ir::Program, plan: &partition::Plan) -> Vec<Object> {
    let globals = (0u32..).zip(&program.globals);
    let named = globals.filter(|(id, global)| {
        let own = program.observed.globals.contains_key(id);
        let used = plan.reached.named.contains(id);
        global.linkage == ir::Linkage::External && (used || global.defined) && !own
    });
    let objects = named.flat_map(|(_, global)| {
        let names = [&global.name].into_iter().chain(&global.aliases);
        names.map(|name| Object {
            name: name.clone(),
            defined: global.defined,
            signature: None,
        })
    });
    objects.collect()
}

/// Functions that the program defines.
pub(crate) fn definitions(program: &ir::Program) -> Vec<String> {
    let names = (0u32..).zip(&program.functions);
    let defined = names.filter(|(id, _)| program.called(*id).is_some_and(ir::Function::is_defined));
    defined.map(|(_, function)| function.name.clone()).collect()
}

/// Functions that other files may define, or use: also those of which something else is known than
/// what another file says (`__VERIFIER_assume`, and those of the C library that have models).
pub(crate) fn functions(program: &ir::Program, plan: &partition::Plan) -> Vec<Object> {
    let reached = &plan.reached;
    let written = uses::by(program, reached.functions.iter().copied()).functions;
    let names = (0u32..).zip(&program.functions);
    let known = names.filter_map(|(id, function)| {
        let called = program.called(id);
        let defined = called.is_some_and(|f| f.is_defined() && !f.modelled);
        let used = written.contains(&program.resolve(id)) || reached.taken.contains(&id);
        let observer = program.observed.functions.contains_key(&id);
        let own = function.linkage == ir::Linkage::Internal || observer;
        (!own && (defined || used)).then_some((id, function, defined))
    });
    let objects = known.flat_map(|(id, function, defined)| {
        let library = function.name.strip_prefix("__builtin_");
        let names = [Some(function.name.as_str()), library];
        names.into_iter().flatten().map(move |name| Object {
            name: name.to_owned(),
            defined,
            signature: Some(signature(program, id, &function.ty)),
        })
    });
    objects.collect()
}

fn signature(program: &ir::Program, id: u32, ty: &FunctionType) -> Signature {
    let [_, names] = program.spellings(id);
    let all = |types: &Vec<Type>| types.iter().map(spelled).collect();
    Signature {
        names: names.into_iter().map(str::to_owned).collect(),
        result: spelled(&ty.result),
        parameters: ty.params.as_ref().map(all),
    }
}

/// A type of numbers or pointers in C's words. To what a pointer points does not matter to those
/// who only compare it.
fn spelled(ty: &Type) -> Option<&'static str> {
    match ty {
        Type::Bool => Some("_Bool"),
        Type::Int(kind) => match kind {
            IntKind::Char => Some("char"),
            IntKind::SChar => Some("signed char"),
            IntKind::UChar => Some("unsigned char"),
            IntKind::Short => Some("short"),
            IntKind::UShort => Some("unsigned short"),
            IntKind::Int => Some("int"),
            IntKind::UInt => Some("unsigned int"),
            IntKind::Long => Some("long"),
            IntKind::ULong => Some("unsigned long"),
            IntKind::LongLong => Some("long long"),
            IntKind::ULongLong => Some("unsigned long long"),
            IntKind::Bits(..) => None,
        },
        Type::Pointer(_) => Some("void *"),
        // Literals of events are integers.
        Type::Void
        | Type::Float(_)
        | Type::VaList
        | Type::Array(..)
        | Type::Record(_)
        | Type::Function(_) => None,
    }
}

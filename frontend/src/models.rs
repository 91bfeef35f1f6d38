//! Models of functions of the C library: C files in `frontend/models`, one for each function.
//!
//! A function that the program calls and does not define is the model of its name, if the program
//! declares it with the type that the C library gives it. What a result may be beyond what the
//! standard says (the number of which `strcmp` tells the sign) is any value of `__model_any`.
//! The ledger names each model that runs can reach.

use crate::accounting::{library_prototype, of_any_spelling};
use crate::diagnostic::{ErrorKind, LoadError};
use crate::ir::{complex_operator, Function, Program, ANY, CHOICE, NUMBERS};
use crate::judge::uses;
use crate::normalise::CLASSES;
use crate::sema::Callback;
use crate::sources::Sources;
use crate::types::{FloatKind, FunctionType, IntKind, Type, Types};
use std::rc::Rc;

macro_rules! models {
    ($folder:literal; $($name:literal)*) => {
        &[$(($name, include_str!(concat!($folder, $name, ".c")))),*]
    };
}

/// Names, and texts that no preprocessor has to see.
const MODELS: &[(&str, &str)] = models! {
    "../models/";
    "__finite" "__finitef" "__finitel" "__fpclassify" "__fpclassifyf" "__fpclassifyl" "__isinf"
    "__isinff" "__isinfl" "__isnan" "__isnanf" "__isnanl" "__proofmark_classes"
    "__proofmark_product" "__proofmark_productf" "__proofmark_quotient" "__proofmark_quotientf"
    "__signbit" "__signbitf" "__signbitl" "abs" "acos" "atan2" "atoi" "atol" "atoll" "bcmp" "cabs"
    "carg" "ceil" "ceilf" "cimag" "cimagf" "cimagl" "conj" "conjf" "conjl" "copysign" "copysignf"
    "creal" "crealf" "creall" "difftime" "div" "fabs" "fabsf" "fdim" "fdimf" "ffs" "ffsl" "ffsll"
    "finite" "finitef" "finitel" "floor" "floorf" "fmax" "fmaxf" "fmin" "fminf" "fmod" "fmodf"
    "htonl" "htons" "hypot" "imaxabs" "index" "isalnum" "isalpha" "isascii" "isblank" "iscntrl"
    "isdigit" "isgraph" "isinf" "isinff" "isinfl" "islower" "isnan" "isnanf" "isnanl" "isprint"
    "ispunct" "isspace" "isupper" "isxdigit" "labs" "ldiv" "llabs" "lldiv" "llrint" "llrintf"
    "llround" "llroundf" "lrint" "lrintf" "lround" "lroundf" "mbsinit" "memchr" "memcmp" "modf"
    "modff" "nan" "nanf" "nanosleep" "nearbyint" "nearbyintf" "ntohl" "ntohs" "remainder"
    "remainderf" "rindex" "rint" "rintf" "round" "roundf" "sqrt" "stpcpy" "strcat" "strchr" "strcmp"
    "strcpy" "strcspn" "strlen" "strncat" "strncmp" "strncpy" "strnlen" "strpbrk" "strrchr" "strspn"
    "strstr" "strtol" "strtoll" "strtoul" "strtoull" "toascii" "tolower" "toupper" "trunc" "truncf"
    "wcscat" "wcschr" "wcscmp" "wcscpy" "wcslen" "wcsncpy" "wcsrchr" "wmemchr" "wmemcmp" "wmemcpy"
    "wmemmove" "wmemset"
};

/// Those of functions that call back: each call has one, in which a name stands for the function
/// that it calls.
const CALLBACKS: &[(&str, &str)] = models! { "../models/callbacks/"; "bsearch" "qsort" };

/// Functions whose models are about the locale in which programs start (C11 7.11.1.1p4).
const LOCAL: &str =
    "__proofmark_classes atoi atol atoll isalnum isalpha isblank iscntrl isgraph islower isprint \
    ispunct isspace isupper strtol strtoll strtoul strtoull tolower toupper";

/// Functions that change the locale (C11 7.11.1.1; POSIX).
pub(crate) fn changes_locale(name: &str) -> bool {
    of_any_spelling(name, |name| matches!(name, "setlocale" | "uselocale"))
}

/// Whether a program is linked with the models.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Models {
    /// It is.
    #[default]
    Linked,
    /// Functions of the library are unknown.
    Absent,
}

impl Models {
    /// They are linked unless an option says that they are not.
    pub fn unless(absent: bool) -> Models {
        match absent {
            true => Models::Absent,
            false => Models::Linked,
        }
    }
}

/// The models that runs from `entry` can need.
pub(crate) fn wanted(program: &Program, entry: u32) -> Vec<(&'static str, &'static str)> {
    let uses = uses::of(program, entry).functions;
    let called = uses.iter().filter_map(|id| program.function(*id));
    // If the run does not start at the program's start, any function may have run before.
    let starts = program.function(entry).is_some_and(|f| program.is_fresh(f));
    let before = (!starts).then(|| uses::anywhere(program).functions);
    let before = before
        .iter()
        .flatten()
        .filter_map(|id| program.function(*id));
    let changes_locale = called
        .clone()
        .chain(before)
        .any(|f| changes_locale(&f.name));
    let mut names: Vec<&str> = called.filter_map(|f| modelled_name(program, f)).collect();
    names.retain(|name| !changes_locale || LOCAL.split_whitespace().all(|other| other != *name));
    // What the program says itself of a function counts.
    let own = |f: &Function| f.body.is_some() || f.alias.is_some() || f.weak;
    names.retain(|name| {
        let mut functions = program.functions.iter();
        !functions.any(|f| (f.name == *name || is_table(name, f)) && own(f))
    });
    let models = MODELS.iter().filter(|(name, _)| names.contains(name));
    models.copied().collect()
}

/// The calls of functions that call back which runs from `entry` can reach, with their models.
pub(crate) fn called_back(
    program: &Program,
    entry: u32,
    callbacks: &[Callback],
) -> Vec<(Callback, &'static str, &'static str)> {
    let uses = uses::of(program, entry).functions;
    let outside = |id: u32| {
        let named = program.function(id);
        named.is_some_and(|f| f.body.is_none() && f.alias.is_none() && !f.weak)
    };
    let wanted = callbacks
        .iter()
        .filter(|one| uses.contains(&one.call) && outside(one.library));
    let models = wanted.filter_map(|one| {
        let name = &program.function(one.library)?.name;
        let (name, text) = CALLBACKS.iter().find(|(model, _)| model == name)?;
        Some((one.clone(), *name, *text))
    });
    models.collect()
}

/// A program does not call what only models may: no file defines it, so the ledger would have to
/// name it, as it does functions of others.
///
/// # Errors
/// If the program has that name.
pub(crate) fn kept_apart(program: &Program, sources: &Sources) -> Result<(), LoadError> {
    let mut functions = program.functions.iter();
    let kept = |name: &str| [ANY, CHOICE].contains(&name) || NUMBERS.contains(&name);
    let Some(own) = functions.find(|f| kept(&f.name)) else {
        return Ok(());
    };
    let message = format!(
        "the name `{}` is kept for models of the C library",
        own.name
    );
    Err(LoadError::at(
        ErrorKind::Unsupported,
        sources,
        own.pos,
        message,
    ))
}

/// The name of the library's function that a function without a body is.
fn modelled_name<'p>(program: &Program, function: &'p Function) -> Option<&'p str> {
    let name = function.name.as_str();
    let name = name.strip_prefix("__builtin_").unwrap_or(name);
    let outside = function.body.is_none() && function.alias.is_none() && !function.weak;
    if outside && name == CLASSES {
        return Some(name);
    }
    let types = &program.types;
    let ty = &function.ty;
    let structured = divides(types, name, ty) || parts(types, name, ty) || points(types, name, ty);
    if outside && (structured || multiplies(types, function)) {
        return Some(name);
    }
    let own = library_prototype(&program.types, name)?;
    let [declared, own] = [&function.ty, &own].map(|ty| Type::Function(Rc::new(ty.clone())));
    let told = function.ty.params.is_some() && program.types.compatible(&declared, &own);
    (outside && told).then_some(name)
}

/// Whether a function gives the table that a model reads.
fn is_table(model: &str, function: &Function) -> bool {
    model == CLASSES && function.name == "__ctype_b_loc"
}

/// Whether a function is `div` or its like, whose result is a structure without a name: it is known
/// by its members, in the order that glibc and the models have (C11 7.22.6.2p3 leaves it open).
fn divides(types: &Types, name: &str, ty: &FunctionType) -> bool {
    let kind = match name {
        "div" => IntKind::Int,
        "ldiv" => IntKind::Long,
        "lldiv" => IntKind::LongLong,
        _ => return false,
    };
    let Type::Record(record) = ty.result else {
        return false;
    };
    let number = Type::Int(kind);
    let members = types.fields(record).iter();
    let members = members.map(|f| (f.name.as_deref(), &f.ty.ty, f.bits));
    let own = ["quot", "rem"].map(|member| (Some(member), &number, None));
    let plain = types.record(record).is_some_and(|r| !r.union && !r.tagged);
    let params = ty.params.as_deref();
    plain && members.eq(own) && params == Some(&[number.clone(), number.clone()])
}

/// Whether a function is `creal` or its like, with its type (C11 7.3.9).
fn parts(types: &Types, name: &str, ty: &FunctionType) -> bool {
    let kinds = [
        ("", FloatKind::Double),
        ("f", FloatKind::Float),
        ("l", FloatKind::LongDouble),
    ];
    let Some([param]) = ty.params.as_deref() else {
        return false;
    };
    !ty.variadic
        && kinds.into_iter().any(|(suffix, part)| {
            let result = match name.strip_suffix(suffix) {
                Some("creal" | "cimag") => &Type::Float(part),
                Some("cabs" | "carg") if suffix.is_empty() => &Type::Float(part),
                Some("conj") => param,
                _ => return false,
            };
            types.complex_part(param) == Some(part) && ty.result == *result
        })
}

/// Whether a function is the one that operators on complex numbers call.
fn multiplies(types: &Types, function: &Function) -> bool {
    let part = types.complex_part(&function.ty.result);
    part.is_some_and(|part| {
        let mut own = [false, true]
            .into_iter()
            .filter_map(|d| complex_operator(d, part));
        own.any(|name| name == function.name)
    })
}

/// Whether a function is one that is given structures of the library's, with its type: these are
/// known by the members that they begin with (POSIX.1-2017; glibc's `wchar.h`).
fn points(types: &Types, name: &str, ty: &FunctionType) -> bool {
    let begins = |param: &Type, members: &[(&str, IntKind)]| {
        let Some(Type::Record(record)) = param.pointee().map(|object| &object.ty) else {
            return false;
        };
        let fields = types.fields(*record);
        let plain = types.record(*record).is_some_and(|r| !r.union);
        let own = (0..).zip(members).map(|(index, (member, kind))| {
            let ty = Type::Int(*kind);
            let offset = index * types.size_of(&ty).unwrap_or(0);
            (Some(*member), offset, ty)
        });
        let told = fields
            .iter()
            .filter(|f| f.bits.is_none())
            .take(members.len());
        plain
            && told
                .map(|f| (f.name.as_deref(), f.offset, f.ty.ty.clone()))
                .eq(own)
    };
    let time = [("tv_sec", IntKind::Long), ("tv_nsec", IntKind::Long)];
    let params = ty.params.as_deref();
    !ty.variadic
        && ty.result == Type::INT
        && match (name, params) {
            ("nanosleep", Some([asked, left])) => begins(asked, &time) && begins(left, &time),
            ("mbsinit", Some([state])) => begins(state, &[("__count", IntKind::Int)]),
            _ => false,
        }
}

/// The file of a model, in the folder of all.
pub(crate) fn model_file(name: &str) -> String {
    match CALLBACKS.iter().any(|(model, _)| *model == name) {
        true => format!("callbacks/{name}.c"),
        false => format!("{name}.c"),
    }
}

/// Whether a function has a model.
pub(crate) fn is_model(name: &str) -> bool {
    let mut models = MODELS.iter().chain(CALLBACKS);
    models.any(|(model, _)| *model == name)
}

#[cfg(test)]
mod tests {
    use super::{CALLBACKS, MODELS};
    use std::collections::BTreeSet;

    /// The files of a folder.
    fn files(folder: &str) -> BTreeSet<String> {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        let files = std::fs::read_dir(folder).expect("the models");
        let paths = files.map(|file| file.expect("a file").path());
        let names = paths.filter(|path| path.is_file());
        let names = names.filter_map(|path| Some(path.file_name()?.to_str()?.to_owned()));
        names.collect()
    }

    #[test]
    fn every_file_is_a_model() {
        for (folder, models) in [("models", MODELS), ("models/callbacks", CALLBACKS)] {
            let models: BTreeSet<String> =
                models.iter().map(|(name, _)| format!("{name}.c")).collect();
            assert_eq!(files(folder), models);
        }
    }
}

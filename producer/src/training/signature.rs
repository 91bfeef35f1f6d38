//! What the C of functions says of a library about them: their parameters, what they call, and what
//! they modify. What is wrong here, the proof shows.

use super::names::{Candidate, Names};
use proofmark_frontend::flatten::{
    Base, Body, Call, Callee, Code, Kind, Part, Place, Step, Value, ValueKind,
};
use proofmark_frontend::ir::{Linkage, Program};
use proofmark_frontend::library::skeleton::fails;
use proofmark_frontend::library::text::{Function, Global, Library, Modified, Statement, Variable};
use proofmark_frontend::library::{type_text, variable_names, words_of};
use std::collections::{BTreeMap, BTreeSet};

/// The definition of a function.
///
/// # Errors
/// If there is none.
pub(super) fn body<'a>(program: &Program, code: &'a Code, name: &str) -> Result<&'a Body, String> {
    let index = program.functions.iter().position(|f| f.name == name);
    let body = index.and_then(|i| code.bodies.get(i));
    let body = body.and_then(Option::as_ref);
    body.ok_or_else(|| format!("the C has no function `{name}`"))
}

/// Functions and what they call, in the order that they are named in.
fn closed(program: &Program, code: &Code, names: &[String]) -> Result<Vec<String>, String> {
    let mut out: Vec<String> = Vec::new();
    let mut work: Vec<String> = names.iter().rev().cloned().collect();
    while let Some(name) = work.pop() {
        if out.contains(&name) {
            continue;
        }
        let body = body(program, code, &name)?;
        out.push(name);
        let callees: BTreeSet<String> = body
            .stmts
            .iter()
            .filter_map(|s| match &s.kind {
                Kind::Call(call) if fails(program, call) == Ok(false) => callee(program, call),
                _ => None,
            })
            .collect();
        work.extend(callees);
    }
    Ok(out)
}

pub(super) fn callee(program: &Program, call: &Call) -> Option<String> {
    match &call.callee {
        Callee::Function(f) => program.function(*f).map(|f| f.name.clone()),
        _ => None,
    }
}

/// A library of functions, and of what they call, without predicates and procedures.
///
/// # Errors
/// What of them no library has.
pub(super) fn bare(
    program: &Program,
    code: &Code,
    library: &Library,
    names: &[String],
) -> Result<Library, String> {
    let mut out = Library {
        globals: Vec::new(),
        fields: Vec::new(),
        layouts: Vec::new(),
        opaque: Vec::new(),
        functions: Vec::new(),
        proofs: Vec::new(),
        ..library.clone()
    };
    let mut modified: BTreeMap<String, BTreeSet<Modified>> = BTreeMap::new();
    let all = closed(program, code, names)?;
    // Callees come first: what they modify, their callers modify.
    for name in all.iter().rev() {
        let own = modifies(program, body(program, code, name)?, &modified)
            .map_err(|why| format!("`{name}`: {why}"))?;
        modified.insert(name.clone(), own);
    }
    for name in all {
        let body = body(program, code, &name)?;
        let of = program.functions.iter().find(|f| f.name == name);
        let of = of.ok_or_else(|| format!("the C has no function `{name}`"))?;
        let formals = body.locals.iter().take(body.params);
        let formals = formals.map(|l| Variable {
            ty: type_text(&program.types, &l.ty.ty),
            name: l.name.clone(),
        });
        out.functions.push(Function {
            internal: of.linkage == Linkage::Internal,
            result: type_text(&program.types, &of.ty.result),
            formals: formals.collect(),
            constants: Vec::new(),
            locals: Vec::new(),
            predicates: Vec::new(),
            inputs: 0,
            returns: Vec::new(),
            modifies: modified
                .remove(&name)
                .unwrap_or_default()
                .into_iter()
                .collect(),
            body: Vec::new(),
            name,
        });
    }
    Ok(out)
}

/// What a function writes besides its own variables.
fn modifies(
    program: &Program,
    body: &Body,
    known: &BTreeMap<String, BTreeSet<Modified>>,
) -> Result<BTreeSet<Modified>, String> {
    let mut out = BTreeSet::new();
    for stmt in &body.stmts {
        let places: Vec<&Place> = match &stmt.kind {
            Kind::Assign(place, _) | Kind::Clear(place, _) => vec![place],
            Kind::Call(call) => call.result.iter().map(|to| &to.place).collect(),
            Kind::Overflow(o) => o.stored.iter().chain([&o.flag]).collect(),
            _ => Vec::new(),
        };
        for place in places {
            let own = match place.base {
                Base::Local(_) | Base::Result => true,
                // A static variable of a block: callers cannot tell what it holds.
                Base::Global(g) => program.global(g).is_some_and(|g| g.name.contains("::")),
                Base::Deref(_) | Base::String(_) => false,
            };
            if !own {
                out.insert(written(program, body, place)?);
            }
        }
        let Kind::Call(call) = &stmt.kind else {
            continue;
        };
        let called = callee(program, call).and_then(|name| known.get(&name));
        for one in called.into_iter().flatten() {
            out.insert(at_call(one, (body, call), program)?);
        }
    }
    Ok(out)
}

/// What a callee modifies, in its caller.
fn at_call(
    modified: &Modified,
    (body, call): (&Body, &Call),
    program: &Program,
) -> Result<Modified, String> {
    let Modified::Place(text) = modified else {
        return Ok(modified.clone());
    };
    let callee =
        callee(program, call).and_then(|name| program.functions.iter().find(|f| f.name == name));
    let formals = callee
        .and_then(|f| f.body.as_ref())
        .map(|b| &b.locals)
        .into_iter()
        .flatten();
    let tokens = words_of(text).unwrap_or_default();
    let mut out = String::new();
    for (i, token) in tokens.iter().enumerate() {
        let member = i > 0 && matches!(tokens.get(i - 1), Some(&("." | "->")));
        let given = formals
            .clone()
            .zip(&call.args)
            .find(|(l, _)| l.name == *token && !member);
        match given {
            None => out.push_str(token),
            Some((_, value)) => {
                let local = plain_local(value).filter(|l| is_kept(body, *l));
                let name = local
                    .and_then(|l| body.locals.get(l as usize))
                    .map(|l| &l.name);
                out.push_str(name.ok_or("a callee writes to what no parameter of it points to")?);
            }
        }
    }
    Ok(Modified::Place(out))
}

fn plain_local(value: &Value) -> Option<u32> {
    match &value.kind {
        ValueKind::Load(place) => match place.base {
            Base::Local(l) if place.steps.is_empty() => Some(l),
            _ => None,
        },
        _ => None,
    }
}

/// The objects that the C defines, and functions of the library read.
pub(super) fn objects(
    program: &Program,
    code: &Code,
    library: &Library,
) -> Result<Vec<String>, String> {
    let mut out = BTreeSet::new();
    for f in &library.functions {
        let mut written = BTreeSet::new();
        for stmt in &body(program, code, &f.name)?.stmts {
            if let Kind::Assign(place, _) = &stmt.kind {
                written.insert(std::ptr::from_ref(place));
            }
            stmt.parts(&mut |part| {
                let Part::Object(place) = part else { return };
                if let Base::Global(g) = place.base {
                    let defined = program.global(g).filter(|g| g.defined);
                    let read = !written.contains(&std::ptr::from_ref(place));
                    // `f::x` is `x` in a block of `f`.
                    let name = defined.and_then(|g| g.name.rsplit("::").next());
                    out.extend(name.filter(|_| read).map(str::to_owned));
                }
            });
        }
    }
    Ok(out.into_iter().collect())
}

/// Whether a local is a formal parameter that nothing assigns.
pub(super) fn is_kept(body: &Body, local: u32) -> bool {
    let assigned = |place: &Place| matches!(place.base, Base::Local(l) if l == local);
    let writes = |kind: &Kind| match kind {
        Kind::Assign(place, _) | Kind::Clear(place, _) => assigned(place),
        Kind::Call(call) => call.result.iter().any(|to| assigned(&to.place)),
        Kind::Overflow(o) => assigned(&o.flag) || o.stored.iter().any(assigned),
        Kind::Enter(l, _) => *l == local,
        _ => false,
    };
    (local as usize) < body.params && !body.stmts.iter().any(|s| writes(&s.kind))
}

/// An object that is written: what a parameter points to, or a class.
fn written(program: &Program, body: &Body, place: &Place) -> Result<Modified, String> {
    let mut path = String::new();
    for step in &place.steps {
        let Step::Field(record, index) = step else {
            return Err("it writes elements of arrays".to_owned());
        };
        let name = program
            .types
            .field(*record, *index)
            .and_then(|f| f.name.clone());
        path += &format!(".{}", name.ok_or("it writes members without a name")?);
    }
    match &place.base {
        Base::Global(g) => {
            let name = program.global(*g).map_or("", |g| g.name.as_str());
            Ok(Modified::Place(format!("{name}{path}")))
        }
        Base::Deref(pointer) => {
            let formal = plain_local(pointer).filter(|l| is_kept(body, *l));
            let formal = formal.and_then(|l| body.locals.get(l as usize));
            match (formal, path.strip_prefix('.')) {
                (Some(l), Some(member)) => Ok(Modified::Place(format!("{}->{member}", l.name))),
                (Some(l), None) => Ok(Modified::Place(format!("*{}", l.name))),
                (None, Some(member)) if !member.contains('.') => Ok(Modified::All(
                    program.types.show(&place.base_ty),
                    member.to_owned(),
                )),
                (None, _) => Err("it writes to what no parameter points to".to_owned()),
            }
        }
        Base::Local(_) | Base::Result | Base::String(_) => {
            Err("it writes to a constant".to_owned())
        }
    }
}

/// Gives the functions of a library these predicates: what callers know of is an input, and what
/// is left when a function has returned is returned.
pub(super) fn state(
    program: &Program,
    code: &Code,
    library: &mut Library,
    pool: &[Candidate],
) -> Result<(), String> {
    for f in &mut library.functions {
        let body = body(program, code, &f.name)?;
        let own = pool
            .iter()
            .filter(|(name, _)| *name == f.name)
            .map(|(_, text)| text.clone());
        let locals = variable_names(program, body).into_iter();
        let locals: BTreeSet<String> = locals.skip(body.params).collect();
        let formals = (0u32..).zip(body.locals.iter().take(body.params));
        let lost: BTreeSet<&str> = formals
            .filter(|(i, _)| !is_kept(body, *i))
            .map(|(_, l)| l.name.as_str())
            .collect();
        let globals: BTreeSet<&str> = program.globals.iter().map(|g| g.name.as_str()).collect();
        let is_input = |text: &str| {
            !variables(text)
                .iter()
                .any(|v| *v == "return" || locals.contains(*v))
        };
        let is_left = |text: &str| {
            let all = variables(text);
            let memory = text.contains("->")
                || text.contains('*')
                || all.iter().any(|v| globals.contains(v));
            let gone = |v: &&str| locals.contains(*v) || lost.contains(v);
            (memory || all.contains(&"return")) && !all.iter().any(gone)
        };
        let (inputs, other): (Vec<String>, Vec<String>) = own.partition(|text| is_input(text));
        f.inputs = inputs.len();
        f.predicates = inputs.into_iter().chain(other).collect();
        let all = f.predicates.iter().enumerate();
        f.returns = all
            .filter(|(_, text)| is_left(text))
            .map(|(i, _)| i)
            .collect();
    }
    declare(program, code, library)
}

/// The variables that a predicate names, and `return`.
pub(super) fn variables(text: &str) -> Vec<&str> {
    let tokens = words_of(text).unwrap_or_default();
    let mut before = "";
    let mut out = Vec::new();
    for token in tokens {
        let word = token.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        if word && before != "." && before != "->" {
            out.push(token);
        }
        before = token;
    }
    out
}

/// Declares the variables that a library's predicates and modifications name, and no others.
pub(super) fn declare(program: &Program, code: &Code, library: &mut Library) -> Result<(), String> {
    let mut globals: BTreeSet<String> = BTreeSet::new();
    for f in &mut library.functions {
        let body = body(program, code, &f.name)?;
        let places = f.modifies.iter().filter_map(|m| match m {
            Modified::Place(text) => Some(text),
            Modified::All(..) => None,
        });
        let mut named: BTreeSet<String> = BTreeSet::new();
        let called = f.body.iter().flat_map(|statement| match statement {
            Statement::Callback(c) => [&c.target]
                .into_iter()
                .chain(c.arguments.iter().flatten())
                .collect(),
            _ => Vec::new(),
        });
        for text in f.predicates.iter().chain(places).chain(called) {
            named.extend(variables(text).into_iter().map(str::to_owned));
        }
        let names = Names::of(program, body, f);
        f.constants = (0u32..)
            .zip(&f.formals)
            .map(|(i, v)| (names.entry(i), v.name.clone()))
            .collect();
        f.constants.retain(|(name, _)| named.contains(name));
        let own = body.locals.iter().zip(variable_names(program, body));
        let own = own.skip(body.params).map(|(l, name)| Variable {
            ty: type_text(&program.types, &l.ty.ty),
            name,
        });
        f.locals = own.filter(|v| named.contains(&v.name)).collect();
        let apart: BTreeSet<String> = f
            .formals
            .iter()
            .chain(&f.locals)
            .map(|v| v.name.clone())
            .collect();
        globals.extend(named.into_iter().filter(|name| !apart.contains(name)));
    }
    library.globals.clear();
    for g in program.globals.iter().filter(|g| globals.contains(&g.name)) {
        library.globals.push(Global {
            internal: g.linkage == Linkage::Internal,
            ty: type_text(&program.types, &g.ty.ty),
            name: g.name.clone(),
        });
    }
    library.globals.sort();
    library.globals.dedup();
    Ok(())
}

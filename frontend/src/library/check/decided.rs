//! What of a library is decided without proof: whether the C is one that a library may have,
//! whether its variables are those of the function, and what statements write.

use super::{internal, number, Decided, Duties};
use crate::diagnostic::LoadError;
use crate::flatten::{Base, Body, Call, Code, Kind, Local, Part, Place, Role, Step, ValueKind};
use crate::ir::{self, Linkage, Program};
use crate::library::compile::{compile, error, local, moved, parameters, Role as Stands};
use crate::library::skeleton::{callee, fails, is_callback};
use crate::library::text::{Function, Library, Modified};
use crate::library::{is_known, writes, PREFIX};
use crate::types::Type;
use proofmark_logic::cfa::Pos;

/// Whether the C defines no function whose name the analysis knows: in a program that uses the
/// library, a call of it would not be taken to change what only this C can name.
pub(super) fn redefined(program: &Program) -> Result<(), LoadError> {
    let known = |g: &&ir::Function| {
        let own = g.pruned || g.body.is_some() && !g.modelled;
        own && g.name != "main" && (is_known(g) || g.name.starts_with("__VERIFIER_"))
    };
    match program.functions.iter().find(known) {
        None => Ok(()),
        Some(g) => Err(error(format!(
            "the C cannot have a library: it defines `{}`, and the analysis knows what functions \
             of this name do",
            g.name
        ))),
    }
}

/// The one function of a name, if callers know no other name of it, and it does nothing but what
/// its text says.
pub(super) fn plain_function(program: &Program, f: &Function) -> Result<usize, LoadError> {
    let name = &f.name;
    let mut all = program.functions.iter().enumerate();
    let mut named = all.by_ref().filter(|(_, g)| g.name == *name);
    let (Some((index, function)), None) = (named.next(), named.next()) else {
        return Err(error(format!("`{name}` is not the name of one function")));
    };
    let internal = function.linkage == Linkage::Internal;
    let renamed = |g: &ir::Function| g.alias.is_some_and(|other| other as usize == index);
    let why = if internal != f.internal {
        "it is not `static` where the library says so, or the other way round"
    } else if function.alias.is_some() || program.functions.iter().any(renamed) {
        "it has another name"
    } else if function.weak {
        "another definition may be linked instead"
    } else if function.noreturn {
        "it says that it does not return"
    } else if function.ty.variadic || function.ty.params.is_none() {
        "it has variable arguments, or no prototype"
    } else if function.modelled || is_known(function) {
        "the analysis knows what functions of this name do"
    } else {
        return Ok(index);
    };
    Err(error(format!("`{name}` cannot be in a library: {why}")))
}

pub(super) fn definition(code: &Code, (f, index): (&Function, usize)) -> Result<Body, LoadError> {
    let body = code.bodies.get(index).and_then(Option::as_ref);
    match body {
        Some(body) if body.addressed.is_empty() && !body.varies => Ok(body.clone()),
        Some(_) | None => Err(error(format!("`{}` has no plain definition", f.name))),
    }
}

/// Whether nothing of the C takes the address of a variable that the library names: who got it
/// could change the variable without its name. Nor may it take that of a function, if the library
/// calls back: what it calls then is no function that programs know.
pub(super) fn unreachable_from_outside(
    program: &Program,
    code: &Code,
    library: &Library,
) -> Decided<()> {
    let is_own = |place: &Place| match place.base {
        Base::Global(g) => program
            .global(g)
            .is_some_and(|g| library.globals.iter().any(|own| own.name == g.name)),
        Base::Local(_) | Base::Deref(_) | Base::String(_) | Base::Result => false,
    };
    let calls_back = library
        .functions
        .iter()
        .any(|f| f.callbacks().next().is_some());
    let unknown = !library.globals.is_empty() || calls_back;
    // What is left out because nothing here calls it, somebody else may call.
    let mut left_out = program.functions.iter().filter(|f| f.pruned);
    let left_out = left_out.find(|f| f.linkage == Linkage::External && f.body.is_none());
    if let Some(f) = left_out.filter(|_| unknown) {
        return Err((f.pos, "what this function does is not known".to_owned()));
    }
    let bodies = program.functions.iter().zip(&code.bodies);
    let bodies = bodies.filter(|(f, _)| !f.name.starts_with(PREFIX));
    let all = bodies.filter_map(|(_, body)| body.as_ref());
    for stmt in all
        .chain(code.initial.iter().flatten())
        .flat_map(|b| &b.stmts)
    {
        let (mut taken, mut given) = (matches!(stmt.kind, Kind::Asm(_)) && unknown, false);
        stmt.parts(&mut |part| match part {
            Part::Address(place) => taken |= is_own(place),
            Part::Function(..) => given |= calls_back,
            Part::Object(_) | Part::Conversion(..) | Part::Argument(..) => {}
        });
        if given {
            let why = "the address of a function is taken here, which a callback may call";
            return Err((stmt.pos, why.to_owned()));
        }
        if taken {
            let why = "the address of a variable that the library names is taken here, or may be";
            return Err((stmt.pos, why.to_owned()));
        }
    }
    Ok(())
}

/// Whether a statement or an initialiser takes the address of a variable outside of functions.
fn is_address_taken(code: &Code, number: u32) -> bool {
    let bodies = code.bodies.iter().chain(&code.initial);
    let mut taken = false;
    for stmt in bodies.flatten().flat_map(|body| &body.stmts) {
        stmt.parts(&mut |part| match part {
            Part::Address(place) => taken |= matches!(place.base, Base::Global(g) if g == number),
            Part::Object(_) | Part::Function(..) | Part::Conversion(..) | Part::Argument(..) => {}
        });
    }
    taken
}

/// Lets a function put its result into a local.
pub(super) fn own_result(
    program: &Program,
    index: usize,
    body: &mut Body,
) -> Result<Option<u32>, LoadError> {
    let ty = program
        .functions
        .get(index)
        .map_or(Type::Void, |g| g.ty.result.clone());
    if ty == Type::Void {
        return Ok(None);
    }
    if program.types.machine(&ty).is_none() {
        return Err(error(
            "a function of a library has a result that is a number, a pointer, or nothing",
        ));
    }
    let own = number(body.locals.len());
    body.locals.push(Local {
        name: "$result".to_owned(),
        ty: ty.into(),
        role: Role::Chosen,
    });
    let mut other = None;
    for stmt in &mut body.stmts {
        let place = match &mut stmt.kind {
            Kind::Assign(place, _) => Some(place),
            Kind::Call(call) => call.result.as_mut().map(|to| &mut to.place),
            Kind::Overflow(operation) => operation.stored.as_mut(),
            Kind::Clear(..)
            | Kind::Enter(..)
            | Kind::Label { .. }
            | Kind::Goto(_)
            | Kind::Jump(_)
            | Kind::Branch(..)
            | Kind::Switch(..)
            | Kind::Return
            | Kind::Reject
            | Kind::Halt
            | Kind::Asm(_)
            | Kind::Observe(..)
            | Kind::Heard(_) => None,
        };
        if let Some(place) = place.filter(|place| matches!(place.base, Base::Result)) {
            place.base = Base::Local(own);
        }
        let is_result = |place: &Place| matches!(place.base, Base::Result);
        stmt.parts(&mut |part| match part {
            Part::Object(place) | Part::Address(place) if is_result(place) => other = Some(()),
            Part::Object(_) | Part::Address(_) => {}
            Part::Function(..) | Part::Conversion(..) | Part::Argument(..) => {}
        });
    }
    match other {
        None => Ok(Some(own)),
        Some(()) => Err(error(
            "a function of a library does more with its result than return it",
        )),
    }
}

impl Duties<'_> {
    /// Whether the library's variables are those of the function.
    pub(super) fn signature(&self, index: usize) -> Decided<()> {
        let (f, end) = (self.f, self.body.end);
        let names = |locals: &[Local]| locals.iter().map(|l| l.name.clone()).collect::<Vec<_>>();
        let formals: Vec<String> = f.formals.iter().map(|v| v.name.clone()).collect();
        if names(self.body.locals.get(..self.body.params).unwrap_or_default()) != formals {
            return Err((end, "the formal parameters have other names".to_owned()));
        }
        let result = self.program.functions.get(index).map(|g| &g.ty.result);
        if (result == Some(&Type::Void)) != (f.result == "void") {
            return Err((end, "it has another result".to_owned()));
        }
        for ((role, _, name), ty) in parameters(f).iter().zip(&self.known.types) {
            let local = |index: usize| {
                let plain = self.local(index).filter(|l| !l.ty.is_unsteady());
                plain.map(|l| &l.ty.ty)
            };
            let real = match role {
                Stands::Formal(i) | Stands::Constant(i) => local(*i),
                Stands::Local(_) => self.variable(name).and_then(|i| local(i as usize)),
                Stands::Result => result,
            };
            if real != Some(ty) {
                return Err((end, format!("it has no variable `{name}` of that type")));
            }
        }
        if let Some(local) = self.body.locals.iter().find(|l| !is_plain(l)) {
            let why = format!(
                "the address of `{}` is taken, or it has no constant size",
                local.name
            );
            return Err((end, why));
        }
        Ok(())
    }

    /// Whether it writes nothing but what the library says.
    pub(super) fn writes(&self, code: &Code) -> Decided<()> {
        for stmt in &self.body.stmts {
            if let Kind::Call(call) = &stmt.kind {
                if fails(self.program, call).map_err(|why| (stmt.pos, why))? {
                    continue;
                }
            }
            writes::plain(self.program, stmt)?;
            for place in stmt.written() {
                if !self.is_own_static(code, place) {
                    self.allowed(place, stmt.pos)?;
                }
            }
            // What a callback writes, the program's own function writes.
            if let Kind::Call(call) = &stmt.kind {
                if is_callback(call) {
                    continue;
                }
                self.callee_writes(code, stmt.pos, call)?;
            }
        }
        Ok(())
    }

    /// What a callee modifies, as its caller sees it.
    fn callee_writes(&self, code: &Code, pos: Pos, call: &Call) -> Decided<()> {
        let name = callee(self.program, call).map_err(|why| (pos, why))?;
        let Some(callee) = self.library.function(&name) else {
            return Err((
                pos,
                format!("it calls `{name}`, which is not in the library"),
            ));
        };
        let compiled = compile((self.program, code), (self.library, 0, callee), false);
        let compiled = compiled.map_err(internal)?;
        for (place, modified) in compiled.modifies.iter().zip(&callee.modifies) {
            let same = match modified {
                Modified::All(..) => self.f.modifies.contains(modified),
                Modified::Place(_) => {
                    let base = |i: u32| {
                        let given = call.args.get(i as usize).and_then(local);
                        given
                            .map(Base::Local)
                            .ok_or_else(|| error("an argument is no variable"))
                    };
                    moved(place, &base).is_ok_and(|place| self.allowed(&place, pos).is_ok())
                }
            };
            if !same {
                let why = format!("`{name}` modifies what M does not list");
                return Err((pos, why));
            }
        }
        Ok(())
    }

    /// Whether the function may write to an object.
    fn allowed(&self, place: &Place, pos: Pos) -> Decided<()> {
        if matches!(place.base, Base::Local(_) | Base::Result) {
            return Ok(());
        }
        let listed = self.f.modifies.iter().zip(&self.known.modifies);
        let mut listed = listed.filter(|(_, known)| known.ty.ty == place.ty.ty);
        let found = listed.any(|(modified, known)| match modified {
            Modified::Place(_) => writes::same(place, known) && self.is_entry(place),
            Modified::All(..) => writes::in_class(place, known),
        });
        match found && self.program.types.machine(&place.ty.ty).is_some() {
            true => Ok(()),
            false => Err((pos, "it writes an object that M does not list".to_owned())),
        }
    }

    /// Whether an object is a variable that a block declares `static`, or a member of one, whose
    /// address nothing takes: no predicate and no caller can name it, and no pointer leads there.
    fn is_own_static(&self, code: &Code, place: &Place) -> bool {
        let Base::Global(number) = place.base else {
            return false;
        };
        let declared = self.program.global(number);
        let inside = declared.is_some_and(|g| g.in_block && !g.ty.is_unsteady());
        let member = |step: &Step| matches!(step, Step::Field(..));
        inside && place.steps.iter().all(member) && !is_address_taken(code, number)
    }

    /// Whether an object is the one that the same expression designates on entry.
    pub(super) fn is_entry(&self, place: &Place) -> bool {
        let formal = |operand| local(operand).is_some_and(|local| self.is_formal(local));
        place.operands().all(formal)
    }

    /// Whether a local is a formal parameter that nothing assigns.
    pub(super) fn is_formal(&self, local: u32) -> bool {
        (local as usize) < self.body.params && !self.is_assigned(local)
    }

    fn is_assigned(&self, local: u32) -> bool {
        self.body.stmts.iter().any(|stmt| {
            let mut written = stmt.written().into_iter();
            let entered = matches!(stmt.kind, Kind::Enter(entered, _) if entered == local);
            entered || written.any(|place| matches!(place.base, Base::Local(l) if l == local))
        })
    }

    /// A predicate that is returned speaks of what is there when the function has returned.
    pub(super) fn survives(&self, index: usize) -> Decided<()> {
        let own = parameters(self.f);
        let mut survives = true;
        if let Some(value) = self.known.predicates.get(index) {
            value.visit(&mut |kind| {
                let (ValueKind::Load(place) | ValueKind::Address(place)) = kind else {
                    return;
                };
                let Base::Local(parameter) = place.base else {
                    return;
                };
                survives &= match own.get(parameter as usize) {
                    Some((Stands::Formal(i), ..)) => self.is_formal(number(*i)),
                    Some((Stands::Constant(_) | Stands::Result, ..)) => true,
                    Some((Stands::Local(_), ..)) | None => false,
                };
            });
        }
        let name = self.f.predicates.get(index).map_or("", String::as_str);
        match survives {
            true => Ok(()),
            false => Err((
                self.body.end,
                format!(
                    "`{{{name}}}` in R names a variable that is gone when the function has returned"
                ),
            )),
        }
    }
}

/// Whether a local is a plain variable.
fn is_plain(local: &Local) -> bool {
    let sized = !matches!(local.ty.ty, Type::Array(_, None)) && !local.ty.is_variably_modified();
    local.role != Role::Exposed && sized && !matches!(local.ty.ty, Type::VaList)
}

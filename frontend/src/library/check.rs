//! What makes a boolean procedure an abstraction of its function, as a program: it starts in any
//! state, chooses one duty, and is rejected if the function's C does not keep it (Theorem 1 of
//! paper 001; docs/soundness.md has the argument).
//!
//! For each statement `s` of the function, each predicate `e` and each cube `p` of its `choose(p,
//! n)`: if `p` holds and `s` runs, then `e` holds; likewise that it does not hold for `n`. For each
//! clause of an `assume`: it holds where the branch's condition does. Statements write nothing but
//! what the modification set lists; that is decided here, without proof.

use super::compile::{
    compile, error, local, moved, objects, parameters, replaced, Compiled, Role as Stands,
};
use super::skeleton::{callee, order, skeleton, Side, Slot};
use super::text::{Choose, Function, Library, Literal, Modified, Of, Statement};
use super::{is_known, writes, PREFIX};
use crate::approximation::MADE_UP;
use crate::diagnostic::{Diagnostic, ErrorKind, LoadError};
use crate::flatten::{
    Base, Body, Call, Code, Destination, Kind, Local, Part, Place, Role, Start, Step, Stmt, Value,
    ValueKind, Writer,
};
use crate::ir::{self, Label, Linkage, Program};
use crate::sources::Sources;
use crate::types::{Qual, Type};
use proofmark_logic::cfa::Pos;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Replaces the function's definition by its duties: the one with number `n` is rejected in column
/// `MADE_UP + n`.
///
/// # Errors
/// What is not as the library says, without proof.
pub(super) fn install(
    program: &mut Program,
    code: &mut Code,
    sources: &Sources,
    (library, name): (&Library, &str),
) -> Result<(), LoadError> {
    order(library)?;
    redefined(program)?;
    let f = library
        .function(name)
        .ok_or_else(|| error(format!("the library has no function `{name}`")))?;
    let index = plain_function(program, f)?;
    let mut body = definition(code, (f, index))?;
    let result = own_result(program, index, &mut body)?;
    let known = compile((program, code), (library, 0, f), false)?;
    let mut writer = Duties::new((program, library, f), (&body, result), &known);
    let failed = |(pos, why): (Pos, String)| LoadError {
        kind: ErrorKind::Library,
        diagnostic: Box::new(Diagnostic::at(sources, pos, format!("`{name}`: {why}"))),
    };
    unreachable_from_outside(program, code, library).map_err(failed)?;
    writer.signature(index).map_err(failed)?;
    writer.writes(code).map_err(failed)?;
    writer.begin(code).map_err(failed)?;
    writer.procedure(code).map_err(failed)?;
    let out = writer.end();
    if let Some(slot) = code.bodies.get_mut(index) {
        *slot = Some(Body {
            locals: out.locals,
            labels: out.labels,
            stmts: out.stmts,
            addressed: BTreeSet::new(),
            ..body
        });
    }
    Ok(())
}

/// Whether the C defines no function whose name the analysis knows: in a program that uses the
/// library, a call of it would not be taken to change what only this C can name.
fn redefined(program: &Program) -> Result<(), LoadError> {
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
fn plain_function(program: &Program, f: &Function) -> Result<usize, LoadError> {
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

fn definition(code: &Code, (f, index): (&Function, usize)) -> Result<Body, LoadError> {
    let body = code.bodies.get(index).and_then(Option::as_ref);
    match body {
        Some(body) if body.addressed.is_empty() && !body.varies => Ok(body.clone()),
        Some(_) | None => Err(error(format!("`{}` has no plain definition", f.name))),
    }
}

/// Whether nothing of the C takes the address of a variable that the library names: who got it
/// could change the variable without its name.
fn unreachable_from_outside(program: &Program, code: &Code, library: &Library) -> Decided<()> {
    let is_own = |place: &Place| match place.base {
        Base::Global(g) => program
            .global(g)
            .is_some_and(|g| library.globals.iter().any(|own| own.name == g.name)),
        Base::Local(_) | Base::Deref(_) | Base::String(_) | Base::Result => false,
    };
    // What is left out because nothing here calls it, somebody else may call.
    let mut left_out = program.functions.iter().filter(|f| f.pruned);
    let left_out = left_out.find(|f| f.linkage == Linkage::External && f.body.is_none());
    if let Some(f) = left_out.filter(|_| !library.globals.is_empty()) {
        return Err((f.pos, "what this function does is not known".to_owned()));
    }
    let bodies = program.functions.iter().zip(&code.bodies);
    let bodies = bodies.filter(|(f, _)| !f.name.starts_with(PREFIX));
    let all = bodies.filter_map(|(_, body)| body.as_ref());
    for stmt in all
        .chain(code.initial.iter().flatten())
        .flat_map(|b| &b.stmts)
    {
        let mut taken = matches!(stmt.kind, Kind::Asm(_)) && !library.globals.is_empty();
        stmt.parts(&mut |part| match part {
            Part::Address(place) => taken |= is_own(place),
            Part::Object(_) | Part::Function(..) | Part::Conversion(..) | Part::Argument(..) => {}
        });
        if taken {
            let why = "the address of a variable that the library names is taken here, or may be";
            return Err((stmt.pos, why.to_owned()));
        }
    }
    Ok(())
}

type Decided<T> = Result<T, (Pos, String)>;

/// Lets a function put its result into a local.
fn own_result(program: &Program, index: usize, body: &mut Body) -> Result<Option<u32>, LoadError> {
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

struct Duties<'a> {
    program: &'a Program,
    library: &'a Library,
    f: &'a Function,
    body: &'a Body,
    known: &'a Compiled,
    /// The locals that hold the formal parameters' values on entry.
    constants: Vec<u32>,
    /// The local that holds the result.
    result: Option<u32>,
    out: Writer,
    /// Where runs end that are of no interest.
    stop: Label,
    /// How many duties there are so far.
    duties: usize,
}

fn internal(what: LoadError) -> (Pos, String) {
    (Pos::default(), what.diagnostic.message)
}

fn number(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

impl<'a> Duties<'a> {
    fn new(
        (program, library, f): (&'a Program, &'a Library, &'a Function),
        (body, result): (&'a Body, Option<u32>),
        known: &'a Compiled,
    ) -> Duties<'a> {
        // The values on entry of formal parameters come behind all other locals.
        let first = body.locals.len();
        Duties {
            program,
            library,
            f,
            body,
            known,
            constants: (first..first + body.params).map(number).collect(),
            result,
            out: Writer {
                locals: body.locals.clone(),
                labels: body.labels,
                stmts: Vec::new(),
                in_front: Rc::new([]),
            },
            stop: Label(0),
            duties: 0,
        }
    }

    fn local(&self, index: usize) -> Option<&Local> {
        self.body.locals.get(index)
    }

    /// Whether the library's variables are those of the function.
    fn signature(&self, index: usize) -> Decided<()> {
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
                let plain = self.local(index).filter(|l| !l.ty.volatile);
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
    fn writes(&self, code: &Code) -> Decided<()> {
        for stmt in &self.body.stmts {
            writes::plain(stmt)?;
            for place in writes::written(stmt) {
                self.allowed(place, stmt.pos)?;
            }
            if let Kind::Call(call) = &stmt.kind {
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

    /// Whether an object is the one that the same expression designates on entry.
    fn is_entry(&self, place: &Place) -> bool {
        let formal = |operand| local(operand).is_some_and(|local| self.is_formal(local));
        place.operands().all(formal)
    }

    /// Whether a local is a formal parameter that nothing assigns.
    fn is_formal(&self, local: u32) -> bool {
        (local as usize) < self.body.params && !self.is_assigned(local)
    }

    fn is_assigned(&self, local: u32) -> bool {
        self.body.stmts.iter().any(|stmt| {
            let mut written = writes::written(stmt).into_iter();
            let entered = matches!(stmt.kind, Kind::Enter(entered, _) if entered == local);
            entered || written.any(|place| matches!(place.base, Base::Local(l) if l == local))
        })
    }

    /// A variable of the function, by its name.
    fn variable(&self, name: &str) -> Option<u32> {
        let own = self.body.locals.iter().position(|l| l.name == name);
        own.filter(|i| self.local(*i).is_some_and(|l| l.role.is_declared()))
            .map(number)
    }

    /// What a parameter of a predicate is in the function.
    fn base(&self, parameter: u32) -> Result<Base, LoadError> {
        let own = parameters(self.f);
        let found = match own.get(parameter as usize) {
            Some((Stands::Formal(i), ..)) => Some(Base::Local(number(*i))),
            Some((Stands::Local(_), _, name)) => self.variable(name).map(Base::Local),
            Some((Stands::Constant(i), ..)) => self.constants.get(*i).copied().map(Base::Local),
            Some((Stands::Result, ..)) => self.result.map(Base::Local),
            None => None,
        };
        found.ok_or_else(|| error("a variable is lost"))
    }

    fn predicate(&self, index: usize) -> Decided<Value> {
        let value = self.known.predicates.get(index);
        let value = value.ok_or_else(|| internal(error("a predicate is lost")))?;
        replaced(value, &|i| self.base(i)).map_err(internal)
    }

    /// Starts in any state. Callers may have the address of whatever has one, so all of it has.
    fn begin(&mut self, code: &Code) -> Decided<()> {
        let pos = made_up(self.body.end, 0);
        self.stop = self.out.new_label();
        for local in &mut self.out.locals {
            if local.role == Role::Saved {
                local.role = Role::Chosen;
            }
        }
        for local in self.body.params..self.body.locals.len() {
            self.out
                .emit(pos, Kind::Enter(number(local), Start::Indeterminate));
        }
        for i in 0..self.body.params {
            let ty = self.local(i).map(|l| l.ty.ty.clone());
            let ty = ty.ok_or_else(|| internal(error("a parameter is lost")))?;
            self.any(&ty, pos);
        }
        let (globals, members) = self.named(code);
        for g in globals {
            let global = self.program.global(g);
            let ty = global.map(|global| global.ty.clone());
            let ty = ty.ok_or_else(|| internal(error("a variable is lost")))?;
            self.expose((Base::Global(g), ty.ty.clone()), Vec::new(), ty, pos);
        }
        for (record, index) in members {
            let field = self.program.types.field(record, index);
            let field = field.ok_or_else(|| internal(error("a member is lost")))?;
            // Nobody has the address of a bit-field.
            if field.bits.is_none() {
                let ty = field.ty.clone();
                let base_ty = Type::Record(record);
                let pointer = self.any(&Type::Pointer(Rc::new(base_ty.clone().into())), pos);
                let base = Base::Deref(Box::new(Value::load(pointer, pos)));
                self.expose((base, base_ty), vec![Step::Field(record, index)], ty, pos);
            }
        }
        Ok(())
    }

    /// A new variable with any value.
    fn any(&mut self, ty: &Type, pos: Pos) -> Place {
        let index = number(self.out.locals.len());
        let place = self.out.temporary(ty, Role::Chosen);
        self.out.emit(pos, Kind::Enter(index, Start::Indeterminate));
        place
    }

    /// Takes the address of an object, or of what an array consists of.
    fn expose(&mut self, (base, base_ty): (Base, Type), steps: Vec<Step>, ty: Qual, pos: Pos) {
        let pointer = Type::Pointer(Rc::new(ty.ty.innermost().clone().into()));
        let place = Place {
            base,
            base_ty,
            steps,
            ty,
        };
        let kept = self.out.temporary(&pointer, Role::Chosen);
        let address = Value::new(ValueKind::Address(Box::new(place)), pointer, pos);
        self.out.emit(pos, Kind::Assign(kept, address));
    }

    /// All variables outside of functions and all members that the library's functions and
    /// predicates name.
    fn named(&self, code: &Code) -> (BTreeSet<u32>, BTreeSet<(u32, usize)>) {
        let (mut globals, mut members) = (BTreeSet::new(), BTreeSet::new());
        let mut see = |place: &Place| {
            if let Base::Global(g) = place.base {
                globals.insert(g);
            }
            members.extend(place.steps.iter().filter_map(|step| match step {
                Step::Field(record, index) => Some((*record, *index)),
                Step::Index(_) => None,
            }));
        };
        objects(self.known).into_iter().for_each(&mut see);
        let functions = self.program.functions.iter().zip(&code.bodies);
        let own = functions.filter(|(f, _)| {
            f.name.starts_with(PREFIX) || self.library.function(&f.name).is_some()
        });
        for stmt in own.flat_map(|(_, body)| body).flat_map(|body| &body.stmts) {
            stmt.parts(&mut |part| match part {
                Part::Object(place) | Part::Address(place) => see(place),
                Part::Function(..) | Part::Conversion(..) | Part::Argument(..) => {}
            });
        }
        (globals, members)
    }

    fn procedure(&mut self, code: &Code) -> Decided<()> {
        for index in self.f.returns.clone() {
            self.survives(index)?;
        }
        let skeleton = skeleton(self.program, self.body)?;
        let end = self.body.end;
        if skeleton.len() != self.f.body.len() {
            let why = format!(
                "its procedure has {} statements, its C has {}: it is about other C",
                self.f.body.len(),
                skeleton.len()
            );
            return Err((end, why));
        }
        let f = self.f;
        let mut called = None;
        for (at, ((slot, pos), statement)) in skeleton.iter().zip(&f.body).enumerate() {
            let other = |why: &str| Err((*pos, format!("{why}: it is about other C")));
            match (slot, statement) {
                (Slot::Fixed(fixed), own) if fixed == own => {}
                (Slot::Assume(stmt, side), Statement::Assume(clauses)) => {
                    for clause in clauses {
                        self.branch(*pos, (*stmt, *side), clause)?;
                    }
                }
                (Slot::Update(stmt), Statement::Assign(updates)) => {
                    self.update(*pos, *stmt, (updates, called.take()), code)?;
                }
                (Slot::Call(stmt, name), Statement::Call(results, callee, inputs)) => {
                    let g = self.library.function(name);
                    let fits = |g: &&Function| {
                        let same = g.returns.len() == *results && g.inputs == inputs.len();
                        same && name == callee
                    };
                    let Some(g) = g.filter(fits) else {
                        return other("the call has another signature than in the library");
                    };
                    self.inputs(*pos, *stmt, (g, inputs), code)?;
                    called = Some(g);
                }
                (Slot::Fixed(_) | Slot::Assume(..) | Slot::Update(_) | Slot::Call(..), _) => {
                    return other(&format!(
                        "statement {} of the procedure does not fit",
                        at + 1
                    ));
                }
            }
        }
        Ok(())
    }

    /// A predicate that is returned speaks of what is there when the function has returned.
    fn survives(&self, index: usize) -> Decided<()> {
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

    /// Begins a duty: a way that runs may go. Returns the label behind it.
    fn duty(&mut self, pos: Pos) -> (Label, Pos) {
        let pos = made_up(pos, self.duties);
        self.duties += 1;
        let (this, next) = (self.out.new_label(), self.out.new_label());
        let any = Value::new(ValueKind::Unknown, Type::INT, pos);
        self.out.emit(pos, Kind::Branch(any, this, next));
        self.out.place_label(this, pos);
        (next, pos)
    }

    /// The run goes on only if a value is true, or false.
    fn demand(&mut self, value: Value, holds: bool, pos: Pos) {
        let go = self.out.new_label();
        let (yes, no) = if holds {
            (go, self.stop)
        } else {
            (self.stop, go)
        };
        self.out.emit(pos, Kind::Branch(value, yes, no));
        self.out.place_label(go, pos);
    }

    fn reject(&mut self, (next, pos): (Label, Pos)) {
        self.out.emit(pos, Kind::Reject);
        self.out.place_label(next, pos);
    }

    fn stmt(&self, index: usize) -> Decided<Stmt> {
        let stmt = self.body.stmts.get(index).cloned();
        stmt.ok_or_else(|| internal(error("a statement is lost")))
    }

    /// A clause of an assumption holds where the branch goes that way.
    fn branch(&mut self, pos: Pos, (stmt, side): (usize, Side), clause: &[Literal]) -> Decided<()> {
        let (next, pos) = self.duty(pos);
        let go = self.out.new_label();
        let kind = match (self.stmt(stmt)?.kind, side) {
            (Kind::Branch(value, ..), Side::Then) => Kind::Branch(value, go, self.stop),
            (Kind::Branch(value, ..), Side::Else) => Kind::Branch(value, self.stop, go),
            (Kind::Switch(value, cases, _), Side::Case(_) | Side::Default) => {
                let to = |i| if side == Side::Case(i) { go } else { self.stop };
                let cases = cases
                    .iter()
                    .enumerate()
                    .map(|(i, (a, b, _))| (*a, *b, to(i)));
                let default = if side == Side::Default { go } else { self.stop };
                Kind::Switch(value, cases.collect(), default)
            }
            (_, Side::Then | Side::Else | Side::Case(_) | Side::Default) => {
                return Err(internal(error("a branch is lost")))
            }
        };
        self.out.emit(pos, kind);
        self.out.place_label(go, pos);
        for literal in clause {
            match literal.of {
                Of::Predicate(i) => {
                    let value = self.predicate(i)?;
                    self.demand(value, !literal.holds, pos);
                }
                Of::Result(_) => {
                    return Err((pos, "there is no call in front of an assumption".to_owned()))
                }
            }
        }
        self.reject((next, pos));
        Ok(())
    }

    /// The values of a call's arguments, kept.
    fn arguments(&mut self, call: &Call, pos: Pos) -> Vec<Place> {
        let mut kept = Vec::new();
        for argument in &call.args {
            let place = self.out.temporary(&argument.ty, Role::Chosen);
            self.out
                .emit(pos, Kind::Assign(place.clone(), argument.clone()));
            kept.push(place);
        }
        kept
    }

    /// A predicate of a callee at its call.
    fn of_callee(
        (g, known): (&Function, &Compiled),
        index: usize,
        (kept, result): (&[Place], Option<&Place>),
    ) -> Decided<Value> {
        let own = parameters(g);
        let base = |parameter: u32| {
            let place = match own.get(parameter as usize) {
                Some((Stands::Formal(i) | Stands::Constant(i), ..)) => kept.get(*i),
                Some((Stands::Result, ..)) => result,
                Some((Stands::Local(_), ..)) | None => None,
            };
            let place = place.map(|place| place.base.clone());
            place
                .ok_or_else(|| error("a predicate of a callee names what its caller does not know"))
        };
        let value = known.predicates.get(index);
        let value = value.ok_or_else(|| internal(error("a predicate is lost")))?;
        replaced(value, &base).map_err(internal)
    }

    /// The arguments of a boolean call are the callee's formal predicates.
    fn inputs(
        &mut self,
        pos: Pos,
        stmt: usize,
        (g, inputs): (&Function, &[Choose]),
        code: &Code,
    ) -> Decided<()> {
        let Kind::Call(call) = self.stmt(stmt)?.kind else {
            return Err(internal(error("a call is lost")));
        };
        let known = compile((self.program, code), (self.library, 0, g), false).map_err(internal)?;
        for (i, choose) in inputs.iter().enumerate() {
            for (cube, becomes) in choose.sides() {
                let behind = self.duty(pos);
                self.cube(cube, None, behind.1)?;
                let kept = self.arguments(&call, behind.1);
                let value = Self::of_callee((g, &known), i, (&kept, None))?;
                self.demand(value, !becomes, behind.1);
                self.reject(behind);
            }
        }
        Ok(())
    }

    /// What a statement does to the predicates.
    fn update(
        &mut self,
        pos: Pos,
        stmt: usize,
        (updates, called): (&[(usize, Choose)], Option<&Function>),
        code: &Code,
    ) -> Decided<()> {
        let stmt = self.stmt(stmt)?;
        for predicate in 0..self.f.predicates.len() {
            let update = updates.iter().find(|(p, _)| *p == predicate);
            let value = self.predicate(predicate)?;
            if update.is_none() && !writes::may_change(&stmt, &value) {
                continue;
            }
            let keep = Choose::keep(predicate);
            let choose = update.map_or(&keep, |(_, choose)| choose);
            for (cube, becomes) in choose.sides() {
                let behind = self.duty(pos);
                self.cube(cube, called, behind.1)?;
                self.effect(&stmt, (cube, called), behind.1, code)?;
                self.demand(value.clone(), !becomes, behind.1);
                self.reject(behind);
            }
        }
        Ok(())
    }

    /// The run goes on only where the predicates of a cube hold in front of the statement.
    fn cube(&mut self, cube: &[Literal], called: Option<&Function>, pos: Pos) -> Decided<()> {
        for literal in cube {
            match literal.of {
                Of::Predicate(i) => {
                    let value = self.predicate(i)?;
                    self.demand(value, literal.holds, pos);
                }
                Of::Result(i) if called.is_some_and(|g| (1..=g.returns.len()).contains(&i)) => {}
                Of::Result(_) => return Err((pos, "there is no such result".to_owned())),
            }
        }
        Ok(())
    }

    /// Runs a statement, where the results of a cube hold behind it.
    fn effect(
        &mut self,
        stmt: &Stmt,
        (cube, called): (&[Literal], Option<&Function>),
        pos: Pos,
        code: &Code,
    ) -> Decided<()> {
        let (Kind::Call(call), Some(g)) = (&stmt.kind, called) else {
            self.out.emit(pos, stmt.kind.clone());
            return Ok(());
        };
        let known = compile((self.program, code), (self.library, 0, g), false).map_err(internal)?;
        let kept = self.arguments(call, pos);
        let result = (call.ty != Type::Void).then(|| self.out.temporary(&call.ty, Role::Chosen));
        let made = Call {
            args: kept
                .iter()
                .map(|place| Value::load(place.clone(), pos))
                .collect(),
            result: result.clone().map(|place| Destination {
                place,
                through: Vec::new(),
            }),
            ..call.clone()
        };
        self.out.emit(pos, Kind::Call(made));
        for literal in cube {
            if let Of::Result(i) = literal.of {
                let index = g.returns.get(i.saturating_sub(1)).copied();
                let index = index.ok_or_else(|| internal(error("a result is lost")))?;
                let value = Self::of_callee((g, &known), index, (&kept, result.as_ref()))?;
                self.demand(value, literal.holds, pos);
            }
        }
        if let (Some(to), Some(raw)) = (&call.result, result) {
            let value = to.through.iter().fold(Value::load(raw, pos), |value, ty| {
                Value::new(ValueKind::Convert(Box::new(value)), ty.clone(), pos)
            });
            self.out.emit(pos, Kind::Assign(to.place.clone(), value));
        }
        Ok(())
    }

    fn end(mut self) -> Writer {
        let pos = made_up(self.body.end, 0);
        self.out.place_label(self.stop, pos);
        self.out.emit(pos, Kind::Halt);
        self.out
    }
}

/// Whether a local is a plain variable.
fn is_plain(local: &Local) -> bool {
    let sized = !matches!(local.ty.ty, Type::Array(_, None)) && !local.ty.is_variably_modified();
    local.role != Role::Exposed && sized && !matches!(local.ty.ty, Type::VaList)
}

fn made_up(pos: Pos, duty: usize) -> Pos {
    Pos {
        column: MADE_UP.saturating_add(number(duty)),
        ..pos
    }
}

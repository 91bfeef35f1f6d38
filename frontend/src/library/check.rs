//! What makes a boolean procedure an abstraction of its function, as a program: it starts in any
//! state, chooses one duty, and is rejected if the function's C does not keep it (Theorem 1 of paper
//! 001; docs/soundness.md has the argument).
//!
//! For each statement `s` of the function, each predicate `e` and each cube `p` of its `choose(p,
//! n)`: if `p` holds and `s` runs, then `e` holds; likewise that it does not hold for `n`. For each
//! clause of an `assume`: it holds where the branch's condition does. Statements write nothing but
//! what the modification set lists; that is decided here, without proof.

use super::compile::{compile, error, moved, parameters, replaced, Compiled, Role as Stands};
use super::skeleton::{order, skeleton, Side, Slot};
use super::text::{Choose, Function, Library, Literal, Modified, Of, Statement};
use super::writes;
use crate::approximation::MADE_UP;
use crate::diagnostic::{Diagnostic, ErrorKind, LoadError};
use crate::flatten::{
    Base, Body, Call, Callee, Code, Destination, Kind, Local, Part, Place, Role, Start, Step, Stmt,
    Value, ValueKind, Writer,
};
use crate::ir::{Label, Program};
use crate::sources::Sources;
use crate::types::Type;
use proofmark_logic::cfa::Pos;
use std::collections::BTreeSet;
use std::rc::Rc;

/// A duty of a function's procedure: where it stands in the procedure, and what of the statement
/// there it is about. The last number counts cubes or clauses, the positive ones first.
pub type Duty = (usize, usize, usize);

/// Replaces the function's definition by its duties. Returns them in order: the duty with number
/// `n` is rejected in column `MADE_UP + n`.
///
/// # Errors
/// What is not as the library says, without proof.
pub fn install(
    program: &mut Program,
    code: &mut Code,
    sources: &Sources,
    (library, name): (&Library, &str),
) -> Result<Vec<Duty>, LoadError> {
    order(library)?;
    let f = library
        .function(name)
        .ok_or_else(|| error(format!("the library has no function `{name}`")))?;
    let (index, mut body) = definition(program, code, f)?;
    let result = own_result(program, index, &mut body)?;
    let known = compile((program, code), (library, 0, f), false)?;
    let mut writer = Duties::new((program, library, f), (&body, result), &known);
    let failed = |(pos, why): (Pos, String)| LoadError {
        kind: ErrorKind::Library,
        diagnostic: Box::new(Diagnostic::at(sources, pos, format!("`{name}`: {why}"))),
    };
    writer.signature(code).map_err(failed)?;
    writer.begin(code);
    writer.procedure(code).map_err(failed)?;
    let (duties, out) = writer.end();
    if let Some(slot) = code.bodies.get_mut(index) {
        *slot = Some(Body {
            locals: out.locals,
            labels: out.labels,
            stmts: out.stmts,
            addressed: BTreeSet::new(),
            ..body
        });
    }
    Ok(duties)
}

/// The places of a function's procedure, each with the predicates that its statement may change: a
/// library that leaves one of these out says that it stays what it is.
///
/// # Errors
/// As [`install`].
pub fn outline(
    (program, code, sources): (&Program, &Code, &Sources),
    (library, f): (&Library, &Function),
) -> Result<Vec<(Slot, Vec<usize>)>, LoadError> {
    let (index, mut body) = definition(program, code, f)?;
    let result = own_result(program, index, &mut body)?;
    let known = compile((program, code), (library, 0, f), false)?;
    let writer = Duties::new((program, library, f), (&body, result), &known);
    let failed = |(pos, why): (Pos, String)| LoadError {
        kind: ErrorKind::Library,
        diagnostic: Box::new(Diagnostic::at(sources, pos, format!("`{}`: {why}", f.name))),
    };
    let mut out = Vec::new();
    for (slot, _) in skeleton(program, &body).map_err(failed)? {
        let mut changed = Vec::new();
        if let Slot::Update(stmt) = slot {
            let stmt = writer.stmt(stmt).map_err(failed)?;
            for i in 0..f.predicates.len() {
                let parameter = writer.predicate(i).map_err(failed)?;
                if writes::may_change(&stmt, &parameter) {
                    changed.push(i);
                }
            }
        }
        out.push((slot, changed));
    }
    Ok(out)
}

/// A function's definition.
pub(super) fn definition(
    program: &Program,
    code: &Code,
    f: &Function,
) -> Result<(usize, Body), LoadError> {
    let name = &f.name;
    let index = program.functions.iter().position(|g| g.name == *name);
    let index = index.ok_or_else(|| error(format!("`{name}` is not declared")))?;
    let function = program.functions.get(index);
    let plain = function.is_some_and(|g| g.alias.is_none() && !g.ty.variadic && !g.weak);
    let body = code.bodies.get(index).and_then(Option::as_ref);
    match body.filter(|body| plain && body.addressed.is_empty() && !body.varies) {
        Some(body) if name != "main" => Ok((index, body.clone())),
        Some(_) => Err(error("`main` is no function of a library")),
        None => Err(error(format!("`{name}` has no plain definition"))),
    }
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
    for stmt in &mut body.stmts {
        let place = match &mut stmt.kind {
            Kind::Assign(place, _) | Kind::Clear(place, _) => Some(place),
            Kind::Call(call) => call.result.as_mut().map(|to| &mut to.place),
            Kind::Overflow(operation) => operation.stored.as_mut(),
            _ => None,
        };
        if let Some(place) = place.filter(|place| matches!(place.base, Base::Result)) {
            place.base = Base::Local(own);
        }
    }
    Ok(Some(own))
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
    duties: Vec<Duty>,
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
            duties: Vec::new(),
        }
    }

    fn local(&self, index: usize) -> Option<&Local> {
        self.body.locals.get(index)
    }

    /// Whether the library's variables are those of the function, and it writes nothing but what the
    /// library says.
    fn signature(&self, code: &Code) -> Decided<()> {
        let (f, end) = (self.f, self.body.end);
        let names = |locals: &[Local]| locals.iter().map(|l| l.name.clone()).collect::<Vec<_>>();
        let formals: Vec<String> = f.formals.iter().map(|v| v.name.clone()).collect();
        if names(self.body.locals.get(..self.body.params).unwrap_or_default()) != formals {
            return Err((end, "the formal parameters have other names".to_owned()));
        }
        for ((role, _, name), ty) in parameters(f).iter().zip(&self.known.types) {
            let real = match role {
                Stands::Formal(i) | Stands::Constant(i) => self.local(*i).map(|l| &l.ty),
                Stands::Local(_) => {
                    let local = self.variable(name).and_then(|i| self.local(i as usize));
                    local.map(|l| &l.ty)
                }
                Stands::Result => continue,
            };
            if !real.is_some_and(|real| real.ty == *ty && !real.volatile) {
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
        for (i, stmt) in self.body.stmts.iter().enumerate() {
            writes::plain(stmt)?;
            for place in writes::written(stmt) {
                self.allowed(place, stmt.pos)?;
            }
            if let Kind::Call(call) = &stmt.kind {
                self.callee_writes(code, i, call)?;
            }
        }
        Ok(())
    }

    /// What a callee modifies, as its caller sees it.
    fn callee_writes(&self, code: &Code, at: usize, call: &Call) -> Decided<()> {
        let pos = self.body.stmts.get(at).map_or(self.body.end, |s| s.pos);
        let Some(callee) = self.callee(call) else {
            return Ok(());
        };
        let compiled = compile((self.program, code), (self.library, 0, callee), false);
        let compiled = compiled.map_err(internal)?;
        for (place, modified) in compiled.modifies.iter().zip(&callee.modifies) {
            let listed = self.f.modifies.contains(modified);
            let same = match modified {
                Modified::All(..) => listed,
                Modified::Place(_) => {
                    let base = |i: u32| match call.args.get(i as usize).map(|a| &a.kind) {
                        Some(ValueKind::Load(p)) if p.steps.is_empty() => Ok(p.base.clone()),
                        _ => Err(error("an argument is no variable")),
                    };
                    moved(place, &base).is_ok_and(|place| self.allowed(&place, pos).is_ok())
                }
            };
            if !same {
                return Err((
                    pos,
                    format!("`{}` modifies what M does not list", callee.name),
                ));
            }
        }
        Ok(())
    }

    fn callee(&self, call: &Call) -> Option<&Function> {
        match call.callee {
            Callee::Function(name) if !self.program.is_nondet(name) => {
                let name = self.program.called(name).map(|g| g.name.as_str());
                name.and_then(|name| self.library.function(name))
            }
            _ => None,
        }
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
        let mut fixed = true;
        for operand in place.operands() {
            operand.visit(&mut |kind| {
                if let ValueKind::Load(from) = kind {
                    fixed &= matches!(from.base, Base::Local(l) if self.is_formal(l));
                }
            });
        }
        fixed
    }

    /// Whether a local is a formal parameter that nothing assigns.
    fn is_formal(&self, local: u32) -> bool {
        (local as usize) < self.body.params && !self.is_assigned(local)
    }

    fn is_assigned(&self, local: u32) -> bool {
        let stmts = self.body.stmts.iter();
        stmts
            .flat_map(writes::written)
            .any(|p| matches!(p.base, Base::Local(l) if l == local))
            || self
                .body
                .stmts
                .iter()
                .any(|s| matches!(s.kind, Kind::Enter(l, _) if l == local))
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
    fn begin(&mut self, code: &Code) {
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
            let ty = self.local(i).map_or(Type::INT, |l| l.ty.ty.clone());
            self.any(&ty, pos);
        }
        for (place, ty) in self.exposed(code) {
            let pointer = Type::Pointer(Rc::new(ty.into()));
            let kept = self.out.temporary(&pointer, Role::Chosen);
            let address = Value::new(ValueKind::Address(Box::new(place)), pointer, pos);
            self.out.emit(pos, Kind::Assign(kept, address));
        }
    }

    /// A new variable with any value.
    fn any(&mut self, ty: &Type, pos: Pos) -> Place {
        let index = number(self.out.locals.len());
        let place = self.out.temporary(ty, Role::Chosen);
        self.out.emit(pos, Kind::Enter(index, Start::Indeterminate));
        place
    }

    /// All variables outside of functions and all members that the library's functions and
    /// predicates name, with the types of what there is an address of.
    fn exposed(&mut self, code: &Code) -> Vec<(Place, Type)> {
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
        super::compile::objects(self.known)
            .into_iter()
            .for_each(&mut see);
        for f in &self.library.functions {
            let index = self.program.functions.iter().position(|g| g.name == f.name);
            let body = index
                .and_then(|i| code.bodies.get(i))
                .and_then(Option::as_ref);
            for stmt in body.iter().flat_map(|body| &body.stmts) {
                stmt.parts(&mut |part| match part {
                    Part::Object(place) | Part::Address(place) => see(place),
                    Part::Function(..) | Part::Conversion(..) | Part::Argument(..) => {}
                });
            }
        }
        let mut out = Vec::new();
        for g in globals {
            if let Some(ty) = self.program.global(g).map(|global| global.ty.clone()) {
                let element = match &ty.ty {
                    Type::Array(element, _) => element.ty.clone(),
                    other => other.clone(),
                };
                let base_ty = ty.ty.clone();
                let (base, steps) = (Base::Global(g), Vec::new());
                out.push((
                    Place {
                        base,
                        base_ty,
                        steps,
                        ty,
                    },
                    element,
                ));
            }
        }
        let pos = made_up(self.body.end, 0);
        for (record, index) in members {
            let Some(field) = self.program.types.field(record, index) else {
                continue;
            };
            if field.bits.is_some() {
                continue;
            }
            let ty = field.ty.clone();
            let element = match &ty.ty {
                Type::Array(element, _) => element.ty.clone(),
                other => other.clone(),
            };
            let base_ty = Type::Record(record);
            let pointer = self.any(&Type::Pointer(Rc::new(base_ty.clone().into())), pos);
            let base = Base::Deref(Box::new(Value::load(pointer, pos)));
            let steps = vec![Step::Field(record, index)];
            out.push((
                Place {
                    base,
                    base_ty,
                    steps,
                    ty,
                },
                element,
            ));
        }
        out
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
            match (slot, statement) {
                (Slot::Fixed(fixed), own) if fixed == own => {}
                (Slot::Assume(stmt, side), Statement::Assume(clauses)) => {
                    for (n, clause) in clauses.iter().enumerate() {
                        self.branch((at, *pos), (*stmt, *side), (n, clause))?;
                    }
                }
                (Slot::Update(stmt), Statement::Assign(updates)) => {
                    self.update((at, *pos), *stmt, updates, called.take(), code)?;
                }
                (Slot::Call(stmt, name), Statement::Call(results, callee, inputs))
                    if name == callee =>
                {
                    let g = self.library.function(name);
                    let fits =
                        |g: &&Function| g.returns.len() == *results && g.inputs == inputs.len();
                    let Some(g) = g.filter(fits) else {
                        let why = format!("`{name}` has another signature in the library");
                        return Err((*pos, why));
                    };
                    self.inputs((at, *pos), *stmt, (g, inputs), code)?;
                    called = Some(g);
                }
                (Slot::Call(_, name), _) => {
                    return Err((
                        *pos,
                        format!("the call of `{name}` is no call in the procedure"),
                    ))
                }
                (Slot::Fixed(_) | Slot::Assume(..) | Slot::Update(_), _) => {
                    let why = "the procedure has another statement here: it is about other C";
                    return Err((*pos, why.to_owned()));
                }
            }
        }
        Ok(())
    }

    /// A predicate that is returned speaks of what is there when the function has returned.
    fn survives(&self, index: usize) -> Decided<()> {
        let own = parameters(self.f);
        let mut survives = true;
        let value = self.known.predicates.get(index);
        value.iter().for_each(|v| {
            v.visit(&mut |kind| {
                if let ValueKind::Load(place) = kind {
                    if let Base::Local(parameter) = place.base {
                        survives &= match own.get(parameter as usize) {
                            Some((Stands::Formal(i), ..)) => self.is_formal(number(*i)),
                            Some((Stands::Constant(_) | Stands::Result, ..)) => true,
                            Some((Stands::Local(_), ..)) | None => false,
                        };
                    }
                }
            });
        });
        let name = self.f.predicates.get(index).map_or("", String::as_str);
        match survives {
            true => Ok(()),
            false => Err((self.body.end, format!("`{{{name}}}` in R names a variable that is gone when the function has returned"))),
        }
    }

    /// Begins a duty: a way that runs may go. Returns the label behind it.
    fn duty(&mut self, pos: Pos, duty: Duty) -> (Label, Pos) {
        let pos = made_up(pos, self.duties.len());
        self.duties.push(duty);
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
    fn branch(
        &mut self,
        (at, pos): (usize, Pos),
        (stmt, side): (usize, Side),
        (n, clause): (usize, &[Literal]),
    ) -> Decided<()> {
        let (next, pos) = self.duty(pos, (at, 0, n));
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
            _ => return Err(internal(error("a branch is lost"))),
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

    /// The values of a call's arguments, kept, and the callee's predicates over them and its result.
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
        (at, pos): (usize, Pos),
        stmt: usize,
        (g, inputs): (&Function, &[Choose]),
        code: &Code,
    ) -> Decided<()> {
        let Kind::Call(call) = self.stmt(stmt)?.kind else {
            return Err(internal(error("a call is lost")));
        };
        let known = compile((self.program, code), (self.library, 0, g), false).map_err(internal)?;
        for (i, choose) in inputs.iter().enumerate() {
            let sides = choose.positive.iter().map(|c| (c, true));
            let sides = sides.chain(choose.negative.iter().map(|c| (c, false)));
            for (n, (cube, becomes)) in sides.enumerate() {
                let behind = self.duty(pos, (at, i, n));
                for literal in cube {
                    let Of::Predicate(of) = literal.of else {
                        return Err((pos, "an argument names a result".to_owned()));
                    };
                    let value = self.predicate(of)?;
                    self.demand(value, literal.holds, behind.1);
                }
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
        (at, pos): (usize, Pos),
        stmt: usize,
        updates: &[(usize, Choose)],
        called: Option<&Function>,
        code: &Code,
    ) -> Decided<()> {
        let stmt = self.stmt(stmt)?;
        for predicate in 0..self.f.predicates.len() {
            let update = updates
                .iter()
                .find(|(p, _)| *p == predicate)
                .map(|(_, c)| c);
            let value = self.predicate(predicate)?;
            if update.is_none() && !writes::may_change(&stmt, &value) {
                continue;
            }
            let keep = Choose::keep(predicate);
            let choose = update.unwrap_or(&keep);
            let sides = choose.positive.iter().map(|c| (c, true));
            let sides = sides.chain(choose.negative.iter().map(|c| (c, false)));
            for (n, (cube, becomes)) in sides.enumerate() {
                let behind = self.duty(pos, (at, predicate, n));
                self.effect(&stmt, (cube, called), behind.1, code)?;
                self.demand(value.clone(), !becomes, behind.1);
                self.reject(behind);
            }
        }
        Ok(())
    }

    /// Runs a statement where a cube holds: predicates in front of it, results behind it.
    fn effect(
        &mut self,
        stmt: &Stmt,
        (cube, called): (&[Literal], Option<&Function>),
        pos: Pos,
        code: &Code,
    ) -> Decided<()> {
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

    fn end(mut self) -> (Vec<Duty>, Writer) {
        let pos = made_up(self.body.end, 0);
        self.out.place_label(self.stop, pos);
        self.out.emit(pos, Kind::Halt);
        (self.duties, self.out)
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

//! What makes a boolean procedure an abstraction of its function, as a program: it starts in any
//! state, chooses one duty, and is rejected if the function's C does not keep it (Theorem 1 of
//! paper 001; docs/soundness.md has the argument).
//!
//! For each statement `s` of the function, each predicate `e` and each cube `p` of its `choose(p,
//! n)`: if `p` holds and `s` runs, then `e` holds; likewise that it does not hold for `n`. For each
//! clause of an `assume`: it holds where the branch's condition does. Statements write nothing but
//! what the modification set lists; that is decided without proof (`decided`).

mod callbacks;
mod calls;
mod decided;

use super::compile::{compile, error, objects, parameters, replaced, Compiled, Role as Stands};
use super::skeleton::{fails, order, skeleton, Side, Slot};
use super::text::{Choose, Function, Library, Literal, Of, Statement};
use super::{variable, writes, PREFIX};
use crate::approximation::MADE_UP;
use crate::diagnostic::{Diagnostic, ErrorKind, LoadError};
use crate::flatten::{
    Base, Body, Code, Kind, Local, Part, Place, Role, Start, Step, Stmt, Value, ValueKind, Writer,
};
use crate::ir::{Label, Program};
use crate::sources::Sources;
use crate::types::{Qual, Type};
use decided::{definition, own_result, plain_function, redefined, unreachable_from_outside};
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
    ended(program, code);
    Ok(())
}

/// A duty is about runs that go on: one in which an assertion of a callee fails is of no interest.
fn ended(program: &Program, code: &mut Code) {
    let bodies = code.bodies.iter_mut().flatten();
    for stmt in bodies.flat_map(|body| &mut body.stmts) {
        if let Kind::Call(call) = &stmt.kind {
            if fails(program, call) == Ok(true) {
                stmt.kind = Kind::Halt;
            }
        }
    }
}

type Decided<T> = Result<T, (Pos, String)>;

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

    /// A variable of the function, by its name.
    fn variable(&self, name: &str) -> Option<u32> {
        variable(self.program, self.body, name)
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
        let (mut called, mut back) = (None, None);
        let mut callbacks = self.known.callbacks.iter();
        for (at, ((slot, pos), statement)) in skeleton.iter().zip(&f.body).enumerate() {
            let other = |why: &str| Err((*pos, format!("{why}: it is about other C")));
            match (slot, statement) {
                (Slot::Fixed(fixed), own) if fixed == own => {}
                (Slot::Assume(stmt, side), Statement::Assume(clauses)) => {
                    for clause in clauses {
                        self.branch(*pos, (*stmt, *side), clause)?;
                    }
                }
                (Slot::Callback(stmt), Statement::Callback(callback)) => {
                    let known = callbacks.next();
                    let known = known.ok_or_else(|| internal(error("a callback is lost")))?;
                    self.calls_back(*pos, *stmt, (callback, known))?;
                    back = Some(callback);
                }
                (Slot::Update(stmt), Statement::Assign(updates)) if back.is_some() => {
                    if let Some(callback) = back.take() {
                        self.behind_callback(*pos, *stmt, (updates, callback))?;
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
                (
                    Slot::Fixed(_)
                    | Slot::Assume(..)
                    | Slot::Update(_)
                    | Slot::Call(..)
                    | Slot::Callback(_),
                    _,
                ) => {
                    return other(&format!(
                        "statement {} of the procedure does not fit",
                        at + 1
                    ));
                }
            }
        }
        Ok(())
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

    fn end(mut self) -> Writer {
        let pos = made_up(self.body.end, 0);
        self.out.place_label(self.stop, pos);
        self.out.emit(pos, Kind::Halt);
        self.out
    }
}

fn made_up(pos: Pos, duty: usize) -> Pos {
    Pos {
        column: MADE_UP.saturating_add(number(duty)),
        ..pos
    }
}

//! A boolean procedure in the place of its function: the formal predicates get their values from
//! the arguments, the procedure runs, what the function may modify and its result become unknown,
//! and the predicates that are returned hold or not as the procedure says.

use super::compile::{compile, error, moved, parameters, replaced, Compiled, Role as Stands};
use super::skeleton::{called, order};
use super::text::{Choose, Clause, Cube, Function, Library, Modified, Of, Statement};
use super::{is_known, layouts, same_abi};
use crate::accounting;
use crate::approximation::LIBRARY;
use crate::diagnostic::LoadError;
use crate::flatten::{Base, Body, Code, Kind, Local, Place, Role, Value, ValueKind, Writer};
use crate::ir::pattern::Kind as Pattern;
use crate::ir::{self, Label, Linkage, Program};
use crate::types::Type;
use proofmark_logic::cfa::{LedgerEntry, Pos};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Most flat statements of a function that a library stands for.
const STATEMENTS_MAX: usize = 200_000;

type Result<T> = std::result::Result<T, LoadError>;

/// Gives the functions of a library that the program calls their procedures. Returns what that
/// assumes.
///
/// # Errors
/// What of the library does not fit the program.
pub(super) fn install(
    program: &mut Program,
    code: &mut Code,
    (library, number, names): (&Library, usize, &[String]),
    digest: &str,
) -> Result<Vec<LedgerEntry>> {
    order(library)?;
    same_abi(program, library)?;
    observed(program, library)?;
    if !names.is_empty() {
        layouts::compare(program, library)?;
    }
    let mut ledger = Vec::new();
    for name in names {
        let f = library
            .function(name)
            .ok_or_else(|| error("a function is lost"))?;
        let index = undefined(program, code, f)?;
        let known = compile((program, code), (library, number, f), true)?;
        let body = procedure(program, (library, f), (index, &known))?;
        if let (Some(function), Some(slot)) =
            (program.functions.get_mut(index), code.bodies.get_mut(index))
        {
            // What happens in it is no event.
            function.modelled = true;
            function.body = Some(without_code(function.pos, &body));
            *slot = Some(body);
        }
        let (c, library) = (&library.source, digest);
        ledger.push(LedgerEntry {
            kind: "library".to_owned(),
            subject: name.clone(),
            detail: format!(
                "It is the function of that name in the C with the digest {c}, and the boolean \
                 library with the digest {library} abstracts that. What the library has as a proof \
                 of it is not looked at here, and may assume more."
            ),
        });
    }
    Ok(ledger)
}

/// The function that the program declares, and does not define.
fn undefined(program: &Program, code: &Code, f: &Function) -> Result<usize> {
    let name = &f.name;
    let mut all = program.functions.iter().enumerate();
    let mut named = all.by_ref().filter(|(_, g)| g.name == *name);
    let (Some((index, function)), None) = (named.next(), named.next()) else {
        return Err(error(format!("`{name}` is not the name of one function")));
    };
    let has_code = code.bodies.get(index).is_none_or(Option::is_some);
    let why = if function.body.is_some() || function.pruned || has_code {
        "the program defines it"
    } else if function.linkage == Linkage::Internal {
        "the program declares it `static`"
    } else if function.alias.is_some() || function.weak {
        "the program may get another one from the linker"
    } else if function.noreturn {
        "the program says that it does not return"
    } else if is_known(function) || program.is_nondet(number(index)) {
        "the analysis knows what functions of this name do"
    } else {
        return Ok(index);
    };
    Err(error(format!(
        "the library's `{name}` cannot be used: {why}"
    )))
}

/// Events of the program's specification happen in the program. What the library does is unknown
/// where it could match.
fn observed(program: &Program, library: &Library) -> Result<()> {
    let asserts = library.functions.iter().any(Function::asserts);
    let failing = accounting::VIOLATIONS.into_iter().filter(|_| asserts);
    let called = library.functions.iter().flat_map(called);
    let called: BTreeSet<&str> = called.chain(failing).collect();
    let functions = (0u32..).zip(&program.functions);
    let calls = functions.filter(|(_, f)| called.contains(f.name.as_str()));
    let names = calls.flat_map(|(index, _)| program.spellings(index).concat());
    let names: BTreeSet<&str> = names.chain(called.iter().copied()).collect();
    let own = |f: &&ir::Function| {
        accounting::is_violation(&f.name) && (f.body.is_some() || f.pruned || f.alias.is_some())
    };
    // With a specification it is a function like others, which the library's C would call.
    let mut functions = program.functions.iter();
    if let Some(f) = functions
        .find(own)
        .filter(|_| asserts && program.observed.active)
    {
        return Err(error(format!(
            "the program says what `{}` does, and the library's assertions call it",
            f.name
        )));
    }
    for event in &program.observed.events {
        let inside = match &event.pattern.kind {
            Pattern::Assign(..) => true,
            // What functions of the language's library compute is no call in flat C.
            Pattern::Call(name, ..) => {
                accounting::is_computed(name) || names.iter().any(|n| event.pattern.watches(n))
            }
        };
        if inside {
            return Err(error(format!(
                "the event {} may match inside of a function of the library, which does not tell",
                event.title
            )));
        }
    }
    Ok(())
}

/// A definition whose code is flat C; calls look at its parameters.
fn without_code(end: Pos, body: &Body) -> ir::Body {
    let formals = body.locals.iter().take(body.params).map(|l| ir::Local {
        name: l.name.clone(),
        ty: l.ty.clone(),
    });
    ir::Body {
        locals: formals.collect(),
        params: body.params,
        labels: 0,
        addressed: BTreeSet::new(),
        stmts: Vec::new(),
        end,
        fingerprint: 0,
    }
}

fn number(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

pub(super) struct Stub<'a> {
    library: &'a Library,
    pub(super) out: Writer,
    pub(super) pos: Pos,
    stop: Label,
    /// Whether a specification says what an error is: then a run only ends where an assertion
    /// fails.
    watched: bool,
}

/// The boolean variables of one run of a procedure.
pub(super) struct Frame<'a> {
    pub(super) f: &'a Function,
    pub(super) variables: Vec<Place>,
    labels: BTreeMap<&'a str, Label>,
    end: Label,
}

fn procedure(
    program: &Program,
    (library, f): (&Library, &Function),
    (index, known): (usize, &Compiled),
) -> Result<Body> {
    let function = program.functions.get(index);
    let function = function.ok_or_else(|| error("a function is lost"))?;
    let params = function.ty.params.clone().unwrap_or_default();
    let result = function.ty.result.clone();
    let said = |stands: Stands| match stands {
        Stands::Formal(_) | Stands::Result => true,
        Stands::Local(_) | Stands::Constant(_) => false,
    };
    let own = parameters(f);
    let said = own
        .iter()
        .zip(&known.types)
        .filter(|((stands, ..), _)| said(*stands));
    let said: Vec<&Type> = said.map(|(_, ty)| ty).collect();
    let returned = (result != Type::Void).then_some(&result);
    let real: Vec<&Type> = params.iter().chain(returned).collect();
    if params.len() != f.formals.len() || function.ty.variadic || said != real {
        return Err(error(format!("`{}` has other parameters", f.name)));
    }
    let locals = params.iter().zip(&f.formals).map(|(ty, v)| Local {
        name: v.name.clone(),
        ty: ty.clone().into(),
        role: Role::Private,
    });
    let pos = Pos {
        column: LIBRARY,
        ..function.pos
    };
    let mut stub = Stub {
        library,
        out: Writer {
            locals: locals.collect(),
            labels: 1,
            stmts: Vec::new(),
            in_front: Rc::new([]),
        },
        pos,
        stop: Label(0),
        watched: program.observed.active,
    };
    let kept = returned.map(|ty| stub.out.temporary(ty, Role::Chosen));
    stub.expose(program, (f, known), returned);
    stub.body((f, known), kept.as_ref())?;
    stub.finish(kept, params.len())
}

/// What a parameter of a predicate is in the stub: formal parameters keep their values.
fn base(f: &Function, parameter: u32, result: Option<&Place>) -> Result<Base> {
    match parameters(f).get(parameter as usize) {
        Some((Stands::Formal(i) | Stands::Constant(i), ..)) => Ok(Base::Local(number(*i))),
        Some((Stands::Result, ..)) => {
            let base = result.map(|place| place.base.clone());
            base.ok_or_else(|| error(format!("`{}` has no result", f.name)))
        }
        Some((Stands::Local(_), ..)) | None => Err(error(format!(
            "a predicate in F or R of `{}` names a variable that callers do not know",
            f.name
        ))),
    }
}

impl<'a> Stub<'a> {
    /// The procedure, and what is known behind it.
    fn body(&mut self, (f, known): (&'a Function, &Compiled), kept: Option<&Place>) -> Result<()> {
        let frame = self.frame(f);
        let base = |parameter: u32| base(f, parameter, kept);
        for (variable, value) in frame.variables.iter().zip(&known.predicates).take(f.inputs) {
            self.set_if(variable, replaced(value, &base)?);
        }
        self.run(&frame, Some(known))?;
        self.forget_memory((f, known))?;
        if let Some(result) = kept {
            let any = self.unknown(&result.ty.ty);
            self.emit(Kind::Assign(result.clone(), any));
        }
        for index in &f.returns {
            let (Some(variable), Some(value)) =
                (frame.variables.get(*index), known.predicates.get(*index))
            else {
                return Err(error("a predicate is lost"));
            };
            self.agree(variable, replaced(value, &base)?);
        }
        Ok(())
    }

    fn frame(&mut self, f: &'a Function) -> Frame<'a> {
        let mut labels = BTreeMap::new();
        for statement in &f.body {
            if let Statement::Label(name) = statement {
                labels.insert(name.as_str(), self.out.new_label());
            }
        }
        let variables = f.predicates.iter();
        let variables = variables
            .map(|_| self.out.temporary(&Type::INT, Role::Chosen))
            .collect();
        let end = self.out.new_label();
        Frame {
            f,
            variables,
            labels,
            end,
        }
    }

    pub(super) fn emit(&mut self, kind: Kind) {
        self.out.emit(self.pos, kind);
    }

    fn place(&mut self, label: Label) {
        self.out.place_label(label, self.pos);
    }

    pub(super) fn unknown(&self, ty: &Type) -> Value {
        Value::new(ValueKind::Unknown, ty.clone(), self.pos)
    }

    fn set(&mut self, variable: &Place, value: i128) {
        let value = Value::int(value, Type::INT, self.pos);
        self.emit(Kind::Assign(variable.clone(), value));
    }

    fn read(&self, variable: &Place) -> Value {
        Value::load(variable.clone(), self.pos)
    }

    /// A variable becomes true if a value is, and else false.
    pub(super) fn set_if(&mut self, variable: &Place, value: Value) {
        let (yes, no, end) = (
            self.out.new_label(),
            self.out.new_label(),
            self.out.new_label(),
        );
        self.emit(Kind::Branch(value, yes, no));
        self.place(yes);
        self.set(variable, 1);
        self.emit(Kind::Goto(end));
        self.place(no);
        self.set(variable, 0);
        self.place(end);
    }

    /// The run goes on only if a variable is true where a value is, and false where not.
    pub(super) fn agree(&mut self, variable: &Place, value: Value) {
        let (yes, no, go) = (
            self.out.new_label(),
            self.out.new_label(),
            self.out.new_label(),
        );
        let variable = self.read(variable);
        self.emit(Kind::Branch(variable, yes, no));
        self.place(yes);
        self.emit(Kind::Branch(value.clone(), go, self.stop));
        self.place(no);
        self.emit(Kind::Branch(value, self.stop, go));
        self.place(go);
    }

    /// A procedure, whose inputs are set. Only one that the program calls itself may call back.
    fn run(&mut self, frame: &Frame<'a>, known: Option<&Compiled>) -> Result<()> {
        for variable in frame.variables.iter().skip(frame.f.inputs) {
            let any = self.unknown(&Type::INT);
            self.emit(Kind::Assign(variable.clone(), any));
        }
        let mut results: Vec<Place> = Vec::new();
        let mut callbacks = known.map(|known| known.callbacks.iter());
        for statement in &frame.f.body {
            if self.out.stmts.len() > STATEMENTS_MAX {
                return Err(error(format!(
                    "the procedure of `{}` is too long",
                    frame.f.name
                )));
            }
            match statement {
                Statement::Label(name) => {
                    let label = Self::label(frame, name)?;
                    self.place(label);
                }
                Statement::Goto(names) => self.choose_way(frame, names)?,
                Statement::Assume(clauses) => {
                    for clause in clauses {
                        self.assume(frame, clause)?;
                    }
                }
                Statement::Assign(updates) => {
                    self.assign((frame, &results), updates)?;
                    results.clear();
                }
                Statement::Call(_, name, inputs) => results = self.call(frame, name, inputs)?,
                Statement::Callback(callback) => {
                    let next = callbacks.as_mut().and_then(Iterator::next);
                    let (Some(known), Some(called)) = (known, next) else {
                        return Err(error("a callback is not the program's own"));
                    };
                    self.call_back(frame, (callback, called), known)?;
                }
                Statement::Assert if self.watched => self.emit(Kind::Halt),
                Statement::Assert => self.fail(),
                Statement::Return => self.emit(Kind::Goto(frame.end)),
            }
        }
        self.emit(Kind::Goto(self.stop));
        self.place(frame.end);
        Ok(())
    }

    /// All values are found in front of all assignments.
    fn assign(
        &mut self,
        (frame, results): (&Frame<'_>, &[Place]),
        updates: &[(usize, Choose)],
    ) -> Result<()> {
        let mut values = Vec::new();
        for (predicate, choose) in updates {
            let value = self.out.temporary(&Type::INT, Role::Chosen);
            self.choose((frame, results), choose, &value)?;
            values.push((*predicate, value));
        }
        for (predicate, value) in values {
            let variable = frame.variables.get(predicate).cloned();
            let variable = variable.ok_or_else(|| error("a predicate is lost"))?;
            let value = self.read(&value);
            self.emit(Kind::Assign(variable, value));
        }
        Ok(())
    }

    /// An assertion fails, as the library says: it may be a false one, so that this is a violation
    /// rests on its model, as everything does that it leaves open.
    fn fail(&mut self) {
        let go = self.out.new_label();
        let any = self.unknown(&Type::INT);
        self.emit(Kind::Branch(any, go, self.stop));
        self.place(go);
        self.emit(Kind::Reject);
    }

    fn label(frame: &Frame<'_>, name: &str) -> Result<Label> {
        let label = frame.labels.get(name).copied();
        label.ok_or_else(|| error(format!("`{}` has no label {name}", frame.f.name)))
    }

    fn choose_way(&mut self, frame: &Frame<'_>, names: &[String]) -> Result<()> {
        let Some((last, others)) = names.split_last() else {
            return Err(error("a `goto` leads nowhere"));
        };
        for name in others {
            let next = self.out.new_label();
            let any = self.unknown(&Type::INT);
            self.emit(Kind::Branch(any, Self::label(frame, name)?, next));
            self.place(next);
        }
        self.emit(Kind::Goto(Self::label(frame, last)?));
        Ok(())
    }

    fn variable(&self, frame: &Frame<'_>, results: &[Place], of: Of) -> Result<Value> {
        let place = match of {
            Of::Predicate(i) => frame.variables.get(i),
            Of::Result(i) => i.checked_sub(1).and_then(|i| results.get(i)),
        };
        let place = place.ok_or_else(|| error(format!("`{}` has no such variable", frame.f.name)));
        Ok(self.read(place?))
    }

    fn assume(&mut self, frame: &Frame<'_>, clause: &Clause) -> Result<()> {
        let go = self.out.new_label();
        for literal in clause {
            let value = self.variable(frame, &[], literal.of)?;
            let next = self.out.new_label();
            let (yes, no) = if literal.holds {
                (go, next)
            } else {
                (next, go)
            };
            self.emit(Kind::Branch(value, yes, no));
            self.place(next);
        }
        self.emit(Kind::Goto(self.stop));
        self.place(go);
        Ok(())
    }

    /// Goes to `hit` if a cube holds.
    fn cubes(
        &mut self,
        (frame, results): (&Frame<'_>, &[Place]),
        cubes: &[Cube],
        hit: Label,
    ) -> Result<()> {
        for cube in cubes {
            let next = self.out.new_label();
            for literal in cube {
                let value = self.variable(frame, results, literal.of)?;
                let go = self.out.new_label();
                let (yes, no) = if literal.holds {
                    (go, next)
                } else {
                    (next, go)
                };
                self.emit(Kind::Branch(value, yes, no));
                self.place(go);
            }
            self.emit(Kind::Goto(hit));
            self.place(next);
        }
        Ok(())
    }

    fn choose(
        &mut self,
        scope: (&Frame<'_>, &[Place]),
        choose: &Choose,
        value: &Place,
    ) -> Result<()> {
        let (yes, no, end) = (
            self.out.new_label(),
            self.out.new_label(),
            self.out.new_label(),
        );
        self.cubes(scope, &choose.positive, yes)?;
        self.cubes(scope, &choose.negative, no)?;
        let any = self.unknown(&Type::INT);
        self.emit(Kind::Branch(any, yes, no));
        self.place(yes);
        self.set(value, 1);
        self.emit(Kind::Goto(end));
        self.place(no);
        self.set(value, 0);
        self.place(end);
        Ok(())
    }

    /// Another procedure, which calls none that calls this one.
    fn call(&mut self, frame: &Frame<'a>, name: &str, inputs: &[Choose]) -> Result<Vec<Place>> {
        let missing = || error(format!("`{name}` has another signature in the library"));
        let library = self.library;
        let g = library.function(name).filter(|g| g.inputs == inputs.len());
        let g = g.ok_or_else(missing)?;
        let inner = self.frame(g);
        for (choose, variable) in inputs.iter().zip(&inner.variables) {
            self.choose((frame, &[]), choose, variable)?;
        }
        self.run(&inner, None)?;
        let results = g.returns.iter().map(|i| inner.variables.get(*i).cloned());
        results.collect::<Option<Vec<Place>>>().ok_or_else(missing)
    }

    /// What the function may modify becomes unknown.
    pub(super) fn forget_memory(&mut self, (f, known): (&Function, &Compiled)) -> Result<()> {
        for (modified, place) in f.modifies.iter().zip(&known.modifies) {
            let any = self.unknown(&place.ty.ty);
            match modified {
                Modified::Place(_) => {
                    let place = moved(place, &|i| Ok(Base::Local(i)))?;
                    self.emit(Kind::Assign(place, any));
                }
                Modified::All(..) => {
                    let (again, object, end) = (
                        self.out.new_label(),
                        self.out.new_label(),
                        self.out.new_label(),
                    );
                    let ty: Type = Type::Pointer(Rc::new(place.base_ty.clone().into()));
                    let pointer = self.out.temporary(&ty, Role::Chosen);
                    let base = pointer.base.clone();
                    let place = moved(place, &|_| Ok(base.clone()))?;
                    self.place(again);
                    let (more, other) = (self.unknown(&Type::INT), self.unknown(&ty));
                    self.emit(Kind::Branch(more, object, end));
                    self.place(object);
                    self.emit(Kind::Assign(pointer, other));
                    self.emit(Kind::Assign(place, any));
                    self.emit(Kind::Goto(again));
                    self.place(end);
                }
            }
        }
        Ok(())
    }

    fn finish(mut self, result: Option<Place>, params: usize) -> Result<Body> {
        if let Some(kept) = result {
            let value = self.read(&kept);
            let place = Place {
                base: Base::Result,
                ..kept
            };
            self.emit(Kind::Assign(place, value));
        }
        self.emit(Kind::Return);
        self.place(self.stop);
        self.emit(Kind::Halt);
        Ok(Body {
            locals: self.out.locals,
            params,
            labels: self.out.labels,
            addressed: BTreeSet::new(),
            stmts: self.out.stmts,
            end: self.pos,
            unordered: None,
            varies: false,
        })
    }
}

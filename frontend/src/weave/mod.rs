//! Observers beside the program (paper 002, section 2.2): events become statements in front of or
//! behind the flat statements that they match.
//!
//! An event is a function of its pattern's variables. A variable that stands for a value has the
//! value that the statement uses; one that stands for a place is read when the event happens.

mod arguments;
mod cleared;
mod constant;
mod kept;
mod late;
mod matcher;
mod wanted;
mod what;

pub use cleared::assign_cleared;
pub use wanted::{wanted, Wanted};

use crate::diagnostic::{Diagnostic, ErrorKind, LoadError};
use crate::flatten::{
    Base, Call, Callee, Code, Destination, Heard, Kind, Part, Place, Role, Step, Stmt, Value,
    ValueKind, Writer,
};
use crate::ir::{Event, Program, Relation};
use crate::partition::{Conversions, Reached};
use crate::sources::Sources;
use crate::types::{FunctionType, Type};
use matcher::Matcher;
use proofmark_logic::cfa::Pos;
use std::rc::Rc;
use what::{type_of, Bindings, What};

type Result<T> = std::result::Result<T, LoadError>;

/// Lets the events of the specification happen in the functions that a run from the entry may
/// reach.
///
/// # Errors
/// Two events of one observer at one statement; statements that no pattern can be matched with.
pub fn weave(
    program: &Program,
    code: &mut Code,
    (reached, conversions): (&Reached, &Conversions),
    sources: &Sources,
) -> Result<()> {
    if !program.observed.active {
        return Ok(());
    }
    let watched = |f: &&u32| !program.is_unobserved(**f);
    for index in reached.run.iter().filter(watched) {
        let Some(body) = code
            .bodies
            .get_mut(*index as usize)
            .and_then(Option::as_mut)
        else {
            continue;
        };
        let mut weaver = Weaver {
            program,
            reached,
            conversions,
            sources,
            matcher: Matcher::new(program, sources, body),
            out: Writer {
                locals: body.locals.clone(),
                labels: body.labels,
                stmts: Vec::with_capacity(body.stmts.len()),
                in_front: Rc::new([]),
            },
        };
        for stmt in &body.stmts {
            weaver.out.in_front = stmt.labels.clone();
            weaver.refuse_complex(stmt)?;
            weaver.stmt(stmt)?;
            weaver.refuse_unclear()?;
        }
        let out = weaver.out;
        (body.locals, body.labels, body.stmts) = (out.locals, out.labels, out.stmts);
    }
    Ok(())
}

/// An event that a statement meets.
struct Met<'a> {
    event: usize,
    after: bool,
    function: u32,
    bindings: Bindings<'a>,
    /// The values that are known before the statement.
    values: Vec<Option<Value>>,
}

impl Met<'_> {
    /// Whether it is about what the called function returns.
    fn has_returned(&self) -> bool {
        let mut bindings = self.bindings.iter();
        bindings.any(|(_, what)| matches!(what, What::Returned(_)))
    }
}

struct Weaver<'a> {
    program: &'a Program,
    reached: &'a Reached,
    conversions: &'a Conversions,
    sources: &'a Sources,
    matcher: Matcher<'a>,
    out: Writer,
}

impl<'a> Weaver<'a> {
    fn stmt(&mut self, stmt: &'a Stmt) -> Result<()> {
        match &stmt.kind {
            Kind::Assign(place, value) => {
                let found = self.matcher.assigned(stmt, place, value);
                let events = self.prepared(found, stmt.pos)?;
                self.refuse_rivals(events.iter(), stmt.pos)?;
                self.assignment(stmt.pos, place, value.clone(), events)
            }
            Kind::Call(call) => match &call.callee {
                Callee::Function(f) => self.call(stmt, call, *f, call.clone()),
                Callee::Pointer { pointer, ty, .. } => self.pointer(stmt, call, pointer, ty),
                Callee::Pointed(f, _) => self.call(stmt, call, *f, call.clone()),
            },
            Kind::Asm(asm) => {
                let mut outputs = asm.outputs.iter();
                outputs.try_for_each(|p| self.refuse_watched(p, "inline assembly", stmt.pos))?;
                self.copy(stmt)
            }
            Kind::Overflow(overflow) => {
                let mut stored = overflow.stored.iter();
                stored.try_for_each(|p| self.refuse_watched(p, "a built-in function", stmt.pos))?;
                self.copy(stmt)
            }
            Kind::Enter(..)
            | Kind::Clear(..)
            | Kind::Label { .. }
            | Kind::Goto(_)
            | Kind::Jump(_)
            | Kind::Branch(..)
            | Kind::Switch(..)
            | Kind::Return
            | Kind::Reject
            | Kind::Halt
            | Kind::Observe(..)
            | Kind::Heard(_) => self.copy(stmt),
        }
    }

    fn copy(&mut self, stmt: &Stmt) -> Result<()> {
        self.out.stmts.push(stmt.clone());
        Ok(())
    }

    // -- matching

    /// Two events of one observer at one statement have no order.
    fn refuse_rivals<'m>(&self, events: impl Iterator<Item = &'m Met<'a>>, pos: Pos) -> Result<()>
    where
        'a: 'm,
    {
        let mut earlier = Vec::new();
        for event in events.filter_map(|met| self.program.observed.events.get(met.event)) {
            let same = |other: &&&Event| other.observer == event.observer;
            let Some(rival) = earlier.iter().find(same) else {
                earlier.push(event);
                continue;
            };
            let place = |pos: Pos| Diagnostic::at(self.sources, pos, "");
            let (a, b) = (place(rival.pos), place(event.pos));
            let message = format!(
                "two events match this statement: `{}` ({}:{}) and `{}` ({}:{})",
                rival.title, a.file, a.line, event.title, b.file, b.line
            );
            let error = LoadError::at(ErrorKind::Specification, self.sources, pos, message);
            return Err(error.help("the specification is ambiguous for this program: make one of the patterns more specific"));
        }
        Ok(())
    }

    fn prepared(&self, found: Vec<(usize, Bindings<'a>)>, pos: Pos) -> Result<Vec<Met<'a>>> {
        let events = found.into_iter();
        events
            .map(|(event, bindings)| self.prepare(event, bindings, pos))
            .collect()
    }

    fn prepare(&self, event: usize, bindings: Bindings<'a>, pos: Pos) -> Result<Met<'a>> {
        let types: Option<Vec<Type>> = bindings
            .iter()
            .map(|(_, what)| type_of(self.program, *what))
            .collect();
        let known = self.program.observed.events.get(event);
        let function = known.zip(types).and_then(|(e, types)| {
            let mut instances = e.instances.iter();
            instances.find(|(t, _)| *t == types).map(|(_, f)| *f)
        });
        let (Some(function), Some(known)) = (function, known) else {
            let message = "an event matches this call, but the types of its arguments are not those of the function";
            return Err(LoadError::at(
                ErrorKind::Unsupported,
                self.sources,
                pos,
                message,
            ));
        };
        Ok(Met {
            event,
            after: known.after,
            function,
            values: bindings.iter().map(|_| None).collect(),
            bindings,
        })
    }

    /// Complex numbers are computed by their parts: no statement has the form that the program
    /// gives it.
    fn refuse_complex(&self, stmt: &Stmt) -> Result<()> {
        let complex = &self.program.types.complex;
        let is_complex = |ty: &Type| match ty.innermost() {
            Type::Record(record) => complex.iter().any(|(_, known)| known == record),
            _ => false,
        };
        let mut found = false;
        stmt.parts(&mut |part| {
            if let Part::Object(place) | Part::Address(place) = part {
                found |= is_complex(&place.ty.ty) || is_complex(&place.base_ty);
                found |= place.steps.iter().any(|step| match step {
                    Step::Field(record, _) => is_complex(&Type::Record(*record)),
                    Step::Index(_) => false,
                });
            }
        });
        if !found || self.program.observed.events.is_empty() {
            return Ok(());
        }
        let message = "complex numbers are not supported here: patterns cannot tell what the program does with them";
        let kind = ErrorKind::Unsupported;
        Err(LoadError::at(kind, self.sources, stmt.pos, message))
    }

    /// An output of inline assembly, and what a built-in function computes beside its result, is
    /// assigned without a value that a pattern could match.
    fn refuse_watched(&self, place: &'a Place, writer: &str, pos: Pos) -> Result<()> {
        let mut events = self.program.observed.events.iter();
        match events.find(|e| self.matcher.assigns(&e.pattern, place)) {
            Some(event) => {
                let message = format!(
                    "{writer} assigns here what the pattern `{}` is about",
                    event.title
                );
                let error = LoadError::at(ErrorKind::Unsupported, self.sources, pos, message);
                Err(error.help("let it write to another variable, and assign that one"))
            }
            None => Ok(()),
        }
    }

    /// An event gets an object with a type state itself. When it happens after the statement, the
    /// members must be those that the statement used.
    fn refuse_late(
        &self,
        events: &[Met<'_>],
        assigned: Option<&Place>,
        calls: bool,
        pos: Pos,
    ) -> Result<()> {
        let body = self.matcher.body();
        for met in events.iter().filter(|met| met.after) {
            for (index, (number, what)) in met.bindings.iter().enumerate() {
                let ty = type_of(self.program, *what);
                let late = ty.is_none_or(|ty| self.program.carries_state(&ty))
                    && late::may_change(body, what, assigned, calls)
                    && late::uses_members(self.program, met.function, index);
                if late {
                    let message = format!(
                        "`${number}` stands here for a structure with a type state, which this \
                         statement may change: what its members were, the event cannot read \
                         afterwards"
                    );
                    let kind = ErrorKind::Unsupported;
                    let error = LoadError::at(kind, self.sources, pos, message);
                    return Err(error.help(
                        "use only the type state there, or let the event happen before the statement",
                    ));
                }
            }
        }
        Ok(())
    }

    // -- assignments

    fn assignment(
        &mut self,
        pos: Pos,
        place: &'a Place,
        mut value: Value,
        mut events: Vec<Met<'a>>,
    ) -> Result<()> {
        self.hear(&events, pos);
        let mut to = place.clone();
        self.refuse_late(&events, Some(place), false, pos)?;
        if events.iter().any(|met| met.after) {
            // An object with a type state is handed to events itself.
            if !(value.is_stable() && self.program.carries_state(&value.ty)) {
                value = self.out.save(value);
            }
            self.out.settle(&mut to);
        } else if !events.is_empty() && !value.is_stable() {
            value = self.out.save(value);
        }
        self.early(&mut events, (&[], Some(place)), Some(&value), pos);
        let (after, before): (Vec<_>, Vec<_>) = events.into_iter().partition(|met| met.after);
        for met in before {
            self.happen(met, Some((place, &to)), (None, None), pos);
        }
        self.out.emit(pos, Kind::Assign(to.clone(), value));
        for met in after {
            self.happen(met, Some((place, &to)), (None, None), pos);
        }
        Ok(())
    }

    // -- calls

    /// A function that does not return has no result that an event could wait for.
    fn refuse_endless(&self, events: &[Met<'_>], f: u32, pos: Pos) -> Result<()> {
        let endless = self.program.function(f).is_some_and(|f| f.noreturn);
        if !endless || !events.iter().any(Met::has_returned) {
            return Ok(());
        }
        let message = "an event is about the result of this function, which does not return";
        let kind = ErrorKind::Specification;
        Err(LoadError::at(kind, self.sources, pos, message))
    }

    /// A call of a known function; `made` is what becomes of the statement.
    fn call(&mut self, stmt: &'a Stmt, call: &'a Call, f: u32, mut made: Call) -> Result<()> {
        let names = self.program.spellings(f).concat();
        let mut events = self.prepared(self.matcher.calls(stmt, call, &names), stmt.pos)?;
        let assigned = self.prepared(self.matcher.results(stmt, call), stmt.pos)?;
        if events.is_empty() && self.is_watched(f) {
            self.out.emit(stmt.pos, Kind::Heard(Heard::Miss(f)));
        }
        self.refuse_rivals(assigned.iter().chain(&events), stmt.pos)?;
        self.refuse_endless(&events, f, stmt.pos)?;
        self.hear(&events, stmt.pos);
        let after = events.iter().any(|met| met.after);
        for arg in &mut made.args {
            // An object with a type state is handed to events itself, a list to functions.
            let itself = arg.ty == Type::VaList || self.program.carries_state(&arg.ty);
            if (after || !arg.is_stable()) && !itself {
                *arg = self.out.save(arg.clone());
            }
        }
        let result = call.result.as_ref().map(|to| &to.place);
        self.refuse_late(&events, result, true, stmt.pos)?;
        self.early(&mut events, (&made.args, result), None, stmt.pos);
        let (after, before): (Vec<_>, Vec<_>) = events.into_iter().partition(|met| met.after);
        self.surrounded(stmt.pos, call, made, assigned, (before, after))
    }

    fn surrounded(
        &mut self,
        pos: Pos,
        call: &'a Call,
        mut made: Call,
        assigned: Vec<Met<'a>>,
        (before, after): (Vec<Met<'a>>, Vec<Met<'a>>),
    ) -> Result<()> {
        let original = call.result.as_ref().map(|to| &to.place);
        if let (Some(to), true) = (&mut made.result, !after.is_empty()) {
            self.out.settle(&mut to.place);
        }
        let to = made.result.as_ref().map(|to| to.place.clone());
        let lhs = original.zip(to.as_ref());
        for met in before {
            self.happen(met, lhs, (None, None), pos);
        }
        let result = made
            .result
            .as_ref()
            .map(|to| Value::load(to.place.clone(), pos));
        // What the function returns is looked at before it is converted and assigned.
        let looked_at = after.iter().any(Met::has_returned);
        let returned = (looked_at || result.is_some() && !assigned.is_empty()).then(|| {
            let place = self.out.temporary(&call.ty, Role::Saved);
            Value::load(place, pos)
        });
        let Some(raw) = &returned else {
            self.out.emit(pos, Kind::Call(made));
            for met in after {
                self.happen(met, lhs, (result.as_ref(), None), pos);
            }
            return Ok(());
        };
        let place = match &raw.kind {
            ValueKind::Load(place) => (**place).clone(),
            _ => return Ok(()),
        };
        let through = Vec::new();
        let stored = made.result.replace(Destination { place, through });
        self.out.emit(pos, Kind::Call(made));
        if let Some((stored, original)) = stored.zip(original) {
            let value = stored.through.iter().fold(raw.clone(), |value, ty| {
                Value::new(ValueKind::Convert(Box::new(value)), ty.clone(), pos)
            });
            match assigned.is_empty() {
                true => self.out.emit(pos, Kind::Assign(stored.place, value)),
                false => self.assignment(pos, original, value, assigned)?,
            }
        }
        for met in after {
            self.happen(met, lhs, (result.as_ref(), returned.as_ref()), pos);
        }
        Ok(())
    }

    /// What a pattern asks of a constant has to be known.
    fn refuse_unclear(&self) -> Result<()> {
        let error = |kind, pos, message| Err(LoadError::at(kind, self.sources, pos, message));
        if let Some(pos) = self.matcher.changed() {
            let message = "a variable of a pattern stands here for a part of an operand, which may change before the statement, while other operands are evaluated";
            let error: Result<()> = error(ErrorKind::Unsupported, pos, message);
            let help = "evaluate the operands with effects in front of the statement";
            return error.map_err(|e| e.help(help));
        }
        let Some(pos) = self.matcher.unclear() else {
            return Ok(());
        };
        let message = "whether this constant is the number of an event is not known";
        error(ErrorKind::Unsupported, pos, message)
    }

    /// Whether some event is about calls of this function, wherever they stand.
    fn is_watched(&self, f: u32) -> bool {
        let names = self.program.spellings(f).concat();
        let events = self.program.observed.events.iter();
        let mut anywhere = events.filter(|e| e.pattern.at.is_empty());
        anywhere.any(|e| names.iter().any(|name| e.pattern.watches(name)))
    }

    /// A call through a pointer: a case of its own for each function that some event is about.
    fn pointer(
        &mut self,
        stmt: &'a Stmt,
        call: &'a Call,
        pointer: &'a Value,
        ty: &'a FunctionType,
    ) -> Result<()> {
        let (pos, program) = (stmt.pos, self.program);
        let watched = |f: &&u32| {
            let Some(function) = program.function(**f) else {
                return false;
            };
            program.is_watched(**f) && self.conversions.may_call(&program.types, ty, &function.ty)
        };
        let taken = self.reached.taken.iter();
        let watched: Vec<u32> = taken.filter(watched).copied().collect();
        let assigned = self.prepared(self.matcher.results(stmt, call), pos)?;
        self.refuse_rivals(assigned.iter(), pos)?;
        let mut made = call.clone();
        if watched.is_empty() {
            return self.surrounded(pos, call, made, assigned, Default::default());
        }
        for arg in made.args.iter_mut().filter(|arg| !arg.is_stable()) {
            *arg = self.out.save(arg.clone());
        }
        let pointer = self.out.save(pointer.clone());
        if let Some(Place {
            base: Base::Local(l),
            ..
        }) = made.result.as_ref().map(|to| &to.place)
        {
            let local = self.out.locals.get_mut(*l as usize);
            if let Some(local) = local.filter(|local| local.role == Role::Saved) {
                local.role = Role::Chosen;
            }
        }
        let join = self.out.new_label();
        for f in &watched {
            let (hit, miss) = (self.out.new_label(), self.out.new_label());
            let function = Value::new(ValueKind::Function(*f), pointer.ty.clone(), pos);
            let sides = (Box::new(pointer.clone()), Box::new(function));
            let is = ValueKind::Compare(Relation::Eq, sides.0, sides.1);
            let is = Value::new(is, Type::INT, pos);
            self.out.emit(pos, Kind::Branch(is, hit, miss));
            self.out.place_label(hit, pos);
            let mut case = made.clone();
            case.callee = Callee::Pointed(*f, ty.clone());
            self.call(stmt, call, *f, case)?;
            self.out.emit(pos, Kind::Goto(join));
            self.out.place_label(miss, pos);
        }
        made.callee = Callee::Pointer {
            pointer,
            ty: ty.clone(),
            except: watched,
        };
        self.surrounded(pos, call, made, assigned, Default::default())?;
        self.out.place_label(join, pos);
        Ok(())
    }

    // -- events

    fn hear(&mut self, events: &[Met<'_>], pos: Pos) {
        for met in events {
            self.out.emit(pos, Kind::Heard(Heard::Match(met.event)));
        }
    }

    /// Evaluates what must be evaluated before the statement: values, and where places are. That of
    /// the statement's own place is the statement's affair.
    fn early(
        &mut self,
        events: &mut [Met<'a>],
        (args, own): (&[Value], Option<&Place>),
        assigned: Option<&Value>,
        pos: Pos,
    ) {
        for met in events {
            for (slot, (_, what)) in met.values.iter_mut().zip(&met.bindings) {
                let value = match *what {
                    What::Argument(index, _) => args.get(index).cloned(),
                    What::Expr(e) => Some(e.clone()),
                    What::Value(_) => assigned.cloned(),
                    What::First => Some(Value::new(ValueKind::Int(0), Type::INT, pos)),
                    What::Part(place, steps) => {
                        let object = part(self.program, place, steps);
                        Some(Value::load(object, pos))
                    }
                    What::Address(place, steps) => {
                        let object = part(self.program, place, steps);
                        let ty = object.ty.ty.clone().pointer_to();
                        Some(Value::new(ValueKind::Address(Box::new(object)), ty, pos))
                    }
                    What::Place(place, steps) => {
                        let other = own.is_none_or(|own| !std::ptr::eq(own, place));
                        let object = || part(self.program, place, steps);
                        *slot = (met.after && other).then(|| self.settled(object(), pos));
                        None
                    }
                    What::Pointed(e) => {
                        *slot = met.after.then(|| self.settled(pointed(e), pos));
                        None
                    }
                    What::Returned(_) => None,
                };
                let Some(value) = value else { continue };
                let value = self.passed(value, pos);
                *slot = Some(match met.after {
                    true => self.out.save(value),
                    false => value,
                });
            }
        }
    }

    /// What an object is when it is read, wherever what says where it is has gone.
    fn settled(&mut self, mut object: Place, pos: Pos) -> Value {
        for operand in object.operands_mut() {
            *operand = self.out.save(operand.clone());
        }
        self.passed(Value::load(object, pos), pos)
    }

    /// A value as an event's function takes it: objects with a type state by reference.
    fn passed(&mut self, value: Value, pos: Pos) -> Value {
        if !self.program.carries_state(&value.ty) {
            return value;
        }
        let ty = value.ty.clone().pointer_to();
        let place = match value.kind {
            ValueKind::Load(place) => place,
            _ => {
                let place = self.out.temporary(&value.ty, Role::Saved);
                self.out.emit(pos, Kind::Assign(place.clone(), value));
                Box::new(place)
            }
        };
        Value::new(ValueKind::Address(place), ty, pos)
    }

    /// Lets an event happen now. The assigned place, if it is one, is where it was found. The
    /// results are what is assigned, and what the function returned.
    fn happen(
        &mut self,
        met: Met<'a>,
        lhs: Option<(&Place, &Place)>,
        (result, returned): (Option<&Value>, Option<&Value>),
        pos: Pos,
    ) {
        let mut values = Vec::with_capacity(met.values.len());
        for (value, (_, what)) in met.values.into_iter().zip(&met.bindings) {
            let value = match (value, *what) {
                (Some(value), _) => value,
                (None, What::Place(place, steps)) => {
                    let found = lhs.filter(|(original, _)| std::ptr::eq(place, *original));
                    let found = found.map_or(place, |(_, found)| found);
                    let object = part(self.program, found, steps);
                    self.passed(Value::load(object, pos), pos)
                }
                (None, What::Value(ty) | What::Returned(ty)) => {
                    let known = match what {
                        What::Returned(_) => returned,
                        _ => result,
                    };
                    // The result of a call that has not happened yet is any value.
                    let unknown = || Value::new(ValueKind::Unknown, ty.clone(), pos);
                    let value = known.cloned().unwrap_or_else(unknown);
                    self.passed(value, pos)
                }
                (None, What::Pointed(e)) => {
                    let object = pointed(e);
                    self.passed(Value::load(object, pos), pos)
                }
                (None, What::First) => Value::new(ValueKind::Int(0), Type::INT, pos),
                (None, What::Part(place, steps)) => {
                    let object = part(self.program, place, steps);
                    self.passed(Value::load(object, pos), pos)
                }
                (None, What::Address(place, steps)) => {
                    let object = part(self.program, place, steps);
                    let ty = object.ty.ty.clone().pointer_to();
                    Value::new(ValueKind::Address(Box::new(object)), ty, pos)
                }
                (None, What::Argument(_, e) | What::Expr(e)) => self.passed(e.clone(), pos),
            };
            values.push(value);
        }
        self.out.emit(pos, Kind::Observe(met.function, values));
    }
}

/// The first steps of a place.
fn part(program: &Program, place: &Place, steps: usize) -> Place {
    let mut part = place.clone();
    if steps < part.steps.len() {
        part.steps.truncate(steps);
        let whole = type_of(program, What::Place(place, steps));
        part.ty.ty = whole.unwrap_or(Type::Void);
    }
    part
}

/// What a pointer points to.
fn pointed(pointer: &Value) -> Place {
    let ty = pointer.ty.pointee().cloned().unwrap_or(Type::Void.into());
    Place {
        base: Base::Deref(Box::new(pointer.clone())),
        base_ty: ty.ty.clone(),
        steps: Vec::new(),
        ty,
    }
}

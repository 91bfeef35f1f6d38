//! Observers beside the program (paper 002, section 2.2): events happen at the statements that they
//! match.
//!
//! An event is a function of its pattern's variables, inlined before or after the statement. A
//! variable that stands for a value has the value that the statement used; one that stands for a
//! place is read when the event happens.

use super::call::Argument;
use super::place::{At, Spot};
use super::{Lowerer, Result};
use crate::approximation::Approximation;
use crate::diagnostic::{Diagnostic, ErrorKind};
use crate::ir::{Expr, ExprKind, Place};
use crate::memory::LEAVES_MAX;
use crate::spec::pattern::{
    behind_conversions, type_of, Bindings, Kind, Matcher, Pattern, Site, Use, What,
};
use crate::types::Type;
use proofmark_logic::arena::{Expr as Term, VarId};
use proofmark_logic::cfa::{LocId, Pos};
use proofmark_logic::types::IntType;
use std::collections::BTreeSet;

/// What becomes of the result of the call that is lowered next.
pub(super) enum Usage<'p> {
    /// Nothing.
    Unused,
    /// An expression goes on with it.
    Temporary(&'p Type),
    /// It is assigned; these events match the assignment.
    Assigned {
        place: &'p Place,
        spot: Spot,
        events: Vec<usize>,
    },
}

/// An event that a statement meets.
pub(super) struct Met<'p> {
    event: usize,
    after: bool,
    function: u32,
    bindings: Bindings<'p>,
    /// The values that are known already.
    values: Vec<Option<Argument>>,
}

/// Events after an assignment from a call, which wait until the result is stored. With a variable
/// and a number: only if that choice was made.
pub(super) struct Deferred<'p> {
    met: Met<'p>,
    chosen: Option<(VarId, IntType, i128)>,
}

/// What observers heard while the program was lowered, with locations that lead there. For
/// messages, and to tell whether a specification is about the program at all.
#[derive(Default)]
pub struct Heard {
    /// Which events happen where.
    pub matches: BTreeSet<(usize, Pos, LocId)>,
    /// Where which final conditions are checked.
    pub ends: BTreeSet<(usize, Pos, LocId)>,
    /// Calls of functions that patterns name, where no pattern matches.
    pub missed: BTreeSet<(u32, Pos, LocId)>,
    /// Calls.
    pub calls: BTreeSet<(u32, LocId)>,
    /// The program's functions with bodies whenever they are entered.
    pub entered: Vec<(u32, LocId)>,
}

/// What happens to type states.
#[derive(Clone, Copy)]
pub(super) enum NewState {
    /// All members become zero.
    Zero,
    /// Nothing is known of them.
    Unknown,
    /// They become those of the object at this address.
    CopyOf(Term),
}

impl<'p> Lowerer<'p> {
    fn watching(&self) -> bool {
        self.program.observed.active && !self.observing
    }

    // -- matching

    /// The events that match a statement, at most one of each observer.
    fn met(
        &mut self,
        pos: Pos,
        others: &[usize],
        matched: impl Fn(&Matcher<'p>, &Pattern) -> Option<Bindings<'p>>,
    ) -> Result<Vec<Met<'p>>> {
        let program = self.program;
        let matcher = Matcher {
            program,
            function: self.instances.last().map_or(u32::MAX, |i| i.function),
        };
        let site = Site {
            labels: &self.labels,
            file: self.sources.file_name(pos),
            line: pos.line,
        };
        let mut found: Vec<(usize, Bindings<'p>)> = Vec::new();
        for (index, event) in program.observed.events.iter().enumerate() {
            let Some(bindings) =
                matched(&matcher, &event.pattern).filter(|_| event.pattern.applies(&site))
            else {
                continue;
            };
            let rival = found
                .iter()
                .map(|(i, _)| *i)
                .chain(others.iter().copied())
                .find(|i| {
                    program
                        .observed
                        .events
                        .get(*i)
                        .is_some_and(|e| e.observer == event.observer)
                });
            if let Some(rival) = rival.and_then(|i| program.observed.events.get(i)) {
                let place = |pos: Pos| Diagnostic::at(self.sources, pos, "");
                let (a, b) = (place(rival.pos), place(event.pos));
                let message = format!(
                    "two events match this statement: `{}` ({}:{}) and `{}` ({}:{})",
                    rival.title, a.file, a.line, event.title, b.file, b.line
                );
                let error =
                    crate::LoadError::at(ErrorKind::Specification, self.sources, pos, message);
                return Err(error.help("the specification is ambiguous for this program: make one of the patterns more specific"));
            }
            found.push((index, bindings));
        }
        let mut out = Vec::with_capacity(found.len());
        for (event, bindings) in found {
            out.push(self.prepare(event, bindings)?);
            self.heard.matches.insert((event, pos, self.at));
        }
        Ok(out)
    }

    fn prepare(&self, event: usize, bindings: Bindings<'p>) -> Result<Met<'p>> {
        let types: Option<Vec<Type>> = bindings
            .iter()
            .map(|(_, what)| type_of(self.program, *what))
            .collect();
        let known = self.program.observed.events.get(event);
        let function = known.zip(types).and_then(|(e, types)| {
            e.instances
                .iter()
                .find(|(t, _)| *t == types)
                .map(|(_, f)| *f)
        });
        let (Some(function), Some(known)) = (function, known) else {
            let message = "an event matches this call, but the types of its arguments are not those of the function";
            return Err(self.fail(ErrorKind::Unsupported, message));
        };
        let values = bindings.iter().map(|_| None).collect();
        Ok(Met {
            event,
            after: known.after,
            function,
            bindings,
            values,
        })
    }

    fn call_events(
        &mut self,
        f: u32,
        args: &'p [Expr],
        usage: Option<&Usage<'p>>,
    ) -> Result<Vec<Met<'p>>> {
        let program = self.program;
        let Some(function) = program
            .functions
            .get(f as usize)
            .filter(|_| self.watching())
        else {
            return Ok(Vec::new());
        };
        let (result, others): (Use<'p>, &[usize]) = match usage {
            Some(Usage::Assigned { place, events, .. }) => (Use::Assigned(place), events),
            Some(Usage::Temporary(Type::Void) | Usage::Unused) | None => (Use::Unused, &[]),
            Some(Usage::Temporary(ty)) => (Use::Temporary(ty), &[]),
        };
        let pos = self.pos;
        let mut met = Vec::new();
        // Patterns that name another alias count where none names the one that is used.
        for names in program.spellings(f) {
            if met.is_empty() {
                met = self.met(pos, others, |m, p| {
                    let mut names = names.iter();
                    names.find_map(|name| m.call(p, name, args, result))
                })?;
            }
        }
        self.heard.calls.insert((f, self.at));
        if met.is_empty()
            && program
                .observed
                .events
                .iter()
                .any(|e| e.pattern.at.is_empty() && e.pattern.watches(&function.name))
        {
            self.heard.missed.insert((f, pos, self.at));
        }
        Ok(met)
    }

    /// Whether some event is about calls of this function.
    pub(super) fn is_watched(&self, f: u32) -> bool {
        self.watching() && self.program.is_watched(f)
    }

    /// An output of inline assembly is assigned without a value that a pattern could match.
    pub(super) fn refuse_watched(&self, place: &'p Place) -> Result<()> {
        if !self.watching() {
            return Ok(());
        }
        let matcher = Matcher {
            program: self.program,
            function: self.instances.last().map_or(u32::MAX, |i| i.function),
        };
        match self
            .program
            .observed
            .events
            .iter()
            .find(|e| matcher.assigns(&e.pattern, place))
        {
            Some(event) => {
                let message = format!(
                    "inline assembly assigns here what the pattern `{}` is about",
                    event.title
                );
                Err(self
                    .fail(ErrorKind::Unsupported, message)
                    .help("let it write to another variable, and assign that one"))
            }
            None => Ok(()),
        }
    }

    /// Whether some event is about assignments.
    pub(super) fn watches_assignments(&self) -> bool {
        self.watching()
            && self
                .program
                .observed
                .events
                .iter()
                .any(|e| matches!(e.pattern.kind, Kind::Assign(..)))
    }

    // -- calls

    /// Calls a function; where its result is, if it has one.
    pub(super) fn call(&mut self, f: u32, args: &'p [Expr]) -> Result<Option<Spot>> {
        let usage = self.usage.take();
        let events = self.call_events(f, args, usage.as_ref())?;
        // A call of an alias is a call of what it stands for.
        let target = self.link(f);
        if events.is_empty() {
            self.heard.calls.insert((target, self.at));
            return self.plain_call(f, args);
        }
        let f = target;
        let pos = self.pos;
        let values = self.arguments(args)?;
        self.pos = pos;
        self.observed_call(f, values, args, events, usage.as_ref(), None)
    }

    /// A variable for the case of a call through a pointer; 0 before the choice.
    pub(super) fn choice(&mut self) -> Option<(VarId, IntType)> {
        if !self.watching() {
            return None;
        }
        let ty = self.program.types.address();
        let (var, _) = self.temp(ty);
        let none = self.arena.lit(0);
        self.assign(var, none);
        Some((var, ty))
    }

    /// One case of a call through a pointer. `choice` is the number of the case, for events that
    /// come after the result is stored.
    pub(super) fn pointed_call(
        &mut self,
        f: u32,
        values: &[Argument],
        args: &'p [Expr],
        usage: Option<&Usage<'p>>,
        choice: Option<(VarId, IntType, i128)>,
    ) -> Result<Option<Spot>> {
        let events = self.call_events(f, args, usage)?;
        if events.is_empty() {
            return self.call_candidate(f, values, args);
        }
        let values = values.iter().map(Argument::again).collect();
        self.observed_call(f, values, args, events, usage, choice)
    }

    fn observed_call(
        &mut self,
        f: u32,
        values: Vec<Argument>,
        args: &'p [Expr],
        mut events: Vec<Met<'p>>,
        usage: Option<&Usage<'p>>,
        choice: Option<(VarId, IntType, i128)>,
    ) -> Result<Option<Spot>> {
        let pos = self.pos;
        if self.is_intrinsic(f) && args.iter().any(|a| a.effects) {
            return Err(self.fail(ErrorKind::Unsupported, "an event matches this call, whose arguments have side effects: evaluate them first"));
        }
        let lhs = match usage {
            Some(Usage::Assigned { place, spot, .. }) => Some((*place, spot)),
            _ => None,
        };
        let values: Vec<Argument> = values
            .into_iter()
            .map(|v| match v {
                Argument::Scalar(term, ty) => Argument::Scalar(self.save(term, &ty), ty),
                other => other,
            })
            .collect();
        for met in &mut events {
            self.early(met, &values, None)?;
        }
        let (after, before): (Vec<_>, Vec<_>) = events.into_iter().partition(|m| m.after);
        for met in before {
            self.happen(met, lhs, None)?;
        }
        self.pos = pos;
        let result = match self.intrinsic(f, args)? {
            Some(done) => done,
            None => {
                let values = if choice.is_some() {
                    self.adapt(f, &values)
                } else {
                    values
                };
                self.call_with(f, values, args)?
            }
        };
        self.pos = pos;
        if lhs.is_some() {
            if let (Some((var, ty, number)), false) = (choice, after.is_empty()) {
                let number = self.arena.lit(number);
                let number = self.arena.wrap(ty, number);
                self.assign(var, number);
            }
            let waiting = after.into_iter().map(|met| Deferred {
                met,
                chosen: choice,
            });
            match self.deferred.last_mut() {
                Some(list) => list.extend(waiting),
                None => {
                    return Err(self.fail(
                        ErrorKind::Internal,
                        "an event waits for an assignment that never comes",
                    ))
                }
            }
            return Ok(result);
        }
        for met in after {
            let value = match &result {
                Some(spot) => Some(self.argument_of(&spot.clone())?),
                None => None,
            };
            self.happen(met, None, value.as_ref())?;
        }
        Ok(result)
    }

    /// Runs the events that waited for an assignment.
    fn run_deferred(&mut self, waiting: Vec<Deferred<'p>>, lhs: (&'p Place, &Spot)) -> Result<()> {
        let pos = self.pos;
        for Deferred { met, chosen } in waiting {
            let Some((var, ty, number)) = chosen else {
                self.happen(met, Some(lhs), None)?;
                continue;
            };
            let (yes, no) = (self.new_loc(pos), self.new_loc(pos));
            let (choice, number) = (self.arena.var(var, ty), self.arena.lit(number));
            let atom = self.arena.eq(choice, number);
            self.split(atom, true, yes, no);
            self.at = yes;
            self.happen(met, Some(lhs), None)?;
            self.flow_to(no);
        }
        Ok(())
    }

    // -- assignments

    /// Stores a value that the program assigns.
    pub(super) fn store_assigned(
        &mut self,
        place: &'p Place,
        spot: &Spot,
        value: &'p Expr,
        pos: Pos,
    ) -> Result<()> {
        if !self.watching() {
            return self.store(spot, value);
        }
        let events = self.met(pos, &[], |m, p| m.assignment(p, place, value))?;
        let from_call = matches!(
            behind_conversions(value).kind,
            ExprKind::Call(..) | ExprKind::CallPointer(..)
        );
        if from_call {
            self.deferred.push(Vec::new());
            self.usage = Some(Usage::Assigned {
                place,
                spot: spot.clone(),
                events: events.iter().map(|m| m.event).collect(),
            });
        }
        if events.is_empty() {
            self.store(spot, value)?;
        } else {
            let assigned = self.evaluated(value)?;
            self.pos = pos;
            self.observed_store(place, spot, assigned, events)?;
        }
        self.usage = None;
        let waiting = if from_call {
            self.deferred.pop().unwrap_or_default()
        } else {
            Vec::new()
        };
        self.pos = pos;
        self.run_deferred(waiting, (place, spot))
    }

    /// What an initialiser cleared without naming it, where events are about that.
    pub(super) fn store_cleared(&mut self, local: u32) -> Result<()> {
        let program = self.program;
        let function = self.instances.last().map_or(u32::MAX, |i| i.function);
        let parts = program.observed.cleared.get(&(function, local));
        let pos = self.pos;
        for (place, zero) in parts.into_iter().flatten() {
            let spot = self.spot(place)?;
            self.store_assigned(place, &spot, zero, pos)?;
        }
        Ok(())
    }

    /// Stores the new value of an update.
    pub(super) fn store_updated(
        &mut self,
        place: &'p Place,
        spot: &Spot,
        new: &'p Expr,
        value: Term,
        pos: Pos,
    ) -> Result<()> {
        if !self.watching() {
            return self.write(spot, value);
        }
        let events = self.met(pos, &[], |m, p| m.assignment(p, place, new))?;
        if events.is_empty() {
            return self.write(spot, value);
        }
        self.pos = pos;
        let value = self.save(value, &new.ty);
        self.observed_store(place, spot, Argument::Scalar(value, new.ty.clone()), events)
    }

    fn observed_store(
        &mut self,
        place: &'p Place,
        spot: &Spot,
        assigned: Argument,
        mut events: Vec<Met<'p>>,
    ) -> Result<()> {
        let pos = self.pos;
        for met in &mut events {
            self.early(met, &[], Some(&assigned))?;
        }
        let (after, before): (Vec<_>, Vec<_>) = events.into_iter().partition(|m| m.after);
        for met in before {
            self.happen(met, Some((place, spot)), None)?;
        }
        self.pos = pos;
        match assigned {
            Argument::Scalar(term, _) => self.write(spot, term)?,
            Argument::Record(from) => self.copy(spot, &from)?,
            Argument::Opaque(_) => {
                let zero = self.arena.lit(0);
                self.write(spot, zero)?;
            }
        }
        for met in after {
            self.happen(met, Some((place, spot)), None)?;
        }
        Ok(())
    }

    /// The value of an expression, kept from later changes.
    fn evaluated(&mut self, e: &'p Expr) -> Result<Argument> {
        match &e.ty {
            Type::Record(_) => Ok(Argument::Record(self.record(e)?)),
            ty if ty.is_scalar() => {
                let term = self.rvalue(e)?;
                Ok(Argument::Scalar(self.save(term, ty), ty.clone()))
            }
            _ => {
                self.effect(e)?;
                Ok(Argument::Opaque(Type::Void))
            }
        }
    }

    // -- variables of patterns

    /// Evaluates what must be evaluated before the statement: values.
    fn early(
        &mut self,
        met: &mut Met<'p>,
        values: &[Argument],
        assigned: Option<&Argument>,
    ) -> Result<()> {
        for (slot, (_, what)) in met.values.iter_mut().zip(&met.bindings) {
            *slot = match *what {
                What::Argument(index, e) => match (values.get(index), &e.kind) {
                    (_, ExprKind::Load(place)) if self.program.carries_state(&e.ty) => {
                        Some(self.held_by(place, place.steps.len(), None)?)
                    }
                    (Some(value), _) => Some(self.passed(value)?),
                    (None, _) => {
                        return Err(self.fail(ErrorKind::Internal, "an argument is missing"))
                    }
                },
                What::Expr(e) => {
                    if e.effects {
                        return Err(self.unclear());
                    }
                    match &e.kind {
                        ExprKind::Load(place) if self.program.carries_state(&e.ty) => {
                            Some(self.held_by(place, place.steps.len(), None)?)
                        }
                        _ => Some(self.evaluated(e)?),
                    }
                }
                What::Value(_) => match assigned {
                    Some(value) => Some(self.passed(value)?),
                    None => None,
                },
                What::Place(..) => None,
            };
        }
        Ok(())
    }

    fn unclear(&self) -> crate::LoadError {
        let error = self.fail(
            ErrorKind::Unsupported,
            "a pattern variable stands for a part of this statement that has side effects",
        );
        error.help("let the variable stand for the whole argument, or split the statement")
    }

    /// A value as an event's function takes it: objects with a type state by reference.
    fn passed(&mut self, value: &Argument) -> Result<Argument> {
        match value {
            Argument::Record(spot) if self.program.carries_state(&spot.ty) => {
                self.reference(&spot.clone())
            }
            other => Ok(other.again()),
        }
    }

    fn reference(&mut self, spot: &Spot) -> Result<Argument> {
        let address = self.address_of(spot)?;
        let address = self.save_machine(address, self.program.types.address());
        Ok(Argument::Scalar(address, spot.ty.clone().pointer_to()))
    }

    fn argument_of(&mut self, spot: &Spot) -> Result<Argument> {
        match &spot.ty {
            ty if self.program.carries_state(ty) => self.reference(spot),
            Type::Record(_) => Ok(Argument::Record(spot.clone())),
            ty if ty.is_scalar() => {
                let term = self.read(spot)?;
                Ok(Argument::Scalar(self.save(term, ty), ty.clone()))
            }
            _ => Ok(Argument::Opaque(Type::Void)),
        }
    }

    /// What a place holds now.
    fn held_by(
        &mut self,
        place: &'p Place,
        steps: usize,
        lhs: Option<(&'p Place, &Spot)>,
    ) -> Result<Argument> {
        let spot = match lhs {
            Some((assigned, spot))
                if std::ptr::eq(assigned, place) && steps == place.steps.len() =>
            {
                spot.clone()
            }
            _ if place.effects() => return Err(self.unclear()),
            _ => self.spot_of_path(place, steps, false)?,
        };
        self.argument_of(&spot)
    }

    /// Lets an event happen now.
    fn happen(
        &mut self,
        met: Met<'p>,
        lhs: Option<(&'p Place, &Spot)>,
        result: Option<&Argument>,
    ) -> Result<()> {
        let pos = self.pos;
        let mut values = Vec::with_capacity(met.values.len());
        for (value, (_, what)) in met.values.into_iter().zip(&met.bindings) {
            values.push(match (value, *what) {
                (Some(value), _) => value,
                (None, What::Place(place, steps)) => self.held_by(place, steps, lhs)?,
                (None, What::Value(ty)) => match result {
                    Some(value) => self.passed(value)?,
                    // The result of a call that has not happened yet.
                    None => {
                        let spot = self.unknown_record(ty)?;
                        self.argument_of(&spot)?
                    }
                },
                (None, _) => {
                    return Err(self.fail(ErrorKind::Internal, "a pattern variable has no value"))
                }
            });
        }
        self.pos = pos;
        self.observer(met.function, values)
    }

    /// Runs a function of an observer.
    pub(super) fn observer(&mut self, function: u32, values: Vec<Argument>) -> Result<()> {
        let (pos, usage) = (self.pos, self.usage.take());
        let before = std::mem::replace(&mut self.observing, true);
        self.inline(function, values)?;
        self.observing = before;
        self.usage = usage;
        self.pos = pos;
        Ok(())
    }

    /// Where a run ends: the final conditions must hold.
    pub(super) fn end_of_run(&mut self, status: Argument) -> Result<()> {
        let program = self.program;
        for (index, condition) in program.observed.finals.iter().enumerate() {
            self.heard.ends.insert((index, self.pos, self.at));
            self.observer(condition.function, Vec::new())?;
        }
        program
            .at_exit
            .map_or(Ok(()), |f| self.inline(f, vec![status]).map(|_| ()))
    }

    // -- type states

    /// The type states in an object of this type: offsets and records; `None` if there are too
    /// many.
    fn states_in(&self, ty: &Type, base: u64, out: &mut Vec<(u64, u32)>) -> Option<()> {
        if !self.program.carries_state(ty) {
            return Some(());
        }
        let types = &self.program.types;
        match ty {
            Type::Array(element, length) => {
                let size = types.size_of(&element.ty).ok()?;
                (0..(*length)?).try_for_each(|i| {
                    self.states_in(&element.ty, base.checked_add(i.checked_mul(size)?)?, out)
                })?;
            }
            Type::Record(record) => {
                out.extend(
                    self.program
                        .observed
                        .states
                        .iter()
                        .filter(|s| s.ty == *ty)
                        .map(|s| (base, s.record)),
                );
                types
                    .fields(*record)
                    .iter()
                    .try_for_each(|f| self.states_in(&f.ty.ty, base.checked_add(f.offset)?, out))?;
            }
            _ => {}
        }
        (out.len() <= LEAVES_MAX).then_some(())
    }

    /// Changes the type states in an object. `keep_free`: leave those alone that initial conditions
    /// choose.
    pub(super) fn set_states(&mut self, spot: &Spot, new: NewState, keep_free: bool) -> Result<()> {
        if self.program.observed.states.is_empty() || !self.program.carries_state(&spot.ty) {
            return Ok(());
        }
        let At::Memory { address, .. } = spot.at else {
            return Err(self.fail(
                ErrorKind::Internal,
                "an object with a type state has no address",
            ));
        };
        let mut parts = Vec::new();
        if self.states_in(&spot.ty, 0, &mut parts).is_none() {
            self.forget_states(Approximation::LargeObject);
            return Ok(());
        }
        let program = self.program;
        for (offset, record) in parts {
            if keep_free
                && program
                    .observed
                    .states
                    .iter()
                    .any(|s| s.record == record && s.free)
            {
                continue;
            }
            for (index, field) in program.types.fields(record).iter().enumerate() {
                let bytes = i128::from(offset) + i128::from(field.offset);
                let at = |this: &mut Self, object: Term| {
                    let address = this.offset(object, bytes);
                    Spot {
                        ty: field.ty.ty.clone(),
                        volatile: false,
                        at: At::Memory {
                            address,
                            field: Some((record, index)),
                            character: true,
                        },
                    }
                };
                let value = match new {
                    NewState::Zero => self.arena.lit(0),
                    NewState::Unknown => match self.machine(&field.ty.ty) {
                        Some(machine) => self.unknown(machine),
                        None => continue,
                    },
                    NewState::CopyOf(other) => {
                        let from = at(self, other);
                        self.read(&from)?
                    }
                };
                let to = at(self, address);
                self.write(&to, value)?;
            }
        }
        Ok(())
    }

    /// Type states are no memory of the program: bytes and assembly leave them alone.
    pub(super) fn note_kept_states(&mut self) {
        let mut states = self.program.observed.states.iter();
        if states.any(|s| matches!(s.ty, Type::Record(_))) {
            self.note("events", "type states", "Objects with a type state are copied or cleared as wholes: not byte by byte, and not by assembly.");
        }
    }

    /// Nothing is known of the type states of objects any more.
    pub(super) fn forget_states(&mut self, why: Approximation) {
        let program = self.program;
        let records: Vec<u32> = program
            .observed
            .states
            .iter()
            .filter(|s| matches!(s.ty, Type::Record(_)))
            .map(|s| s.record)
            .collect();
        let keys: Vec<_> = self
            .maps
            .keys()
            .copied()
            .filter(|k| matches!(k, crate::memory::MapKey::Field(r, _) if records.contains(r)))
            .collect();
        self.forget_maps(keys, why);
    }
}

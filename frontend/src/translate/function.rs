//! Functions: from their bodies to routines, and what a run starts with.

use super::call::Argument;
use super::passing::{parameter_type, Interface};
use super::place::{Home, Spot, Storage};
use super::routine::{CallKind, Hearing, Key, Origin, Room, Routine, Sequence, Side, Subject};
use super::{Instance, Result, Translator};
use crate::diagnostic::ErrorKind;
use crate::flatten::{Body, Local};
use crate::ir::Function;
use crate::partition::{Owner, Variable};
use crate::types::Type;
use proofmark_logic::cfa::Pos;
use std::rc::Rc;

/// What a run does: it starts in the entry function, and ends with what the specification demands.
pub struct Start {
    /// What it does.
    pub body: Sequence,
    /// Its locations.
    pub locations: Vec<Pos>,
    /// The entry function's name.
    pub name: String,
    /// Where that is declared.
    pub pos: Pos,
}

impl<'p> Translator<'p> {
    /// What a run does that starts in a function.
    ///
    /// # Errors
    /// Limits, and constructs without a model.
    pub fn start(&mut self, entry: u32) -> Result<Start> {
        let (function, body) = self.defined(entry)?;
        self.begin_routine(Side::Program, Room::Fixed, function.pos);
        self.out.open();
        self.out.hear(Hearing::Entered(entry));
        self.initial_state(function)?;
        let params = body.locals.iter().take(body.params);
        // Who calls it gives them; the range of a `_Bool` may decide a condition.
        for parameter in params.clone().filter(|_| function.name != "main") {
            self.note_truth_of(&parameter.ty.ty);
        }
        let unknown = params.map(|_| Argument::Opaque(Type::Void)).collect();
        let result = self.emit_call(entry, unknown, CallKind::Start)?;
        self.out.pos = body.end;
        let status = match result {
            Some(spot) if spot.ty.is_integer() => Argument::Scalar(self.read(&spot)?, spot.ty),
            _ => Argument::Opaque(Type::INT),
        };
        self.end_of_run(status)?;
        self.out.stop();
        Ok(Start {
            body: self.out.close(),
            locations: std::mem::take(&mut self.out.locations),
            name: function.name.clone(),
            pos: function.pos,
        })
    }

    /// What holds where a run starts in a function.
    fn initial_state(&mut self, function: &Function) -> Result<()> {
        self.initial_values(self.program.is_fresh(function))?;
        let observed = &self.program.observed;
        for condition in &observed.initial {
            let named = observed.functions.get(condition);
            self.note(
                "initial-condition",
                named.map_or("INITIAL", String::as_str),
                "Runs start in states where the specification's initial conditions hold.",
            );
            self.observer(*condition, Vec::new())?;
        }
        self.promises(function);
        if function.name != "main" {
            let how = match self.program.is_fresh(function) {
                true => "The run starts here with unknown arguments, and global variables have their initial values.",
                false => "The run starts here with unknown arguments, unknown global variables and unknown memory.",
            };
            self.note("harness", &function.name, how);
        }
        Ok(())
    }

    /// The code of a function, which is translated once for each side and kind of room.
    ///
    /// # Errors
    /// Limits, and constructs without a model.
    pub fn routine(&mut self, key: Key) -> Result<Rc<Routine>> {
        if let Some(known) = self.routines.get(&key) {
            return Ok(known.clone());
        }
        let (function, body) = self.defined(key.function)?;
        self.begin_routine(key.side, key.room, function.pos);
        self.out.open();
        let own = self.enter(key.function, function, body);
        let enter = self.out.close();
        let passing = self.passing(key.function, function, body);
        self.out.open();
        for (index, passed) in passing.interface.parameters.iter().enumerate() {
            self.hand_over(
                own.parameters.get(index),
                Some(passed),
                parameter_type(body, index),
            )?;
        }
        let arrive = self.out.close();
        self.out.open();
        self.body(body)?;
        let code = self.out.close();
        self.out.open();
        let (to, ty) = (passing.interface.result.as_ref(), &function.ty.result);
        self.hand_over(to, own.result.as_ref(), ty)?;
        let depart = self.out.close();
        self.leave_instance()?;
        let shown = self.program.observed.functions.get(&key.function);
        let routine = Rc::new(Routine {
            name: function.name.clone(),
            shown: shown.unwrap_or(&function.name).clone(),
            start: function.pos,
            end: body.end,
            variadic: function.ty.variadic,
            enter,
            interface: own.names(&self.arena),
            body: code,
            passing: passing.shared,
            arrive,
            depart,
            locations: std::mem::take(&mut self.out.locations),
        });
        self.routines.insert(key, routine.clone());
        Ok(routine)
    }

    fn begin_routine(&mut self, side: Side, room: Room, pos: Pos) {
        (self.side, self.room) = (side, room);
        self.out.pos = pos;
        // Where it ends, and the error.
        self.out.locations = vec![pos; 2];
    }

    /// A function that has a body.
    pub(super) fn defined(&self, f: u32) -> Result<(&'p Function, &'p Body)> {
        let body = self.code.bodies.get(f as usize).and_then(Option::as_ref);
        match (self.program.function(f), body) {
            (Some(function), Some(body)) => Ok((function, body)),
            _ => Err(self.fail(ErrorKind::Internal, "a function without a body is entered")),
        }
    }

    /// Declares the variables of a function, which is translated from here on.
    fn enter(&mut self, f: u32, function: &Function, body: &'p Body) -> Interface {
        self.enter_instance(Some(f), body, Vec::new(), None);
        let mut locals = Vec::with_capacity(body.locals.len());
        for (index, local) in body.locals.iter().enumerate() {
            locals.push(local.role.is_declared().then(|| {
                let storage = self.local_storage(f, body, index, local);
                self.note_constant(&local.ty, &storage);
                self.describe(&storage, Subject::Local(f, index));
                storage
            }));
        }
        let result = match &function.ty.result {
            Type::Void => None,
            ty => Some(self.storage("return", ty, false, Origin::Scratch)),
        };
        if let Some(storage) = &result {
            self.describe(storage, Subject::Result(f));
        }
        let parameters = locals.iter().take(body.params).flatten().cloned().collect();
        if let Some(instance) = self.instances.last_mut() {
            instance.locals = locals.into_iter().map(|l| l.map(Home::Object)).collect();
            instance.result = result.clone();
        }
        Interface { parameters, result }
    }

    /// Room for a local that the program declares.
    pub(super) fn local_storage(
        &mut self,
        f: u32,
        body: &Body,
        index: usize,
        local: &Local,
    ) -> Rc<Storage> {
        let number = u32::try_from(index).unwrap_or(u32::MAX);
        let variable = Variable::Local(Owner::Function(f), number);
        let in_memory = self.plan.in_memory(self.program, variable, &local.ty.ty);
        let origin = match index < body.params {
            true => Origin::Parameter,
            false => Origin::Program,
        };
        self.storage(&local.name, &local.ty.ty, in_memory, origin)
    }

    pub(super) fn enter_instance(
        &mut self,
        function: Option<u32>,
        body: &'p Body,
        locals: Vec<Option<Home>>,
        result: Option<Rc<Storage>>,
    ) {
        self.instances.push(Instance {
            function,
            body,
            locals,
            labels: vec![None; body.labels as usize],
            placed: vec![false; body.labels as usize],
            result,
        });
    }

    fn leave_instance(&mut self) -> Result<()> {
        let Some(instance) = self.instances.pop() else {
            return Ok(());
        };
        // A jump into an expression that was folded away would silently go nowhere.
        let mut labels = instance.labels.iter().zip(&instance.placed);
        if labels.any(|(label, placed)| label.is_some() && !placed) {
            let function = instance.function.unwrap_or(u32::MAX) as usize;
            let named = self.program.functions.get(function);
            let name = named.map_or("?", |f| f.name.as_str());
            return Err(self.fail(
                ErrorKind::Unsupported,
                format!("`{name}` jumps into an expression that is never evaluated"),
            ));
        }
        Ok(())
    }

    fn body(&mut self, body: &'p Body) -> Result<()> {
        // What `return` without a value, or falling off the end, yields is unknown (C11 6.9.1p12).
        if let Some(result) = self.instances.last().and_then(|i| i.result.clone()) {
            self.begin(&result)?;
        }
        if body.unordered.is_some() {
            let function = self.function_name();
            self.note("evaluation-order", &function, "Operands whose order C leaves open may interfere; they are evaluated from left to right.");
        }
        self.stmts(&body.stmts)?;
        self.out.pos = body.end;
        self.end_of_main()
    }

    /// What the `}` that ends `main` returns (C11 5.1.2.2.3).
    fn end_of_main(&mut self) -> Result<()> {
        let instance = self.instances.last();
        let function = instance.and_then(|i| self.program.function(i.function?));
        let zero = function.is_some_and(|f| f.ends_with_zero);
        let Some(result) = instance.and_then(|i| i.result.clone()).filter(|_| zero) else {
            return Ok(());
        };
        let (spot, zero) = (self.variable_spot(&result, &Type::INT), self.arena.lit(0));
        self.write(&spot, zero)
    }

    /// Copies what is passed, if anything is.
    fn hand_over(
        &mut self,
        to: Option<&Rc<Storage>>,
        from: Option<&Rc<Storage>>,
        ty: &Type,
    ) -> Result<()> {
        let (Some(to), Some(from)) = (to, from) else {
            return Ok(());
        };
        let (to, from): (Spot, Spot) = (self.variable_spot(to, ty), self.variable_spot(from, ty));
        self.copy(&to, &from)
    }
}

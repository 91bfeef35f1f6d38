//! How arguments and results get from one function to another.
//!
//! A copy of a function gets its arguments in its parameters, and leaves its result where it is:
//! the caller's names for them stand for the callee's. A procedure is passed them in variables that
//! all activations share.

use super::call::Argument;
use super::place::{Home, Spot, Storage};
use super::routine::{Call, CallKind, Entity, Key, Name, Origin, Sequence, Subject, What};
use super::{Result, Translator};
use crate::approximation::Approximation;
use crate::flatten::Body;
use crate::ir::Function;
use crate::types::Type;
use proofmark_logic::arena::{Arena, Expr as Term, Node};
use std::rc::Rc;

/// Where a function's parameters and its result are.
pub(super) struct Interface {
    pub(super) parameters: Vec<Rc<Storage>>,
    pub(super) result: Option<Rc<Storage>>,
}

/// Where a procedure's arguments and its result are passed.
pub(super) struct Passing {
    /// The number of its declaration.
    pub(super) shared: u32,
    pub(super) interface: Interface,
}

impl Interface {
    /// Its variables and objects, part by part.
    pub(super) fn names(&self, arena: &Arena) -> Vec<Name> {
        let storages = self.parameters.iter().chain(&self.result);
        storages.flat_map(|storage| names(arena, storage)).collect()
    }
}

fn names(arena: &Arena, storage: &Storage) -> Vec<Name> {
    match storage {
        Storage::Split(slots) => {
            let vars = slots.iter().filter_map(|slot| slot.var);
            vars.map(|(var, _)| Name::Var(var)).collect()
        }
        Storage::Memory { address, .. } => match arena.node(*address) {
            Node::Addr { object, .. } => vec![Name::Object(object)],
            Node::Var(var, _) => vec![Name::Var(var)],
            Node::Lit(_) | Node::Type(_) | Node::MapVar(..) | Node::App(..) => Vec::new(),
        },
    }
}

impl<'p> Translator<'p> {
    /// Where a procedure's arguments and its result are passed.
    pub(super) fn passing(&mut self, f: u32, function: &Function, body: &Body) -> Rc<Passing> {
        let key = (f, self.side);
        if let Some(known) = self.passing.get(&key) {
            return known.clone();
        }
        let name = &function.name;
        let (shared, interface) = self.shared(Entity::Scratch, |this| {
            let mut parameters = Vec::with_capacity(body.params);
            for (index, local) in body.locals.iter().take(body.params).enumerate() {
                let name = format!("{name}::argument.{}", local.name);
                let storage = this.storage(&name, &local.ty.ty, false, Origin::Program);
                this.describe(&storage, Subject::Argument(f, index));
                parameters.push(storage);
            }
            let result = match &function.ty.result {
                Type::Void => None,
                ty => {
                    let name = format!("{name}::result");
                    let storage = this.storage(&name, ty, false, Origin::Program);
                    this.describe(&storage, Subject::Result(f));
                    Some(storage)
                }
            };
            Interface { parameters, result }
        });
        let passing = Rc::new(Passing { shared, interface });
        self.passing.insert(key, passing.clone());
        passing
    }

    /// A call of a function with a body; where its result is.
    pub(super) fn emit_call(
        &mut self,
        f: u32,
        values: Vec<Argument>,
        kind: CallKind,
    ) -> Result<Option<Spot>> {
        let (function, body) = self.defined(f)?;
        let pos = self.out.pos;
        let passing = self.passing(f, function, body);
        self.out.open();
        for (index, storage) in passing.interface.parameters.iter().enumerate() {
            if let Some(value) = values.get(index) {
                let spot = self.variable_spot(storage, parameter_type(body, index));
                self.bind_parameter(&spot, value.again())?;
            }
        }
        let arguments = self.out.close();
        self.out.open();
        let (result, taken) = match &passing.interface.result {
            None => (None, None),
            Some(passed) => {
                let ty = &function.ty.result;
                let storage = self.scratch(ty);
                self.forget_storage(&storage)?;
                let to = self.variable_spot(&storage, ty);
                let from = self.variable_spot(passed, ty);
                self.copy(&to, &from)?;
                (Some(storage), Some(to))
            }
        };
        let taking = self.out.close();
        let own = self.stand_ins(f, body, result);
        let (pass, list) = self.pass((f, function, body), &own, values, kind)?;
        self.out.pos = pos;
        self.out.emit(What::Call(Box::new(Call {
            callee: Key {
                function: f,
                side: self.side,
                room: self.room,
            },
            kind,
            interface: own.names(&self.arena),
            list,
            pass,
            arguments,
            result: taking,
        })));
        Ok(taken)
    }

    /// Names for the parameters and the result of a callee: whoever copies it says what they stand
    /// for.
    fn stand_ins(&mut self, f: u32, body: &Body, result: Option<Rc<Storage>>) -> Interface {
        self.out.open();
        let locals = body.locals.iter().enumerate().take(body.params);
        let parameters = locals
            .map(|(index, local)| self.local_storage(f, body, index, local))
            .collect();
        self.out.close();
        Interface { parameters, result }
    }

    /// What gives the parameters of a copy their values, and where its variable arguments are.
    fn pass(
        &mut self,
        (f, function, body): (u32, &Function, &'p Body),
        own: &Interface,
        values: Vec<Argument>,
        kind: CallKind,
    ) -> Result<(Sequence, Option<Term>)> {
        let homes = own.parameters.iter();
        let homes = homes.map(|storage| Some(Home::Object(storage.clone())));
        self.enter_instance(Some(f), body, homes.collect(), None);
        self.out.open();
        let mut list = None;
        match kind {
            CallKind::Start if function.name == "main" => self.program_arguments(body)?,
            CallKind::Start => {}
            CallKind::Call => {
                if function.ty.variadic && body.varies {
                    let beyond = values.get(body.params..).unwrap_or_default();
                    list = Some(self.keep_variable_arguments(beyond)?);
                }
                for (index, (value, storage)) in values.into_iter().zip(&own.parameters).enumerate()
                {
                    let spot = self.variable_spot(storage, parameter_type(body, index));
                    self.bind_parameter(&spot, value)?;
                }
            }
        }
        self.instances.pop();
        Ok((self.out.close(), list))
    }

    fn bind_parameter(&mut self, spot: &Spot, value: Argument) -> Result<()> {
        match value {
            Argument::Scalar(term, ty)
                if self.machine(&spot.ty).is_some() && self.same_kind(&ty, &spot.ty) =>
            {
                let machine = self.machine(&spot.ty);
                let term = machine.map_or(term, |m| self.arena.wrap(m, term));
                self.write(spot, term)
            }
            Argument::Record(from) if from.ty == spot.ty => self.copy(spot, &from),
            // A call without a prototype that gets a type wrong is undefined (C11 6.5.2.2p6): any
            // value.
            _ => self.approximate(Approximation::CallType, |this| this.forget(spot)),
        }
    }
}

pub(super) fn parameter_type(body: &Body, index: usize) -> &Type {
    body.locals.get(index).map_or(&Type::Void, |l| &l.ty.ty)
}

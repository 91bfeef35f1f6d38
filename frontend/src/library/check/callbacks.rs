//! Callbacks: that they are the calls that the C makes is decided without proof, as is what they
//! may change; what is left to prove is what becomes of variables when one of them gets the result.

use super::{internal, number, Decided, Duties};
use crate::flatten::{Base, Call, Callee, Kind, Place, Stmt, Value, ValueKind};
use crate::library::callback::{is_result, signature};
use crate::library::compile::{error, parameters, Called, Role as Stands};
use crate::library::text::{Callback, Choose, Of};
use crate::library::writes;
use proofmark_logic::cfa::Pos;

impl Duties<'_> {
    /// Whether a callback is the call that a statement makes.
    pub(super) fn calls_back(
        &self,
        pos: Pos,
        stmt: usize,
        (callback, known): (&Callback, &Called),
    ) -> Decided<()> {
        let other = |why: &str| Err((pos, format!("the callback is another: {why}")));
        let stmt = self.stmt(stmt)?;
        let (call, pointer, ty) = match &stmt.kind {
            Kind::Call(call) => match &call.callee {
                Callee::Pointer {
                    pointer,
                    ty,
                    except,
                } if except.is_empty() => (call, pointer, ty),
                Callee::Pointer { .. } | Callee::Function(_) | Callee::Pointed(..) => {
                    return other("the C calls no pointer")
                }
            },
            _ => return other("the C calls nothing"),
        };
        if signature(self.program, &known.target) != Some(ty) {
            return other("it has another type, or parameters that are no numbers and pointers");
        }
        if !self.holds(pointer, &known.target) {
            return other("the C calls another pointer, or one that callers cannot name");
        }
        let params = ty.params.as_deref().unwrap_or_default();
        if call.args.len() != known.arguments.len() || call.args.len() != params.len() {
            return other("it has other arguments");
        }
        for (value, said) in call.args.iter().zip(&known.arguments) {
            if said.as_ref().is_some_and(|said| !self.holds(value, said)) {
                return other("an argument is another, or one that callers cannot name");
            }
        }
        self.result(call, callback.result.as_deref(), pos)?;
        for index in &callback.shared {
            self.is_shared(*index, callback.result.as_deref(), pos)?;
        }
        Ok(())
    }

    /// Whether a value is that of an object which callers find by the same expression.
    fn holds(&self, value: &Value, said: &Place) -> bool {
        let read = match &value.kind {
            ValueKind::Load(read) if read.ty.ty == said.ty.ty && !read.ty.is_unsteady() => read,
            _ => return false,
        };
        match (&read.base, &said.base) {
            (Base::Local(local), Base::Local(parameter)) => {
                let plain = read.steps.is_empty() && said.steps.is_empty();
                // Formal parameters come first in both.
                plain && local == parameter && self.is_formal(*local)
            }
            _ => writes::same(read, said) && self.is_entry(read),
        }
    }

    /// Where the result goes.
    fn result(&self, call: &Call, name: Option<&str>, pos: Pos) -> Decided<()> {
        let to = match (&call.result, name) {
            (None, None) => return Ok(()),
            (None, Some(_)) => return Err((pos, "nothing gets the result".to_owned())),
            (Some(to), _) => to,
        };
        let local = match to.place.base {
            Base::Local(local) if to.place.steps.is_empty() => local,
            Base::Local(_) | Base::Global(_) | Base::Deref(_) | Base::String(_) | Base::Result => {
                let why = "the result of a callback goes to no variable of the function";
                return Err((pos, why.to_owned()));
            }
        };
        let Some(name) = name else { return Ok(()) };
        let own = match name {
            "return" => self.result,
            name => self.variable(name),
        };
        let same = to.through.is_empty() && to.place.ty.ty == call.ty;
        match own == Some(local) && same && local as usize >= self.body.params {
            true => Ok(()),
            false => Err((pos, format!("`{name}` does not get the result as it is"))),
        }
    }

    /// Whether a predicate names nothing but what callers know, and the result.
    fn is_shared(&self, index: usize, result: Option<&str>, pos: Pos) -> Decided<()> {
        let own = parameters(self.f);
        let mut shared = true;
        let value = self.known.predicates.get(index);
        let value = value.ok_or_else(|| internal(error("a predicate is lost")))?;
        value.visit(&mut |kind| {
            let (ValueKind::Load(place) | ValueKind::Address(place)) = kind else {
                return;
            };
            let Base::Local(parameter) = place.base else {
                return;
            };
            shared &= match own.get(parameter as usize) {
                Some((Stands::Formal(i), ..)) => self.is_formal(number(*i)),
                Some((Stands::Constant(_), ..)) => true,
                Some((Stands::Local(_) | Stands::Result, ..)) => {
                    is_result(self.f, parameter, result)
                }
                None => false,
            };
        });
        let name = self.f.predicates.get(index).map_or("", String::as_str);
        match shared {
            true => Ok(()),
            false => Err((
                pos,
                format!("`{{{name}}}` names a variable that a callback's caller does not know"),
            )),
        }
    }

    /// What a callback does to the predicates that it does not set.
    pub(super) fn behind_callback(
        &mut self,
        pos: Pos,
        stmt: usize,
        (updates, callback): (&[(usize, Choose)], &Callback),
    ) -> Decided<()> {
        let stmt = self.stmt(stmt)?;
        let to = match &stmt.kind {
            Kind::Call(call) => call.result.as_ref().map(|to| to.place.clone()),
            _ => return Err(internal(error("a callback is lost"))),
        };
        let said = |index: usize| self.f.predicates.get(index).map_or("", String::as_str);
        for (index, choose) in updates {
            let mut literals = choose.sides().flat_map(|(cube, _)| cube);
            let set = literals.any(|l| match l.of {
                Of::Predicate(i) => callback.shared.contains(&i),
                Of::Result(_) => true,
            });
            if set || callback.shared.contains(index) {
                let why = format!("`{{{}}}` depends on what a callback sets", said(*index));
                return Err((pos, why));
            }
        }
        for index in (0..self.f.predicates.len()).filter(|i| !callback.shared.contains(i)) {
            let value = self.predicate(index)?;
            if !writes::may_change(&stmt, &value) {
                continue;
            }
            let update = updates.iter().find(|(p, _)| *p == index);
            let unknown = update.is_some_and(|(_, choose)| *choose == Choose::default());
            if writes::reads_memory(&value) && !unknown {
                let why = format!("a callback may change `{{{}}}`", said(index));
                return Err((pos, why));
            }
        }
        // All that is left of it: a variable gets any value.
        let left = to.map(|place| {
            let any = Value::new(ValueKind::Unknown, place.ty.ty.clone(), pos);
            Kind::Assign(place, any)
        });
        let left = left.map(|kind| Stmt { kind, ..stmt });
        for index in (0..self.f.predicates.len()).filter(|i| !callback.shared.contains(i)) {
            let value = self.predicate(index)?;
            let update = updates.iter().find(|(p, _)| *p == index);
            let changes = left
                .as_ref()
                .is_some_and(|left| writes::may_change(left, &value));
            if update.is_none() && !changes {
                continue;
            }
            let keep = Choose::keep(index);
            for (cube, becomes) in update.map_or(&keep, |(_, choose)| choose).sides() {
                let behind = self.duty(pos);
                self.cube(cube, None, behind.1)?;
                if let Some(left) = &left {
                    self.out.emit(behind.1, left.kind.clone());
                }
                self.demand(value.clone(), !becomes, behind.1);
                self.reject(behind);
            }
        }
        Ok(())
    }
}

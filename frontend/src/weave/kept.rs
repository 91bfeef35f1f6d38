//! Values that temporaries keep until the statement that uses them: there a pattern sees through
//! the temporary, and what one of its variables stands for must not have changed.

use super::constant;
use super::what::{reads, What};
use crate::accounting::is_folded;
use crate::flatten::{Base, Body, Call, Callee, Kind, Place, Role, Stmt, Value, ValueKind};
use crate::ir::Program;
use proofmark_logic::cfa::Pos;
use std::cell::Cell;
use std::collections::HashMap;

/// What the temporaries of a function keep.
pub(super) struct Kept<'p> {
    body: &'p Body,
    /// The statement that keeps the value, and the value.
    values: HashMap<u32, (usize, &'p Value)>,
    /// The calls whose results temporaries hold.
    calls: HashMap<u32, &'p Call>,
    /// The statement that is looked at.
    at: Cell<*const Stmt>,
    changed: Cell<Option<Pos>>,
}

impl<'p> Kept<'p> {
    /// Those of this body.
    pub(super) fn new(body: &'p Body) -> Kept<'p> {
        let saved = |place: &Place| match place.base {
            Base::Local(l) => {
                let role = body.locals.get(l as usize).map(|l| l.role);
                Some(l).filter(|_| role == Some(Role::Saved))
            }
            Base::Global(_) | Base::Deref(_) | Base::String(_) | Base::Result => None,
        };
        let stmts = body.stmts.iter().enumerate();
        let values = stmts.filter_map(|(index, stmt)| match &stmt.kind {
            Kind::Assign(place, value) => saved(place).map(|l| (l, (index, value))),
            _ => None,
        });
        let calls = body.stmts.iter().filter_map(|stmt| match &stmt.kind {
            Kind::Call(call) => {
                let to = call.result.as_ref()?;
                saved(&to.place).map(|l| (l, call))
            }
            _ => None,
        });
        Kept {
            values: values.collect(),
            calls: calls.collect(),
            ..Kept::none(body)
        }
    }

    /// Nothing is known of temporaries.
    pub(super) fn none(body: &'p Body) -> Kept<'p> {
        Kept {
            body,
            values: HashMap::new(),
            calls: HashMap::new(),
            at: Cell::new(std::ptr::null()),
            changed: Cell::new(None),
        }
    }

    /// From now on, this statement is looked at.
    pub(super) fn look_at(&self, stmt: &Stmt) {
        self.at.set(stmt);
    }

    /// The value that a temporary keeps.
    pub(super) fn behind(&self, place: &Place) -> Option<&'p Value> {
        self.entry(place).map(|(_, value)| value)
    }

    /// The call whose result a temporary holds.
    pub(super) fn call(&self, place: &Place) -> Option<&'p Call> {
        match place.base {
            Base::Local(l) => self.calls.get(&l).copied(),
            Base::Global(_) | Base::Deref(_) | Base::String(_) | Base::Result => None,
        }
    }

    /// Whether a compiler may know the result of a call.
    pub(super) fn is_known(&self, program: &Program, call: &Call) -> bool {
        let Callee::Function(f) = call.callee else {
            return false;
        };
        let folded = program.function(f).is_some_and(|f| {
            let own = f.body.is_some() && !f.modelled;
            is_folded(&f.name) && !own
        });
        folded && constant::are_known(&call.args, &|place| self.is_folded(program, place))
    }

    fn loads_folded(&self, program: &Program, value: &Value) -> bool {
        match &value.kind {
            ValueKind::Load(place) => self.is_folded(program, place),
            ValueKind::Convert(inner) => self.loads_folded(program, inner),
            _ => false,
        }
    }

    /// Whether a temporary holds what is made of nothing but constants.
    pub(super) fn is_folded(&self, program: &Program, place: &Place) -> bool {
        let role = match place.base {
            Base::Local(l) => self.body.locals.get(l as usize).map(|local| local.role),
            Base::Global(_) | Base::Deref(_) | Base::String(_) | Base::Result => None,
        };
        let kept = self.behind(place);
        let call = self.call(place);
        role == Some(Role::Folded)
            || call.is_some_and(|call| self.is_known(program, call))
            || kept.is_some_and(|value| self.loads_folded(program, value))
    }

    fn entry(&self, place: &Place) -> Option<(usize, &'p Value)> {
        match place.base {
            Base::Local(l) if place.steps.is_empty() => self.values.get(&l).copied(),
            _ => None,
        }
    }

    /// Where a pattern's variable would stand for a value that has changed since it was used.
    pub(super) fn changed(&self) -> Option<Pos> {
        self.changed.get()
    }

    /// A pattern's variables stand for this inside the value that a temporary keeps.
    pub(super) fn bound<'w>(&self, temporary: &Place, inside: impl Iterator<Item = &'w What<'p>>)
    where
        'p: 'w,
    {
        let Some((since, _)) = self.entry(temporary) else {
            return;
        };
        let stmts = self.body.stmts.iter();
        let now = stmts
            .clone()
            .position(|stmt| std::ptr::eq(stmt, self.at.get()));
        let between = now.and_then(|now| self.body.stmts.get(since + 1..now));
        for what in inside {
            let mut read = Vec::new();
            reads(what, &mut read);
            // A loop may lead from a later statement to this one.
            let stays = |place: &&Place| between.is_some_and(|stmts| self.stays(place, stmts));
            if !read.iter().all(stays) {
                let stmt = now.and_then(|now| self.body.stmts.get(now));
                self.changed.set(stmt.map(|stmt| stmt.pos));
            }
        }
    }

    /// Whether none of these statements can change an object.
    fn stays(&self, place: &Place, stmts: &[Stmt]) -> bool {
        if place.ty.is_unsteady() {
            return false;
        }
        let role = |l: u32| self.body.locals.get(l as usize).map(|local| local.role);
        let own = match place.base {
            Base::Local(l) if role(l) != Some(Role::Exposed) => Some(l),
            Base::Local(_) | Base::Global(_) | Base::Deref(_) | Base::String(_) | Base::Result => {
                None
            }
        };
        let hit = |written: &Place| match (own, &written.base) {
            (Some(own), Base::Local(l)) => own == *l,
            (Some(_), _) => false,
            // Nothing else reads temporaries.
            (None, Base::Local(l)) => role(*l).is_none_or(|role| role == Role::Exposed),
            (None, Base::Result) => false,
            (None, Base::Global(_) | Base::Deref(_) | Base::String(_)) => true,
        };
        stmts.iter().all(|stmt| match &stmt.kind {
            Kind::Assign(to, _) | Kind::Clear(to, _) => !hit(to),
            Kind::Call(call) => {
                own.is_some() && call.result.as_ref().is_none_or(|to| !hit(&to.place))
            }
            Kind::Asm(asm) => own.is_some() && !asm.outputs.iter().any(hit),
            Kind::Overflow(operation) => !hit(&operation.flag) && !operation.stored.iter().any(hit),
            Kind::Enter(l, _) => own != Some(*l),
            Kind::Observe(..) => false,
            Kind::Label { .. }
            | Kind::Goto(_)
            | Kind::Jump(_)
            | Kind::Branch(..)
            | Kind::Switch(..)
            | Kind::Return
            | Kind::Reject
            | Kind::Halt
            | Kind::Heard(_) => true,
        })
    }
}

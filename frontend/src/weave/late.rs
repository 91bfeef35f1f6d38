//! Objects with a type state, as values of events that happen after their statement.
//!
//! Such an event gets the object itself: a copy would have a state of its own. What the event reads
//! of it beside the state must be what the statement used.

use super::what::What;
use crate::flatten::{Base, Body, Place, Role, ValueKind};
use crate::ir::{self, Act, Expr, ExprKind, Program, Step, StmtKind};
use crate::types::Type;

/// The object that a parameter of an observer's function refers to.
struct Object<'p> {
    program: &'p Program,
    parameter: u32,
}

/// Whether an observer's function uses what a parameter refers to for more than its type state.
pub(super) fn uses_members(program: &Program, function: u32, parameter: usize) -> bool {
    let body = program.function(function).and_then(|f| f.body.as_ref());
    let (Some(body), Ok(parameter)) = (body, u32::try_from(parameter)) else {
        return true;
    };
    let object = Object { program, parameter };
    body.stmts.iter().any(|stmt| match &stmt.kind {
        StmtKind::Expr(e)
        | StmtKind::Branch(e, ..)
        | StmtKind::Switch(e, ..)
        | StmtKind::Return(Some(e)) => object.is_used(e),
        StmtKind::Init(_, init) => init.items.iter().any(|(place, e)| {
            let mut operands = place.operands();
            operands.any(|operand| object.is_used(operand)) || object.is_used(e)
        }),
        // No observer has them.
        StmtKind::Jump(_) | StmtKind::Asm(_) => true,
        StmtKind::Enter(_)
        | StmtKind::Label { .. }
        | StmtKind::Goto(_)
        | StmtKind::Return(None)
        | StmtKind::Reject
        | StmtKind::Halt => false,
    })
}

impl Object<'_> {
    fn is_used(&self, e: &Expr) -> bool {
        let place = match e.kind.act() {
            Act::Reads(p) | Act::Designates(p) | Act::Assigns(p) | Act::Stores(p) => Some(p),
            // No observer has them.
            Act::Calls(_) | Act::Runs(_) => return true,
            Act::Nothing | Act::Names(_) => None,
        };
        if place.is_some_and(|place| self.is_parameter(place)) {
            return true;
        }
        let key = place.and_then(|place| self.key(place));
        let mut used = false;
        e.kind.operands(&mut |operand| {
            used |= match key.filter(|(key, _)| std::ptr::eq(*key, operand)) {
                Some((_, object)) => self.indexes_use(object),
                None => self.is_used(operand),
            };
        });
        used
    }

    /// What a member of a type state is found by, if that is in this object: the address, and where
    /// in the object it is.
    fn key<'e>(&self, place: &'e ir::Place) -> Option<(&'e Expr, Option<&'e ir::Place>)> {
        let (ir::Base::Deref(key), Type::Record(record)) = (&place.base, &place.base_ty) else {
            return None;
        };
        let mut states = self.program.observed.states.iter();
        states.find(|state| state.record == *record)?;
        match &key.behind_conversions().kind {
            ExprKind::Load(pointer) if self.is_parameter(pointer) => Some((key, None)),
            ExprKind::Address(part) => match &part.base {
                ir::Base::Deref(e) => match &e.behind_conversions().kind {
                    ExprKind::Load(pointer) if self.is_parameter(pointer) => {
                        Some((key, Some(part)))
                    }
                    _ => None,
                },
                ir::Base::Global(_)
                | ir::Base::Local(_)
                | ir::Base::String(_)
                | ir::Base::Value(_) => None,
            },
            _ => None,
        }
    }

    fn indexes_use(&self, part: Option<&ir::Place>) -> bool {
        let mut steps = part.into_iter().flat_map(|part| &part.steps);
        steps.any(|step| match step {
            Step::Index(e) => self.is_used(e),
            Step::Field(..) => false,
        })
    }

    fn is_parameter(&self, place: &ir::Place) -> bool {
        matches!(place.base, ir::Base::Local(local) if local == self.parameter)
    }
}

/// Whether a statement may change the object that a variable of a pattern has its value from. It
/// assigns one place, or calls a function.
pub(super) fn may_change(
    body: &Body,
    what: &What<'_>,
    assigned: Option<&Place>,
    calls: bool,
) -> bool {
    let object = match what {
        What::Argument(_, e) | What::Expr(e) => match &e.kind {
            ValueKind::Load(place) => place,
            // It gets an object of its own before the statement.
            _ => return false,
        },
        What::Part(place, _) => *place,
        // That a structure is assigned to something does not change it. Places are read when the
        // event happens.
        What::Value(_)
        | What::Returned(_)
        | What::Place(..)
        | What::Pointed(_)
        | What::Address(..)
        | What::First => return false,
    };
    let assigned = assigned.map(|place| &place.base);
    let exposed = |local: u32| {
        let role = body.locals.get(local as usize).map(|local| local.role);
        matches!(role, Some(Role::Exposed) | None)
    };
    match &object.base {
        Base::String(_) => false,
        Base::Result => true,
        Base::Local(local) => {
            let own = matches!(assigned, Some(Base::Local(other)) if other == local);
            let followed = matches!(assigned, Some(Base::Deref(_)));
            own || exposed(*local) && (calls || followed)
        }
        Base::Global(global) => match assigned {
            Some(Base::Global(other)) => calls || other == global,
            Some(Base::Deref(_)) => true,
            Some(Base::Local(_) | Base::String(_) | Base::Result) | None => calls,
        },
        Base::Deref(_) => match assigned {
            Some(Base::Local(local)) => calls || exposed(*local),
            Some(Base::Global(_) | Base::Deref(_)) => true,
            Some(Base::String(_) | Base::Result) | None => calls,
        },
    }
}

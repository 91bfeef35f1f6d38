//! Arrays of variable length: each is a block that a local points to.

use super::{Base, Body, Callee, Kind, Place, Value, ValueKind};
use crate::ir::{Program, BLOCK};
use std::collections::BTreeSet;

/// The locals that a program declares as arrays of variable length, and that point to them here.
pub fn variable_arrays(program: &Program, body: &Body) -> BTreeSet<u32> {
    let mut blocks = BTreeSet::new();
    for stmt in &body.stmts {
        match &stmt.kind {
            Kind::Call(call) => {
                if let (Callee::Function(f), Some(to)) = (&call.callee, &call.result) {
                    let named = program.function(*f).is_some_and(|f| f.name == BLOCK);
                    blocks.extend(whole(&to.place).filter(|_| named));
                }
            }
            Kind::Assign(place, value) => {
                let from = loaded(value).is_some_and(|l| blocks.contains(&l));
                blocks.extend(whole(place).filter(|_| from && !is_declared(body, value)));
            }
            _ => {}
        }
    }
    blocks.retain(|l| {
        body.locals
            .get(*l as usize)
            .is_some_and(|l| l.role.is_declared())
    });
    blocks
}

/// Whether a value is that of a variable of the program, which is no block by itself.
fn is_declared(body: &Body, value: &Value) -> bool {
    let local = loaded(value).and_then(|l| body.locals.get(l as usize));
    local.is_some_and(|local| local.role.is_declared())
}

/// The local that a value is the value of, whatever it is converted to.
fn loaded(mut value: &Value) -> Option<u32> {
    while let ValueKind::Convert(inner) = &value.kind {
        value = inner;
    }
    match &value.kind {
        ValueKind::Load(place) => whole(place),
        _ => None,
    }
}

/// The local that a place is the whole of.
fn whole(place: &Place) -> Option<u32> {
    match place.base {
        Base::Local(l) if place.steps.is_empty() => Some(l),
        _ => None,
    }
}

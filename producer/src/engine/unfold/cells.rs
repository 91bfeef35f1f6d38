//! What an execution certainly holds: variables and elements of objects with their values.

use proofmark_logic::arena::{Arena, Expr, Node, VarId};
use proofmark_logic::linear::Linear;
use std::collections::{BTreeMap, BTreeSet};

/// A place that may have a certain value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Cell {
    /// A variable.
    Variable(VarId),
    /// The element of a memory at an address inside of an object.
    Element(VarId, Address),
}

/// An address inside of an object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Address {
    /// The object.
    pub(super) object: u32,
    /// How far from its start, less than its size.
    pub(super) offset: i128,
    /// The whole term.
    pub(super) term: Expr,
}

/// Certain values, which are terms without variables.
pub(super) type State = BTreeMap<Cell, Expr>;

/// The cells that something was computed from.
pub(super) type Cells = BTreeSet<Cell>;

impl Address {
    /// The address that a term without variables is, in normal form.
    pub(super) fn of(arena: &mut Arena, term: Expr) -> Option<Address> {
        let sum = Linear::combination(arena, &[(1, term)]).ok()?;
        let &[(start, 1)] = &sum.terms[..] else {
            return None;
        };
        let Node::Addr { object, size, .. } = arena.node(start) else {
            return None;
        };
        let offset = sum.constant;
        let inside = (0..i128::from(size)).contains(&offset);
        let term = sum.to_expr(arena);
        inside.then_some(Address {
            object,
            offset,
            term,
        })
    }

    /// Whether this is the same address: objects are apart.
    pub(super) fn is(self, other: Address) -> bool {
        (self.object, self.offset) == (other.object, other.offset)
    }
}

impl Cell {
    /// The variable or the memory.
    pub(super) fn variable(self) -> VarId {
        match self {
            Cell::Variable(var) | Cell::Element(var, _) => var,
        }
    }
}

/// What both states say.
pub(super) fn meet(state: &State, other: &State) -> State {
    let same = |(cell, value): &(&Cell, &Expr)| other.get(cell) == Some(value);
    state
        .iter()
        .filter(same)
        .map(|(cell, value)| (*cell, *value))
        .collect()
}

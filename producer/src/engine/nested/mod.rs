//! Counterexample analysis where procedures are called (docs/decisions/0008).
//!
//! A path is a nested word: what lies between a call and its return is an activation with variables
//! of its own. The assumptions are carried back by weakest preconditions like on other paths. On
//! the way through a completed activation the caller's variables are frozen: they do not change. A
//! predicate of the callee cannot name them, but often it can name what they held at the call by
//! ghosts, because arguments are copies of them.

mod backward;
mod express;
mod recursion;
mod symbolic;

pub use backward::{predicates, Carry};
pub use recursion::core_of_suffix;
pub use symbolic::{path_formula, suffix_facts};

use proofmark_logic::arena::{Expr, VarId};
use proofmark_logic::cfa::{Cfa, EdgeId, LocId};
use std::collections::HashMap;

/// A step of a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// A block.
    Edge(EdgeId),
    /// The procedure is entered that this edge calls.
    Enter(EdgeId),
    /// The procedure returns that this edge calls.
    Return(EdgeId),
}

/// An activation of a procedure on a path.
pub struct Activation {
    /// What names values at the call inside the callee: ghosts, and globals that it does not write.
    /// With the name at the call and the symbolic value.
    names: Vec<Name>,
    /// The caller's variables at the call, where the path has assigned them.
    locals: HashMap<VarId, Expr>,
    /// The ghosts of globals that the activation writes, with the globals and their values at the
    /// call.
    ghosts: Vec<(VarId, VarId, Expr)>,
    /// Equations between globals and ghosts: these globals hold at the exit what they held at the
    /// call.
    restored: Vec<(VarId, Expr)>,
    returned: bool,
}

#[derive(Clone, Copy)]
struct Name {
    inside: Expr,
    outside: Expr,
    value: Expr,
}

/// A path with its calls and returns.
#[derive(Default)]
pub struct NestedPath {
    /// The steps in order.
    pub steps: Vec<Step>,
    /// Where each step starts.
    locations: Vec<LocId>,
    /// The innermost activation before each step.
    inside: Vec<Option<usize>>,
    /// In the order of their calls.
    activations: Vec<Activation>,
    /// Per step, what the variables that it writes certainly held before, the last write first.
    overwritten: Vec<Vec<(VarId, Option<i128>)>>,
    /// What variables certainly hold at the end.
    constants: HashMap<VarId, i128>,
}

impl NestedPath {
    /// How often the path enters the procedure that it enters most often.
    pub fn entries(&self, cfa: &Cfa) -> usize {
        let mut times: HashMap<_, usize> = HashMap::new();
        for step in &self.steps {
            if let Step::Enter(id) = step {
                *times.entry(cfa.edges[id.0 as usize].call).or_default() += 1;
            }
        }
        times.into_values().max().unwrap_or(0)
    }
}

/// Splits a path that starts at the entry into steps: a return happens where the next edge leaves
/// from where a call goes on.
pub fn steps(cfa: &Cfa, path: &[EdgeId]) -> Vec<Step> {
    let mut out = Vec::with_capacity(path.len());
    let mut open: Vec<EdgeId> = Vec::new();
    let mut here = cfa.entry;
    for &id in path {
        let edge = &cfa.edges[id.0 as usize];
        while edge.from != here {
            let Some(call) = open.pop() else { break };
            out.push(Step::Return(call));
            here = cfa.edges[call.0 as usize].to;
        }
        match edge.call {
            Some(callee) => {
                out.push(Step::Enter(id));
                open.push(id);
                here = cfa.procedures[callee.0 as usize].entry;
            }
            None => {
                out.push(Step::Edge(id));
                here = edge.to;
            }
        }
    }
    out
}

//! Calls of procedures: the stack.

use super::super::{index, Choice, ExecuteError, Value};
use super::Machine;
use proofmark_logic::arena::{Arena, Expr, Node, Op, VarId};
use proofmark_logic::cfa::ProcId;
use proofmark_logic::cfa::{Cfa, Edge, LocId, Scope, StmtKind, VarSort};

/// Most values that the stack may hold, all activations together. Infinite recursion ends here, as
/// with a C compiler's stack.
const STACK_VALUES_MAX: usize = 1 << 20;

/// Where the objects of activations are: above all others, the first behind the last.
const ALIGNMENT: i128 = 16;

/// The activations of procedures, innermost last.
pub(in crate::interpret) struct Stack {
    activations: Vec<Activation>,
    /// The local variables that some statement reads: the others do not matter.
    locals: Vec<usize>,
    /// The first address that no object occupies.
    top: i128,
}

struct Activation {
    callee: ProcId,
    to: LocId,
    /// The caller's variables.
    saved: Vec<Value>,
    top: i128,
}

impl Stack {
    /// An empty stack. `top` is the first address that no object occupies.
    pub(in crate::interpret) fn new(arena: &Arena, cfa: &Cfa, top: i128) -> Stack {
        let locals = if cfa.procedures.is_empty() {
            Vec::new()
        } else {
            read_locals(arena, cfa)
        };
        Stack {
            activations: Vec::new(),
            locals,
            top,
        }
    }

    /// How many calls have not returned.
    pub(in crate::interpret) fn depth(&self) -> usize {
        self.activations.len()
    }

    /// The value of a havoc that chooses where an activation's object is
    /// (`havoc &x; [1 <= &x]; [&x <= last]`); `None` for all others.
    pub(in crate::interpret) fn address(
        &mut self,
        arena: &Arena,
        cfa: &Cfa,
        edge: &Edge,
        choice: Choice,
    ) -> Option<i128> {
        let VarSort::Int(ty) = choice.sort else {
            return None;
        };
        cfa.vars
            .get(index(choice.var.0))
            .filter(|var| var.scope == Scope::Local && var.name.starts_with('&'))?;
        let last = edge.stmts.iter().find_map(|stmt| match stmt.kind {
            StmtKind::Assume(p) => upper_bound(arena, p, choice.var),
            _ => None,
        })?;
        let address = self.top;
        self.top = address
            .checked_add(ty.max() - last)?
            .checked_add(ALIGNMENT)?
            & !(ALIGNMENT - 1);
        (address <= last).then_some(address)
    }
}

/// `k` of `var <= k`.
fn upper_bound(arena: &Arena, p: Expr, var: VarId) -> Option<i128> {
    match arena.node(p) {
        Node::App(Op::Le, [a, b, _]) if matches!(arena.node(a), Node::Var(v, _) if v == var) => {
            arena.as_lit(b)
        }
        _ => None,
    }
}

/// The local variables that some statement reads.
fn read_locals(arena: &Arena, cfa: &Cfa) -> Vec<usize> {
    let (mut read, mut seen) = (vec![false; cfa.vars.len()], vec![false; arena.len()]);
    let mut work = Vec::new();
    for stmt in cfa.edges.iter().flat_map(|edge| &edge.stmts) {
        if let StmtKind::Assign { value, .. } | StmtKind::Assume(value) = stmt.kind {
            work.push(value);
        }
        while let Some(e) = work.pop() {
            match seen.get_mut(e.index()) {
                Some(seen) if !*seen => *seen = true,
                _ => continue,
            }
            match arena.node(e) {
                Node::Var(v, _) | Node::MapVar(v, _) => read
                    .get_mut(index(v.0))
                    .into_iter()
                    .for_each(|flag| *flag = true),
                _ => work.extend(arena.args(e)),
            }
        }
    }
    let local = |&n: &usize| {
        read.get(n) == Some(&true) && cfa.vars.get(n).is_some_and(|var| var.scope == Scope::Local)
    };
    (0..cfa.vars.len()).filter(local).collect()
}

impl Machine<'_> {
    /// Calls a procedure, which goes on at `to` when it returns. Local variables start as 0, ghosts
    /// with the values of their globals.
    ///
    /// # Errors
    /// [`ExecuteError::Stack`], or a broken automaton.
    pub(in crate::interpret) fn call(
        &mut self,
        callee: ProcId,
        to: LocId,
    ) -> Result<(), ExecuteError> {
        let procedure = self
            .cfa
            .procedures
            .get(index(callee.0))
            .ok_or(ExecuteError::Malformed)?;
        let count = self.stack.locals.len();
        if (self.stack.depth() + 1).saturating_mul(count + 1) > STACK_VALUES_MAX {
            return Err(ExecuteError::Stack);
        }
        let mut saved = Vec::with_capacity(count);
        for &local in &self.stack.locals {
            let var = self.cfa.vars.get(local).ok_or(ExecuteError::Malformed)?;
            let slot = self
                .state
                .values
                .get_mut(local)
                .ok_or(ExecuteError::Malformed)?;
            saved.push(std::mem::replace(slot, Value::zero(var.sort)));
        }
        for &(ghost, global) in &procedure.ghosts {
            if self.stack.locals.binary_search(&index(ghost.0)).is_ok() {
                let value = self
                    .state
                    .values
                    .get(index(global.0))
                    .cloned()
                    .ok_or(ExecuteError::Malformed)?;
                *self
                    .state
                    .values
                    .get_mut(index(ghost.0))
                    .ok_or(ExecuteError::Malformed)? = value;
            }
        }
        self.stack.activations.push(Activation {
            callee,
            to,
            saved,
            top: self.stack.top,
        });
        self.location = procedure.entry;
        Ok(())
    }

    /// Returns from the innermost activation if it is at its exit. Whether it did.
    pub(in crate::interpret) fn return_from_call(&mut self) -> bool {
        let at_exit = |a: &Activation| {
            self.cfa
                .procedures
                .get(index(a.callee.0))
                .is_some_and(|p| p.exit == self.location)
        };
        if !self.stack.activations.last().is_some_and(at_exit) {
            return false;
        }
        let Some(activation) = self.stack.activations.pop() else {
            return false;
        };
        for (&local, value) in self.stack.locals.iter().zip(activation.saved) {
            if let Some(slot) = self.state.values.get_mut(local) {
                *slot = value;
            }
        }
        self.stack.top = activation.top;
        self.location = activation.to;
        true
    }
}

//! Procedures: what a call means, and what a contract about it may say.
//!
//! Most calls are inlined by the front end. A function that calls itself, directly or through
//! others, or that is too large to be copied to all its calls, is a *procedure* of the automaton
//! instead, and calls of it are [call edges](crate::cfa::Edge::call).
//!
//! **Semantics.** A state is a valuation of the variables together with a stack of calls. Variables
//! are *global* or *local*. A call saves the valuation and starts at the procedure's entry, where
//! every local variable has any value of its sort, except the procedure's *ghosts*: each holds the
//! value that its global has at the call, and nothing ever writes it. At its exit an activation may
//! return: every local variable gets back the value that was saved, every global keeps the one it
//! has. So arguments and results travel through globals, recursion needs no copies of locals, and a
//! ghost names the value of a global on entry.
//!
//! **Contracts.** The invariant of the entry is the precondition, that of the exit the
//! postcondition: a relation between globals on return and, by ghosts, globals on entry. Neither
//! may name other locals: they mean nothing outside of the activation. The frame is computed, not
//! claimed: [`Cfa::written_globals`]. `docs/soundness.md` has the argument for
//! [the two obligations](crate::vc) of a call.

use crate::arena::{Arena, Expr, Node, VarId};
use crate::cfa::{Cfa, CfaError, LocId, ProcId, Scope, StmtKind};
use alloc::vec::Vec;

impl Cfa {
    /// Checks what the soundness of call obligations rests on.
    pub(crate) fn validate_procedures(&self) -> Result<(), CfaError> {
        let mut is_ghost = alloc::vec![false; self.vars.len()];
        for (id, procedure) in (0..).map(ProcId).zip(&self.procedures) {
            if [procedure.entry, procedure.exit]
                .iter()
                .any(|q| q.0 as usize >= self.locations.len())
            {
                return Err(CfaError::Location);
            }
            for &(ghost, global) in &procedure.ghosts {
                let fits = self.sort_of(ghost)? == self.sort_of(global)?
                    && self.vars[ghost.0 as usize].scope == Scope::Local
                    && self.vars[global.0 as usize].scope == Scope::Global;
                if !fits || core::mem::replace(&mut is_ghost[ghost.0 as usize], true) {
                    return Err(CfaError::Procedure(id));
                }
            }
        }
        for edge in &self.edges {
            match edge.call {
                Some(id) if id.0 as usize >= self.procedures.len() || !edge.stmts.is_empty() => {
                    return Err(CfaError::Procedure(id))
                }
                _ => {}
            }
            let writes_ghost = |var: VarId| is_ghost.get(var.0 as usize) == Some(&true);
            if let Some(var) = edge
                .stmts
                .iter()
                .filter_map(|stmt| stmt.kind.written())
                .find(|&var| writes_ghost(var))
            {
                return Err(CfaError::Ghost(var));
            }
        }
        Ok(())
    }

    /// The globals that an activation may write, itself or through what it calls, in order: those
    /// that some edge writes that the procedure's entry leads to. A call leads to the callee's
    /// entry and to where the call goes on.
    pub fn written_globals(&self, procedure: ProcId) -> Vec<VarId> {
        let out_edges = self.out_edges();
        let mut reached = alloc::vec![false; self.locations.len()];
        let mut written = alloc::vec![false; self.vars.len()];
        let mut work = alloc::vec![self.procedures[procedure.0 as usize].entry];
        while let Some(q) = work.pop() {
            if core::mem::replace(&mut reached[q.0 as usize], true) {
                continue;
            }
            for edge in out_edges[q.0 as usize]
                .iter()
                .map(|id| &self.edges[id.0 as usize])
            {
                work.push(edge.to);
                work.extend(
                    edge.call
                        .map(|callee| self.procedures[callee.0 as usize].entry),
                );
                for var in edge.stmts.iter().filter_map(|stmt| stmt.kind.written()) {
                    written[var.0 as usize] = true;
                }
            }
        }
        let global = |var: &VarId| {
            written[var.0 as usize] && self.vars[var.0 as usize].scope == Scope::Global
        };
        (0..)
            .map(VarId)
            .take(self.vars.len())
            .filter(global)
            .collect()
    }

    /// The first location whose invariant is part of a contract and names a local variable that is
    /// not a ghost of its procedure.
    pub fn contract_out_of_scope(&self, arena: &Arena, invariants: &[Expr]) -> Option<LocId> {
        let mut seen = alloc::vec![0u32; arena.len()];
        let mut stamp = 0;
        for procedure in &self.procedures {
            let mut ghosts: Vec<VarId> = procedure.ghosts.iter().map(|&(ghost, _)| ghost).collect();
            ghosts.sort_unstable();
            for q in [procedure.entry, procedure.exit] {
                stamp += 1;
                let mut work = alloc::vec![invariants[q.0 as usize]];
                while let Some(e) = work.pop() {
                    if core::mem::replace(&mut seen[e.index()], stamp) == stamp {
                        continue;
                    }
                    match arena.node(e) {
                        Node::Var(v, _) | Node::MapVar(v, _) => {
                            let local = self
                                .vars
                                .get(v.0 as usize)
                                .is_none_or(|decl| decl.scope == Scope::Local);
                            if local && ghosts.binary_search(&v).is_err() {
                                return Some(q);
                            }
                        }
                        _ => work.extend(arena.args(e)),
                    }
                }
            }
        }
        None
    }
}

impl StmtKind {
    /// The variable that the step writes.
    pub fn written(&self) -> Option<VarId> {
        match *self {
            StmtKind::Assign { var, .. } | StmtKind::Havoc { var } => Some(var),
            StmtKind::Assume(_) => None,
        }
    }
}

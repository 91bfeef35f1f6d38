//! The verification condition (paper 004, section 3.2; DESIGN §5).
//!
//! Given a formula `I(q)` for each location, the condition is `I(entry)`, `I(error) ⇒ false`, and
//! for each edge `q → q'` that `I(q)` implies the weakest precondition of the block with respect to
//! `I(q')`. If all are valid in every typed state, then `I` over-approximates the states that can
//! be reached at each location, so `error` is never reached.
//!
//! The block is run forwards on symbolic values: `σ` maps each variable to its value in terms of
//! the state before the block, an assumption `p` becomes the hypothesis `σ(p)`, and the conclusion
//! is `σ(I(q'))`. This is the weakest precondition with its substitutions composed. A havoc binds a
//! constant that occurs nowhere else, which is the universal quantifier of `wp(havoc x, F)`.
//!
//! A call edge has two obligations. With `I(entry)` and `I(exit)` of the callee, its ghosts `g₀` of
//! globals `g`, and a new constant `w'` for each global `w` that the callee
//! [may write](Cfa::written_globals):
//!
//! - *enter*: `I(q) ⇒ I(entry)[g₀ ↦ g]`;
//! - *return* (the obligation of the edge): `I(q) ⇒ I(exit)[w ↦ w', g₀ ↦ g] ⇒ I(q')[w ↦ w']`.
//!
//! **Trivial obligations** need no proof: the conclusion is `true`, or is one of the hypotheses, or
//! a hypothesis is `false`. Each is an instance of a propositional tautology, decided by comparing
//! ids.

use crate::arena::{Arena, Expr, VarId};
use crate::cfa::Procedure;
use crate::cfa::{Cfa, Edge, EdgeId, StmtKind, VarSort};
use crate::substitution::{Substitution, TooLarge};
use alloc::vec::Vec;

/// What an obligation is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ObligationKind {
    /// The invariant of the entry holds in every state.
    Entry,
    /// The invariant of the error location is unsatisfiable.
    Error,
    /// The edge preserves the invariants. For a call: from the callee's postcondition.
    Edge(EdgeId),
    /// The call meets the callee's precondition.
    Enter(EdgeId),
}

/// One conjunct of the verification condition, to be proved for all values of the variables in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Obligation {
    /// Where it comes from.
    pub kind: ObligationKind,
    /// `h1 ⇒ (h2 ⇒ … ⇒ conclusion)`; `true` where the annotation alone makes it trivial.
    pub formula: Expr,
    /// Whether it holds by the rule for trivial obligations.
    pub trivial: bool,
}

/// The effect of an edge's block: hypotheses from its assumptions, and the final values.
#[derive(Default)]
pub struct Effect {
    /// `σ(p)` for each assumption `p`, in order.
    pub hypotheses: Vec<Expr>,
    /// The constant that each havoc introduced, in order.
    pub havocs: Vec<Expr>,
    /// The values of the written variables after the block.
    pub sigma: Substitution,
}

impl Effect {
    /// Back to the effect of an empty block.
    fn clear(&mut self) {
        self.hypotheses.clear();
        self.havocs.clear();
        self.sigma.clear();
    }

    /// Runs an edge's block symbolically, replacing what this value held before.
    ///
    /// # Errors
    /// [`TooLarge`] once the arena holds more than `limit` nodes, or eight times as many were
    /// visited: each assignment makes the next one look at its terms anew.
    pub fn run(
        &mut self,
        arena: &mut Arena,
        cfa: &Cfa,
        edge: &Edge,
        limit: usize,
    ) -> Result<(), TooLarge> {
        self.clear();
        let most = self
            .sigma
            .visited
            .saturating_add(limit.saturating_mul(8) as u64);
        for stmt in &edge.stmts {
            if self.sigma.visited > most {
                return Err(TooLarge);
            }
            match stmt.kind {
                StmtKind::Assign { var, value } => {
                    let value = self.sigma.apply(arena, value, limit)?;
                    self.sigma.bind(var, value);
                }
                StmtKind::Havoc { var } => self.havoc(arena, cfa, var),
                StmtKind::Assume(p) => {
                    let p = self.sigma.apply(arena, p, limit)?;
                    self.hypotheses.push(p);
                }
            }
        }
        Ok(())
    }

    /// The effect of entering a procedure on what its precondition speaks of: ghosts get the values
    /// of their globals.
    fn enter(&mut self, arena: &mut Arena, cfa: &Cfa, callee: &Procedure) {
        self.clear();
        for &(ghost, global) in &callee.ghosts {
            self.sigma.bind(ghost, cfa.read(arena, global));
        }
    }

    /// The effect of a call, given the globals that the callee may write and its postcondition,
    /// which becomes a hypothesis.
    ///
    /// # Errors
    /// [`TooLarge`] once the arena holds more than `limit` nodes.
    pub fn call(
        &mut self,
        arena: &mut Arena,
        cfa: &Cfa,
        (callee, written): (&Procedure, &[VarId]),
        postcondition: Expr,
        limit: usize,
    ) -> Result<(), TooLarge> {
        self.enter(arena, cfa, callee);
        written
            .iter()
            .for_each(|&global| self.havoc(arena, cfa, global));
        self.sigma.visited = self.sigma.visited.saturating_add(written.len() as u64);
        let returned = self.sigma.apply(arena, postcondition, limit)?;
        self.hypotheses.push(returned);
        // The ghosts were the callee's; a caller that is an activation of the same procedure has
        // its own.
        callee
            .ghosts
            .iter()
            .for_each(|&(ghost, _)| self.sigma.unbind(ghost));
        Ok(())
    }

    /// Binds `var` to a new constant.
    fn havoc(&mut self, arena: &mut Arena, cfa: &Cfa, var: VarId) {
        let fresh = VarId::fresh(u32::try_from(self.havocs.len()).unwrap_or(u32::MAX));
        let value = match cfa.vars[var.0 as usize].sort {
            VarSort::Int(ty) => arena.var(fresh, ty),
            VarSort::Map(ty) => arena.map_var(fresh, ty),
        };
        self.havocs.push(value);
        self.sigma.bind(var, value);
    }
}

/// Computes obligations one at a time, so that a checker need not hold them all.
#[derive(Default)]
pub struct Builder {
    /// The effect of the edge that was looked at last; proofs may refer to its substitution.
    pub effect: Effect,
    /// The globals that each procedure may write, once they are known.
    written: Vec<Option<Vec<VarId>>>,
}

impl Builder {
    /// The obligations of a program in their fixed order: entry, error, then the edges, with the
    /// precondition of a call before its return.
    pub fn kinds(cfa: &Cfa) -> impl Iterator<Item = ObligationKind> + '_ {
        let edge = |(id, edge): (u32, &Edge)| {
            let enter = edge.call.map(|_| ObligationKind::Enter(EdgeId(id)));
            enter.into_iter().chain([ObligationKind::Edge(EdgeId(id))])
        };
        [ObligationKind::Entry, ObligationKind::Error]
            .into_iter()
            .chain((0..).zip(&cfa.edges).flat_map(edge))
    }

    /// The obligation of this kind under the annotation `invariants`, one formula per location. The
    /// automaton must be valid ([`Cfa::validate`]) and the annotation as long as its list of
    /// locations.
    ///
    /// # Errors
    /// [`TooLarge`] once the arena holds more than `limit` nodes.
    pub fn obligation(
        &mut self,
        arena: &mut Arena,
        cfa: &Cfa,
        invariants: &[Expr],
        kind: ObligationKind,
        limit: usize,
    ) -> Result<Obligation, TooLarge> {
        let at = |q: crate::cfa::LocId| invariants[q.0 as usize];
        self.effect.clear();
        let (source, conclusion) = match kind {
            ObligationKind::Entry => (None, at(cfa.entry)),
            ObligationKind::Error => (Some(at(cfa.error)), Arena::FALSE),
            ObligationKind::Edge(id) => {
                let edge = &cfa.edges[id.0 as usize];
                match edge.call {
                    _ if at(edge.from) == Arena::FALSE || at(edge.to) == Arena::TRUE => {
                        return Ok(Obligation {
                            kind,
                            formula: Arena::TRUE,
                            trivial: true,
                        });
                    }
                    None => self.effect.run(arena, cfa, edge, limit)?,
                    Some(callee) => {
                        let procedure = &cfa.procedures[callee.0 as usize];
                        self.written.resize(cfa.procedures.len(), None);
                        let written = self.written[callee.0 as usize]
                            .get_or_insert_with(|| cfa.written_globals(callee));
                        self.effect.call(
                            arena,
                            cfa,
                            (procedure, written),
                            at(procedure.exit),
                            limit,
                        )?;
                    }
                }
                (
                    Some(at(edge.from)),
                    self.effect.sigma.apply(arena, at(edge.to), limit)?,
                )
            }
            ObligationKind::Enter(id) => {
                let edge = &cfa.edges[id.0 as usize];
                match edge.call.map(|callee| &cfa.procedures[callee.0 as usize]) {
                    None => (None, Arena::TRUE),
                    Some(callee) => {
                        self.effect.enter(arena, cfa, callee);
                        (
                            Some(at(edge.from)),
                            self.effect.sigma.apply(arena, at(callee.entry), limit)?,
                        )
                    }
                }
            }
        };
        let mut trivial = conclusion == Arena::TRUE;
        let mut formula = conclusion;
        for &h in self.effect.hypotheses.iter().rev().chain(source.iter()) {
            trivial |= h == conclusion || h == Arena::FALSE;
            formula = arena.imp(h, formula);
        }
        Ok(Obligation {
            kind,
            formula,
            trivial,
        })
    }
}

//! Between which values variables are, as formulas.

use super::Run;
use proofmark_logic::arena::{Arena, Expr, VarId};
use proofmark_logic::cfa::{Cfa, LocId, StmtKind, VarSort};
use proofmark_logic::interval::Interval;
use std::collections::BTreeSet;

/// Most variables whose bounds are computed.
const VARIABLES_MAX: usize = 60;

/// Between which values a variable is, if that is known.
pub(super) type Bound = Option<Interval>;

/// The bounds of variables by location, as far as they say more than the types.
pub(super) struct Bounds {
    pub(super) variables: Vec<VarId>,
    pub(super) at: Vec<Vec<Bound>>,
    /// The same behind each edge.
    pub(super) behind: Vec<Vec<Bound>>,
}

impl Bounds {
    /// What is known at a location of those variables that are `wanted`.
    pub(super) fn facts(
        &self,
        arena: &mut Arena,
        cfa: &Cfa,
        location: LocId,
        wanted: &dyn Fn(VarId) -> bool,
    ) -> Vec<Expr> {
        let bounds = self.variables.iter().zip(&self.at[location.0 as usize]);
        let mut out = Vec::new();
        for (&var, bound) in bounds.filter(|(var, _)| wanted(**var)) {
            if let Some(bound) = bound {
                let read = cfa.read(arena, var);
                out.extend(within(arena, read, *bound));
            }
        }
        out
    }
}

/// That a term lies in an interval, as far as that says more than the term's own.
pub(super) fn within(arena: &mut Arena, term: Expr, interval: Interval) -> Vec<Expr> {
    let own = arena.interval(term);
    let mut out = Vec::new();
    if interval.lo > own.lo {
        let low = arena.lit(interval.lo);
        out.push(arena.le(low, term));
    }
    if interval.hi < own.hi {
        let high = arena.lit(interval.hi);
        out.push(arena.le(term, high));
    }
    out
}

impl Run<'_> {
    /// The bounds of the variables that change.
    pub(super) fn bounds(&mut self) -> Option<Bounds> {
        let scalar = |var: &VarId| matches!(self.cfa.sort_of(*var), Ok(VarSort::Int(_)));
        let changed = self.cfa.edges.iter().flat_map(|edge| &edge.stmts);
        let changed = changed.filter_map(|stmt| match stmt.kind {
            StmtKind::Assign { var, .. } | StmtKind::Havoc { var } => Some(var),
            StmtKind::Assume(_) => None,
        });
        let variables: Vec<VarId> = changed
            .filter(scalar)
            .collect::<BTreeSet<_>>()
            .into_iter()
            .take(VARIABLES_MAX)
            .collect();
        let [at, behind] = self.bounds_of(&variables)?;
        Some(Bounds {
            variables,
            at,
            behind,
        })
    }
}

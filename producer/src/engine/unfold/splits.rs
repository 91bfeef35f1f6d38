//! Values that are not certain but few: places where a variable has few values are told apart by
//! them, and each value is certain then.

use super::cells::{Cell, State};
use crate::engine::live::Liveness;
use crate::engine::Run;
use proofmark_logic::arena::{Arena, Expr, VarId};
use proofmark_logic::cfa::{Cfa, Edge, LocId, Scope, StmtKind, VarSort};
use proofmark_logic::interval::Interval;
use std::collections::{BTreeMap, BTreeSet};

/// Most values of a variable that are told apart.
const VALUES_MAX: i128 = 33;
/// Most combinations of values at the end of one edge.
const COMBINATIONS_MAX: usize = 130;
/// Most variables whose bounds are computed.
const VARIABLES_MAX: usize = 60;

/// Which values were chosen on the way to a place.
pub(super) type Choices = BTreeMap<VarId, i128>;

/// Where which variables have few values.
#[derive(Default)]
pub(super) struct Splits {
    /// By location: the bounds of variables that have few values there.
    few: Vec<BTreeMap<VarId, Interval>>,
    live: Option<Liveness>,
    /// Procedures may read what seems dead to their callers.
    globals: BTreeSet<VarId>,
}

impl Splits {
    /// Whether nothing is told apart.
    pub(super) fn is_empty(&self) -> bool {
        self.few.iter().all(BTreeMap::is_empty)
    }

    /// What the end of an edge is told apart by, if `plain` is the state there: the values of
    /// variables that have few values there, and had more before, or other ones.
    pub(super) fn choices(&self, edge: &Edge, plain: &State) -> Vec<Choices> {
        // What is computed in the edge is mostly certain when what it is computed from is.
        let mut all = vec![Choices::new()];
        for computed in [false, true] {
            if all.len() == 1 {
                self.multiply(&mut all, (edge, plain), computed);
            }
        }
        all
    }

    /// Multiplies choices by those of variables whose values the edge computes, or of the others.
    fn multiply(&self, all: &mut Vec<Choices>, (edge, plain): (&Edge, &State), computed: bool) {
        let nowhere = BTreeMap::new();
        let few = self.few.get(edge.to.0 as usize).unwrap_or(&nowhere);
        let before = self.few.get(edge.from.0 as usize).unwrap_or(&nowhere);
        for (&var, bounds) in few {
            let written = writes(edge, var);
            let new = written || !before.contains_key(&var);
            let matters = self.matters(edge.to, var) || !written || reads_input(edge, var);
            let other = computed != (written && !reads_input(edge, var));
            if other || !new || !matters || plain.contains_key(&Cell::Variable(var)) {
                continue;
            }
            let values = bounds.lo..=bounds.hi;
            if all.len() * values.clone().count() > COMBINATIONS_MAX {
                continue;
            }
            let with = |value: i128| {
                all.iter().map(move |old| {
                    let mut next = old.clone();
                    next.insert(var, value);
                    next
                })
            };
            *all = values.flat_map(with).collect();
        }
    }

    /// Whether the value that a variable has at a location may be read later.
    pub(super) fn matters(&self, location: LocId, var: VarId) -> bool {
        let live = self.live.as_ref();
        live.is_some_and(|live| live.all_live(location, &[var])) || self.globals.contains(&var)
    }
}

/// Whether an edge gives a variable a value.
pub(super) fn writes(edge: &Edge, var: VarId) -> bool {
    edge.stmts.iter().any(|stmt| match stmt.kind {
        StmtKind::Assign { var: own, .. } | StmtKind::Havoc { var: own } => own == var,
        StmtKind::Assume(_) => false,
    })
}

/// Whether an edge gives a variable any value.
fn reads_input(edge: &Edge, var: VarId) -> bool {
    let mut kinds = edge.stmts.iter().map(|stmt| stmt.kind);
    kinds.any(|kind| kind == StmtKind::Havoc { var })
}

/// The bounds of variables by location, as far as they say more than the types.
pub(super) struct Bounds {
    variables: Vec<VarId>,
    at: Vec<Vec<Option<Interval>>>,
}

impl Bounds {
    /// What is known of these variables at a location.
    pub(super) fn facts(
        &self,
        arena: &mut Arena,
        cfa: &Cfa,
        location: LocId,
        of: &BTreeSet<VarId>,
    ) -> Vec<Expr> {
        let mut out = Vec::new();
        for (index, &var) in self.variables.iter().enumerate() {
            let Some(bounds) = self.at[location.0 as usize][index].filter(|_| of.contains(&var))
            else {
                continue;
            };
            let Ok(VarSort::Int(ty)) = cfa.sort_of(var) else {
                continue;
            };
            let read = cfa.read(arena, var);
            if bounds.lo > ty.min() {
                let lo = arena.lit(bounds.lo);
                out.push(arena.le(lo, read));
            }
            if bounds.hi < ty.max() {
                let hi = arena.lit(bounds.hi);
                out.push(arena.le(read, hi));
            }
        }
        out
    }
}

impl Run<'_> {
    /// Where which variables have few values, and the bounds that say so.
    pub(super) fn splits(&mut self) -> Option<(Splits, Bounds)> {
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
        let at = self.bounds_of(&variables)?;
        let rank = &self.graph.rank;
        let live = Liveness::new(self.arena, &mut self.abstraction.canon, self.cfa, rank);
        let global = |var: &&VarId| self.cfa.vars[var.0 as usize].scope == Scope::Global;
        let globals = match self.cfa.procedures.is_empty() {
            true => BTreeSet::new(),
            false => variables.iter().filter(global).copied().collect(),
        };
        let few = at.iter().map(|bounds| few(&variables, bounds)).collect();
        let splits = Splits {
            few,
            live: Some(live),
            globals,
        };
        Some((splits, Bounds { variables, at }))
    }
}

/// The variables with few values.
fn few(variables: &[VarId], bounds: &[Option<Interval>]) -> BTreeMap<VarId, Interval> {
    let pairs = variables.iter().zip(bounds);
    let pairs = pairs.filter_map(|(var, bounds)| {
        let bounds = (*bounds)?;
        let ends = Interval::finite(bounds.lo).zip(Interval::finite(bounds.hi))?;
        let count = ends.1.checked_sub(ends.0)?.checked_add(1)?;
        (1..=VALUES_MAX).contains(&count).then_some((*var, bounds))
    });
    pairs.collect()
}

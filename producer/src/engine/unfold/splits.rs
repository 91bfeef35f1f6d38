//! Values that are not certain but few: places where a variable has few values are told apart by
//! them, and each value is certain then.

use super::cells::{Cell, State};
use crate::engine::bounds::{Bound, Bounds};
use crate::engine::live::Liveness;
use crate::engine::Run;
use proofmark_logic::arena::{Arena, VarId};
use proofmark_logic::cfa::{Edge, EdgeId, LocId, Scope, Stmt, StmtKind};
use proofmark_logic::interval::Interval;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Most values of a variable that are told apart.
const VALUES_MAX: i128 = 33;
/// Most combinations of values at the end of one edge.
const COMBINATIONS_MAX: usize = 130;
/// The same where more is told apart.
const MORE_VALUES_MAX: i128 = 1_024;
/// The same where more is told apart.
const MORE_COMBINATIONS_MAX: usize = 1_100;
/// Which values were chosen on the way to a place.
pub(super) type Choices = BTreeMap<VarId, i128>;

/// Tells the state behind an edge with chosen values, if it may be taken.
type With<'a> = &'a mut dyn FnMut(&Choices) -> Option<State>;

/// Where which variables have few values.
#[derive(Default)]
pub(super) struct Splits {
    /// By location: the bounds of variables that have few values there.
    few: Vec<BTreeMap<VarId, Interval>>,
    /// By edge: the same behind it, where that is told apart, too.
    behind: Vec<BTreeMap<VarId, Interval>>,
    /// Variables whose certain values places are told apart by, instead of the rounds of loops.
    pub(super) certain: Vec<VarId>,
    live: Option<Rc<Liveness>>,
    /// Procedures may read what seems dead to their callers.
    globals: BTreeSet<VarId>,
}

impl Splits {
    /// Whether nothing is told apart.
    pub(super) fn is_empty(&self) -> bool {
        self.few.iter().all(BTreeMap::is_empty)
    }

    /// What the end of an edge is told apart by: the values of variables that have few values
    /// there, and had more before, or other ones, unless they are certain by the others' values.
    /// `with` tells the state with chosen values.
    pub(super) fn choices(&self, (id, edge): (EdgeId, &Edge), with: With<'_>) -> Vec<Choices> {
        // What is computed in the edge is mostly certain when what it is computed from is.
        let mut all = vec![Choices::new()];
        for computed in [false, true] {
            if all.len() == 1 {
                let few = self.few_behind(id, edge);
                self.multiply(&mut all, (&few, edge), (computed, with));
            }
        }
        all
    }

    /// The variables that have few values behind an edge.
    fn few_behind(&self, id: EdgeId, edge: &Edge) -> BTreeMap<VarId, Interval> {
        let mut few = match self.behind.get(id.0 as usize) {
            Some(few) => few.clone(),
            None => BTreeMap::new(),
        };
        let at = self.few.get(edge.to.0 as usize);
        few.extend(
            at.into_iter()
                .flatten()
                .map(|(var, bounds)| (*var, *bounds)),
        );
        few
    }

    /// Tells more apart: by values that are few behind an edge, although not where it ends, and by
    /// those that are certain.
    #[must_use]
    pub(super) fn telling_more_apart(&self, bounds: &Bounds) -> Splits {
        let few = |places: &Vec<Vec<Bound>>| {
            let places = places.iter();
            places
                .map(|at| few(&bounds.variables, at, MORE_VALUES_MAX))
                .collect()
        };
        Splits {
            few: few(&bounds.at),
            behind: few(&bounds.behind),
            certain: bounds.variables.clone(),
            live: self.live.clone(),
            globals: self.globals.clone(),
        }
    }

    /// Whether more is told apart than values that are few at a location.
    pub(super) fn tells_more(&self) -> bool {
        !self.certain.is_empty()
    }

    /// Most combinations of values at the end of one edge.
    fn combinations(&self) -> usize {
        match self.certain.is_empty() {
            true => COMBINATIONS_MAX,
            false => MORE_COMBINATIONS_MAX,
        }
    }

    /// What a place outside of procedures is told apart by beside its choices.
    pub(super) fn apart(&self, arena: &Arena, location: LocId, state: &State) -> Choices {
        let here = self
            .certain
            .iter()
            .filter(|var| self.matters(location, **var));
        let value = |var: &VarId| arena.as_lit(*state.get(&Cell::Variable(*var))?);
        here.filter_map(|var| Some((*var, value(var)?))).collect()
    }

    /// Multiplies choices by those of variables whose values the edge computes, or of the others.
    fn multiply(
        &self,
        all: &mut Vec<Choices>,
        (few, edge): (&BTreeMap<VarId, Interval>, &Edge),
        (computed, with): (bool, With<'_>),
    ) {
        let nowhere = BTreeMap::new();
        let before = self.few.get(edge.from.0 as usize).unwrap_or(&nowhere);
        // What is written later may be computed from what is written before.
        let last = |var: VarId| {
            let mut stmts = edge.stmts.iter();
            stmts.rposition(|stmt| changes(std::slice::from_ref(stmt), var))
        };
        let mut few: Vec<(VarId, &Interval)> = few.iter().map(|(var, few)| (*var, few)).collect();
        few.sort_by_key(|(var, _)| last(*var));
        for (var, bounds) in few {
            let written = writes(edge, var);
            let new = written || !before.contains_key(&var);
            let matters = self.matters(edge.to, var) || !written || reads_input(edge, var);
            let other = computed != (written && !reads_input(edge, var));
            if other || !new || !matters {
                continue;
            }
            let state = all.first().and_then(&mut *with);
            if state.is_some_and(|state| state.contains_key(&Cell::Variable(var))) {
                continue;
            }
            let values = bounds.lo..=bounds.hi;
            if all.len() * values.clone().count() > self.combinations() {
                continue;
            }
            let each = |value: i128| {
                all.iter().map(move |old| {
                    let mut next = old.clone();
                    next.insert(var, value);
                    next
                })
            };
            *all = values.flat_map(each).collect();
        }
    }

    /// Whether places are told apart by the value that a variable had when it was chosen.
    pub(super) fn keeps(&self, location: LocId, var: VarId) -> bool {
        self.certain.is_empty() || self.matters(location, var)
    }

    /// Whether the value that a variable has at a location may be read later.
    pub(super) fn matters(&self, location: LocId, var: VarId) -> bool {
        let live = self.live.as_deref();
        live.is_some_and(|live| live.all_live(location, &[var])) || self.globals.contains(&var)
    }
}

/// Whether an edge gives a variable a value.
pub(super) fn writes(edge: &Edge, var: VarId) -> bool {
    changes(&edge.stmts, var)
}

/// Whether statements give a variable a value.
pub(super) fn changes(stmts: &[Stmt], var: VarId) -> bool {
    stmts.iter().any(|stmt| match stmt.kind {
        StmtKind::Assign { var: own, .. } | StmtKind::Havoc { var: own } => own == var,
        StmtKind::Assume(_) => false,
    })
}

/// Whether an edge gives a variable any value.
fn reads_input(edge: &Edge, var: VarId) -> bool {
    let mut kinds = edge.stmts.iter().map(|stmt| stmt.kind);
    kinds.any(|kind| kind == StmtKind::Havoc { var })
}

impl Run<'_> {
    /// Where which variables have few values, and the bounds that say so.
    pub(super) fn splits(&mut self) -> Option<(Splits, Bounds)> {
        let bounds = self.bounds()?;
        let rank = &self.graph.rank;
        let live = Liveness::new(self.arena, &mut self.abstraction.canon, self.cfa, rank);
        let global = |var: &&VarId| self.cfa.vars[var.0 as usize].scope == Scope::Global;
        let globals = match self.cfa.procedures.is_empty() {
            true => BTreeSet::new(),
            false => bounds.variables.iter().filter(global).copied().collect(),
        };
        let few = |at: &Vec<Bound>| few(&bounds.variables, at, VALUES_MAX);
        let few = bounds.at.iter().map(few);
        let few = few.collect();
        let splits = Splits {
            few,
            behind: Vec::new(),
            certain: Vec::new(),
            live: Some(Rc::new(live)),
            globals,
        };
        Some((splits, bounds))
    }
}

/// The variables with few values.
fn few(variables: &[VarId], bounds: &[Bound], most: i128) -> BTreeMap<VarId, Interval> {
    let pairs = variables.iter().zip(bounds);
    let pairs = pairs.filter_map(|(var, bounds)| {
        let bounds = (*bounds)?;
        let ends = Interval::finite(bounds.lo).zip(Interval::finite(bounds.hi))?;
        let count = ends.1.checked_sub(ends.0)?.checked_add(1)?;
        (1..=most).contains(&count).then_some((*var, bounds))
    });
    pairs.collect()
}

//! What an analysis found is tracked: at its locations, with what belongs to it (paper 004,
//! section 3.3), or wherever its variables are live.

use super::abstraction::Abstraction;
use super::atoms::Literal;
use super::live::Liveness;
use super::loops::of_each_element;
use super::nested::{self, Carry, NestedPath};
use super::precision::PredId;
use super::refine::{self, closed_atom};
use super::Run;
use proofmark_frontend::approximation::LIBRARY;
use proofmark_logic::arena::Expr;
use proofmark_logic::cfa::{EdgeId, LocId};
use std::collections::BTreeSet;

/// A predicate that so many refinements found at new locations is tracked wherever it may matter.
const FINDS_BEFORE_SPREADING: u32 = 3;

impl Run<'_> {
    pub(super) fn predicates_of(
        &mut self,
        nested: &NestedPath,
        core: (&BTreeSet<usize>, usize),
        carry: Carry,
    ) -> refine::Found {
        nested::predicates(self.arena, &mut self.abstraction, nested, core, carry)
    }

    /// Has the images along a path depend on more predicates. The locations whose images may
    /// change.
    pub(super) fn widen(&mut self, path: &[EdgeId], steps: u8) -> BTreeSet<LocId> {
        let mut changed = BTreeSet::new();
        for &edge in path {
            for arc in [Some(edge), self.abstraction.calls.enter(edge)]
                .into_iter()
                .flatten()
            {
                if self.abstraction.widen(arc, steps) {
                    changed.insert(self.abstraction.calls.ends(self.cfa, arc).1);
                }
            }
        }
        changed
    }

    /// Tracks what an analysis found, and what belongs to it. The locations whose predicates
    /// changed.
    pub(super) fn track(&mut self, found: refine::Found) -> BTreeSet<LocId> {
        let (mut changed, mut grown) = (BTreeSet::new(), BTreeSet::new());
        let mut modelled = BTreeSet::new();
        for (location, atom) in found {
            let at = self.cfa.locations.get(location.0 as usize);
            let in_library = at.is_some_and(|at| at.pos.column == LIBRARY);
            if let Literal::Atom { atom, .. } = self.abstraction.canon.literal(self.arena, atom) {
                let variables = self.abstraction.canon.variables(self.arena, atom);
                if !self
                    .abstraction
                    .calls
                    .in_scope(self.cfa, location, &variables)
                {
                    continue;
                }
                let Abstraction {
                    precision,
                    bdds,
                    canon,
                    calls,
                    ..
                } = &mut self.abstraction;
                let mut templates = self.templates.of(self.arena, canon, atom);
                // What the program says elsewhere may be about other variables.
                templates.retain(|template| {
                    let variables = canon.variables(self.arena, *template);
                    calls.in_scope(self.cfa, location, &variables)
                });
                let mut track = |atom: Expr| {
                    let predicate = precision.predicate(self.arena, atom);
                    let new = precision.track(bdds, location, predicate);
                    if new {
                        grown.insert(predicate);
                    }
                    if new && in_library {
                        modelled.insert(predicate);
                    }
                    new
                };
                // The predicate itself is not needed if others come instead of it; if it is after
                // all, it will be found again.
                let new = templates
                    .iter()
                    .fold(false, |new, &template| track(template) | new);
                if new || track(atom) {
                    changed.insert(location);
                }
            }
        }
        for predicate in grown {
            let again = self.abstraction.precision.found_again(predicate);
            // A boolean procedure has many paths, which all need what one does.
            if modelled.contains(&predicate) || again == FINDS_BEFORE_SPREADING {
                self.spread(predicate, &mut changed);
            }
        }
        changed
    }

    /// Tracks what is tracked anywhere along a path wherever it may matter: what holds at the end
    /// of each round of a loop may be what the next round needs at its beginning. The locations
    /// with new predicates.
    pub(super) fn spread_along(&mut self, path: &[EdgeId]) -> BTreeSet<LocId> {
        let mut changed = BTreeSet::new();
        for predicate in self.tracked_along(path) {
            changed.extend(self.track_everywhere(predicate));
        }
        changed
    }

    /// What is tracked anywhere along a path.
    fn tracked_along(&self, path: &[EdgeId]) -> BTreeSet<PredId> {
        let starts = path.iter().map(|edge| self.cfa.edges[edge.0 as usize].from);
        starts
            .flat_map(|location| &self.abstraction.precision.at[location.0 as usize])
            .copied()
            .collect()
    }

    /// Tracks what is asked along a path of one element of a table, at an index that is not known,
    /// for each of its elements, wherever that may matter: what is written at one index is read at
    /// another. The locations with new predicates.
    pub(super) fn track_elements(&mut self, path: &[EdgeId]) -> BTreeSet<LocId> {
        let tracked = self.tracked_along(path);
        let atom = |predicate: &PredId| self.abstraction.precision.atom(*predicate);
        let mut asked: BTreeSet<Expr> = tracked.iter().map(atom).collect();
        for &id in path {
            let to = self.cfa.edges[id.0 as usize].to;
            for predicate in self.abstraction.precision.at[to.0 as usize].clone() {
                let before = self.abstraction.precondition(self.arena, id, predicate);
                asked.extend(before.atom());
            }
        }
        let mut changed = BTreeSet::new();
        for atom in asked {
            for instance in of_each_element(self.arena, atom) {
                changed.extend(self.track_closed(instance));
            }
        }
        changed
    }

    /// Tracks a formula wherever its variables may matter, if it is a predicate of the program's
    /// variables. The locations where that is new.
    fn track_closed(&mut self, formula: Expr) -> Vec<LocId> {
        let canonical = self.abstraction.canon.literal(self.arena, formula).atom();
        let closed =
            canonical.and_then(|atom| closed_atom(self.arena, &mut self.abstraction, atom));
        let Some(atom) = closed else {
            return Vec::new();
        };
        let predicate = self.abstraction.precision.predicate(self.arena, atom);
        self.track_everywhere(predicate)
    }

    /// Tracks a predicate wherever its variables may matter. The locations where that is new.
    pub(super) fn track_everywhere(&mut self, predicate: PredId) -> Vec<LocId> {
        let Abstraction {
            canon,
            precision,
            bdds,
            calls,
            ..
        } = &mut self.abstraction;
        let variables = canon.variables(self.arena, precision.atom(predicate));
        let locations = (0u32..).map(LocId).take(self.cfa.locations.len());
        let locations = locations.filter(|location| *location != self.cfa.error);
        // Where procedures are called, what is live is not known.
        let wanted: Vec<LocId> = if self.cfa.procedures.is_empty() {
            let rank = &self.graph.rank;
            let live = self
                .live
                .get_or_insert_with(|| Liveness::new(self.arena, canon, self.cfa, rank));
            locations
                .filter(|location| live.all_live(*location, &variables))
                .collect()
        } else {
            locations
                .filter(|location| calls.in_scope(self.cfa, *location, &variables))
                .collect()
        };
        let track = |location: &LocId| precision.track(bdds, *location, predicate);
        wanted.into_iter().filter(track).collect()
    }

    /// Tracks a predicate wherever its variables are live, from the first location on that tracks
    /// it: each path would find it again by itself.
    fn spread(&mut self, predicate: PredId, changed: &mut BTreeSet<LocId>) {
        if !self.cfa.procedures.is_empty() {
            return;
        }
        let Abstraction {
            canon,
            precision,
            bdds,
            ..
        } = &mut self.abstraction;
        let rank = &self.graph.rank;
        let live = self
            .live
            .get_or_insert_with(|| Liveness::new(self.arena, canon, self.cfa, rank));
        let variables = canon.variables(self.arena, precision.atom(predicate));
        let locations = (0..self.cfa.locations.len())
            .map(|i| LocId(i as u32))
            .filter(|l| *l != self.cfa.error);
        let first = locations
            .clone()
            .filter(|l| precision.tracks(*l, predicate))
            .map(|l| rank[l.0 as usize])
            .min();
        for location in locations.filter(|l| {
            first.is_some_and(|first| rank[l.0 as usize] >= first) && live.all_live(*l, &variables)
        }) {
            if precision.track(bdds, location, predicate) {
                changed.insert(location);
            }
        }
    }
}

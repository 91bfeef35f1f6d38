//! Choices that a library makes: what holds of them whatever it chooses.

use super::super::index;
use super::graph::{Graph, Target, Writes};
use proofmark_frontend::Program;
use proofmark_logic::cfa::{Edge, EdgeId, LocId, StmtKind};
use std::collections::BTreeSet;
use std::rc::Rc;

/// A choice whose ways all meet.
pub(crate) struct Passed {
    /// What may be written on one of them.
    pub(crate) writes: Rc<Writes>,
    meet: Target,
}

impl Passed {
    /// Whether the ways have met where a run takes an edge.
    pub(crate) fn meets(&self, program: &Program, edge: EdgeId) -> bool {
        match self.meet {
            Target::Before(at) => {
                let edge = program.cfa.edges.get(index(edge.0));
                edge.is_some_and(|edge| edge.from == at)
            }
            Target::Within(other) => edge == other,
        }
    }
}

impl Graph<'_> {
    /// Where the ways meet that begin with an edge and others from the same place, if none leaves
    /// the program, runs for ever or stops before.
    pub(crate) fn passed(&mut self, program: &Program, edge: EdgeId) -> Option<Passed> {
        let from = self.cfa.edges.get(index(edge.0))?.from;
        let meet = self.next.get(index(from.0)).copied().flatten()?;
        if meet == self.outside() {
            return None;
        }
        let (inside, locations) = self.inside(from, meet);
        let mut edges = inside
            .iter()
            .filter_map(|id| self.cfa.edges.get(index(id.0)));
        let goes_on = edges.all(|edge| edge.call.is_none() && self.goes_on(edge));
        if !goes_on || self.may_stay(program, from, &locations) {
            return None;
        }
        let number = |at: usize| u32::try_from(at).ok();
        let target = match meet.checked_sub(self.cfa.locations.len()) {
            None => Target::Before(LocId(number(meet)?)),
            Some(edge) => Target::Within(EdgeId(number(edge)?)),
        };
        let writes = self.choices(from);
        Some(Passed {
            writes,
            meet: target,
        })
    }

    /// The edges between a location and where its ways meet, and the locations.
    fn inside(&self, from: LocId, meet: usize) -> (Vec<EdgeId>, BTreeSet<LocId>) {
        let (mut edges, mut seen) = (Vec::new(), BTreeSet::from([from]));
        let mut work = vec![from];
        while let Some(at) = work.pop() {
            for id in self.out.get(index(at.0)).into_iter().flatten() {
                let Some(edge) = self.cfa.edges.get(index(id.0)) else {
                    continue;
                };
                if meet == self.node(Target::Within(*id)) {
                    continue;
                }
                edges.push(*id);
                let there = meet == index(edge.to.0) || edge.to == self.cfa.error;
                if !there && seen.insert(edge.to) {
                    work.push(edge.to);
                }
            }
        }
        (edges, seen)
    }

    /// Whether an edge assumes nothing but what another one denies, and that writes can write.
    fn goes_on(&self, edge: &Edge) -> bool {
        let next = edge.stmts.iter().skip(1).map(Some).chain([None]);
        let mut pairs = edge.stmts.iter().zip(next).enumerate();
        pairs.all(|(number, (stmt, next))| {
            let decides = number == 0 && self.ways(edge.from) > 1;
            let writes = next.is_some_and(|next| {
                matches!(next.kind, StmtKind::Assign { .. }) && next.pos == stmt.pos
            });
            !matches!(stmt.kind, StmtKind::Assume(_)) || decides || writes
        })
    }

    /// Whether a loop that is not the library's lies between: of the library's it is known that
    /// they end.
    fn may_stay(&self, program: &Program, from: LocId, locations: &BTreeSet<LocId>) -> bool {
        let own = |edge: &Edge| {
            let mut stmts = edge.stmts.iter();
            stmts.any(|stmt| !program.sources.is_model(stmt.pos.file))
        };
        let out = |at: LocId| {
            let ids = self.out.get(index(at.0)).into_iter().flatten();
            let edges = ids.filter_map(|id| self.cfa.edges.get(index(id.0)));
            edges.filter(|edge| edge.to != from && locations.contains(&edge.to))
        };
        let mut edges = locations
            .iter()
            .filter(|at| **at != from)
            .flat_map(|at| out(*at));
        // Whether an edge of the program's lies on a way back to where it begins.
        edges.any(|edge| {
            let (mut seen, mut work) = (BTreeSet::new(), vec![edge.to]);
            while let Some(at) = work.pop() {
                if seen.insert(at) {
                    work.extend(out(at).map(|edge| edge.to));
                }
            }
            own(edge) && seen.contains(&edge.from)
        })
    }
}

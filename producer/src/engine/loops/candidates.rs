//! Candidates for invariants of loops, tracked like predicates of a refinement.

use super::cells::Cells;
use super::equations::{self, Equations};
use super::leaves::{in_order, leaves};
use super::ranges::Ranges;
use super::refute::{Start, Suffix};
use super::rounds::Rounds;
use super::tables::indices_read;
use super::SAMPLED_MAX;
use crate::engine::atoms::Literal;
use crate::engine::Run;
use proofmark_logic::arena::{Arena, Expr, Node, VarId};
use proofmark_logic::cfa::{Cfa, EdgeId, LocId, StmtKind};
use proofmark_logic::interval::Interval;
use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;

/// Most candidates at one location inside a loop.
pub(super) const CANDIDATES_MAX: usize = 12;
/// Most predicates that come from one candidate.
pub(super) const AROUND_MAX: usize = 40;

impl Run<'_> {
    /// Refutes the end of a path by the ranges that cells have where it starts, and tracks these
    /// wherever they matter.
    pub(super) fn track_ranges(&mut self, path: &[EdgeId], rounds: &Rounds) -> BTreeSet<LocId> {
        let mut changed = BTreeSet::new();
        self.find_ranges(path, rounds);
        let Some(known) = self.loops.known.clone() else {
            return changed;
        };
        let (cells, ranges) = &*known;
        let flat = self.cfa.procedures.is_empty();
        let end = (rounds.most && flat)
            .then(|| self.suffix(path, rounds.last, Start::Ranges))
            .flatten();
        let mut wanted: Vec<usize> = match &end {
            Some(end) => end.used.iter().copied().collect(),
            None if !flat => (0..cells.terms.len()).collect(),
            None => (self.interesting(path, rounds).into_iter())
                .filter_map(|cell| cells.position(cell))
                .collect(),
        };
        for cell in wanted.clone() {
            for &other in cells.behind(cell) {
                if !wanted.contains(&other) {
                    wanted.push(other);
                }
            }
        }
        // What these follow from is wanted where they were before.
        let mut seen: BTreeSet<usize> = wanted.iter().copied().collect();
        let mut all = wanted.clone();
        loop {
            wanted.retain(|cell| self.loops.tracked.insert(cells.terms[*cell]));
            if !wanted.is_empty() || end.is_none() {
                break;
            }
            all = cells.sources(self.arena, &all);
            all.retain(|cell| seen.insert(*cell));
            wanted.clone_from(&all);
            if all.is_empty() {
                break;
            }
        }
        for location in (0..self.cfa.locations.len()).map(|i| LocId(i as u32)) {
            for &cell in &wanted {
                if !self.is_live(location, cells.terms[cell]) {
                    continue;
                }
                let mut facts = ranges.facts(self.arena, cells, location, cell);
                facts.extend(cells.pointers(cell));
                for fact in facts {
                    if self.track_candidate(location, fact) {
                        changed.insert(location);
                    }
                }
            }
        }
        if let Some(Suffix { from, core, .. }) = end {
            changed.extend(self.track_end(path, from, &core));
        }
        changed
    }

    /// Computes the ranges of what the conditions of a path depend on.
    fn find_ranges(&mut self, path: &[EdgeId], rounds: &Rounds) {
        let interesting = self.interesting(path, rounds);
        let compared = self.conditions(path);
        let seeds = in_order(interesting.into_iter().chain(compared));
        if seeds.iter().all(|cell| self.loops.wanted.contains(cell)) {
            return;
        }
        let before = self.loops.wanted.iter().copied();
        let seeds = in_order(seeds.into_iter().chain(before));
        self.loops.wanted.extend(&seeds);
        let callees = self.loops.callees;
        let cells = Cells::of(self.arena, &mut self.abstraction, &seeds, callees);
        let ranges = Ranges::of(self.arena, self.cfa, &self.graph.rank, &cells);
        self.loops.known = ranges.map(|ranges| Rc::new((cells, ranges)));
        self.loops.tracked.clear();
        self.loops.octagons.forget();
    }

    /// The cells that the conditions of a path look at.
    pub(super) fn conditions(&mut self, path: &[EdgeId]) -> Vec<Expr> {
        let mut found = Vec::new();
        for edge in path.iter().collect::<BTreeSet<_>>() {
            for stmt in &self.cfa.edges[edge.0 as usize].stmts {
                if let StmtKind::Assume(p) = stmt.kind {
                    found.extend(leaves(self.arena, p));
                }
            }
        }
        found
    }

    pub(super) fn is_live(&mut self, location: LocId, cell: Expr) -> bool {
        let rank = &self.graph.rank;
        let (arena, cfa, canon) = (&*self.arena, self.cfa, &mut self.abstraction.canon);
        let variables = canon.variables(arena, cell);
        if !cfa.procedures.is_empty() {
            return location != cfa.error
                && self.abstraction.calls.in_scope(cfa, location, &variables);
        }
        let live = self
            .live
            .get_or_insert_with(|| crate::engine::live::Liveness::new(arena, canon, cfa, rank));
        location != cfa.error && live.all_live(location, &variables)
    }

    /// Tracks the atom of a formula at a location; whether that is new.
    pub(super) fn track_candidate(&mut self, location: LocId, fact: Expr) -> bool {
        let Literal::Atom { atom, .. } = self.abstraction.canon.literal(self.arena, fact) else {
            return false;
        };
        let predicate = self.abstraction.precision.predicate(self.arena, atom);
        let abstraction = &mut self.abstraction;
        abstraction
            .precision
            .track(&mut abstraction.bdds, location, predicate)
    }

    /// What a loop counts, and what is compared with that from there on.
    pub(super) fn interesting(&mut self, path: &[EdgeId], rounds: &Rounds) -> BTreeSet<Expr> {
        let mut found = rounds.counters.clone();
        for edge in path[rounds.first..].iter().collect::<BTreeSet<_>>() {
            for stmt in &self.cfa.edges[edge.0 as usize].stmts {
                if let StmtKind::Assume(p) = stmt.kind {
                    let cells = leaves(self.arena, p);
                    let indices = indices_read(self.arena, &cells);
                    let mut all = cells.iter().chain(&indices);
                    if all.any(|cell| rounds.counters.contains(cell)) {
                        found.extend(cells);
                    }
                }
            }
        }
        found
    }

    /// Tracks the equations that hold at the heads of the loops of a path, and those that
    /// executions satisfy.
    pub(super) fn track_equations(&mut self, path: &[EdgeId], rounds: &Rounds) -> BTreeSet<LocId> {
        let mut changed = BTreeSet::new();
        let heads = self.heads(&path[rounds.first..rounds.last]);
        let interesting: Vec<Expr> = self.interesting(path, rounds).into_iter().collect();
        if !self
            .loops
            .looked_for
            .equations
            .insert((heads.clone(), interesting))
        {
            return changed;
        }
        let Some(known) = self.loops.known.clone() else {
            return changed;
        };
        let (cells, ranges) = &*known;
        let place = (self.cfa.entry, &self.graph.rank[..]);
        if let Some(found) = Equations::of(self.arena, cells, ranges, place) {
            for &head in &heads {
                for fact in self.equations_at(head, (cells, ranges), &found) {
                    self.track_around(head, fact, &mut changed);
                }
            }
            for location in self.inside(&path[rounds.first..rounds.last], &heads) {
                for fact in self.equations_at(location, (cells, ranges), &found) {
                    if self.track_candidate(location, fact) {
                        changed.insert(location);
                    }
                }
            }
        }
        self.track_orders(path, rounds, &heads, &mut changed);
        changed
    }

    /// The equations of a location, as formulas.
    fn equations_at(
        &mut self,
        head: LocId,
        (cells, ranges): (&Cells, &Ranges),
        found: &Equations,
    ) -> Vec<Expr> {
        let live: Vec<usize> = (0..found.cells())
            .filter(|cell| self.is_live(head, cells.terms[*cell]))
            .collect();
        let values: Vec<Interval> = (0..cells.terms.len())
            .map(|cell| {
                ranges
                    .range(head, cell)
                    .map_or(Interval::ALL, |r| r.interval)
            })
            .collect();
        let mut out = Vec::new();
        for equation in found.between(head, &live).into_iter().take(CANDIDATES_MAX) {
            out.extend(equations::formulas(
                self.arena,
                (cells, &values),
                &live,
                &equation,
            ));
        }
        out
    }

    /// Tracks which variables are at most as large as others in executions.
    fn track_orders(
        &mut self,
        path: &[EdgeId],
        rounds: &Rounds,
        heads: &[LocId],
        changed: &mut BTreeSet<LocId>,
    ) {
        let mut variables = Vec::new();
        for cell in self.interesting(path, rounds) {
            if let Node::Var(var, _) = self.arena.node(cell) {
                if heads.iter().any(|&head| self.is_live(head, cell)) {
                    variables.push(var);
                }
            }
        }
        variables.truncate(SAMPLED_MAX);
        if variables.len() < 2 {
            return;
        }
        let samples = self.sample(path, rounds, heads, &variables);
        for (&head, rows) in heads.iter().zip(&samples) {
            let found = orders(self.arena, self.cfa, &variables, rows);
            for fact in found.into_iter().take(CANDIDATES_MAX) {
                self.track_around(head, fact, changed);
            }
        }
    }

    /// The locations that a path comes back to.
    pub(super) fn heads(&self, path: &[EdgeId]) -> Vec<LocId> {
        let rank = |location: LocId| self.graph.rank[location.0 as usize];
        let ends = path.iter().map(|edge| &self.cfa.edges[edge.0 as usize]);
        let back = ends.filter(|edge| rank(edge.to) <= rank(edge.from));
        let heads: BTreeSet<LocId> = back.map(|edge| edge.to).collect();
        heads.into_iter().collect()
    }

    /// The locations of a path but these.
    fn inside(&self, path: &[EdgeId], but: &[LocId]) -> BTreeSet<LocId> {
        let starts = path.iter().map(|edge| self.cfa.edges[edge.0 as usize].from);
        starts.filter(|location| !but.contains(location)).collect()
    }

    /// Tracks a candidate at the head of a loop, and what it needs at the locations before that, in
    /// the loop and on the way to it.
    pub(super) fn track_around(&mut self, head: LocId, fact: Expr, changed: &mut BTreeSet<LocId>) {
        let mut work = VecDeque::from([(head, fact)]);
        let mut seen = BTreeSet::new();
        while let Some((location, fact)) = work.pop_front() {
            let Literal::Atom { atom, .. } = self.abstraction.canon.literal(self.arena, fact)
            else {
                continue;
            };
            if !self.in_scope(location, atom) || !seen.insert((location, atom)) {
                continue;
            }
            if seen.len() > AROUND_MAX {
                return;
            }
            let predicate = self.abstraction.precision.predicate(self.arena, atom);
            if self.track_candidate(location, atom) {
                changed.insert(location);
            }
            for id in self.graph.edges_into(location) {
                let edge = &self.cfa.edges[id.0 as usize];
                let rank = |location: LocId| self.graph.rank[location.0 as usize];
                // Round the loop once, round inner ones not at all.
                let back = rank(edge.from) >= rank(location);
                let first = seen.len() == 1 && edge.from != head;
                if edge.call.is_some() || (back && !first) {
                    continue;
                }
                let from = edge.from;
                if let Literal::Atom { atom, .. } =
                    self.abstraction.precondition(self.arena, id, predicate)
                {
                    work.push_back((from, atom));
                }
            }
        }
    }

    /// Whether a predicate speaks of nothing but variables that a location knows.
    pub(super) fn in_scope(&mut self, location: LocId, atom: Expr) -> bool {
        let variables = self.abstraction.canon.variables(self.arena, atom);
        let calls = &self.abstraction.calls;
        variables.iter().all(|var| var.as_fresh().is_none())
            && calls.in_scope(self.cfa, location, &variables)
    }
}

/// `x <= y` for variables that satisfy it in all samples, and `x == y` in some.
fn orders(arena: &mut Arena, cfa: &Cfa, variables: &[VarId], rows: &[Vec<i128>]) -> Vec<Expr> {
    let mut out = Vec::new();
    for (i, &x) in variables.iter().enumerate() {
        for (j, &y) in variables.iter().enumerate().filter(|(j, _)| *j != i) {
            let below = rows.iter().all(|row| row[i] <= row[j]);
            let touches = rows.iter().any(|row| row[i] == row[j]);
            if below && touches && rows.iter().any(|row| row[i] != row[j]) {
                let (x, y) = (cfa.read(arena, x), cfa.read(arena, y));
                out.push(arena.le(x, y));
            }
        }
    }
    out
}

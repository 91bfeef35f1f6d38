//! The ends of paths that go round a loop, refuted by themselves or with what is known where they
//! start.

use super::rounds::Rounds;
use crate::engine::atoms::Literal;
use crate::engine::nested::{self, Carry};
use crate::engine::refine::{contradiction, last_contradiction, literal};
use crate::engine::Run;
use proofmark_logic::arena::Expr;
use proofmark_logic::cfa::{EdgeId, LocId};
use std::collections::BTreeSet;

/// Most predicates of a location that are looked at to refute what comes after it.
const KNOWN_MAX: usize = 200;

/// What is known where a suffix of a path starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Start {
    /// Nothing.
    Anywhere,
    /// The ranges of cells.
    Ranges,
    /// What octagons say.
    Octagons,
    /// What holds of all states that were reached there.
    Reached,
}

/// The end of a path that is contradictory.
pub(super) struct Suffix {
    /// Predicates are wanted from this position on.
    pub(super) from: usize,
    /// The positions of the edges whose assumptions contradict each other.
    pub(super) core: BTreeSet<usize>,
    /// The cells whose ranges take part in that, or which of the other facts.
    pub(super) used: BTreeSet<usize>,
}

impl Run<'_> {
    /// Refutes the end of a path with what is known where it starts. The locations with new
    /// predicates.
    pub(super) fn refute_end(&mut self, path: &[EdgeId], rounds: &Rounds) -> BTreeSet<LocId> {
        let Some(Suffix { from, core, .. }) = self.suffix(path, rounds.last, Start::Reached) else {
            return BTreeSet::new();
        };
        let mut changed = self.track_end(path, from, &core);
        let location = self.cfa.edges[path[from].0 as usize].from;
        if self.exclude(location, path[from]) {
            changed.insert(location);
        }
        if changed.is_empty() {
            return self.widen(&path[from..], 1);
        }
        changed
    }

    /// Learns where along a path the states that were reached cannot take its next step. The
    /// locations where that is new.
    pub(in crate::engine) fn exclude_along(&mut self, path: &[EdgeId]) -> BTreeSet<LocId> {
        let mut changed = BTreeSet::new();
        for &edge in path {
            let location = self.cfa.edges[edge.0 as usize].from;
            if self.exclude(location, edge) {
                changed.insert(location);
            }
        }
        changed
    }

    /// Tracks what the refutation of the end of a path says.
    pub(super) fn track_end(
        &mut self,
        path: &[EdgeId],
        from: usize,
        core: &BTreeSet<usize>,
    ) -> BTreeSet<LocId> {
        let (_, nested) = nested::path_formula(self.arena, &mut self.abstraction, path, None);
        let found = self.predicates_of(&nested, (core, from), Carry::Assumptions);
        self.track(found)
    }

    /// Whether what is known at a location contradicts the assumptions of an edge by itself; then
    /// the search learns that.
    fn exclude(&mut self, location: LocId, edge: EdgeId) -> bool {
        let mut facts = self.known_at(location);
        let (formula, _) = nested::path_formula(self.arena, &mut self.abstraction, &[edge], None);
        facts.extend(formula.facts.iter().map(|fact| fact.1));
        let Some(core) = contradiction(self.arena, &facts) else {
            return false;
        };
        let mut values = Vec::new();
        for i in core {
            let Literal::Atom { atom, positive } =
                self.abstraction.canon.literal(self.arena, facts[i])
            else {
                return false;
            };
            let precision = &self.abstraction.precision;
            match precision.known(atom) {
                Some(p) if precision.tracks(location, p) => values.push((p, positive)),
                _ => return false,
            }
        }
        let abstraction = &mut self.abstraction;
        abstraction
            .precision
            .exclude(&mut abstraction.bdds, location, &values)
    }

    /// The shortest suffix of a path, from `first` on or later, that is contradictory by itself, or
    /// with what is known of the states where it starts.
    pub(super) fn suffix(&mut self, path: &[EdgeId], first: usize, start: Start) -> Option<Suffix> {
        let (mut low, mut high) = (first, path.len());
        let mut best = self.contradictory(path, low, start)?;
        while high - low > 1 {
            let middle = low.midpoint(high);
            match self.contradictory(path, middle, start) {
                Some(found) => (low, best) = (middle, found),
                None => high = middle,
            }
        }
        if start == Start::Anywhere {
            best.from = 0;
        }
        Some(best)
    }

    /// What makes a suffix contradictory, in all cases of what is known where it starts.
    fn contradictory(&mut self, path: &[EdgeId], from: usize, start: Start) -> Option<Suffix> {
        let (formula, _) =
            nested::path_formula(self.arena, &mut self.abstraction, &path[from..], None);
        let assumed: Vec<Expr> = formula.facts.iter().map(|f| f.1).collect();
        let location = self.cfa.edges[path[from].0 as usize].from;
        let numbered = |facts: Vec<Expr>| facts.into_iter().enumerate().collect();
        let cases: Vec<Vec<(usize, Expr)>> = match start {
            Start::Ranges => vec![self.ranges_at(location)],
            Start::Octagons => self.numbered_at(location),
            Start::Reached => vec![numbered(self.known_at(location))],
            Start::Anywhere => vec![Vec::new()],
        };
        let mut suffix = Suffix {
            from,
            core: BTreeSet::new(),
            used: BTreeSet::new(),
        };
        for case in &cases {
            let known = case.iter().map(|(_, fact)| *fact);
            let facts: Vec<Expr> = assumed.iter().copied().chain(known).collect();
            for i in last_contradiction(self.arena, &facts)? {
                match formula.facts.get(i) {
                    Some(fact) => drop(suffix.core.insert(fact.0 + from)),
                    None => {
                        let known = case.get(i - formula.facts.len());
                        suffix.used.extend(known.map(|(number, _)| *number));
                    }
                }
            }
        }
        (!cases.is_empty()).then_some(suffix)
    }

    /// The ranges of cells at a location, as literals.
    fn ranges_at(&mut self, location: LocId) -> Vec<(usize, Expr)> {
        let Some(known) = self.loops.known.clone() else {
            return Vec::new();
        };
        let (cells, ranges) = &*known;
        let mut out = Vec::new();
        for cell in 0..cells.terms.len() {
            for fact in ranges.facts(self.arena, cells, location, cell) {
                let fact = literal(self.arena, &mut self.abstraction, fact);
                out.extend(fact.map(|fact| (cell, fact)));
            }
        }
        out
    }

    /// The literals that hold of all states reached so far at a location.
    fn known_at(&mut self, location: LocId) -> Vec<Expr> {
        let region = self.graph.reached[location.0 as usize];
        let predicates = self.abstraction.precision.at[location.0 as usize].clone();
        let mut out = Vec::new();
        for predicate in predicates.into_iter().take(KNOWN_MAX) {
            let atom = self.abstraction.precision.atom(predicate);
            for (value, literal) in [(true, atom), (false, self.arena.not(atom))] {
                let opposite = self.abstraction.bdds.literal(2 * predicate, !value);
                if self.abstraction.bdds.and(region, opposite).is_false() {
                    out.push(literal);
                }
            }
        }
        out
    }
}

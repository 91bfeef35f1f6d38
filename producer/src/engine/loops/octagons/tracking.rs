//! What of the octagons is tracked: that which refutes the end of a path, and what it follows from.

use super::super::cells::Cells;
use super::super::ranges::Ranges;
use super::super::refute::{Start, Suffix};
use super::super::rounds::Rounds;
use super::{Octagons, Of, MODES_MAX, PICKED_MAX, VALUES_MAX};
use crate::engine::abstraction::negate;
use crate::engine::atoms::Literal;
use crate::engine::refine::{contradiction, literal};
use crate::engine::Run;
use proofmark_logic::arena::{Arena, Expr};
use proofmark_logic::cfa::{EdgeId, LocId};
use proofmark_logic::interval::Interval;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

/// Most facts that are followed back.
const FOLLOWED_MAX: usize = 600;
/// Most sets of cells that are looked at.
const ANALYSES_MAX: usize = 12;

/// What octagons were computed, and what they say.
#[derive(Default)]
pub(in crate::engine::loops) struct Known {
    /// What they are about.
    of: Of,
    octagons: Option<Octagons>,
    /// What they say at locations that were asked for.
    at: BTreeMap<LocId, Rc<Vec<Case>>>,
    /// How often octagons were computed.
    analyses: usize,
}

impl Known {
    /// The cells are others now.
    pub(in crate::engine::loops) fn forget(&mut self) {
        self.of = Of::default();
    }
}

/// What is known at a location in one mode.
struct Case {
    /// The mode.
    told: Vec<Expr>,
    /// What holds in it.
    facts: Vec<Expr>,
}

impl Case {
    fn all(&self) -> impl Iterator<Item = Expr> + '_ {
        self.told.iter().chain(&self.facts).copied()
    }
}

/// A fact that is to be tracked at a location in one of its modes.
type Wanted = (LocId, usize, Expr);

impl Run<'_> {
    /// Refutes the end of a path by what octagons say where it starts, and tracks that, and what it
    /// follows from. The locations with new predicates.
    pub(in crate::engine::loops) fn track_octagons(
        &mut self,
        path: &[EdgeId],
        rounds: &Rounds,
    ) -> BTreeSet<LocId> {
        let mut changed = BTreeSet::new();
        if !self.cfa.procedures.is_empty() {
            return changed;
        }
        let Some(Suffix { from, core, used }) = self.refuted_by_octagons(path, rounds) else {
            return changed;
        };
        let start = self.cfa.edges[path[from].0 as usize].from;
        let numbered = self.numbered_at(start).into_iter().enumerate();
        let numbered = numbered.flat_map(|(case, facts)| facts.into_iter().map(move |f| (case, f)));
        let used = numbered.filter(|(_, (number, _))| used.contains(number));
        let used = used.map(|(case, (_, fact))| (start, case, fact));
        let mut work: VecDeque<Wanted> = used.collect();
        let mut seen: BTreeSet<Wanted> = BTreeSet::new();
        while let Some(wanted) = work.pop_front() {
            if seen.len() > FOLLOWED_MAX || !seen.insert(wanted) {
                continue;
            }
            let (location, case, fact) = wanted;
            let told = self.cases_at(location)[case].told.clone();
            for fact in told.iter().copied().chain([fact]) {
                if self.track_candidate(location, fact) {
                    changed.insert(location);
                }
            }
            for edge in self.graph.edges_into(location) {
                let from = self.cfa.edges[edge.0 as usize].from;
                // Which mode that is follows from the mode before.
                for &told in &told {
                    let before = self.before(edge, told);
                    if self.in_scope(from, before) && self.track_candidate(from, before) {
                        changed.insert(from);
                    }
                }
                for case in 0..self.cases_at(from).len() {
                    let known = self.follows_from(edge, case, (&told, fact));
                    work.extend(known.into_iter().map(|fact| (from, case, fact)));
                }
            }
        }
        changed.extend(self.track_end(path, from, &core));
        changed
    }

    /// The end of a path, if octagons refute it: at first those of all modes together.
    fn refuted_by_octagons(&mut self, path: &[EdgeId], rounds: &Rounds) -> Option<Suffix> {
        let known = self.loops.known.clone()?;
        let (cells, ranges) = &*known;
        let picked = self.picked(cells, path, rounds);
        let mut of = Of {
            picked,
            modes: Vec::new(),
        };
        self.find_octagons(&of)?;
        let end = self.suffix(path, rounds.last, Start::Octagons);
        if end.is_some() {
            return end;
        }
        of.modes = self.modes((cells, ranges), path);
        if of.modes.is_empty() {
            return None;
        }
        self.find_octagons(&of)?;
        let end = self.suffix(path, rounds.last, Start::Octagons);
        if end.is_some() {
            return end;
        }
        // Where the last round left a few values, bounds do not tell these.
        let visits = |edge: &EdgeId| self.cfa.edges[edge.0 as usize].from == rounds.head;
        let before = path[..rounds.last].iter().rposition(visits)?;
        self.suffix(path, before, Start::Octagons)
    }

    /// Why a fact holds behind an edge in a mode: what octagons say where that starts, in one of
    /// the modes there, that contradicts its negation.
    fn follows_from(
        &mut self,
        edge: EdgeId,
        case: usize,
        (told, fact): (&[Expr], Expr),
    ) -> Vec<Expr> {
        let mut facts = Vec::new();
        let assumed = self.abstraction.assumptions(self.arena, edge);
        for assumption in assumed.iter() {
            facts.push(formula(self.arena, *assumption));
        }
        for &told in told {
            facts.push(self.before(edge, told));
        }
        let holds = self.before(edge, fact);
        facts.push(negate(self.arena, holds));
        facts.retain(|fact| *fact != Arena::TRUE);
        if holds == Arena::TRUE || facts.contains(&Arena::FALSE) {
            return Vec::new();
        }
        let own = facts.len();
        let from = self.cfa.edges[edge.0 as usize].from;
        facts.extend(self.cases_at(from)[case].all());
        let core = contradiction(self.arena, &facts).unwrap_or_default();
        let known = core.into_iter().filter(|i| *i >= own);
        let known: Vec<Expr> = known.map(|i| facts[i]).collect();
        // What an edge leaves alone is best known before it as it is.
        if holds == fact && known != [fact] {
            let mut there = vec![negate(self.arena, holds)];
            there.extend(self.cases_at(from)[case].all());
            if contradiction(self.arena, &there).is_some() {
                return vec![holds];
            }
        }
        known
    }

    /// What a fact behind an edge is before it.
    fn before(&mut self, edge: EdgeId, fact: Expr) -> Expr {
        let abstraction = &mut self.abstraction;
        let Literal::Atom { atom, positive } = abstraction.canon.literal(self.arena, fact) else {
            return fact;
        };
        let predicate = abstraction.precision.predicate(self.arena, atom);
        let before = abstraction.precondition(self.arena, edge, predicate);
        let before = formula(self.arena, before);
        match positive {
            true => before,
            false => negate(self.arena, before),
        }
    }

    /// What is known at a location in each mode, with numbers.
    pub(in crate::engine::loops) fn numbered_at(
        &mut self,
        location: LocId,
    ) -> Vec<Vec<(usize, Expr)>> {
        let mut number = 0..;
        let cases = self.cases_at(location);
        let numbered = cases
            .iter()
            .map(|case| number.by_ref().zip(case.all()).collect());
        numbered.collect()
    }

    /// What octagons, and ranges, say at a location, as literals.
    fn cases_at(&mut self, location: LocId) -> Rc<Vec<Case>> {
        if let Some(known) = self.loops.octagons.at.get(&location) {
            return known.clone();
        }
        let Some(known) = self.loops.known.clone() else {
            return Rc::default();
        };
        let (cells, ranges) = &*known;
        let live: Vec<bool> = (cells.terms.iter())
            .map(|term| self.is_live(location, *term))
            .collect();
        let Some(octagons) = &self.loops.octagons.octagons else {
            return Rc::default();
        };
        let found = octagons.facts(self.arena, cells, location, |cell| live[cell]);
        let mut always = Vec::new();
        for (cell, _) in live.iter().enumerate().filter(|(_, live)| **live) {
            always.extend(ranges.facts(self.arena, cells, location, cell));
            always.extend(cells.pointers(cell));
        }
        let mut cases: Vec<Case> = Vec::new();
        for [told, mut facts] in found {
            facts.extend(&always);
            let told = self.literals(told);
            let facts = self.literals(facts);
            cases.push(Case { told, facts });
        }
        let cases = Rc::new(cases);
        self.loops.octagons.at.insert(location, cases.clone());
        cases
    }

    /// Facts as literals, without repetition.
    fn literals(&mut self, facts: Vec<Expr>) -> Vec<Expr> {
        let mut seen = BTreeSet::new();
        let abstraction = &mut self.abstraction;
        let literals = facts.into_iter();
        let literals = literals.filter_map(|fact| literal(self.arena, abstraction, fact));
        literals.filter(|fact| seen.insert(*fact)).collect()
    }

    /// What a path counts, and what it compares with that, and where that comes from.
    fn picked(&mut self, cells: &Cells, path: &[EdgeId], rounds: &Rounds) -> Vec<usize> {
        let interesting = self.interesting(path, rounds).into_iter();
        let mut picked: Vec<usize> = Vec::new();
        let mut new: Vec<usize> = interesting
            .filter_map(|cell| cells.position(cell))
            .collect();
        while !new.is_empty() {
            let resolved = |cell: usize| cells.behind(cell).first().copied().unwrap_or(cell);
            let before = picked.len();
            for cell in new.into_iter().map(resolved) {
                if !picked.contains(&cell) && picked.len() < PICKED_MAX {
                    picked.push(cell);
                }
            }
            new = cells.sources(self.arena, &picked[before..]);
        }
        picked
    }

    /// Cells that a path compares and that have few values, with those that they get these from: at
    /// first those that only ever get constants, as the state of an automaton.
    fn modes(&mut self, (cells, ranges): (&Cells, &Ranges), path: &[EdgeId]) -> Vec<usize> {
        let (mut found, mut product) = (Vec::new(), 1);
        let compared = self.conditions(path).into_iter();
        let compared = compared.filter_map(|cell| cells.position(cell));
        let compared: Vec<usize> = compared
            .map(|cell| cells.behind(cell).first().copied().unwrap_or(cell))
            .collect();
        let constant = compared.iter().filter_map(|cell| {
            let (values, others) = constants(self.arena, cells, *cell)?;
            Some((*cell, values, others))
        });
        let constant: Vec<_> = constant.collect();
        let few = compared.iter().filter_map(|cell| {
            let values = self.few_values((cells, ranges), *cell)?;
            let others = cells.sources(self.arena, &[*cell]).into_iter();
            let few = |other: &usize| self.few_values((cells, ranges), *other).is_some();
            Some((*cell, values, others.filter(few).collect()))
        });
        let few: Vec<_> = few.collect();
        for (cell, values, others) in constant.into_iter().chain(few) {
            let mut own = others;
            own.push(cell);
            own.retain(|cell| !found.contains(cell));
            let many = found.len() + own.len() > MODES_MAX || product * values > VALUES_MAX;
            if values >= 2 && !many && own.contains(&cell) {
                product *= values;
                found.append(&mut own);
            }
        }
        found
    }

    /// How many values a cell has wherever it matters, if these are few.
    fn few_values(&mut self, (cells, ranges): (&Cells, &Ranges), cell: usize) -> Option<usize> {
        let places = (0u32..).map(LocId).take(self.cfa.locations.len());
        let places = places.filter(|place| self.is_live(*place, cells.terms[cell]));
        let all = places.filter_map(|place| ranges.range(place, cell));
        let all = all.map(|range| range.interval).reduce(Interval::hull)?;
        let between = all.hi.checked_sub(all.lo)?;
        let values = usize::try_from(between).ok()?.checked_add(1)?;
        (values <= VALUES_MAX).then_some(values)
    }

    /// Where some cells do not matter.
    fn dead(&mut self, cells: &Cells, of: &[usize]) -> BTreeSet<(LocId, usize)> {
        let mut dead = BTreeSet::new();
        for location in (0u32..).map(LocId).take(self.cfa.locations.len()) {
            let own = of
                .iter()
                .filter(|cell| !self.is_live(location, cells.terms[**cell]));
            dead.extend(own.map(|cell| (location, *cell)));
        }
        dead
    }

    /// Computes octagons, if they are not known; `None` if that is too much work, or there is
    /// nothing between cells.
    fn find_octagons(&mut self, of: &Of) -> Option<()> {
        let known = self.loops.known.clone()?;
        let (cells, ranges) = &*known;
        if of.picked.len() < 2 {
            return None;
        }
        if self.loops.octagons.of != *of {
            let analyses = self.loops.octagons.analyses + 1;
            self.loops.octagons = Known {
                of: of.clone(),
                analyses,
                ..Known::default()
            };
            if analyses <= ANALYSES_MAX {
                let dead = self.dead(cells, &of.modes);
                let rank = &self.graph.rank;
                let at = (cells, ranges);
                let found = Octagons::of(self.arena, self.cfa, rank, at, (of.clone(), dead));
                self.loops.octagons.octagons = found;
            }
        }
        self.loops.octagons.octagons.as_ref().map(|_| ())
    }
}

/// How many constants a cell gets, and the cells that it is a copy of, if it gets nothing else, and
/// these get nothing but constants.
fn constants(arena: &Arena, cells: &Cells, cell: usize) -> Option<(usize, Vec<usize>)> {
    let copied = cells.copied(arena, cell)?;
    let mut values = copied.constants;
    for &other in &copied.cells {
        let other = cells.copied(arena, other)?;
        if !other.cells.is_empty() {
            return None;
        }
        values.extend(other.constants);
    }
    Some((values.len(), copied.cells.into_iter().collect()))
}

/// A literal as a formula.
fn formula(arena: &mut Arena, literal: Literal) -> Expr {
    match literal {
        Literal::Constant(true) => Arena::TRUE,
        Literal::Constant(false) => Arena::FALSE,
        Literal::Atom {
            atom,
            positive: true,
        }
        | Literal::Opaque(atom) => atom,
        Literal::Atom { atom, .. } => negate(arena, atom),
    }
}

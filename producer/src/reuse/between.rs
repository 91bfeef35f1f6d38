//! Regions of new locations: what must hold there so that the old regions behind them are reached
//! (paper 000, section 3, asks the same of each edge with weakest preconditions).
//!
//! A few new statements between old ones are the usual change. What their locations should track
//! is known to neither version, but follows from the regions to which they lead. Where they make a
//! loop, and at calls, a guess is made: what is needed behind them held before. As of all that a
//! seed says, a wrong guess costs time only.

use super::NODES_MAX;
use crate::engine::Made;
use proofmark_logic::arena::{Arena, Expr, Node, Op};
use proofmark_logic::cfa::{Cfa, EdgeId, LocId};
use proofmark_logic::vc::Effect;
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// A formula does not grow by more nodes than this from one location to the one before it.
const GROWTH_MAX: usize = 2_000;

/// A location in a loop is asked for no more formulas than this.
const NEEDS_MAX: usize = 40;

/// Loops are not looked for among more locations than this.
const OPEN_MAX: usize = 2_000;

/// Gives regions to locations that have none. These locations, and what their regions are like.
pub(super) fn fill_in(
    (arena, cfa): (&mut Arena, &Cfa),
    regions: &mut [Option<Expr>],
) -> BTreeMap<LocId, Made> {
    let mut between = Between::new(cfa, regions);
    between.go_back(arena);
    for (location, needs) in between.needs_of_loops(arena) {
        if !needs.is_empty() {
            between.regions[location.0 as usize] = Some(conjunction(arena, &needs));
            between.filled.insert(location, Made::OfParts);
        }
    }
    between.go_back(arena);
    between.filled
}

struct Between<'a> {
    cfa: &'a Cfa,
    regions: &'a mut [Option<Expr>],
    filled: BTreeMap<LocId, Made>,
    /// By location, the edges that leave it.
    leaving: Vec<Vec<EdgeId>>,
    /// By location, those from which an edge leads there.
    before: Vec<Vec<LocId>>,
    /// Where runs begin and end, and where procedures do: what holds there is no matter of edges.
    fixed: HashSet<LocId>,
    effect: Effect,
}

impl<'a> Between<'a> {
    fn new(cfa: &'a Cfa, regions: &'a mut [Option<Expr>]) -> Between<'a> {
        let mut leaving = vec![Vec::new(); regions.len()];
        let mut before = vec![Vec::new(); regions.len()];
        for (id, edge) in (0..).map(EdgeId).zip(&cfa.edges) {
            leaving[edge.from.0 as usize].push(id);
            before[edge.to.0 as usize].push(edge.from);
        }
        let ends = cfa.procedures.iter().flat_map(|p| [p.entry, p.exit]);
        Between {
            cfa,
            regions,
            filled: BTreeMap::new(),
            leaving,
            before,
            fixed: ends.chain([cfa.entry, cfa.error]).collect(),
            effect: Effect::default(),
        }
    }

    /// The locations without a region that could have one.
    fn open(&self) -> BTreeSet<LocId> {
        let slots = 0..self.regions.len();
        let locations = slots.map(|slot| LocId(slot as u32));
        locations
            .filter(|l| self.regions[l.0 as usize].is_none() && !self.fixed.contains(l))
            .collect()
    }

    /// Weakest preconditions, from what is known back to where a loop is in the way.
    fn go_back(&mut self, arena: &mut Arena) {
        let mut work: Vec<LocId> = self.open().into_iter().collect();
        while let Some(location) = work.pop() {
            let slot = location.0 as usize;
            if self.regions[slot].is_some() || self.fixed.contains(&location) {
                continue;
            }
            if let Some((region, made)) = self.precondition(arena, location) {
                self.regions[slot] = Some(region);
                self.filled.insert(location, made);
                work.extend(&self.before[slot]);
            }
        }
    }

    /// The states from which all edges of a location lead into regions; `None` where that cannot be
    /// said. What is needed behind all edges is asked for whichever is taken.
    fn precondition(&mut self, arena: &mut Arena, location: LocId) -> Option<(Expr, Made)> {
        let limit = NODES_MAX.min(arena.len() + GROWTH_MAX);
        let mut goals: Vec<(Vec<Expr>, Vec<Expr>)> = Vec::new();
        for id in &self.leaving[location.0 as usize] {
            let edge = &self.cfa.edges[id.0 as usize];
            let behind = match edge.to == self.cfa.error {
                true => Arena::FALSE,
                false => self.regions[edge.to.0 as usize]?,
            };
            if edge.call.is_some() {
                goals.push((Vec::new(), conjuncts(arena, behind)));
                continue;
            }
            self.effect.run(arena, self.cfa, edge, limit).ok()?;
            let goal = self.effect.sigma.apply(arena, behind, limit).ok()?;
            let assumed = &self.effect.hypotheses;
            let mut needed = conjuncts(arena, goal);
            needed.retain(|part| !assumed.contains(part));
            if !needed.is_empty() {
                goals.push((assumed.clone(), needed));
            }
        }
        let (_, first) = goals.first().cloned().unwrap_or_default();
        let everywhere = |part: &Expr| goals.iter().all(|(_, needed)| needed.contains(part));
        let mut parts: Vec<Expr> = first.into_iter().filter(everywhere).collect();
        let mut made = Made::OfParts;
        for (assumed, mut needed) in goals {
            needed.retain(|part| !parts.contains(part));
            if !needed.is_empty() {
                let rest = conjunction(arena, &needed);
                parts.push(assumed.iter().rev().fold(rest, |goal, hypothesis| {
                    let not = arena.not(*hypothesis);
                    arena.or(not, goal)
                }));
                made = Made::OfCases;
            }
        }
        let region = conjunction(arena, &parts);
        (!speaks_of_unknown(arena, region)).then_some((region, made))
    }

    /// For the open locations in loops, the conjuncts of regions behind them that no statement on
    /// the way there changes.
    fn needs_of_loops(&mut self, arena: &mut Arena) -> Vec<(LocId, Vec<Expr>)> {
        let open = self.open();
        if open.len() > OPEN_MAX {
            return Vec::new();
        }
        let mut needs = vec![Vec::new(); self.regions.len()];
        let mut work: BTreeSet<LocId> = open.clone();
        while let Some(location) = work.pop_last() {
            let found = self.needs(arena, location, &needs);
            let slot = location.0 as usize;
            if found.len() > needs[slot].len() && found.len() <= NEEDS_MAX {
                needs[slot] = found;
                let before = self.before[slot].iter();
                work.extend(before.filter(|location| open.contains(location)));
            }
        }
        let in_loops = open.iter().filter(|l| self.returns(**l, &open));
        in_loops
            .map(|l| (*l, std::mem::take(&mut needs[l.0 as usize])))
            .collect()
    }

    /// What the locations behind one need, and holds before the edges if it does behind them.
    fn needs(&mut self, arena: &mut Arena, location: LocId, needs: &[Vec<Expr>]) -> Vec<Expr> {
        let limit = NODES_MAX.min(arena.len() + GROWTH_MAX);
        let mut found = needs[location.0 as usize].clone();
        for id in &self.leaving[location.0 as usize] {
            let edge = &self.cfa.edges[id.0 as usize];
            if edge.to == self.cfa.error {
                continue;
            }
            let behind = match self.regions[edge.to.0 as usize] {
                Some(region) => conjuncts(arena, region),
                None => needs[edge.to.0 as usize].clone(),
            };
            if edge.call.is_none() && self.effect.run(arena, self.cfa, edge, limit).is_err() {
                continue;
            }
            for need in behind {
                let stays = edge.call.is_some()
                    || self.effect.sigma.apply(arena, need, limit) == Ok(need)
                        && !self.effect.hypotheses.contains(&need);
                if stays && !found.contains(&need) {
                    found.push(need);
                }
            }
        }
        found
    }

    /// Whether open locations lead from a location back to it.
    fn returns(&self, location: LocId, open: &BTreeSet<LocId>) -> bool {
        let (mut seen, mut work) = (HashSet::new(), vec![location]);
        while let Some(at) = work.pop() {
            for id in &self.leaving[at.0 as usize] {
                let to = self.cfa.edges[id.0 as usize].to;
                if to == location {
                    return true;
                }
                if open.contains(&to) && seen.insert(to) {
                    work.push(to);
                }
            }
        }
        false
    }
}

/// Formulas that hold together, in the form in which regions are written.
fn conjunction(arena: &mut Arena, parts: &[Expr]) -> Expr {
    let parts = parts.iter().rev().copied();
    parts
        .reduce(|all, part| arena.and(part, all))
        .unwrap_or(Arena::TRUE)
}

/// What a formula is a conjunction of.
fn conjuncts(arena: &Arena, formula: Expr) -> Vec<Expr> {
    let (mut parts, mut work) = (Vec::new(), vec![formula]);
    while let Some(e) = work.pop() {
        match arena.node(e) {
            Node::App(Op::And, [left, right, _]) => work.extend([right, left]),
            _ if e == Arena::TRUE => {}
            _ => parts.push(e),
        }
    }
    parts
}

/// Whether a formula has a constant that a havoc introduced.
fn speaks_of_unknown(arena: &Arena, formula: Expr) -> bool {
    let (mut seen, mut work) = (HashSet::new(), vec![formula]);
    while let Some(e) = work.pop() {
        match arena.node(e) {
            Node::Var(v, _) | Node::MapVar(v, _) if v.as_fresh().is_some() => return true,
            _ if seen.insert(e) => work.extend(arena.args(e)),
            _ => {}
        }
    }
    false
}

//! Unfolding: programs that execute themselves.
//!
//! Many loops and recursions run through values that are certain: strings are copied, tables are
//! filled, factorials of 10 are computed. Predicates would have to be found for each round, and
//! related to those of the next. Here such a program is executed on what is certain of its states
//! ([`graph`]), which gives a program without these loops, whose statements have the certain values
//! put in. It is verified like any other ([`residual`]); mostly nothing is left of it that could
//! reach the error. Its invariants hold of the program itself where the values are as they were:
//! those that matter are named ([`needs`], [`formulas`]).
//!
//! Where that is not enough, values that are few are told apart ([`splits`]): behind `if (n > 10)
//! return;` a program has one place for each `n`, and executes itself from there. That the values
//! are no others follows from bounds that the invariants name, too.
//!
//! It costs a place for each round, so it comes after what does not.

mod block;
mod cells;
mod formulas;
mod graph;
mod heads;
mod needs;
mod residual;
mod splits;

use self::cells::Cells;
use self::graph::{Arc, Exceeded, Explorer, Graph};
use self::heads::Heads;
use self::needs::Needs;
use self::splits::{Bounds, Splits};
use super::atoms::Canon;
use super::{Outcome, Run};
use proofmark_logic::arena::{Arena, Expr, VarId};
use proofmark_logic::cfa::{LocId, ProcId};
use std::collections::{BTreeMap, BTreeSet};

/// As many places as cost less than the search for predicates.
pub(super) const FEW: usize = 120;
/// As many places as a certificate should have.
pub(super) const MANY: usize = 4_000;
/// Larger programs are not unfolded.
const EDGES_MAX: usize = 3_000;
/// In larger programs, values that are few are not told apart.
const EDGES_TO_SPLIT: usize = 400;
/// Most values that the invariants may name: each costs a proof in each round.
const NEEDED_MAX: usize = 25_000;
/// Larger unfolded programs are not verified, only executed.
const REST_MAX: usize = 600;
/// How many loops may be kept.
const KEPT_MAX: usize = 30;

/// What holds at the places of an unfolded program.
struct Unfolded {
    /// The cells whose values matter, by place.
    needed: Vec<Cells>,
    /// What holds beside them.
    beside: Vec<Expr>,
}

impl Run<'_> {
    /// Decides the program by unfolding it to at most so many places, if that is possible.
    pub(super) fn unfold(&mut self, places: usize) -> Option<Outcome> {
        if self.unfolded >= places || self.cfa.edges.len() > EDGES_MAX {
            return None;
        }
        self.unfolded = places;
        let plain = self.unfold_by(places, &Splits::default(), None);
        // Recursion costs the search for predicates most.
        let late = places >= MANY || !self.cfa.procedures.is_empty();
        let done = self.loops.told_apart || self.cfa.edges.len() > EDGES_TO_SPLIT;
        if plain.is_some() || !late || done {
            return plain;
        }
        self.loops.told_apart = true;
        let (splits, bounds) = self.splits()?;
        if splits.is_empty() {
            return None;
        }
        self.unfold_by(MANY, &splits, Some(&bounds))
    }

    /// Decides the program by unfolding it, with values that are few told apart.
    fn unfold_by(
        &mut self,
        places: usize,
        splits: &Splits,
        bounds: Option<&Bounds>,
    ) -> Option<Outcome> {
        let mut canon = Canon::of(self.cfa);
        let procedures = (0u32..).map(ProcId).take(self.cfa.procedures.len());
        let written: Vec<BTreeSet<VarId>> = procedures
            .map(|id| self.cfa.written_globals(id).into_iter().collect())
            .collect();
        let (graph, kept) = self.graph_of(&mut canon, &written, (places, splits))?;
        // A loop that takes more rounds, but not too many, is better left for later: with its
        // rounds taken together, what is left may be harder than the program was.
        if places < MANY && !kept.is_empty() && self.may_err(&graph) {
            let (_, endless) = self.graph_of(&mut canon, &written, (MANY, splits))?;
            if endless != kept {
                return None;
            }
        }
        let beside = match self.rest_of(&graph)? {
            Ok(beside) => beside,
            Err(outcome) => return Some(outcome),
        };
        let needs = Needs {
            arena: self.arena,
            canon: &mut canon,
            cfa: self.cfa,
            written: &written,
            graph: &graph,
            beside: &beside,
            needed: graph.nodes.iter().map(graph::Node::chosen).collect(),
        };
        let needed = needs.compute();
        if needed.iter().map(Cells::len).sum::<usize>() > NEEDED_MAX {
            return None;
        }
        let unfolded = Unfolded { needed, beside };
        let mut invariants = formulas::invariants(self.arena, self.cfa, &graph, &unfolded);
        if let Some(bounds) = bounds {
            self.bound(&mut invariants, &graph, bounds);
        }
        Some(Outcome::Safe {
            invariants,
            predicates: Vec::new(),
        })
    }

    /// Adds to invariants between which values those variables are whose values were told apart.
    fn bound(&mut self, invariants: &mut [Expr], graph: &Graph, bounds: &Bounds) {
        let chosen = graph.nodes.iter().flat_map(|node| node.choices.keys());
        let chosen: BTreeSet<VarId> = chosen.copied().collect();
        for (place, invariant) in (0u32..).zip(invariants) {
            if *invariant == Arena::FALSE {
                continue;
            }
            for fact in bounds.facts(self.arena, self.cfa, LocId(place), &chosen) {
                *invariant = match *invariant {
                    Arena::TRUE => fact,
                    other => self.arena.and(fact, other),
                };
            }
        }
    }

    /// The unfolded program, if some loop or recursion can be, and the loops that are kept.
    fn graph_of(
        &mut self,
        canon: &mut Canon,
        written: &[BTreeSet<VarId>],
        (places, splits): (usize, &Splits),
    ) -> Option<(Graph, BTreeSet<LocId>)> {
        let heads = Heads::of(self.cfa, &self.graph.rank);
        let mut out_edges = self.cfa.out_edges();
        for edges in &mut out_edges {
            edges.retain(|edge| !self.graph.is_closed_way(*edge));
        }
        let mut kept = BTreeSet::new();
        while kept.len() <= KEPT_MAX {
            let explorer = Explorer {
                arena: self.arena,
                canon,
                cfa: self.cfa,
                heads: &heads,
                rank: &self.graph.rank,
                kept: &kept,
                written,
                out_edges: &out_edges,
                splits,
                places,
                nodes: Vec::new(),
                index: BTreeMap::new(),
                agenda: BTreeSet::new(),
                values: 0,
            };
            match explorer.explore() {
                Ok(graph) => return is_unfolded(&graph).then_some((graph, kept)),
                Err(Exceeded::Loop(head)) if kept.insert(head) => {}
                Err(Exceeded::Loop(_) | Exceeded::Other) => return None,
            }
            if self.budget.exceeded().is_some() {
                return None;
            }
        }
        None
    }

    /// Whether the unfolded program still has a way to the error.
    fn may_err(&self, graph: &Graph) -> bool {
        let ends = |place: usize| graph.nodes[place].location == self.cfa.error;
        let reaches = |arc: &Arc| matches!(arc, Arc::Step(_, to, _) if ends(*to));
        graph.nodes.iter().any(|node| node.arcs.iter().any(reaches))
    }

    /// What holds at the places of the unfolded program beside certain values; or what became of
    /// the whole.
    fn rest_of(&mut self, graph: &Graph) -> Option<Result<Vec<Expr>, Outcome>> {
        if !self.may_err(graph) {
            return Some(Ok(vec![Arena::TRUE; graph.nodes.len()]));
        }
        if !self.cfa.procedures.is_empty() || graph.nodes.len() > REST_MAX {
            return None;
        }
        self.verify_rest(graph)
    }
}

/// Whether some location has several places.
fn is_unfolded(graph: &Graph) -> bool {
    let locations: BTreeSet<LocId> = graph.nodes.iter().map(|node| node.location).collect();
    locations.len() < graph.nodes.len()
}

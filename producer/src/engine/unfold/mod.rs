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
//! At last places are told apart by all variables that are certain and matter, in the place of
//! rounds: what comes to one place after different ways is together only if it is the same.
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
use self::splits::Splits;
use super::atoms::Canon;
use super::bounds::Bounds;
use super::{Outcome, Run, Unfolding, Work};
use proofmark_logic::arena::{Arena, Expr, Node, Op, VarId};
use proofmark_logic::cfa::{Cfa, LocId, ProcId, StmtKind};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// As many places as cost less than the search for predicates.
pub(super) const FEW: usize = 120;
/// As many places as a certificate should have.
pub(super) const MANY: usize = 4_000;
/// Larger programs are not unfolded.
const EDGES_MAX: usize = 3_000;
/// In larger programs, values that are few are not told apart.
pub(super) const EDGES_TO_SPLIT: usize = 400;
/// Most values that the invariants may name: each costs a proof in each round.
const NEEDED_MAX: usize = 120_000;
/// Larger unfolded programs are not verified, only executed.
const REST_MAX: usize = 600;
/// How many loops may be kept.
const KEPT_MAX: usize = 30;

/// As many places as a certificate has at most: each has few values, and there is no other proof.
const MOST: usize = 8_000;
/// Work on what is left of the program: nothing is best, since another way to unfold it may leave
/// nothing.
const ALLOWANCES: [Work; 3] = [allowance(0), allowance(200), allowance(1_000)];

const fn allowance(calls: u64) -> Work {
    Work { calls, ..Work::ANY }
}

/// What was tried before, and what may be.
pub(super) struct Tried {
    /// So many places were tried to unfold the program to.
    pub(super) places: usize,
    /// Whether values were told apart.
    told_apart: bool,
    /// How much work the search may take, if it is one for a part of the program.
    pub(super) allowance: Option<Work>,
}

impl Tried {
    /// Nothing yet.
    pub(super) fn new(unfolding: Unfolding) -> Tried {
        let places = match unfolding {
            Unfolding::Allowed | Unfolding::First => 0,
            Unfolding::Excluded => usize::MAX,
        };
        Tried {
            places,
            told_apart: false,
            allowance: None,
        }
    }
}

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
        if self.tried.places >= places || self.cfa.edges.len() > EDGES_MAX {
            return None;
        }
        self.tried.places = places;
        // Recursion costs the search for predicates most.
        let late = places >= MANY || !self.cfa.procedures.is_empty();
        let done = self.tried.told_apart || self.cfa.edges.len() > EDGES_TO_SPLIT;
        if !late || done {
            let plain = Splits::default();
            let graph = self.unfolded(places, &plain)?;
            return self.decided_by(&graph, (&plain, None), Work::ANY);
        }
        self.tried.told_apart = true;
        // What is left of programs with procedures is not verified, and recursion has no end.
        let plain = !self.cfa.procedures.is_empty();
        let mut ways = vec![(places, Splits::default(), None)];
        if let Some((splits, bounds)) = self.splits() {
            let bounds = Rc::new(bounds);
            let more = splits.telling_more_apart(&bounds);
            if !splits.is_empty() {
                ways.push((MANY, splits, Some(bounds.clone())));
            }
            if !plain {
                ways.push((MOST, more, Some(bounds)));
            }
        }
        let rounds = if plain { 1 } else { ALLOWANCES.len() };
        // More work changes nothing of how the program is unfolded.
        let mut graphs: Vec<Option<Option<Graph>>> = ways.iter().map(|_| None).collect();
        for allowance in ALLOWANCES.into_iter().take(rounds) {
            for ((places, splits, bounds), graph) in ways.iter().zip(&mut graphs) {
                let graph = graph.get_or_insert_with(|| self.unfolded(*places, splits));
                let decided = graph.as_ref().and_then(|graph| {
                    self.decided_by(graph, (splits, bounds.as_deref()), allowance)
                });
                if decided.is_some() {
                    return decided;
                }
            }
        }
        None
    }

    /// Decides the program by unfolding it before Z3 looks at a path whose assumptions multiply or
    /// divide what is unknown: that may take it long, and values that are few make it certain.
    pub(super) fn unfold_product(&mut self, facts: &[Expr]) -> Option<Outcome> {
        let alone = self.tried.allowance.is_none();
        let small = self.cfa.edges.len() <= EDGES_TO_SPLIT && self.cfa.procedures.is_empty();
        let products = facts.iter().any(|fact| has_product(self.arena, *fact));
        if !alone || !small || !products {
            return None;
        }
        self.unfold(MANY)
    }

    /// The program unfolded to at most so many places, if some loop or recursion can be.
    fn unfolded(&mut self, places: usize, splits: &Splits) -> Option<Graph> {
        let (graph, kept) = self.graph_of((places, splits))?;
        // A loop that takes more rounds, but not too many, is better left for later: with its
        // rounds taken together, what is left may be harder than the program was.
        if places < MANY && !kept.is_empty() && self.may_err(&graph) {
            let (_, endless) = self.graph_of((MANY, splits))?;
            if endless != kept {
                return None;
            }
        }
        Some(graph)
    }

    /// The global variables that each procedure writes.
    fn written(&self) -> Vec<BTreeSet<VarId>> {
        let procedures = (0u32..).map(ProcId).take(self.cfa.procedures.len());
        procedures
            .map(|id| self.cfa.written_globals(id).into_iter().collect())
            .collect()
    }

    /// Decides the program by what is left of it unfolded, with values that are few told apart.
    fn decided_by(
        &mut self,
        graph: &Graph,
        (splits, bounds): (&Splits, Option<&Bounds>),
        allowance: Work,
    ) -> Option<Outcome> {
        let beside = match self.rest_of(graph, allowance)? {
            Ok(beside) => beside,
            Err(outcome) => return Some(outcome),
        };
        let written = self.written();
        let mut canon = Canon::of(self.cfa);
        let needs = Needs {
            arena: self.arena,
            canon: &mut canon,
            cfa: self.cfa,
            written: &written,
            graph,
            beside: &beside,
            needed: graph.nodes.iter().map(graph::Node::chosen).collect(),
        };
        let needed = needs.compute();
        if needed.iter().map(Cells::len).sum::<usize>() > NEEDED_MAX {
            return None;
        }
        let unfolded = Unfolded { needed, beside };
        let mut invariants = formulas::invariants(self.arena, self.cfa, graph, &unfolded);
        if let Some(bounds) = bounds {
            self.bound(&mut canon, &mut invariants, graph, (splits, bounds));
        }
        self.stats.unfolded = true;
        Some(Outcome::Safe {
            invariants,
            predicates: Vec::new(),
        })
    }

    /// Adds to invariants between which values those variables are whose values were told apart.
    fn bound(
        &mut self,
        canon: &mut Canon,
        invariants: &mut [Expr],
        graph: &Graph,
        (splits, bounds): (&Splits, &Bounds),
    ) {
        let chosen = graph.nodes.iter().flat_map(|node| node.choices.keys());
        let mut chosen: BTreeSet<VarId> = chosen.copied().collect();
        if splits.tells_more() {
            add_sources(self.arena, canon, self.cfa, &mut chosen);
        }
        for (place, invariant) in (0u32..).zip(invariants) {
            if *invariant == Arena::FALSE {
                continue;
            }
            for fact in bounds.facts(self.arena, self.cfa, LocId(place), &|var| {
                chosen.contains(&var)
            }) {
                *invariant = match *invariant {
                    Arena::TRUE => fact,
                    other => self.arena.and(fact, other),
                };
            }
        }
    }

    /// The unfolded program, if some loop or recursion can be, and the loops that are kept.
    fn graph_of(&mut self, (places, splits): (usize, &Splits)) -> Option<(Graph, BTreeSet<LocId>)> {
        let (mut canon, written) = (Canon::of(self.cfa), self.written());
        let heads = Heads::of(self.cfa, &self.graph.rank);
        let mut out_edges = self.cfa.out_edges();
        for edges in &mut out_edges {
            edges.retain(|edge| !self.graph.is_closed_way(*edge));
        }
        let mut kept = BTreeSet::new();
        while kept.len() <= KEPT_MAX {
            let explorer = Explorer {
                arena: self.arena,
                canon: &mut canon,
                cfa: self.cfa,
                heads: &heads,
                rank: &self.graph.rank,
                kept: &kept,
                written: &written,
                out_edges: &out_edges,
                splits,
                places,
                budget: self.budget,
                nodes: Vec::new(),
                index: BTreeMap::new(),
                agenda: BTreeSet::new(),
                values: 0,
            };
            match explorer.explore() {
                Ok(graph) => {
                    let helps = self.task.unfolding == Unfolding::First || is_unfolded(&graph);
                    return helps.then_some((graph, kept));
                }
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
    fn rest_of(&mut self, graph: &Graph, allowance: Work) -> Option<Result<Vec<Expr>, Outcome>> {
        if !self.may_err(graph) {
            return Some(Ok(vec![Arena::TRUE; graph.nodes.len()]));
        }
        let small = self.cfa.procedures.is_empty() && graph.nodes.len() <= REST_MAX;
        if !small || allowance.calls == 0 {
            return None;
        }
        self.verify_rest(graph, allowance)
    }
}

/// Adds to variables those that their bounds come from.
fn add_sources(arena: &Arena, canon: &mut Canon, cfa: &Cfa, all: &mut BTreeSet<VarId>) {
    loop {
        let before = all.len();
        for stmt in cfa.edges.iter().flat_map(|edge| &edge.stmts) {
            let read = match stmt.kind {
                StmtKind::Assign { var, value } if all.contains(&var) => value,
                StmtKind::Assume(p) => p,
                StmtKind::Assign { .. } | StmtKind::Havoc { .. } => continue,
            };
            let read = canon.variables(arena, read);
            let assigned = matches!(stmt.kind, StmtKind::Assign { .. });
            if assigned || read.iter().any(|var| all.contains(var)) {
                all.extend(read.iter().copied());
            }
        }
        if all.len() == before {
            return;
        }
    }
}

/// Whether a product or a quotient of terms that are no literals occurs in an expression.
fn has_product(arena: &Arena, e: Expr) -> bool {
    let mut seen = BTreeSet::new();
    let mut work = vec![e];
    while let Some(e) = work.pop() {
        let Node::App(op, args) = arena.node(e) else {
            continue;
        };
        let unknown = |e: &Expr| arena.as_lit(*e).is_none();
        let all = match op {
            Op::Mul => args[..2].iter().all(unknown),
            Op::Div | Op::Rem => unknown(&args[1]),
            _ => false,
        };
        if all {
            return true;
        }
        work.extend(arena.args(e).filter(|arg| seen.insert(*arg)));
    }
    false
}

/// Whether some location has several places.
fn is_unfolded(graph: &Graph) -> bool {
    let locations: BTreeSet<LocId> = graph.nodes.iter().map(|node| node.location).collect();
    locations.len() < graph.nodes.len()
}

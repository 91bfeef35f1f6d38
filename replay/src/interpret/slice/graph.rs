//! What a branch decides: whether its other ways may miss a place, and what they may write before
//! they meet again.

use super::super::evaluate::{Code, Evaluator};
use super::super::index;
use super::super::state::State;
use proofmark_logic::arena::{Arena, Node, Op, VarId};
use proofmark_logic::cfa::{Cfa, Edge, EdgeId, LocId, StmtKind, VarSort};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

/// What may be written: of memories the elements, if they are known whatever the state is.
pub(super) type Writes = BTreeMap<VarId, Option<BTreeSet<i128>>>;

/// An automaton as a graph. Runs leave it where nothing follows; the error is no way out.
pub(crate) struct Graph<'a> {
    pub(super) cfa: &'a Cfa,
    pub(super) out: Vec<Vec<EdgeId>>,
    /// By edge: what it writes itself, or its call does.
    writes: Vec<Writes>,
    /// Where endless loops begin, which count as ways out.
    endless: Vec<bool>,
    /// The nearest place that all ways out go through, by location; the last number is outside.
    pub(super) next: Vec<Option<usize>>,
    /// When a walk over the tree of these comes to each, and leaves it.
    times: Vec<(usize, usize)>,
    choices: HashMap<LocId, Rc<Writes>>,
}

/// A place that a run must come to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Target {
    /// A location.
    Before(LocId),
    /// A step of an edge, behind its condition.
    Within(EdgeId),
}

impl<'a> Graph<'a> {
    pub(in crate::interpret) fn new(
        arena: &Arena,
        cfa: &'a Cfa,
        evaluator: &mut Evaluator,
    ) -> Graph<'a> {
        let out = cfa.out_edges();
        let mut graph = Graph {
            cfa,
            writes: writes(arena, cfa, evaluator),
            endless: Vec::new(),
            next: Vec::new(),
            times: Vec::new(),
            choices: HashMap::new(),
            out,
        };
        graph.endless = graph.endless_loops();
        graph.next = graph.post_dominators();
        graph.times = times(&graph.next);
        graph
    }

    /// Whether a run may leave the program from here without coming to the target.
    pub(super) fn bypasses(&self, from: LocId, target: Target) -> bool {
        let (from, target) = (index(from.0), self.node(target));
        if self.next.get(from).copied().flatten().is_none() {
            return false;
        }
        let (Some(inner), Some(outer)) = (self.times.get(from), self.times.get(target)) else {
            return false;
        };
        let always = outer.1 > 0 && outer.0 <= inner.0 && inner.1 <= outer.1;
        !always
    }

    /// Whether a loop without a way out begins here.
    pub(super) fn is_endless(&self, at: LocId) -> bool {
        self.endless.get(index(at.0)) == Some(&true)
    }

    /// How many edges leave a location.
    pub(super) fn ways(&self, at: LocId) -> usize {
        self.out.get(index(at.0)).map_or(0, Vec::len)
    }

    /// What is written on the ways from here until they come together again. What follows there
    /// happens whichever way is taken.
    pub(super) fn choices(&mut self, from: LocId) -> Rc<Writes> {
        if let Some(known) = self.choices.get(&from) {
            return known.clone();
        }
        let meet = self.next.get(index(from.0)).copied().flatten();
        let (mut found, mut seen) = (Writes::new(), BTreeSet::new());
        let mut work = vec![from];
        while let Some(at) = work.pop() {
            for id in self.out.get(index(at.0)).into_iter().flatten() {
                let edge = self.cfa.edges.get(index(id.0));
                let Some((edge, own)) = edge.zip(self.writes.get(index(id.0))) else {
                    continue;
                };
                if meet == Some(self.node(Target::Within(*id))) {
                    continue;
                }
                add(&mut found, own);
                let there = meet == Some(index(edge.to.0)) || edge.to == self.cfa.error;
                if !there && seen.insert(edge.to) {
                    work.push(edge.to);
                }
            }
        }
        let found = Rc::new(found);
        self.choices.insert(from, found.clone());
        found
    }

    /// Locations, then edges, then the outside.
    pub(super) fn outside(&self) -> usize {
        self.cfa.locations.len() + self.cfa.edges.len()
    }

    pub(super) fn node(&self, target: Target) -> usize {
        match target {
            Target::Before(location) => index(location.0),
            Target::Within(edge) => self.cfa.locations.len() + index(edge.0),
        }
    }

    fn successors(&self, at: usize) -> impl Iterator<Item = usize> + '_ {
        let edges = self.out.get(at).into_iter().flatten();
        let inner = edges.map(|id| self.node(Target::Within(*id)));
        let own = at.checked_sub(self.cfa.locations.len());
        let behind = own.and_then(|edge| self.cfa.edges.get(edge));
        let behind = behind.map(|edge| index(edge.to.0));
        let leaves = self.leaves(at).then_some(self.outside());
        inner.chain(behind).chain(leaves)
    }

    /// Whether runs may leave the program here.
    fn leaves(&self, at: usize) -> bool {
        let last = self.out.get(at).is_some_and(Vec::is_empty);
        let ends = last && at != index(self.cfa.error.0);
        ends || self.endless.get(at) == Some(&true)
    }

    /// Heads of the loops from which no way leads to an end.
    fn endless_loops(&self) -> Vec<bool> {
        let count = self.outside();
        let mut ends = vec![false; count];
        let mut work: Vec<usize> = (0..count).filter(|at| self.leaves(*at)).collect();
        let before = self.predecessors();
        while let Some(at) = work.pop() {
            if ends
                .get_mut(at)
                .is_some_and(|flag| !std::mem::replace(flag, true))
            {
                work.extend(before.get(at).into_iter().flatten());
            }
        }
        let mut heads = vec![false; count];
        let (mut open, mut done) = (vec![false; count], vec![false; count]);
        for start in (0..count).filter(|at| ends.get(*at) == Some(&false)) {
            let mut stack = vec![(start, false)];
            while let Some((at, left)) = stack.pop() {
                let (Some(open), Some(done)) = (open.get_mut(at), done.get_mut(at)) else {
                    continue;
                };
                if left {
                    (*open, *done) = (false, true);
                } else if *open {
                    heads.get_mut(at).into_iter().for_each(|head| *head = true);
                } else if !*done {
                    *open = true;
                    stack.push((at, true));
                    stack.extend(self.successors(at).map(|next| (next, false)));
                }
            }
        }
        heads
    }

    fn predecessors(&self) -> Vec<Vec<usize>> {
        let mut before = vec![Vec::new(); self.outside() + 1];
        for at in 0..self.outside() {
            for next in self.successors(at) {
                if let Some(list) = before.get_mut(next) {
                    list.push(at);
                }
            }
        }
        before
    }

    /// Immediate post-dominators (Cooper, Harvey, Kennedy: A Simple, Fast Dominance Algorithm).
    fn post_dominators(&self) -> Vec<Option<usize>> {
        let (outside, before) = (self.outside(), self.predecessors());
        let order = postorder(outside, &before);
        let mut number = vec![0; outside + 1];
        for (n, at) in order.iter().enumerate() {
            if let Some(slot) = number.get_mut(*at) {
                *slot = n;
            }
        }
        let mut next: Vec<Option<usize>> = vec![None; outside + 1];
        if let Some(root) = next.get_mut(outside) {
            *root = Some(outside);
        }
        let mut changed = true;
        while changed {
            changed = false;
            for at in order.iter().rev().copied().filter(|at| *at != outside) {
                let known = self
                    .successors(at)
                    .filter(|to| matches!(next.get(*to), Some(Some(_))));
                let known: Vec<usize> = known.collect();
                let meet = known.into_iter().reduce(|a, b| meet(&next, &number, a, b));
                if let Some(slot) = next.get_mut(at).filter(|slot| **slot != meet) {
                    *slot = meet;
                    changed = true;
                }
            }
        }
        next
    }
}

/// The nearest common ancestor.
fn meet(next: &[Option<usize>], number: &[usize], mut a: usize, mut b: usize) -> usize {
    let rank = |at: usize| number.get(at).copied().unwrap_or(0);
    let up = |at: usize| next.get(at).copied().flatten().unwrap_or(at);
    while a != b {
        while rank(a) < rank(b) {
            a = up(a);
        }
        while rank(b) < rank(a) {
            b = up(b);
        }
    }
    a
}

fn postorder(root: usize, edges: &[Vec<usize>]) -> Vec<usize> {
    let (mut seen, mut order) = (vec![false; edges.len()], Vec::new());
    let mut stack = vec![(root, false)];
    while let Some((at, left)) = stack.pop() {
        if left {
            order.push(at);
        } else if seen
            .get_mut(at)
            .is_some_and(|flag| !std::mem::replace(flag, true))
        {
            stack.push((at, true));
            stack.extend(
                edges
                    .get(at)
                    .into_iter()
                    .flatten()
                    .map(|next| (*next, false)),
            );
        }
    }
    order
}

/// When a walk over a tree comes to each node, from 1 on, and leaves it; 0 for what is not in it.
fn times(parents: &[Option<usize>]) -> Vec<(usize, usize)> {
    let mut children = vec![Vec::new(); parents.len()];
    let root = parents.len().saturating_sub(1);
    for (at, parent) in parents.iter().enumerate().filter(|(at, _)| *at != root) {
        if let Some(list) = parent.and_then(|parent| children.get_mut(parent)) {
            list.push(at);
        }
    }
    let mut times = vec![(0, 0); parents.len()];
    let (mut clock, mut stack) = (0, vec![(root, false)]);
    while let Some((at, left)) = stack.pop() {
        clock += 1;
        match times.get_mut(at) {
            Some(time) if left => time.1 = clock,
            Some(time) => {
                time.0 = clock;
                stack.push((at, true));
                stack.extend(children.get(at).into_iter().flatten().map(|c| (*c, false)));
            }
            None => {}
        }
    }
    times
}

fn add(all: &mut Writes, more: &Writes) {
    for (var, elements) in more {
        match (
            all.entry(*var).or_insert_with(|| Some(BTreeSet::new())),
            elements,
        ) {
            (slot, None) => *slot = None,
            (Some(known), Some(elements)) => known.extend(elements),
            (None, Some(_)) => {}
        }
    }
}

/// What each edge writes; a call what its procedure and those that it calls write.
fn writes(arena: &Arena, cfa: &Cfa, evaluator: &mut Evaluator) -> Vec<Writes> {
    let nothing = State::new(Vec::new(), None);
    let mut own: Vec<Writes> = Vec::with_capacity(cfa.edges.len());
    for edge in &cfa.edges {
        own.push(block(arena, cfa, edge, evaluator, &nothing));
    }
    if cfa.procedures.is_empty() {
        return own;
    }
    let mut called: Vec<Writes> = Vec::with_capacity(cfa.procedures.len());
    for procedure in (0u32..)
        .map(proofmark_logic::cfa::ProcId)
        .take(cfa.procedures.len())
    {
        let globals = cfa.written_globals(procedure);
        called.push(globals.into_iter().map(|var| (var, None)).collect());
    }
    for (edge, own) in cfa.edges.iter().zip(&mut own) {
        if let Some(more) = edge.call.and_then(|callee| called.get(index(callee.0))) {
            add(own, more);
        }
    }
    own
}

fn block(
    arena: &Arena,
    cfa: &Cfa,
    edge: &Edge,
    evaluator: &mut Evaluator,
    nothing: &State,
) -> Writes {
    let mut found = Writes::new();
    for stmt in &edge.stmts {
        match stmt.kind {
            StmtKind::Assume(_) => {}
            StmtKind::Havoc { var } => add(&mut found, &Writes::from([(var, None)])),
            StmtKind::Assign { var, mut value } => {
                let mut elements = match cfa.sort_of(var) {
                    Ok(VarSort::Map(_)) => Some(BTreeSet::new()),
                    Ok(VarSort::Int(_)) | Err(_) => None,
                };
                while let Node::App(Op::Upd, [memory, address, _]) = arena.node(value) {
                    let place = StmtKind::Assign {
                        var,
                        value: address,
                    };
                    let known = evaluator.term(&Code::of(arena, &place), nothing);
                    elements = match (elements, known) {
                        (Some(mut all), Ok(address)) => {
                            all.insert(address);
                            Some(all)
                        }
                        _ => None,
                    };
                    value = memory;
                }
                if !matches!(arena.node(value), Node::MapVar(base, _) if base == var) {
                    elements = None;
                }
                add(&mut found, &Writes::from([(var, elements)]));
            }
        }
    }
    found
}

//! The abstract reachability graph: forward search with merging, and abstract counterexamples.
//!
//! Locations are visited in reverse postorder, so a join waits for all its predecessors and one
//! node stands for all paths that meet there: `n` independent branches cost about `n` nodes, not
//! `2^n`. A node holds the part of a location's region that was new when it was made; the region of
//! a location is the union over its nodes, exact because regions are boolean functions. Nodes are
//! numbered in the order of their creation, and a node's states have predecessors in earlier nodes
//! only: that is the tree of paper 004, folded at joins.
//!
//! A procedure has one region at its entry, for all calls, and the region of its exit is its
//! summary: what arrives after a call comes from a node at the call and one at the exit.

use super::abstraction::{Abstraction, Image};
use super::bdd::Bdd;
use super::calls::{exit_of, successors};
use super::nodes::{Arrival, Fragment, Node, NodeId, Seeds};
use proofmark_logic::arena::Arena;
use proofmark_logic::cfa::{Cfa, EdgeId, LocId};
use std::collections::BTreeSet;

/// The graph under construction.
pub struct Reachability {
    /// All nodes, in order of creation.
    pub nodes: Vec<Node>,
    /// The region of each location.
    pub reached: Vec<Bdd>,
    /// Images that wait at each location.
    waiting: Vec<Vec<Arrival>>,
    /// Locations with waiting images, by rank.
    agenda: BTreeSet<(u32, LocId)>,
    /// The place of each location in reverse postorder.
    pub rank: Vec<u32>,
    out_edges: Vec<Vec<EdgeId>>,
    in_edges: Vec<Vec<EdgeId>>,
    /// Nodes by location.
    pub(super) at: Vec<Vec<NodeId>>,
    pub(super) root_done: bool,
    /// Its first nodes may come from an earlier version's graph.
    pub(super) seeds: Seeds,
    /// Edges that nothing is sent along.
    closed: BTreeSet<EdgeId>,
    /// Which of the ways to an error that is looked at last comes first: the nearest, or the one
    /// that comes from furthest away.
    nearest: bool,
}

/// The rank of an error that is looked at last.
const FAR: u32 = u32::MAX;

/// So many entries of decision diagrams cost as much as a call of the theory.
const ENTRIES_PER_CALL: u64 = 1_000;

/// Whether a search has come to where it pauses.
pub(super) fn is_due(abstraction: &Abstraction<'_>) -> bool {
    let pause = abstraction.questions.pause;
    let entries = pause.saturating_mul(ENTRIES_PER_CALL);
    abstraction.questions.stats.calls >= pause || abstraction.bdds.entries() >= entries
}

/// Why the search stopped.
pub enum Search {
    /// No state of the error location is reachable in the abstraction.
    Safe,
    /// The error location is reached by these edges in the abstraction.
    Counterexample(Vec<EdgeId>),
    /// The same, from a node on that nothing was found to lead to.
    Fragment(Fragment),
    /// The caller asked to stop.
    Interrupted,
}

impl Reachability {
    /// An empty graph for a program.
    pub fn new(cfa: &Cfa) -> Reachability {
        let out_edges = cfa.out_edges();
        let mut in_edges = vec![Vec::new(); cfa.locations.len()];
        for (id, edge) in (0..).map(EdgeId).zip(&cfa.edges) {
            in_edges[edge.to.0 as usize].push(id);
        }
        Reachability {
            nodes: Vec::new(),
            reached: vec![Bdd::FALSE; cfa.locations.len()],
            waiting: vec![Vec::new(); cfa.locations.len()],
            agenda: BTreeSet::new(),
            rank: reverse_postorder(cfa),
            out_edges,
            in_edges,
            at: vec![Vec::new(); cfa.locations.len()],
            root_done: false,
            seeds: Seeds::default(),
            closed: BTreeSet::new(),
            nearest: false,
        }
    }

    /// The error is looked at last, and the ways to it that come from furthest away first.
    pub(super) fn look_far(&mut self, error: LocId) {
        self.rank[error.0 as usize] = FAR;
    }

    /// From now on, the nearest ways come first.
    pub(super) fn look_near(&mut self) {
        self.nearest = true;
    }

    /// Whether nothing is sent along an edge.
    pub(super) fn is_closed_way(&self, edge: EdgeId) -> bool {
        self.closed.contains(&edge)
    }

    /// From now on, nothing is sent along an edge. Takes back what was, where it led to the error;
    /// else the graph must be searched anew from the location where it led to, which is returned.
    pub(super) fn close(&mut self, cfa: &Cfa, edge: EdgeId) -> Option<LocId> {
        self.closed.insert(edge);
        let to = cfa.edges.get(edge.0 as usize)?.to;
        if to != cfa.error {
            return Some(to);
        }
        let slot = to.0 as usize;
        self.waiting[slot].retain(|arrival| arrival.edge != edge);
        if self.waiting[slot].is_empty() {
            self.agenda.remove(&(self.rank[slot], to));
        }
        None
    }

    /// From now on, states are sent along an edge again.
    pub(super) fn open(
        &mut self,
        arena: &mut Arena,
        abstraction: &mut Abstraction<'_>,
        edge: EdgeId,
    ) {
        if !self.closed.remove(&edge) {
            return;
        }
        let from = abstraction.cfa.edges[edge.0 as usize].from;
        for node in self.at[from.0 as usize].clone() {
            self.send(arena, abstraction, edge, node, None);
        }
    }

    /// The edges into a location.
    pub(super) fn edges_into(&self, location: LocId) -> Vec<EdgeId> {
        self.in_edges[location.0 as usize].clone()
    }

    /// Explores until the error is reached, nothing is left, or `interrupted` says so.
    pub fn search(
        &mut self,
        arena: &mut Arena,
        abstraction: &mut Abstraction<'_>,
        interrupted: &mut dyn FnMut() -> bool,
    ) -> Search {
        let cfa = abstraction.cfa;
        if !std::mem::replace(&mut self.root_done, true) {
            self.settle(arena, abstraction, cfa.entry, Bdd::TRUE, Vec::new());
        }
        while let Some((_, location)) = self.agenda.pop_first() {
            let stopped = abstraction.questions.stopped || abstraction.bdds.exhausted();
            if is_due(abstraction) || stopped || interrupted() {
                self.agenda
                    .insert((self.rank[location.0 as usize], location));
                return Search::Interrupted;
            }
            let arrivals = std::mem::take(&mut self.waiting[location.0 as usize]);
            let all = arrivals
                .iter()
                .fold(Bdd::FALSE, |all, a| abstraction.bdds.or(all, a.image));
            let fresh = abstraction
                .bdds
                .without(all, self.reached[location.0 as usize]);
            if fresh.is_false() {
                continue;
            }
            if location == cfa.error {
                let found = match self.rank[location.0 as usize] {
                    FAR => self.path_of_choice(arena, abstraction, &arrivals),
                    _ => self.path(arena, abstraction, &arrivals, fresh),
                };
                self.waiting[location.0 as usize] = arrivals;
                self.agenda
                    .insert((self.rank[location.0 as usize], location));
                return found;
            }
            self.settle(arena, abstraction, location, fresh, arrivals);
        }
        Search::Safe
    }

    /// Makes a node and sends its images on.
    fn settle(
        &mut self,
        arena: &mut Arena,
        abstraction: &mut Abstraction<'_>,
        location: LocId,
        region: Bdd,
        parents: Vec<Arrival>,
    ) {
        let id = NodeId(u32::try_from(self.nodes.len()).unwrap_or(u32::MAX));
        self.nodes.push(Node {
            location,
            region,
            parents,
        });
        let slot = location.0 as usize;
        self.reached[slot] = abstraction.bdds.or(self.reached[slot], region);
        self.send_all(arena, abstraction, id);
    }

    /// Sends the images of a node on. A return of a call needs two nodes: the later one sends it.
    pub(super) fn send_all(
        &mut self,
        arena: &mut Arena,
        abstraction: &mut Abstraction<'_>,
        id: NodeId,
    ) {
        let cfa = abstraction.cfa;
        let location = self.nodes[id.0 as usize].location;
        let slot = location.0 as usize;
        self.at[slot].push(id);
        for i in 0..self.out_edges[slot].len() {
            let edge = self.out_edges[slot][i];
            let Some(enter) = abstraction.calls.enter(edge) else {
                self.send(arena, abstraction, edge, id, None);
                continue;
            };
            self.send(arena, abstraction, enter, id, None);
            let Some(exit) = exit_of(cfa, &abstraction.calls, edge) else {
                continue;
            };
            for exit in self.at[exit.0 as usize].clone() {
                self.send(arena, abstraction, edge, id, Some(exit));
            }
        }
        let returns: Vec<EdgeId> = abstraction.calls.returns_from(cfa, location).collect();
        for call in returns {
            for from in self.at[cfa.edges[call.0 as usize].from.0 as usize].clone() {
                self.send(arena, abstraction, call, from, Some(id));
            }
        }
    }

    pub(super) fn image(
        &self,
        arena: &mut Arena,
        abstraction: &mut Abstraction<'_>,
        edge: EdgeId,
        from: NodeId,
        exit: Option<NodeId>,
    ) -> Image {
        let mut region = self.nodes[from.0 as usize].region;
        if let Some(exit) = exit.map(|id| &self.nodes[id.0 as usize]) {
            let returned = abstraction.instance_of_region(arena, exit.location, exit.region);
            region = abstraction.bdds.and(region, returned);
        }
        abstraction.post(arena, edge, region)
    }

    fn send(
        &mut self,
        arena: &mut Arena,
        abstraction: &mut Abstraction<'_>,
        edge: EdgeId,
        from: NodeId,
        exit: Option<NodeId>,
    ) {
        let (_, to) = abstraction.calls.ends(abstraction.cfa, edge);
        if self.closed.contains(&edge) || self.seeds.conform(edge, (from, exit), to) {
            return;
        }
        if self.seeds.is_seed(from) {
            self.seeds.frontier.insert(from);
        }
        let image = self.image(arena, abstraction, edge, from, exit).region;
        if abstraction
            .bdds
            .without(image, self.reached[to.0 as usize])
            .is_false()
        {
            self.keep_in_mind(abstraction, edge, (from, exit), (to, image));
            return;
        }
        self.waiting[to.0 as usize].push(Arrival {
            edge,
            from,
            exit,
            image,
        });
        self.agenda.insert((self.rank[to.0 as usize], to));
    }

    /// A step between seeds that does not leave them need not be looked at again.
    fn keep_in_mind(
        &mut self,
        abstraction: &mut Abstraction<'_>,
        arc: EdgeId,
        (from, exit): (NodeId, Option<NodeId>),
        (to, image): (LocId, Bdd),
    ) {
        let seeds = self.seeds.is_seed(from) && exit.is_none_or(|exit| self.seeds.is_seed(exit));
        let Some(target) = self.seeds.intact(to).filter(|_| seeds) else {
            return;
        };
        let region = self.nodes[target.0 as usize].region;
        if abstraction.bdds.without(image, region).is_false() {
            self.seeds.conforming.insert(arc);
        }
    }

    /// Whether there is nowhere to go on from.
    pub(super) fn is_closed(&self) -> bool {
        self.root_done && self.agenda.is_empty()
    }

    /// An abstract path to an error that is looked at last.
    fn path_of_choice(
        &self,
        arena: &mut Arena,
        abstraction: &mut Abstraction<'_>,
        arrivals: &[Arrival],
    ) -> Search {
        let far = |arrival: &&Arrival| {
            let from = self.nodes[arrival.from.0 as usize].location;
            self.rank[from.0 as usize]
        };
        let mut some = arrivals.iter().filter(|arrival| !arrival.image.is_false());
        let chosen = match self.nearest {
            true => some.by_ref().min_by_key(far),
            false => some.by_ref().max_by_key(far),
        };
        match chosen {
            Some(arrival) => self.path(arena, abstraction, &[*arrival], arrival.image),
            None => Search::Interrupted,
        }
    }

    /// One abstract path from the entry into `target`, which arrives by `arrivals`. Every step is
    /// possible in the abstraction; only, a call may be entered with states from which the way to
    /// its exit was not found, but the way from another call's states.
    fn path(
        &self,
        arena: &mut Arena,
        abstraction: &mut Abstraction<'_>,
        arrivals: &[Arrival],
        mut target: Bdd,
    ) -> Search {
        let mut path = Vec::new();
        let (mut arrivals, mut first) = (arrivals, None);
        // Calls whose return was passed and whose entry was not: the call, the caller's node and
        // its states.
        let mut open: Vec<(EdgeId, NodeId, Bdd)> = Vec::new();
        while let Some((arrival, hit)) = arrivals.iter().find_map(|a| {
            let hit = abstraction.bdds.and(a.image, target);
            (!hit.is_false()).then_some((*a, hit))
        }) {
            let (edge, enters) = abstraction.calls.edge_of(arrival.edge);
            if let Some((call, from, states)) = enters.then(|| open.pop()).flatten() {
                path.push(call);
                (target, arrivals) = (states, &self.nodes[from.0 as usize].parents);
                first = Some(from);
                continue;
            }
            let relation = self
                .image(arena, abstraction, arrival.edge, arrival.from, arrival.exit)
                .relation;
            let states = abstraction.pre(arena, arrival.edge, relation, hit);
            let node = match arrival.exit {
                Some(exit) => {
                    let node = &self.nodes[exit.0 as usize];
                    let (returned, states) =
                        abstraction.split_return(arena, arrival.edge, node.region, states);
                    open.push((edge, arrival.from, states));
                    (target, first) = (returned, Some(exit));
                    node
                }
                None => {
                    path.push(edge);
                    (target, first) = (states, Some(arrival.from));
                    &self.nodes[arrival.from.0 as usize]
                }
            };
            arrivals = &node.parents;
        }
        path.reverse();
        let seed = first.filter(|node| self.seeds.is_seed(*node));
        match seed.map(|seed| self.nodes[seed.0 as usize].location) {
            Some(location) if location != abstraction.cfa.entry => Search::Fragment(Fragment {
                path,
                location,
                states: target,
            }),
            Some(_) | None => Search::Counterexample(path),
        }
    }

    /// Drops the first node at a location whose predicates changed and every later node, and
    /// prepares the search to go on from there.
    pub fn restart(
        &mut self,
        arena: &mut Arena,
        abstraction: &mut Abstraction<'_>,
        changed: &BTreeSet<LocId>,
    ) {
        let seeds = self.seeds.len();
        let found = match self.withdraw_seeds(changed) {
            true => Some(0),
            false => self.nodes[seeds..]
                .iter()
                .position(|n| changed.contains(&n.location)),
        };
        let keep = found.map_or(self.nodes.len(), |found| seeds + found);
        let mut affected = changed.clone();
        if abstraction.cfa.procedures.is_empty() {
            affected.extend(self.nodes[keep..].iter().map(|node| node.location));
        } else {
            // What arrives after a call depends on two nodes.
            affected.extend((0..self.reached.len()).map(|slot| LocId(slot as u32)));
        }
        self.nodes.truncate(keep);
        let planted = self.seeds.intact(abstraction.cfa.entry).is_some();
        self.root_done = planted || keep > seeds;
        self.withdraw(NodeId(keep as u32));
        for &location in &affected {
            let slot = location.0 as usize;
            self.at[slot].retain(|node| (node.0 as usize) < keep);
            let kept: Vec<Bdd> = self.at[slot]
                .iter()
                .map(|node| self.nodes[node.0 as usize].region)
                .collect();
            self.reached[slot] = kept
                .into_iter()
                .fold(Bdd::FALSE, |all, region| abstraction.bdds.or(all, region));
            self.waiting[slot].clear();
            self.agenda.remove(&(self.rank[slot], location));
        }
        if abstraction.cfa.procedures.is_empty() {
            self.send_into(arena, abstraction, &affected);
        } else {
            self.at.iter_mut().for_each(Vec::clear);
            for id in 0..keep {
                self.send_all(arena, abstraction, NodeId(id as u32));
            }
        }
    }

    /// Takes back the images that nodes from this one on have sent.
    fn withdraw(&mut self, first: NodeId) {
        let waiting = &mut self.waiting;
        self.agenda.retain(|&(_, location)| {
            let arrivals = &mut waiting[location.0 as usize];
            arrivals.retain(|arrival| arrival.from < first);
            !arrivals.is_empty()
        });
    }

    /// Sends the images of all nodes into some locations, in the order of the nodes.
    fn send_into(
        &mut self,
        arena: &mut Arena,
        abstraction: &mut Abstraction<'_>,
        locations: &BTreeSet<LocId>,
    ) {
        let mut arrivals = BTreeSet::new();
        for location in locations {
            for &edge in &self.in_edges[location.0 as usize] {
                let from = abstraction.cfa.edges[edge.0 as usize].from;
                arrivals.extend(self.at[from.0 as usize].iter().map(|&node| (node, edge)));
            }
        }
        for (node, edge) in arrivals {
            self.send(arena, abstraction, edge, node, None);
        }
    }
}

fn reverse_postorder(cfa: &Cfa) -> Vec<u32> {
    let successors = successors(cfa);
    let mut rank = vec![u32::MAX; cfa.locations.len()];
    let mut seen = vec![false; cfa.locations.len()];
    let mut next = u32::try_from(cfa.locations.len()).unwrap_or(u32::MAX);
    let mut work = vec![(cfa.entry, 0)];
    seen[cfa.entry.0 as usize] = true;
    while let Some((location, i)) = work.last_mut() {
        let slot = location.0 as usize;
        match successors[slot].get(*i) {
            Some(&to) => {
                *i += 1;
                if !std::mem::replace(&mut seen[to.0 as usize], true) {
                    work.push((to, 0));
                }
            }
            None => {
                next -= 1;
                rank[slot] = next;
                work.pop();
            }
        }
    }
    // The error is looked at first: the shorter the abstract path, the cheaper its analysis.
    rank[cfa.error.0 as usize] = 0;
    rank
}

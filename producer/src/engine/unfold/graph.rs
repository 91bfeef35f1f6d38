//! Which certain values an execution has where, with each round of a loop and each activation of a
//! procedure apart.
//!
//! A place of the unfolded program is a location with the number of the round of each loop around
//! it, and with the call that it was reached by. States that come to one place are met. Loops that
//! take too many rounds are kept: their rounds are not told apart.

use super::block::Block;
use super::cells::{meet, Cell, Cells, State};
use super::heads::Heads;
use crate::engine::atoms::Canon;
use proofmark_logic::arena::{Arena, VarId};
use proofmark_logic::cfa::{Cfa, Edge, EdgeId, LocId, Procedure, Scope, Stmt};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// How often places may be looked at, on average.
const VISITS_MAX: usize = 3;
/// Most certain values, over all places.
const VALUES_MAX: usize = 2_000_000;

/// Sorts places as they should be looked at: what comes before a join before the join.
type Key = Vec<(u32, u32)>;

/// A place of the unfolded program.
pub(super) struct Node {
    pub(super) location: LocId,
    /// The call that it was reached by: the place of the call, and its edge.
    pub(super) call: Option<(usize, EdgeId)>,
    /// The rounds of the loops around it, outermost first.
    rounds: Vec<(LocId, u32)>,
    key: Key,
    pub(super) state: State,
    /// Where it goes on; known at the end.
    pub(super) arcs: Vec<Arc>,
}

/// How a place goes on.
pub(super) enum Arc {
    /// Not by one of its edges: these cells suffice for that.
    Never(Rc<Cells>),
    /// By this edge, of which these statements are left.
    Step(EdgeId, usize, Vec<Stmt>),
    /// Into a procedure.
    Enter(EdgeId, usize),
    /// Behind a call: the exit's place, and the place after it.
    Return(EdgeId, usize, usize),
}

/// Why there is no graph.
pub(super) enum Exceeded {
    /// This loop takes too many rounds.
    Loop(LocId),
    /// Something else does.
    Other,
}

/// The unfolded program.
pub(super) struct Graph {
    pub(super) nodes: Vec<Node>,
}

/// What the exploration works on.
pub(super) struct Explorer<'a> {
    pub(super) arena: &'a mut Arena,
    pub(super) canon: &'a mut Canon,
    pub(super) cfa: &'a Cfa,
    pub(super) heads: &'a Heads,
    pub(super) rank: &'a [u32],
    pub(super) kept: &'a BTreeSet<LocId>,
    pub(super) written: &'a [BTreeSet<VarId>],
    pub(super) out_edges: &'a [Vec<EdgeId>],
    /// Most places.
    pub(super) places: usize,
    pub(super) nodes: Vec<Node>,
    pub(super) index: BTreeMap<Key, usize>,
    pub(super) agenda: BTreeSet<(Key, usize)>,
    pub(super) values: usize,
}

impl Explorer<'_> {
    /// Follows all executions.
    ///
    /// # Errors
    /// [`Exceeded`].
    pub(super) fn explore(mut self) -> Result<Graph, Exceeded> {
        self.arrive(self.cfa.entry, None, Vec::new(), State::new());
        let mut steps = 0;
        while let Some((_, number)) = self.agenda.pop_first() {
            steps += 1;
            let full = self.nodes.len() > self.places || self.values > VALUES_MAX;
            if steps > VISITS_MAX * self.places || full {
                return Err(self.blame(number));
            }
            self.leave(number);
        }
        for number in 0..self.nodes.len() {
            self.nodes[number].arcs = self.arcs(number);
        }
        Ok(Graph { nodes: self.nodes })
    }

    /// The outermost loop of a place that was gone round.
    fn blame(&self, number: usize) -> Exceeded {
        let mut at = number;
        let mut found = None;
        loop {
            let node = &self.nodes[at];
            found = node
                .rounds
                .iter()
                .find(|(_, round)| *round > 0)
                .map(|(head, _)| *head)
                .or(found);
            match node.call {
                Some((caller, _)) => at = caller,
                None => return found.map_or(Exceeded::Other, Exceeded::Loop),
            }
        }
    }

    /// Goes on from a place.
    fn leave(&mut self, number: usize) {
        let location = self.nodes[number].location;
        if location == self.cfa.error {
            return;
        }
        let cfa = self.cfa;
        for &id in &self.out_edges[location.0 as usize] {
            let edge = &cfa.edges[id.0 as usize];
            if edge.call.is_some() {
                self.enter(number, id);
                continue;
            }
            let mut block = Block::new(self.arena, self.canon, cfa, &self.nodes[number].state);
            if block.run(&edge.stmts).is_ok() {
                let state = block.now;
                self.go(number, edge.to, state);
            }
        }
        self.go_back(number);
    }

    fn go(&mut self, from: usize, to: LocId, state: State) -> usize {
        let rounds = self.rounds(from, to);
        let call = self.nodes[from].call;
        self.arrive(to, call, rounds, state)
    }

    /// The rounds at the end of an edge within a function.
    fn rounds(&self, from: usize, to: LocId) -> Vec<(LocId, u32)> {
        let node = &self.nodes[from];
        let before = |head: LocId| {
            let known = node.rounds.iter().find(|(other, _)| *other == head);
            known.map(|(_, round)| *round)
        };
        let heads = self.heads.around(to).iter();
        heads
            .map(|&head| {
                let round = match before(head) {
                    _ if self.kept.contains(&head) => 0,
                    None => 0,
                    Some(round) => round + u32::from(head == to),
                };
                (head, round)
            })
            .collect()
    }

    fn key(&self, location: LocId, call: Option<(usize, EdgeId)>, rounds: &[(LocId, u32)]) -> Key {
        let mut key = call.map_or_else(Vec::new, |(caller, edge)| {
            let mut key = self.nodes[caller].key.clone();
            key.push((0, edge.0));
            key
        });
        let rank = |location: LocId| self.rank[location.0 as usize] + 1;
        key.extend(rounds.iter().map(|&(head, round)| (rank(head), round)));
        key.push(match location == self.cfa.error {
            true => (u32::MAX, 0),
            false => (rank(location), 0),
        });
        key
    }

    /// The place of a location, where a state comes.
    fn arrive(
        &mut self,
        location: LocId,
        call: Option<(usize, EdgeId)>,
        rounds: Vec<(LocId, u32)>,
        state: State,
    ) -> usize {
        let key = self.key(location, call, &rounds);
        let Some(&number) = self.index.get(&key) else {
            let number = self.nodes.len();
            self.values += state.len();
            self.index.insert(key.clone(), number);
            self.agenda.insert((key.clone(), number));
            self.nodes.push(Node {
                location,
                call,
                rounds,
                key,
                state,
                arcs: Vec::new(),
            });
            return number;
        };
        let node = &mut self.nodes[number];
        let both = meet(&node.state, &state);
        if both.len() < node.state.len() {
            node.state = both;
            self.agenda.insert((key, number));
        }
        number
    }

    /// Goes into a procedure, and out of it if its exit was reached.
    fn enter(&mut self, number: usize, id: EdgeId) {
        let Some((callee, edge)) = callee(self.cfa, id) else {
            return;
        };
        let before = &self.nodes[number].state;
        let global = |cell: &Cell| self.is_global(*cell);
        let mut state: State = (before.iter())
            .filter(|(cell, _)| global(cell))
            .map(|(cell, value)| (*cell, *value))
            .collect();
        for &(ghost, global) in &callee.ghosts {
            if let Some(value) = before.get(&Cell::Variable(global)) {
                state.insert(Cell::Variable(ghost), *value);
            }
        }
        let rounds = self.heads.around(callee.entry).iter();
        let rounds = rounds.map(|head| (*head, 0)).collect();
        self.arrive(callee.entry, Some((number, id)), rounds, state);
        if let Some(exit) = self.exit(number, id) {
            self.pass(number, edge, exit);
        }
    }

    fn is_global(&self, cell: Cell) -> bool {
        self.cfa.vars[cell.variable().0 as usize].scope == Scope::Global
    }

    /// The place of the exit of the procedure that a call enters.
    fn exit(&self, caller: usize, id: EdgeId) -> Option<usize> {
        let (callee, _) = callee(self.cfa, id)?;
        let rounds: Vec<(LocId, u32)> = (self.heads.around(callee.exit).iter())
            .map(|head| (*head, 0))
            .collect();
        let key = self.key(callee.exit, Some((caller, id)), &rounds);
        self.index.get(&key).copied()
    }

    /// If this is an exit, goes back to behind the call.
    fn go_back(&mut self, number: usize) {
        let node = &self.nodes[number];
        let Some((caller, id)) = node.call else {
            return;
        };
        let Some((callee, edge)) = callee(self.cfa, id) else {
            return;
        };
        if callee.exit == node.location {
            self.pass(caller, edge, number);
        }
    }

    fn pass(&mut self, caller: usize, edge: &Edge, exit: usize) -> Option<usize> {
        let written = &self.written[edge.call?.0 as usize];
        let changed = |cell: &Cell| written.contains(&cell.variable());
        let before = self.nodes[caller].state.iter();
        let after = self.nodes[exit].state.iter();
        let state: State = before
            .filter(|(cell, _)| !changed(cell))
            .chain(after.filter(|(cell, _)| changed(cell)))
            .map(|(cell, value)| (*cell, *value))
            .collect();
        Some(self.go(caller, edge.to, state))
    }

    /// How a place goes on when all states are known.
    fn arcs(&mut self, number: usize) -> Vec<Arc> {
        let location = self.nodes[number].location;
        if location == self.cfa.error {
            return Vec::new();
        }
        let cfa = self.cfa;
        let mut arcs = Vec::new();
        for &id in &self.out_edges[location.0 as usize] {
            let edge = &cfa.edges[id.0 as usize];
            if edge.call.is_some() {
                arcs.extend(self.arcs_of_call(number, id));
                continue;
            }
            let mut block = Block::new(self.arena, self.canon, cfa, &self.nodes[number].state);
            arcs.push(match block.run(&edge.stmts) {
                Err(cells) => Arc::Never(cells),
                Ok(left) => {
                    let state = std::mem::take(&mut block.now);
                    Arc::Step(id, self.go(number, edge.to, state), left)
                }
            });
        }
        arcs
    }

    fn arcs_of_call(&mut self, number: usize, id: EdgeId) -> Vec<Arc> {
        let Some((callee, edge)) = callee(self.cfa, id) else {
            return Vec::new();
        };
        let rounds: Vec<(LocId, u32)> = (self.heads.around(callee.entry).iter())
            .map(|head| (*head, 0))
            .collect();
        let key = self.key(callee.entry, Some((number, id)), &rounds);
        let entry = self.index.get(&key).copied();
        let mut arcs: Vec<Arc> = entry.map(|to| Arc::Enter(id, to)).into_iter().collect();
        if let Some(exit) = self.exit(number, id) {
            let to = self.pass(number, edge, exit);
            arcs.extend(to.map(|to| Arc::Return(id, exit, to)));
        }
        arcs
    }
}

/// The procedure that an edge calls.
pub(super) fn callee(cfa: &Cfa, id: EdgeId) -> Option<(&Procedure, &Edge)> {
    let edge = &cfa.edges[id.0 as usize];
    let callee = &cfa.procedures[edge.call?.0 as usize];
    Some((callee, edge))
}

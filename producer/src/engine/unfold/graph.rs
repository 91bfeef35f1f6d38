//! Which certain values an execution has where, with each round of a loop and each activation of a
//! procedure apart.
//!
//! A place of the unfolded program is a location with the number of the round of each loop around
//! it, and with the call that it was reached by. States that come to one place are met. Loops that
//! take too many rounds are kept: their rounds are not told apart.

use super::block::Block;
use super::cells::{meet, Cell, Cells, State};
use super::heads::Heads;
use super::splits::{writes, Choices, Splits};
use crate::engine::atoms::Canon;
use crate::engine::Budget;
use proofmark_logic::arena::{Arena, VarId};
use proofmark_logic::cfa::{Cfa, Edge, EdgeId, LocId, Procedure, Scope, Stmt, StmtKind};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// How often places may be looked at, on average.
const VISITS_MAX: usize = 3;
/// Most certain values, over all places.
const VALUES_MAX: usize = 2_000_000;

/// Sorts places as they should be looked at: what comes before a join before the join.
type Key = Vec<(u32, u32)>;

/// The call, the rounds and the choices that a place is told apart by.
type Way = (Option<(usize, EdgeId)>, Vec<(LocId, u32)>, Choices);

/// A place of the unfolded program.
pub(super) struct Node {
    pub(super) location: LocId,
    /// The call that it was reached by: the place of the call, and its edge.
    pub(super) call: Option<(usize, EdgeId)>,
    /// The rounds of the loops around it, outermost first.
    rounds: Vec<(LocId, u32)>,
    /// The values that were chosen on the way, outside of procedures.
    pub(super) choices: Choices,
    key: Key,
    pub(super) state: State,
    /// Where it goes on; known at the end.
    pub(super) arcs: Vec<Arc>,
}

impl Node {
    /// The variables whose values were chosen and are certain still.
    pub(super) fn chosen(&self) -> Cells {
        let cells = self.choices.keys().copied().map(Cell::Variable);
        cells.filter(|cell| self.state.contains_key(cell)).collect()
    }
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

/// What an edge leads to.
enum End {
    /// Nothing; these cells suffice for that.
    Never(Rc<Cells>),
    /// A state, by choices, and what is left of the edge's statements.
    At(State, Choices, Vec<Stmt>),
}

impl End {
    /// Whether this is a state, but for variables whose values do not matter.
    fn is(&self, state: &State, matters: &dyn Fn(&VarId) -> bool) -> bool {
        let End::At(own, ..) = self else {
            return false;
        };
        let more = |cell: &Cell| match cell {
            Cell::Variable(var) => matters(var),
            Cell::Element(..) => true,
        };
        let said = own.iter().filter(|(cell, value)| {
            state.get(cell) != Some(value) && (state.contains_key(cell) || more(cell))
        });
        said.count() == 0
    }
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
    pub(super) splits: &'a Splits,
    /// Most places.
    pub(super) places: usize,
    pub(super) budget: Budget,
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
        let start = Choices::new();
        self.arrive(self.cfa.entry, (None, Vec::new(), start), State::new());
        let mut steps = 0;
        while let Some((_, number)) = self.agenda.pop_first() {
            steps += 1;
            let full = self.nodes.len() > self.places || self.values > VALUES_MAX;
            if steps > VISITS_MAX * self.places || full {
                return Err(self.blame(number));
            }
            // A condition may take the theory some time.
            if self.budget.out_of_time() {
                return Err(Exceeded::Other);
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
            for end in self.ends(number, id, edge) {
                if let End::At(state, choices, _) = end {
                    self.go(number, edge.to, (state, choices));
                }
            }
        }
        self.go_back(number);
    }

    /// What an edge leads to.
    fn ends(&mut self, from: usize, id: EdgeId, edge: &Edge) -> Vec<End> {
        let node = &self.nodes[from];
        let mut block = Block::new(self.arena, self.canon, self.cfa, &node.state);
        let left = match block.run(&edge.stmts) {
            Ok(left) => left,
            Err(cells) => return vec![End::Never(cells)],
        };
        let plain = block.now;
        let mut kept = node.choices.clone();
        kept.retain(|var, _| !writes(edge, *var) && self.splits.keeps(edge.to, *var));
        // Within procedures, nothing is told apart.
        let all = match node.call {
            None => {
                let splits = self.splits;
                splits.choices((id, edge), &mut |chosen| {
                    self.state_with(from, edge, chosen)
                })
            }
            Some(_) => Vec::new(),
        };
        if all.iter().all(Choices::is_empty) {
            return vec![End::At(plain, kept, left)];
        }
        let mut ends = Vec::new();
        for chosen in all {
            ends.push(self.end(from, edge, (&kept, &chosen)));
        }
        let matters = |var: &VarId| self.splits.matters(edge.to, *var);
        match ends.iter().all(|end| end.is(&plain, &matters)) {
            true => vec![End::At(plain, kept, left)],
            false => ends,
        }
    }

    /// The state behind an edge with chosen values, if it may be taken.
    fn state_with(&mut self, from: usize, edge: &Edge, chosen: &Choices) -> Option<State> {
        match self.end(from, edge, (&Choices::new(), chosen)) {
            End::At(state, ..) => Some(state),
            End::Never(_) => None,
        }
    }

    /// What an edge leads to with chosen values.
    fn end(&mut self, from: usize, edge: &Edge, (kept, chosen): (&Choices, &Choices)) -> End {
        let cfa = self.cfa;
        let mut block = Block::new(self.arena, self.canon, cfa, &self.nodes[from].state);
        block.choose(edge, chosen);
        let mut left = match block.run(&edge.stmts) {
            Ok(left) => left,
            Err(cells) => return End::Never(cells),
        };
        block.choose_now(chosen);
        let state = std::mem::take(&mut block.now);
        for (var, value) in chosen {
            let (read, value) = (cfa.read(self.arena, *var), self.arena.lit(*value));
            let kind = StmtKind::Assume(self.arena.eq(read, value));
            left.extend(edge.stmts.last().map(|last| Stmt { kind, ..*last }));
        }
        let choices = kept.iter().chain(chosen).map(|(var, value)| (*var, *value));
        End::At(state, choices.collect(), left)
    }

    fn go(&mut self, from: usize, to: LocId, (state, choices): (State, Choices)) -> usize {
        let rounds = self.rounds(from, to);
        let call = self.nodes[from].call;
        self.arrive(to, (call, rounds, choices), state)
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
                    _ if self.kept.contains(&head) || !self.splits.certain.is_empty() => 0,
                    None => 0,
                    Some(round) => round + u32::from(head == to),
                };
                (head, round)
            })
            .collect()
    }

    fn key(&self, location: LocId, (call, rounds, choices): &Way) -> Key {
        let mut key = call.as_ref().map_or_else(Vec::new, |(caller, edge)| {
            let mut key = self.nodes[*caller].key.clone();
            key.push((0, edge.0));
            key
        });
        let rank = |location: LocId| self.rank[location.0 as usize] + 1;
        key.extend(rounds.iter().map(|&(head, round)| (rank(head), round)));
        key.push(match location == self.cfa.error {
            true => (u32::MAX, 0),
            false => (rank(location), 0),
        });
        extend(&mut key, choices);
        key
    }

    /// The place of a location, where a state comes.
    fn arrive(&mut self, location: LocId, mut way: Way, state: State) -> usize {
        // The error is one place.
        if location == self.cfa.error {
            way.2.clear();
        }
        let mut key = self.key(location, &way);
        if way.0.is_none() && location != self.cfa.error {
            extend(&mut key, &self.splits.apart(self.arena, location, &state));
        }
        let Some(&number) = self.index.get(&key) else {
            let number = self.nodes.len();
            self.values += state.len();
            self.index.insert(key.clone(), number);
            self.agenda.insert((key.clone(), number));
            let (call, rounds, choices) = way;
            self.nodes.push(Node {
                location,
                call,
                rounds,
                choices,
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
        let way = (Some((number, id)), rounds, Choices::new());
        self.arrive(callee.entry, way, state);
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
        let way = (Some((caller, id)), rounds, Choices::new());
        let key = self.key(callee.exit, &way);
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
        let choices = self.nodes[caller].choices.clone();
        Some(self.go(caller, edge.to, (state, choices)))
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
            for end in self.ends(number, id, edge) {
                arcs.push(match end {
                    End::Never(cells) => Arc::Never(cells),
                    End::At(state, choices, left) => {
                        Arc::Step(id, self.go(number, edge.to, (state, choices)), left)
                    }
                });
            }
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
        let way = (Some((number, id)), rounds, Choices::new());
        let key = self.key(callee.entry, &way);
        let entry = self.index.get(&key).copied();
        let mut arcs: Vec<Arc> = entry.map(|to| Arc::Enter(id, to)).into_iter().collect();
        if let Some(exit) = self.exit(number, id) {
            let to = self.pass(number, edge, exit);
            arcs.extend(to.map(|to| Arc::Return(id, exit, to)));
        }
        arcs
    }
}

/// Makes keys of places that differ in choices different.
fn extend(key: &mut Key, choices: &Choices) {
    if choices.is_empty() {
        return;
    }
    let count = u32::try_from(choices.len()).unwrap_or(u32::MAX);
    key.push((u32::MAX - 1, count));
    // 64 of the bits of values tell them apart.
    for (var, value) in choices {
        let value = *value as u64;
        key.extend([(var.0, (value >> 32) as u32), (var.0, value as u32)]);
    }
}

/// The procedure that an edge calls.
pub(super) fn callee(cfa: &Cfa, id: EdgeId) -> Option<(&Procedure, &Edge)> {
    let edge = &cfa.edges[id.0 as usize];
    let callee = &cfa.procedures[edge.call?.0 as usize];
    Some((callee, edge))
}

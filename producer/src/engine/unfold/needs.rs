//! Which certain values the unfolded program's invariants have to name: those that keep executions
//! from where they do not go, those that were put in, and those that tell rounds apart.

use super::block::Block;
use super::cells::{Cell, Cells};
use super::graph::{callee, Arc, Graph};
use super::splits::writes;
use crate::engine::atoms::Canon;
use proofmark_logic::arena::{Arena, Expr, VarId};
use proofmark_logic::cfa::{Cfa, EdgeId, LocId, Scope};
use std::collections::{BTreeMap, BTreeSet};

/// What needs are computed from.
pub(super) struct Needs<'a> {
    pub(super) arena: &'a mut Arena,
    pub(super) canon: &'a mut Canon,
    pub(super) cfa: &'a Cfa,
    pub(super) written: &'a [BTreeSet<VarId>],
    pub(super) graph: &'a Graph,
    /// What holds at each place beside certain values.
    pub(super) beside: &'a [Expr],
    /// The needed cells of each place.
    pub(super) needed: Vec<Cells>,
}

impl Needs<'_> {
    /// The needed cells of each place; `None` if they do not tell places of one location apart that
    /// have to be.
    pub(super) fn compute(mut self) -> Vec<Cells> {
        let count = self.graph.nodes.len();
        let mut before = vec![BTreeSet::new(); count];
        for (number, node) in self.graph.nodes.iter().enumerate() {
            for arc in &node.arcs {
                let after = match arc {
                    Arc::Never(..) => continue,
                    Arc::Step(_, to, _) | Arc::Enter(_, to) => vec![*to],
                    Arc::Return(_, exit, to) => vec![*exit, *to],
                };
                for to in after {
                    before[to].insert(number);
                }
            }
        }
        let mut agenda: BTreeSet<usize> = (0..count).collect();
        loop {
            while let Some(number) = agenda.pop_last() {
                for changed in self.look_at(number) {
                    agenda.insert(changed);
                    agenda.extend(&before[changed]);
                }
            }
            let changed = self.tell_apart();
            if changed.is_empty() {
                return self.needed;
            }
            for place in changed {
                agenda.insert(place);
                agenda.extend(&before[place]);
            }
        }
    }

    /// Adds what a place's arcs need. The places that need more than before.
    fn look_at(&mut self, number: usize) -> BTreeSet<usize> {
        let graph = self.graph;
        let mut more: Vec<(usize, Cell)> = Vec::new();
        for arc in &graph.nodes[number].arcs {
            match arc {
                Arc::Never(cells) => more.extend(cells.iter().map(|cell| (number, *cell))),
                Arc::Step(id, to, _) => {
                    let cells = self.of_step(number, *id, *to);
                    more.extend(cells.into_iter().map(|cell| (number, cell)));
                }
                Arc::Enter(id, to) => {
                    let needed = self.needed[*to].iter();
                    let cells = needed.map(|cell| (number, at_call(self.cfa, *id, *cell)));
                    more.extend(cells);
                }
                Arc::Return(id, exit, to) => more.extend(self.of_return((number, *exit, *to), *id)),
            }
        }
        let mut changed = BTreeSet::new();
        for (place, cell) in more {
            if self.needed[place].insert(cell) {
                changed.insert(place);
            }
        }
        changed
    }

    fn of_step(&mut self, number: usize, id: EdgeId, to: usize) -> Cells {
        let formula = self.beside[to];
        let mut out = Cells::new();
        if self.needed[to].is_empty() && formula == Arena::TRUE {
            return out;
        }
        let state = &self.graph.nodes[number].state;
        let mut block = Block::new(self.arena, self.canon, self.cfa, state);
        let edge = &self.cfa.edges[id.0 as usize];
        // What was chosen comes from nowhere.
        let chosen = &self.graph.nodes[to].choices;
        let before = &self.graph.nodes[number].choices;
        let new = chosen
            .iter()
            .filter(|(var, value)| writes(edge, **var) || before.get(*var) != Some(*value));
        let chosen = new.map(|(var, value)| (*var, *value)).collect();
        block.choose(edge, &chosen);
        if block.run(&edge.stmts).is_err() {
            return out;
        }
        block.choose_now(&chosen);
        for cell in &self.needed[to] {
            out.extend(block.origin(*cell).iter().copied());
        }
        if formula != Arena::TRUE {
            out.extend(block.sources_of_formula(formula).iter().copied());
        }
        out
    }

    fn of_return(
        &self,
        (number, exit, to): (usize, usize, usize),
        id: EdgeId,
    ) -> Vec<(usize, Cell)> {
        let cfa = self.cfa;
        let Some(callee) = cfa.edges[id.0 as usize].call else {
            return Vec::new();
        };
        let written = &self.written[callee.0 as usize];
        let after = self.needed[to].iter().map(|cell| {
            let place = if written.contains(&cell.variable()) {
                exit
            } else {
                number
            };
            (place, *cell)
        });
        let local = |cell: &&Cell| cfa.vars[cell.variable().0 as usize].scope == Scope::Local;
        let ghosts = self.needed[exit].iter().filter(local);
        let ghosts = ghosts.map(|cell| (number, at_call(cfa, id, *cell)));
        after.chain(ghosts).collect()
    }

    /// Adds a cell to all places of a location that are not told apart. The places that changed.
    fn tell_apart(&mut self) -> Vec<usize> {
        let mut places: BTreeMap<LocId, Vec<usize>> = BTreeMap::new();
        for (number, node) in self.graph.nodes.iter().enumerate() {
            places.entry(node.location).or_default().push(number);
        }
        let mut changed = Vec::new();
        for (location, places) in places.into_iter().filter(|(_, places)| places.len() > 1) {
            if let Some((cell, group)) = self.mixed(location, places) {
                for place in group {
                    if self.needed[place].insert(cell) {
                        changed.push(place);
                    }
                }
            }
        }
        changed
    }

    /// Places of a location that say different things although what they need does not tell them
    /// apart, and a cell that does.
    fn mixed(&self, location: LocId, places: Vec<usize>) -> Option<(Cell, Vec<usize>)> {
        let mut groups = vec![places];
        while let Some(group) = groups.pop() {
            let says = |place: &usize| {
                let state = &self.graph.nodes[*place].state;
                let needed = self.needed[*place].iter();
                let facts: Vec<_> = needed.map(|cell| (*cell, state.get(cell))).collect();
                (facts, self.beside[*place])
            };
            let first = says(group.first()?);
            if group.iter().all(|place| says(place) == first) {
                continue;
            }
            let needed = |cell: &Cell| group.iter().all(|place| self.needed[*place].contains(cell));
            let allowed: Vec<Cell> = self.splitters(location, &group);
            let known = allowed
                .iter()
                .copied()
                .filter(needed)
                .max_by_key(|cell| self.values(*cell, &group));
            if let Some(cell) = known.filter(|cell| self.values(*cell, &group) > 1) {
                groups.extend(self.split(cell, &group));
                continue;
            }
            let best = allowed
                .iter()
                .copied()
                .max_by_key(|cell| (self.values(*cell, &group), std::cmp::Reverse(*cell)));
            if let Some(cell) = best.filter(|cell| self.values(*cell, &group) > 1) {
                return Some((cell, group));
            }
        }
        None
    }

    /// The variables that are certain at all places of a group. At the exit of a procedure what it
    /// was called with tells activations apart.
    fn splitters(&self, location: LocId, group: &[usize]) -> Vec<Cell> {
        let exit_of = |procedure: &&proofmark_logic::cfa::Procedure| procedure.exit == location;
        let exit = self.cfa.procedures.iter().find(exit_of);
        let entry = self
            .cfa
            .procedures
            .iter()
            .find(|procedure| procedure.entry == location);
        let fits = |cell: &Cell| {
            let var = cell.variable();
            let ghost = |procedure: &proofmark_logic::cfa::Procedure| {
                procedure.ghosts.iter().any(|(ghost, _)| *ghost == var)
            };
            let global = self.cfa.vars[var.0 as usize].scope == Scope::Global;
            matches!(cell, Cell::Variable(_))
                && exit.is_none_or(ghost)
                && entry.is_none_or(|procedure| global || ghost(procedure))
        };
        let Some(first) = group.first() else {
            return Vec::new();
        };
        let everywhere = |cell: &Cell| {
            let nodes = group.iter().map(|place| &self.graph.nodes[*place]);
            nodes.into_iter().all(|node| node.state.contains_key(cell))
        };
        let cells = self.graph.nodes[*first].state.keys().copied();
        cells
            .filter(|cell| fits(cell) && everywhere(cell))
            .collect()
    }

    /// How many values a cell has at some places.
    fn values(&self, cell: Cell, group: &[usize]) -> usize {
        let values = group
            .iter()
            .map(|place| self.graph.nodes[*place].state.get(&cell));
        values.collect::<BTreeSet<_>>().len()
    }

    fn split(&self, cell: Cell, group: &[usize]) -> Vec<Vec<usize>> {
        let mut parts: BTreeMap<Option<&Expr>, Vec<usize>> = BTreeMap::new();
        for place in group {
            let value = self.graph.nodes[*place].state.get(&cell);
            parts.entry(value).or_default().push(*place);
        }
        parts.into_values().collect()
    }
}

/// The cell at a call that a cell of the callee has its value from.
fn at_call(cfa: &Cfa, id: EdgeId, cell: Cell) -> Cell {
    let ghost = |var: VarId| {
        let (callee, _) = callee(cfa, id)?;
        let pair = callee.ghosts.iter().find(|(ghost, _)| *ghost == var)?;
        Some(pair.1)
    };
    match cell {
        Cell::Variable(var) => Cell::Variable(ghost(var).unwrap_or(var)),
        Cell::Element(memory, at) => Cell::Element(ghost(memory).unwrap_or(memory), at),
    }
}

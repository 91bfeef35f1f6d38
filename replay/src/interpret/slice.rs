//! Which steps of an execution its error depends on: its *path slice* (R. Jhala, R. Majumdar: Path
//! Slicing, PLDI 2005), of this execution's values.
//!
//! Backwards from the error, a step is needed if it writes what a needed step reads. A branch is
//! needed if its other ways may miss the next needed step, or may write, before they meet again,
//! what is needed later. Every execution of what is needed comes to the error, or runs for ever
//! somewhere on the way.

mod effects;
mod graph;
mod passed;

pub(crate) use effects::{cell, Activations, Cell, Walk};

use super::evaluate::Evaluator;
use super::{addresses_in, index, ExecuteError, Trace};
use effects::Effect;
pub(crate) use graph::Graph;
use graph::{Target, Writes};
pub(crate) use passed::Passed;
use proofmark_frontend::Program;
use proofmark_logic::cfa::{Edge, EdgeId, LocId, StmtKind};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// What an execution's error depends on.
#[derive(Default)]
pub(crate) struct Slice {
    /// By step: whether it is needed.
    pub(crate) needed: Vec<bool>,
    /// Of memories: the steps and elements that are needed.
    pub(crate) elements: BTreeSet<(usize, i128)>,
    /// What is read and never written before: inputs at the start.
    pub(crate) initial: BTreeSet<Cell>,
}

/// The slice of an execution that ends in the error.
///
/// # Errors
/// A trace that is none of this program's.
pub(crate) fn slice(program: &Program, trace: &Trace) -> Result<Slice, ExecuteError> {
    let activations = Activations::of(program, trace);
    let effects = effects::effects(program, trace, &activations)?;
    let mut evaluator = Evaluator::new(addresses_in(program)?);
    let mut backward = Backward {
        program,
        trace,
        activations: &activations,
        effects: &effects,
        graph: Graph::new(&program.arena, &program.cfa, &mut evaluator),
        live: BTreeSet::new(),
        copied: BTreeSet::new(),
        targets: BTreeMap::new(),
        calls: BTreeSet::new(),
        needed: vec![false; trace.steps.len()],
        elements: BTreeSet::new(),
    };
    backward.run();
    Ok(Slice {
        needed: backward.needed,
        elements: backward.elements,
        initial: backward.live,
    })
}

struct Backward<'a> {
    program: &'a Program,
    trace: &'a Trace,
    activations: &'a Activations,
    effects: &'a [Effect],
    graph: Graph<'a>,
    /// What needed steps read.
    live: BTreeSet<Cell>,
    /// Memories that needed steps copy as a whole.
    copied: BTreeSet<Cell>,
    /// By activation: the place that it must come to.
    targets: BTreeMap<usize, Target>,
    /// Calls in which something is needed: by their numbers in the path.
    calls: BTreeSet<usize>,
    needed: Vec<bool>,
    elements: BTreeSet<(usize, i128)>,
}

impl Backward<'_> {
    fn run(&mut self) {
        let mut end = self.trace.steps.len();
        for (number, visit) in self.trace.path.iter().enumerate().rev() {
            let start = self.trace.steps.partition_point(|step| step.visit < number);
            let Some(edge) = self.program.cfa.edges.get(index(visit.edge.0)) else {
                continue;
            };
            let activation = self.activations.of_visit(number);
            self.settle(activation, edge, number);
            let decides = usize::from(self.decides(edge));
            for step in (start + decides..end).rev() {
                if !self.is_of_a_write(edge, step) {
                    self.statement(step);
                }
            }
            self.branch((visit.edge, edge), number, start..end);
            self.keep(activation, number, start..end);
            end = start;
        }
    }

    /// Where something is needed in an activation, the run must come to its call.
    fn keep(&mut self, activation: usize, number: usize, steps: Range<usize>) {
        let own = self
            .needed
            .get(steps)
            .is_some_and(|needed| needed.contains(&true));
        if own || self.calls.contains(&number) {
            self.calls.extend(self.activations.caller(activation));
        }
    }

    /// An activation that is met for the first time has returned here, unless it is the last one:
    /// then it has come to the error, or to a call that does not return.
    fn settle(&mut self, activation: usize, edge: &Edge, number: usize) {
        if self.targets.contains_key(&activation) {
            return;
        }
        let last = self.trace.path.len() == number + 1;
        let called = self.activations.is_open(activation) && !last;
        let target = Target::Before(if called { edge.from } else { edge.to });
        self.targets.insert(activation, target);
    }

    /// Whether a step only says that the next one can write: then it decides nothing.
    fn is_of_a_write(&self, edge: &Edge, step: usize) -> bool {
        let at = |stmt: usize| edge.stmts.get(stmt);
        let step = self.trace.steps.get(step).map(|step| step.stmt);
        let pair = step.and_then(|stmt| Some((at(stmt)?, at(stmt + 1)?)));
        pair.is_some_and(|(condition, write)| {
            matches!(condition.kind, StmtKind::Assume(_))
                && matches!(write.kind, StmtKind::Assign { .. })
                && condition.pos == write.pos
        })
    }

    /// Whether a step is needed for its effect.
    fn statement(&mut self, step: usize) {
        let (Some(effect), Some(flag)) = (self.effects.get(step), self.needed.get_mut(step)) else {
            return;
        };
        match effect {
            Effect::Condition { reads } => {
                // That the run goes on here was assumed of what matters.
                if reads.iter().any(|cell| self.live.contains(cell)) {
                    *flag = true;
                    self.live.extend(reads);
                }
            }
            Effect::Value { cell, reads } => {
                if self.live.remove(cell) {
                    *flag = true;
                    self.live.extend(reads);
                }
            }
            Effect::Elements { writes } => {
                for write in writes.iter().rev() {
                    let copied = self.copied.contains(&write.memory);
                    let own: Vec<Cell> = self.live.range(write.cells()).copied().collect();
                    own.iter().for_each(|cell| _ = self.live.remove(cell));
                    if !own.is_empty() || copied {
                        *flag = true;
                        self.live
                            .extend(own.iter().filter_map(|cell| write.original(cell)));
                        let first = copied.then_some(write.addresses.start);
                        let elements = own.iter().filter_map(|cell| cell.address).chain(first);
                        self.elements
                            .extend(elements.map(|address| (step, address)));
                        self.live.extend(&write.reads);
                    }
                }
            }
            Effect::Copy { to, from, writes } => {
                let own: Vec<Cell> = self.live.iter().filter(|c| c.is_in(*to)).copied().collect();
                if own.is_empty() && !self.copied.contains(to) {
                    return;
                }
                *flag = true;
                self.copied.insert(*from);
                own.iter().for_each(|cell| _ = self.live.remove(cell));
                for write in writes {
                    let originals = own.iter().filter(|cell| write.cells().contains(*cell));
                    self.live
                        .extend(originals.filter_map(|cell| write.original(cell)));
                    self.live.extend(&write.reads);
                }
            }
            Effect::Unknown { memory, keeps } => {
                let own: Vec<Cell> = self
                    .live
                    .iter()
                    .filter(|c| c.is_in(*memory))
                    .copied()
                    .collect();
                *flag = !own.is_empty() || self.copied.contains(memory);
                if !keeps {
                    own.iter().for_each(|cell| _ = self.live.remove(cell));
                }
            }
        }
    }

    /// Whether an edge begins with a condition that other edges deny.
    fn decides(&self, edge: &Edge) -> bool {
        let first = edge.stmts.first();
        self.graph.ways(edge.from) > 1
            && first.is_some_and(|stmt| matches!(stmt.kind, StmtKind::Assume(_)))
    }

    /// Whether the choice of an edge is needed, and with it its conditions.
    fn branch(&mut self, (id, edge): (EdgeId, &Edge), number: usize, steps: Range<usize>) {
        let activation = self.activations.of_visit(number);
        let needed = self.needed.get(steps.clone());
        if needed.is_some_and(|needed| needed.contains(&true)) || self.calls.contains(&number) {
            self.targets.insert(activation, Target::Within(id));
        }
        let Some(target) = self.targets.get(&activation).copied() else {
            return;
        };
        let choice = self.graph.ways(edge.from) > 1;
        let missed =
            (choice || self.graph.is_endless(edge.from)) && self.graph.bypasses(edge.from, target);
        let decides = missed || choice && self.may_be_written(edge.from, activation);
        if !decides {
            return;
        }
        self.targets.insert(activation, Target::Before(edge.from));
        if let (true, Some(flag), Some(Effect::Condition { reads })) = (
            self.decides(edge),
            self.needed
                .get_mut(steps.start)
                .filter(|_| !steps.is_empty()),
            self.effects.get(steps.start),
        ) {
            *flag = true;
            self.live.extend(reads);
        }
    }

    /// Whether something that is needed may be written on one of the ways from here.
    fn may_be_written(&mut self, from: LocId, activation: usize) -> bool {
        let writes: &Writes = &self.graph.choices(from);
        let written = |cell: &Cell| {
            cell.is_of(activation)
                && match (writes.get(&cell.var), cell.address) {
                    (None, _) => false,
                    (Some(Some(elements)), Some(address)) => elements.contains(&address),
                    (Some(_), _) => true,
                }
        };
        self.live.iter().chain(&self.copied).any(written)
    }
}

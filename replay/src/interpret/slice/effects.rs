//! What each step of an execution reads and writes, by the values that it had.

use super::super::evaluate::{Code, Evaluator, Read};
use super::super::state::State;
use super::super::{addresses_in, index, ExecuteError, Trace, Value};
use proofmark_frontend::Program;
use proofmark_logic::arena::{Expr, VarId};
use proofmark_logic::cfa::{Cfa, Scope, StmtKind, VarSort};
use std::ops::Range;

/// A variable of an activation; of a memory, an element.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Cell {
    pub(crate) var: VarId,
    /// The activation that it is local to; 0 for what all share.
    pub(crate) activation: usize,
    pub(crate) address: Option<i128>,
}

impl Cell {
    /// The memory that an element belongs to.
    pub(super) fn whole(self) -> Cell {
        Cell {
            address: None,
            ..self
        }
    }

    /// Whether it belongs to a memory.
    pub(super) fn is_in(self, memory: Cell) -> bool {
        self.whole() == memory
    }

    /// Whether an activation has it.
    pub(super) fn is_of(self, activation: usize) -> bool {
        self.activation == 0 || self.activation == activation
    }
}

/// Elements that get a value.
pub(super) struct Overwritten {
    /// The memory.
    pub(super) memory: Cell,
    pub(super) addresses: Range<i128>,
    /// What the addresses and the value were computed from.
    pub(super) reads: Vec<Cell>,
    /// Of elements that are copied: the memory, and how far behind each its original is.
    pub(super) copied: Option<(Cell, i128)>,
}

impl Overwritten {
    /// What the value of an element was computed from, beside what all of them were.
    pub(super) fn original(&self, element: &Cell) -> Option<Cell> {
        let (memory, distance) = self.copied?;
        let address = element.address?.checked_add(distance);
        Some(Cell { address, ..memory })
    }

    /// The cells of these elements.
    pub(super) fn cells(&self) -> Range<Cell> {
        let cell = |address| Cell {
            address: Some(address),
            ..self.memory
        };
        cell(self.addresses.start)..cell(self.addresses.end.max(self.addresses.start))
    }
}

/// What a step does.
pub(super) enum Effect {
    /// It lets the run go on.
    Condition { reads: Vec<Cell> },
    /// An integer gets a value.
    Value { cell: Cell, reads: Vec<Cell> },
    /// Elements of a memory do.
    Elements { writes: Vec<Overwritten> },
    /// A memory becomes another one, with other elements.
    Copy {
        to: Cell,
        from: Cell,
        writes: Vec<Overwritten>,
    },
    /// A memory becomes unknown. `keeps`: perhaps not all of it.
    Unknown { memory: Cell, keeps: bool },
}

/// The activations of procedures in an execution, numbered from 0 in the order of their calls.
pub(crate) struct Activations {
    by_visit: Vec<usize>,
    /// By activation: which edge called it.
    callers: Vec<Option<usize>>,
    /// Those that have not returned at the end.
    open: Vec<usize>,
}

impl Activations {
    /// The activations of a trace.
    pub(crate) fn of(program: &Program, trace: &Trace) -> Activations {
        let (mut stack, mut callers) = (vec![0], vec![None]);
        let mut by_visit = Vec::with_capacity(trace.path.len());
        for (number, visit) in trace.path.iter().enumerate() {
            stack.truncate(visit.depth + 1);
            by_visit.push(stack.last().copied().unwrap_or(0));
            let edge = program.cfa.edges.get(index(visit.edge.0));
            if edge.is_some_and(|edge| edge.call.is_some()) {
                stack.push(callers.len());
                callers.push(Some(number));
            }
        }
        Activations {
            by_visit,
            callers,
            open: stack,
        }
    }

    /// The activation that takes an edge.
    pub(crate) fn of_visit(&self, visit: usize) -> usize {
        self.by_visit.get(visit).copied().unwrap_or(0)
    }

    /// The edge that called an activation.
    pub(crate) fn caller(&self, activation: usize) -> Option<usize> {
        self.callers.get(activation).copied().flatten()
    }

    pub(super) fn is_open(&self, activation: usize) -> bool {
        self.open.contains(&activation)
    }
}

/// An execution once more, step by step: the state before each.
pub(crate) struct Walk<'a> {
    program: &'a Program,
    trace: &'a Trace,
    state: State,
    evaluator: Evaluator,
    /// The callers' local variables, outermost first.
    callers: Vec<Vec<(VarId, Value)>>,
    visit: usize,
}

impl<'a> Walk<'a> {
    /// The state at the entry.
    ///
    /// # Errors
    /// A trace that is none of this program's.
    pub(crate) fn new(program: &'a Program, trace: &'a Trace) -> Result<Walk<'a>, ExecuteError> {
        let vars = &program.cfa.vars;
        let mut values: Vec<Value> = vars.iter().map(|var| Value::zero(var.sort)).collect();
        for (var, value) in &trace.initial {
            *values
                .get_mut(index(var.0))
                .ok_or(ExecuteError::Malformed)? = value.clone();
        }
        Ok(Walk {
            program,
            trace,
            state: State::new(values, None),
            evaluator: Evaluator::new(addresses_in(program)?),
            callers: Vec::new(),
            visit: 0,
        })
    }

    /// Goes to where a step begins: calls and returns before it.
    ///
    /// # Errors
    /// A trace that is none of this program's.
    pub(crate) fn come_to(&mut self, step: usize) -> Result<(), ExecuteError> {
        let visit = self
            .trace
            .steps
            .get(step)
            .map_or(self.visit, |step| step.visit);
        while self.visit < visit {
            self.visit += 1;
            let before = self
                .trace
                .path
                .get(self.visit - 1)
                .ok_or(ExecuteError::Malformed)?;
            let now = self
                .trace
                .path
                .get(self.visit)
                .ok_or(ExecuteError::Malformed)?;
            let edge = self.program.cfa.edges.get(index(before.edge.0));
            if edge.is_some_and(|edge| edge.call.is_some()) {
                self.call(
                    edge.and_then(|edge| edge.call)
                        .map_or(0, |callee| index(callee.0)),
                )?;
            }
            while self.callers.len() > now.depth {
                self.give_back()?;
            }
        }
        Ok(())
    }

    /// The state behind a step.
    ///
    /// # Errors
    /// A trace that is none of this program's.
    pub(crate) fn pass(&mut self, step: usize) -> Result<(), ExecuteError> {
        if let Some((var, value)) = self.trace.steps.get(step).and_then(|s| s.written.as_ref()) {
            value.apply(self.slot(*var)?);
        }
        Ok(())
    }

    /// The value of a term here.
    ///
    /// # Errors
    /// An expression that is none of this program's.
    pub(crate) fn value(&mut self, term: Expr) -> Result<i128, ExecuteError> {
        let (var, value) = (VarId(0), term);
        let code = Code::of(&self.program.arena, &StmtKind::Assign { var, value });
        self.evaluator.term(&code, &self.state)
    }

    fn slot(&mut self, var: VarId) -> Result<&mut Value, ExecuteError> {
        let slot = self.state.values.get_mut(index(var.0));
        slot.ok_or(ExecuteError::Malformed)
    }

    fn call(&mut self, callee: usize) -> Result<(), ExecuteError> {
        let mut saved = Vec::new();
        for (var, decl) in (0u32..).map(VarId).zip(&self.program.cfa.vars) {
            if decl.scope == Scope::Local {
                let old = std::mem::replace(self.slot(var)?, Value::zero(decl.sort));
                saved.push((var, old));
            }
        }
        self.callers.push(saved);
        let procedure = self.program.cfa.procedures.get(callee);
        for (ghost, global) in procedure.map_or(&[][..], |procedure| &procedure.ghosts) {
            let value = self.slot(*global)?.clone();
            *self.slot(*ghost)? = value;
        }
        Ok(())
    }

    fn give_back(&mut self) -> Result<(), ExecuteError> {
        for (var, value) in self.callers.pop().into_iter().flatten() {
            *self.slot(var)? = value;
        }
        Ok(())
    }
}

/// What each step does.
///
/// # Errors
/// A trace that is none of this program's.
pub(super) fn effects(
    program: &Program,
    trace: &Trace,
    activations: &Activations,
) -> Result<Vec<Effect>, ExecuteError> {
    let mut walk = Walk::new(program, trace)?;
    let mut out = Vec::with_capacity(trace.steps.len());
    for (number, step) in trace.steps.iter().enumerate() {
        walk.come_to(number)?;
        let edge = program.cfa.edges.get(index(step.edge.0));
        let stmt = edge.and_then(|edge| edge.stmts.get(step.stmt));
        let kind = stmt.ok_or(ExecuteError::Malformed)?.kind;
        let activation = activations.of_visit(step.visit);
        let mut one = One {
            program,
            evaluator: &mut walk.evaluator,
            activation,
        };
        out.push(one.effect(&kind, &walk.state)?);
        walk.pass(number)?;
    }
    Ok(out)
}

/// A step.
struct One<'a> {
    program: &'a Program,
    evaluator: &'a mut Evaluator,
    activation: usize,
}

impl One<'_> {
    fn effect(&mut self, kind: &StmtKind, state: &State) -> Result<Effect, ExecuteError> {
        let code = Code::of(&self.program.arena, kind);
        let memory = |var| matches!(self.program.cfa.sort_of(var), Ok(VarSort::Map(_)));
        Ok(match *kind {
            StmtKind::Assume(_) => Effect::Condition {
                reads: self.reads(&code, state)?,
            },
            StmtKind::Havoc { var } if memory(var) => Effect::Unknown {
                memory: self.cell(var, None),
                keeps: self.program.extents.is_some(),
            },
            StmtKind::Havoc { var } => Effect::Value {
                cell: self.cell(var, None),
                reads: Vec::new(),
            },
            StmtKind::Assign { var, .. } if memory(var) => {
                let (base, all) = self.evaluator.writes(&code, state)?;
                let write = |write: super::super::evaluate::Write| {
                    let reads = write.place.iter().chain(&write.value);
                    let reads = reads.map(|read| self.cell(read.var, read.address));
                    Overwritten {
                        memory: self.cell(var, None),
                        reads: reads.collect(),
                        addresses: write.addresses,
                        copied: write
                            .copied
                            .map(|(of, distance)| (self.cell(of, None), distance)),
                    }
                };
                let writes = all.into_iter().map(write).collect();
                match base == var {
                    true => Effect::Elements { writes },
                    false => Effect::Copy {
                        to: self.cell(var, None),
                        from: self.cell(base, None),
                        writes,
                    },
                }
            }
            StmtKind::Assign { var, .. } => Effect::Value {
                cell: self.cell(var, None),
                reads: self.reads(&code, state)?,
            },
        })
    }

    fn reads(&mut self, code: &Code, state: &State) -> Result<Vec<Cell>, ExecuteError> {
        let reads = self.evaluator.reads(code, state)?;
        let cell = |read: &Read| self.cell(read.var, read.address);
        Ok(reads.iter().map(cell).collect())
    }

    fn cell(&self, var: VarId, address: Option<i128>) -> Cell {
        cell(&self.program.cfa, var, address, self.activation)
    }
}

/// A variable in an activation.
pub(crate) fn cell(cfa: &Cfa, var: VarId, address: Option<i128>, activation: usize) -> Cell {
    let local = cfa
        .vars
        .get(index(var.0))
        .is_some_and(|decl| decl.scope == Scope::Local);
    Cell {
        var,
        activation: if local { activation } else { 0 },
        address,
    }
}

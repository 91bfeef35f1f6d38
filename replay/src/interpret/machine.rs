//! A program in execution: its state, and how it takes an edge.

mod calls;

use super::bytes::Bytes;
use super::evaluate::{self, Code, Evaluator};
use super::places::past_all;
use super::state::State;
use super::trace::{Elements, Record};
use super::{addresses_in, extents, index, Choice, ExecuteError, Value, Visit, Written};
use calls::Stack;
use proofmark_frontend::approximation::Approximations;
use proofmark_frontend::{Extents, Program};
use proofmark_logic::arena::{Arena, VarId};
use proofmark_logic::cfa::{Cfa, Edge, EdgeId, LocId, Stmt, StmtKind, VarSort};

/// Who chooses values in an execution, and sees what it does.
pub(super) trait Guide {
    /// The value that a havoc asks for.
    fn choose(&mut self, stmt: &Stmt, choice: Choice, state: &State) -> Value;
    /// A formula was evaluated.
    fn assumed(&mut self, _code: (&Code, &Evaluator), _state: &State) {}
    /// An integer variable is about to get the value that was evaluated.
    fn assigned(&mut self, _var: VarId, _code: (&Code, &Evaluator), _state: &State) {}
    /// A memory is about to become another one with these changes.
    fn changed(
        &mut self,
        _var: VarId,
        _changes: (VarId, &[evaluate::Change]),
        _code: (&Code, &Evaluator),
        _state: &State,
    ) {
    }
}

/// Only chooses.
pub(super) struct Given<'c>(pub(super) &'c mut dyn FnMut(Choice) -> Value);

impl Guide for Given<'_> {
    fn choose(&mut self, _stmt: &Stmt, choice: Choice, _state: &State) -> Value {
        (self.0)(choice)
    }
}

/// Nobody: everything is 0.
pub(super) struct Nobody;

impl Guide for Nobody {
    fn choose(&mut self, _stmt: &Stmt, choice: Choice, _state: &State) -> Value {
        Value::zero(choice.sort)
    }
}

/// A program in execution.
pub(super) struct Machine<'a> {
    pub(super) cfa: &'a Cfa,
    pub(super) arena: &'a Arena,
    pub(super) evaluator: Evaluator,
    /// The statements of each edge that was tried, ready to be evaluated.
    pub(super) code: Vec<Option<Vec<Code>>>,
    pub(super) state: State,
    pub(super) location: LocId,
    pub(super) stack: Stack,
    /// Whether the machine itself says where the objects of activations are.
    pub(super) allocates: bool,
    /// What havocs of memories change, where that is known.
    pub(super) extents: Option<(&'a Extents, &'a Approximations)>,
}

impl<'a> Machine<'a> {
    pub(super) fn start(
        arena: &'a Arena,
        cfa: &'a Cfa,
        addresses: Vec<i128>,
        initial: &[(VarId, Value)],
        bytes: Option<Bytes>,
    ) -> Result<Machine<'a>, ExecuteError> {
        let state = State::new(
            cfa.vars.iter().map(|var| Value::zero(var.sort)).collect(),
            bytes,
        );
        let code = cfa.edges.iter().map(|_| None).collect();
        let top = past_all(cfa, &addresses);
        let (evaluator, stack) = (Evaluator::new(addresses), Stack::new(arena, cfa, top));
        let mut machine = Machine {
            cfa,
            arena,
            evaluator,
            code,
            state,
            location: cfa.entry,
            stack,
            allocates: false,
            extents: None,
        };
        for (var, value) in initial {
            machine.store(*var, value.clone())?;
        }
        machine.state.commit();
        Ok(machine)
    }

    /// A program whose memories keep the elements that it does not change, where that is known.
    pub(super) fn of(
        program: &'a Program,
        initial: &[(VarId, Value)],
    ) -> Result<Machine<'a>, ExecuteError> {
        Machine::placed(program, addresses_in(program)?, initial)
    }

    /// The same with its objects at these addresses.
    pub(super) fn placed(
        program: &'a Program,
        addresses: Vec<i128>,
        initial: &[(VarId, Value)],
    ) -> Result<Machine<'a>, ExecuteError> {
        let mut machine = Machine::start(&program.arena, &program.cfa, addresses, initial, None)?;
        let extents = program.extents.as_ref();
        machine.extents = extents.map(|extents| (extents, &program.approximations));
        Ok(machine)
    }

    /// Returns from calls until it is where an edge begins; whether it gets there.
    pub(super) fn goes_on_with(&mut self, edge: EdgeId) -> Result<bool, ExecuteError> {
        let edge = self.cfa.edges.get(index(edge.0));
        let from = edge.ok_or(ExecuteError::Malformed)?.from;
        while from != self.location && self.return_from_call() {}
        Ok(from == self.location)
    }

    /// Executes an edge's block. If an assumption fails, takes everything back and returns that
    /// statement's position.
    pub(super) fn try_edge(
        &mut self,
        id: EdgeId,
        havoc: &mut dyn FnMut(Choice) -> Value,
        record: Option<&mut Record>,
    ) -> Result<Option<usize>, ExecuteError> {
        let blocked = self.block(id, &mut Given(havoc), record)?;
        match blocked {
            None => self.take(id)?,
            Some(_) => self.state.undo(),
        }
        Ok(blocked)
    }

    /// Goes along an edge whose block was executed.
    pub(super) fn take(&mut self, id: EdgeId) -> Result<(), ExecuteError> {
        let edge = self.cfa.edges.get(index(id.0));
        let edge = edge.ok_or(ExecuteError::Malformed)?;
        match edge.call {
            None => self.location = edge.to,
            Some(callee) => self.call(callee, edge.to)?,
        }
        Ok(())
    }

    /// Executes an edge's block up to the first assumption that fails, and returns that statement's
    /// position.
    pub(super) fn block(
        &mut self,
        id: EdgeId,
        guide: &mut dyn Guide,
        mut record: Option<&mut Record>,
    ) -> Result<Option<usize>, ExecuteError> {
        let slot = self
            .code
            .get_mut(index(id.0))
            .ok_or(ExecuteError::Malformed)?;
        let edge = self
            .cfa
            .edges
            .get(index(id.0))
            .ok_or(ExecuteError::Malformed)?;
        let code = slot.take().unwrap_or_else(|| {
            edge.stmts
                .iter()
                .map(|stmt| Code::of(self.arena, &stmt.kind))
                .collect()
        });
        self.state.commit();
        let depth = self.stack.depth();
        if let Some(record) = record.as_deref_mut() {
            record.path.push(Visit { edge: id, depth });
        }
        let mut blocked = None;
        for (position, (stmt, code)) in edge.stmts.iter().zip(&code).enumerate() {
            let (written, elements) = match stmt.kind {
                StmtKind::Assume(_) => {
                    let holds = self.evaluator.formula(code, &self.state)?;
                    guide.assumed((code, &self.evaluator), &self.state);
                    if !holds {
                        blocked = Some(position);
                        break;
                    }
                    (None, None)
                }
                StmtKind::Havoc { var } => {
                    self.havoc(edge, stmt, var, guide)?;
                    (Some(var), None)
                }
                StmtKind::Assign { var, .. } => (Some(var), self.assign(var, code, guide)?),
            };
            if let Some(record) = record.as_deref_mut() {
                let whole = |var: VarId| self.state.values.get(index(var.0)).cloned();
                let what = written.and_then(|var| match elements {
                    Some(elements) => Some(Written::Elements(elements)),
                    None => whole(var).map(Written::from),
                });
                record.add(position, stmt.pos, written.zip(what));
            }
        }
        if let Some(slot) = self.code.get_mut(index(id.0)) {
            *slot = Some(code);
        }
        Ok(blocked)
    }

    /// Gives a variable a new value, if it is not known what that is.
    pub(super) fn havoc(
        &mut self,
        edge: &Edge,
        stmt: &Stmt,
        var: VarId,
        guide: &mut dyn Guide,
    ) -> Result<(), ExecuteError> {
        let sort = self.cfa.sort_of(var).map_err(|_| ExecuteError::Malformed)?;
        if self.state.refresh(var)? {
            return Ok(());
        }
        let choice = Choice { var, sort };
        let address = match self.allocates {
            true => self.stack.address(self.arena, self.cfa, edge, choice),
            false => None,
        };
        match address {
            Some(address) => self.store(var, Value::Int(address)),
            None => {
                let chosen = guide.choose(stmt, choice, &self.state);
                self.store_within_extent(stmt, choice, chosen)
            }
        }
    }

    /// Stores what was chosen; of a memory of which only some bytes change, the other elements
    /// stay.
    pub(super) fn store_within_extent(
        &mut self,
        stmt: &Stmt,
        choice: Choice,
        chosen: Value,
    ) -> Result<(), ExecuteError> {
        let change = self.extents.and_then(|(extents, known)| {
            extents::change(extents, known, stmt, choice.var, choice.sort, &self.state)
        });
        match (change, choice.sort, chosen) {
            (Some(change), VarSort::Map(ty), Value::Memory(chosen)) => {
                let mut written = change.written(&chosen);
                written.try_for_each(|(address, value)| {
                    self.state.store_element(choice.var, ty, address, value)
                })
            }
            (_, _, chosen) => self.store(choice.var, chosen),
        }
    }

    /// Gives a variable a new value. The elements that were written if only these were.
    pub(super) fn assign(
        &mut self,
        var: VarId,
        code: &Code,
        guide: &mut dyn Guide,
    ) -> Result<Option<Elements>, ExecuteError> {
        let sort = self.cfa.sort_of(var).map_err(|_| ExecuteError::Malformed)?;
        let ty = match sort {
            VarSort::Int(_) => {
                let value = self.evaluator.term(code, &self.state)?;
                guide.assigned(var, (code, &self.evaluator), &self.state);
                return self.store(var, Value::Int(value)).map(|()| None);
            }
            VarSort::Map(ty) => ty,
        };
        let (base, writes) = self.evaluator.memory(code, &self.state)?;
        guide.changed(var, (base, &writes), (code, &self.evaluator), &self.state);
        let mut elements = Some(Vec::new()).filter(|_| base == var);
        if base != var {
            let copy = self.state.values.get(index(base.0)).cloned();
            self.store(var, copy.ok_or(ExecuteError::Malformed)?)?;
        }
        for change in writes {
            match change {
                evaluate::Change::Element(address, value) => {
                    self.state.store_element(var, ty, address, value)?;
                    if let Some(elements) = &mut elements {
                        elements.push((address, value));
                    }
                }
                evaluate::Change::Range(range) => {
                    self.state.store_range(var, ty, range)?;
                    elements = None;
                }
                evaluate::Change::Part(from, to, of) => {
                    self.state.store_part(var, ty, (from, to, of))?;
                    elements = None;
                }
            }
        }
        Ok(elements.map(Vec::into_boxed_slice))
    }

    /// Stores a whole value after checking that it belongs to the variable.
    pub(super) fn store(&mut self, var: VarId, value: Value) -> Result<(), ExecuteError> {
        let sort = self.cfa.sort_of(var).map_err(|_| ExecuteError::Malformed)?;
        let fits = match (sort, &value) {
            (VarSort::Int(ty), Value::Int(n)) => ty.contains(*n),
            (VarSort::Map(ty), Value::Memory(m)) => {
                ty.contains(m.default)
                    && m.elements.values().all(|n| ty.contains(*n))
                    && m.ranges.iter().all(|range| ty.contains(range.value))
            }
            _ => return Err(ExecuteError::Malformed),
        };
        if !fits {
            return Err(ExecuteError::Range(var));
        }
        self.state.store(var, value)
    }
}

//! The concrete interpreter of automata: the semantics profile, executable.
//!
//! [`replay`] follows a given path and confirms (or refutes) a counterexample before it is
//! reported; [`run`] executes a program, which tests use to compare the front end with a C
//! compiler. Both follow the semantics in [`proofmark_logic::cfa`] and the denotation in
//! [`proofmark_logic::arena`] to the letter: a value that leaves its variable's range is reported
//! as a broken automaton, never adjusted.

mod bytes;
mod calls;
mod elsewhere;
mod evaluate;
mod explore;
mod extents;
mod graph;
mod inputs;
mod moves;
mod outside;
mod places;
pub(crate) mod slice;
mod state;
mod symbolic;
mod trace;
mod validation;

use bytes::Bytes;
use calls::Stack;
use evaluate::{Code, Evaluator};
use proofmark_frontend::approximation::Approximations;
use proofmark_frontend::Program;
use proofmark_frontend::{Cell, Extents};
use proofmark_logic::arena::{Arena, VarId};
use proofmark_logic::cfa::{Cfa, Edge, EdgeId, LocId, Stmt, StmtKind, VarSort};
use state::State;
use std::collections::BTreeMap;

pub use explore::{explore, explore_program, explore_within, Exploration};
pub use extents::filled;
pub use graph::{graph, literals, written_along, Arrow, Graph, Reach};
use places::past_all;
pub use places::{addresses, addresses_in, Layout, ELSEWHERE, GAP, OBJECTS_START};
pub use symbolic::{run_symbolically, Input, Symbolic, Symbols, Turn};
use trace::{Elements, Record};
pub use trace::{Step, Trace, Visit, Written};
pub use validation::{imprecision, Imprecision};

/// A memory: finitely many known elements and one value for all others.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Memory {
    /// The value of every address that `elements` does not hold.
    pub default: i128,
    /// Values by address.
    pub elements: BTreeMap<i128, i128>,
    /// What `elements` does not hold: the last range that an address lies in counts.
    pub ranges: Vec<Filled>,
}

/// A range of addresses with one value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Filled {
    /// The first address.
    pub from: i128,
    /// The one behind the last.
    pub to: i128,
    /// The value.
    pub value: i128,
}

impl Memory {
    /// The element at an address.
    pub fn read(&self, address: i128) -> i128 {
        self.known(address).unwrap_or(self.default)
    }

    /// The element at an address, if it is not one of the others.
    fn known(&self, address: i128) -> Option<i128> {
        let over = |range: &&Filled| (range.from..range.to).contains(&address);
        let element = self.elements.get(&address).copied();
        element.or_else(|| Some(self.ranges.iter().rev().find(over)?.value))
    }

    /// The memory that holds at each address what this one has so far behind it; none if an address
    /// leaves 128 bits.
    fn moved(&mut self, distance: i128) -> Option<()> {
        if distance == 0 {
            return Some(());
        }
        let elements = std::mem::take(&mut self.elements).into_iter();
        let moved = elements.map(|(at, value)| Some((at.checked_sub(distance)?, value)));
        self.elements = moved.collect::<Option<_>>()?;
        for range in &mut self.ranges {
            range.from = range.from.checked_sub(distance)?;
            range.to = range.to.checked_sub(distance)?;
        }
        Some(())
    }

    /// A range gets a value.
    fn fill(&mut self, range: Filled) {
        let within = |range: &Filled, from, to| range.from >= from && range.to <= to;
        let Filled { from, to, .. } = range;
        if from >= to {
            return;
        }
        self.elements
            .retain(|address, _| !(from..to).contains(address));
        self.ranges.retain(|old| !within(old, from, to));
        self.ranges.push(range);
    }
}

/// The value of a variable.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// An integer.
    Int(i128),
    /// A memory.
    Memory(Memory),
}

impl Value {
    /// The value with which variables of this sort start unless something else is said.
    fn zero(sort: VarSort) -> Value {
        match sort {
            VarSort::Int(_) => Value::Int(0),
            VarSort::Map(_) => Value::Memory(Memory::default()),
        }
    }
}

/// What a program does not determine itself.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Inputs {
    /// Values of variables at the entry. All others start with the value 0, which every type has,
    /// memories with that everywhere.
    pub initial: Vec<(VarId, Value)>,
    /// The value of each executed havoc of an integer variable, in order. Further ones yield 0.
    pub integers: Vec<i128>,
    /// The value of each executed havoc of a memory, in order. Further ones yield the memory of
    /// zeros.
    pub memories: Vec<Memory>,
}

/// Why an automaton cannot be executed on: it, or the path, is broken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExecuteError {
    /// An exact intermediate value needs more than 128 bits.
    Overflow,
    /// A value outside of its variable's range was assigned or given: `Cfa::validate` must have
    /// failed, or the input is wrong.
    Range(VarId),
    /// A variable, location, edge or object that the automaton does not have, or an expression of
    /// the wrong sort.
    Malformed,
    /// The objects do not fit into the address space, or are too large to keep track of their
    /// bytes.
    AddressSpace,
    /// Bytes outside of all objects are accessed: the program leaves the profile's assumptions.
    OutOfBounds,
    /// Bytes are read through this memory that another one has written, without this one having
    /// become unknown: the accesses break the rules of effective types (C11 6.5p7), or the front
    /// end does.
    Overlap(VarId),
    /// Calls are nested too deeply.
    Stack,
}

impl std::fmt::Display for ExecuteError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Overflow => f.write_str("an intermediate value needs more than 128 bits"),
            Self::Range(var) => write!(f, "variable {} got a value outside of its type", var.0),
            Self::Malformed => f.write_str("the automaton is malformed"),
            Self::AddressSpace => f.write_str("the objects do not fit into the address space"),
            Self::OutOfBounds => f.write_str("an access is outside of all objects"),
            Self::Overlap(var) => write!(
                f,
                "variable {} is read where another memory was written",
                var.0
            ),
            Self::Stack => f.write_str("calls are nested too deeply"),
        }
    }
}

/// Why a path is no execution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReplayError {
    /// This edge of the path does not start where the one before ended (or at the entry).
    Disconnected(usize),
    /// The assumption that is statement `stmt` of edge number `step` of the path does not hold.
    Blocked {
        /// Position in the path.
        step: usize,
        /// Position in the edge's block.
        stmt: usize,
    },
    /// The path cannot be executed at all.
    Execute(ExecuteError),
}

impl From<ExecuteError> for ReplayError {
    fn from(error: ExecuteError) -> Self {
        ReplayError::Execute(error)
    }
}

impl std::fmt::Display for ReplayError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Disconnected(step) => write!(f, "edge {step} of the path does not continue it"),
            Self::Blocked { step, stmt } => write!(
                f,
                "assumption {stmt} of edge {step} of the path does not hold"
            ),
            Self::Execute(error) => error.fmt(f),
        }
    }
}

/// How an execution ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// At the error location.
    ReachedError,
    /// At a location without successors.
    Finished(LocId),
    /// At a location none of whose successors' assumptions holds.
    Stuck(LocId),
    /// The number of steps was used up.
    OutOfFuel,
    /// Calls were nested too deeply.
    OutOfStack,
}

/// A havoc that asks for a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The variable that gets it.
    pub var: VarId,
    /// Its sort; for a memory the value becomes every element's.
    pub sort: VarSort,
}

/// Follows a path from the entry.
///
/// # Errors
/// The first edge that does not continue the path, the first assumption that fails, or a broken
/// automaton.
pub fn replay(
    arena: &Arena,
    cfa: &Cfa,
    path: &[EdgeId],
    inputs: &Inputs,
) -> Result<Trace, ReplayError> {
    follow(
        Machine::start(arena, cfa, addresses(cfa)?, &inputs.initial, None)?,
        path,
        inputs,
    )
}

/// As [`replay`], for a program: memories that become unknown keep the elements that the program
/// does not change, if its automaton says which these are.
///
/// # Errors
/// As [`replay`].
pub fn replay_program(
    program: &Program,
    path: &[EdgeId],
    inputs: &Inputs,
) -> Result<Trace, ReplayError> {
    follow(Machine::of(program, &inputs.initial)?, path, inputs)
}

/// As [`replay`]; memories that become unknown keep what `known` says that the program does not
/// change.
///
/// # Errors
/// As [`replay`].
pub fn replay_within(
    arena: &Arena,
    cfa: &Cfa,
    known: Option<(&Extents, &Approximations)>,
    (path, inputs): (&[EdgeId], &Inputs),
) -> Result<Trace, ReplayError> {
    let mut machine = Machine::start(arena, cfa, addresses(cfa)?, &inputs.initial, None)?;
    machine.extents = known;
    follow(machine, path, inputs)
}

fn follow(
    mut machine: Machine<'_>,
    path: &[EdgeId],
    inputs: &Inputs,
) -> Result<Trace, ReplayError> {
    let cfa = machine.cfa;
    let mut integers = inputs.integers.iter().copied();
    let mut memories = inputs.memories.iter().cloned();
    let mut havoc = |choice: Choice| match choice.sort {
        VarSort::Int(_) => Value::Int(integers.next().unwrap_or(0)),
        VarSort::Map(_) => Value::Memory(memories.next().unwrap_or_default()),
    };
    let mut record = Record::default();
    for (step, &edge) in path.iter().enumerate() {
        if !machine.goes_on_with(edge)? {
            return Err(ReplayError::Disconnected(step));
        }
        if let Some(stmt) = machine.try_edge(edge, &mut havoc, Some(&mut record))? {
            return Err(ReplayError::Blocked { step, stmt });
        }
    }
    Ok(record.finish(inputs.initial.clone(), machine.location, cfa.error))
}

/// Executes a program for at most `fuel` edges and returns. At each location the first edge (in the
/// automaton's order) whose assumptions all hold is taken; `choose` gives the values of havocs,
/// which are reduced into their variable's type.
///
/// # Errors
/// A broken automaton.
pub fn run(
    arena: &Arena,
    cfa: &Cfa,
    initial: &[(VarId, Value)],
    choose: &mut dyn FnMut(Choice) -> i128,
    fuel: u64,
) -> Result<Outcome, ExecuteError> {
    let mut machine = Machine::start(arena, cfa, addresses(cfa)?, initial, None)?;
    execute(&mut machine, choose, fuel, None)
}

/// As [`run`], from the state of zeros; also the value that a variable has at the end, which is 0
/// if there is none.
///
/// # Errors
/// A broken automaton.
pub fn run_reading(
    arena: &Arena,
    cfa: &Cfa,
    read: Option<VarId>,
    choose: &mut dyn FnMut(Choice) -> i128,
    fuel: u64,
) -> Result<(Outcome, i128), ExecuteError> {
    let mut machine = Machine::start(arena, cfa, addresses(cfa)?, &[], None)?;
    let outcome = execute(&mut machine, choose, fuel, None)?;
    let value = read.and_then(|var| machine.state.values.get(index(var.0)));
    Ok((
        outcome,
        if let Some(Value::Int(value)) = value {
            *value
        } else {
            0
        },
    ))
}

/// The steps of a run from the state of zeros in which havocs get these values, in order.
///
/// # Errors
/// A broken automaton.
pub fn trace_of(
    arena: &Arena,
    cfa: &Cfa,
    choices: &[i128],
    fuel: u64,
) -> Result<Trace, ExecuteError> {
    let mut machine = Machine::start(arena, cfa, addresses(cfa)?, &[], None)?;
    let (mut choices, mut record) = (choices.iter().copied(), Record::default());
    execute(
        &mut machine,
        &mut |_| choices.next().unwrap_or(0),
        fuel,
        Some(&mut record),
    )?;
    Ok(record.finish(Vec::new(), machine.location, cfa.error))
}

/// As [`run`], from the state of zeros, with memories that are views of the objects' bytes: where
/// the automaton leaves the contents of one open, they are the bytes that were written.
///
/// # Errors
/// A broken automaton, or an execution that leaves the profile's assumptions.
pub fn run_on_bytes(
    arena: &Arena,
    cfa: &Cfa,
    cells: &BTreeMap<VarId, Cell>,
    choose: &mut dyn FnMut(Choice) -> i128,
    fuel: u64,
) -> Result<Outcome, ExecuteError> {
    let views = (0u32..).zip(&cfa.vars).map(|(n, var)| match var.sort {
        VarSort::Map(ty) => cells.get(&VarId(n)).map(|cell| (*cell, ty)),
        VarSort::Int(_) => None,
    });
    let bytes = Bytes::new(OBJECTS_START, views);
    execute(
        &mut Machine::start(arena, cfa, addresses(cfa)?, &[], Some(bytes))?,
        choose,
        fuel,
        None,
    )
}

fn execute(
    machine: &mut Machine<'_>,
    choose: &mut dyn FnMut(Choice) -> i128,
    fuel: u64,
    mut record: Option<&mut Record>,
) -> Result<Outcome, ExecuteError> {
    let cfa = machine.cfa;
    machine.allocates = true;
    let out_edges = cfa.out_edges();
    let mut havoc = |choice: Choice| {
        let value = choose(choice);
        match choice.sort {
            VarSort::Int(ty) => Value::Int(ty.wrap(value)),
            VarSort::Map(ty) => Value::Memory(Memory {
                default: ty.wrap(value),
                ..Memory::default()
            }),
        }
    };
    for _ in 0..fuel {
        let here = machine.location;
        if here == cfa.error {
            return Ok(Outcome::ReachedError);
        }
        let edges = out_edges
            .get(index(here.0))
            .ok_or(ExecuteError::Malformed)?;
        let mut taken = false;
        for &edge in edges {
            let before = record.as_ref().map_or((0, 0), |record| record.len());
            match machine.try_edge(edge, &mut havoc, record.as_deref_mut()) {
                Err(ExecuteError::Stack) => return Ok(Outcome::OutOfStack),
                blocked => taken = blocked?.is_none(),
            }
            if taken {
                break;
            }
            record.iter_mut().for_each(|record| record.forget(before));
        }
        if !taken && !machine.return_from_call() {
            return Ok(if edges.is_empty() {
                Outcome::Finished(here)
            } else {
                Outcome::Stuck(here)
            });
        }
    }
    Ok(if machine.location == cfa.error {
        Outcome::ReachedError
    } else {
        Outcome::OutOfFuel
    })
}

/// An index of the automaton as a position; out of range where `usize` is too small.
pub(crate) fn index(n: u32) -> usize {
    usize::try_from(n).unwrap_or(usize::MAX)
}

/// Who chooses values in an execution, and sees what it does.
trait Guide {
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
struct Given<'c>(&'c mut dyn FnMut(Choice) -> Value);

impl Guide for Given<'_> {
    fn choose(&mut self, _stmt: &Stmt, choice: Choice, _state: &State) -> Value {
        (self.0)(choice)
    }
}

/// Nobody: everything is 0.
struct Nobody;

impl Guide for Nobody {
    fn choose(&mut self, _stmt: &Stmt, choice: Choice, _state: &State) -> Value {
        Value::zero(choice.sort)
    }
}

/// A program in execution.
struct Machine<'a> {
    cfa: &'a Cfa,
    arena: &'a Arena,
    evaluator: Evaluator,
    /// The statements of each edge that was tried, ready to be evaluated.
    code: Vec<Option<Vec<Code>>>,
    state: State,
    location: LocId,
    stack: Stack,
    /// Whether the machine itself says where the objects of activations are.
    allocates: bool,
    /// What havocs of memories change, where that is known.
    extents: Option<(&'a Extents, &'a Approximations)>,
}

impl<'a> Machine<'a> {
    fn start(
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
    fn of(program: &'a Program, initial: &[(VarId, Value)]) -> Result<Machine<'a>, ExecuteError> {
        Machine::placed(program, addresses_in(program)?, initial)
    }

    /// The same with its objects at these addresses.
    fn placed(
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
    fn goes_on_with(&mut self, edge: EdgeId) -> Result<bool, ExecuteError> {
        let edge = self.cfa.edges.get(index(edge.0));
        let from = edge.ok_or(ExecuteError::Malformed)?.from;
        while from != self.location && self.return_from_call() {}
        Ok(from == self.location)
    }

    /// Executes an edge's block. If an assumption fails, takes everything back and returns that
    /// statement's position.
    fn try_edge(
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
    fn take(&mut self, id: EdgeId) -> Result<(), ExecuteError> {
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
    fn block(
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
    fn havoc(
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
    fn store_within_extent(
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
    fn assign(
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
    fn store(&mut self, var: VarId, value: Value) -> Result<(), ExecuteError> {
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

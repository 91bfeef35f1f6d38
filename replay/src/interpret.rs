//! The concrete interpreter of automata: the semantics profile, executable.
//!
//! [`replay`] follows a given path and confirms (or refutes) a counterexample before it is
//! reported; [`run`] executes a program, which tests use to compare the front end with a C
//! compiler. Both follow the semantics in [`proofmark_logic::cfa`] and the denotation in
//! [`proofmark_logic::arena`] to the letter: a value that leaves its variable's range is reported
//! as a broken automaton, never adjusted.

mod bytes;
mod elsewhere;
mod evaluate;
mod explore;
mod extents;
mod graph;
mod inputs;
mod machine;
mod moves;
mod outside;
mod overlaid;
mod places;
pub(crate) mod slice;
mod state;
mod symbolic;
mod trace;
mod validation;

use bytes::Bytes;
use machine::Machine;
use proofmark_frontend::approximation::Approximations;
use proofmark_frontend::Program;
use proofmark_frontend::{Cell, Extents};
use proofmark_logic::arena::{Arena, VarId};
use proofmark_logic::cfa::{Cfa, EdgeId, LocId, VarSort};
use std::collections::BTreeMap;

pub use explore::{explore, explore_program, explore_within, Exploration};
pub use extents::filled;
pub use graph::{graph, literals, written_along, Arrow, Graph, Reach};
pub use places::{addresses, addresses_in, Layout, ELSEWHERE, GAP, OBJECTS_START};
pub use symbolic::{run_symbolically, Input, Symbolic, Symbols, Turn};
use trace::Record;
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

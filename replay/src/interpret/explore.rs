//! Executions that find their own way: which path they take, and what it asked for.

use super::machine::Machine;
use super::{addresses, index};
use super::{ExecuteError, Inputs, Memory, Outcome, Value};
use proofmark_frontend::{Approximations, Extents, Program};
use proofmark_logic::arena::{Arena, VarId};
use proofmark_logic::cfa::{Cfa, EdgeId, LocId, VarSort};

/// An execution: `inputs` lead along `path`.
#[derive(Clone, Debug)]
pub struct Exploration {
    /// How it ended.
    pub outcome: Outcome,
    /// The edges that it took.
    pub path: Vec<EdgeId>,
    /// What it was given.
    pub inputs: Inputs,
}

/// Executes at most `fuel` edges from the entry with the inputs, and with 0 where they end. At each
/// location the first edge whose assumptions hold is taken. `visit` sees each location that is
/// reached, with the values of all variables.
///
/// # Errors
/// A broken automaton.
pub fn explore(
    arena: &Arena,
    cfa: &Cfa,
    given: &Inputs,
    fuel: u64,
    visit: &mut dyn FnMut(LocId, &[Value]),
) -> Result<Exploration, ExecuteError> {
    let machine = Machine::start(arena, cfa, addresses(cfa)?, &given.initial, None)?;
    go(machine, (given, &[]), fuel, visit)
}

/// As [`explore`]; memories that become unknown keep what `known` says that the program does not
/// change.
///
/// # Errors
/// A broken automaton.
pub fn explore_within(
    (arena, cfa): (&Arena, &Cfa),
    known: Option<(&Extents, &Approximations)>,
    given: &Inputs,
    fuel: u64,
    visit: &mut dyn FnMut(LocId, &[Value]),
) -> Result<Exploration, ExecuteError> {
    let mut machine = Machine::start(arena, cfa, addresses(cfa)?, &given.initial, None)?;
    machine.extents = known;
    go(machine, (given, &[]), fuel, visit)
}

/// As [`explore`], for a program: as [`super::replay_program`] follows the path that it takes.
/// Where there are no more inputs for memories, they become as they are in `later`.
///
/// # Errors
/// A broken automaton.
pub fn explore_program(
    program: &Program,
    (given, later): (&Inputs, &[(VarId, Value)]),
    fuel: u64,
) -> Result<Exploration, ExecuteError> {
    let machine = Machine::of(program, &given.initial)?;
    go(machine, (given, later), fuel, &mut |_, _| ())
}

fn go(
    mut machine: Machine<'_>,
    (given, later): (&Inputs, &[(VarId, Value)]),
    fuel: u64,
    visit: &mut dyn FnMut(LocId, &[Value]),
) -> Result<Exploration, ExecuteError> {
    let cfa = machine.cfa;
    let out_edges = cfa.out_edges();
    let mut run = Exploration {
        outcome: Outcome::OutOfFuel,
        path: Vec::new(),
        inputs: Inputs {
            initial: given.initial.clone(),
            ..Inputs::default()
        },
    };
    for _ in 0..fuel {
        let here = machine.location;
        visit(here, &machine.state.values);
        if here == cfa.error {
            run.outcome = Outcome::ReachedError;
            return Ok(run);
        }
        let edges = out_edges
            .get(index(here.0))
            .ok_or(ExecuteError::Malformed)?;
        let mut taken = None;
        for &edge in edges {
            match attempt(&mut machine, edge, (given, later), &mut run.inputs) {
                Err(ExecuteError::Stack) => {
                    run.outcome = Outcome::OutOfStack;
                    return Ok(run);
                }
                passed => taken = passed?.then_some(edge),
            }
            if taken.is_some() {
                break;
            }
        }
        match taken {
            Some(edge) => run.path.push(edge),
            None if machine.return_from_call() => {}
            None => {
                run.outcome = if edges.is_empty() {
                    Outcome::Finished(here)
                } else {
                    Outcome::Stuck(here)
                };
                return Ok(run);
            }
        }
    }
    Ok(run)
}

/// Tries an edge; a blocked one takes no inputs.
fn attempt(
    machine: &mut Machine<'_>,
    edge: EdgeId,
    (given, later): (&Inputs, &[(VarId, Value)]),
    used: &mut Inputs,
) -> Result<bool, ExecuteError> {
    let (integers, memories) = (used.integers.len(), used.memories.len());
    let mut havoc = |choice: super::Choice| match choice.sort {
        VarSort::Int(ty) => {
            let next = given.integers.get(used.integers.len());
            let value = ty.wrap(next.copied().unwrap_or(0));
            used.integers.push(value);
            Value::Int(value)
        }
        VarSort::Map(_) => {
            let next = given.memories.get(used.memories.len());
            let memory = next.or_else(|| memory_in(later, choice.var));
            let memory: Memory = memory.cloned().unwrap_or_default();
            used.memories.push(memory.clone());
            Value::Memory(memory)
        }
    };
    let passed = machine.try_edge(edge, &mut havoc, None)?.is_none();
    if !passed {
        used.integers.truncate(integers);
        used.memories.truncate(memories);
    }
    Ok(passed)
}

/// What a memory holds in a state.
fn memory_in(state: &[(VarId, Value)], var: VarId) -> Option<&Memory> {
    match state.iter().find(|(own, _)| *own == var)? {
        (_, Value::Memory(memory)) => Some(memory),
        (_, Value::Int(_)) => None,
    }
}

//! Executions that find their own way: which path they take, and what it asked for.

use super::{addresses, index, ExecuteError, Inputs, Machine, Memory, Outcome, Value};
use proofmark_logic::arena::Arena;
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
    let mut machine = Machine::start(arena, cfa, addresses(cfa)?, &given.initial, None)?;
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
            match attempt(&mut machine, edge, given, &mut run.inputs) {
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
    given: &Inputs,
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
            let memory: Memory = next.cloned().unwrap_or_default();
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

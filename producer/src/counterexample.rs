//! From a counterexample of the engine to an execution that is reported.
//!
//! The automaton has more executions than the program. Before one is called a violation, allocated
//! memory is moved to where nothing else is, and the execution must not depend on anything that the
//! front end gave up on.

use crate::allocation::{on_path, places, BLOCK_ALIGNMENT, BLOCK_BYTES};
use crate::engine::{self, Answers, Budget, Outcome, Progress, Task};
use proofmark_frontend::approximation::LIBRARY;
use proofmark_frontend::library::FILE;
use proofmark_frontend::{Approximation, Program};
use proofmark_logic::arena::VarId;
use proofmark_logic::cfa::{EdgeId, Pos, StmtKind, VarSort};
use proofmark_replay::for_violations;
use proofmark_replay::interpret::{
    addresses_in, imprecision, replay_program, Imprecision, Inputs, Memory, Step, Trace, Value,
    OBJECTS_START,
};

/// Looks for a violation in the automaton that says more about memory than the one for proofs: the
/// program in that form, and the execution.
///
/// An execution of the automaton for proofs that rests on an approximation need not be one of the
/// program. Often the program only changes some bytes where that automaton lets a memory become
/// unknown, and other bytes decide.
pub(crate) fn second_look(
    program: &Program,
    budget: &Budget,
    progress: &mut dyn Progress,
) -> Option<(Program, Trace)> {
    let mut exact = for_violations(program).ok()?;
    let task = Task {
        extents: exact.extents.as_ref(),
        ..Task::new(&exact.cfa, &exact.approximations)
    };
    let asked = (task, &mut Answers::default());
    let (outcome, _) = engine::verify_with(&mut exact.arena, asked, budget, progress);
    let Outcome::Unsafe { path, inputs } = outcome else {
        return None;
    };
    // Where executing has found it, the inputs are the program's.
    if let Ok(mut trace) = confirm(&exact, &path, inputs) {
        without_ghosts(&exact, &mut trace);
        return Some((exact, trace));
    }
    let trace = executed_exactly(&exact, &path, budget)?;
    Some((exact, trace))
}

/// An execution along a path of the automaton that says more about memory, which rests on inputs
/// only.
pub(crate) fn executed_exactly(exact: &Program, path: &[EdgeId], budget: &Budget) -> Option<Trace> {
    let allocations = on_path(&exact.cfa, &exact.approximations, path).len();
    let blocks = places(&exact.cfa, &addresses_in(exact).ok()?, allocations)?;
    let inputs = engine::inputs_within_extents(exact, path, blocks, budget)?;
    let mut trace = confirm(exact, path, inputs).ok()?;
    without_ghosts(exact, &mut trace);
    Some(trace)
}

/// Leaves out what is nothing of the program.
pub(crate) fn without_ghosts(exact: &Program, trace: &mut Trace) {
    let ghosts = exact.extents.as_ref().map(|extents| extents.ghosts.vars());
    let ghosts = ghosts.as_slice().concat();
    trace.steps.retain(|step| {
        step.written
            .as_ref()
            .is_none_or(|(var, _)| !ghosts.contains(var))
    });
}

/// Whether no execution reaches the error without following a null pointer or dividing by 0; then
/// why this one, which may do so where what it reads or computes is used nowhere, is no violation.
pub(crate) fn strays(
    program: &Program,
    trace: &Trace,
    budget: &Budget,
    progress: &mut dyn Progress,
) -> Option<Doubt> {
    let (what, at) = match null_input(program, trace) {
        Some(at) => (Approximation::Access, at),
        None if divides(program) => (Approximation::Division, Pos::default()),
        None => return None,
    };
    let mut exact = for_violations(program).ok()?;
    let (outcome, _) = engine::verify(
        &mut exact.arena,
        &exact.cfa,
        &exact.approximations,
        &budget.as_long_again(),
        progress,
    );
    matches!(outcome, Outcome::Safe { .. }).then(|| describe(program, Imprecision { what, at }))
}

/// Whether the program divides by what may be 0.
fn divides(program: &Program) -> bool {
    let mut assumed = program.cfa.ledger.iter();
    assumed.any(|entry| entry.kind == "undefined-behaviour" && entry.subject == "division")
}

/// Where an input is 0, or holds a 0, that may be a pointer.
pub(crate) fn null_input(program: &Program, trace: &Trace) -> Option<Pos> {
    let cfa = &program.cfa;
    let null = |var: VarId, value: &Value| {
        let bits = cfa.profile.pointer_bits();
        match (cfa.sort_of(var), value) {
            (Ok(VarSort::Int(ty)), Value::Int(0)) => ty.bits() == bits && ty.min() == 0,
            (Ok(VarSort::Map(ty)), Value::Memory(memory)) => {
                ty.bits() == bits && memory.elements.values().any(|element| *element == 0)
            }
            _ => false,
        }
    };
    let havocked = |step: &&Step| {
        let edge = cfa.edges.get(step.edge.0 as usize);
        let stmt = edge.and_then(|edge| edge.stmts.get(step.stmt));
        let (Some(stmt), Some((var, value))) = (stmt, &step.written) else {
            return false;
        };
        let chosen = matches!(stmt.kind, StmtKind::Havoc { .. });
        chosen && value.whole().is_some_and(|value| null(*var, &value))
    };
    let first = trace.initial.iter().find(|(var, value)| null(*var, value));
    let step = trace.steps.iter().find(havocked).map(|step| step.pos);
    step.or(first.map(|_| Pos::default()))
}

/// Executes a counterexample, or says in one sentence why it is no execution of the program.
pub(crate) fn confirm(
    program: &Program,
    path: &[EdgeId],
    mut inputs: Inputs,
) -> Result<Trace, Doubt> {
    let found = allocations(program, path, &inputs);
    if !found.iter().all(|block| block.apart) {
        let moved = relocate(program, &found, &inputs);
        match moved.filter(|moved| {
            replay_program(program, path, moved).is_ok_and(|trace| trace.reached_error)
        }) {
            Some(moved) => inputs = moved,
            None => {
                let at = found
                    .iter()
                    .find(|block| !block.apart)
                    .map_or(Pos::default(), |block| block.pos);
                return Err(describe(
                    program,
                    Imprecision {
                        what: Approximation::Allocation,
                        at,
                    },
                ));
            }
        }
    }
    let trace = replay_program(program, path, &inputs)
        .map_err(|error| format!("an abstract counterexample cannot be executed: {error}"))?;
    if !trace.reached_error {
        return Err("an abstract counterexample does not reach the error"
            .to_owned()
            .into());
    }
    match imprecision(program, &trace) {
        Ok(None) => Ok(trace),
        Ok(Some(imprecision)) => Err(Doubt {
            reason: match in_library(program, imprecision.at) {
                false if imprecision.what != Approximation::Model => sentence(program, imprecision),
                _ => of_models(program, imprecision, &trace),
            },
            imprecision: Some(imprecision),
        }),
        Err(error) => Err(format!("an abstract counterexample cannot be examined: {error}").into()),
    }
}

/// Why an execution of the automaton need not be one of the program.
pub(crate) struct Doubt {
    /// A sentence.
    pub(crate) reason: String,
    /// What it rests on.
    pub(crate) imprecision: Option<Imprecision>,
}

impl From<String> for Doubt {
    fn from(reason: String) -> Doubt {
        let imprecision = None;
        Doubt {
            reason,
            imprecision,
        }
    }
}

fn describe(program: &Program, imprecision: Imprecision) -> Doubt {
    Doubt {
        reason: sentence(program, imprecision),
        imprecision: Some(imprecision),
    }
}

/// Whether a place is one of a boolean library: of a procedure, or of the text of a predicate.
pub fn in_library(program: &Program, pos: Pos) -> bool {
    let file = program.cfa.files.get(pos.file as usize);
    pos.column == LIBRARY || file.is_some_and(|file| file == FILE)
}

/// That a condition depends on what libraries say of functions: of the one that it stands in, or of
/// those that the execution has been in.
fn of_models(program: &Program, imprecision: Imprecision, trace: &Trace) -> String {
    let frame = |step: &Step| {
        let edge = program.cfa.edges.get(step.edge.0 as usize)?;
        let stmt = edge.stmts.get(step.stmt)?;
        program.cfa.frames.get(stmt.frame.0 as usize)
    };
    let before = trace.steps.iter().position(|s| s.pos == imprecision.at);
    let before = trace.steps.get(..=before.unwrap_or(0)).unwrap_or_default();
    let inside = in_library(program, imprecision.at);
    let own = |step: &&Step| match inside {
        true => step.pos == imprecision.at,
        false => in_library(program, step.pos),
    };
    let mut names: Vec<String> = Vec::new();
    for frame in before.iter().filter(own).filter_map(frame) {
        let name = format!("`{}`", frame.function);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let which = match names.as_slice() {
        [] if imprecision.what == Approximation::Model => {
            return "an execution may reach the error, but it depends on the library's model: on what \
                    objects hold at the start that the program does not define"
                .to_owned();
        }
        [] => return sentence(program, imprecision),
        [name] => format!("model of {name}"),
        names => format!("models of {}", names.join(", ")),
    };
    match imprecision.what {
        Approximation::Model => {
            format!("an execution may reach the error, but it depends on the library's {which}")
        }
        what => format!(
            "an execution may reach the error, but it depends in the library's {which} on an \
             approximation: {}",
            what.describe()
        ),
    }
}

fn sentence(program: &Program, imprecision: Imprecision) -> String {
    let file = usize::try_from(imprecision.at.file)
        .ok()
        .and_then(|file| program.cfa.files.get(file))
        .map_or("", String::as_str);
    let place = if imprecision.at.line == 0 {
        String::new()
    } else {
        format!(" at {file}:{}", imprecision.at.line)
    };
    format!(
        "an execution may reach the error, but it depends{place} on an approximation: {}",
        imprecision.what.describe()
    )
}

/// A block of memory that the path allocates.
struct Block {
    /// Which of the inputs is its address.
    input: usize,
    address: i128,
    pos: Pos,
    /// It lies where objects may be, is aligned for any (C11 7.22.3), and meets no declared object
    /// and no earlier block.
    apart: bool,
}

/// Blocks in the order of their allocation; null pointers are none.
fn allocations(program: &Program, path: &[EdgeId], inputs: &Inputs) -> Vec<Block> {
    let (objects, starts) = (
        &program.cfa.objects,
        addresses_in(program).unwrap_or_default(),
    );
    let inside = OBJECTS_START..=(1i128 << program.cfa.profile.pointer_bits()) - BLOCK_BYTES;
    let mut found: Vec<Block> = Vec::new();
    for allocation in on_path(&program.cfa, &program.approximations, path) {
        let address = inputs.integers.get(allocation.input).copied().unwrap_or(0);
        if address != 0 {
            let aligned = address % BLOCK_ALIGNMENT == 0;
            let meets =
                |start: i128, size: i128| start < address + BLOCK_BYTES && address < start + size;
            let object = objects
                .iter()
                .zip(&starts)
                .any(|(object, start)| meets(*start, i128::from(object.size)));
            let block = found.iter().any(|block| meets(block.address, BLOCK_BYTES));
            found.push(Block {
                input: allocation.input,
                address,
                pos: allocation.pos,
                apart: aligned && !object && !block && inside.contains(&address),
            });
        }
    }
    found
}

/// The same inputs with every block in a place of its own; `None` if there is no room.
fn relocate(program: &Program, blocks: &[Block], inputs: &Inputs) -> Option<Inputs> {
    let mut moved = inputs.clone();
    for (block, place) in blocks.iter().zip(places(
        &program.cfa,
        &addresses_in(program).ok()?,
        blocks.len(),
    )?) {
        *moved.integers.get_mut(block.input)? = place;
        let initial = moved
            .initial
            .iter_mut()
            .filter_map(|(_, value)| match value {
                Value::Memory(memory) => Some(memory),
                Value::Int(_) => None,
            });
        initial
            .chain(&mut moved.memories)
            .for_each(|memory| copy_block(memory, block.address, place));
    }
    Some(moved)
}

fn copy_block(memory: &mut Memory, from: i128, to: i128) {
    let elements: Vec<(i128, i128)> = memory
        .elements
        .range(from..from + BLOCK_BYTES)
        .map(|(at, value)| (at - from + to, *value))
        .collect();
    memory.elements.extend(elements);
}

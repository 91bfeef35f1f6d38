//! Whether an execution rests on where its objects are: it is followed once more with the objects
//! elsewhere.
//!
//! An interpreter has to place objects somewhere, and a program can see where: it may compare
//! addresses, look at their bits, or use them as numbers. What it does with the places that were
//! chosen need not be what it does in any process. Nothing is proved here; but what depends on
//! places differs between three that have neither order, alignment nor numbers in common.

use super::machine::Machine;
use super::moves::{Meaning, Moves};
use super::places::ELSEWHERE;
use super::{index, Choice, ExecuteError, Trace, Value};
use proofmark_frontend::Program;
use proofmark_logic::arena::VarId;
use proofmark_logic::cfa::{Pos, StmtKind};

/// The first condition along an execution that fails where the objects are elsewhere.
///
/// # Errors
/// A trace that is none of this program's.
pub(super) fn misplaced(
    program: &Program,
    trace: &Trace,
    addresses: &[i128],
) -> Result<Option<Pos>, ExecuteError> {
    if program.cfa.objects.is_empty() && !Moves::blocks(program, trace) {
        return Ok(None);
    }
    for layout in ELSEWHERE {
        // What does not fit elsewhere is not looked at.
        let Ok(there) = layout.addresses(&program.cfa) else {
            continue;
        };
        let Some(moves) = Moves::new(program, trace, addresses, (layout, &there)) else {
            continue;
        };
        // An input within an object is its address, or a number.
        let Some(at) = follow(program, trace, &there, (&moves, Meaning::Addresses))? else {
            continue;
        };
        if follow(program, trace, &there, (&moves, Meaning::Numbers))?.is_some() {
            return Ok(Some(at));
        }
    }
    Ok(None)
}

/// Follows a trace's path; where it ends, unless it reaches the trace's end.
fn follow(
    program: &Program,
    trace: &Trace,
    addresses: &[i128],
    (moves, what): (&Moves, Meaning),
) -> Result<Option<Pos>, ExecuteError> {
    let cfa = &program.cfa;
    let given = given(program, trace, (moves, what))?;
    let mut inputs = given.inputs.into_iter();
    let mut havoc = |choice: Choice| inputs.next().unwrap_or_else(|| Value::zero(choice.sort));
    let mut machine = Machine::placed(program, addresses.to_vec(), &given.initial)?;
    for visit in &trace.path {
        let edge = cfa.edges.get(index(visit.edge.0));
        let edge = edge.ok_or(ExecuteError::Malformed)?;
        let at = |stmt: usize| edge.stmts.get(stmt).map_or(Pos::default(), |stmt| stmt.pos);
        if !machine.goes_on_with(visit.edge)? {
            return Err(ExecuteError::Malformed);
        }
        // What it computes with other addresses may be no value at all.
        match machine.try_edge(visit.edge, &mut havoc, None) {
            Ok(None) => {}
            Ok(Some(stmt)) => return Ok(Some(at(stmt))),
            Err(_) => return Ok(Some(at(0))),
        }
    }
    Ok((machine.location != trace.end).then(Pos::default))
}

/// What an execution gets from outside.
struct Given {
    /// Values at the start.
    initial: Vec<(VarId, Value)>,
    /// Those of the unknown values, in their order.
    inputs: Vec<Value>,
}

/// What a trace gets from outside, moved along.
fn given(
    program: &Program,
    trace: &Trace,
    (moves, what): (&Moves, Meaning),
) -> Result<Given, ExecuteError> {
    let cfa = &program.cfa;
    let sort_of = |var: VarId| cfa.sort_of(var).map_err(|_| ExecuteError::Malformed);
    let mut known = moves.known(what);
    let mut used = vec![false; known.len()];
    let all = vec![what == Meaning::Addresses; known.len()];
    let mut initial = Vec::with_capacity(trace.initial.len());
    for (var, value) in &trace.initial {
        let value = moves.value(cfa, &known, sort_of(*var)?, value.clone());
        initial.push((*var, value));
    }
    let mut inputs = Vec::new();
    for step in &trace.steps {
        let edge = cfa.edges.get(index(step.edge.0));
        let stmt = edge.and_then(|edge| edge.stmts.get(step.stmt));
        let stmt = stmt.ok_or(ExecuteError::Malformed)?;
        let Some((var, written)) = &step.written else {
            continue;
        };
        let sort = sort_of(*var)?;
        match (stmt.kind, written.whole()) {
            (StmtKind::Havoc { .. }, Some(Value::Int(at)))
                if program.approximations.allocation(stmt, sort).is_some() =>
            {
                moves.use_of(&mut used, written);
                inputs.push(Value::Int(moves.address(at)));
            }
            (StmtKind::Havoc { .. }, Some(value)) => {
                // Whoever wrote there may have been told of any object that the run has used.
                if what == Meaning::Addresses && matches!(value, Value::Memory(_)) {
                    for (known, used) in known.iter_mut().zip(&used) {
                        *known |= used;
                    }
                }
                let known = match program.approximations.is_any_value(stmt.pos) {
                    true => &all,
                    false => &known,
                };
                inputs.push(moves.value(cfa, known, sort, value));
            }
            (StmtKind::Assign { .. }, _) if what == Meaning::Addresses => {
                moves.use_of(&mut used, written);
                let own = cfa.vars.get(index(var.0));
                let own = own.is_some_and(|var| program.approximations.is_automatic(&var.name));
                if !own {
                    moves.show(&mut known, written);
                }
            }
            (StmtKind::Havoc { .. } | StmtKind::Assign { .. } | StmtKind::Assume(_), _) => {}
        }
    }
    Ok(Given { initial, inputs })
}

//! Executions with made-up inputs, where the search gave up, or is slow: most programs that do
//! something wrong with certainty, and many that do so with small numbers, show it to whoever just
//! runs them.

use crate::counterexample::{confirm, null_input, without_ghosts};
use proofmark_frontend::partition::MEMORY_OF_BYTES;
use proofmark_frontend::Program;
use proofmark_replay::for_violations;
use proofmark_replay::interpret::{explore, Inputs, Outcome, Trace};

/// Edges of one execution.
const FUEL: u64 = 20_000;
/// Inputs of one execution that are not 0.
const INPUTS: u64 = 64;
/// Executions.
const TRIALS: u64 = 40;
/// Executions after which all inputs of one are the same small number.
const MIXED: u64 = 12;

/// Whether executions should come before the search: where memory is made of bytes, Z3 may take
/// minutes to find what leads along a path.
pub(crate) fn comes_first(program: &Program) -> bool {
    program.cfa.vars.iter().any(|v| v.name == MEMORY_OF_BYTES)
}

/// An execution that reaches the error, rests on inputs only and leaves no assumption; and the
/// program in the form of which it is one.
pub(crate) fn violation(program: &Program, go_on: &dyn Fn() -> bool) -> Option<(Program, Trace)> {
    let exact = for_violations(program).ok()?;
    let mut trace = executed(&exact, go_on)?;
    without_ghosts(&exact, &mut trace);
    Some((exact, trace))
}

/// As [`violation`], of a program in the form that its executions are looked for in.
pub(crate) fn executed(program: &Program, go_on: &dyn Fn() -> bool) -> Option<Trace> {
    (0..TRIALS).take_while(|_| go_on()).find_map(|trial| {
        let inputs = Inputs {
            integers: (0..INPUTS).map(|index| number(trial, index)).collect(),
            ..Inputs::default()
        };
        let found = explore(&program.arena, &program.cfa, &inputs, FUEL, &mut |_, _| ()).ok()?;
        if found.outcome != Outcome::ReachedError {
            return None;
        }
        let trace = confirm(program, &found.path, found.inputs).ok()?;
        null_input(program, &trace).is_none().then_some(trace)
    })
}

/// Zeros, ones, counts up and down, small numbers in no order, and small numbers all the same.
fn number(trial: u64, index: u64) -> i128 {
    let mixed = (trial * INPUTS + index + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
    match trial {
        0 => 0,
        1 => 1,
        2 => -1,
        3 => i128::from(index),
        4 => -i128::from(index),
        5..=8 => i128::from(mixed % 4),
        9..MIXED => i128::from(mixed % 64) - 16,
        _ => i128::from(trial - MIXED) + 2,
    }
}

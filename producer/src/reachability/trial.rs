//! What executions of a program with probes pass.

use crate::counterexample::{confirm, null_input};
use proofmark_frontend::Program;
use proofmark_logic::cfa::{Cfa, Edge, EdgeId, LocId, Stmt, StmtKind};
use proofmark_query::probe::{probe_at, HIT};
use proofmark_replay::interpret::{explore, replay_program, Inputs, Step, Trace, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Edges of one trial.
const FUEL: u64 = 20_000;

/// Inputs of one trial that are not 0.
const INPUTS: usize = 512;

/// Trials with made-up inputs.
const TRIALS: u64 = 24;

/// The probes that stand on an automaton's edges.
pub(super) fn standing(program: &Program) -> BTreeSet<u32> {
    let stmts = program.cfa.edges.iter().flat_map(|edge| &edge.stmts);
    stmts.filter_map(|stmt| probe_at(stmt.pos)).collect()
}

/// The probe at which an execution ends.
pub(super) fn last_probe(trace: &Trace) -> Option<u32> {
    let mut steps = trace.steps.iter().rev();
    steps.find_map(|step| probe_at(step.pos))
}

/// Runs a program with some inputs: executions that end at probes, by probe.
pub(super) fn trials(
    program: &Program,
    wanted: &BTreeSet<u32>,
    go_on: &dyn Fn() -> bool,
) -> BTreeMap<u32, Trace> {
    let mut found = BTreeMap::new();
    for trial in 0..=TRIALS {
        let open: BTreeSet<u32> = wanted
            .iter()
            .filter(|n| !found.contains_key(*n))
            .copied()
            .collect();
        if open.is_empty() || !go_on() {
            break;
        }
        let inputs = Inputs {
            integers: numbers(trial),
            ..Inputs::default()
        };
        let run = explore(&program.arena, &program.cfa, &inputs, FUEL, &mut |_, _| ());
        if let Ok(run) = run {
            found.extend(passed(program, (&run.path, run.inputs), &open, go_on));
        }
    }
    found
}

/// Inputs of a trial: zeros, and then small numbers, as programs compare with them, a few of them
/// large.
fn numbers(trial: u64) -> Vec<i128> {
    let mut state = trial.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut next = || {
        // Marsaglia's xorshift: any sequence does, but it is the same each time.
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let number = |bits: u64| match (trial, bits >> 60) {
        (0, _) => 0,
        (1, _) => 1,
        (_, 0) => i128::from(bits as i8),
        (_, 1) => i128::from(bits as u16),
        (_, 2..=5) => 0,
        (2..=12, _) => i128::from(bits % 4),
        (_, _) => i128::from(bits % 32) - 4,
    };
    (0..INPUTS).map(|_| number(next())).collect()
}

/// The wanted probes that an execution passes, each with an execution that ends there and rests on
/// inputs only.
pub(super) fn passed(
    program: &Program,
    (path, inputs): (&[EdgeId], Inputs),
    wanted: &BTreeSet<u32>,
    go_on: &dyn Fn() -> bool,
) -> BTreeMap<u32, Trace> {
    let mut found = BTreeMap::new();
    let Ok(trace) = replay_program(program, path, &inputs) else {
        return found;
    };
    let mut tried = BTreeSet::new();
    for step in &trace.steps {
        let Some(number) = probe_at(step.pos).filter(|number| wanted.contains(number)) else {
            continue;
        };
        let assumes = stmt_of(program, step).is_some_and(|s| matches!(s.kind, StmtKind::Assume(_)));
        if !assumes || !tried.insert(number) {
            continue;
        }
        if !go_on() {
            break;
        }
        for (path, inputs) in ending(program, &trace, step, number) {
            if let Ok(trace) = confirm(program, &path, inputs) {
                if null_input(program, &trace).is_none() {
                    found.insert(number, trace);
                    break;
                }
            }
        }
    }
    found
}

/// The path of an execution, and its inputs.
pub(super) fn course(program: &Program, trace: &Trace) -> (Vec<EdgeId>, Inputs) {
    let path = trace.path.iter().map(|visit| visit.edge).collect();
    (path, inputs_until(program, trace, trace.path.len()))
}

fn stmt_of<'p>(program: &'p Program, step: &Step) -> Option<&'p Stmt> {
    let edge: Option<&Edge> = program.cfa.edges.get(step.edge.0 as usize);
    edge.and_then(|edge| edge.stmts.get(step.stmt))
}

/// What an execution was given on so many of its edges.
fn inputs_until(program: &Program, trace: &Trace, visits: usize) -> Inputs {
    let mut inputs = Inputs {
        initial: trace.initial.clone(),
        ..Inputs::default()
    };
    for step in trace.steps.iter().filter(|step| step.visit < visits) {
        let havoc = stmt_of(program, step).map(|stmt| stmt.kind);
        match (havoc, &step.written) {
            (Some(StmtKind::Havoc { .. }), Some((_, Value::Int(value)))) => {
                inputs.integers.push(*value);
            }
            (Some(StmtKind::Havoc { .. }), Some((_, Value::Memory(memory)))) => {
                inputs.memories.push(memory.clone());
            }
            _ => {}
        }
    }
    inputs
}

/// The execution up to a probe that it passes, which is rejected there: ways that it may take.
fn ending(
    program: &Program,
    trace: &Trace,
    step: &Step,
    number: u32,
) -> Vec<(Vec<EdgeId>, Inputs)> {
    let (cfa, taken) = (&program.cfa, step.edge.0 as usize);
    let (Some(taken), Some(before)) = (cfa.edges.get(taken), trace.path.get(..step.visit)) else {
        return Vec::new();
    };
    let mut inputs = inputs_until(program, trace, step.visit);
    // The value of the probe was the last input, or it is the next.
    let is_input = |step: &&Step| {
        let stmt = stmt_of(program, step);
        let is_int = matches!(step.written, Some((_, Value::Int(_))));
        is_int && stmt.is_some_and(|stmt| matches!(stmt.kind, StmtKind::Havoc { .. }))
    };
    let mut earlier = trace.steps.iter().filter(|s| s.visit < step.visit);
    let last = earlier.rfind(is_input);
    if last.is_some_and(|last| probe_at(last.pos) == Some(number)) {
        inputs.integers.pop();
    }
    inputs.integers.push(HIT);
    let before = before.iter().map(|visit| visit.edge);
    let before: Vec<EdgeId> = before.collect();
    let ends = ends(cfa, taken.from, number).into_iter();
    ends.map(|end| ([before.as_slice(), &end].concat(), inputs.clone()))
        .collect()
}

/// Most ways from a probe to the error that are looked at: one for each case of a postcondition.
const ENDS_MAX: usize = 64;

/// The ways from a location over a probe to the error, without other probes behind it.
fn ends(cfa: &Cfa, from: LocId, number: u32) -> Vec<Vec<EdgeId>> {
    let out_of = |loc: LocId| {
        let edges = (0u32..).map(EdgeId).zip(&cfa.edges);
        edges.filter(move |(_, edge)| edge.from == loc)
    };
    let last = |edge: &Edge| {
        let assumes = |stmt: &&Stmt| matches!(stmt.kind, StmtKind::Assume(_));
        let mut assumed = edge.stmts.iter().rev().filter(assumes);
        assumed.find_map(|stmt| probe_at(stmt.pos))
    };
    let first = out_of(from).filter(|(_, edge)| last(edge) == Some(number));
    let mut work: Vec<Vec<(EdgeId, LocId)>> = first.map(|(id, e)| vec![(id, e.to)]).collect();
    let (mut found, mut looked) = (Vec::new(), 0);
    while let Some(way) = work.pop() {
        looked += 1;
        let Some((_, at)) = way.last().copied().filter(|_| looked <= 4 * ENDS_MAX) else {
            break;
        };
        if at == cfa.error {
            found.push(way.iter().map(|(edge, _)| *edge).collect());
            if found.len() == ENDS_MAX {
                break;
            }
            continue;
        }
        let on = out_of(at).filter(|(_, edge)| last(edge).is_none_or(|n| n == number));
        work.extend(on.map(|(id, edge)| [way.as_slice(), &[(id, edge.to)]].concat()));
    }
    found
}

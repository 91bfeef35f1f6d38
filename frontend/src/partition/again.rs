//! Which functions a run may call more than once.

use crate::flatten::{Body, Call, Callee, Code, Kind, Stmt};
use crate::ir::{Label, Program};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

/// Of functions that call each other by their names, those that may be called more than once: at
/// several places, in a loop, or by a function that is. Of those whose address is taken, nobody
/// knows how often.
pub(super) fn repeated(
    program: &Program,
    code: &Code,
    functions: &BTreeSet<u32>,
    taken: &BTreeSet<u32>,
) -> BTreeSet<u32> {
    let mut calls: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    let (mut called, mut again) = (BTreeSet::new(), taken.clone());
    for caller in functions {
        let body = code.bodies.get(*caller as usize).and_then(Option::as_ref);
        let Some(body) = body else { continue };
        let loops = loops(body);
        for (at, stmt) in body.stmts.iter().enumerate() {
            let Some(callee) = callee(program, stmt) else {
                continue;
            };
            calls.entry(*caller).or_default().push(callee);
            if !called.insert(callee) || loops.iter().any(|one| one.contains(&at)) {
                again.insert(callee);
            }
        }
    }
    let mut work: Vec<u32> = again.iter().copied().collect();
    while let Some(caller) = work.pop() {
        let callees = calls.get(&caller).into_iter().flatten();
        work.extend(callees.filter(|callee| again.insert(**callee)));
    }
    again
}

fn callee(program: &Program, stmt: &Stmt) -> Option<u32> {
    match &stmt.kind {
        Kind::Call(Call {
            callee: Callee::Function(f) | Callee::Pointed(f, _),
            ..
        }) => Some(program.resolve(*f)),
        _ => None,
    }
}

/// The ranges of statements between jumps and the labels before them that they lead to: what runs
/// several times lies in one, as it is not the last statement of what goes round.
fn loops(body: &Body) -> Vec<RangeInclusive<usize>> {
    let mut labels: BTreeMap<Label, usize> = BTreeMap::new();
    for (at, stmt) in body.stmts.iter().enumerate() {
        if let Kind::Label { label, .. } = stmt.kind {
            labels.insert(label, at);
        }
    }
    let mut out = Vec::new();
    for (at, stmt) in body.stmts.iter().enumerate() {
        let targets: Vec<Label> = match &stmt.kind {
            Kind::Goto(label) => vec![*label],
            Kind::Branch(_, holds, fails) => vec![*holds, *fails],
            Kind::Switch(_, cases, other) => {
                let cases = cases.iter().map(|(_, _, label)| *label);
                cases.chain([*other]).collect()
            }
            // To any label.
            Kind::Jump(_) => labels.keys().copied().collect(),
            Kind::Assign(..)
            | Kind::Call(_)
            | Kind::Overflow(_)
            | Kind::Enter(..)
            | Kind::Clear(..)
            | Kind::Label { .. }
            | Kind::Return
            | Kind::Reject
            | Kind::Halt
            | Kind::Asm(_)
            | Kind::Observe(..)
            | Kind::Heard(_) => continue,
        };
        let first = targets.iter().filter_map(|label| labels.get(label)).min();
        out.extend(first.filter(|first| **first <= at).map(|first| *first..=at));
    }
    out
}

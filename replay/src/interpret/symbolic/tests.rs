//! What executions say that they asked holds of what they were given, and what another turn would
//! have needed does not.

use super::super::evaluate::{Code, Evaluator};
use super::super::state::State;
use super::super::Value;
use super::{run_symbolically, Input, Inputs, Symbolic, Symbols};
use crate::for_violations_in_bytes;
use proofmark_frontend::{load_unjudged, Options, Program};
use proofmark_logic::arena::{Expr, VarId};
use proofmark_logic::cfa::StmtKind;
use proofmark_logic::types::Profile;
use std::path::PathBuf;

/// Small programs of every kind; some have options that are not given here.
fn files() -> Vec<PathBuf> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/programs");
    let folders = ["safe", "unsafe"].map(|folder| root.join(folder));
    let entries = folders.iter().flat_map(|f| f.read_dir().expect("a folder"));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    files.retain(|file| file.extension().is_some_and(|e| e == "c"));
    files.sort();
    files
}

/// Numbers in no order, most of them small.
fn inputs(seed: i128) -> Inputs {
    let number = |k: i128| match (seed * 31 + k * 7) % 5 {
        0 => seed - 3,
        1 => (seed + k) % 11,
        2 => k * k * 7919,
        _ => 1,
    };
    Inputs {
        integers: (0..40).map(number).collect(),
        ..Inputs::default()
    }
}

/// What an input was.
fn given(program: &Program, run: &Symbolic, input: Input) -> i128 {
    let whole = |var: VarId| run.inputs.initial.iter().find(|(own, _)| *own == var);
    match input {
        Input::Integer(number) => run.inputs.integers.get(number).copied().unwrap_or(0),
        Input::Element(number, at) => {
            let memory = run.inputs.memories.get(number);
            memory.map_or(0, |memory| memory.read(at))
        }
        Input::Initial(var) | Input::InitialElement(var, _) => {
            assert!(program.cfa.vars.get(var.0 as usize).is_some());
            match (whole(var), input) {
                (Some((_, Value::Int(value))), _) => *value,
                (Some((_, Value::Memory(memory))), Input::InitialElement(_, at)) => memory.read(at),
                _ => 0,
            }
        }
    }
}

#[test]
fn what_was_asked_holds() {
    let (mut asked, mut refused) = (0, 0);
    // Reading them is what takes time.
    for file in files().into_iter().step_by(3) {
        let Ok(program) = load_unjudged(std::slice::from_ref(&file), &Options::new(Profile::Lp64))
        else {
            continue;
        };
        let program = for_violations_in_bytes(&program.reading()).expect("the same program");
        for seed in 0..6 {
            let mut symbols = Symbols::default();
            let task = (&[][..], &inputs(seed), &[1 << 30, 1 << 31][..]);
            let Ok(run) = run_symbolically(&program, &mut symbols, task, 3000) else {
                continue;
            };
            let values = (0u32..).map_while(|var| symbols.input(VarId(var)));
            let values = values.map(|input| Value::Int(given(&program, &run, input)));
            let state = State::new(values.collect(), None);
            let holds = |formula: Expr| {
                let code = Code::of(&symbols.arena, &StmtKind::Assume(formula));
                Evaluator::new(Vec::new()).formula(&code, &state)
            };
            for (_, condition) in &run.asked {
                assert_eq!(holds(*condition), Ok(true), "{}: {run:?}", file.display());
                asked += 1;
            }
            for turn in run.turns.iter().filter(|turn| !turn.open) {
                let all = turn
                    .holds
                    .iter()
                    .all(|condition| holds(*condition) == Ok(true));
                // What it needs besides does not depend on inputs.
                refused += usize::from(!all);
            }
        }
    }
    assert!(asked > 300 && refused > 150, "{asked} {refused}");
}

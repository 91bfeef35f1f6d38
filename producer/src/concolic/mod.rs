//! Violations by executions that are led: each says what it asked of its inputs, and inputs for
//! another turn are computed from that (concolic execution: Godefroid, Klarlund and Sen, "DART",
//! PLDI 2005; what is tried first is what is nearest to the error and was tried least, as in Burnim
//! and Sen, "Heuristics for Scalable Dynamic Test Generation", ASE 2008).
//!
//! It follows loops over arrays and characters as long as they are, which the search by predicates
//! does not, and knows nothing of what all executions have in common.

mod beside;
mod queue;
mod related;

pub(crate) use beside::Beside;

use crate::allocation::places;
use crate::counterexample::{confirm, without_ghosts};
use crate::engine::words::values;
use crate::tried;
use proofmark_frontend::{Program, Reading};
use proofmark_logic::arena::{Expr, VarId};
use proofmark_logic::cfa::EdgeId;
use proofmark_replay::for_violations_in_bytes;
use proofmark_replay::interpret::{
    addresses_in, run_symbolically, Input, Inputs, Memory, Outcome, Symbolic, Symbols, Trace, Value,
};
use queue::{Open, Queue};
use related::Leaves;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Duration;

/// Edges of one execution.
const FUEL: usize = 100_000;
/// Edges and conditions of all executions that are kept.
const KEPT: usize = 20_000_000;
/// For one question to Z3.
const QUESTION: Duration = Duration::from_millis(200);
/// Blocks that one execution allocates at places of their own.
const BLOCKS: usize = 64;
/// Where pointers point to that are inputs: below all objects, and apart from each other.
const SOMEWHERE: i128 = 1 << 20;
const APART: i128 = 1 << 16;
const POINTERS: usize = 64;
/// Executions that reach the error and need not be ones of the program.
const DOUBTED: usize = 20;

/// A search for an execution that reaches the error. It can be interrupted, and goes on then.
pub(crate) struct Search {
    /// In a form that says what happens to each byte.
    program: Program,
    symbols: Symbols,
    leaves: Leaves,
    places: Vec<i128>,
    queue: Queue,
    pointers: Vec<Pointer>,
    /// What is executed next.
    next: Option<(Vec<EdgeId>, Inputs)>,
    kept: usize,
    doubted: usize,
    /// Made-up inputs were tried.
    tried: bool,
}

/// What became of an execution.
enum Went {
    /// It is one of the program, and reaches the error.
    Violating(Trace),
    /// It followed pointers that nothing was known of: with these inputs they point to somewhere.
    Astray(Inputs),
    /// It ended, or nobody knows whether it is one of the program.
    On,
}

/// An address that was accessed and that depends on inputs.
struct Pointer {
    inputs: Vec<VarId>,
    /// That it is where nothing else is.
    there: Expr,
}

impl Search {
    /// A search of a program; none if it has no form for that.
    pub(crate) fn new(reading: &Reading) -> Option<Search> {
        let program = for_violations_in_bytes(reading).ok()?;
        let addresses = addresses_in(&program).ok()?;
        Some(Search {
            places: places(&program.cfa, &addresses, BLOCKS)?,
            queue: Queue::new(&program.cfa),
            program,
            symbols: Symbols::default(),
            leaves: Leaves::default(),
            pointers: Vec::new(),
            next: Some((Vec::new(), Inputs::default())),
            kept: 0,
            doubted: 0,
            tried: false,
        })
    }

    /// Goes on while it may; an execution that reaches the error, rests on inputs only and leaves
    /// no assumption.
    pub(crate) fn run(&mut self, go_on: &dyn Fn() -> bool) -> Option<Trace> {
        if !std::mem::replace(&mut self.tried, true) {
            if let Some(trace) = tried::executed(&self.program, go_on) {
                return Some(self.shown(trace));
            }
        }
        while !self.is_over() && go_on() {
            let Some((forced, inputs)) = self.next.take() else {
                let open = self.queue.pop()?;
                self.next = self.led(&open);
                continue;
            };
            match self.execute(&forced, &inputs)? {
                Went::Violating(trace) => return Some(self.shown(trace)),
                Went::Astray(inputs) => self.next = Some((forced, inputs)),
                Went::On => {}
            }
        }
        None
    }

    fn shown(&self, mut trace: Trace) -> Trace {
        without_ghosts(&self.program, &mut trace);
        trace
    }

    /// Whether it found what there is to find, or as much as it can.
    pub(crate) fn is_over(&self) -> bool {
        let nothing = self.next.is_none() && self.queue.is_empty();
        nothing || self.kept > KEPT || self.doubted > DOUBTED
    }

    /// The form of the program that its executions are of.
    pub(crate) fn into_program(self) -> Program {
        self.program
    }

    /// Executes along a path, and on from there; none if that is not possible.
    fn execute(&mut self, forced: &[EdgeId], inputs: &Inputs) -> Option<Went> {
        let task = (forced, inputs, &self.places[..]);
        let run = run_symbolically(&self.program, &mut self.symbols, task, FUEL).ok()?;
        if self.learn(&run.followed) {
            if let Some(inputs) = self.settled(&run) {
                return Some(Went::Astray(inputs));
            }
        }
        if run.outcome == Outcome::ReachedError {
            if let Ok(trace) = confirm(&self.program, &run.path, run.inputs.clone()) {
                return Some(Went::Violating(trace));
            }
            self.doubted += 1;
        }
        self.kept += run.path.len() + run.asked.len();
        self.queue.add(Rc::new(run));
        Some(Went::On)
    }

    /// Keeps addresses that depend on other inputs than those that are known; whether there are
    /// any.
    fn learn(&mut self, followed: &[Expr]) -> bool {
        let count = self.pointers.len();
        for address in followed {
            let inputs = self.leaves.of(&self.symbols.arena, *address);
            let meets = |pointer: &Pointer| pointer.inputs.iter().any(|v| inputs.contains(v));
            let known = self.pointers.iter().any(meets);
            if !known && self.pointers.len() < POINTERS {
                let number = i128::try_from(self.pointers.len()).unwrap_or(0);
                let place = self.symbols.arena.lit(SOMEWHERE + APART * number);
                let there = self.symbols.arena.eq(*address, place);
                let inputs = inputs.to_vec();
                self.pointers.push(Pointer { inputs, there });
            }
        }
        self.pointers.len() > count
    }

    /// The same execution with pointers that are inputs to where nothing else is.
    fn settled(&mut self, run: &Symbolic) -> Option<Inputs> {
        let there: Vec<Expr> = self.pointers.iter().map(|own| own.there).collect();
        let before = run.asked.iter().map(|(_, fact)| *fact);
        let facts = self.leaves.related(&self.symbols.arena, before, &there);
        let found = values(&self.symbols.arena, &facts, QUESTION)?;
        self.given(run.inputs.clone(), found)
    }

    /// The path to a turn, and inputs with which it may be taken.
    fn led(&mut self, Open { run, turn, .. }: &Open) -> Option<(Vec<EdgeId>, Inputs)> {
        let turn = run.turns.get(*turn)?;
        let mut path = run.path.get(..turn.at)?.to_vec();
        path.push(turn.edge);
        if turn.open {
            return Some((path, run.inputs.clone()));
        }
        let arena = &self.symbols.arena;
        let before = run.asked.iter().filter(|(at, _)| *at < turn.at);
        let before = before.map(|(_, fact)| *fact);
        let facts = self.leaves.related(arena, before, &turn.holds);
        let mut nicer = facts.clone();
        for pointer in &self.pointers {
            let leaves = &mut self.leaves;
            let mut touched = facts.iter().map(|fact| leaves.of(arena, *fact));
            if touched.any(|own| pointer.inputs.iter().any(|var| own.contains(var))) {
                nicer.push(pointer.there);
            }
        }
        let nice = values(arena, &nicer, QUESTION);
        let found = nice.or_else(|| values(arena, &facts, QUESTION))?;
        Some((path, self.given(run.inputs.clone(), found)?))
    }

    /// Inputs, some of which become such and such.
    fn given(&self, mut inputs: Inputs, values: BTreeMap<VarId, i128>) -> Option<Inputs> {
        for (var, value) in values {
            give(&mut inputs, self.symbols.input(var)?, value);
        }
        Some(inputs)
    }
}

/// An input becomes such and such.
fn give(inputs: &mut Inputs, input: Input, value: i128) {
    match input {
        Input::Initial(var) => {
            inputs.initial.retain(|(own, _)| *own != var);
            inputs.initial.push((var, Value::Int(value)));
        }
        Input::Integer(number) => {
            let count = inputs.integers.len().max(number + 1);
            inputs.integers.resize(count, 0);
            inputs.integers.splice(number..=number, [value]);
        }
        Input::InitialElement(var, at) => {
            let mut memories = inputs.initial.iter_mut();
            match memories.find(|(own, _)| *own == var) {
                Some((_, Value::Memory(memory))) => drop(memory.elements.insert(at, value)),
                _ => {
                    let mut memory = Memory::default();
                    memory.elements.insert(at, value);
                    inputs.initial.push((var, Value::Memory(memory)));
                }
            }
        }
        Input::Element(number, at) => {
            let count = inputs.memories.len().max(number + 1);
            inputs.memories.resize(count, Memory::default());
            if let Some(memory) = inputs.memories.get_mut(number) {
                memory.elements.insert(at, value);
            }
        }
    }
}

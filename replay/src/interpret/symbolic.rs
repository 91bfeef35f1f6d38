//! Executions that say what they asked of their inputs: beside the value of each variable and
//! element the term over the inputs that it is, if it is one (concolic execution: Godefroid,
//! Klarlund and Sen, "DART: Directed Automated Random Testing", PLDI 2005).
//!
//! Nobody believes the terms: which memory is read where an address depends on inputs is taken as
//! it was in this execution, and what memories copy in ways that are not followed is taken as it
//! is. Inputs that are made from them are executed again.

mod shadow;
mod terms;
#[cfg(test)]
mod tests;

use super::machine::Machine;
use super::{addresses_in, index, ExecuteError, Inputs, Outcome};
use proofmark_frontend::Program;
use proofmark_logic::arena::{Arena, Expr, VarId};
use proofmark_logic::cfa::EdgeId;
use proofmark_logic::types::IntType;
use shadow::Shadow;
use std::collections::HashMap;

pub use terms::Input;

/// The inputs of all executions of a program as variables of an arena, and terms over them.
#[derive(Default)]
pub struct Symbols {
    /// Where the terms are.
    pub arena: Arena,
    known: HashMap<(Input, IntType), Expr>,
    inputs: Vec<Input>,
}

impl Symbols {
    /// What a variable of the arena stands for.
    pub fn input(&self, var: VarId) -> Option<Input> {
        self.inputs.get(index(var.0)).copied()
    }

    fn of(&mut self, input: Input, ty: IntType) -> Expr {
        if let Some(known) = self.known.get(&(input, ty)) {
            return *known;
        }
        let id = VarId(u32::try_from(self.inputs.len()).unwrap_or(u32::MAX));
        let symbol = self.arena.var(id, ty);
        self.inputs.push(input);
        self.known.insert((input, ty), symbol);
        symbol
    }
}

/// Another edge that an execution could have taken.
#[derive(Clone, Debug)]
pub struct Turn {
    /// Behind how many edges.
    pub at: usize,
    /// The edge.
    pub edge: EdgeId,
    /// What would have to hold for that, as far as it is known.
    pub holds: Vec<Expr>,
    /// With these inputs it could have taken it.
    pub open: bool,
}

/// An execution and what it asked.
#[derive(Debug)]
pub struct Symbolic {
    /// How it ended.
    pub outcome: Outcome,
    /// The edges that it took.
    pub path: Vec<EdgeId>,
    /// What it was given.
    pub inputs: Inputs,
    /// Conditions on inputs that held, each with the number of edges before its own.
    pub asked: Vec<(usize, Expr)>,
    /// What it could have done instead.
    pub turns: Vec<Turn>,
    /// Addresses that it accessed and that depend on inputs.
    pub followed: Vec<Expr>,
}

/// Executes at most `fuel` edges of a program from its entry, first along `forced` as far as that
/// goes, then along the first edge whose assumptions hold. Behind the inputs, integers are 0, and
/// memory that is allocated lies at the next of `places`; an address that is not 0 is always one of
/// these.
///
/// # Errors
/// A broken automaton.
pub fn run_symbolically(
    program: &Program,
    symbols: &mut Symbols,
    (forced, given, places): (&[EdgeId], &Inputs, &[i128]),
    fuel: usize,
) -> Result<Symbolic, ExecuteError> {
    let machine = Machine::placed(program, addresses_in(program)?, &given.initial)?;
    let mut shadow = Shadow::new(program, symbols, (given, places))?;
    shadow.begin(&machine);
    let mut run = Run {
        out: program.cfa.out_edges(),
        machine,
        shadow,
        saved: Vec::new(),
        path: Vec::new(),
        asked: Vec::new(),
        turns: Vec::new(),
        free: false,
    };
    let outcome = run.go(forced, fuel)?;
    Ok(Symbolic {
        outcome,
        path: run.path,
        inputs: Inputs {
            initial: given.initial.clone(),
            ..run.shadow.used
        },
        asked: run.asked,
        turns: run.turns,
        followed: run.shadow.followed.into_iter().collect(),
    })
}

struct Run<'p, 's> {
    out: Vec<Vec<EdgeId>>,
    machine: Machine<'p>,
    shadow: Shadow<'p, 's>,
    /// The callers' terms of local variables, by depth.
    saved: Vec<Vec<(VarId, Expr)>>,
    path: Vec<EdgeId>,
    asked: Vec<(usize, Expr)>,
    turns: Vec<Turn>,
    /// It goes where it goes.
    free: bool,
}

impl Run<'_, '_> {
    fn go(&mut self, forced: &[EdgeId], fuel: usize) -> Result<Outcome, ExecuteError> {
        while self.path.len() < fuel {
            let here = self.machine.location;
            if here == self.machine.cfa.error {
                return Ok(Outcome::ReachedError);
            }
            let edges = self.out.get(index(here.0)).cloned().unwrap_or_default();
            let wanted = forced.get(self.path.len()).filter(|_| !self.free);
            let wanted = wanted.copied().filter(|wanted| edges.contains(wanted));
            match self.step(&edges, wanted) {
                Err(ExecuteError::Stack) => return Ok(Outcome::OutOfStack),
                Ok(true) => {}
                Ok(false) if self.returned() => {}
                Ok(false) if edges.is_empty() => return Ok(Outcome::Finished(here)),
                Ok(false) => return Ok(Outcome::Stuck(here)),
                Err(broken) => return Err(broken),
            }
        }
        Ok(Outcome::OutOfFuel)
    }

    /// Takes an edge, the wanted one if that is possible; false if none is.
    fn step(&mut self, edges: &[EdgeId], mut wanted: Option<EdgeId>) -> Result<bool, ExecuteError> {
        let at = self.path.len();
        let mut taken = None;
        if let Some(edge) = wanted {
            match self.attempt(edge)? {
                true => taken = wanted,
                false => wanted = None,
            }
        }
        if wanted.is_none() {
            self.free = true;
            for &edge in edges {
                if self.attempt(edge)? {
                    taken = Some(edge);
                    break;
                }
            }
        }
        // The others are looked at from here, so this one is taken back first.
        if let (Some(taken), true) = (taken, edges.len() > 1 && wanted.is_none()) {
            self.back();
            for &edge in edges.iter().filter(|edge| **edge != taken) {
                let open = self.attempt(edge)?;
                let holds = std::mem::take(&mut self.shadow.conditions);
                self.back();
                if open || !holds.is_empty() {
                    let turn = Turn {
                        at,
                        edge,
                        holds,
                        open,
                    };
                    self.turns.push(turn);
                }
            }
            self.attempt(taken)?;
        }
        let Some(taken) = taken else {
            self.dead_end(edges, at)?;
            return Ok(false);
        };
        let conditions = std::mem::take(&mut self.shadow.conditions);
        self.asked.extend(conditions.into_iter().map(|c| (at, c)));
        self.path.push(taken);
        self.advance(taken)?;
        Ok(true)
    }

    /// No edge can be taken: what would have to hold for each.
    fn dead_end(&mut self, edges: &[EdgeId], at: usize) -> Result<(), ExecuteError> {
        for &edge in edges {
            self.attempt(edge)?;
            let holds = std::mem::take(&mut self.shadow.conditions);
            self.back();
            if !holds.is_empty() {
                let open = false;
                self.turns.push(Turn {
                    at,
                    edge,
                    holds,
                    open,
                });
            }
        }
        Ok(())
    }

    /// Executes an edge's block as far as its assumptions hold; whether all did. If not, all is as
    /// it was, but for the conditions.
    fn attempt(&mut self, edge: EdgeId) -> Result<bool, ExecuteError> {
        self.shadow.commit();
        let passed = self.machine.block(edge, &mut self.shadow, None)?.is_none();
        if !passed {
            self.back();
        }
        Ok(passed)
    }

    /// Takes back the block that was executed last.
    fn back(&mut self) {
        self.machine.state.undo();
        self.shadow.undo();
    }

    fn advance(&mut self, edge: EdgeId) -> Result<(), ExecuteError> {
        let depth = self.machine.stack.depth();
        self.machine.take(edge)?;
        if self.machine.stack.depth() > depth {
            let saved = self.shadow.enter();
            self.saved.push(saved);
        }
        Ok(())
    }

    fn returned(&mut self) -> bool {
        let returned = self.machine.return_from_call();
        if let (true, Some(saved)) = (returned, self.saved.pop()) {
            self.shadow.leave(saved);
        }
        returned
    }
}

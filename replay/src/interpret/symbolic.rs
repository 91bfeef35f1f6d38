//! Executions that say what they asked of their inputs: beside the value of each variable and
//! element the term over the inputs that it is, if it is one (concolic execution: Godefroid,
//! Klarlund and Sen, "DART: Directed Automated Random Testing", PLDI 2005).
//!
//! Nobody believes the terms: which memory is read where an address depends on inputs is taken as
//! it was in this execution, and what memories copy in ways that are not followed is taken as it
//! is. Inputs that are made from them are executed again.

mod terms;
#[cfg(test)]
mod tests;

use super::evaluate::{Change as Changed, Code, Evaluator};
use super::extents::change;
use super::state::State;
use super::{addresses_in, index, Choice, ExecuteError, Guide, Inputs, Machine, Memory};
use super::{Outcome, Value};
use proofmark_frontend::Program;
use proofmark_logic::arena::{Arena, Expr, VarId};
use proofmark_logic::cfa::{EdgeId, Scope, Stmt, VarSort};
use proofmark_logic::types::IntType;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;

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

/// The terms of variables and elements.
struct Shadow<'p, 's> {
    program: &'p Program,
    symbols: &'s mut Symbols,
    given: (&'s Inputs, &'s [i128]),
    used: Inputs,
    /// How many blocks have been allocated.
    blocks: usize,
    integers: HashMap<VarId, Expr>,
    memories: HashMap<VarId, Contents>,
    /// Where memory that nobody has written is none of the inputs.
    determined: Vec<Range<i128>>,
    /// Conditions on inputs since the last edge.
    conditions: Vec<Expr>,
    /// Addresses of accesses that depend on inputs.
    followed: BTreeSet<Expr>,
    journal: Vec<Undo>,
    /// How many inputs were used up and blocks allocated before the block.
    before: (usize, usize, usize),
}

/// The terms of a memory's elements.
#[derive(Default)]
struct Contents {
    /// Those that were written one by one, with their terms, if they have any.
    elements: BTreeMap<i128, Option<Expr>>,
    /// Ranges of all others that became something else together; the last one counts.
    ranges: Vec<(Range<i128>, Together)>,
}

/// Of a range that is copied with more of these nothing is known.
const RANGES: usize = 64;

/// What the elements of a range are.
#[derive(Clone, Copy)]
enum Together {
    /// What they are in this execution.
    Values,
    /// Inputs: those so far behind them of a memory at the start,
    Start(VarId, i128),
    /// or of the memory that is given as such and such a one.
    Given(usize, i128),
}

impl Together {
    /// The same for elements that are so far before these.
    fn behind(self, more: i128) -> Together {
        match self {
            Together::Values => self,
            Together::Start(memory, distance) => {
                Together::Start(memory, distance.saturating_add(more))
            }
            Together::Given(number, distance) => {
                Together::Given(number, distance.saturating_add(more))
            }
        }
    }
}

enum Undo {
    Integer(VarId, Option<Expr>),
    Element(VarId, i128, Option<Option<Expr>>),
    Range(VarId),
}

impl<'p, 's> Shadow<'p, 's> {
    fn new(
        program: &'p Program,
        symbols: &'s mut Symbols,
        given: (&'s Inputs, &'s [i128]),
    ) -> Result<Shadow<'p, 's>, ExecuteError> {
        let mut ledger = program.cfa.ledger.iter();
        let from_start = !ledger.any(|entry| entry.kind == "harness");
        let objects = program.cfa.objects.iter().zip(addresses_in(program)?);
        let objects = objects.filter(|_| from_start);
        let determined = objects.map(|(own, at)| at..at + i128::from(own.size));
        Ok(Shadow {
            program,
            symbols,
            given,
            used: Inputs::default(),
            blocks: 0,
            integers: HashMap::new(),
            memories: HashMap::new(),
            determined: determined.collect(),
            conditions: Vec::new(),
            followed: BTreeSet::new(),
            journal: Vec::new(),
            before: (0, 0, 0),
        })
    }

    /// What variables hold at the start are inputs.
    fn begin(&mut self, machine: &Machine<'_>) {
        for (var, decl) in (0u32..).map(VarId).zip(&machine.cfa.vars) {
            if let VarSort::Int(ty) = decl.sort {
                let symbol = self.symbols.of(Input::Initial(var), ty);
                self.integers.insert(var, symbol);
            }
        }
    }

    fn commit(&mut self) {
        self.journal.clear();
        self.conditions.clear();
        let used = (self.used.integers.len(), self.used.memories.len());
        self.before = (used.0, used.1, self.blocks);
    }

    fn undo(&mut self) {
        while let Some(undo) = self.journal.pop() {
            match undo {
                Undo::Integer(var, Some(old)) => drop(self.integers.insert(var, old)),
                Undo::Integer(var, None) => drop(self.integers.remove(&var)),
                Undo::Element(memory, at, old) => {
                    let contents = self.memories.entry(memory).or_default();
                    match old {
                        Some(old) => contents.elements.insert(at, old),
                        None => contents.elements.remove(&at),
                    };
                }
                Undo::Range(memory) => {
                    self.memories.entry(memory).or_default().ranges.pop();
                }
            }
        }
        let (integers, memories, blocks) = self.before;
        self.used.integers.truncate(integers);
        self.used.memories.truncate(memories);
        self.blocks = blocks;
    }

    fn set_integer(&mut self, var: VarId, term: Option<Expr>) {
        let old = match term {
            Some(term) => self.integers.insert(var, term),
            None => self.integers.remove(&var),
        };
        self.journal.push(Undo::Integer(var, old));
    }

    fn set_element(&mut self, memory: VarId, at: i128, term: Option<Expr>) {
        let contents = self.memories.entry(memory).or_default();
        let old = contents.elements.insert(at, term);
        self.journal.push(Undo::Element(memory, at, old));
    }

    /// The elements of a range become something else together.
    fn set_range(&mut self, memory: VarId, range: Range<i128>, together: Together) {
        if range.is_empty() {
            return;
        }
        let contents = self.memories.entry(memory).or_default();
        let own = contents.elements.range(range.clone());
        let own: Vec<(i128, Option<Expr>)> = own.map(|(at, term)| (*at, *term)).collect();
        for (at, term) in own {
            contents.elements.remove(&at);
            self.journal.push(Undo::Element(memory, at, Some(term)));
        }
        contents.ranges.push((range, together));
        self.journal.push(Undo::Range(memory));
    }

    /// A range becomes what another memory has so far behind it.
    fn copy(&mut self, memory: VarId, range: Range<i128>, (of, distance): (VarId, i128)) {
        let behind = |at: i128| at.saturating_add(distance);
        let source = behind(range.start)..behind(range.end);
        let contents = self.memories.entry(of).or_default();
        let own = contents.elements.range(source.clone());
        let copied: Vec<(i128, Option<Expr>)> = own.map(|(at, term)| (*at, *term)).collect();
        let mut ranges = vec![(range.clone(), Together::Start(of, distance))];
        for (other, together) in &contents.ranges {
            let (from, to) = (other.start.max(source.start), other.end.min(source.end));
            let moved = from.saturating_sub(distance)..to.saturating_sub(distance);
            if from < to {
                ranges.push((moved, together.behind(distance)));
            }
        }
        if ranges.len() > RANGES {
            ranges = vec![(range.clone(), Together::Values)];
        }
        for (range, together) in ranges {
            self.set_range(memory, range, together);
        }
        for (at, term) in copied {
            self.set_element(memory, at.saturating_sub(distance), term);
        }
    }

    /// The term of an element.
    fn element(&mut self, memory: VarId, at: i128) -> Option<Expr> {
        let contents = self.memories.entry(memory).or_default();
        if let Some(term) = contents.elements.get(&at) {
            return *term;
        }
        let mut ranges = contents.ranges.iter().rev();
        let together = ranges.find(|(range, _)| range.contains(&at));
        let input = match together.map_or(Together::Start(memory, 0), |(_, together)| *together) {
            Together::Values => return None,
            Together::Given(number, distance) => Input::Element(number, at.checked_add(distance)?),
            Together::Start(memory, distance) => {
                let at = at.checked_add(distance)?;
                if self.determined.iter().any(|object| object.contains(&at)) {
                    return None;
                }
                Input::InitialElement(memory, at)
            }
        };
        match self.program.cfa.sort_of(memory) {
            Ok(VarSort::Map(ty)) => Some(self.symbols.of(input, ty)),
            _ => None,
        }
    }

    /// Local variables begin anew in a function.
    fn enter(&mut self) -> Vec<(VarId, Expr)> {
        let vars = &self.program.cfa.vars;
        let is_local = |var: &VarId| {
            let decl = vars.get(index(var.0));
            decl.is_some_and(|decl| decl.scope == Scope::Local)
        };
        let locals = self.integers.iter().filter(|(var, _)| is_local(var));
        let locals = locals.map(|(var, term)| (*var, *term)).collect();
        self.integers.retain(|var, _| !is_local(var));
        locals
    }

    fn leave(&mut self, saved: Vec<(VarId, Expr)>) {
        self.enter();
        self.integers.extend(saved);
    }

    fn next_place(&mut self) -> i128 {
        let place = self.given.1.get(self.blocks).copied().unwrap_or(0);
        self.blocks += 1;
        place
    }

    fn choose_integer(&mut self, stmt: &Stmt, choice: Choice, ty: IntType) -> i128 {
        let number = self.used.integers.len();
        let given = self.given.0.integers.get(number).copied();
        let known = &self.program.approximations;
        let value = match (known.allocation(stmt, choice.sort).is_some(), given) {
            (true, Some(0)) => 0,
            (true, _) => self.next_place(),
            (false, given) => ty.wrap(given.unwrap_or(0)),
        };
        self.used.integers.push(value);
        // What was given up on is no input.
        let symbol = match known.of(stmt, choice.sort) {
            None => Some(self.symbols.of(Input::Integer(number), ty)),
            Some(_) => None,
        };
        self.set_integer(choice.var, symbol);
        value
    }

    fn choose_memory(&mut self, stmt: &Stmt, choice: Choice, state: &State) -> Memory {
        let number = self.used.memories.len();
        let given = self.given.0.memories.get(number);
        let memory: Memory = given.cloned().unwrap_or_default();
        self.used.memories.push(memory.clone());
        let known = &self.program.approximations;
        let extents = self.program.extents.as_ref();
        let change = extents
            .and_then(|extents| change(extents, known, stmt, choice.var, choice.sort, state));
        let (range, together) = match (change, known.of(stmt, choice.sort)) {
            (Some(change), _) => (change.range(), Together::Values),
            (None, Some(_)) => (i128::MIN..i128::MAX, Together::Values),
            (None, None) => (i128::MIN..i128::MAX, Together::Given(number, 0)),
        };
        self.set_range(choice.var, range, together);
        memory
    }
}

impl Guide for Shadow<'_, '_> {
    fn choose(&mut self, stmt: &Stmt, choice: Choice, state: &State) -> Value {
        match choice.sort {
            VarSort::Int(ty) => Value::Int(self.choose_integer(stmt, choice, ty)),
            VarSort::Map(_) => Value::Memory(self.choose_memory(stmt, choice, state)),
        }
    }

    fn assumed(&mut self, code: (&Code, &Evaluator), state: &State) {
        let condition = self.term(code, state);
        self.conditions.extend(condition);
    }

    fn assigned(&mut self, var: VarId, code: (&Code, &Evaluator), state: &State) {
        let term = self.term(code, state);
        self.set_integer(var, term);
    }

    fn changed(
        &mut self,
        var: VarId,
        (base, changes): (VarId, &[Changed]),
        code: (&Code, &Evaluator),
        state: &State,
    ) {
        let terms = self.written(code, state);
        if base != var {
            self.copy(var, i128::MIN..i128::MAX, (base, 0));
        }
        for (place, change) in changes.iter().enumerate() {
            match *change {
                Changed::Element(at, _) => {
                    let term = terms.get(place).copied().flatten();
                    self.set_element(var, at, term);
                }
                Changed::Range(range) => {
                    self.set_range(var, range.from..range.to, Together::Values)
                }
                Changed::Part(from, to, of) => self.copy(var, from..to, of),
            }
        }
    }
}

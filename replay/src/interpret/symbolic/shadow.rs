//! The terms over the inputs that variables and elements of memories are in a state.

use super::super::evaluate::{Change as Changed, Code, Evaluator};
use super::super::extents::change;
use super::super::machine::{Guide, Machine};
use super::super::state::State;
use super::super::{addresses_in, index, Choice, ExecuteError, Inputs, Memory, Value};
use super::{Input, Symbols};
use proofmark_frontend::Program;
use proofmark_logic::arena::{Expr, VarId};
use proofmark_logic::cfa::{Scope, Stmt, VarSort};
use proofmark_logic::types::IntType;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;

/// The terms of variables and elements.
pub(super) struct Shadow<'p, 's> {
    program: &'p Program,
    pub(super) symbols: &'s mut Symbols,
    given: (&'s Inputs, &'s [i128]),
    pub(super) used: Inputs,
    /// How many blocks have been allocated.
    blocks: usize,
    pub(super) integers: HashMap<VarId, Expr>,
    memories: HashMap<VarId, Contents>,
    /// Where memory that nobody has written is none of the inputs.
    determined: Vec<Range<i128>>,
    /// Conditions on inputs since the last edge.
    pub(super) conditions: Vec<Expr>,
    /// Addresses of accesses that depend on inputs.
    pub(super) followed: BTreeSet<Expr>,
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
    pub(super) fn new(
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
    pub(super) fn begin(&mut self, machine: &Machine<'_>) {
        for (var, decl) in (0u32..).map(VarId).zip(&machine.cfa.vars) {
            if let VarSort::Int(ty) = decl.sort {
                let symbol = self.symbols.of(Input::Initial(var), ty);
                self.integers.insert(var, symbol);
            }
        }
    }

    pub(super) fn commit(&mut self) {
        self.journal.clear();
        self.conditions.clear();
        let used = (self.used.integers.len(), self.used.memories.len());
        self.before = (used.0, used.1, self.blocks);
    }

    pub(super) fn undo(&mut self) {
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
    pub(super) fn element(&mut self, memory: VarId, at: i128) -> Option<Expr> {
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
    pub(super) fn enter(&mut self) -> Vec<(VarId, Expr)> {
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

    pub(super) fn leave(&mut self, saved: Vec<(VarId, Expr)>) {
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

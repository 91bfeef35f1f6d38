//! What executions of a program with probes pass.
//!
//! Executions are made up: with zeros, with small numbers, and then with what earlier ones that
//! came to new edges were given, changed in one place or from one place on (as fuzzers do), by
//! literals that the program compares with. None of that asks a decision procedure.

use crate::counterexample::{confirm, executed_exactly, null_input, without_ghosts};
use crate::engine::several::Ways;
use crate::engine::Budget;
use crate::reachability::initial::Initial;
use proofmark_frontend::Program;
use proofmark_logic::arena::{Arena, Expr, Node, Op, VarId};
use proofmark_logic::cfa::{Cfa, Edge, EdgeId, LocId, Stmt, StmtKind, VarSort};
use proofmark_query::probe::{probe_at, HIT};
use proofmark_replay::interpret::{explore_program, replay_program};
use proofmark_replay::interpret::{Inputs, Step, Trace, Value, Written};
use std::collections::{BTreeMap, BTreeSet};

/// Edges of one trial.
const FUEL: u64 = 20_000;

/// Inputs of one trial that are not 0.
const INPUTS: usize = 512;

/// Trials with made-up inputs.
const TRIALS: u64 = 24;

/// Edges of all trials that are made from others, and behind one execution that a search finds.
const EDGES: u64 = 1_200_000;
const EDGES_BEHIND: u64 = 40_000;

/// So many of them in a row may come to no new edge.
const IDLE: usize = 120;
/// The same, where more is unknown than inputs.
const IDLE_ANYHOW: usize = 1200;
const IDLE_BEHIND: usize = 12;

/// One of so many edges counts for two of them.
const LONG: u64 = 1000;

/// So often it is tried to have executions that pass a target end there.
const FAILED_MAX: usize = 6;

/// Where nothing follows null pointers, one execution of so many keeps those that it was given.
const NULL_EACH: usize = 4;

/// Most literals of a program that are tried.
const LITERALS: usize = 64;

/// Where pointers point to that are inputs: apart from each other.
const SOMEWHERE: i128 = 1 << 20;
const APART: i128 = 1 << 12;

/// The probes that stand on an automaton's edges.
pub(super) fn standing(program: &Program) -> BTreeSet<u32> {
    let stmts = program.cfa.edges.iter().flat_map(|edge| &edge.stmts);
    stmts.filter_map(|stmt| probe_at(stmt.pos)).collect()
}

/// The edges where probes let runs end, each with its probe.
pub(super) fn ways(program: &Program) -> Ways {
    let edges = (0u32..).map(EdgeId).zip(&program.cfa.edges);
    let hit = |stmt: &Stmt| match stmt.kind {
        StmtKind::Assume(formula) if is_hit(&program.arena, formula) => probe_at(stmt.pos),
        _ => None,
    };
    let hits = edges.filter_map(|(id, edge)| Some((id, edge.stmts.iter().find_map(hit)?)));
    hits.collect()
}

/// Whether a formula says that a made-up value lets the run end.
fn is_hit(arena: &Arena, formula: Expr) -> bool {
    match arena.app(formula) {
        Some((Op::Eq, [_, value, ..])) => arena.as_lit(value) == Some(HIT),
        _ => false,
    }
}

/// What variables hold.
type State = Vec<(VarId, Value)>;

/// Executions of a program with probes.
pub(super) struct Trial<'p> {
    program: &'p Program,
    /// The automaton says what happens to each byte.
    exact: bool,
    out: Vec<Vec<EdgeId>>,
    ways: Ways,
    /// By edge, the last probe on it.
    probes: Vec<Option<u32>>,
    /// How often an execution passed a target and could not be made one that ends there.
    failed: BTreeMap<u32, usize>,
    /// Targets that no execution is known to get to.
    open: BTreeSet<u32>,
    /// Executions that end at targets, and rest on inputs only.
    pub(super) reached: BTreeMap<u32, Trace>,
    /// The last execution that was followed: to be an execution of the program, it would have to
    /// follow a null pointer.
    pub(super) doubted: Option<Trace>,
    covered: BTreeSet<EdgeId>,
    /// Inputs of executions that came to new edges.
    pool: Vec<Inputs>,
    literals: Vec<i128>,
    initial: Initial,
    state: u64,
}

impl<'p> Trial<'p> {
    /// Nothing is tried yet.
    pub(super) fn new(program: &'p Program, open: BTreeSet<u32>) -> Trial<'p> {
        Trial {
            program,
            exact: false,
            out: program.cfa.out_edges(),
            ways: ways(program),
            probes: program.cfa.edges.iter().map(last).collect(),
            failed: BTreeMap::new(),
            open,
            reached: BTreeMap::new(),
            doubted: None,
            covered: BTreeSet::new(),
            pool: Vec::new(),
            literals: literals(program),
            initial: Initial::of(program),
            state: 0x9e37_79b9_7f4a_7c15,
        }
    }

    /// The same in an automaton of [`proofmark_replay::for_executions`]. It has no run that follows
    /// a null pointer, and runs where the other one lets memories become unknown.
    pub(super) fn exactly(exact: &'p Program, open: BTreeSet<u32>) -> Trial<'p> {
        Trial {
            exact: true,
            ..Trial::new(exact, open)
        }
    }

    /// The edges where probes let runs end.
    pub(super) fn ways(&self) -> &Ways {
        &self.ways
    }

    /// The targets that no execution is known to get to.
    pub(super) fn open(&self) -> &BTreeSet<u32> {
        &self.open
    }

    /// Runs the program with some inputs.
    pub(super) fn run(&mut self, go_on: &dyn Fn() -> bool) {
        for trial in 0..=TRIALS {
            if self.open.is_empty() || !go_on() {
                return;
            }
            let integers = self.numbers(trial);
            let mut more = self.numbers(trial).into_iter().cycle();
            let initial = self.initial.state(&mut || more.next().unwrap_or(0));
            let memories = self.initial.memories(&initial);
            let inputs = Inputs {
                initial,
                integers,
                memories,
            };
            let later = inputs.initial.clone();
            self.attempt((inputs, later), go_on);
        }
        let idle = if self.initial.is_open() {
            IDLE_ANYHOW
        } else {
            IDLE
        };
        self.vary((EDGES, idle), 0, go_on);
    }

    /// Executions with changed inputs of those in the pool from one on.
    fn vary(&mut self, (mut edges, idle): (u64, usize), first: usize, go_on: &dyn Fn() -> bool) {
        let mut vain = 0;
        while vain < idle && edges > 0 && !self.open.is_empty() && go_on() {
            let count = self.pool.len().saturating_sub(first);
            if count == 0 {
                return;
            }
            let chosen = first + self.below(count);
            let Some(inputs) = self.pool.get(chosen).cloned() else {
                return;
            };
            let changed = self.changed(inputs);
            let (new, length) = self.attempt(changed, go_on);
            edges = edges.saturating_sub(length.max(100));
            // Long ones mostly go round in one loop.
            vain = match new {
                true => 0,
                false => vain + 1 + usize::try_from(length / LONG).unwrap_or(usize::MAX),
            };
        }
    }

    /// One execution: whether it comes to new edges, and how many edges it takes.
    fn attempt(
        &mut self,
        (inputs, later): (Inputs, State),
        go_on: &dyn Fn() -> bool,
    ) -> (bool, u64) {
        let program = self.program;
        let run = |inputs: &Inputs| explore_program(program, (inputs, &later), FUEL).ok();
        let Some(mut found) = run(&inputs) else {
            return (false, FUEL);
        };
        let mut length = found.path.len() as u64;
        let pointing = match self.exact && self.below(NULL_EACH) == 0 {
            true => None,
            false => self.pointing(&found.path, &found.inputs),
        };
        if let Some(inputs) = pointing {
            if let Some(other) = run(&inputs) {
                length += other.path.len() as u64;
                found = other;
            }
        }
        let covered = self.covered.len();
        self.covered.extend(&found.path);
        let new = self.covered.len() > covered;
        let inputs = found.inputs.clone();
        self.passed((&found.path, found.inputs), go_on);
        if new {
            self.pool.push(inputs);
        }
        (new, length)
    }

    /// The inputs without null pointers, if there are any.
    fn pointing(&self, path: &[EdgeId], inputs: &Inputs) -> Option<Inputs> {
        let cfa = &self.program.cfa;
        let edges = path
            .iter()
            .filter_map(|edge| cfa.edges.get(edge.0 as usize));
        let havocs = edges.flat_map(|edge| &edge.stmts).filter_map(|stmt| {
            let StmtKind::Havoc { var } = stmt.kind else {
                return None;
            };
            match cfa.sort_of(var) {
                Ok(VarSort::Int(ty)) => Some(ty),
                _ => None,
            }
        });
        let (mut changed, mut inputs) = (false, inputs.clone());
        for ((ty, value), number) in havocs.zip(&mut inputs.integers).zip(1..) {
            if *value == 0 && ty.bits() == cfa.profile.pointer_bits() && ty.min() == 0 {
                *value = SOMEWHERE + number * APART;
                changed = true;
            }
        }
        changed.then_some(inputs)
    }

    /// Other inputs: one is changed, or all from one on are new; and what memories hold that become
    /// unknown behind them.
    fn changed(&mut self, mut inputs: Inputs) -> (Inputs, State) {
        let mut later = inputs.initial.clone();
        if self.initial.is_open() && self.below(self.initial.inputs_each()) > 0 {
            for _ in 0..=self.below(3) {
                let place = self.below(self.initial.len());
                let value = self.value();
                self.initial.change(&mut later, place, value);
            }
            let first = self.initial.memories(&later);
            let behind = inputs.memories.len().saturating_sub(first.len());
            if behind > 0 && self.below(2) == 0 {
                let kept = first.len() + self.below(behind);
                inputs.memories.truncate(kept);
            } else {
                inputs.initial.clone_from(&later);
                inputs.memories = first;
            }
            return (inputs, later);
        }
        let count = inputs.integers.len();
        let place = self.below(count + 1);
        let value = self.value();
        match inputs.integers.get_mut(place) {
            Some(slot) => *slot = value,
            None => inputs.integers.push(value),
        }
        if self.below(2) == 0 {
            inputs.integers.truncate(place + 1);
            let more = self.below(INPUTS / 4);
            for _ in 0..more {
                let value = self.value();
                inputs.integers.push(value);
            }
        }
        (inputs, later)
    }

    /// A number as programs compare with them.
    fn value(&mut self) -> i128 {
        match self.below(8) {
            0 | 1 => 0,
            2 => i128::from(self.below(8) as u8),
            3 => i128::from(self.next() as i8),
            4 => i128::from(self.next() as i32),
            _ if self.literals.is_empty() => 1,
            _ => {
                let index = self.below(self.literals.len());
                let near = self.below(6);
                let literal = self.literals.get(index).copied().unwrap_or(0);
                match near {
                    0 => literal.saturating_add(1),
                    1 => literal.saturating_sub(1),
                    _ => literal,
                }
            }
        }
    }

    fn below(&mut self, count: usize) -> usize {
        (self.next() % (count.max(1) as u64)) as usize
    }

    fn next(&mut self) -> u64 {
        // Marsaglia's xorshift: any sequence does, but it is the same each time.
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        self.state
    }

    /// Inputs of a trial: zeros, and then small numbers, as programs compare with them, a few of
    /// them large, and some as functions yield them that fail.
    fn numbers(&mut self, trial: u64) -> Vec<i128> {
        let number = |bits: u64| match (trial, bits >> 60) {
            (0, _) => 0,
            (1, _) => 1,
            (2 | 3, _) => -i128::from(bits >> 32 & 1),
            (_, 0) => i128::from(bits as i8),
            (_, 1) => i128::from(bits as u16),
            (_, 2..=5) => 0,
            (4..=12, _) => i128::from(bits % 4),
            (_, _) => i128::from(bits % 32) - 4,
        };
        (0..INPUTS).map(|_| number(self.next())).collect()
    }

    /// Follows a run that a search found to one of the targets, and goes `on` behind it. The
    /// targets that are reached.
    pub(super) fn follow(
        &mut self,
        (path, inputs): (&[EdgeId], Inputs),
        on: bool,
        go_on: &dyn Fn() -> bool,
    ) -> BTreeSet<u32> {
        let before = self.open.clone();
        self.doubted = None;
        self.passed((path, inputs.clone()), go_on);
        let target = path.iter().rev().find_map(|edge| self.ways.get(edge));
        if let Some(target) = target.filter(|n| self.open.contains(n)).copied() {
            if let Ok(trace) = confirm(self.program, path, inputs.clone()) {
                match null_input(self.program, &trace) {
                    None => self.reach(target, trace),
                    Some(_) => self.doubted = Some(trace),
                }
            }
        }
        if on {
            self.behind(inputs, go_on);
        }
        before.difference(&self.open).copied().collect()
    }

    /// Executions that go on behind one that ends at a probe.
    fn behind(&mut self, mut behind: Inputs, go_on: &dyn Fn() -> bool) {
        // The value of the last probe lets the run end.
        if let Some(last) = behind.integers.iter().rposition(|value| *value == HIT) {
            behind.integers.truncate(last);
        }
        let first = self.pool.len();
        self.pool.push(behind);
        self.vary((EDGES_BEHIND, IDLE_BEHIND), first, go_on);
    }

    /// As [`Trial::follow`], in the automaton that says what happens to each byte.
    pub(super) fn follow_exactly(
        &mut self,
        target: u32,
        path: &[EdgeId],
        budget: &Budget,
    ) -> BTreeSet<u32> {
        match executed_exactly(self.program, path, budget) {
            Some(trace) => {
                self.reach(target, trace);
                BTreeSet::from([target])
            }
            None => BTreeSet::new(),
        }
    }

    fn reach(&mut self, target: u32, trace: Trace) {
        self.open.remove(&target);
        self.reached.insert(target, trace);
    }

    /// The open probes that an execution passes, each with an execution that ends there and rests
    /// on inputs only, are reached.
    fn passed(&mut self, (path, inputs): (&[EdgeId], Inputs), go_on: &dyn Fn() -> bool) {
        let program = self.program;
        let wanted = |number: &u32| {
            let failed = self.failed.get(number).copied().unwrap_or(0);
            self.open.contains(number) && failed < FAILED_MAX
        };
        let probe = |edge: &EdgeId| self.probes.get(edge.0 as usize).copied().flatten();
        if !path.iter().filter_map(probe).any(|n| wanted(&n)) {
            return;
        }
        let Ok(trace) = replay_program(program, path, &inputs) else {
            return;
        };
        let mut tried = BTreeSet::new();
        for step in &trace.steps {
            let number = probe_at(step.pos).filter(|number| self.open.contains(number));
            let failed = |n: &u32| self.failed.get(n).copied().unwrap_or(0);
            let number = number.filter(|number| failed(number) < FAILED_MAX);
            let Some(number) = number else {
                continue;
            };
            let stmt = stmt_of(program, step);
            let assumes = stmt.is_some_and(|s| matches!(s.kind, StmtKind::Assume(_)));
            if !assumes || !tried.insert(number) {
                continue;
            }
            if !go_on() {
                break;
            }
            for (path, inputs) in self.ending(&trace, step, number) {
                let Ok(mut trace) = confirm(program, &path, inputs) else {
                    continue;
                };
                if self.exact {
                    without_ghosts(program, &mut trace);
                } else if null_input(program, &trace).is_some() {
                    continue;
                }
                self.reach(number, trace);
                break;
            }
            if self.open.contains(&number) {
                *self.failed.entry(number).or_default() += 1;
            }
        }
    }

    /// The execution up to a probe that it passes, which is rejected there: ways that it may take.
    fn ending(&self, trace: &Trace, step: &Step, number: u32) -> Vec<(Vec<EdgeId>, Inputs)> {
        let (cfa, taken) = (&self.program.cfa, step.edge.0 as usize);
        let (Some(taken), Some(before)) = (cfa.edges.get(taken), trace.path.get(..step.visit))
        else {
            return Vec::new();
        };
        let mut inputs = inputs_until(self.program, trace, step.visit);
        // The value of the probe was the last input, or it is the next.
        let is_input = |step: &&Step| {
            let stmt = stmt_of(self.program, step);
            let is_int = matches!(step.written, Some((_, Written::Int(_))));
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
        let ends = self.ends(taken.from, number).into_iter();
        ends.map(|end| ([before.as_slice(), &end].concat(), inputs.clone()))
            .collect()
    }

    /// The ways from a location over a probe to the error, without other probes behind it.
    fn ends(&self, from: LocId, number: u32) -> Vec<Vec<EdgeId>> {
        let cfa = &self.program.cfa;
        let out_of = |loc: LocId| {
            let edges = self.out.get(loc.0 as usize).into_iter().flatten();
            edges.filter_map(|id| Some((*id, cfa.edges.get(id.0 as usize)?)))
        };
        let first = out_of(from).filter(|(id, _)| self.ways.get(id) == Some(&number));
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
}

/// Most ways from a probe to the error that are looked at: one for each case of a postcondition.
const ENDS_MAX: usize = 64;

/// The last probe on an edge.
fn last(edge: &Edge) -> Option<u32> {
    let assumes = |stmt: &&Stmt| matches!(stmt.kind, StmtKind::Assume(_));
    let mut assumed = edge.stmts.iter().rev().filter(assumes);
    assumed.find_map(|stmt| probe_at(stmt.pos))
}

/// Literals that a program's conditions speak of.
fn literals(program: &Program) -> Vec<i128> {
    let (arena, cfa): (&Arena, &Cfa) = (&program.arena, &program.cfa);
    let stmts = cfa.edges.iter().flat_map(|edge| &edge.stmts);
    let assumed = stmts.filter_map(|stmt| match stmt.kind {
        StmtKind::Assume(formula) if probe_at(stmt.pos).is_none() => Some(formula),
        _ => None,
    });
    let (mut seen, mut found) = (BTreeSet::new(), BTreeSet::new());
    let mut work: Vec<Expr> = assumed.collect();
    while let Some(e) = work.pop() {
        if !seen.insert(e) {
            continue;
        }
        match arena.node(e) {
            Node::App(..) => work.extend(arena.args(e)),
            _ => found.extend(arena.as_lit(e)),
        }
    }
    // Those of large programs are spread evenly.
    let step = found.len().div_ceil(LITERALS).max(1);
    found.into_iter().step_by(step).collect()
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
            (Some(StmtKind::Havoc { .. }), Some((_, Written::Int(value)))) => {
                inputs.integers.push(*value);
            }
            (Some(StmtKind::Havoc { .. }), Some((_, Written::Memory(memory)))) => {
                inputs.memories.push((**memory).clone());
            }
            _ => {}
        }
    }
    inputs
}

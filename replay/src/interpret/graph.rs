//! The executions of an automaton on a few inputs, all of them at once: states that are reached, as
//! a graph. Where two executions meet in the same values of all live variables at one location,
//! they go on alike, so every path of the graph from an initial node is an execution.
//!
//! An input is not chosen before something depends on it: a state has all the values that it may
//! still have, each of them independently of the others. A condition on one such variable leaves
//! those that it holds for; only what reads it otherwise makes a choice.
//!
//! Whoever asks watches a variable: each edge of the graph says which values were written to it.

mod prepared;

use self::prepared::{Prepared, Statements};
use super::evaluate::Code;
use super::inputs::Choices;
use super::machine::{Machine, Nobody};
use super::overlaid::together;
use super::places::addresses_like;
use super::state::State;
use super::{index, ExecuteError, Layout, Trace, Value};
use proofmark_frontend::Program;
use proofmark_logic::arena::{Arena, Node, VarId};
use proofmark_logic::cfa::{Cfa, EdgeId, LocId, Pos, Stmt, StmtKind, VarSort};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::rc::Rc;

/// Most edges that are taken without a node where there is one way.
const ALONE_MAX: usize = 1_000;

/// How far executions are followed.
#[derive(Clone, Copy, Debug)]
pub struct Reach {
    /// Most nodes.
    pub nodes: usize,
    /// Most ways to give an edge its inputs.
    pub ways: usize,
    /// So many more are tried at random where there are more.
    pub samples: usize,
}

/// Executions of a program.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    /// Where executions begin.
    pub initial: Vec<usize>,
    /// By node.
    pub arrows: Vec<Vec<Arrow>>,
    /// Nothing was left out but other inputs.
    pub complete: bool,
}

/// A step of an execution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arrow {
    /// What was written to the watched variable, in order.
    pub written: Vec<i128>,
    /// The node where it leads.
    pub to: usize,
}

/// Follows the executions in which inputs have values that the program compares them with, or one
/// of these. Executions that rest on an
/// approximation, or access memory outside of all objects, are left out. Objects are placed in one
/// way: what rests on that is for the caller to see, in another one.
///
/// # Errors
/// A broken automaton, or [`ExecuteError::AddressSpace`].
pub fn graph(
    program: &Program,
    watched: VarId,
    inputs: &[i128],
    (reach, layout): (Reach, Layout),
) -> Result<Graph, ExecuteError> {
    let cfa = &program.cfa;
    let addresses = layout.addresses(cfa)?;
    let ranges = addresses.iter().zip(&cfa.objects);
    let ranges = ranges.map(|(start, object)| (*start, *start + i128::from(object.size)));
    let choices = Choices::new(&program.arena, cfa, inputs);
    let both = (&program.arena, cfa);
    let statements = Statements::of(both, &choices, watched);
    let matters = |var: VarId| {
        let mut live = statements.live.iter();
        live.any(|live| live.get(index(var.0)) == Some(&true))
    };
    let mut explorer = Explorer {
        overlaid: together(program, &matters),
        program,
        watched,
        statements: Rc::new(statements),
        out_edges: Rc::new(cfa.out_edges()),
        choices,
        random: 1,
        reach,
        ranges: ranges.collect(),
        machine: Machine::start(&program.arena, cfa, addresses, &[], None)?,
        open: Open::new(),
        known: HashMap::new(),
        nodes: Vec::new(),
        out: Graph {
            complete: true,
            ..Graph::default()
        },
    };
    explorer.begin();
    let out_edges = Rc::clone(&explorer.out_edges);
    let mut at = 0;
    while let Some(situation) = explorer.nodes.get(at).cloned() {
        for edge in out_edges.get(index(situation.0 .0)).into_iter().flatten() {
            explorer.edge(at, &situation, *edge)?;
        }
        at += 1;
    }
    Ok(explorer.out)
}

/// By variable, the positions among its choices of the values that it may have, where these are
/// several; as bits.
type Open = BTreeMap<usize, u64>;

/// A location, the values of variables, and those that may have others.
type Situation = (LocId, Vec<Value>, Open);

struct Explorer<'a> {
    program: &'a Program,
    watched: VarId,
    choices: Choices,
    /// Chooses among inputs, in every run alike.
    random: u64,
    reach: Reach,
    /// Where objects are.
    ranges: Vec<(i128, i128)>,
    /// Members of unions that are inputs are none apart.
    overlaid: BTreeSet<VarId>,
    statements: Rc<Statements>,
    /// By location.
    out_edges: Rc<Vec<Vec<EdgeId>>>,
    machine: Machine<'a>,
    /// Beside the machine's state: what may have other values than it has there.
    open: Open,
    known: HashMap<Situation, usize>,
    nodes: Vec<Situation>,
    out: Graph,
}

/// How an attempt to take an edge ended.
enum Attempt {
    /// At its end; these values were written to the watched variable.
    Passed(Vec<i128>),
    /// It is no execution.
    Blocked,
    /// It needs one more input, which is one of these.
    Asks(Vec<i128>),
    /// It would be an execution of the automaton, and perhaps none of the program.
    Doubtful,
}

/// What became of a variable that gets an unknown value.
enum Havoc {
    Done,
    /// There is no value to try.
    Impossible,
    /// As [`Attempt::Doubtful`].
    Doubtful,
}

impl Explorer<'_> {
    /// The state where executions begin: variables that matter there have any values.
    fn begin(&mut self) {
        let cfa = &self.program.cfa;
        self.machine.state.values = cfa.vars.iter().map(|var| Value::zero(var.sort)).collect();
        self.open = Open::new();
        let statements = Rc::clone(&self.statements);
        let live = statements.live.get(index(cfa.entry.0));
        for (var, live) in (0u32..).zip(live.into_iter().flatten()) {
            if *live && self.overlaid.contains(&VarId(var)) {
                self.out.complete = false;
                return;
            }
            if *live {
                self.any(VarId(var));
            }
        }
        let state = self.state(cfa.entry);
        if let Some(node) = self.node(state) {
            self.out.initial.push(node);
        }
        if !cfa.procedures.is_empty() {
            self.out.complete = false;
        }
    }

    /// Gives a variable any of the values that it is tried with. Whether there are some.
    fn any(&mut self, var: VarId) -> bool {
        let Ok(VarSort::Int(ty)) = self.program.cfa.sort_of(var) else {
            return false;
        };
        let own = self.choices.of(var).iter().take(u64::BITS as usize);
        let fitting = own.enumerate().filter(|(_, value)| ty.contains(**value));
        let mask = fitting.fold(0, |mask, (place, _)| mask | 1 << place);
        self.may_have(index(var.0), mask)
    }

    /// A variable has one of these values from now on. Whether there are some.
    fn may_have(&mut self, var: usize, mask: u64) -> bool {
        self.open.remove(&var);
        let Some(first) = self.among(var, mask).first().copied() else {
            return false;
        };
        if let Some(slot) = self.machine.state.values.get_mut(var) {
            *slot = Value::Int(first);
        }
        if mask.count_ones() > 1 {
            self.open.insert(var, mask);
        }
        true
    }

    /// The choices of a variable at these positions.
    fn among(&self, var: usize, mask: u64) -> Vec<i128> {
        let var = u32::try_from(var).map(VarId);
        let own = var.map_or(&[][..], |var| self.choices.of(var)).iter();
        let own = own.take(u64::BITS as usize).enumerate();
        own.filter(|(place, _)| mask >> place & 1 == 1)
            .map(|(_, value)| *value)
            .collect()
    }

    /// The state that was reached: what does not matter there is like in others.
    fn state(&mut self, location: LocId) -> Situation {
        let mut values = std::mem::take(&mut self.machine.state.values);
        let mut open = std::mem::take(&mut self.open);
        let live = self.statements.live.get(index(location.0));
        for (var, decl) in self.program.cfa.vars.iter().enumerate() {
            if live.and_then(|live| live.get(var)) != Some(&true) {
                let slot = values.get_mut(var);
                slot.into_iter()
                    .for_each(|value| *value = Value::zero(decl.sort));
                open.remove(&var);
            }
        }
        (location, values, open)
    }

    /// Goes on from a state as long as there is one way, which nobody watches.
    fn forward(&mut self, mut state: Situation) -> Result<Situation, ExecuteError> {
        let out_edges = Rc::clone(&self.out_edges);
        for _ in 0..ALONE_MAX {
            let mut next = None;
            for edge in out_edges.get(index(state.0 .0)).into_iter().flatten() {
                let known = self.program.cfa.edges.get(index(edge.0));
                let known = known.ok_or(ExecuteError::Malformed)?;
                if known.call.is_some() {
                    return Ok(state);
                }
                match self.attempt((&state, &[]), *edge)? {
                    Attempt::Blocked => {}
                    Attempt::Passed(written) if written.is_empty() && next.is_none() => {
                        next = Some(self.state(known.to));
                    }
                    _ => return Ok(state),
                }
            }
            match next {
                Some(next) => state = next,
                None => break,
            }
        }
        Ok(state)
    }

    /// The node of a state; `None` if there are too many.
    fn node(&mut self, state: Situation) -> Option<usize> {
        if let Some(known) = self.known.get(&state) {
            return Some(*known);
        }
        if self.nodes.len() >= self.reach.nodes {
            self.out.complete = false;
            return None;
        }
        let number = self.nodes.len();
        self.known.insert(state.clone(), number);
        self.nodes.push(state);
        self.out.arrows.push(Vec::new());
        Some(number)
    }

    /// Takes an edge from a node with all inputs.
    fn edge(
        &mut self,
        from: usize,
        situation: &Situation,
        edge: EdgeId,
    ) -> Result<(), ExecuteError> {
        let cfa = &self.program.cfa;
        let Some(known) = cfa.edges.get(index(edge.0)) else {
            return Err(ExecuteError::Malformed);
        };
        if known.call.is_some() {
            self.out.complete = false;
            return Ok(());
        }
        let (mut work, mut ways) = (vec![Vec::new()], 0);
        while let Some(inputs) = work.pop() {
            ways += 1;
            if ways > self.reach.ways {
                self.out.complete = false;
                return self.sampled(from, situation, edge);
            }
            if let Some(fitting) = self.passed(from, (situation, &inputs), edge)? {
                let fitting = fitting.into_iter().rev();
                work.extend(fitting.map(|v| [inputs.as_slice(), &[v]].concat()));
            }
        }
        Ok(())
    }

    /// Takes an edge with some of the inputs that there are.
    fn sampled(
        &mut self,
        from: usize,
        situation: &Situation,
        edge: EdgeId,
    ) -> Result<(), ExecuteError> {
        for _ in 0..self.reach.samples {
            let mut inputs = Vec::new();
            while let Some(fitting) = self.passed(from, (situation, &inputs), edge)? {
                // Knuth's MMIX generator.
                self.random = self.random.wrapping_mul(6_364_136_223_846_793_005);
                self.random = self.random.wrapping_add(1_442_695_040_888_963_407);
                let place = usize::try_from(self.random >> 33).unwrap_or_default();
                match fitting.get(place.checked_rem(fitting.len()).unwrap_or_default()) {
                    Some(value) => inputs.push(*value),
                    None => break,
                }
            }
        }
        Ok(())
    }

    /// Takes an edge with these inputs; what one more may be, if it needs one.
    fn passed(
        &mut self,
        from: usize,
        way: (&Situation, &[i128]),
        edge: EdgeId,
    ) -> Result<Option<Vec<i128>>, ExecuteError> {
        match self.attempt(way, edge)? {
            Attempt::Blocked => {}
            Attempt::Doubtful => self.out.complete = false,
            Attempt::Asks(fitting) => return Ok(Some(fitting)),
            Attempt::Passed(written) => {
                let known = self.program.cfa.edges.get(index(edge.0));
                let state = self.state(known.ok_or(ExecuteError::Malformed)?.to);
                let state = self.forward(state)?;
                if let Some(to) = self.node(state) {
                    let arrow = Arrow { written, to };
                    let arrows = self.out.arrows.get_mut(from);
                    let arrows = arrows.filter(|arrows| !arrows.contains(&arrow));
                    arrows
                        .into_iter()
                        .for_each(|arrows| arrows.push(arrow.clone()));
                }
            }
        }
        Ok(None)
    }

    /// Takes an edge from a state; the machine is in the state behind it afterwards.
    fn attempt(
        &mut self,
        ((_, values, open), inputs): (&Situation, &[i128]),
        edge: EdgeId,
    ) -> Result<Attempt, ExecuteError> {
        self.machine.state = State::new(values.clone(), None);
        self.open.clone_from(open);
        let (program, statements) = (self.program, Rc::clone(&self.statements));
        let stmts = program.cfa.edges.get(index(edge.0)).map(|edge| &edge.stmts);
        let prepared = statements.all.get(index(edge.0));
        let all = stmts.into_iter().flatten();
        let (mut inputs, mut written) = (inputs.iter(), Vec::new());
        for (stmt, prepared) in all.zip(prepared.into_iter().flatten()) {
            let condition = matches!(stmt.kind, StmtKind::Assume(_));
            while let Some(var) = self.needed(prepared, condition) {
                match inputs.next() {
                    Some(value) => self.choose(var, *value),
                    None => {
                        let mask = self.open.get(&var).copied().unwrap_or_default();
                        return Ok(Attempt::Asks(self.among(var, mask)));
                    }
                }
            }
            if !self.is_inside(prepared)? {
                return Ok(Attempt::Doubtful);
            }
            match stmt.kind {
                StmtKind::Assume(_) => {
                    if !self.holds(prepared)? {
                        return Ok(Attempt::Blocked);
                    }
                }
                StmtKind::Assign { var, .. } => {
                    self.machine.assign(var, &prepared.code, &mut Nobody)?;
                    self.open.remove(&index(var.0));
                    if let Some((from, to)) = prepared.moves {
                        let moved = self.open.remove(&from);
                        moved.into_iter().for_each(|mask| {
                            self.open.insert(to, mask);
                        });
                    }
                    if var == self.watched {
                        match self.machine.state.values.get(index(var.0)) {
                            Some(Value::Int(value)) => written.push(*value),
                            _ => return Err(ExecuteError::Malformed),
                        }
                    }
                }
                StmtKind::Havoc { var } => match self.havoc(stmt, var, prepared.matters)? {
                    Havoc::Done => {}
                    Havoc::Impossible => return Ok(Attempt::Blocked),
                    Havoc::Doubtful => return Ok(Attempt::Doubtful),
                },
            }
            self.machine.state.commit();
        }
        Ok(Attempt::Passed(written))
    }

    /// A variable that has to have one value before a statement is executed. A condition need not
    /// know the value of one variable.
    fn needed(&self, prepared: &Prepared, condition: bool) -> Option<usize> {
        let is_open = |var: &&usize| self.open.contains_key(var);
        let reads = &prepared.reads;
        let address = reads.addresses.iter().find(is_open);
        let mut values = reads.values.iter().filter(is_open);
        let reads_value = prepared.matters && prepared.moves.is_none();
        let value = match (reads_value, values.next(), condition) {
            (true, Some(first), true) => values.any(|var| var != first).then_some(first),
            (true, first, false) => first,
            _ => None,
        };
        address.or(value).copied()
    }

    /// Chooses one of the values that a variable may have.
    fn choose(&mut self, var: usize, value: i128) {
        self.open.remove(&var);
        if let Some(slot) = self.machine.state.values.get_mut(var) {
            *slot = Value::Int(value);
        }
    }

    /// Whether a condition holds; what it reads has the values for which it does from now on.
    fn holds(&mut self, prepared: &Prepared) -> Result<bool, ExecuteError> {
        let Machine {
            evaluator, state, ..
        } = &mut self.machine;
        let reads = prepared.reads.values.iter();
        let open = reads.copied().find(|var| self.open.contains_key(var));
        let Some(var) = open else {
            return evaluator.formula(&prepared.code, state);
        };
        let mask = self.open.get(&var).copied().unwrap_or_default();
        let own = u32::try_from(var).map_or(&[][..], |var| self.choices.of(VarId(var)));
        let mut left = 0;
        for (place, value) in own.iter().enumerate().take(u64::BITS as usize) {
            if mask >> place & 1 == 1 {
                if let Some(slot) = state.values.get_mut(var) {
                    *slot = Value::Int(*value);
                }
                left |= u64::from(evaluator.formula(&prepared.code, state)?) << place;
            }
        }
        Ok(self.may_have(var, left))
    }

    /// Gives a variable an unknown value.
    fn havoc(&mut self, stmt: &Stmt, var: VarId, matters: bool) -> Result<Havoc, ExecuteError> {
        let program = self.program;
        let sort = program
            .cfa
            .sort_of(var)
            .map_err(|_| ExecuteError::Malformed)?;
        // No execution depends on it, whatever it may be.
        if !matters {
            self.open.remove(&index(var.0));
            self.machine.store(var, Value::zero(sort))?;
            return Ok(Havoc::Done);
        }
        let unclear = program.approximations.of(stmt, sort).is_some()
            || program.approximations.allocation(stmt, sort).is_some()
            || self.overlaid.contains(&var)
            || matches!(sort, VarSort::Map(_));
        if unclear {
            return Ok(Havoc::Doubtful);
        }
        Ok(match self.any(var) {
            true => Havoc::Done,
            false => Havoc::Impossible,
        })
    }

    /// Whether a statement accesses memory of objects only.
    fn is_inside(&mut self, prepared: &Prepared) -> Result<bool, ExecuteError> {
        let Some(accesses) = &prepared.accesses else {
            return Ok(false);
        };
        let Machine {
            evaluator, state, ..
        } = &mut self.machine;
        for range in accesses {
            let from = evaluator.term(&range.from, state)?;
            let end = range.end.as_ref().map(|end| evaluator.term(end, state));
            let to = end.transpose()?.unwrap_or(from.saturating_add(1));
            let inside =
                |(start, behind): &(i128, i128)| (*start..*behind).contains(&from) && to <= *behind;
            if from < to && !self.ranges.iter().any(inside) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// What an execution of another automaton of the same program writes to the watched variable here:
/// inputs are those of that execution, by the places where it asks for them.
///
/// # Errors
/// A broken automaton.
pub fn written_along(
    program: &Program,
    watched: VarId,
    (traced, trace): (&Program, &Trace),
    fuel: usize,
) -> Result<Vec<i128>, ExecuteError> {
    let cfa = &program.cfa;
    let mut asked: HashMap<Pos, VecDeque<Value>> = HashMap::new();
    for step in &trace.steps {
        let stmt = traced.cfa.edges.get(index(step.edge.0));
        let stmt = stmt.and_then(|edge| edge.stmts.get(step.stmt));
        if let (Some(StmtKind::Havoc { .. }), Some((_, value))) =
            (stmt.map(|s| s.kind), &step.written)
        {
            let queue = asked.entry(step.pos).or_default();
            queue.extend(value.whole());
        }
    }
    let by_name = |var: &VarId| {
        let name = &traced.cfa.vars.get(index(var.0))?.name;
        let place = cfa.vars.iter().position(|decl| decl.name == *name)?;
        u32::try_from(place).ok().map(VarId)
    };
    let initial = trace.initial.iter();
    let initial: Vec<(VarId, Value)> = initial
        .filter_map(|(var, value)| Some((by_name(var)?, value.clone())))
        .collect();
    let addresses = addresses_like(traced, cfa)?;
    let mut machine = Machine::start(&program.arena, cfa, addresses, &initial, None)?;
    machine.allocates = true;
    let (out_edges, mut written) = (cfa.out_edges(), Vec::new());
    for _ in 0..fuel {
        let edges = out_edges.get(index(machine.location.0));
        let mut taken = false;
        for edge in edges.into_iter().flatten() {
            let (before, mark) = (asked.clone(), written.len());
            taken = along(&mut machine, *edge, &mut asked, (watched, &mut written))?;
            if taken {
                break;
            }
            asked = before;
            written.truncate(mark);
        }
        if !taken && !machine.return_from_call() {
            break;
        }
    }
    Ok(written)
}

/// Takes an edge with these inputs, and zeros where there are none. Whether that is possible.
fn along(
    machine: &mut Machine<'_>,
    id: EdgeId,
    asked: &mut HashMap<Pos, VecDeque<Value>>,
    (watched, written): (VarId, &mut Vec<i128>),
) -> Result<bool, ExecuteError> {
    let (cfa, arena) = (machine.cfa, machine.arena);
    let edge = cfa.edges.get(index(id.0)).ok_or(ExecuteError::Malformed)?;
    machine.state.commit();
    for stmt in &edge.stmts {
        let code = Code::of(arena, &stmt.kind);
        match stmt.kind {
            StmtKind::Assume(_) => {
                if !machine.evaluator.formula(&code, &machine.state)? {
                    machine.state.undo();
                    return Ok(false);
                }
            }
            StmtKind::Assign { var, .. } => {
                machine.assign(var, &code, &mut Nobody)?;
                let value = machine.state.values.get(index(var.0));
                if let (true, Some(Value::Int(value))) = (var == watched, value) {
                    written.push(*value);
                }
            }
            StmtKind::Havoc { var } => {
                let sort = cfa.sort_of(var).map_err(|_| ExecuteError::Malformed)?;
                let value = asked.get_mut(&stmt.pos).and_then(VecDeque::pop_front);
                let value = value.filter(|value| match (value, sort) {
                    (Value::Int(value), VarSort::Int(ty)) => ty.contains(*value),
                    (Value::Memory(_), VarSort::Map(_)) => true,
                    _ => false,
                });
                machine.store(var, value.unwrap_or(Value::zero(sort)))?;
            }
        }
    }
    match edge.call {
        None => machine.location = edge.to,
        Some(callee) => machine.call(callee, edge.to)?,
    }
    Ok(true)
}

/// The integers that a program's conditions and values speak of, and those beside them: executions
/// on these take most of its branches.
pub fn literals(arena: &Arena, cfa: &Cfa) -> Vec<i128> {
    let (mut seen, mut found) = (HashSet::new(), HashSet::from([0, 1]));
    for stmt in cfa.edges.iter().flat_map(|edge| &edge.stmts) {
        let StmtKind::Assume(root) = stmt.kind else {
            continue;
        };
        let mut work = vec![root];
        while let Some(e) = work.pop() {
            if seen.insert(e) {
                if let Node::Lit(value) = arena.node(e) {
                    found.extend([value - 1, value, value + 1]);
                }
                work.extend(arena.args(e));
            }
        }
    }
    let mut found: Vec<i128> = found.into_iter().collect();
    found.sort_by_key(|value| (value.unsigned_abs(), *value));
    found
}

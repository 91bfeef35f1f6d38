//! The executions of an automaton on a few inputs, all of them at once: states that are reached, as
//! a graph. Where two executions meet in the same values of all live variables at one location,
//! they go on alike, so every path of the graph from an initial node is an execution.
//!
//! Whoever asks watches a variable: each edge of the graph says which values were written to it.

use super::evaluate::Code;
use super::inputs::Choices;
use super::places::addresses_like;
use super::state::State;
use super::{index, ExecuteError, Layout, Machine, Trace, Value};
use proofmark_frontend::Program;
use proofmark_logic::arena::{Arena, Expr, Node, Op, VarId};
use proofmark_logic::cfa::{Cfa, EdgeId, LocId, Pos, Stmt, StmtKind, VarSort};
use std::collections::{HashMap, HashSet, VecDeque};

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
    let live = live(&program.arena, cfa, watched);
    let mut explorer = Explorer {
        program,
        watched,
        choices: Choices::new(&program.arena, cfa, inputs),
        random: 1,
        reach,
        ranges: ranges.collect(),
        idle: idle(&program.arena, cfa, &live, watched),
        live,
        machine: Machine::start(&program.arena, cfa, addresses, &[], None)?,
        known: HashMap::new(),
        nodes: Vec::new(),
        out: Graph {
            complete: true,
            ..Graph::default()
        },
    };
    explorer.begin();
    let out_edges = cfa.out_edges();
    let mut at = 0;
    while let Some((location, values)) = explorer.nodes.get(at).cloned() {
        for edge in out_edges.get(index(location.0)).into_iter().flatten() {
            explorer.edge(at, &values, *edge)?;
        }
        at += 1;
    }
    Ok(explorer.out)
}

type Situation = (LocId, Vec<Value>);

struct Explorer<'a> {
    program: &'a Program,
    watched: VarId,
    choices: Choices,
    /// Chooses among inputs, in every run alike.
    random: u64,
    reach: Reach,
    /// Where objects are.
    ranges: Vec<(i128, i128)>,
    /// By location, the variables whose values matter.
    live: Vec<Vec<bool>>,
    /// The inputs, by edge and statement, that nothing reads.
    idle: HashSet<(u32, usize)>,
    machine: Machine<'a>,
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
    /// It needs one more input, for this variable.
    Asks(VarId),
    /// It would be an execution of the automaton, and perhaps none of the program.
    Doubtful,
}

impl Explorer<'_> {
    /// The states where executions begin: variables that matter there have any values.
    fn begin(&mut self) {
        let cfa = &self.program.cfa;
        let zeros: Vec<Value> = cfa.vars.iter().map(|var| Value::zero(var.sort)).collect();
        let mut states = vec![zeros];
        let live = self
            .live
            .get(index(cfa.entry.0))
            .cloned()
            .unwrap_or_default();
        for (var, decl) in cfa.vars.iter().enumerate() {
            let VarSort::Int(ty) = decl.sort else {
                continue;
            };
            let own = u32::try_from(var).map(|var| self.choices.of(VarId(var)));
            let own = own.unwrap_or_default().iter().copied();
            let values: Vec<i128> = own.filter(|v| ty.contains(*v)).collect();
            if live.get(var) != Some(&true) {
                continue;
            }
            if states.len().saturating_mul(values.len()) > self.reach.ways {
                self.out.complete = false;
                continue;
            }
            let with = |state: &Vec<Value>, value: i128| {
                let mut state = state.clone();
                if let Some(slot) = state.get_mut(var) {
                    *slot = Value::Int(value);
                }
                state
            };
            let all = states
                .iter()
                .flat_map(|state| values.iter().map(|v| with(state, *v)));
            states = all.collect();
        }
        for state in states {
            let entry = self.program.cfa.entry;
            if let Some(node) = self.node(entry, state) {
                if !self.out.initial.contains(&node) {
                    self.out.initial.push(node);
                }
            }
        }
        if !self.program.cfa.procedures.is_empty() {
            self.out.complete = false;
        }
    }

    /// The node of a state; `None` if there are too many.
    fn node(&mut self, location: LocId, mut values: Vec<Value>) -> Option<usize> {
        let live = self.live.get(index(location.0))?;
        for ((value, live), decl) in values.iter_mut().zip(live).zip(&self.program.cfa.vars) {
            if !live {
                *value = Value::zero(decl.sort);
            }
        }
        let state = (location, values);
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
    fn edge(&mut self, from: usize, values: &[Value], edge: EdgeId) -> Result<(), ExecuteError> {
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
                return self.sampled(from, values, edge);
            }
            if let Some(var) = self.passed(from, (values, &inputs), edge)? {
                let fitting = self.fitting(var).into_iter().rev();
                work.extend(fitting.map(|v| [inputs.as_slice(), &[v]].concat()));
            }
        }
        Ok(())
    }

    /// Takes an edge with some of the inputs that there are.
    fn sampled(&mut self, from: usize, values: &[Value], edge: EdgeId) -> Result<(), ExecuteError> {
        for _ in 0..self.reach.samples {
            let mut inputs = Vec::new();
            while let Some(var) = self.passed(from, (values, &inputs), edge)? {
                let fitting = self.fitting(var);
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

    /// The values that an input is tried with.
    fn fitting(&mut self, var: VarId) -> Vec<i128> {
        let Ok(VarSort::Int(ty)) = self.program.cfa.sort_of(var) else {
            self.out.complete = false;
            return Vec::new();
        };
        let own = self.choices.of(var).iter().copied();
        own.filter(|v| ty.contains(*v)).collect()
    }

    /// Takes an edge with these inputs; the variable that it needs one more for, if it does.
    fn passed(
        &mut self,
        from: usize,
        (values, inputs): (&[Value], &[i128]),
        edge: EdgeId,
    ) -> Result<Option<VarId>, ExecuteError> {
        self.machine.state = State::new(values.to_vec(), None);
        match self.attempt(edge, inputs)? {
            Attempt::Blocked => {}
            Attempt::Doubtful => self.out.complete = false,
            Attempt::Asks(var) => return Ok(Some(var)),
            Attempt::Passed(written) => {
                let values = std::mem::take(&mut self.machine.state.values);
                let known = self.program.cfa.edges.get(index(edge.0));
                let target = known.ok_or(ExecuteError::Malformed)?.to;
                if let Some(to) = self.node(target, values) {
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

    fn attempt(&mut self, edge: EdgeId, inputs: &[i128]) -> Result<Attempt, ExecuteError> {
        let program = self.program;
        let stmts = program.cfa.edges.get(index(edge.0)).map(|edge| &edge.stmts);
        let (mut inputs, mut written) = (inputs.iter(), Vec::new());
        for (place, stmt) in stmts.into_iter().flatten().enumerate() {
            if !self.is_inside(stmt)? {
                return Ok(Attempt::Doubtful);
            }
            let code = Code::of(&program.arena, &stmt.kind);
            match stmt.kind {
                StmtKind::Assume(_) => {
                    if !self.machine.evaluator.formula(&code, &self.machine.state)? {
                        return Ok(Attempt::Blocked);
                    }
                }
                StmtKind::Assign { var, .. } => {
                    self.machine.assign(var, &code)?;
                    if var == self.watched {
                        match self.machine.state.values.get(index(var.0)) {
                            Some(Value::Int(value)) => written.push(*value),
                            _ => return Err(ExecuteError::Malformed),
                        }
                    }
                }
                StmtKind::Havoc { var } => {
                    let sort = program
                        .cfa
                        .sort_of(var)
                        .map_err(|_| ExecuteError::Malformed)?;
                    // No execution depends on it, whatever it may be.
                    if self.idle.contains(&(edge.0, place)) {
                        self.machine.store(var, Value::zero(sort))?;
                        self.machine.state.commit();
                        continue;
                    }
                    let unclear = program.approximations.of(stmt, sort).is_some()
                        || program.approximations.allocation(stmt, sort).is_some()
                        || matches!(sort, VarSort::Map(_));
                    if unclear {
                        return Ok(Attempt::Doubtful);
                    }
                    match inputs.next() {
                        Some(value) => self.machine.store(var, Value::Int(*value))?,
                        None => return Ok(Attempt::Asks(var)),
                    }
                }
            }
            self.machine.state.commit();
        }
        Ok(Attempt::Passed(written))
    }

    /// Whether a statement accesses memory of objects only.
    fn is_inside(&mut self, stmt: &Stmt) -> Result<bool, ExecuteError> {
        let arena = &self.program.arena;
        let root = match stmt.kind {
            StmtKind::Assign { value, .. } | StmtKind::Assume(value) => value,
            StmtKind::Havoc { .. } => return Ok(true),
        };
        let Some(accesses) = accesses(arena, root) else {
            return Ok(false);
        };
        for Access { address, end } in accesses {
            let from = self.value(address)?;
            let end = end.map(|end| self.value(end)).transpose()?;
            let to = end.unwrap_or(from.saturating_add(1));
            let inside =
                |(start, behind): &(i128, i128)| (*start..*behind).contains(&from) && to <= *behind;
            if from < to && !self.ranges.iter().any(inside) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The value of a term now.
    fn value(&mut self, term: Expr) -> Result<i128, ExecuteError> {
        let code = Code::of(&self.program.arena, &StmtKind::Assume(term));
        self.machine.evaluator.term(&code, &self.machine.state)
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
                machine.assign(var, &code)?;
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

/// Memory that an expression accesses.
struct Access {
    /// Of the element, or of the first one.
    address: Expr,
    /// Behind the last one, if it is a range.
    end: Option<Expr>,
}

/// What an expression accesses; `None` if it accesses ranges in another way than giving all of
/// their elements one value.
fn accesses(arena: &Arena, root: Expr) -> Option<Vec<Access>> {
    let (mut work, mut seen, mut found) = (vec![root], HashSet::new(), Vec::new());
    while let Some(e) = work.pop() {
        if !seen.insert(e) {
            continue;
        }
        match arena.node(e) {
            Node::App(Op::Sel | Op::Upd, [_, address, _]) => {
                found.push(Access { address, end: None });
            }
            Node::App(Op::Splice, [before, address, rest]) => {
                let Node::App(Op::Splice, [inside, end, behind]) = arena.node(rest) else {
                    return None;
                };
                let Node::App(Op::Fill, [value, ..]) = arena.node(inside) else {
                    return None;
                };
                let end = Some(end);
                found.push(Access { address, end });
                work.extend([before, behind, value, address]);
                work.extend(end);
                continue;
            }
            Node::App(Op::Fill | Op::Shift | Op::Ieee, _) => return None,
            _ => {}
        }
        work.extend(arena.args(e));
    }
    Some(found)
}

/// By location, the variables whose values matter: some path from there reads them before it writes
/// them, for a condition, an address, the watched variable, or a value that matters. What is only
/// computed from itself, like memory that is written in a loop and never read, does not.
fn live(arena: &Arena, cfa: &Cfa, watched: VarId) -> Vec<Vec<bool>> {
    let mut live = vec![vec![false; cfa.vars.len()]; cfa.locations.len()];
    let reads: Vec<Vec<Reads>> = cfa
        .edges
        .iter()
        .map(|edge| edge.stmts.iter().map(|s| Reads::of(arena, s)).collect())
        .collect();
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for (edge, reads) in cfa.edges.iter().zip(&reads).rev() {
            let mut now = live.get(index(edge.to.0)).cloned().unwrap_or_default();
            for (stmt, reads) in edge.stmts.iter().zip(reads).rev() {
                step(&mut now, (stmt, reads), watched);
            }
            let Some(before) = live.get_mut(index(edge.from.0)) else {
                continue;
            };
            for (slot, new) in before.iter_mut().zip(now) {
                changed |= new && !*slot;
                *slot |= new;
            }
        }
    }
    live
}

/// From the variables that matter behind a statement to those in front of it. Whether what it
/// writes matters.
fn step(now: &mut [bool], (stmt, reads): (&Stmt, &Reads), watched: VarId) -> bool {
    let matters = match stmt.kind {
        StmtKind::Assume(_) => true,
        StmtKind::Assign { var, .. } | StmtKind::Havoc { var } => {
            let slot = now.get_mut(index(var.0));
            slot.is_some_and(std::mem::take) || var == watched
        }
    };
    let values = reads.values.iter().filter(|_| matters);
    for var in values.chain(&reads.addresses) {
        now.get_mut(*var).into_iter().for_each(|slot| *slot = true);
    }
    matters
}

/// The inputs, by edge and statement, whose values do not matter.
fn idle(arena: &Arena, cfa: &Cfa, live: &[Vec<bool>], watched: VarId) -> HashSet<(u32, usize)> {
    let mut found = HashSet::new();
    for (id, edge) in (0u32..).zip(&cfa.edges) {
        let mut now = live.get(index(edge.to.0)).cloned().unwrap_or_default();
        for (place, stmt) in edge.stmts.iter().enumerate().rev() {
            let matters = step(&mut now, (stmt, &Reads::of(arena, stmt)), watched);
            if !matters && matches!(stmt.kind, StmtKind::Havoc { .. }) {
                found.insert((id, place));
            }
        }
    }
    found
}

/// The variables that a statement reads.
struct Reads {
    /// For its value.
    values: Vec<usize>,
    /// To know which memory it accesses: an execution must not leave its objects, whatever becomes
    /// of the value.
    addresses: Vec<usize>,
}

impl Reads {
    fn of(arena: &Arena, stmt: &Stmt) -> Reads {
        let (StmtKind::Assign { value: root, .. } | StmtKind::Assume(root)) = stmt.kind else {
            return Reads {
                values: Vec::new(),
                addresses: Vec::new(),
            };
        };
        let values = read(arena, vec![root]);
        let accessed = accesses(arena, root).map(|all| {
            let ends = all.iter().flat_map(|own| [Some(own.address), own.end]);
            read(arena, ends.flatten().collect())
        });
        // Other ranges are not followed: `is_inside`.
        let addresses = accessed.unwrap_or_else(|| values.clone());
        Reads { values, addresses }
    }
}

/// The variables in expressions.
fn read(arena: &Arena, mut work: Vec<Expr>) -> Vec<usize> {
    let (mut seen, mut out) = (HashSet::new(), Vec::new());
    while let Some(e) = work.pop() {
        if seen.insert(e) {
            if let Node::Var(var, _) | Node::MapVar(var, _) = arena.node(e) {
                out.push(index(var.0));
            }
            work.extend(arena.args(e));
        }
    }
    out
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

//! Whether an execution of the automaton shows an execution of the program.
//!
//! It does if no assumption on its path depends on a value that the front end gave up on: whatever
//! the program has there instead, the same inputs lead along the same path. If the automaton says
//! which bytes change where a memory becomes unknown, the others are what they were.

use super::elsewhere::misplaced;
use super::evaluate::{Code, Evaluator, Read, Write};
use super::extents::{change, Change};
use super::outside::Outside;
use super::overlaid::Overlaid;
use super::slice::{Graph, Passed};
use super::state::State;
use super::{addresses_in, index, ExecuteError, Step, Trace, Value};
use crate::cells::holds_states;
use proofmark_frontend::approximation::Approximation;
use proofmark_frontend::Program;
use proofmark_logic::arena::VarId;
use proofmark_logic::cfa::{Pos, Scope, Stmt, StmtKind, VarSort};
use std::collections::BTreeMap;
use std::ops::Range;

/// What an execution rests on that need not be so in the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Imprecision {
    /// What was given up on.
    pub what: Approximation,
    /// The condition that depends on it.
    pub at: Pos,
}

/// What a value depends on that was given up on.
type Origin = Option<Approximation>;

/// Where the value of a variable comes from.
#[derive(Clone)]
enum Source {
    Integer(Origin),
    Memory(Contents),
}

/// Where the elements of a memory come from.
#[derive(Clone, Default)]
struct Contents {
    /// Elements that were written one by one, after the changes below.
    elements: BTreeMap<i128, Origin>,
    /// Elements that became unknown while others did not, and what determined those that did not
    /// become unknown; the last one that touches an element counts.
    changes: Vec<(Change, Approximation, Origin)>,
    /// All others, unless they are as the run found them.
    rest: Option<Origin>,
}

impl Contents {
    /// All elements come from the same.
    fn all(why: Origin) -> Contents {
        Contents {
            rest: Some(why),
            ..Contents::default()
        }
    }

    /// Elements get values that come from there.
    fn write(&mut self, addresses: Range<i128>, source: Origin) {
        match Change::determining(&addresses) {
            Some(range) => self.change(range, Approximation::LargeObject, source),
            None => {
                self.elements.insert(addresses.start, source);
            }
        }
    }

    /// Elements become copies of those of another memory, or this one, so far behind them. `rest`
    /// is where those come from of which nothing is known by itself.
    fn copy(&mut self, to: Range<i128>, (from, distance): (&Contents, i128), rest: Origin) {
        let source = to.start.saturating_add(distance)..to.end.saturating_add(distance);
        let own = from.elements.range(source.clone());
        let own: Vec<(i128, Origin)> = own
            .map(|(address, why)| (address.saturating_sub(distance), *why))
            .collect();
        // What two ranges share is not worked out.
        let mut changes = from.changes.iter().rev();
        let touching = changes.find(|(change, ..)| change.meets(&source));
        let others = match touching {
            Some((change, _, fill)) if change.covers(&source) => *fill,
            Some((_, why, _)) => Some(*why),
            None => from.rest.unwrap_or(rest),
        };
        self.write(to, others);
        self.elements.extend(own);
    }

    fn change(&mut self, change: Change, why: Approximation, fill: Origin) {
        self.elements.retain(|address, _| !change.touches(*address));
        self.changes.push((change, why, fill));
    }
}

/// The first condition of an execution that depends on an approximation.
///
/// # Errors
/// A trace that is none of this program's.
pub fn imprecision(program: &Program, trace: &Trace) -> Result<Option<Imprecision>, ExecuteError> {
    let mut audit = Audit::new(program, trace)?;
    // The first statement gives objects what they hold at the start.
    let start = trace.steps.first().map(|step| step.pos);
    for step in &trace.steps {
        let edge = program
            .cfa
            .edges
            .get(index(step.edge.0))
            .ok_or(ExecuteError::Malformed)?;
        let stmt = edge.stmts.get(step.stmt).ok_or(ExecuteError::Malformed)?;
        audit.enter(step.depth)?;
        audit.meet(trace, step.visit)?;
        let code = Code::of(&program.arena, &stmt.kind);
        if let Some(what) = audit.leaves(&stmt.kind, &code, trace)? {
            return Ok(Some(Imprecision { what, at: stmt.pos }));
        }
        if Some(stmt.pos) != start && audit.changes_literal(&stmt.kind, &code)? {
            let what = Approximation::Literal;
            return Ok(Some(Imprecision { what, at: stmt.pos }));
        }
        if audit.contradicts(stmt, &code)? {
            let what = Approximation::Overlaid;
            return Ok(Some(Imprecision { what, at: stmt.pos }));
        }
        match stmt.kind {
            StmtKind::Assume(_) => match audit.origin(&code)? {
                Some(_) if audit.choosing.is_some() => {}
                Some(Approximation::Order) if audit.passes(step, stmt.pos, trace)? => {}
                Some(what) => return Ok(Some(Imprecision { what, at: stmt.pos })),
                None => {}
            },
            StmtKind::Havoc { .. } | StmtKind::Assign { .. } => audit.written(stmt, &code)?,
        }
        if let Some((var, written)) = &step.written {
            let value = audit.state.values.get_mut(index(var.0));
            written.apply(value.ok_or(ExecuteError::Malformed)?);
        }
    }
    audit.meet(trace, trace.path.len())?;
    if let Some(Choosing { at, .. }) = audit.choosing {
        let what = Approximation::Order;
        return Ok(Some(Imprecision { what, at }));
    }
    let misplaced = misplaced(program, trace, &audit.addresses)?;
    Ok(misplaced.map(|at| Imprecision {
        what: Approximation::Place,
        at,
    }))
}

struct Audit<'a> {
    program: &'a Program,
    evaluator: Evaluator,
    state: State,
    sources: Vec<Source>,
    /// The callers' variables, outermost first.
    callers: Vec<Vec<(VarId, Value, Source)>>,
    /// Addresses of the declared objects.
    addresses: Vec<i128>,
    /// A run from the program's start, where the program determines what its objects hold.
    from_start: bool,
    /// Some allocated memory has been cleared, which the automaton does not say.
    cleared: bool,
    outside: Outside,
    /// What bits hold that several members of a union show.
    overlaid: Option<Overlaid>,
    /// A choice of the library whose ways have not met again.
    choosing: Option<Choosing>,
    /// How many edges of the execution are known not to be where they meet.
    visits: usize,
}

/// What a library chooses: what the execution does until all ways meet shows nothing.
struct Choosing {
    passed: Passed,
    at: Pos,
}

/// What objects hold at the start that the program declares and does not define: with a library,
/// its C may define them, and says what they hold.
fn theirs(program: &Program, addresses: &[i128], sources: &mut [Source]) {
    let why = Some(Approximation::Model);
    for object in program.objects.iter().filter(|object| !object.defined) {
        let own = |name: &str| {
            let part = name.strip_prefix(object.name.as_str());
            part.is_some_and(|part| part.is_empty() || part.starts_with(['.', '[']))
        };
        for (var, source) in program.cfa.vars.iter().zip(sources.iter_mut()) {
            match source {
                Source::Integer(origin) if own(&var.name) => *origin = why,
                Source::Integer(_) => {}
                Source::Memory(contents) => {
                    let placed = program.cfa.objects.iter().zip(addresses);
                    for (placed, at) in placed.filter(|(placed, _)| placed.name == object.name) {
                        contents.write(*at..at + i128::from(placed.size), why);
                    }
                }
            }
        }
    }
}

impl<'a> Audit<'a> {
    fn new(program: &'a Program, trace: &Trace) -> Result<Audit<'a>, ExecuteError> {
        let vars = &program.cfa.vars;
        let mut state: Vec<Value> = vars.iter().map(|var| Value::zero(var.sort)).collect();
        for (var, value) in &trace.initial {
            *state.get_mut(index(var.0)).ok_or(ExecuteError::Malformed)? = value.clone();
        }
        let source = |sort| match sort {
            VarSort::Int(_) => Source::Integer(None),
            VarSort::Map(_) => Source::Memory(Contents::default()),
        };
        let addresses = addresses_in(program)?;
        let assumes = |kind: &str| program.cfa.ledger.iter().any(|entry| entry.kind == kind);
        let from_start = !assumes("harness");
        let mut sources: Vec<Source> = vars.iter().map(|var| source(var.sort)).collect();
        if from_start && assumes("library") {
            theirs(program, &addresses, &mut sources);
        }
        Ok(Audit {
            program,
            evaluator: Evaluator::new(addresses.clone()),
            state: State::new(state, None),
            sources,
            callers: Vec::new(),
            outside: Outside::new(program, &addresses),
            overlaid: Overlaid::of(program),
            addresses,
            from_start,
            cleared: false,
            choosing: None,
            visits: 0,
        })
    }

    /// Goes to the activation of the next step: variables of functions are local to theirs.
    fn enter(&mut self, depth: usize) -> Result<(), ExecuteError> {
        while self.callers.len() < depth {
            let vars = (0u32..)
                .map(VarId)
                .zip(&self.program.cfa.vars)
                .zip(&self.state.values)
                .zip(&self.sources);
            let locals = vars.filter(|(((_, decl), _), _)| decl.scope == Scope::Local);
            self.callers.push(
                locals
                    .map(|(((var, _), value), source)| (var, value.clone(), source.clone()))
                    .collect(),
            );
        }
        if let Some(own) = self.callers.drain(depth..).next() {
            for (var, value, source) in own {
                *self
                    .state
                    .values
                    .get_mut(index(var.0))
                    .ok_or(ExecuteError::Malformed)? = value;
                *self
                    .sources
                    .get_mut(index(var.0))
                    .ok_or(ExecuteError::Malformed)? = source;
            }
        }
        Ok(())
    }

    /// Whether a statement accesses memory of the program where no object can be, or divides by 0
    /// and its like: an execution of the program under its assumptions does not.
    fn leaves(
        &mut self,
        kind: &StmtKind,
        code: &Code,
        trace: &Trace,
    ) -> Result<Origin, ExecuteError> {
        let (written, reads): (Vec<i128>, Vec<Read>) = match *kind {
            StmtKind::Havoc { .. } => return Ok(None),
            StmtKind::Assign { var, .. }
                if matches!(self.program.cfa.sort_of(var), Ok(VarSort::Map(_))) =>
            {
                let (base, writes) = self.evaluator.writes(code, &self.state)?;
                let own = self.holds_objects(base);
                let written = writes.iter().filter(|_| own).map(|w| w.addresses.start);
                let written = written.collect();
                let parts = |w: Write| w.place.into_iter().chain(w.value);
                (written, writes.into_iter().flat_map(parts).collect())
            }
            StmtKind::Assign { .. } | StmtKind::Assume(_) => {
                (Vec::new(), self.evaluator.reads(code, &self.state)?)
            }
        };
        if let Some(what) = self.evaluator.undefined(code) {
            return Ok(Some(what));
        }
        let reads = reads.iter().filter(|read| self.holds_objects(read.var));
        let read: Vec<i128> = reads.filter_map(|read| read.address).collect();
        let mut accessed = written.into_iter().chain(read);
        Ok(accessed.find_map(|address| self.outside.strays(address, trace)))
    }

    /// Whether a condition finds in a union what cannot be there; what statements write is kept.
    fn contradicts(&mut self, stmt: &Stmt, code: &Code) -> Result<bool, ExecuteError> {
        let (state, evaluator) = (&self.state, &mut self.evaluator);
        let Some(overlaid) = &mut self.overlaid else {
            return Ok(false);
        };
        match stmt.kind {
            StmtKind::Assume(_) => {
                return overlaid.contradicts(&evaluator.reads(code, state)?, state);
            }
            StmtKind::Havoc { var } => overlaid.forget(var, stmt.pos),
            StmtKind::Assign { var, .. } => match self.program.cfa.sort_of(var) {
                Ok(VarSort::Map(_)) => {
                    let (base, writes) = evaluator.writes(code, state)?;
                    overlaid.write((var, base), &writes, state)?;
                }
                _ => overlaid.assign(var, &evaluator.reads(code, state)?, state)?,
            },
        }
        Ok(false)
    }

    /// Whether a statement changes a string literal.
    fn changes_literal(&mut self, kind: &StmtKind, code: &Code) -> Result<bool, ExecuteError> {
        let cfa = &self.program.cfa;
        let into_memory = match *kind {
            StmtKind::Assign { var, .. } => matches!(cfa.sort_of(var), Ok(VarSort::Map(_))),
            StmtKind::Havoc { .. } | StmtKind::Assume(_) => false,
        };
        let places: Vec<Range<i128>> = self.literals().collect();
        if !into_memory || places.is_empty() {
            return Ok(false);
        }
        let (base, writes) = self.evaluator.writes(code, &self.state)?;
        let own = self.holds_objects(base);
        let mut written = writes.iter().map(|write| write.addresses.start);
        Ok(own && written.any(|address| places.iter().any(|place| place.contains(&address))))
    }

    /// Whether a memory is the program's.
    fn holds_objects(&self, memory: VarId) -> bool {
        let decl = self.program.cfa.vars.get(index(memory.0));
        decl.is_some_and(|decl| !holds_states(&decl.name))
    }

    /// A statement writes a variable: where its value comes from.
    fn written(&mut self, stmt: &Stmt, code: &Code) -> Result<(), ExecuteError> {
        let (program, cfa) = (self.program, &self.program.cfa);
        let sort = |var| cfa.sort_of(var).map_err(|_| ExecuteError::Malformed);
        let (var, source) = match stmt.kind {
            StmtKind::Assume(_) => return Ok(()),
            StmtKind::Havoc { var } => {
                let sort = sort(var)?;
                self.cleared |= program.approximations.allocation(stmt, sort) == Some(true);
                let why = program.approximations.of(stmt, sort);
                let source = match sort {
                    VarSort::Int(_) => Source::Integer(why),
                    VarSort::Map(_) => Source::Memory(self.havocked(stmt, var, sort, why)?),
                };
                (var, source)
            }
            StmtKind::Assign { var, .. } => {
                let source = match sort(var)? {
                    VarSort::Int(_) => Source::Integer(self.origin(code)?),
                    VarSort::Map(_) => Source::Memory(self.contents(var, code)?),
                };
                (var, source)
            }
        };
        let slot = self.sources.get_mut(index(var.0));
        *slot.ok_or(ExecuteError::Malformed)? = source;
        Ok(())
    }

    /// Whether a condition is a choice of the library's, behind which all ways meet.
    fn passes(&mut self, step: &Step, at: Pos, trace: &Trace) -> Result<bool, ExecuteError> {
        let visit = trace.path.get(step.visit).ok_or(ExecuteError::Malformed)?;
        if step.stmt != 0 {
            return Ok(false);
        }
        let program = self.program;
        let mut graph = Graph::new(&program.arena, &program.cfa, &mut self.evaluator);
        let Some(passed) = graph.passed(program, visit.edge) else {
            return Ok(false);
        };
        self.visits = step.visit;
        self.choosing = Some(Choosing { passed, at });
        self.meet(trace, step.visit)?;
        Ok(true)
    }

    /// The execution comes to an edge of its path: where the ways of a choice meet, everything is
    /// unknown that one of them may write.
    fn meet(&mut self, trace: &Trace, visit: usize) -> Result<(), ExecuteError> {
        let Some(choosing) = self.choosing.take() else {
            return Ok(());
        };
        let passed = &choosing.passed;
        let visits = trace.path.get(self.visits..).unwrap_or_default();
        let mut visits = visits.iter().take(visit.saturating_sub(self.visits) + 1);
        let met = visits.any(|visit| passed.meets(self.program, visit.edge));
        self.visits = visit;
        if !met {
            self.choosing = Some(choosing);
            return Ok(());
        }
        let why = Some(Approximation::Order);
        for var in passed.writes.keys() {
            let source = self.sources.get_mut(index(var.0));
            let source = source.ok_or(ExecuteError::Malformed)?;
            *source = match source {
                Source::Integer(_) => Source::Integer(why),
                Source::Memory(_) => Source::Memory(Contents::all(why)),
            };
        }
        Ok(())
    }

    /// What the value of an expression comes from.
    fn origin(&mut self, code: &Code) -> Result<Origin, ExecuteError> {
        let reads = self.evaluator.reads(code, &self.state)?;
        Ok(self.first(&reads))
    }

    fn first(&self, reads: &[Read]) -> Origin {
        reads.iter().find_map(
            |read| match (self.sources.get(index(read.var.0)), read.address) {
                (Some(Source::Integer(why)), _) => *why,
                (Some(Source::Memory(contents)), Some(address)) => self.element(contents, address),
                _ => None,
            },
        )
    }

    fn element(&self, contents: &Contents, address: i128) -> Origin {
        if let (None, Some((change, why, fill))) = (
            contents.elements.get(&address),
            contents
                .changes
                .iter()
                .rev()
                .find(|(c, ..)| c.touches(address)),
        ) {
            return if change.determines(address) {
                *fill
            } else {
                Some(*why)
            };
        }
        match (contents.elements.get(&address), contents.rest) {
            (Some(why), _) => *why,
            (None, Some(why)) => why,
            (None, None) => self.untold(address),
        }
    }

    /// What an element depends on that the run finds: what the automaton does not initialise
    /// although C does.
    fn untold(&self, address: i128) -> Origin {
        let inside = match self.from_start {
            true => self.in_object(address),
            // Wherever a run starts, literals hold what they say.
            false => self.in_literal(address),
        };
        let cleared = self.from_start && self.cleared;
        let inside = inside.then_some(Approximation::LargeObject);
        inside.or(cleared.then_some(Approximation::Cleared))
    }

    fn in_object(&self, address: i128) -> bool {
        let objects = self.program.cfa.objects.iter().zip(&self.addresses);
        objects
            .into_iter()
            .any(|(object, start)| (*start..*start + i128::from(object.size)).contains(&address))
    }

    fn in_literal(&self, address: i128) -> bool {
        self.literals().any(|place| place.contains(&address))
    }

    /// Where the string literals are.
    fn literals(&self) -> impl Iterator<Item = Range<i128>> + '_ {
        let objects = self.program.cfa.objects.iter().zip(&self.addresses);
        let literals = objects.filter(|(object, _)| object.name.starts_with("string literal"));
        literals.map(|(object, start)| *start..*start + i128::from(object.size))
    }

    /// Where the elements of a memory come from after a havoc.
    fn havocked(
        &self,
        stmt: &Stmt,
        var: VarId,
        sort: VarSort,
        why: Origin,
    ) -> Result<Contents, ExecuteError> {
        let (approximations, extents) =
            (&self.program.approximations, self.program.extents.as_ref());
        let change = extents.and_then(|extents| {
            Some((
                extents,
                change(extents, approximations, stmt, var, sort, &self.state)?,
            ))
        });
        let (Some(what), Some((extents, change))) = (why, change) else {
            return Ok(Contents::all(why));
        };
        let origin = |ghost: VarId| match self.sources.get(index(ghost.0)) {
            Some(Source::Integer(origin)) => Ok(*origin),
            _ => Err(ExecuteError::Malformed),
        };
        // They may be other bytes that change.
        if let Some(place) = origin(extents.ghosts.from)?.or(origin(extents.ghosts.size)?) {
            return Ok(Contents::all(Some(place)));
        }
        let Some(Source::Memory(mut contents)) = self.sources.get(index(var.0)).cloned() else {
            return Err(ExecuteError::Malformed);
        };
        contents.change(change, what, origin(extents.ghosts.fill)?);
        Ok(contents)
    }

    /// Where the elements of a memory come from after an assignment.
    fn contents(&mut self, var: VarId, code: &Code) -> Result<Contents, ExecuteError> {
        let (base, writes) = self.evaluator.writes(code, &self.state)?;
        let mut origins = Vec::with_capacity(writes.len());
        for write in &writes {
            let original = match write.copied {
                Some((of, distance)) => {
                    let at = write.addresses.start.saturating_add(distance);
                    Some((self.all_of(of)?.clone(), distance, self.untold(at)))
                }
                None => None,
            };
            origins.push((self.first(&write.place), self.first(&write.value), original));
        }
        let source = self.sources.get_mut(index(base.0));
        let Some(Source::Memory(contents)) = source else {
            return Err(ExecuteError::Malformed);
        };
        let mut contents = match base == var {
            true => std::mem::take(contents),
            false => contents.clone(),
        };
        for (write, (place, value, original)) in writes.into_iter().zip(origins) {
            match (place, original) {
                (None, None) => contents.write(write.addresses, value),
                (None, Some((of, distance, rest))) => {
                    contents.copy(write.addresses, (&of, distance), rest);
                }
                // It may be another element that is written.
                (Some(why), _) => contents = Contents::all(Some(why)),
            }
        }
        Ok(contents)
    }

    /// Where the elements of a memory come from.
    fn all_of(&self, memory: VarId) -> Result<&Contents, ExecuteError> {
        match self.sources.get(index(memory.0)) {
            Some(Source::Memory(contents)) => Ok(contents),
            _ => Err(ExecuteError::Malformed),
        }
    }
}

//! An execution as its reader needs it: the lines of the source that it goes through, with C's
//! names for what they change, and only those that its end depends on if that is wanted.
//!
//! Every value is one of the execution: nothing is guessed, and what has no name in C is left out.

mod calls;
mod naming;

use crate::interpret::slice::{cell, slice, Activations, Slice, Walk};
use crate::interpret::{index, ExecuteError, Trace, Written};
use crate::names::Names;
use calls::{Calls, Frames};
use naming::{Naming, Place};
use proofmark_frontend::Program;
use proofmark_logic::arena::{Expr, Node, Op, VarId};
use proofmark_logic::cfa::{EdgeId, Pos, Stmt, StmtKind, VarSort};
use std::collections::BTreeSet;

/// How much of an execution is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// What the error depends on.
    Needed,
    /// All of it.
    Everything,
}

/// An execution.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Story {
    /// What the program does not determine itself, in the order in which it is asked for.
    pub inputs: Vec<Input>,
    /// What happens.
    pub lines: Vec<Line>,
    /// How many of the execution's steps are told, and how many there are.
    pub steps: (usize, usize),
}

/// A value that comes from outside.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Input {
    /// Where it is asked for; nowhere if it is there at the start.
    pub pos: Option<Pos>,
    /// What it is.
    pub value: Shown,
}

/// Something that has a name, and its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shown {
    /// C's name.
    pub name: String,
    /// The value as C writes it.
    pub text: String,
    /// The value.
    pub number: i128,
    /// Whether it is written here; otherwise it is read.
    pub written: bool,
}

/// A line of the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The line.
    pub pos: Pos,
    /// The function that it is in.
    pub function: String,
    /// How many calls lie around it.
    pub depth: usize,
    /// The step of the execution that it begins with.
    pub step: usize,
    /// What happens there.
    pub kind: Kind,
    /// The values that matter.
    pub values: Vec<Shown>,
}

/// What a line is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A statement of the program.
    Statement,
    /// A call of this function; what happens in it follows.
    Call(String),
    /// What an observer does, or asks: its title.
    Observer(String),
}

/// Most values of a line.
const VALUES_MAX: usize = 6;

/// Tells an execution that ends in the error.
///
/// # Errors
/// A trace that is none of this program's.
pub fn tell(
    program: &Program,
    names: &Names,
    trace: &Trace,
    extent: Extent,
) -> Result<Story, ExecuteError> {
    let mut slice = slice(program, trace)?;
    tell_the_end(program, trace, &mut slice);
    let activations = Activations::of(program, trace);
    let mut teller = Teller {
        program,
        trace,
        slice,
        extent,
        naming: Naming::new(program, names, Walk::new(program, trace)?)?,
        calls: Calls::new(program, names, trace, &activations),
        activations: &activations,
        story: Story::default(),
        open: Frames::default(),
        merged: BTreeSet::new(),
        asked: BTreeSet::new(),
    };
    for step in 0..trace.steps.len() {
        teller.step(step)?;
    }
    Ok(teller.finish())
}

/// Where every run fails, the last step says at least where; and what an observer rejects, it
/// rejects at the end.
fn tell_the_end(program: &Program, trace: &Trace, slice: &mut Slice) {
    let specified = |at: usize| {
        let step = trace.steps.get(at);
        step.is_some_and(|step| program.sources.is_specification(step.pos))
    };
    let end = trace.steps.len().saturating_sub(1);
    let told = slice.needed.iter().rposition(|needed| *needed);
    if told.is_none_or(|told| specified(end) && !specified(told)) {
        slice
            .needed
            .last_mut()
            .into_iter()
            .for_each(|last| *last = true);
    }
}

struct Teller<'a> {
    program: &'a Program,
    trace: &'a Trace,
    slice: Slice,
    extent: Extent,
    naming: Naming<'a>,
    calls: Calls<'a>,
    activations: &'a Activations,
    story: Story,
    /// The calls around the last line.
    open: Frames,
    /// The statements that the last line stands for.
    merged: BTreeSet<(EdgeId, usize)>,
    /// What was listed as an input at the start.
    asked: BTreeSet<(VarId, Option<i128>)>,
}

impl Teller<'_> {
    fn step(&mut self, number: usize) -> Result<(), ExecuteError> {
        let Some(step) = self.trace.steps.get(number) else {
            return Ok(());
        };
        let edge = self.program.cfa.edges.get(index(step.edge.0));
        let stmt = edge.and_then(|edge| edge.stmts.get(step.stmt));
        let stmt = *stmt.ok_or(ExecuteError::Malformed)?;
        self.naming.come_to(number, (stmt.frame, stmt.pos))?;
        let needed = self.slice.needed.get(number) == Some(&true);
        let told = needed || self.extent == Extent::Everything;
        if told {
            self.story.steps.0 += 1;
            let values = self.values(number, &stmt)?;
            self.input(number, &stmt, &values, needed);
            self.line(number, &stmt, values);
        }
        self.naming.pass(number, &stmt)
    }

    /// The values that a step writes; of a condition, those that it asks for.
    fn values(&mut self, number: usize, stmt: &Stmt) -> Result<Vec<Shown>, ExecuteError> {
        let mut out = Vec::new();
        match stmt.kind {
            StmtKind::Assume(condition) => {
                for read in self.readable(condition) {
                    out.extend(self.read(number, read)?);
                }
            }
            StmtKind::Havoc { var } => {
                out.extend(self.written(number, var, None));
            }
            StmtKind::Assign { var, value } => match self.program.cfa.sort_of(var) {
                Ok(VarSort::Int(_)) => {
                    // What is read at the start has to be known as an input.
                    for read in self.readable(value) {
                        self.read(number, read)?;
                    }
                    out.extend(self.written(number, var, Some(value)));
                }
                Ok(VarSort::Map(_)) => out = self.elements(number, value)?,
                Err(_) => return Err(ExecuteError::Malformed),
            },
        }
        Ok(out)
    }

    /// The variables and elements of memories that an expression speaks of, but not those that
    /// only say which elements.
    fn readable(&self, e: Expr) -> Vec<Expr> {
        let arena = &self.program.arena;
        let (mut out, mut work) = (Vec::new(), vec![e]);
        while let Some(e) = work.pop() {
            match arena.node(e) {
                Node::Var(..) | Node::App(Op::Sel, _) if !out.contains(&e) => out.push(e),
                Node::App(Op::Sel, _) => {}
                Node::App(..) => work.extend(arena.args(e)),
                Node::Lit(_)
                | Node::Type(_)
                | Node::Var(..)
                | Node::MapVar(..)
                | Node::Addr { .. } => {}
            }
        }
        out.reverse();
        out
    }

    /// A variable or an element of a memory, and its value; an input if nothing has written it.
    fn read(&mut self, number: usize, e: Expr) -> Result<Option<Shown>, ExecuteError> {
        let value = self.naming.value(e)?;
        let Some(place) = self.naming.name(e) else {
            return Ok(None);
        };
        let shown = self.shown(place, value, false);
        if let Some((var, address)) = self.cell(e)? {
            let visit = self.trace.steps.get(number).map_or(0, |step| step.visit);
            let activation = self.activations.of_visit(visit);
            let cell = cell(&self.program.cfa, var, address, activation);
            if self.slice.initial.contains(&cell) && self.asked.insert((var, address)) {
                let value = shown.clone();
                self.story.inputs.push(Input { pos: None, value });
            }
        }
        Ok(Some(shown))
    }

    fn cell(&mut self, e: Expr) -> Result<Option<(VarId, Option<i128>)>, ExecuteError> {
        let arena = &self.program.arena;
        Ok(match arena.node(e) {
            Node::Var(var, _) => Some((var, None)),
            Node::App(Op::Sel, [memory, address, _]) => match arena.node(memory) {
                Node::MapVar(var, _) => Some((var, Some(self.naming.value(address)?))),
                _ => None,
            },
            _ => None,
        })
    }

    /// An integer variable that gets a value.
    fn written(&mut self, number: usize, var: VarId, from: Option<Expr>) -> Option<Shown> {
        let value = match self.trace.steps.get(number)?.written.as_ref()? {
            (_, Written::Int(value)) => *value,
            (_, Written::Memory(_) | Written::Elements(_)) => return None,
        };
        let place = self.naming.variable(var).or_else(|| {
            // A value that the program asks for where it stands.
            let step = self.trace.steps.get(number)?;
            from.is_none().then(|| self.naming.asked(step.pos))?
        })?;
        Some(self.shown(place, value, true))
    }

    /// Elements of a memory that get values.
    fn elements(&mut self, number: usize, mut value: Expr) -> Result<Vec<Shown>, ExecuteError> {
        let (arena, mut out) = (&self.program.arena, Vec::new());
        loop {
            if let Some((outside, ..)) = arena.as_patch(value) {
                value = outside;
                continue;
            }
            let Node::App(Op::Upd, [memory, address, element]) = arena.node(value) else {
                break;
            };
            let (at, now) = (self.naming.value(address)?, self.naming.value(element)?);
            let needed = self.slice.elements.contains(&(number, at));
            if needed || self.extent == Extent::Everything {
                let place = self.naming.place(memory, address);
                out.extend(place.map(|place| self.shown(place, now, true)));
            }
            value = memory;
        }
        out.reverse();
        Ok(out)
    }

    fn shown(&mut self, place: Place, number: i128, written: bool) -> Shown {
        let text = self.naming.text(place.shape, number);
        Shown {
            name: place.name,
            text,
            number,
            written,
        }
    }

    /// Lists what comes from outside.
    fn input(&mut self, number: usize, stmt: &Stmt, values: &[Shown], needed: bool) {
        let StmtKind::Havoc { var } = stmt.kind else {
            return;
        };
        let sort = self.program.cfa.sort_of(var);
        let given_up = sort.map_or(true, |sort| {
            self.program.approximations.of(stmt, sort).is_some()
        });
        if given_up || !needed && self.extent != Extent::Everything {
            return;
        }
        let Some(value) = values.first() else {
            return;
        };
        let mut value = value.clone();
        if let Some(place) = self.naming.asked(stmt.pos) {
            value.name = place.name;
        }
        let allocates = sort.map(|sort| self.program.approximations.allocation(stmt, sort));
        if let (Ok(Some(_)), true) = (allocates, value.text.parse::<i128>().is_ok()) {
            value.text = match value.number {
                0 => "NULL".to_owned(),
                address => format!("{address:#x}"),
            };
        }
        let pos = self.trace.steps.get(number).map(|step| step.pos);
        self.story.inputs.push(Input { pos, value });
    }

    /// Adds a step to the last line, or begins a new one.
    fn line(&mut self, number: usize, stmt: &Stmt, values: Vec<Shown>) {
        let Some(step) = self.trace.steps.get(number) else {
            return;
        };
        let frames = self.calls.around(step.visit, stmt.frame);
        self.enter(&frames, number);
        // Arguments stand where the call does.
        if let Some(site) = frames.passes(stmt.pos) {
            let call = self.story.lines.last_mut().filter(|last| last.is_at(site));
            if let (Some(call), None) = (call, frames.observer()) {
                call.add(values);
            }
            self.open = frames;
            return;
        }
        let specified = self.program.sources.is_specification(stmt.pos);
        let observer = frames.observer().or(specified.then_some(""));
        let observer = observer.map(str::to_owned);
        let again = self.merged.contains(&(step.edge, step.stmt));
        let same = |line: &&mut Line| {
            line.is_at(stmt.pos)
                && line.kind.is_here(observer.as_deref())
                && line.depth == frames.depth()
                && line.function == frames.function()
        };
        // What observers do in between belongs to the same statement.
        let mut lines = self.story.lines.iter_mut().rev();
        let skipped = |line: &Line| observer.is_none() && matches!(line.kind, Kind::Observer(_));
        let last = lines.find(|line| !skipped(line));
        match last.filter(|line| !again && same(line)) {
            Some(last) => last.add(values),
            None => {
                let mut line = Line {
                    pos: stmt.pos,
                    function: frames.function().to_owned(),
                    depth: frames.depth(),
                    step: number,
                    kind: observer.map_or(Kind::Statement, Kind::Observer),
                    values: Vec::new(),
                };
                line.add(values);
                // Executions may be long, and most lines have one value.
                if let Some(whole) = self.story.lines.last_mut() {
                    whole.values.shrink_to_fit();
                }
                self.story.lines.push(line);
                self.merged.clear();
            }
        }
        self.merged.insert((step.edge, step.stmt));
        self.open = frames;
    }

    /// Shows the calls that lead from the last line to here.
    fn enter(&mut self, frames: &Frames, number: usize) {
        for entered in frames.entered_since(&self.open) {
            let kind = match entered.observer {
                true => Kind::Statement,
                false => Kind::Call(entered.function.clone()),
            };
            let last = self.story.lines.last_mut();
            let caller = entered.caller();
            match last.filter(|last| last.is_at(entered.site) && last.function == caller) {
                // The rule about an observed call shows the call itself.
                Some(last) if last.kind == Kind::Statement => {
                    if !entered.observer {
                        last.kind = kind;
                    }
                }
                Some(_) if entered.observer => {}
                Some(_) | None => {
                    self.story.lines.push(Line {
                        pos: entered.site,
                        function: caller.to_owned(),
                        depth: entered.depth,
                        step: number,
                        kind,
                        values: Vec::new(),
                    });
                    self.merged.clear();
                }
            }
        }
    }

    /// A line that only asks for what the line before it returns says nothing new.
    fn forget_returns(&mut self) {
        let lines = std::mem::take(&mut self.story.lines);
        let count = lines.len();
        for (number, line) in lines.into_iter().enumerate() {
            let last = self.story.lines.last();
            let known = last.is_some_and(|last| {
                let returned = |value: &Shown| {
                    let own = value.name == format!("{}()", last.function);
                    own && last.values.iter().any(|known| known.number == value.number)
                };
                last.depth > line.depth
                    && line.kind == Kind::Statement
                    && !line.values.is_empty()
                    && line.values.iter().all(returned)
            });
            if !known || number + 1 == count {
                self.story.lines.push(line);
            }
        }
    }

    fn finish(mut self) -> Story {
        self.story.inputs.sort_by_key(|input| input.pos.is_some());
        self.story.steps.1 = self.trace.steps.len();
        let silent = |line: &Line| matches!(line.kind, Kind::Observer(_)) && line.values.is_empty();
        let last = self.story.lines.pop();
        self.story.lines.retain(|line| !silent(line));
        self.story.lines.extend(last);
        self.story.lines.iter_mut().for_each(Line::forget_results);
        self.forget_returns();
        self.story
    }
}

impl Line {
    fn is_at(&self, pos: Pos) -> bool {
        (self.pos.file, self.pos.line) == (pos.file, pos.line)
    }

    /// What a call yields need not be said where it is said what gets that.
    fn forget_results(&mut self) {
        let written: Vec<(String, i128)> = self
            .values
            .iter()
            .filter(|value| value.written && !value.name.ends_with("()"))
            .map(|value| (value.name.clone(), value.number))
            .collect();
        self.values.retain(|value| {
            !value.name.ends_with("()") || written.iter().all(|known| known.1 != value.number)
        });
    }

    /// Adds values; of a name that is there the last one counts.
    fn add(&mut self, values: Vec<Shown>) {
        for value in values {
            let room = self.values.len() < VALUES_MAX;
            match self
                .values
                .iter_mut()
                .find(|known| known.name == value.name)
            {
                Some(known) => {
                    let written = known.written || value.written;
                    *known = Shown { written, ..value };
                }
                None if room => self.values.push(value),
                None => {}
            }
        }
    }
}

impl Kind {
    /// Whether a step of an observer, or of the program, may be added.
    fn is_here(&self, observer: Option<&str>) -> bool {
        match self {
            Kind::Statement | Kind::Call(_) => observer.is_none(),
            Kind::Observer(title) => observer == Some(title.as_str()),
        }
    }
}

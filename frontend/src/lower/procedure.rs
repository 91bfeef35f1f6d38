//! Functions whose calls are not inlined become procedures of the automaton (docs/decisions/0008).
//!
//! *Recursive* ones must: lowering inlines calls until it meets a function that is being inlined
//! already. That function is then a procedure, and lowering starts again; so every cycle of calls
//! goes through a procedure. *Large* ones may: while the automaton has more edges than is worth
//! inlining, the function whose copies take most of them becomes a procedure, and lowering starts
//! again. Everything else stays inlined.
//!
//! Arguments and results travel through global variables. Variables of functions, inlined or not,
//! are local to an activation. A local object of a recursive function whose address is taken has a
//! new address in each activation; nothing is known of it but that the object fits there. Other
//! functions have one activation at a time, and their objects stay where they are, as those of
//! inlined calls do.

use super::call::Argument;
use super::place::{Spot, Storage};
use super::{Action, Lowerer, Origin, Result, Subject, EDGES_MAX};
use crate::diagnostic::ErrorKind;
use crate::flatten::Body;
use crate::ir::Function;
use crate::types::Type;
use proofmark_logic::arena::{Expr as Term, VarId};
use proofmark_logic::cfa::{FrameId, LocId, Scope, StmtKind, VarSort};
use proofmark_logic::cfa::{ProcId, Procedure};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

/// A function, and whether an observer calls it: what observers call is not observed.
pub(super) type Key = (u32, bool);

/// Edges that a call of a procedure takes, or a few more: smaller functions stay inlined.
const CALL_EDGES: usize = 8;

/// An automaton that turns out too large is lowered this far in any case, to see what makes it
/// large.
const EDGES_SEEN: usize = 100_000;

/// Which functions are procedures.
#[derive(Clone)]
pub(super) struct Choice {
    /// They call themselves, directly or through others.
    recursive: BTreeSet<Key>,
    /// Their copies would be too large.
    large: BTreeSet<Key>,
    /// How many edges are worth inlining; none if nothing more can be saved.
    limit: Option<usize>,
}

impl Choice {
    /// No procedures yet.
    pub(super) fn new(inline_limit: usize) -> Choice {
        Choice {
            recursive: BTreeSet::new(),
            large: BTreeSet::new(),
            limit: Some(inline_limit),
        }
    }
    /// Lowering fails beyond this many edges.
    pub(super) fn edges_max(&self) -> usize {
        self.limit.map_or(EDGES_MAX, |limit| {
            limit.saturating_mul(2).clamp(EDGES_SEEN, EDGES_MAX)
        })
    }
}

/// How often each function was inlined, and how many edges these copies have, with those of the
/// calls in them.
type Inlined = BTreeMap<Key, (usize, usize)>;

/// The procedures of an automaton.
pub(super) struct Procedures {
    pub(super) choice: Choice,
    callees: BTreeMap<Key, Callee>,
    bodies_to_lower: VecDeque<Key>,
    /// The procedure that is lowered: its objects belong to activations.
    pub(super) activation: Option<ProcId>,
    /// Why lowering failed: this function calls itself and is no procedure yet.
    recursion: Option<Key>,
    inlined: Inlined,
}

impl Procedures {
    pub(super) fn new(choice: Choice) -> Procedures {
        Procedures {
            choice,
            callees: BTreeMap::new(),
            bodies_to_lower: VecDeque::new(),
            activation: None,
            recursion: None,
            inlined: Inlined::default(),
        }
    }
}

/// How to call a procedure.
#[derive(Clone)]
pub(super) struct Callee {
    id: ProcId,
    frame: FrameId,
    /// Where arguments are passed, by parameter.
    arguments: Vec<Rc<Storage>>,
    /// Where the result is passed.
    result: Option<Rc<Storage>>,
}

impl<'p> Lowerer<'p> {
    /// Whether calls of this function are not inlined.
    pub(super) fn is_procedure(&self, f: u32) -> bool {
        let key = (f, self.observing);
        self.procedures.choice.recursive.contains(&key)
            || self.procedures.choice.large.contains(&key)
    }

    /// Counts a copy of a function that was inlined when there were so many edges. A procedure is
    /// not told its variable arguments, so these functions stay inlined.
    pub(super) fn count_inlined(&mut self, f: u32, edges: usize) {
        if self
            .program
            .function(f)
            .is_some_and(|function| function.ty.variadic)
        {
            return;
        }
        let (copies, size) = self
            .procedures
            .inlined
            .entry((f, self.observing))
            .or_default();
        *copies += 1;
        *size += self.out.size().saturating_sub(edges);
    }

    /// A better choice of procedures, if this one made lowering fail or is too dear.
    pub(super) fn revise(&self) -> Option<Choice> {
        let mut choice = self.procedures.choice.clone();
        if let Some(key) = self
            .procedures
            .recursion
            .or_else(|| self.hidden_recursion())
        {
            return choice.recursive.insert(key).then_some(choice);
        }
        if self.out.size() <= choice.limit? {
            return None;
        }
        // What all copies but one take, less the calls; of equal functions the first.
        let saved = |&(copies, size): &(usize, usize)| {
            (size - size / copies.max(1)).saturating_sub(copies * CALL_EDGES)
        };
        let best = self
            .procedures
            .inlined
            .iter()
            .rev()
            .max_by_key(|(_, cost)| saved(cost))
            .filter(|(_, cost)| saved(cost) > 0);
        match best {
            Some((key, _)) => choice.large.insert(*key).then_some(choice),
            // Lowering goes on as far as it can.
            None if self.out.size() > choice.edges_max() => Some(Choice {
                limit: None,
                ..choice
            }),
            None => None,
        }
    }

    /// A large procedure that calls itself, directly or through others: lowering met no function
    /// while it was being inlined.
    fn hidden_recursion(&self) -> Option<Key> {
        if self.procedures.choice.large.is_empty() {
            return None;
        }
        let ids: BTreeMap<ProcId, Key> = self
            .procedures
            .callees
            .iter()
            .map(|(key, callee)| (callee.id, *key))
            .collect();
        let frames: BTreeMap<FrameId, ProcId> = self
            .procedures
            .callees
            .values()
            .map(|callee| (callee.frame, callee.id))
            .collect();
        // Frames have their callers, up to the procedure's own.
        let procedure_of = |mut frame: FrameId| loop {
            if let Some(id) = frames.get(&frame) {
                return Some(*id);
            }
            frame = self.out.cfa.frames.get(frame.0 as usize)?.caller?;
        };
        let mut calls: BTreeMap<ProcId, BTreeSet<ProcId>> = BTreeMap::new();
        for edge in &self.out.edges {
            let from = self
                .out
                .cfa
                .locations
                .get(edge.from.0 as usize)
                .and_then(|location| procedure_of(location.frame));
            if let (Some(from), Some(to)) = (from, edge.call) {
                calls.entry(from).or_default().insert(to);
            }
        }
        ids.into_iter()
            .filter(|(_, key)| !self.procedures.choice.recursive.contains(key))
            .find_map(|(id, key)| {
                let mut seen = BTreeSet::new();
                let mut work = vec![id];
                while let Some(callees) = work.pop().map(|id| calls.get(&id)) {
                    work.extend(
                        callees
                            .into_iter()
                            .flatten()
                            .filter(|callee| seen.insert(**callee)),
                    );
                }
                seen.contains(&id).then_some(key)
            })
    }

    /// Calls a procedure: passes the arguments, and takes the result before another call overwrites
    /// it.
    pub(super) fn call_procedure(&mut self, f: u32, values: Vec<Argument>) -> Result<Option<Spot>> {
        let program = self.program;
        let (Some(function), Some(body)) = (program.function(f), self.definition(f)) else {
            return Ok(None);
        };
        let pos = self.out.pos;
        let callee = self.callee(f, function, body);
        for ((value, storage), local) in values.into_iter().zip(&callee.arguments).zip(&body.locals)
        {
            let spot = self.variable_spot(storage, &local.ty.ty);
            self.bind_parameter(&spot, value)?;
        }
        let (from, to) = (self.out.new_loc(pos), self.out.new_loc(pos));
        self.out.flow_to(from);
        self.out.call(from, to, callee.id);
        self.out.at = to;
        let Some(passed) = &callee.result else {
            return Ok(None);
        };
        let passed = self.variable_spot(passed, &function.ty.result);
        let result = self.unknown_record(&function.ty.result)?;
        self.copy(&result, &passed)?;
        Ok(Some(result))
    }

    /// The procedure of a function. At its first call it is declared, and its body is left for
    /// later.
    fn callee(&mut self, f: u32, function: &'p Function, body: &'p Body) -> Callee {
        let key = (f, self.observing);
        if let Some(known) = self.procedures.callees.get(&key) {
            return known.clone();
        }
        let name = &function.name;
        if self.procedures.choice.recursive.contains(&key) {
            self.note(
                "recursion",
                name,
                "Recursive: the stack suffices for all its activations.",
            );
        }
        let parameters = body
            .locals
            .iter()
            .take(body.params)
            .map(|p| (format!("{name}::argument.{}", p.name), &p.ty.ty));
        let arguments: Vec<Rc<Storage>> = parameters
            .map(|(name, ty)| self.shared(|this| this.storage(name, ty, false, Origin::Program)))
            .collect();
        for (index, storage) in arguments.iter().enumerate() {
            self.describe(storage, Subject::Argument(f, index));
        }
        let result = match &function.ty.result {
            Type::Void => None,
            ty => Some(self.shared(|this| {
                this.storage(format!("{name}::result"), ty, false, Origin::Program)
            })),
        };
        if let Some(storage) = &result {
            self.describe(storage, Subject::Result(f));
        }
        let shown = self.program.observed.functions.get(&f).unwrap_or(name);
        let frame = self.out.new_frame(shown, None, function.pos);
        let inside = std::mem::replace(&mut self.out.frame, frame);
        let (entry, exit) = (self.out.new_loc(function.pos), self.out.new_loc(body.end));
        self.out.frame = inside;
        let id = ProcId(u32::try_from(self.out.cfa.procedures.len()).unwrap_or(u32::MAX));
        self.out.cfa.procedures.push(Procedure {
            entry,
            exit,
            ghosts: Vec::new(),
        });
        let callee = Callee {
            id,
            frame,
            arguments,
            result,
        };
        self.procedures.callees.insert(key, callee.clone());
        self.procedures.bodies_to_lower.push_back(key);
        callee
    }

    /// Lowers the bodies of all procedures that are called.
    pub(super) fn procedures(&mut self) -> Result<()> {
        while let Some(key) = self.procedures.bodies_to_lower.pop_front() {
            let program = self.program;
            let function = program.function(key.0);
            let (Some(callee), Some((function, body))) = (
                self.procedures.callees.get(&key).cloned(),
                function.and_then(|f| Some((f, self.definition(key.0)?))),
            ) else {
                continue;
            };
            let Some(&Procedure { entry, exit, .. }) =
                self.out.cfa.procedures.get(callee.id.0 as usize)
            else {
                continue;
            };
            self.observing = key.1;
            self.out.frame = callee.frame;
            self.procedures.activation = self
                .procedures
                .choice
                .recursive
                .contains(&key)
                .then_some(callee.id);
            self.procedure_body(key.0, function, body, &callee, (entry, exit))?;
            self.procedures.activation = None;
        }
        self.observing = false;
        Ok(())
    }

    fn procedure_body(
        &mut self,
        f: u32,
        function: &'p Function,
        body: &'p Body,
        callee: &Callee,
        (entry, exit): (LocId, LocId),
    ) -> Result<()> {
        let declared = self.out.cfa.vars.len();
        self.out.pos = function.pos;
        let start = self.out.new_loc(function.pos);
        let end = self.out.new_loc(body.end);
        self.out.at = start;
        self.enter_instance(Some(f), body, format!("{}::", function.name), end);
        for (index, (passed, local)) in callee.arguments.iter().zip(&body.locals).enumerate() {
            let storage = self.local(u32::try_from(index).unwrap_or(u32::MAX))?;
            let (to, from) = (
                self.variable_spot(&storage, &local.ty.ty),
                self.variable_spot(passed, &local.ty.ty),
            );
            self.copy(&to, &from)?;
        }
        self.body(body)?;
        let result = self.instances.last().and_then(|i| i.result.clone());
        self.leave_instance()?;
        if let (Some(passed), Some(result)) = (&callee.result, result) {
            let ty = &function.ty.result;
            let (to, from) = (
                self.variable_spot(passed, ty),
                self.variable_spot(&result, ty),
            );
            self.copy(&to, &from)?;
        }
        self.out.flow_to(exit);
        self.havoc_locals(declared, (entry, start));
        Ok(())
    }

    /// An activation starts with any values of its variables. Those that it may read before it
    /// writes them get them explicitly: executions are easier to replay, and simplification removes
    /// the rest.
    fn havoc_locals(&mut self, declared: usize, (entry, start): (LocId, LocId)) {
        let locals = self
            .out
            .cfa
            .vars
            .iter()
            .enumerate()
            .skip(declared)
            .filter(|(_, var)| var.scope == Scope::Local);
        let havoc = |(n, _)| {
            let var = VarId(u32::try_from(n).ok()?);
            Some(self.out.step(Action::Do(StmtKind::Havoc { var })))
        };
        let steps = locals.filter_map(havoc).collect();
        self.out.edge(entry, start, steps);
    }

    /// The address of an activation's object: any at which the object fits.
    pub(super) fn activation_address(&mut self, name: &str, size: u64) -> Term {
        let machine = self.program.types.address();
        let var = self
            .out
            .declare(format!("&{name}"), VarSort::Int(machine), Origin::Program);
        let address = self.arena.var(var, machine);
        self.unknowns
            .approximations
            .insert_allocation(self.out.pos, false);
        self.havoc(var);
        let (one, last) = (
            self.arena.lit(1),
            self.arena.lit(machine.max() - i128::from(size)),
        );
        let (positive, fits) = (self.arena.le(one, address), self.arena.le(address, last));
        self.out.assume(positive);
        self.out.assume(fits);
        address
    }

    /// Notes that a function calls itself, if it does: lowering starts again with a procedure for
    /// it.
    pub(super) fn refuse_recursion(&mut self, f: u32) -> Result<()> {
        let key = (f, self.observing);
        if self
            .instances
            .iter()
            .any(|i| (i.function, i.observing) == (Some(f), self.observing))
        {
            self.procedures.recursion = Some(key);
            return Err(self.fail(ErrorKind::Internal, "a recursive call cannot be inlined"));
        }
        if self.instances.len() >= CALL_DEPTH_MAX {
            return Err(self.fail(
                ErrorKind::Limit,
                format!("calls are nested deeper than {CALL_DEPTH_MAX}"),
            ));
        }
        Ok(())
    }
}

/// Depth of inlined calls. Every level of C nesting takes stack; real drivers stay below 100.
const CALL_DEPTH_MAX: usize = 1000;

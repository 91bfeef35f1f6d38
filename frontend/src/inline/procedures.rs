//! Functions whose calls are not inlined become procedures of the automaton (docs/decisions/0008).
//!
//! *Recursive* ones must: calls are inlined until one is of a function that is being copied
//! already. That function is then a procedure: its copy is given up, the call that the copy was
//! made for is one of the procedure, and copying starts again when it has met all of them. So
//! every cycle of calls goes through a procedure. Calls that would be nested too deep are of
//! procedures, too. *Large* functions may be procedures: while the automaton has more edges than
//! is worth inlining, the function whose copies take most of them becomes one, and copying starts
//! again. Everything else stays inlined.
//!
//! Arguments and results travel through global variables. Variables of functions, inlined or not,
//! are local to an activation. A local object of a recursive function whose address is taken has a
//! new address in each activation; nothing is known of it but that the object fits there. Other
//! functions have one activation at a time, and their objects stay where they are, as those of
//! inlined calls do.

use super::copy::Copy;
use super::{Inliner, Result, EDGES_MAX};
use crate::translate::{Action, Call, Key, Room, Routine, Side};
use proofmark_logic::arena::VarId;
use proofmark_logic::cfa::{FrameId, LedgerEntry, LocId, ProcId, Procedure, Scope, StmtKind};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

/// A function, and whether an observer calls it: what observers call is not observed.
pub(super) type Called = (u32, Side);

/// Why a function has to be a procedure.
pub(super) enum Why {
    /// It calls itself, directly or through others.
    Recursive,
    /// Calls would be nested too deep.
    Deep,
}

/// Edges that a call of a procedure takes, or a few more: smaller functions stay inlined.
const CALL_EDGES: usize = 8;

/// An automaton that turns out too large is made this far in any case, to see what makes it
/// large.
const EDGES_SEEN: usize = 100_000;

/// Which functions are procedures.
#[derive(Clone)]
pub(super) struct Choice {
    /// They call themselves, directly or through others.
    recursive: BTreeSet<Called>,
    /// Their copies would be too large.
    large: BTreeSet<Called>,
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
    /// Copying fails beyond this many edges.
    pub(super) fn edges_max(&self) -> usize {
        self.limit.map_or(EDGES_MAX, |limit| {
            limit.saturating_mul(2).clamp(EDGES_SEEN, EDGES_MAX)
        })
    }
}

/// How often each function was inlined, and how many edges these copies have, with those of the
/// calls in them.
type Inlined = BTreeMap<Called, (usize, usize)>;

/// The procedures of an automaton.
pub(super) struct Procedures {
    pub(super) choice: Choice,
    callees: BTreeMap<Called, Callee>,
    bodies_to_copy: VecDeque<Called>,
    /// Which procedures each procedure calls.
    calls: BTreeMap<ProcId, BTreeSet<ProcId>>,
    /// The procedure whose body is copied.
    current: Option<ProcId>,
    /// This function turned out to call itself: the copy of it that is under construction is given
    /// up.
    pub(super) recursion: Option<Called>,
    /// Functions became procedures while others were copied: copying starts again.
    revised: bool,
    inlined: Inlined,
}

impl Procedures {
    pub(super) fn new(choice: Choice) -> Procedures {
        Procedures {
            choice,
            callees: BTreeMap::new(),
            bodies_to_copy: VecDeque::new(),
            calls: BTreeMap::new(),
            current: None,
            recursion: None,
            revised: false,
            inlined: Inlined::default(),
        }
    }

    /// What is assumed of those that call themselves.
    pub(super) fn recursions(&self) -> BTreeSet<LedgerEntry> {
        let callees = self.callees.iter();
        let recursive = callees.filter(|(key, _)| self.choice.recursive.contains(key));
        let entry = |(_, callee): (&Called, &Callee)| LedgerEntry {
            kind: "recursion".to_owned(),
            subject: callee.routine.name.clone(),
            detail: "Recursive: the stack suffices for all its activations.".to_owned(),
        };
        recursive.map(entry).collect()
    }
}

/// How to call a procedure.
#[derive(Clone)]
struct Callee {
    id: ProcId,
    frame: FrameId,
    routine: Rc<Routine>,
}

impl Inliner<'_, '_> {
    /// Whether calls of this function are not inlined.
    pub(super) fn is_procedure(&self, called: Key) -> bool {
        let key = called.called();
        self.procedures.choice.recursive.contains(&key)
            || self.procedures.choice.large.contains(&key)
    }

    /// Counts a copy of a function that began when there were so many edges. A procedure is not
    /// told its variable arguments, so the others are not asked about.
    pub(super) fn count_copy(&mut self, key: Called, edges: usize) {
        let (copies, size) = self.procedures.inlined.entry(key).or_default();
        *copies += 1;
        *size += self.out.size().saturating_sub(edges);
    }

    /// A better choice of procedures, if with this one copying failed or is too dear.
    pub(super) fn revise(&self) -> Option<Choice> {
        let mut choice = self.procedures.choice.clone();
        let hidden = self.hidden_recursions();
        if self.procedures.revised || !hidden.is_empty() {
            choice.recursive.extend(hidden);
            return Some(choice);
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
            // Copying goes on as far as it can.
            None if self.out.size() > choice.edges_max() => Some(Choice {
                limit: None,
                ..choice
            }),
            None => None,
        }
    }

    /// From here on, calls of a function that calls itself, or to which calls are nested too deep,
    /// are those of a procedure.
    pub(super) fn make_procedure(&mut self, key: Called, why: Why) {
        let choice = &mut self.procedures.choice;
        _ = match why {
            Why::Recursive => choice.recursive.insert(key),
            Why::Deep => choice.large.insert(key),
        };
        self.procedures.revised = true;
    }

    /// Large procedures that call themselves, directly or through others: copying met no function
    /// while it was being inlined.
    fn hidden_recursions(&self) -> Vec<Called> {
        let Procedures { callees, calls, .. } = &self.procedures;
        let ids = callees.iter().map(|(key, callee)| (callee.id, *key));
        let ids: BTreeMap<ProcId, Called> = ids.collect();
        ids.into_iter()
            .filter(|(_, key)| !self.procedures.choice.recursive.contains(key))
            .filter_map(|(id, key)| {
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
            .collect()
    }

    /// Calls a procedure: passes the arguments, and takes the result before another call overwrites
    /// it.
    pub(super) fn call_procedure(&mut self, copy: &mut Copy, call: &Call) -> Result<()> {
        let pos = self.out.pos;
        let callee = self.callee(copy, call.callee)?;
        self.replay(copy, &call.arguments)?;
        self.out.pos = pos;
        let (from, to) = (self.out.new_loc(pos), self.out.new_loc(pos));
        self.out.flow_to(from);
        self.out.call(from, to, callee.id);
        if let Some(caller) = self.procedures.current {
            let calls = self.procedures.calls.entry(caller).or_default();
            calls.insert(callee.id);
        }
        self.out.at = to;
        self.replay(copy, &call.result)
    }

    /// The procedure of a function. At its first call it is declared, and its body is left for
    /// later.
    fn callee(&mut self, copy: &mut Copy, called: Key) -> Result<Callee> {
        let key = called.called();
        if let Some(known) = self.procedures.callees.get(&key) {
            return Ok(known.clone());
        }
        let recursive = self.procedures.choice.recursive.contains(&key);
        let room = match recursive {
            true => Room::PerActivation,
            false => Room::Fixed,
        };
        let routine = self.translator.routine(Key { room, ..called })?;
        self.declare_shared(copy, routine.passing);
        let frame = self.out.new_frame(&routine.shown, None, routine.start);
        let inside = std::mem::replace(&mut self.out.frame, frame);
        let (entry, exit) = (
            self.out.new_loc(routine.start),
            self.out.new_loc(routine.end),
        );
        self.out.frame = inside;
        let id = ProcId(u32::try_from(self.out.cfa.procedures.len()).unwrap_or(u32::MAX));
        self.out.cfa.procedures.push(Procedure {
            entry,
            exit,
            ghosts: Vec::new(),
        });
        let callee = Callee { id, frame, routine };
        self.procedures.callees.insert(key, callee.clone());
        self.procedures.bodies_to_copy.push_back(key);
        Ok(callee)
    }

    /// Copies the bodies of all procedures that are called.
    pub(super) fn procedures(&mut self) -> Result<()> {
        while let Some(key) = self.procedures.bodies_to_copy.pop_front() {
            let callee = self.procedures.callees.get(&key).cloned();
            if let Some(callee) = callee {
                self.active.push(key);
                self.procedure_body(&callee)?;
                self.active.pop();
            }
        }
        Ok(())
    }

    fn procedure_body(&mut self, callee: &Callee) -> Result<()> {
        let Some(&Procedure { entry, exit, .. }) =
            self.out.cfa.procedures.get(callee.id.0 as usize)
        else {
            return Ok(());
        };
        self.procedures.current = Some(callee.id);
        let routine = &callee.routine;
        let declared = self.out.cfa.vars.len();
        self.out.frame = callee.frame;
        self.out.prefix = format!("{}::", routine.name);
        let start = self.out.new_loc(routine.start);
        let end = self.out.new_loc(routine.end);
        self.out.at = start;
        let mut copy = Copy::new(&routine.locations, end, self.out.cfa.error);
        self.replay(&mut copy, &routine.enter)?;
        self.replay(&mut copy, &routine.arrive)?;
        self.replay(&mut copy, &routine.body)?;
        self.out.flow_to(end);
        self.replay(&mut copy, &routine.depart)?;
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
}

//! Calls of procedures in the abstraction (docs/decisions/0008).
//!
//! A call is two arcs: *enter*, from the call to the procedure's entry, and *return*, from the call
//! to where it goes on. The image of a return is that of the caller's region together with the
//! region of the procedure's exit, where ghosts stand for what the caller's globals are at the
//! call, and each global that the procedure may write has a new value. That instance of an exit's
//! predicate is a predicate of its own, which no location tracks.

use super::precision::PredId;
use proofmark_logic::arena::{Arena, VarId};
use proofmark_logic::cfa::ProcId;
use proofmark_logic::cfa::{Cfa, EdgeId, LocId, Scope};
use proofmark_logic::vc::Effect;
use std::collections::HashMap;

/// The calls of a program. Arcs have the numbers of edges: the return of a call has its edge's,
/// enters come behind all edges.
#[derive(Default)]
pub struct Calls {
    /// Call edges, in order.
    calls: Vec<EdgeId>,
    edges: usize,
    /// Globals that each procedure may write.
    pub(super) written: Vec<Vec<VarId>>,
    /// The procedure that a location is the exit of, and the one that it is the entry of.
    pub(super) exits: HashMap<LocId, ProcId>,
    entries: HashMap<LocId, ProcId>,
    pub(super) instances: HashMap<(ProcId, PredId), Instance>,
}

/// What a predicate of an exit says after a return.
#[derive(Clone, Copy)]
pub(super) enum Instance {
    Constant(bool),
    Predicate(PredId, bool),
    /// Nothing that the abstraction can express.
    Unknown,
}

impl Calls {
    /// The calls of a program.
    pub fn new(cfa: &Cfa) -> Calls {
        let ids = || (0..).map(ProcId).zip(&cfa.procedures);
        let edges = (0..).map(EdgeId).zip(&cfa.edges);
        Calls {
            calls: edges
                .filter(|(_, e)| e.call.is_some())
                .map(|(id, _)| id)
                .collect(),
            edges: cfa.edges.len(),
            written: ids().map(|(id, _)| cfa.written_globals(id)).collect(),
            exits: ids().map(|(id, p)| (p.exit, id)).collect(),
            entries: ids().map(|(id, p)| (p.entry, id)).collect(),
            instances: HashMap::new(),
        }
    }

    /// How many arcs there are.
    pub fn arcs(&self) -> usize {
        self.edges + self.calls.len()
    }

    /// The arc that enters the procedure which an edge calls.
    pub fn enter(&self, call: EdgeId) -> Option<EdgeId> {
        let position = self.calls.binary_search(&call).ok()?;
        u32::try_from(self.edges + position).ok().map(EdgeId)
    }

    /// The edge of an arc, and whether the arc enters the procedure that the edge calls.
    pub fn edge_of(&self, arc: EdgeId) -> (EdgeId, bool) {
        match (arc.0 as usize)
            .checked_sub(self.edges)
            .and_then(|i| self.calls.get(i))
        {
            Some(&call) => (call, true),
            None => (arc, false),
        }
    }

    /// Whether an arc enters a procedure or returns from it.
    pub fn is_call(&self, cfa: &Cfa, arc: EdgeId) -> bool {
        cfa.edges[self.edge_of(arc).0 .0 as usize].call.is_some()
    }

    /// Where an arc starts and ends.
    pub fn ends(&self, cfa: &Cfa, arc: EdgeId) -> (LocId, LocId) {
        let (edge, enters) = self.edge_of(arc);
        let edge = &cfa.edges[edge.0 as usize];
        match edge.call.filter(|_| enters) {
            Some(callee) => (edge.from, cfa.procedures[callee.0 as usize].entry),
            None => (edge.from, edge.to),
        }
    }

    /// The call edges of a procedure whose exit this is.
    pub fn returns_from<'a>(
        &'a self,
        cfa: &'a Cfa,
        exit: LocId,
    ) -> impl Iterator<Item = EdgeId> + 'a {
        let callee = self.exits.get(&exit).copied();
        self.calls
            .iter()
            .copied()
            .filter(move |call| callee.is_some() && cfa.edges[call.0 as usize].call == callee)
    }

    /// The effect of an arc. That of a return lacks the postcondition, which the region stands for.
    pub fn effect(
        &self,
        arena: &mut Arena,
        cfa: &Cfa,
        arc: EdgeId,
        effect: &mut Effect,
        limit: usize,
    ) {
        let (id, enters) = self.edge_of(arc);
        let edge = &cfa.edges[id.0 as usize];
        let Some(callee) = edge.call else {
            // The limit is far above what one block can build; a block that exceeds it ends the run
            // through the arena check of the engine.
            let _ = effect.run(arena, cfa, edge, limit);
            return;
        };
        let procedure = &cfa.procedures[callee.0 as usize];
        if enters {
            *effect = Effect::default();
            for &(ghost, global) in &procedure.ghosts {
                effect.sigma.bind(ghost, cfa.read(arena, global));
            }
        } else {
            let _ = effect.call(
                arena,
                cfa,
                (procedure, &self.written[callee.0 as usize]),
                Arena::TRUE,
                limit,
            );
            effect.hypotheses.clear();
        }
    }

    /// Whether an invariant of a location may mention these variables.
    pub fn in_scope(&self, cfa: &Cfa, location: LocId, variables: &[VarId]) -> bool {
        let Some(procedure) = self
            .exits
            .get(&location)
            .or_else(|| self.entries.get(&location))
        else {
            return true;
        };
        let ghosts = &cfa.procedures[procedure.0 as usize].ghosts;
        variables.iter().all(|v| {
            let global = cfa
                .vars
                .get(v.0 as usize)
                .is_some_and(|decl| decl.scope == Scope::Global);
            global || ghosts.iter().any(|(ghost, _)| ghost == v)
        })
    }
}

/// The exit whose region takes part in a return.
pub fn exit_of(cfa: &Cfa, calls: &Calls, arc: EdgeId) -> Option<LocId> {
    let (edge, enters) = calls.edge_of(arc);
    let callee = cfa.edges[edge.0 as usize].call.filter(|_| !enters)?;
    Some(cfa.procedures[callee.0 as usize].exit)
}

/// Where runs may go next from each location: into the called procedure before what follows the
/// call.
pub fn successors(cfa: &Cfa) -> Vec<Vec<LocId>> {
    let mut out = vec![Vec::new(); cfa.locations.len()];
    for edge in &cfa.edges {
        out[edge.from.0 as usize].push(edge.to);
        if let Some(procedure) = edge.call.map(|callee| &cfa.procedures[callee.0 as usize]) {
            out[edge.from.0 as usize].push(procedure.entry);
            out[procedure.exit.0 as usize].push(edge.to);
        }
    }
    out
}

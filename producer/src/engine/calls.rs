//! Calls of procedures in the abstraction (docs/decisions/0008).
//!
//! A call is two arcs: *enter*, from the call to the procedure's entry, and *return*, from the call
//! to where it goes on. The image of a return is that of the caller's region together with the
//! region of the procedure's exit, where ghosts stand for what the caller's globals are at the
//! call, and each global that the procedure may write has a new value. That instance of an exit's
//! predicate is a predicate of its own, which no location tracks.

use super::abstraction::Abstraction;
use super::atoms::Literal;
use super::bdd::{Bdd, Level, Manager};
use super::precision::PredId;
use proofmark_logic::arena::{Arena, VarId};
use proofmark_logic::cfa::{Cfa, EdgeId, LocId, Scope};
use proofmark_logic::procedure::ProcId;
use proofmark_logic::vc::Effect;
use std::collections::{BTreeMap, HashMap};

/// The calls of a program. Arcs have the numbers of edges: the return of a call has its edge's,
/// enters come behind all edges.
#[derive(Default)]
pub struct Calls {
    /// Call edges, in order.
    calls: Vec<EdgeId>,
    edges: usize,
    /// Globals that each procedure may write.
    written: Vec<Vec<VarId>>,
    /// The procedure that a location is the exit of, and the one that it is the entry of.
    exits: HashMap<LocId, ProcId>,
    entries: HashMap<LocId, ProcId>,
    instances: HashMap<(ProcId, PredId), Instance>,
}

/// What a predicate of an exit says after a return.
#[derive(Clone, Copy)]
enum Instance {
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

impl Abstraction<'_> {
    /// The predicates that are the instances of the exit's, sorted; empty unless the arc is a
    /// return.
    pub fn instances(&mut self, arena: &mut Arena, arc: EdgeId) -> Vec<PredId> {
        let Some(exit) = exit_of(self.cfa, &self.calls, arc) else {
            return Vec::new();
        };
        let tracked: Vec<PredId> = self.precision.at[exit.0 as usize].iter().copied().collect();
        let mut out = Vec::new();
        for p in tracked {
            if let Instance::Predicate(q, _) = self.instance(arena, exit, p) {
                out.push(q);
            }
        }
        out.sort_unstable();
        out.dedup();
        out
    }

    fn instance(&mut self, arena: &mut Arena, exit: LocId, p: PredId) -> Instance {
        let Some(&callee) = self.calls.exits.get(&exit) else {
            return Instance::Unknown;
        };
        if let Some(&known) = self.calls.instances.get(&(callee, p)) {
            return known;
        }
        let procedure = &self.cfa.procedures[callee.0 as usize];
        let mut effect = Effect::default();
        let atom = self.precision.atom(p);
        let written = &self.calls.written[callee.0 as usize];
        let done = effect.call(
            arena,
            self.cfa,
            (procedure, written),
            atom,
            super::abstraction::ARENA_MAX,
        );
        let literal = match (done, effect.hypotheses.first()) {
            (Ok(()), Some(&formula)) => self.canon.literal(arena, formula),
            _ => Literal::Opaque(atom),
        };
        let instance = match literal {
            Literal::Constant(value) => Instance::Constant(value),
            Literal::Atom { atom, positive } => {
                Instance::Predicate(self.precision.predicate(arena, atom), positive)
            }
            Literal::Opaque(_) => Instance::Unknown,
        };
        self.calls.instances.insert((callee, p), instance);
        instance
    }

    /// The instance of an exit's region after a return.
    pub fn instance_of_region(&mut self, arena: &mut Arena, exit: LocId, region: Bdd) -> Bdd {
        let mut map = BTreeMap::new();
        let mut unknown = Vec::new();
        for level in self.bdds.support(region) {
            match self.instance(arena, exit, level / 2) {
                Instance::Constant(value) => {
                    map.insert(level, if value { Bdd::TRUE } else { Bdd::FALSE });
                }
                Instance::Predicate(p, positive) => {
                    map.insert(level, self.bdds.literal(2 * p, positive));
                }
                Instance::Unknown => unknown.push(level),
            }
        }
        let region = self.bdds.exists(region, &unknown);
        replace(&mut self.bdds, region, &map)
    }

    /// One valuation of the exit's predicates, as a region, whose instance is compatible with
    /// `states`, and the caller's states that go with it.
    pub fn split_return(
        &mut self,
        arena: &mut Arena,
        arc: EdgeId,
        exit_region: Bdd,
        states: Bdd,
    ) -> (Bdd, Bdd) {
        let Some(exit) = exit_of(self.cfa, &self.calls, arc) else {
            return (Bdd::TRUE, states);
        };
        let instances: Vec<Level> = self
            .instances(arena, arc)
            .into_iter()
            .map(|p| 2 * p)
            .collect();
        let instance = self.instance_of_region(arena, exit, exit_region);
        let both = self.bdds.and(states, instance);
        let levels = self.bdds.support(both);
        let Some(values) = self.bdds.some_assignment(both, &levels) else {
            return (exit_region, self.without_instances(arc, states, &instances));
        };
        // All predicates get a value, also where the region leaves them open: only then does the
        // callee's path lead to states that go with the caller's.
        let mut returned = exit_region;
        let tracked: Vec<PredId> = self.precision.at[exit.0 as usize].iter().copied().collect();
        for p in tracked {
            let value = match self.instance(arena, exit, p) {
                Instance::Constant(value) => value,
                Instance::Predicate(q, positive) => {
                    levels.binary_search(&(2 * q)).is_ok_and(|i| values[i]) == positive
                }
                Instance::Unknown => continue,
            };
            let literal = self.bdds.literal(2 * p, value);
            returned = self.bdds.and(returned, literal);
        }
        let instance = self.instance_of_region(arena, exit, returned);
        let both = self.bdds.and(states, instance);
        (returned, self.without_instances(arc, both, &instances))
    }

    /// Only predicates of the caller; an instance that the caller tracks itself is one.
    fn without_instances(&mut self, arc: EdgeId, states: Bdd, instances: &[Level]) -> Bdd {
        let (from, _) = self.calls.ends(self.cfa, arc);
        let own = &self.precision.at[from.0 as usize];
        let foreign: Vec<Level> = instances
            .iter()
            .copied()
            .filter(|l| !own.contains(&(l / 2)))
            .collect();
        self.bdds.exists(states, &foreign)
    }
}

/// `f` with functions in place of variables.
fn replace(bdds: &mut Manager, f: Bdd, map: &BTreeMap<Level, Bdd>) -> Bdd {
    fn go(
        bdds: &mut Manager,
        f: Bdd,
        map: &BTreeMap<Level, Bdd>,
        memo: &mut HashMap<Bdd, Bdd>,
    ) -> Bdd {
        let Some((level, low, high)) = bdds.branch(f) else {
            return f;
        };
        if let Some(&known) = memo.get(&f) {
            return known;
        }
        let (low, high) = (go(bdds, low, map, memo), go(bdds, high, map, memo));
        let condition = map
            .get(&level)
            .copied()
            .unwrap_or_else(|| bdds.literal(level, true));
        let (then, other) = (bdds.and(condition, high), bdds.without(low, condition));
        let result = bdds.or(then, other);
        memo.insert(f, result);
        result
    }
    go(bdds, f, map, &mut HashMap::new())
}

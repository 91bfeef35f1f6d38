//! A fresh arena and dense numbers for what is left.

use crate::renaming::{copied, renamed, Renaming};
use proofmark_logic::arena::{Arena, Expr, Node, VarId};
use proofmark_logic::cfa::{Cfa, FrameId, LocId, ProcId, Scope, StmtKind};
use std::collections::HashMap;

/// Old number to new number, in order of the old ones.
struct Renumbering {
    map: Vec<Option<u32>>,
}

impl Renumbering {
    fn new(used: &[bool]) -> Renumbering {
        let mut next = 0;
        let number = |used: &bool| {
            used.then(|| {
                next += 1;
                next - 1
            })
        };
        Renumbering {
            map: used.iter().map(number).collect(),
        }
    }
    fn of(&self, old: u32) -> u32 {
        self.map
            .get(old as usize)
            .copied()
            .flatten()
            .unwrap_or(u32::MAX)
    }
    fn keep<T>(&self, items: Vec<T>) -> Vec<T> {
        items
            .into_iter()
            .zip(&self.map)
            .filter(|(_, new)| new.is_some())
            .map(|(item, _)| item)
            .collect()
    }
}

fn mark(flags: &mut [bool], index: u32) {
    if let Some(flag) = flags.get_mut(index as usize) {
        *flag = true;
    }
}

pub(super) fn rebuild(arena: &Arena, mut cfa: Cfa) -> (Arena, Cfa) {
    let procedures = called(&cfa);
    let (locations, frames) = used_locations(&cfa, &procedures);
    let (vars, objects) = used_names(arena, &cfa);
    let mut copier = Copier {
        old: arena,
        new: Arena::new(),
        known: HashMap::new(),
        vars: &vars,
        objects: &objects,
    };
    for edge in &mut cfa.edges {
        edge.from = LocId(locations.of(edge.from.0));
        edge.to = LocId(locations.of(edge.to.0));
        edge.call = edge.call.map(|id| ProcId(procedures.of(id.0)));
        for stmt in &mut edge.stmts {
            stmt.kind = renamed(stmt.kind, &mut copier);
            stmt.frame = FrameId(frames.of(stmt.frame.0));
        }
    }
    let fresh = copier.new;
    cfa.entry = LocId(locations.of(cfa.entry.0));
    cfa.error = LocId(locations.of(cfa.error.0));
    cfa.procedures = procedures.keep(cfa.procedures);
    for procedure in &mut cfa.procedures {
        procedure.entry = LocId(locations.of(procedure.entry.0));
        procedure.exit = LocId(locations.of(procedure.exit.0));
    }
    cfa.locations = locations.keep(cfa.locations);
    for location in &mut cfa.locations {
        location.frame = FrameId(frames.of(location.frame.0));
    }
    for frame in &mut cfa.frames {
        frame.caller = frame.caller.map(|c| FrameId(frames.of(c.0)));
    }
    cfa.frames = frames.keep(cfa.frames);
    cfa.vars = vars.keep(cfa.vars);
    if cfa.procedures.is_empty() {
        cfa.vars
            .iter_mut()
            .for_each(|var| var.scope = Scope::Global);
    }
    cfa.objects = objects.keep(cfa.objects);
    (fresh, cfa)
}

/// Procedures that some edge calls.
fn called(cfa: &Cfa) -> Renumbering {
    let mut used = vec![false; cfa.procedures.len()];
    cfa.edges
        .iter()
        .filter_map(|e| e.call)
        .for_each(|id| mark(&mut used, id.0));
    Renumbering::new(&used)
}

/// Locations with edges, the ends of the program and of its procedures, and the frames that they
/// and statements need.
fn used_locations(cfa: &Cfa, procedures: &Renumbering) -> (Renumbering, Renumbering) {
    let mut used = vec![false; cfa.locations.len()];
    mark(&mut used, cfa.entry.0);
    mark(&mut used, cfa.error.0);
    for (procedure, _) in cfa
        .procedures
        .iter()
        .zip(&procedures.map)
        .filter(|(_, number)| number.is_some())
    {
        mark(&mut used, procedure.entry.0);
        mark(&mut used, procedure.exit.0);
    }
    for edge in &cfa.edges {
        mark(&mut used, edge.from.0);
        mark(&mut used, edge.to.0);
    }
    let mut frames = vec![false; cfa.frames.len()];
    for stmt in cfa.edges.iter().flat_map(|edge| &edge.stmts) {
        mark(&mut frames, stmt.frame.0);
    }
    for (location, _) in cfa.locations.iter().zip(&used).filter(|(_, used)| **used) {
        mark(&mut frames, location.frame.0);
    }
    // Callers have smaller numbers than the frames they call.
    for index in (0..cfa.frames.len()).rev() {
        if let (Some(true), Some(Some(caller))) =
            (frames.get(index), cfa.frames.get(index).map(|f| f.caller))
        {
            mark(&mut frames, caller.0);
        }
    }
    (Renumbering::new(&used), Renumbering::new(&frames))
}

/// Variables and objects that statements mention.
fn used_names(arena: &Arena, cfa: &Cfa) -> (Renumbering, Renumbering) {
    let (mut vars, mut objects) = (vec![false; cfa.vars.len()], vec![false; cfa.objects.len()]);
    let mut seen = vec![false; arena.len()];
    let mut work = Vec::new();
    for stmt in cfa.edges.iter().flat_map(|e| &e.stmts) {
        match stmt.kind {
            StmtKind::Assign { var, value } => {
                mark(&mut vars, var.0);
                work.push(value);
            }
            StmtKind::Havoc { var } => mark(&mut vars, var.0),
            StmtKind::Assume(p) => work.push(p),
        }
        while let Some(e) = work.pop() {
            match seen.get_mut(e.index()) {
                Some(seen) if !*seen => *seen = true,
                _ => continue,
            }
            match arena.node(e) {
                Node::Var(v, _) | Node::MapVar(v, _) => mark(&mut vars, v.0),
                Node::Addr { object, .. } => mark(&mut objects, object),
                _ => work.extend(arena.args(e)),
            }
        }
    }
    (Renumbering::new(&vars), Renumbering::new(&objects))
}

/// Copies expressions into a fresh arena under new numbers.
struct Copier<'a> {
    old: &'a Arena,
    new: Arena,
    known: HashMap<Expr, Expr>,
    vars: &'a Renumbering,
    objects: &'a Renumbering,
}

impl Renaming for Copier<'_> {
    fn var(&mut self, var: VarId) -> VarId {
        VarId(self.vars.of(var.0))
    }

    fn term(&mut self, root: Expr) -> Expr {
        let (vars, objects) = (self.vars, self.objects);
        let leaf = |node: Node| match node {
            Node::Var(v, ty) => Node::Var(VarId(vars.of(v.0)), ty),
            Node::MapVar(v, ty) => Node::MapVar(VarId(vars.of(v.0)), ty),
            Node::Addr { object, size, bits } => Node::Addr {
                object: objects.of(object),
                size,
                bits,
            },
            Node::Lit(_) | Node::Type(_) | Node::App(..) => node,
        };
        copied((self.old, &mut self.new), &mut self.known, &leaf, root)
    }
}

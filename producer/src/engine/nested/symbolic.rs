//! Symbolic execution of a path, forward and with a stack of activations.

use super::express::{distance, without_wraps};
use super::{steps, Activation, Name, NestedPath, Step};
use crate::engine::abstraction::{Abstraction, ARENA_MAX};
use crate::engine::refine::{literal, MemoryChange, MemoryHavoc, PathFormula};
use proofmark_frontend::{Approximations, Extents, Ghosts};
use proofmark_logic::arena::{Arena, Expr, Node, Op, VarId};
use proofmark_logic::cfa::{Cfa, EdgeId, Scope, Stmt, StmtKind, VarSort};
use proofmark_logic::substitution::Substitution;
use proofmark_logic::types::IntType;
use proofmark_replay::holds_states;
use proofmark_replay::interpret::filled;
use std::collections::{BTreeSet, HashMap};

/// Runs a path on symbolic values. With `known`, memories that become unknown keep what the program
/// does not change.
pub fn path_formula(
    arena: &mut Arena,
    abstraction: &mut Abstraction<'_>,
    path: &[EdgeId],
    known: Option<(Option<&Extents>, &Approximations)>,
) -> (PathFormula, NestedPath) {
    let cfa = abstraction.cfa;
    let steps = steps(cfa, path);
    let mut run = Symbolic {
        cfa,
        known,
        sigma: Substitution::default(),
        fresh: 0,
        open: Vec::new(),
    };
    let mut formula = PathFormula::default();
    let mut nested = NestedPath {
        steps,
        ..NestedPath::default()
    };
    for (position, &step) in nested.steps.iter().enumerate() {
        nested
            .inside
            .push(run.open.last().map(|(activation, _)| *activation));
        nested.overwritten.push(Vec::new());
        match step {
            Step::Edge(id) => {
                nested.locations.push(cfa.edges[id.0 as usize].from);
                for stmt in &cfa.edges[id.0 as usize].stmts {
                    if let StmtKind::Assign { var, .. } | StmtKind::Havoc { var } = stmt.kind {
                        let old = run.constant(arena, var);
                        nested.overwritten[position].push((var, old));
                    }
                    if let Some(fact) = run.statement(arena, abstraction, stmt, &mut formula) {
                        formula.facts.push((position, fact));
                    }
                }
                // The last one first.
                nested.overwritten[position].reverse();
            }
            Step::Enter(id) => {
                nested.locations.push(cfa.edges[id.0 as usize].from);
                let activation = run.enter(arena, abstraction, id);
                run.open.push((
                    nested.activations.len(),
                    activation.locals.iter().map(|(v, e)| (*v, *e)).collect(),
                ));
                nested.activations.push(activation);
            }
            Step::Return(id) => {
                let exit = cfa.edges[id.0 as usize]
                    .call
                    .map_or(cfa.entry, |callee| cfa.procedures[callee.0 as usize].exit);
                nested.locations.push(exit);
                run.leave(arena, abstraction, &mut nested.activations);
            }
        }
    }
    let bound = run.sigma.bindings().keys();
    nested.constants = bound
        .filter_map(|&var| Some((var, run.constant(arena, var)?)))
        .collect();
    (formula, nested)
}

/// The assumptions of a path from a position on, with the positions of their steps. Nothing is
/// known of the state there: activations that began before it hold any values.
pub fn suffix_facts(
    arena: &mut Arena,
    abstraction: &mut Abstraction<'_>,
    path: &NestedPath,
    from: usize,
) -> Vec<(usize, Expr)> {
    let cfa = abstraction.cfa;
    let mut run = Symbolic {
        cfa,
        known: None,
        sigma: Substitution::default(),
        fresh: 0,
        open: Vec::new(),
    };
    let (mut formula, mut activations) = (PathFormula::default(), Vec::new());
    for (position, &step) in path.steps.iter().enumerate() {
        match step {
            Step::Edge(_) if position < from => {}
            Step::Edge(id) => {
                for stmt in &cfa.edges[id.0 as usize].stmts {
                    if let Some(fact) = run.statement(arena, abstraction, stmt, &mut formula) {
                        formula.facts.push((position, fact));
                    }
                }
            }
            Step::Enter(id) => {
                let activation = run.enter(arena, abstraction, id);
                let locals = if position < from {
                    run.any_locals(arena)
                } else {
                    activation.locals.iter().map(|(v, e)| (*v, *e)).collect()
                };
                run.open.push((activations.len(), locals));
                activations.push(activation);
            }
            Step::Return(_) => run.leave(arena, abstraction, &mut activations),
        }
        if position < from {
            run.sigma = Substitution::default();
        }
    }
    formula.facts
}

/// A symbolic execution with a stack.
struct Symbolic<'a> {
    cfa: &'a Cfa,
    known: Option<(Option<&'a Extents>, &'a Approximations)>,
    sigma: Substitution,
    fresh: u32,
    /// Activations, with the caller's variables.
    open: Vec<(usize, Vec<(VarId, Expr)>)>,
}

impl Symbolic<'_> {
    /// Any values for the local variables.
    fn any_locals(&mut self, arena: &mut Arena) -> Vec<(VarId, Expr)> {
        let mut out = Vec::new();
        for (var, decl) in (0..).map(VarId).zip(&self.cfa.vars) {
            if decl.scope == Scope::Local {
                let id = VarId::fresh(self.fresh);
                self.fresh += 1;
                let value = match decl.sort {
                    VarSort::Int(ty) => arena.var(id, ty),
                    VarSort::Map(ty) => arena.map_var(id, ty),
                };
                out.push((var, value));
            }
        }
        out
    }

    /// What a variable certainly holds.
    fn constant(&self, arena: &Arena, var: VarId) -> Option<i128> {
        arena.as_lit(*self.sigma.bindings().get(&var)?)
    }

    fn value(&mut self, arena: &mut Arena, abstraction: &mut Abstraction<'_>, e: Expr) -> Expr {
        let value = self.sigma.apply(arena, e, ARENA_MAX).unwrap_or(e);
        abstraction.canon.simplify(arena, value)
    }

    /// Executes a statement; the fact that it assumes.
    fn statement(
        &mut self,
        arena: &mut Arena,
        abstraction: &mut Abstraction<'_>,
        stmt: &Stmt,
        formula: &mut PathFormula,
    ) -> Option<Expr> {
        if self.known.is_some() {
            if let StmtKind::Assign { value: e, .. } | StmtKind::Assume(e) = stmt.kind {
                let accessed = self.accessed(arena, abstraction, e);
                formula.accessed.extend(accessed);
            }
        }
        match stmt.kind {
            StmtKind::Assign { var, value } => {
                let value = self.value(arena, abstraction, value);
                self.sigma.bind(var, value);
                None
            }
            StmtKind::Havoc { var } => {
                let id = VarId::fresh(self.fresh);
                self.fresh += 1;
                let sort = self.cfa.vars[var.0 as usize].sort;
                let value = match sort {
                    VarSort::Int(ty) => {
                        let constant = arena.var(id, ty);
                        formula.havocs.push(constant);
                        let allocates = self.known.is_some_and(|(_, approximations)| {
                            approximations.allocation(stmt, sort).is_some()
                        });
                        formula.allocations.extend(allocates.then_some(constant));
                        constant
                    }
                    VarSort::Map(ty) => {
                        let change = self.change(arena, abstraction, stmt, var, ty);
                        formula.memory_havocs.push(MemoryHavoc { id, change });
                        arena.map_var(id, ty)
                    }
                };
                self.sigma.bind(var, value);
                None
            }
            StmtKind::Assume(p) => {
                let fact = self.sigma.apply(arena, p, ARENA_MAX).unwrap_or(p);
                literal(arena, abstraction, fact)
            }
        }
    }

    /// The addresses at which an expression reads or writes memory of the program.
    fn accessed(
        &mut self,
        arena: &mut Arena,
        abstraction: &mut Abstraction<'_>,
        e: Expr,
    ) -> Vec<Expr> {
        let (mut addresses, mut seen, mut work) = (BTreeSet::new(), BTreeSet::from([e]), vec![e]);
        while let Some(e) = work.pop() {
            if let Some((Op::Sel | Op::Upd, [memory, address, _])) = arena.app(e) {
                if self.holds_objects(arena, memory) {
                    addresses.insert(address);
                }
            }
            work.extend(arena.args(e).filter(|arg| seen.insert(*arg)));
        }
        let addresses = addresses.into_iter();
        addresses
            .map(|address| self.value(arena, abstraction, address))
            .collect()
    }

    /// Whether a memory is the program's.
    fn holds_objects(&self, arena: &Arena, memory: Expr) -> bool {
        let mut at = memory;
        while let Some((_, [inner, ..])) = arena.app(at) {
            at = inner;
        }
        let Node::MapVar(var, _) = arena.node(at) else {
            return false;
        };
        let decl = self.cfa.vars.get(var.0 as usize);
        decl.is_some_and(|decl| !holds_states(&decl.name))
    }

    /// What a havoc of a memory changes.
    fn change(
        &mut self,
        arena: &mut Arena,
        abstraction: &mut Abstraction<'_>,
        stmt: &Stmt,
        var: VarId,
        ty: IntType,
    ) -> Option<MemoryChange> {
        let (Some(extents), approximations) = self.known? else {
            return None;
        };
        approximations.of(stmt, VarSort::Map(ty))?;
        let cell = *extents.cells.get(&var)?;
        let [from, size, fill] = extents
            .ghosts
            .vars()
            .map(|ghost| self.cfa.read(arena, ghost))
            .map(|ghost| self.value(arena, abstraction, ghost));
        if arena.as_lit(size) == Some(Ghosts::EVERYTHING) {
            return None;
        }
        let old = arena.map_var(var, ty);
        let old = self.sigma.apply(arena, old, ARENA_MAX).ok()?;
        let fill = arena.as_lit(fill).and_then(|byte| filled(byte, cell, ty));
        Some(MemoryChange {
            old,
            from,
            size,
            fill,
            bytes: cell.bytes(),
        })
    }

    fn enter(
        &mut self,
        arena: &mut Arena,
        abstraction: &mut Abstraction<'_>,
        call: EdgeId,
    ) -> Activation {
        let cfa = self.cfa;
        let procedure = cfa.edges[call.0 as usize]
            .call
            .map(|callee| &cfa.procedures[callee.0 as usize]);
        let ghosts: &[(VarId, VarId)] = procedure.map_or(&[], |p| &p.ghosts);
        let mut names = Vec::new();
        let mut values = HashMap::new();
        for (var, _) in (0..)
            .map(VarId)
            .zip(&cfa.vars)
            .filter(|(_, decl)| decl.scope == Scope::Global)
        {
            let outside = cfa.read(arena, var);
            let inside = ghosts
                .iter()
                .find(|(_, global)| *global == var)
                .map_or(outside, |(ghost, _)| cfa.read(arena, *ghost));
            let value = self.value(arena, abstraction, outside);
            values.insert(var, value);
            names.push(Name {
                inside,
                outside,
                value,
            });
        }
        let local = |v: VarId| {
            cfa.vars
                .get(v.0 as usize)
                .is_some_and(|decl| decl.scope == Scope::Local)
        };
        let locals = self
            .sigma
            .bindings()
            .iter()
            .map(|(v, e)| (*v, *e))
            .filter(|(v, _)| local(*v))
            .collect();
        self.forget_locals();
        let ghosts: Vec<(VarId, VarId, Expr)> = ghosts
            .iter()
            .filter_map(|&(ghost, global)| Some((ghost, global, *values.get(&global)?)))
            .collect();
        for &(ghost, _, value) in &ghosts {
            self.sigma.bind(ghost, value);
        }
        Activation {
            names,
            locals,
            ghosts,
            restored: Vec::new(),
            returned: false,
        }
    }

    fn leave(
        &mut self,
        arena: &mut Arena,
        abstraction: &mut Abstraction<'_>,
        activations: &mut [Activation],
    ) {
        let Some((activation, locals)) = self.open.pop() else {
            return;
        };
        activations[activation].restored =
            self.restored(arena, abstraction, &activations[activation].ghosts);
        self.forget_locals();
        for (var, value) in locals {
            self.sigma.bind(var, value);
        }
        activations[activation].returned = true;
    }

    /// Which globals hold now what they held at a call.
    fn restored(
        &mut self,
        arena: &mut Arena,
        abstraction: &mut Abstraction<'_>,
        ghosts: &[(VarId, VarId, Expr)],
    ) -> Vec<(VarId, Expr)> {
        let mut out = Vec::new();
        for &(ghost, global, before) in ghosts {
            let VarSort::Int(ty) = self.cfa.vars[global.0 as usize].sort else {
                continue;
            };
            let (global_now, ghost) = (self.cfa.read(arena, global), self.cfa.read(arena, ghost));
            let after = self.value(arena, abstraction, global_now);
            let (a, b) = (
                without_wraps(arena, before, ty),
                without_wraps(arena, after, ty),
            );
            if distance(arena, a, b).is_some_and(|k| k % ty.modulus() == 0) {
                out.push((global, arena.eq(global_now, ghost)));
            }
        }
        out
    }

    fn forget_locals(&mut self) {
        let bound: Vec<VarId> = self.sigma.bindings().keys().copied().collect();
        for var in bound {
            if self
                .cfa
                .vars
                .get(var.0 as usize)
                .is_some_and(|decl| decl.scope == Scope::Local)
            {
                self.sigma.unbind(var);
            }
        }
    }
}

//! Counterexample analysis where procedures are called (docs/decisions/0008).
//!
//! A path is a nested word: what lies between a call and its return is an activation with variables
//! of its own. The assumptions are carried back by weakest preconditions like on other paths. On
//! the way through a completed activation the caller's variables are frozen: they do not change. A
//! predicate of the callee cannot name them, but often it can name what they held at the call by
//! ghosts, because arguments are copies of them.

use super::abstraction::{Abstraction, ARENA_MAX};
use super::refine::{
    closed_atom, contradiction, literal, rename_fresh, Found, MemoryChange, MemoryHavoc,
    PathFormula,
};
use proofmark_frontend::lower::Ghosts;
use proofmark_frontend::Approximations;
use proofmark_frontend::Extents;
use proofmark_logic::arena::{Arena, Expr, Node, Op, VarId};
use proofmark_logic::cfa::{Cfa, EdgeId, LocId, Scope, Stmt, StmtKind, VarSort};
use proofmark_logic::linear::Linear;
use proofmark_logic::substitution::Substitution;
use proofmark_logic::types::IntType;
use proofmark_logic::vc::Effect;
use proofmark_replay::interpret::filled;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A step of a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// A block.
    Edge(EdgeId),
    /// The procedure is entered that this edge calls.
    Enter(EdgeId),
    /// The procedure returns that this edge calls.
    Return(EdgeId),
}

/// An activation of a procedure on a path.
pub struct Activation {
    /// What names values at the call inside the callee: ghosts, and globals that it does not write.
    /// With the name at the call and the symbolic value.
    names: Vec<Name>,
    /// The caller's variables at the call, where the path has assigned them.
    locals: HashMap<VarId, Expr>,
    /// The ghosts of globals that the activation writes, with the globals and their values at the
    /// call.
    ghosts: Vec<(VarId, VarId, Expr)>,
    /// Equations between globals and ghosts: these globals hold at the exit what they held at the
    /// call.
    restored: Vec<(VarId, Expr)>,
    returned: bool,
}

#[derive(Clone, Copy)]
struct Name {
    inside: Expr,
    outside: Expr,
    value: Expr,
}

/// A path with its calls and returns.
pub struct NestedPath {
    /// The steps in order.
    pub steps: Vec<Step>,
    /// Where each step starts.
    locations: Vec<LocId>,
    /// The innermost activation before each step.
    inside: Vec<Option<usize>>,
    /// In the order of their calls.
    activations: Vec<Activation>,
}

/// Splits a path that starts at the entry into steps: a return happens where the next edge leaves
/// from where a call goes on.
pub fn steps(cfa: &Cfa, path: &[EdgeId]) -> Vec<Step> {
    let mut out = Vec::with_capacity(path.len());
    let mut open: Vec<EdgeId> = Vec::new();
    let mut here = cfa.entry;
    for &id in path {
        let edge = &cfa.edges[id.0 as usize];
        while edge.from != here {
            let Some(call) = open.pop() else { break };
            out.push(Step::Return(call));
            here = cfa.edges[call.0 as usize].to;
        }
        match edge.call {
            Some(callee) => {
                out.push(Step::Enter(id));
                open.push(id);
                here = cfa.procedures[callee.0 as usize].entry;
            }
            None => {
                out.push(Step::Edge(id));
                here = edge.to;
            }
        }
    }
    out
}

/// Runs a path on symbolic values. With `known`, memories that become unknown keep what the program
/// does not change.
pub fn path_formula(
    arena: &mut Arena,
    abstraction: &mut Abstraction<'_>,
    path: &[EdgeId],
    known: Option<(&Extents, &Approximations)>,
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
    let mut formula = PathFormula {
        facts: Vec::new(),
        havocs: Vec::new(),
        memory_havocs: Vec::new(),
        allocations: Vec::new(),
    };
    let mut nested = NestedPath {
        steps,
        locations: Vec::new(),
        inside: Vec::new(),
        activations: Vec::new(),
    };
    for (position, &step) in nested.steps.iter().enumerate() {
        nested
            .inside
            .push(run.open.last().map(|(activation, _)| *activation));
        match step {
            Step::Edge(id) => {
                nested.locations.push(cfa.edges[id.0 as usize].from);
                for stmt in &cfa.edges[id.0 as usize].stmts {
                    if let Some(fact) = run.statement(arena, abstraction, stmt, &mut formula) {
                        formula.facts.push((position, fact));
                    }
                }
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
                if let Some((activation, locals)) = run.open.pop() {
                    nested.activations[activation].restored =
                        run.restored(arena, abstraction, &nested.activations[activation].ghosts);
                    run.forget_locals();
                    locals
                        .into_iter()
                        .for_each(|(var, value)| run.sigma.bind(var, value));
                    nested.activations[activation].returned = true;
                }
            }
        }
    }
    (formula, nested)
}

/// A symbolic execution with a stack.
struct Symbolic<'a> {
    cfa: &'a Cfa,
    known: Option<(&'a Extents, &'a Approximations)>,
    sigma: Substitution,
    fresh: u32,
    /// Activations, with the caller's variables.
    open: Vec<(usize, Vec<(VarId, Expr)>)>,
}

impl Symbolic<'_> {
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

    /// What a havoc of a memory changes.
    fn change(
        &mut self,
        arena: &mut Arena,
        abstraction: &mut Abstraction<'_>,
        stmt: &Stmt,
        var: VarId,
        ty: IntType,
    ) -> Option<MemoryChange> {
        let (extents, approximations) = self.known?;
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

/// Frozen variables have numbers from here on.
const FROZEN: u32 = 1 << 24;
/// Variables of an activation before it starts: they have no meaning.
const DEAD: u32 = 1 << 25;

/// The atoms that refute the path, at the locations between the pivot and the last assumption of
/// the core. `core` holds positions of steps.
pub fn predicates(
    arena: &mut Arena,
    abstraction: &mut Abstraction<'_>,
    path: &NestedPath,
    core: &BTreeSet<usize>,
) -> Found {
    let mut back = Backward {
        path,
        frozen: Vec::new(),
        carried: Vec::new(),
        links: Vec::new(),
        needed: BTreeMap::new(),
        crossed: 0,
        dead: 0,
        found: Vec::new(),
    };
    let mut effect = Effect::default();
    let mut changed = false;
    let mut calls = path.activations.len();
    for (position, &step) in path.steps.iter().enumerate().rev() {
        match step {
            Step::Edge(id) => {
                let Some(new) = back.block(
                    arena,
                    abstraction,
                    id,
                    core.contains(&position),
                    &mut effect,
                ) else {
                    break;
                };
                changed |= new;
            }
            Step::Return(_) => {
                if let Some(activation) = path.inside[position] {
                    back.freeze(arena, abstraction, activation);
                }
            }
            Step::Enter(_) => {
                calls -= 1;
                if !(changed && contradiction(arena, &back.carried).is_some()) {
                    back.remember(arena, abstraction, calls);
                }
                back.unfreeze(arena, abstraction, calls);
            }
        }
        if changed && contradiction(arena, &back.carried).is_some() {
            break;
        }
        changed = false;
        back.emit(arena, abstraction, position);
    }
    back.found
}

struct Backward<'a> {
    path: &'a NestedPath,
    /// The variable that each frozen one stands for, and the activation during which it is frozen.
    frozen: Vec<(usize, VarId)>,
    /// The assumptions met so far, in terms of the state before the step in hand.
    carried: Vec<Expr>,
    /// Equations that give ghosts their meaning. They follow from what comes before.
    links: Vec<Expr>,
    /// By activation: what the frozen variables were replaced by, in terms of the state at the
    /// call.
    needed: BTreeMap<usize, BTreeSet<Expr>>,
    crossed: u32,
    dead: u32,
    found: Found,
}

impl Backward<'_> {
    /// Carries everything back over a block. Whether the assumptions changed; `None` if formulas
    /// grow too large.
    fn block(
        &mut self,
        arena: &mut Arena,
        abstraction: &mut Abstraction<'_>,
        id: EdgeId,
        in_core: bool,
        effect: &mut Effect,
    ) -> Option<bool> {
        let edge = &abstraction.cfa.edges[id.0 as usize];
        effect.run(arena, abstraction.cfa, edge, ARENA_MAX).ok()?;
        let mut before = Vec::new();
        for &f in &self.carried {
            before.push(effect.sigma.apply(arena, f, ARENA_MAX).ok()?);
        }
        if in_core {
            before.extend(effect.hypotheses.iter().copied());
        }
        let mut links = Vec::new();
        for &f in &self.links {
            links.push(effect.sigma.apply(arena, f, ARENA_MAX).ok()?);
        }
        let changed = before != self.carried;
        self.carried = self.normal(arena, abstraction, before);
        self.links = self.normal(arena, abstraction, links);
        self.crossed += edge
            .stmts
            .iter()
            .filter(|s| matches!(s.kind, StmtKind::Havoc { .. }))
            .count() as u32;
        Some(changed)
    }

    fn normal(
        &self,
        arena: &mut Arena,
        abstraction: &mut Abstraction<'_>,
        formulas: Vec<Expr>,
    ) -> Vec<Expr> {
        let mut out = Vec::new();
        for f in formulas {
            let f = rename_fresh(arena, f, self.crossed);
            if let Some(f) = literal(arena, abstraction, f).filter(|f| !out.contains(f)) {
                out.push(f);
            }
        }
        out
    }

    /// From after a return to the callee's exit: the caller's variables do not change meanwhile.
    fn freeze(&mut self, arena: &mut Arena, abstraction: &mut Abstraction<'_>, activation: usize) {
        let cfa = abstraction.cfa;
        let mut sigma = Substitution::default();
        for var in self.locals(arena, abstraction) {
            let index = self.frozen.len() as u32;
            self.frozen.push((activation, var));
            let frozen = self.constant(arena, cfa, var, FROZEN + index);
            sigma.bind(var, frozen);
        }
        self.rename(arena, &mut sigma);
        let path = self.path;
        for &(global, equation) in &path.activations[activation].restored {
            if self
                .carried
                .iter()
                .any(|&f| abstraction.canon.variables(arena, f).contains(&global))
            {
                self.links.push(equation);
            }
        }
    }

    /// What must hold at a procedure's entry for the rest of the path is remembered until its exit,
    /// in terms of the values at the call: a summary says what follows from what, because the
    /// entry's region is that of all calls.
    fn remember(
        &mut self,
        arena: &mut Arena,
        abstraction: &mut Abstraction<'_>,
        activation: usize,
    ) {
        let path = self.path;
        if !path.activations[activation].returned {
            return;
        }
        let mut sigma = Substitution::default();
        for name in &path.activations[activation].names {
            if let Node::Var(v, _) | Node::MapVar(v, _) = arena.node(name.outside) {
                sigma.bind(v, name.inside);
            }
        }
        for f in self.carried.clone() {
            let Some(f) = self.named(arena, abstraction, f, Some(activation)) else {
                continue;
            };
            let f = sigma.apply(arena, f, ARENA_MAX).unwrap_or(f);
            let Some(f) = literal(arena, abstraction, f) else {
                continue;
            };
            if let Some(atom) = closed_atom(arena, abstraction, f) {
                let inside = path
                    .inside
                    .iter()
                    .zip(&path.locations)
                    .filter(|(inside, _)| **inside == Some(activation));
                self.found
                    .extend(inside.map(|(_, location)| (*location, atom)));
            }
        }
    }

    /// From a procedure's entry to the call.
    fn unfreeze(
        &mut self,
        arena: &mut Arena,
        abstraction: &mut Abstraction<'_>,
        activation: usize,
    ) {
        let cfa = abstraction.cfa;
        self.links
            .extend(self.needed.remove(&activation).unwrap_or_default());
        let mut sigma = Substitution::default();
        for var in self.locals(arena, abstraction) {
            let dead = self.constant(arena, cfa, var, DEAD + self.dead);
            self.dead += 1;
            sigma.bind(var, dead);
        }
        for &(ghost, global, _) in &self.path.activations[activation].ghosts {
            sigma.bind(ghost, cfa.read(arena, global));
        }
        for (index, &(owner, var)) in (0u32..).zip(&self.frozen) {
            if owner == activation {
                sigma.bind(VarId::fresh(FROZEN + index), cfa.read(arena, var));
            }
        }
        self.rename(arena, &mut sigma);
    }

    fn constant(&self, arena: &mut Arena, cfa: &Cfa, var: VarId, number: u32) -> Expr {
        match cfa.vars[var.0 as usize].sort {
            VarSort::Int(ty) => arena.var(VarId::fresh(number), ty),
            VarSort::Map(ty) => arena.map_var(VarId::fresh(number), ty),
        }
    }

    /// The local variables in what is carried.
    fn locals(&self, arena: &Arena, abstraction: &mut Abstraction<'_>) -> Vec<VarId> {
        let mut out = BTreeSet::new();
        for &f in self.carried.iter().chain(&self.links) {
            let variables = abstraction.canon.variables(arena, f);
            out.extend(variables.iter().copied());
        }
        let vars = &abstraction.cfa.vars;
        out.into_iter()
            .filter(|v| {
                vars.get(v.0 as usize)
                    .is_some_and(|decl| decl.scope == Scope::Local)
            })
            .collect()
    }

    fn rename(&mut self, arena: &mut Arena, sigma: &mut Substitution) {
        for f in self.carried.iter_mut().chain(&mut self.links) {
            *f = sigma.apply(arena, *f, ARENA_MAX).unwrap_or(*f);
        }
    }

    /// The predicates before a step.
    fn emit(&mut self, arena: &mut Arena, abstraction: &mut Abstraction<'_>, position: usize) {
        let location = self.path.locations[position];
        let formulas: Vec<Expr> = self.carried.iter().chain(&self.links).copied().collect();
        for f in formulas {
            let Some(f) = self.named(arena, abstraction, f, self.path.inside[position]) else {
                continue;
            };
            let Some(f) = literal(arena, abstraction, f) else {
                continue;
            };
            if let Some(atom) = closed_atom(arena, abstraction, f) {
                self.found.push((location, atom));
            }
        }
    }

    /// The formula with names that are known inside of an activation in place of frozen variables;
    /// `None` if there are none.
    fn named(
        &mut self,
        arena: &mut Arena,
        abstraction: &mut Abstraction<'_>,
        f: Expr,
        inside: Option<usize>,
    ) -> Option<Expr> {
        let variables = abstraction.canon.variables(arena, f);
        let frozen: Vec<VarId> = variables
            .iter()
            .copied()
            .filter(|v| v.as_fresh().is_some_and(|n| (FROZEN..DEAD).contains(&n)))
            .collect();
        if frozen.is_empty() {
            return Some(f);
        }
        let path = self.path;
        let activation = inside.filter(|&a| path.activations[a].returned)?;
        let mut sigma = Substitution::default();
        for var in frozen {
            let &(owner, original) = self.frozen.get((var.as_fresh()? - FROZEN) as usize)?;
            let read = abstraction.cfa.read(arena, original);
            let value = path.activations[owner]
                .locals
                .get(&original)
                .copied()
                .unwrap_or(read);
            let names = &path.activations[activation].names;
            let inner = express(arena, value, names, &|name| name.inside, &mut {
                EXPRESS_STEPS
            })?;
            let outer = express(arena, value, names, &|name| name.outside, &mut {
                EXPRESS_STEPS
            })?;
            let frozen = self.constant(arena, abstraction.cfa, original, var.as_fresh()?);
            let link = arena.eq(frozen, outer);
            self.needed.entry(activation).or_default().insert(link);
            sigma.bind(var, inner);
        }
        sigma.apply(arena, f, ARENA_MAX).ok()
    }
}

/// Most subterms that are looked at to express a value.
const EXPRESS_STEPS: usize = 200;

/// A term with this symbolic value, made of names.
fn express(
    arena: &mut Arena,
    value: Expr,
    names: &[Name],
    spelling: &dyn Fn(&Name) -> Expr,
    steps: &mut usize,
) -> Option<Expr> {
    *steps = steps.checked_sub(1)?;
    match arena.node(value) {
        Node::Lit(_) | Node::Type(_) | Node::Addr { .. } => return Some(value),
        _ => {}
    }
    if let Some(name) = names.iter().find(|name| name.value == value) {
        return Some(spelling(name));
    }
    for name in names.iter().filter(|name| {
        arena.sort(name.value) == arena.sort(value) && arena.as_lit(name.value).is_none()
    }) {
        let spelled = spelling(name);
        if let Some(k) = distance(arena, value, name.value) {
            let k = arena.lit(k);
            return Some(arena.mk(Op::Add, &[spelled, k]));
        }
        // name = wrap(value + k), so value = wrap(name - k).
        let Some((Op::Wrap, [ty, inner, _])) = arena.app(name.value) else {
            continue;
        };
        let (Some(k), Node::Type(machine)) = (distance(arena, value, inner), arena.node(ty)) else {
            continue;
        };
        if arena.interval(value).within(machine) {
            let k = arena.lit(k);
            let sum = arena.mk(Op::Add, &[spelled, k]);
            return Some(arena.wrap(machine, sum));
        }
    }
    let (op, _) = arena.app(value)?;
    let args: Vec<Expr> = arena.args(value).collect();
    let mut parts = Vec::with_capacity(args.len());
    for arg in args {
        parts.push(express(arena, arg, names, spelling, steps)?);
    }
    Some(arena.mk(op, &parts))
}

/// A term that is equal modulo the type: sums are wrapped once at the end instead of step by step.
fn without_wraps(arena: &mut Arena, e: Expr, ty: IntType) -> Expr {
    match arena.app(e) {
        Some((Op::Wrap, [machine, inner, _])) if arena.node(machine) == Node::Type(ty) => {
            without_wraps(arena, inner, ty)
        }
        Some((op @ (Op::Add | Op::Sub), [a, b, _])) => {
            let (a, b) = (without_wraps(arena, a, ty), without_wraps(arena, b, ty));
            arena.mk(op, &[a, b])
        }
        _ => e,
    }
}

/// `k` if `a = b + k` whatever the variables hold.
fn distance(arena: &Arena, a: Expr, b: Expr) -> Option<i128> {
    if arena.sort(a) != proofmark_logic::types::Sort::Term
        || arena.sort(b) != proofmark_logic::types::Sort::Term
    {
        return None;
    }
    Linear::combination(arena, &[(1, a), (-1, b)])
        .ok()?
        .as_constant()
}

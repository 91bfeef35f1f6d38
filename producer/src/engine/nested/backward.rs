//! From a refuted path to predicates: the assumptions of the core are carried back.

use super::express::{express, EXPRESS_STEPS};
use super::{NestedPath, Step};
use crate::engine::abstraction::{Abstraction, ARENA_MAX};
use crate::engine::refine::{closed_atom, contradiction, literal, rename_fresh, Found};
use proofmark_logic::arena::{Arena, Expr, Node, VarId};
use proofmark_logic::cfa::{Cfa, EdgeId, Scope, StmtKind, VarSort};
use proofmark_logic::substitution::Substitution;
use proofmark_logic::vc::Effect;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Frozen variables have numbers from here on.
const FROZEN: u32 = 1 << 24;
/// Variables of an activation before it starts: they have no meaning.
const DEAD: u32 = 1 << 25;

/// The atoms that refute the path, at the locations between the pivot and the last assumption of
/// the core, but not before the step `from`. `core` holds positions of steps.
pub fn predicates(
    arena: &mut Arena,
    abstraction: &mut Abstraction<'_>,
    path: &NestedPath,
    (core, from): (&BTreeSet<usize>, usize),
    carry: Carry,
) -> Found {
    let mut back = Backward {
        path,
        carry,
        constants: path.constants.clone(),
        anchors: BTreeSet::new(),
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
    for (position, &step) in path.steps.iter().enumerate().skip(from).rev() {
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
                back.anchor_before(arena, abstraction, position, &mut effect);
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
        if carry == Carry::Values {
            back.anchor(arena, abstraction);
            if back.carried.is_empty() && back.anchors.is_empty() && !back.found.is_empty() {
                break;
            }
        }
        back.emit(arena, abstraction, position);
    }
    back.found
}

/// What is carried back along a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Carry {
    /// The assumptions, as weakest preconditions.
    Assumptions,
    /// In place of variables that certainly hold a value, that value: formulas do not grow with the
    /// length of the path. Without calls.
    Values,
}

struct Backward<'a> {
    path: &'a NestedPath,
    carry: Carry,
    /// What variables certainly hold before the step in hand.
    constants: HashMap<VarId, i128>,
    /// Variables whose certain values are needed there.
    anchors: BTreeSet<VarId>,
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

    /// Moves the certain values from after a block to before it.
    fn anchor_before(
        &mut self,
        arena: &mut Arena,
        abstraction: &mut Abstraction<'_>,
        position: usize,
        effect: &mut Effect,
    ) {
        if self.carry == Carry::Assumptions {
            return;
        }
        let path = self.path;
        for &(var, old) in &path.overwritten[position] {
            match old {
                Some(value) => self.constants.insert(var, value),
                None => self.constants.remove(&var),
            };
        }
        for var in std::mem::take(&mut self.anchors) {
            let read = abstraction.cfa.read(arena, var);
            let before = effect.sigma.apply(arena, read, ARENA_MAX).unwrap_or(read);
            let variables = abstraction.canon.variables(arena, before);
            let known = variables.iter().filter(|v| self.constants.contains_key(v));
            self.anchors.extend(known.copied());
        }
    }

    /// Puts certain values into what is carried; what holds by them alone need not be carried.
    fn anchor(&mut self, arena: &mut Arena, abstraction: &mut Abstraction<'_>) {
        let mut kept = Vec::new();
        for f in std::mem::take(&mut self.carried) {
            let variables = abstraction.canon.variables(arena, f);
            let mut sigma = Substitution::default();
            for var in variables.iter() {
                if let Some(&value) = self.constants.get(var) {
                    sigma.bind(*var, arena.lit(value));
                    self.anchors.insert(*var);
                }
            }
            let rest = sigma.apply(arena, f, ARENA_MAX).unwrap_or(f);
            let rest = literal(arena, abstraction, rest);
            kept.extend(rest.filter(|rest| *rest != Arena::FALSE && !kept.contains(rest)));
        }
        self.carried = kept;
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
        for &var in &self.anchors {
            if let Some(&value) = self.constants.get(&var) {
                let (read, value) = (abstraction.cfa.read(arena, var), arena.lit(value));
                let equation = arena.eq(read, value);
                let equation = literal(arena, abstraction, equation);
                let atom = equation.and_then(|f| closed_atom(arena, abstraction, f));
                self.found.extend(atom.map(|atom| (location, atom)));
            }
        }
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

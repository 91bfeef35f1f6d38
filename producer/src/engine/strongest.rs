//! Predicates from what a path has made of the state: strongest postconditions.
//!
//! Weakest preconditions name what the rest of a path asks of the state in its own words: an
//! address that a later statement chooses freely cannot be said before, and that two pointers
//! differ is nowhere said if it follows from bounds. Where they give nothing new, the state itself
//! is described at each location, by equations and by the assumptions met so far, and from the end
//! of the path backwards those are picked that the theory needs: for the contradiction at the end,
//! then for each that was picked. The result is a proof of the path's infeasibility in one step for
//! each edge (as sequences of interpolants are: Henzinger, Jhala, Majumdar, McMillan, "Abstractions
//! from proofs", 2004).

use super::abstraction::{negate, Abstraction, ARENA_MAX};
use super::atoms::Canon;
use super::bounds::within;
use super::refine::{closed_atom, literal, Found};
use super::Budget;
use crate::theory;
use proofmark_logic::arena::{Arena, Expr, Node, Op, VarId};
use proofmark_logic::cfa::{Cfa, EdgeId, LocId, StmtKind, VarSort};
use proofmark_logic::substitution::{Substitution, TooLarge};
use proofmark_logic::vc::Effect;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Longer paths are left alone.
const STEPS_MAX: usize = 400;
/// More variables times steps are left alone.
const BINDINGS_MAX: usize = 1 << 20;
/// Most elements of a memory that are described at a location.
const ELEMENTS_MAX: usize = 64;
/// Most questions to the theory about what memory holds.
const QUESTIONS_MAX: usize = 800;
/// Most questions to the theory about which tracked predicates hold.
const TRACKED_MAX: usize = 400;

/// What certainly holds at a location.
pub(super) type Always<'a> = &'a dyn Fn(&mut Arena, LocId) -> Vec<Expr>;

/// The state before each step of a path, in terms of constants: one for what each variable holds at
/// the start, one for each value that is chosen freely.
struct States {
    /// What each variable holds.
    values: Vec<BTreeMap<VarId, Expr>>,
    /// The assumptions met before, each with its step.
    facts: Vec<(usize, Expr)>,
}

/// The predicates that refute a path without calls, by the locations where its edges begin; nothing
/// if the theory cannot follow. `always` tells what certainly holds at a location.
pub(super) fn predicates(
    arena: &mut Arena,
    abstraction: &mut Abstraction<'_>,
    path: &[EdgeId],
    (always, budget): (Always<'_>, &Budget),
) -> Option<Found> {
    let cfa = abstraction.cfa;
    let flat = path
        .iter()
        .all(|id| cfa.edges[id.0 as usize].call.is_none());
    if !flat || path.len() > STEPS_MAX || path.len() * cfa.vars.len() > BINDINGS_MAX {
        return None;
    }
    let states = States::along(arena, abstraction, path).ok()?;
    let mut known = Vec::with_capacity(path.len());
    let mut questions = QUESTIONS_MAX;
    for (step, id) in path.iter().enumerate() {
        let mut said = states.described(arena, abstraction, step, &mut questions);
        for fact in always(arena, cfa.edges[id.0 as usize].from) {
            let fact = literal(arena, abstraction, fact).filter(|fact| !said.contains(fact));
            said.extend(fact);
        }
        known.push(said);
        budget.exceeded().is_none().then_some(())?;
    }
    proof(arena, abstraction, (path, &known), budget).or_else(|| {
        add_tracked(arena, abstraction, (path, &mut known), budget)?;
        proof(arena, abstraction, (path, &known), budget)
    })
}

/// What of `known`, which holds before each step of a path, refutes it in one step for each edge.
fn proof(
    arena: &mut Arena,
    abstraction: &mut Abstraction<'_>,
    (path, known): (&[EdgeId], &[Vec<Expr>]),
    budget: &Budget,
) -> Option<Found> {
    let mut found = Found::new();
    let mut goals = vec![Arena::FALSE];
    let mut edge = Crossed::default();
    for (id, known) in path.iter().zip(known).rev() {
        budget.exceeded().is_none().then_some(())?;
        let from = abstraction.cfa.edges[id.0 as usize].from;
        edge.cross(arena, abstraction, *id)?;
        let mut needed = BTreeSet::new();
        for goal in goals {
            needed.extend(edge.reasons(arena, abstraction, goal, known)?);
        }
        if needed.is_empty() {
            break;
        }
        for &fact in &needed {
            let atom = closed_atom(arena, abstraction, fact)?;
            found.push((from, atom));
        }
        goals = needed.into_iter().collect();
    }
    Some(found)
}

/// Adds to what is known before each step which of the predicates tracked there hold, as far as
/// that follows from what is known one step before: what a value was made of rounds ago has no name
/// any more, but may still be within bounds.
fn add_tracked(
    arena: &mut Arena,
    abstraction: &mut Abstraction<'_>,
    (path, known): (&[EdgeId], &mut [Vec<Expr>]),
    budget: &Budget,
) -> Option<()> {
    let mut questions = TRACKED_MAX;
    let mut edge = Crossed::default();
    for (step, pair) in path.windows(2).enumerate() {
        budget.exceeded().is_none().then_some(())?;
        edge.cross(arena, abstraction, pair[0])?;
        let location = abstraction.cfa.edges[pair[1].0 as usize].from;
        let precision = &abstraction.precision;
        let tracked = precision.at[location.0 as usize].iter();
        let tracked: Vec<Expr> = tracked.map(|p| precision.atom(*p)).collect();
        for atom in tracked {
            for fact in [atom, negate(arena, atom)] {
                if questions == 0 {
                    return Some(());
                }
                if known[step + 1].contains(&fact) {
                    break;
                }
                questions -= 1;
                if edge
                    .reasons(arena, abstraction, fact, &known[step])
                    .is_some()
                {
                    known[step + 1].push(fact);
                    break;
                }
            }
        }
    }
    Some(())
}

/// The edge in hand: what it does and assumes.
#[derive(Default)]
struct Crossed {
    effect: Effect,
    assumed: Vec<Expr>,
}

impl Crossed {
    fn cross(
        &mut self,
        arena: &mut Arena,
        abstraction: &mut Abstraction<'_>,
        id: EdgeId,
    ) -> Option<()> {
        let edge = &abstraction.cfa.edges[id.0 as usize];
        self.effect
            .run(arena, abstraction.cfa, edge, ARENA_MAX)
            .ok()?;
        self.assumed.clear();
        for &fact in &self.effect.hypotheses {
            self.assumed.extend(literal(arena, abstraction, fact));
        }
        Some(())
    }

    /// What of `known`, before the edge, the theory needs to show that `goal` holds after it.
    fn reasons(
        &mut self,
        arena: &mut Arena,
        abstraction: &mut Abstraction<'_>,
        goal: Expr,
        known: &[Expr],
    ) -> Option<Vec<Expr>> {
        let after = self.effect.sigma.apply(arena, goal, ARENA_MAX).ok()?;
        let Some(after) = literal(arena, abstraction, after) else {
            return Some(Vec::new());
        };
        if known.contains(&after) {
            return Some(vec![after]);
        }
        let mut literals = self.assumed.clone();
        if after != Arena::FALSE {
            literals.push(negate(arena, after));
        }
        if literals.contains(&Arena::FALSE) {
            return Some(Vec::new());
        }
        let own = literals.len();
        for near in neighbourhoods(arena, &mut abstraction.canon, &literals, known) {
            literals.truncate(own);
            literals.extend(near);
            if let Some(found) = theory::refute(arena, &literals) {
                let picked = found.core.into_iter().filter(|&i| i >= own);
                return Some(picked.map(|i| literals[i]).collect());
            }
        }
        None
    }
}

/// Of `known`, what speaks of nothing but what `about` speaks of, what shares a variable with it,
/// and everything: the theory's work is bounded, and what lies far away distracts it.
fn neighbourhoods(
    arena: &Arena,
    canon: &mut Canon,
    about: &[Expr],
    known: &[Expr],
) -> Vec<Vec<Expr>> {
    let mut named = BTreeSet::new();
    for &e in about {
        named.extend(canon.variables(arena, e).iter().copied());
    }
    let (mut within, mut touching) = (Vec::new(), Vec::new());
    for &e in known {
        let variables = canon.variables(arena, e);
        if variables.iter().all(|v| named.contains(v)) {
            within.push(e);
        }
        if variables.iter().any(|v| named.contains(v)) {
            touching.push(e);
        }
    }
    let mut out = vec![within, touching, known.to_vec()];
    out.dedup();
    out
}

impl States {
    fn along(
        arena: &mut Arena,
        abstraction: &mut Abstraction<'_>,
        path: &[EdgeId],
    ) -> Result<States, TooLarge> {
        let cfa = abstraction.cfa;
        let mut fresh = 0;
        let mut constant = |arena: &mut Arena, var: VarId| {
            let id = VarId::fresh(fresh);
            fresh += 1;
            match cfa.vars[var.0 as usize].sort {
                VarSort::Int(ty) => arena.var(id, ty),
                VarSort::Map(ty) => arena.map_var(id, ty),
            }
        };
        let mut sigma = Substitution::default();
        for (var, _) in (0..).map(VarId).zip(&cfa.vars) {
            let start = constant(arena, var);
            sigma.bind(var, start);
        }
        let mut states = States {
            values: Vec::new(),
            facts: Vec::new(),
        };
        for (step, id) in path.iter().enumerate() {
            states.values.push(sigma.bindings().clone());
            for stmt in &cfa.edges[id.0 as usize].stmts {
                match stmt.kind {
                    StmtKind::Assign { var, value } => {
                        let value = sigma.apply(arena, value, ARENA_MAX)?;
                        let value = abstraction.canon.simplify(arena, value);
                        sigma.bind(var, value);
                    }
                    StmtKind::Havoc { var } => {
                        let value = constant(arena, var);
                        sigma.bind(var, value);
                    }
                    StmtKind::Assume(p) => {
                        let fact = sigma.apply(arena, p, ARENA_MAX)?;
                        let fact = literal(arena, abstraction, fact);
                        states.facts.extend(fact.map(|fact| (step, fact)));
                    }
                }
            }
        }
        Ok(states)
    }

    /// What holds before a step, as literals over the program's variables.
    fn described(
        &self,
        arena: &mut Arena,
        abstraction: &mut Abstraction<'_>,
        step: usize,
        questions: &mut usize,
    ) -> Vec<Expr> {
        let facts = self.facts.iter().filter(|(at, _)| *at < step);
        let facts: Vec<Expr> = facts.map(|(_, fact)| *fact).collect();
        let mut words = Words::new(arena, abstraction, &self.values[step], &facts, questions);
        let mut said = Vec::new();
        for &fact in &facts {
            said.extend(words.say(arena, fact));
        }
        for (&var, &value) in &self.values[step] {
            said.extend(words.equation(arena, var, value));
            said.extend(words.bounds(arena, var, value));
        }
        for (memory, address, value) in words.writes(arena) {
            said.extend(words.element(arena, memory, address, value));
        }
        let mut out = Vec::new();
        for fact in said {
            let fact = literal(arena, abstraction, fact).filter(|fact| !out.contains(fact));
            out.extend(fact.filter(|fact| closed_atom(arena, abstraction, *fact).is_some()));
        }
        out
    }
}

/// The program's words for values: terms over its variables at one location.
struct Words<'a> {
    /// A variable for each value that one holds.
    names: HashMap<Expr, Expr>,
    /// The memories, and what each holds.
    memories: Vec<(Expr, Expr)>,
    /// What is known of the values.
    facts: &'a [Expr],
    canon: &'a mut Canon,
    cfa: &'a Cfa,
    questions: &'a mut usize,
    said: HashMap<Expr, Option<Expr>>,
}

impl<'a> Words<'a> {
    fn new(
        arena: &mut Arena,
        abstraction: &'a mut Abstraction<'_>,
        values: &BTreeMap<VarId, Expr>,
        facts: &'a [Expr],
        questions: &'a mut usize,
    ) -> Words<'a> {
        let mut words = Words {
            names: HashMap::new(),
            memories: Vec::new(),
            facts,
            canon: &mut abstraction.canon,
            cfa: abstraction.cfa,
            questions,
            said: HashMap::new(),
        };
        for (&var, &value) in values {
            let name = words.cfa.read(arena, var);
            match arena.node(name) {
                Node::MapVar(..) => words.memories.push((name, value)),
                _ if arena.as_lit(value).is_none() => {
                    words.names.entry(value).or_insert(name);
                }
                _ => {}
            }
        }
        words
    }

    /// The value of an expression in the program's words, if there are any.
    fn say(&mut self, arena: &mut Arena, e: Expr) -> Option<Expr> {
        if let Some(&name) = self.names.get(&e) {
            return Some(name);
        }
        if let Some(&said) = self.said.get(&e) {
            return said;
        }
        let said = self.compound(arena, e);
        self.said.insert(e, said);
        said
    }

    fn compound(&mut self, arena: &mut Arena, e: Expr) -> Option<Expr> {
        match arena.node(e) {
            Node::Lit(_) | Node::Type(_) | Node::Addr { .. } => Some(e),
            Node::Var(..) => None,
            Node::MapVar(..) | Node::App(Op::Upd | Op::Fill | Op::Splice | Op::Shift, _) => {
                let memory = self.memories.iter().find(|(_, value)| *value == e);
                memory.map(|(name, _)| *name)
            }
            Node::App(Op::Sel, [memory, address, _]) => match self.say(arena, memory) {
                Some(memory) => {
                    let address = self.say(arena, address)?;
                    Some(arena.mk(Op::Sel, &[memory, address]))
                }
                None => self.read(arena, e, address),
            },
            Node::App(op, _) => {
                let args: Vec<Expr> = arena.args(e).collect();
                let mut said = Vec::with_capacity(args.len());
                for arg in args {
                    said.push(self.say(arena, arg)?);
                }
                Some(arena.mk(op, &said))
            }
        }
    }

    /// An element of a memory of the past, if one of today has it still.
    fn read(&mut self, arena: &mut Arena, element: Expr, address: Expr) -> Option<Expr> {
        let place = self.say(arena, address)?;
        for (name, value) in self.memories.clone() {
            if arena.interval(value) != arena.interval(element) {
                continue;
            }
            let now = arena.mk(Op::Sel, &[value, address]);
            if self.equal(arena, now, element) {
                return Some(arena.mk(Op::Sel, &[name, place]));
            }
        }
        None
    }

    /// Whether the theory can show that two values are the same.
    fn equal(&mut self, arena: &mut Arena, a: Expr, b: Expr) -> bool {
        if *self.questions == 0 {
            return false;
        }
        *self.questions -= 1;
        let same = arena.eq(a, b);
        let different = arena.not(same);
        neighbourhoods(arena, self.canon, &[different], self.facts)
            .into_iter()
            .any(|mut near| {
                near.push(different);
                theory::refute(arena, &near).is_some()
            })
    }

    /// What a variable holds.
    fn equation(&mut self, arena: &mut Arena, var: VarId, value: Expr) -> Option<Expr> {
        let name = self.cfa.read(arena, var);
        let said = match self.names.get(&value) {
            _ if matches!(arena.node(name), Node::MapVar(..)) => return None,
            Some(&other) if other != name => other,
            Some(_) | None => self.compound(arena, value)?,
        };
        Some(arena.eq(name, said))
    }

    /// Between which values a variable is, as far as that says more than its type.
    fn bounds(&self, arena: &mut Arena, var: VarId, value: Expr) -> Vec<Expr> {
        let (name, interval) = (self.cfa.read(arena, var), arena.interval(value));
        match arena.node(name) {
            Node::MapVar(..) => Vec::new(),
            // An equation says it.
            _ if interval.lo == interval.hi => Vec::new(),
            _ => within(arena, name, interval),
        }
    }

    /// The latest writes to the memories: of each, the address and the value.
    fn writes(&self, arena: &Arena) -> Vec<(Expr, Expr, Expr)> {
        let mut out = Vec::new();
        for &(_, memory) in &self.memories {
            let mut old = memory;
            for _ in 0..ELEMENTS_MAX {
                let Node::App(Op::Upd, [before, address, value]) = arena.node(old) else {
                    break;
                };
                out.push((memory, address, value));
                old = before;
            }
        }
        out
    }

    /// What a memory holds at an address, if that is still what was written there.
    fn element(
        &mut self,
        arena: &mut Arena,
        memory: Expr,
        address: Expr,
        value: Expr,
    ) -> Option<Expr> {
        let read = arena.mk(Op::Sel, &[memory, address]);
        let (read_now, value_now) = (self.say(arena, read)?, self.say(arena, value)?);
        let current = self.equal(arena, read, value);
        current.then(|| arena.eq(read_now, value_now))
    }
}

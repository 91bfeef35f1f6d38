//! Abstract post: the effect of an edge on regions, with a predicate set per location.
//!
//! The post image is computed on diagrams: predicates that an edge does not touch keep their
//! variable and cost nothing; a touched predicate's new value is a fresh (primed) variable, related
//! to the old ones by clauses. A clause is learned when the theory refutes a combination of
//! literals, with the refutation's core as the clause, so a query is asked about combinations that
//! occur in regions, once per edge. That is the Cartesian post of paper 004 where predicates are
//! independent, and the exact boolean post within groups that share variables.

use super::atoms::{Canon, Literal};
use super::bdd::{Bdd, IdMap, Level, Manager};
use super::calls::{exit_of, Calls};
use super::precision::{Precision, PredId};
use super::questions::Questions;
use super::Budget;
use proofmark_logic::arena::{Arena, Expr, Op, VarId};
use proofmark_logic::cfa::{Cfa, EdgeId};
use proofmark_logic::vc::Effect;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Set sizes at an edge's source, at the exit of the procedure that it calls, and at its target,
/// and its reach: a plan serves as long as they stay.
pub(super) type Versions = (usize, usize, usize, u8);

/// What one edge does to predicates, for one pair of predicate sets.
pub(super) struct Plan {
    /// An assumption of the edge is false in every state.
    pub(super) blocked: bool,
    /// Source and target relation that needs no theory: assumptions and new values that are source
    /// predicates or constants, and the target's axioms.
    pub(super) exact: Bdd,
    /// Source predicates that assumptions and new values depend on.
    pub(super) inputs: BTreeSet<PredId>,
    /// Levels of source predicates that are overwritten or no longer tracked.
    pub(super) forgotten: Vec<Level>,
    /// Predicates at the target whose value is primed, sorted.
    pub(super) touched: Vec<PredId>,
    pub(super) groups: Vec<Rc<Group>>,
    pub(super) versions: Versions,
}

/// A part of an edge's effect that the theory must look at: literals that share variables.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct Group {
    /// Assumptions.
    pub(super) facts: Vec<Expr>,
    /// Decision levels in order, each with the formula that it stands for in the state before the
    /// edge.
    pub(super) levels: Vec<(Level, Expr)>,
}

/// The image of a region under an edge.
#[derive(Clone, Copy)]
pub struct Image {
    /// Over the target's predicates.
    pub region: Bdd,
    /// Over the source's predicates and the primed touched ones: which states lead to which.
    pub relation: Bdd,
}

/// Computes and remembers abstract post images.
pub struct Abstraction<'a> {
    /// The program.
    pub cfa: &'a Cfa,
    /// Its calls. What is computed for an edge here is computed for all their arcs.
    pub calls: Calls,
    /// Canonical forms.
    pub canon: Canon,
    /// Predicates.
    pub precision: Precision,
    /// Regions.
    pub bdds: Manager,
    /// What the theory was asked.
    pub questions: Questions,
    effect: Effect,
    /// Assumptions of each edge, canonical.
    assumptions: Vec<Option<Rc<Vec<Literal>>>>,
    /// The weakest precondition of a predicate over an edge.
    preconditions: IdMap<(u32, PredId), Literal>,
    plans: Vec<Option<Rc<Plan>>>,
    pub(super) learned: Vec<Bdd>,
    /// How far each edge's groups reach ([`Abstraction::widen`]).
    pub(super) reach: Vec<u8>,
    feasible: std::collections::HashMap<(u32, Rc<Group>), Bdd>,
    images: IdMap<(u32, Bdd), (Versions, Image)>,
}

/// How often an edge's groups can be widened.
const REACH_MAX: u8 = 4;
/// At most this many feasible combinations are told apart per group and region; what is beyond is
/// over-approximated.
const COMBINATIONS_MAX: usize = 400;

/// The arena may grow this far; a program that needs more ends as unknown.
pub const ARENA_MAX: usize = 40_000_000;

impl<'a> Abstraction<'a> {
    /// For a program, with no predicates yet.
    pub fn new(cfa: &'a Cfa, budget: Budget) -> Abstraction<'a> {
        let calls = Calls::new(cfa);
        let edges = calls.arcs();
        Abstraction {
            cfa,
            calls,
            canon: Canon::of(cfa),
            precision: Precision::new(cfa.locations.len()),
            bdds: Manager::new(budget),
            questions: Questions::new(budget),
            effect: Effect::default(),
            assumptions: vec![None; edges],
            preconditions: IdMap::default(),
            plans: (0..edges).map(|_| None).collect(),
            learned: vec![Bdd::TRUE; edges],
            // Contracts relate values at different times, which takes predicates that only share
            // variables with those in hand. Contracts relate variables to their ghosts: what shares
            // a variable matters from the start.
            reach: vec![if cfa.procedures.is_empty() { 0 } else { 2 }; edges],
            feasible: Default::default(),
            images: IdMap::default(),
        }
    }

    /// Has an edge's new values depend on more predicates: at first those over terms of its
    /// assumptions and new values, then those over variables of these, then those that share a
    /// variable with these, and so on, so many steps further. Returns whether that may change an
    /// image.
    pub fn widen(&mut self, edge: EdgeId, steps: u8) -> bool {
        let slot = edge.0 as usize;
        let wider = self.reach[slot] < REACH_MAX
            && self.plans[slot]
                .as_ref()
                .is_some_and(|plan| !plan.groups.is_empty());
        if wider {
            self.reach[slot] = (self.reach[slot] + steps).min(REACH_MAX);
            self.plans[slot] = None;
        }
        wider
    }

    /// The same from the start, before there are predicates that it may depend on.
    pub fn widen_ahead(&mut self, edge: EdgeId, steps: u8) {
        let slot = edge.0 as usize;
        if self.reach[slot] < steps {
            self.reach[slot] = steps;
            self.plans[slot] = None;
        }
    }

    /// Runs an edge's block symbolically, leaving the result in the effect.
    fn run_effect(&mut self, arena: &mut Arena, edge: EdgeId) {
        self.calls
            .effect(arena, self.cfa, edge, &mut self.effect, ARENA_MAX);
    }

    pub(super) fn assumptions(&mut self, arena: &mut Arena, edge: EdgeId) -> Rc<Vec<Literal>> {
        if let Some(known) = &self.assumptions[edge.0 as usize] {
            return known.clone();
        }
        self.run_effect(arena, edge);
        let formulas = self.effect.hypotheses.clone();
        let literals: Vec<Literal> = formulas
            .into_iter()
            .map(|f| self.canon.literal(arena, f))
            .collect();
        let literals = Rc::new(literals);
        self.assumptions[edge.0 as usize] = Some(literals.clone());
        literals
    }

    /// `wp(edge, p)`, canonical.
    pub fn precondition(&mut self, arena: &mut Arena, edge: EdgeId, p: PredId) -> Literal {
        if let Some(&known) = self.preconditions.get(&(edge.0, p)) {
            return known;
        }
        let atom = self.precision.atom(p);
        self.run_effect(arena, edge);
        let shifted = self
            .effect
            .sigma
            .apply(arena, atom, ARENA_MAX)
            .unwrap_or(atom);
        let literal = self.canon.literal(arena, shifted);
        self.preconditions.insert((edge.0, p), literal);
        literal
    }

    fn versions(&self, edge: EdgeId) -> Versions {
        let (from, to) = self.calls.ends(self.cfa, edge);
        let exit =
            exit_of(self.cfa, &self.calls, edge).map_or(0, |exit| self.precision.version(exit));
        (
            self.precision.version(from),
            exit,
            self.precision.version(to),
            self.reach[edge.0 as usize],
        )
    }

    /// The image of a region at the edge's source. For the return of a call, it is conjoined with
    /// the instance of the callee's exit region.
    pub fn post(&mut self, arena: &mut Arena, edge: EdgeId, region: Bdd) -> Image {
        let versions = self.versions(edge);
        if let Some(&(known, image)) = self.images.get(&(edge.0, region)) {
            if known == versions {
                return image;
            }
        }
        let plan = self.plan(arena, edge, versions);
        let image = if plan.blocked {
            Image {
                region: Bdd::FALSE,
                relation: Bdd::FALSE,
            }
        } else {
            self.apply(arena, edge, &plan, region)
        };
        self.images.insert((edge.0, region), (versions, image));
        image
    }

    /// Whether an edge neither looks at a predicate nor touches one that could depend on it: then
    /// it commutes with forgetting the predicate.
    pub fn ignores(&mut self, arena: &mut Arena, edge: EdgeId, predicate: PredId) -> bool {
        let versions = self.versions(edge);
        let plan = self.plan(arena, edge, versions);
        let own = self.canon.variables(arena, self.precision.atom(predicate));
        let own: BTreeSet<VarId> = own.iter().copied().collect();
        let (from, to) = self.calls.ends(self.cfa, edge);
        if self.calls.is_call(self.cfa, edge) {
            return false;
        }
        let tracked = [from, to]
            .into_iter()
            .all(|l| self.precision.at[l.0 as usize].contains(&predicate));
        let depends = plan
            .touched
            .iter()
            .any(|&t| shares(&self.canon.variables(arena, self.precision.atom(t)), &own));
        tracked && !depends && !plan.inputs.contains(&predicate)
    }

    /// The states of the source that `relation` takes into `target` (a region at the edge's
    /// target).
    pub fn pre(&mut self, arena: &mut Arena, edge: EdgeId, relation: Bdd, target: Bdd) -> Bdd {
        let versions = self.versions(edge);
        let plan = self.plan(arena, edge, versions);
        let primed = self.bdds.prime(target, &plan.touched);
        let both = self.bdds.and(relation, primed);
        let levels: Vec<Level> = plan.touched.iter().map(|p| 2 * p + 1).collect();
        self.bdds.exists(both, &levels)
    }

    /// The states of the source that may lead out of `target` (a region at the edge's target), as
    /// far as the images computed so far tell.
    pub fn leaving(&mut self, arena: &mut Arena, edge: EdgeId, target: Bdd) -> Bdd {
        let versions = self.versions(edge);
        let plan = self.plan(arena, edge, versions);
        if plan.blocked {
            return Bdd::FALSE;
        }
        let primed = self.bdds.prime(target, &plan.touched);
        let known = self.bdds.and(plan.exact, self.learned[edge.0 as usize]);
        let out = self.bdds.without(known, primed);
        let levels: Vec<Level> = plan.touched.iter().map(|p| 2 * p + 1).collect();
        self.bdds.exists(out, &levels)
    }

    fn apply(&mut self, arena: &mut Arena, edge: EdgeId, plan: &Plan, region: Bdd) -> Image {
        let mut relation = self.bdds.and(region, plan.exact);
        relation = self.bdds.and(relation, self.learned[edge.0 as usize]);
        for group in &plan.groups {
            if relation.is_false() {
                break;
            }
            relation = self.constrain(arena, edge, group, relation);
        }
        let kept = self.bdds.exists(relation, &plan.forgotten);
        Image {
            region: self.bdds.unprime(kept),
            relation,
        }
    }

    /// Removes from the relation the combinations of a group's literals that the theory refutes.
    fn constrain(
        &mut self,
        arena: &mut Arena,
        edge: EdgeId,
        group: &Rc<Group>,
        mut relation: Bdd,
    ) -> Bdd {
        let levels: Vec<Level> = group.levels.iter().map(|l| l.0).collect();
        let others: Vec<Level> = self
            .bdds
            .support(relation)
            .into_iter()
            .filter(|l| levels.binary_search(l).is_err())
            .collect();
        let mut open = self.bdds.exists(relation, &others);
        let key = (edge.0, group.clone());
        let mut feasible = self.feasible.get(&key).copied().unwrap_or(Bdd::FALSE);
        open = self.bdds.without(open, feasible);
        let mut combinations = 0;
        while let Some(values) = self
            .bdds
            .some_assignment(open, &levels)
            .filter(|_| !self.questions.stopped)
        {
            let literals: Vec<Expr> = group
                .levels
                .iter()
                .zip(&values)
                .map(|(&(_, f), &v)| if v { f } else { negate(arena, f) })
                .chain(group.facts.iter().copied())
                .collect();
            match self.questions.refute(arena, &literals) {
                Some(core) => {
                    let mut clause = Bdd::FALSE;
                    for &i in core.iter().filter(|&&i| i < levels.len()) {
                        let literal = self.bdds.literal(levels[i], !values[i]);
                        clause = self.bdds.or(clause, literal);
                    }
                    relation = self.bdds.and(relation, clause);
                    open = self.bdds.and(open, clause);
                    let learned = self.learned[edge.0 as usize];
                    self.learned[edge.0 as usize] = self.bdds.and(learned, clause);
                }
                None => {
                    let mut cube = Bdd::TRUE;
                    for (&level, &value) in levels.iter().zip(&values).rev() {
                        let literal = self.bdds.literal(level, value);
                        cube = self.bdds.and(literal, cube);
                    }
                    feasible = self.bdds.or(feasible, cube);
                    open = self.bdds.without(open, cube);
                    combinations += 1;
                    if combinations > COMBINATIONS_MAX {
                        break;
                    }
                }
            }
        }
        self.feasible.insert(key, feasible);
        relation
    }

    fn plan(&mut self, arena: &mut Arena, edge: EdgeId, versions: Versions) -> Rc<Plan> {
        if let Some(plan) = &self.plans[edge.0 as usize] {
            if plan.versions == versions {
                return plan.clone();
            }
        }
        let plan = Rc::new(self.make_plan(arena, edge, versions));
        self.plans[edge.0 as usize] = Some(plan.clone());
        plan
    }
}

pub(super) fn shares<T: Ord>(some: &[T], all: &BTreeSet<T>) -> bool {
    some.iter().any(|part| all.contains(part))
}

/// The negation of a literal.
pub fn negate(arena: &mut Arena, f: Expr) -> Expr {
    match arena.app(f) {
        Some((Op::Not, [a, ..])) => a,
        _ => arena.not(f),
    }
}

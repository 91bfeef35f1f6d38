//! What an edge does to predicates: which of them it leaves alone, which it computes from others,
//! and what the theory has to look at, in groups that share terms or variables.

use super::abstraction::{shares, Abstraction, Group, Plan, Versions};
use super::atoms::{template, Literal};
use super::bdd::{Bdd, Level};
use super::precision::PredId;
use proofmark_logic::arena::{Arena, Expr, Node, Op, VarId};
use proofmark_logic::cfa::EdgeId;
use proofmark_logic::linear::Linear;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// At most this many source predicates join a group: those nearest to its assumptions and touched
/// predicates.
const GROUP_SOURCES_MAX: usize = 64;
/// What literals have in common where one may decide the other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Term(Expr),
    Variable(VarId),
}

/// Literals that the theory must look at: assumptions (no level) and new values (a primed level).
type Inexact = Vec<(Option<Level>, Expr)>;

impl Abstraction<'_> {
    pub(super) fn make_plan(
        &mut self,
        arena: &mut Arena,
        edge: EdgeId,
        versions: Versions,
    ) -> Plan {
        let (from, to) = self.calls.ends(self.cfa, edge);
        let mut source = self.instances(arena, edge);
        source.extend(self.precision.at[from.0 as usize].iter().copied());
        source.sort_unstable();
        source.dedup();
        let target: Vec<PredId> = self.precision.at[to.0 as usize].iter().copied().collect();
        let mut plan = Plan {
            blocked: false,
            exact: Bdd::TRUE,
            inputs: BTreeSet::new(),
            forgotten: Vec::new(),
            touched: Vec::new(),
            groups: Vec::new(),
            versions,
        };
        let mut inexact = Inexact::new();
        self.plan_assumptions(arena, edge, (&mut plan, &mut inexact), &source);
        let before = self.plan_touched(arena, edge, &mut plan, (&source, &target));
        // The axioms come first: with them the many equivalences of an assignment between terms
        // with many predicates stay small.
        let axioms = self.precision.axioms(to);
        let axioms = self.bdds.prime(axioms, &plan.touched);
        plan.exact = self.bdds.and(plan.exact, axioms);
        plan.exact = self.bdds.and(plan.exact, self.precision.axioms(from));
        self.plan_values(arena, before, (&mut plan, &mut inexact), &source);
        let overwritten =
            |p: &&PredId| target.binary_search(p).is_err() || plan.touched.binary_search(p).is_ok();
        plan.forgotten = source.iter().filter(overwritten).map(|p| 2 * p).collect();
        plan.groups = self.groups(arena, &inexact, &source, versions.3);
        let levels = plan.groups.iter().flat_map(|group| &group.levels);
        plan.inputs
            .extend(levels.filter(|l| l.0 % 2 == 0).map(|l| l.0 / 2));
        self.unlearn(edge, &plan.touched);
        plan
    }

    /// What an edge assumes.
    fn plan_assumptions(
        &mut self,
        arena: &mut Arena,
        edge: EdgeId,
        (plan, inexact): (&mut Plan, &mut Inexact),
        source: &[PredId],
    ) {
        for &assumption in self.assumptions(arena, edge).iter() {
            match assumption {
                Literal::Constant(true) => {}
                Literal::Constant(false) => plan.blocked = true,
                Literal::Atom { atom, positive } => match self.tracked(source, atom) {
                    Some(p) => {
                        plan.inputs.insert(p);
                        let literal = self.bdds.literal(2 * p, positive);
                        plan.exact = self.bdds.and(plan.exact, literal);
                    }
                    None => inexact.push((None, if positive { atom } else { arena.not(atom) })),
                },
                // Compound assumptions do not occur in lowered C; ignoring one is a sound
                // over-approximation.
                Literal::Opaque(_) => {}
            }
        }
    }

    /// Finds the predicates at the target that get new values. What these are before the edge.
    fn plan_touched(
        &mut self,
        arena: &mut Arena,
        edge: EdgeId,
        plan: &mut Plan,
        (source, target): (&[PredId], &[PredId]),
    ) -> Vec<Literal> {
        let mut before = Vec::with_capacity(target.len());
        for &t in target {
            let literal = self.precondition(arena, edge, t);
            let identity = literal
                == Literal::Atom {
                    atom: self.precision.atom(t),
                    positive: true,
                };
            if !identity || source.binary_search(&t).is_err() {
                plan.touched.push(t);
                before.push(literal);
            }
        }
        before
    }

    /// Relates the new values of the touched predicates to what they are before the edge.
    fn plan_values(
        &mut self,
        arena: &mut Arena,
        before: Vec<Literal>,
        (plan, inexact): (&mut Plan, &mut Inexact),
        source: &[PredId],
    ) {
        for (t, before) in plan.touched.clone().into_iter().zip(before) {
            let primed = 2 * t + 1;
            match before {
                Literal::Constant(value) => {
                    let literal = self.bdds.literal(primed, value);
                    plan.exact = self.bdds.and(plan.exact, literal);
                }
                Literal::Atom { atom, positive } => match self.tracked(source, atom) {
                    Some(p) => {
                        plan.inputs.insert(p);
                        let same = self.equivalence(primed, 2 * p, positive);
                        plan.exact = self.bdds.and(plan.exact, same);
                    }
                    None => {
                        inexact.push((Some(primed), if positive { atom } else { arena.not(atom) }))
                    }
                },
                Literal::Opaque(_) => {}
            }
        }
    }

    /// The predicate of an atom, if it is among those of the source.
    fn tracked(&self, source: &[PredId], atom: Expr) -> Option<PredId> {
        let known = self.precision.known(atom);
        known.filter(|p| source.binary_search(p).is_ok())
    }

    /// A predicate that is tracked on both sides now and not touched has no primed variable any
    /// more.
    fn unlearn(&mut self, edge: EdgeId, touched: &[PredId]) {
        let learned = self.learned[edge.0 as usize];
        let stale = |l: &Level| l % 2 == 1 && touched.binary_search(&(l / 2)).is_err();
        let support = self.bdds.support(learned).into_iter();
        let stale: Vec<Level> = support.filter(stale).collect();
        self.learned[edge.0 as usize] = self.bdds.exists(learned, &stale);
    }

    fn equivalence(&mut self, a: Level, b: Level, positive: bool) -> Bdd {
        let (x, y) = (self.bdds.literal(a, true), self.bdds.literal(b, positive));
        let both = self.bdds.and(x, y);
        let either = self.bdds.or(x, y);
        let neither = self.bdds.not(either);
        self.bdds.or(both, neither)
    }

    /// The source predicates all of whose parts are among `parts`, after these were extended by
    /// those of predicates that share some, as often as the reach says.
    fn sources(
        &mut self,
        arena: &Arena,
        parts: &mut BTreeSet<Part>,
        source: &[PredId],
        reach: u8,
    ) -> BTreeSet<PredId> {
        let mut found = BTreeSet::new();
        let all: Vec<(PredId, Vec<Part>)> = source
            .iter()
            .map(|&p| (p, self.parts(arena, self.precision.atom(p), reach)))
            .collect();
        for hop in 0..=reach.saturating_sub(1) {
            if hop > 0 {
                let near: Vec<Part> = all
                    .iter()
                    .filter(|(_, own)| shares(own, parts))
                    .flat_map(|(_, own)| own.iter().copied())
                    .collect();
                parts.extend(near);
            }
            for (p, own) in &all {
                if found.len() < GROUP_SOURCES_MAX && own.iter().all(|part| parts.contains(part)) {
                    found.insert(*p);
                }
            }
        }
        found
    }

    /// What a literal speaks about: the terms that it compares, whatever is added to them, or with
    /// more reach the variables in them.
    fn parts(&mut self, arena: &Arena, literal: Expr, reach: u8) -> Vec<Part> {
        if reach > 0 {
            return self
                .canon
                .variables(arena, literal)
                .iter()
                .map(|&v| Part::Variable(v))
                .collect();
        }
        let atom = match arena.node(literal) {
            Node::App(Op::Not, [a, ..]) => a,
            _ => literal,
        };
        let Node::App(_, [a, b, _]) = arena.node(atom) else {
            return Vec::new();
        };
        let sum = Linear::combination(arena, &[(1, a), (-1, b)]).unwrap_or_default();
        sum.terms
            .iter()
            .map(|t| Part::Term(template(arena, t.0)))
            .collect()
    }

    /// Splits the literals into groups that share no parts, each with the source predicates around
    /// it, and with the assumptions about what these speak of.
    fn groups(
        &mut self,
        arena: &Arena,
        inexact: &[(Option<Level>, Expr)],
        source: &[PredId],
        reach: u8,
    ) -> Vec<Rc<Group>> {
        let mut groups = Vec::new();
        let mut done = vec![false; inexact.len()];
        let parts: Vec<Vec<Part>> = inexact
            .iter()
            .map(|&(_, f)| self.parts(arena, f, reach))
            .collect();
        for start in 0..inexact.len() {
            if std::mem::replace(&mut done[start], true) {
                continue;
            }
            let mut around: BTreeSet<Part> = parts[start].iter().copied().collect();
            let mut members = vec![start];
            while let Some(i) = (0..inexact.len()).find(|&i| !done[i] && shares(&parts[i], &around))
            {
                done[i] = true;
                members.push(i);
                around.extend(&parts[i]);
            }
            let sources = self.sources(arena, &mut around, source, reach);
            let mut levels: BTreeMap<Level, Expr> = sources
                .iter()
                .map(|&p| (2 * p, self.precision.atom(p)))
                .collect();
            let mut facts = Vec::new();
            for &i in &members {
                match inexact[i] {
                    (Some(level), f) => {
                        levels.insert(level, f);
                    }
                    (None, f) => facts.push(f),
                }
            }
            // What the edge assumes belongs to all that the sources relate it to.
            for (i, own) in parts.iter().enumerate() {
                if let (None, f) = inexact[i] {
                    let about = !own.is_empty() && own.iter().all(|part| around.contains(part));
                    if about && !members.contains(&i) {
                        facts.push(f);
                    }
                }
            }
            facts.sort_unstable();
            groups.push(Rc::new(Group {
                facts,
                levels: levels.into_iter().collect(),
            }));
        }
        groups
    }
}

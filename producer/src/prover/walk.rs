//! The search for an obligation's proof: a walk over pairs of an assumed and a wanted formula.
//!
//! Both are decision diagrams over atoms, shared DAGs in one order. The goal's top atom is decided
//! by the literals assumed so far, if it can be; otherwise whichever top atom comes first in the
//! order is split on, so the walk visits pairs of nodes as a diagram operation would. Every
//! subproof is remembered with the hypotheses that it really uses, so it serves wherever these
//! hold: proofs are polynomial in the sizes of the diagrams, not in their numbers of paths.

use super::refutation;
use super::term::{Book, Part, ProofId};
use crate::theory;
use proofmark_logic::arena::{Arena, Expr, Node, Op};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// Why a search ended without a proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Stuck {
    /// A goal was left that the literals assumed then do not decide.
    Goal { goal: Expr, assumed: Vec<Expr> },
    /// The formulas are nested too deeply for the stack.
    TooDeep,
    /// The caller wanted no more.
    Stopped,
}

/// Nested steps of the search. Measured need: below 1 KiB of stack each, so that this fits into a
/// thread with 2 MiB.
const DEPTH_MAX: usize = 2_000;

/// Of so many literals, those that are near the goal are looked at first.
const MANY: usize = 24;

/// How often the caller is asked whether to go on.
const STEPS_BETWEEN_QUESTIONS: u64 = 256;

/// The answer of the decision procedure to a question about literals.
type Answer = Option<ProofId>;

/// Work for a question to the decision procedure.
#[derive(Clone, Copy)]
enum Effort {
    Usual,
    /// Because there was no proof.
    Much,
}

/// The prover's memory, over all obligations.
pub(super) struct Walker<'a> {
    arena: &'a mut Arena,
    pub(super) book: Book,
    /// What a proof proves, for those that may become lemmas.
    pub(super) goals: HashMap<ProofId, Expr>,
    /// Assumed literals, oldest first.
    gamma: Vec<Expr>,
    depth: usize,
    /// Proofs of a goal from formulas that are still to be used.
    memo: HashMap<(Vec<Expr>, Expr), Vec<ProofId>>,
    /// Proofs of a literal (or `false`) from a set of literals.
    answers: HashMap<(Vec<Expr>, Expr), Answer>,
    /// Place of each atom of an invariant in the order of the diagrams.
    ranks: HashMap<Expr, usize>,
    /// The same for the atoms of the goal: images of invariant atoms under the edge in hand.
    goal_ranks: HashMap<Expr, usize>,
    effort: Effort,
    /// Asked whether to go on.
    go_on: &'a mut dyn FnMut() -> bool,
    /// Nodes of the search so far, and calls of the decision procedure.
    pub(super) steps: u64,
    pub(super) calls: u64,
}

impl<'a> Walker<'a> {
    pub(super) fn new(
        arena: &'a mut Arena,
        invariants: &[Expr],
        go_on: &'a mut dyn FnMut() -> bool,
    ) -> Walker<'a> {
        let ranks = ranks(arena, invariants);
        Walker {
            ranks,
            goal_ranks: HashMap::new(),
            effort: Effort::Usual,
            go_on,
            arena,
            book: Book::new(),
            goals: HashMap::new(),
            gamma: Vec::new(),
            depth: 0,
            memo: HashMap::new(),
            answers: HashMap::new(),
            steps: 0,
            calls: 0,
        }
    }

    /// A proof of `goal` under the given hypotheses, to be checked against it. `images` are atoms
    /// of the goal, each with the atom of an invariant whose place in the order it takes.
    ///
    /// # Errors
    /// The first subgoal that could not be proved.
    pub(super) fn prove(
        &mut self,
        hypotheses: &[Expr],
        goal: Expr,
        images: &[(Expr, Expr)],
    ) -> Result<ProofId, Stuck> {
        self.gamma.clear();
        self.depth = 0;
        self.goal_ranks.clear();
        for (image, rank) in images
            .iter()
            .filter_map(|(image, atom)| Some((*image, *self.ranks.get(atom)?)))
        {
            let slot = self.goal_ranks.entry(image).or_insert(rank);
            *slot = rank.min(*slot);
        }
        // The source's invariant comes first and is used last: the edge's assumptions decide what
        // they can before it is split.
        match self.walk(hypotheses.to_vec(), goal) {
            Err(Stuck::Goal { .. }) => self.try_harder(hypotheses, goal),
            walked => walked,
        }
    }

    /// The same again with more work for each question: the search for invariants believed what is
    /// to be proved, often from fewer literals.
    fn try_harder(&mut self, hypotheses: &[Expr], goal: Expr) -> Result<ProofId, Stuck> {
        self.gamma.clear();
        self.depth = 0;
        self.answers.retain(|_, answer| answer.is_some());
        self.effort = Effort::Much;
        let walked = self.walk(hypotheses.to_vec(), goal);
        self.effort = Effort::Usual;
        walked
    }

    fn is_literal(&self, e: Expr) -> bool {
        match self.arena.node(e) {
            Node::App(Op::Not, [a, ..]) => self.arena.is_atom(a),
            _ => self.arena.is_atom(e),
        }
    }

    /// The address, if a literal says what a memory holds there.
    fn content(&self, literal: Expr) -> Option<Expr> {
        let (Op::Eq, [cell, ..]) = self.arena.app(literal)? else {
            return None;
        };
        let (Op::Sel, [memory, at, _]) = self.arena.app(cell)? else {
            return None;
        };
        matches!(self.arena.node(memory), Node::MapVar(..)).then_some(at)
    }

    fn negation(&mut self, literal: Expr) -> Expr {
        match self.arena.node(literal) {
            Node::App(Op::Not, [a, ..]) => a,
            _ => self.arena.not(literal),
        }
    }

    /// Proves `goal` from the assumed literals and the formulas in `todo`, last first.
    fn walk(&mut self, todo: Vec<Expr>, goal: Expr) -> Result<ProofId, Stuck> {
        self.steps += 1;
        if self.steps.is_multiple_of(STEPS_BETWEEN_QUESTIONS) && !(self.go_on)() {
            return Err(Stuck::Stopped);
        }
        if goal == Arena::TRUE {
            return Ok(self.book.plain("true_i", &[]));
        }
        if todo.contains(&goal) || self.gamma.contains(&goal) {
            return Ok(self.book.hyp(goal));
        }
        let key = (todo, goal);
        let known = self.memo.get(&key).into_iter().flatten().copied();
        let fits = |id: &ProofId| {
            self.book
                .free(*id)
                .iter()
                .all(|f| self.gamma.contains(f) || key.0.contains(f))
        };
        if let Some(known) = known.into_iter().find(fits) {
            return Ok(known);
        }
        if self.depth >= DEPTH_MAX {
            return Err(Stuck::TooDeep);
        }
        self.depth += 1;
        let height = self.gamma.len();
        let proof = self.search(key.0.clone(), goal)?;
        self.gamma.truncate(height);
        self.depth -= 1;
        self.goals.entry(proof).or_insert(goal);
        self.memo.entry(key).or_default().push(proof);
        Ok(proof)
    }

    fn search(&mut self, mut todo: Vec<Expr>, goal: Expr) -> Result<ProofId, Stuck> {
        // What needs no split is used at once.
        while let Some(&next) = todo.last() {
            match self.arena.node(next) {
                Node::App(Op::True, _) => {}
                Node::App(Op::False, _) => {
                    let falsum = self.book.hyp(Arena::FALSE);
                    return Ok(self.explode(falsum, goal));
                }
                Node::App(Op::And, [a, b, _]) => {
                    todo.pop();
                    let hyp = self.book.hyp(next);
                    todo.extend([b, a]);
                    let rest = self.walk(todo, goal)?;
                    return Ok(self.eliminate("and_e", hyp, vec![(vec![a, b], rest)]));
                }
                _ if self.is_literal(next) => {
                    if let Some(falsum) = self.assume(next) {
                        return Ok(self.explode(falsum, goal));
                    }
                }
                _ => break,
            }
            todo.pop();
            if self.gamma.contains(&goal) {
                return Ok(self.book.hyp(goal));
            }
        }
        if let Some(proof) = self.descend(&todo, goal)? {
            return Ok(proof);
        }
        let assumed = todo
            .iter()
            .filter_map(|&f| self.top(f))
            .filter_map(|atom| self.ranks.get(&atom))
            .min();
        let wanted = self.top(goal).and_then(|atom| self.goal_ranks.get(&atom));
        let goal_first = matches!((wanted, assumed), (Some(w), Some(a)) if w < a);
        if todo.is_empty() || goal_first {
            return self.split_goal(todo, goal);
        }
        let next = todo.pop().unwrap_or(Arena::TRUE);
        self.split(next, todo, goal)
    }

    /// Adds a literal; a proof of `false` if it contradicts the others.
    fn assume(&mut self, literal: Expr) -> Answer {
        if self.gamma.contains(&literal) {
            return None;
        }
        let slice = self.slice(literal);
        self.gamma.push(literal);
        let mut key = slice;
        key.push(literal);
        self.falsehood(key, literal)
    }

    /// Asks the decision procedure, about this literal in the first place.
    fn refute(&mut self, literals: &[Expr], about: Expr) -> Option<theory::Refutation> {
        if theory::satisfiable(self.arena, literals) {
            return None;
        }
        self.calls += 1;
        match self.effort {
            Effort::Usual => theory::refute(self.arena, literals),
            Effort::Much => theory::refute_around(self.arena, literals, about),
        }
    }

    /// `false` by the literals, of which this one is new.
    fn falsehood(&mut self, mut literals: Vec<Expr>, literal: Expr) -> Answer {
        literals.sort_unstable();
        let key = (literals, Arena::FALSE);
        if let Some(answer) = self.answers.get(&key) {
            return *answer;
        }
        let answer = self.refute(&key.0, literal).map(|found| {
            refutation::falsehood(&mut self.book, self.arena, &mut self.goals, &found)
        });
        if let Some(proof) = answer {
            self.goals.insert(proof, Arena::FALSE);
        }
        self.answers.insert(key, answer);
        answer
    }

    /// A proof of a literal by the assumed ones.
    fn decide(&mut self, goal: Expr) -> Answer {
        if self.gamma.contains(&goal) {
            return Some(self.book.hyp(goal));
        }
        let negation = self.negation(goal);
        if self.gamma.contains(&negation) {
            return None;
        }
        let mut slice = self.slice(goal);
        slice.sort_unstable();
        if slice.len() >= MANY {
            let near = self.near(&slice, goal);
            if near.len() < slice.len() {
                let answer = self.decide_by(near, goal, negation);
                if answer.is_some() {
                    return answer;
                }
            }
        }
        self.decide_by(slice, goal, negation)
    }

    /// Those of many literals that do not just say what a memory holds somewhere else than the goal
    /// speaks of.
    fn near(&self, literals: &[Expr], goal: Expr) -> Vec<Expr> {
        let mut seen = HashSet::from([goal]);
        let mut work = vec![goal];
        while let Some(e) = work.pop() {
            work.extend(self.arena.args(e).filter(|arg| seen.insert(*arg)));
        }
        let elsewhere = |literal: &Expr| {
            let at = self.content(*literal);
            at.is_some_and(|at| !seen.contains(&at))
        };
        let near = literals.iter().copied();
        near.filter(|literal| !elsewhere(literal)).collect()
    }

    /// A proof of a literal by some of the assumed ones, which are in order.
    fn decide_by(&mut self, slice: Vec<Expr>, goal: Expr, negation: Expr) -> Answer {
        let key = (slice, goal);
        if let Some(answer) = self.answers.get(&key) {
            return *answer;
        }
        let mut literals = vec![negation];
        literals.extend(&key.0);
        let answer = self.refute(&literals, negation).map(|found| {
            refutation::literal(&mut self.book, self.arena, &mut self.goals, goal, &found, 0)
        });
        if let Some(proof) = answer {
            self.goals.insert(proof, goal);
        }
        self.answers.insert(key, answer);
        answer
    }

    /// The assumed literals that share variables with `literal`, directly or through others, and
    /// those about addresses alone.
    fn slice(&self, literal: Expr) -> Vec<Expr> {
        let mut mask = self.arena.var_mask(literal);
        let mut inside = vec![false; self.gamma.len()];
        loop {
            let before = mask;
            for (slot, &g) in inside.iter_mut().zip(&self.gamma) {
                let own = self.arena.var_mask(g);
                if own & mask != 0 || own == 0 {
                    *slot = true;
                    mask |= own;
                }
            }
            if mask == before {
                break;
            }
        }
        self.gamma
            .iter()
            .zip(inside)
            .filter(|(_, inside)| *inside)
            .map(|(&g, _)| g)
            .collect()
    }

    /// `goal` from a proof of `false`.
    fn explode(&mut self, falsum: ProofId, goal: Expr) -> ProofId {
        if goal == Arena::FALSE {
            falsum
        } else {
            self.book.plain("false_e", &[falsum])
        }
    }

    /// An elimination rule, or just one of its branches if that does not use its hypotheses.
    fn eliminate(
        &mut self,
        rule: &'static str,
        major: ProofId,
        branches: Vec<(Vec<Expr>, ProofId)>,
    ) -> ProofId {
        let outer: Vec<Expr> = self.book.free(major).to_vec();
        let idle = |(hypotheses, proof): &&(Vec<Expr>, ProofId)| {
            let free = self.book.free(*proof);
            !hypotheses
                .iter()
                .any(|h| free.contains(h) && !outer.contains(h))
        };
        if let Some(&(_, proof)) = branches.iter().find(idle) {
            return proof;
        }
        let mut parts = vec![Part::Premise(Vec::new(), major)];
        parts.extend(
            branches
                .into_iter()
                .map(|(hypotheses, proof)| Part::Premise(hypotheses, proof)),
        );
        self.book.rule(rule, parts)
    }

    /// Goes down in the goal as far as the assumed literals decide it.
    fn descend(&mut self, todo: &[Expr], goal: Expr) -> Result<Option<ProofId>, Stuck> {
        if self.is_literal(goal) {
            return Ok(self.decide(goal));
        }
        let Some((op, [a, b, c])) = self.arena.app(goal) else {
            return Ok(None);
        };
        match op {
            Op::And if !self.is_literal(a) && self.is_literal(b) => match self.decide(b) {
                Some(right) => {
                    let left = self.walk(todo.to_vec(), a)?;
                    Ok(Some(self.book.plain("and_i", &[left, right])))
                }
                None => Ok(None),
            },
            Op::And if self.is_literal(a) => match self.decide(a) {
                Some(left) => {
                    let right = self.walk(todo.to_vec(), b)?;
                    Ok(Some(self.book.plain("and_i", &[left, right])))
                }
                None => Ok(None),
            },
            Op::And => {
                let (left, right) = (self.walk(todo.to_vec(), a)?, self.walk(todo.to_vec(), b)?);
                Ok(Some(self.book.plain("and_i", &[left, right])))
            }
            Op::Or if self.is_literal(a) => {
                if let Some(left) = self.decide(a) {
                    return Ok(Some(self.book.plain("or_l", &[left])));
                }
                let negation = self.negation(a);
                if self.decide(negation).is_none() {
                    return Ok(None);
                }
                let right = self.walk(todo.to_vec(), b)?;
                Ok(Some(self.book.plain("or_r", &[right])))
            }
            Op::Ite if self.is_literal(a) => {
                let negation = self.negation(a);
                for (rule, condition, branch) in [("ite_t", a, b), ("ite_f", negation, c)] {
                    if let Some(condition) = self.decide(condition) {
                        let branch = self.walk(todo.to_vec(), branch)?;
                        return Ok(Some(self.book.plain(rule, &[condition, branch])));
                    }
                }
                Ok(None)
            }
            Op::Imp => {
                let mut todo = todo.to_vec();
                todo.push(a);
                let rest = self.walk(todo, b)?;
                Ok(Some(self.book.binding("imp_i", vec![(vec![a], rest)])))
            }
            Op::Not => {
                let mut todo = todo.to_vec();
                todo.push(a);
                let rest = self.walk(todo, Arena::FALSE)?;
                Ok(Some(self.book.binding("not_i", vec![(vec![a], rest)])))
            }
            _ => Ok(None),
        }
    }

    /// Case analysis on an assumed formula.
    fn split(&mut self, next: Expr, todo: Vec<Expr>, goal: Expr) -> Result<ProofId, Stuck> {
        let with = |extra: &[Expr]| todo.iter().chain(extra).copied().collect::<Vec<_>>();
        let hyp = self.book.hyp(next);
        match self.arena.node(next) {
            Node::App(Op::Or, [a, b, _]) => {
                let left = self.walk(with(&[a]), goal)?;
                let right = self.walk(with(&[b]), goal)?;
                Ok(self.eliminate("or_e", hyp, vec![(vec![a], left), (vec![b], right)]))
            }
            Node::App(Op::Ite, [p, a, b]) => {
                let negation = self.arena.not(p);
                let left = self.walk(with(&[a, p]), goal)?;
                let right = self.walk(with(&[b, negation]), goal)?;
                Ok(self.eliminate(
                    "ite_e",
                    hyp,
                    vec![(vec![p, a], left), (vec![negation, b], right)],
                ))
            }
            // Formulas of other shapes are not used.
            _ => self.walk(todo, goal),
        }
    }

    /// A disjunction of other shape than a decision diagram's: one side must follow without a
    /// further split.
    fn either(&mut self, a: Expr, b: Expr) -> Result<ProofId, Stuck> {
        let (height, depth) = (self.gamma.len(), self.depth);
        if let Ok(left) = self.walk(Vec::new(), a) {
            return Ok(self.book.plain("or_l", &[left]));
        }
        self.gamma.truncate(height);
        self.depth = depth;
        let right = self.walk(Vec::new(), b)?;
        Ok(self.book.plain("or_r", &[right]))
    }

    /// The atom that a node of a decision diagram branches on. A literal branches on nothing: it is
    /// decided, or needs what is assumed.
    fn top(&self, f: Expr) -> Option<Expr> {
        let (op, [a, ..]) = self.arena.app(f)?;
        let literal = matches!(op, Op::And | Op::Or | Op::Ite).then_some(a)?;
        match self.arena.node(literal) {
            Node::App(Op::Not, [atom, ..]) => Some(atom),
            _ => Some(literal),
        }
    }

    /// Case analysis on the goal's own atom.
    fn split_goal(&mut self, todo: Vec<Expr>, goal: Expr) -> Result<ProofId, Stuck> {
        let stuck = Stuck::Goal {
            goal,
            assumed: self.gamma.clone(),
        };
        let Some((op @ (Op::And | Op::Or | Op::Ite), [a, b, c])) = self.arena.app(goal) else {
            return Err(stuck);
        };
        if !self.is_literal(a) {
            return if op == Op::Or && todo.is_empty() {
                self.either(a, b)
            } else {
                Err(stuck)
            };
        }
        if op == Op::And && todo.is_empty() {
            return Err(stuck);
        }
        let negation = self.negation(a);
        let (atom, holds_first) = if self.arena.is_atom(a) {
            (a, true)
        } else {
            (negation, false)
        };
        let (yes, no) = (self.book.hyp(a), self.book.hyp(negation));
        let with = |literal: Expr| todo.iter().copied().chain([literal]).collect::<Vec<_>>();
        let (when_true, when_false) = match op {
            Op::Or => {
                let rest = self.walk(with(negation), b)?;
                (
                    self.book.plain("or_l", &[yes]),
                    self.book.plain("or_r", &[rest]),
                )
            }
            Op::And => {
                let (rest, falsum) = (
                    self.walk(with(a), b)?,
                    self.walk(with(negation), Arena::FALSE)?,
                );
                (
                    self.book.plain("and_i", &[yes, rest]),
                    self.explode(falsum, goal),
                )
            }
            _ => {
                let (left, right) = (self.walk(with(a), b)?, self.walk(with(negation), c)?);
                (
                    self.book.plain("ite_t", &[yes, left]),
                    self.book.plain("ite_f", &[no, right]),
                )
            }
        };
        let mut branches = [(vec![a], when_true), (vec![negation], when_false)];
        if !holds_first {
            branches.swap(0, 1);
        }
        let mut parts = vec![Part::Term(atom)];
        parts.extend(
            branches
                .into_iter()
                .map(|(hypotheses, proof)| Part::Premise(hypotheses, proof)),
        );
        Ok(self.book.rule("cases", parts))
    }
}

/// A place for each atom such that every diagram branches on its atoms in increasing order. Should
/// the formulas not agree on an order, what is left over gets no place and is treated as coming
/// last.
fn ranks(arena: &Arena, invariants: &[Expr]) -> HashMap<Expr, usize> {
    let mut below: BTreeMap<Expr, BTreeSet<Expr>> = BTreeMap::new();
    let mut seen = HashSet::new();
    let atom_of = |e: Expr| match arena.node(e) {
        Node::App(Op::Not, [a, ..]) if arena.is_atom(a) => Some(a),
        Node::App(Op::And | Op::Or | Op::Ite, [a, ..]) => match arena.node(a) {
            Node::App(Op::Not, [b, ..]) => Some(b),
            _ => Some(a),
        },
        _ => arena.is_atom(e).then_some(e),
    };
    let mut work = invariants.to_vec();
    while let Some(e) = work.pop() {
        if !seen.insert(e) {
            continue;
        }
        let Some(atom) = atom_of(e) else { continue };
        below.entry(atom).or_default();
        if let Node::App(Op::And | Op::Or | Op::Ite, _) = arena.node(e) {
            for child in arena.args(e).skip(1) {
                if let Some(lower) = atom_of(child) {
                    below.entry(lower).or_default();
                    below.entry(atom).or_default().insert(lower);
                }
                work.push(child);
            }
        }
    }
    let mut above: BTreeMap<Expr, usize> = below.keys().map(|&a| (a, 0)).collect();
    below
        .values()
        .flatten()
        .for_each(|a| *above.entry(*a).or_default() += 1);
    let mut ready: BTreeSet<Expr> = above
        .iter()
        .filter(|(_, &n)| n == 0)
        .map(|(&a, _)| a)
        .collect();
    let mut ranks = HashMap::new();
    while let Some(atom) = ready.pop_first() {
        ranks.insert(atom, ranks.len());
        for lower in below.get(&atom).into_iter().flatten() {
            if let Some(n) = above.get_mut(lower) {
                *n -= 1;
                if *n == 0 {
                    ready.insert(*lower);
                }
            }
        }
    }
    ranks
}

//! Reads over writes.
//!
//! An object that is initialised, or written element by element, is a long chain of writes. Where
//! the distance of an address that is read to each address that is written is known, the value is
//! found in one step, however long the chain is.

use super::lemmas::Axioms;
use super::row::Row;
use super::solver::{Solver, Stage, State, GOAL};
use super::tree::{FactId, Reason, Step, Tree};
use super::{Checked, Stop};
use proofmark_logic::arena::{Expr, Node, Op};
use proofmark_logic::linear::Linear;

/// What the addresses of a read and of a write have to do with each other.
enum Meeting {
    /// The equation.
    Same(FactId),
    /// The negated equation.
    Different(FactId),
    Unknown,
}

impl Solver<'_> {
    /// The value that a read finds, as far as the addresses are known to be equal or different.
    pub(super) fn read_axioms(
        &mut self,
        state: &State,
        [map, read, _]: [Expr; 3],
        term: Expr,
    ) -> Checked<Axioms> {
        let (mut memory, mut found, mut links) = (map, term, Vec::new());
        let stage = loop {
            let Some((Op::Upd, [rest, written, value])) = self.arena.app(memory) else {
                break Stage::Done;
            };
            // One search per round: the others are cheap.
            let meeting = match self.distance(state, written, read)? {
                Meeting::Unknown if links.is_empty() => self.compare(state, written, read)?,
                meeting => meeting,
            };
            let (rule, premise, next) = match meeting {
                Meeting::Same(equal) => ("sel_same", equal, value),
                Meeting::Different(different) => {
                    let next = self.arena.mk(Op::Sel, &[rest, read]);
                    ("sel_other", different, next)
                }
                // The rest of the chain is a leaf of its own.
                Meeting::Unknown if links.is_empty() => break Stage::New,
                Meeting::Unknown => break Stage::Done,
            };
            let atom = self.arena.eq(found, next);
            links.push(self.rule(rule, &[rest, value], &[premise], atom)?);
            (memory, found) = (rest, next);
            if rule == "sel_same" {
                break Stage::Done;
            }
        };
        let facts = match links[..] {
            [] | [_] => links,
            _ => {
                let atom = self.arena.eq(term, found);
                let steps = links.into_iter().map(|link| Step::Add(1, link)).collect();
                vec![self.push(atom, Reason::Eq(steps))?]
            }
        };
        Ok((facts, stage))
    }

    /// Compares two addresses whose distance the equations fix, or that lie in different objects.
    fn distance(&mut self, state: &State, a: Expr, b: Expr) -> Checked<Meeting> {
        let (atom, inside) = (self.arena.eq(a, b), self.objects_differ(a, b));
        let negation = self.arena.not(atom);
        if inside {
            let fact = self.rule("addr_ne", &[a, b], &[], negation)?;
            return Ok(Meeting::Different(fact));
        }
        let row = Row::of(self.arena, &[(1, a), (-1, b)], 0, GOAL)?;
        let mut row = self.reduce(state, row)?;
        if !row.terms.is_empty() {
            return Ok(Meeting::Unknown);
        }
        if row.constant == 0 {
            return self.explain_equation(&row, GOAL, atom).map(Meeting::Same);
        }
        let hypothesis = self.push(atom, Reason::Assumed)?;
        for (fact, _) in &mut row.why {
            if *fact == GOAL {
                *fact = hypothesis;
            }
        }
        let tree = Tree::Farkas(Self::steps(&row, row.constant.signum())?);
        self.refuted(negation, hypothesis, tree)
            .map(Meeting::Different)
    }

    /// Whether two terms are addresses inside of different objects, as they are written.
    fn objects_differ(&self, a: Expr, b: Expr) -> bool {
        let object = |e: Expr| {
            let sum = Linear::combination(self.arena, &[(1, e)]).ok()?;
            let [(base, 1)] = sum.terms[..] else {
                return None;
            };
            match self.arena.node(base) {
                Node::Addr { object, size, .. } => (0..i128::from(size))
                    .contains(&sum.constant)
                    .then_some(object),
                _ => None,
            }
        };
        matches!((object(a), object(b)), (Some(o), Some(q)) if o != q)
    }

    /// Compares two addresses by what the branch says about them, without case splits.
    fn compare(&mut self, state: &State, a: Expr, b: Expr) -> Checked<Meeting> {
        Ok(match self.prove_different(state, a, b)? {
            Some(different) => Meeting::Different(different),
            None => Meeting::Unknown,
        })
    }

    /// `not (A = B)`, if it is a literal of the branch or assuming `A = B` is contradictory without
    /// case splits.
    pub(super) fn prove_different(
        &mut self,
        state: &State,
        a: Expr,
        b: Expr,
    ) -> Checked<Option<FactId>> {
        let atom = self.arena.eq(a, b);
        let negation = self.arena.not(atom);
        for &(fact, _) in &state.disequations {
            if self.formula(fact)? == negation {
                return Ok(Some(fact));
            }
        }
        let mut branch = state.clone();
        let hypothesis = self.push(atom, Reason::Assumed)?;
        match self
            .assert(&mut branch, hypothesis)
            .and_then(|()| self.close(&mut branch))
        {
            Ok(_) => Ok(None),
            Err(Stop::Conflict(tree)) => self.refuted(negation, hypothesis, tree).map(Some),
            Err(Stop::GiveUp) => Err(Stop::GiveUp),
        }
    }

    /// `negation`, because its opposite, the hypothesis, is contradictory.
    fn refuted(&mut self, negation: Expr, hypothesis: FactId, tree: Tree) -> Checked<FactId> {
        let tree = Box::new(tree);
        self.push(negation, Reason::Refuted { hypothesis, tree })
    }
}

//! Reads over writes, and of memories of parts.
//!
//! An object that is initialised, or written element by element, is a long chain of writes. Where
//! the distance of an address that is read to each address that is written is known, the value is
//! found in one step, however long the chain is.

use super::lemmas::Axioms;
use super::row::Row;
use super::solver::{Solver, Stage, State, GOAL};
use super::tree::{FactId, Reason, Step, Tree};
use super::{Checked, Stop};
use crate::places::patch_elsewhere;
use proofmark_logic::arena::{Expr, Node, Op};
use proofmark_logic::linear::Linear;

/// A step down a chain of writes: the rule, its terms and its premises, and what it finds.
type Link = ((&'static str, Vec<Expr>, Vec<FactId>), Next);

/// What a step finds.
#[derive(Clone, Copy)]
enum Next {
    Value(Expr),
    /// The address in another memory.
    Memory(Expr),
}

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
        [map, mut read, _]: [Expr; 3],
        term: Expr,
    ) -> Checked<Axioms> {
        let (mut memory, mut found, mut links) = (map, term, Vec::new());
        let stage = loop {
            if let Some((place, equal)) = self.placed(state, memory, read)? {
                let same = self.arena.mk(Op::Sel, &[memory, place]);
                let atom = self.arena.eq(found, same);
                links.push(self.rule("sel_cong", &[memory], &[equal], atom)?);
                (found, read) = (same, place);
            }
            let link = match self.arena.app(memory) {
                Some((Op::Upd, _)) => self.over_write(state, memory, read, links.is_empty())?,
                Some((Op::Splice, _)) => self.over_parts(state, memory, read)?,
                Some((Op::Fill, [value, ..])) => Some((
                    ("sel_fill", vec![value, read], Vec::new()),
                    Next::Value(value),
                )),
                Some((Op::Shift, [rest, distance, _])) => {
                    let terms = vec![rest, distance, read];
                    read = self.arena.mk(Op::Add, &[read, distance]);
                    Some((("sel_shift", terms, Vec::new()), Next::Memory(rest)))
                }
                _ => break Stage::Done,
            };
            let Some(((rule, terms, premises), next)) = link else {
                // The rest of the chain is a leaf of its own.
                break match links.is_empty() {
                    true => Stage::New,
                    false => Stage::Done,
                };
            };
            let value = match next {
                Next::Value(value) => value,
                Next::Memory(rest) => self.arena.mk(Op::Sel, &[rest, read]),
            };
            let atom = self.arena.eq(found, value);
            links.push(self.rule(rule, &terms, &premises, atom)?);
            found = value;
            match next {
                Next::Value(_) => break Stage::Done,
                Next::Memory(rest) => memory = rest,
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

    /// A read over a write.
    fn over_write(
        &mut self,
        state: &State,
        memory: Expr,
        read: Expr,
        first: bool,
    ) -> Checked<Option<Link>> {
        let Some((Op::Upd, [rest, written, value])) = self.arena.app(memory) else {
            return Ok(None);
        };
        // One search per round: the others are cheap.
        let meeting = match self.distance(state, written, read)? {
            Meeting::Unknown if first => self.compare(state, written, read)?,
            meeting => meeting,
        };
        let terms = vec![rest, value];
        Ok(match meeting {
            Meeting::Same(equal) => Some((("sel_same", terms, vec![equal]), Next::Value(value))),
            Meeting::Different(different) => {
                Some((("sel_other", terms, vec![different]), Next::Memory(rest)))
            }
            Meeting::Unknown => None,
        })
    }

    /// A read of a memory of parts.
    fn over_parts(&mut self, state: &State, memory: Expr, read: Expr) -> Checked<Option<Link>> {
        let Some((Op::Splice, [below, from, above])) = self.arena.app(memory) else {
            return Ok(None);
        };
        if let Some((outside, [from, to], inside)) = self.arena.as_patch(memory) {
            if self.is_apart(memory, [from, to, read]) {
                let terms = vec![outside, inside, from, to, read];
                return Ok(Some((
                    ("sel_apart", terms, Vec::new()),
                    Next::Memory(outside),
                )));
            }
        }
        let terms = vec![below, above];
        if let Some(high) = self.prove_le(state, from, read)? {
            return Ok(Some((("sel_high", terms, vec![high]), Next::Memory(above))));
        }
        let Some(low) = self.prove_above(state, from, read)? else {
            return Ok(None);
        };
        Ok(Some((("sel_low", terms, vec![low]), Next::Memory(below))))
    }

    /// Whether the side condition `apart` holds.
    fn is_apart(&self, memory: Expr, [from, to, read]: [Expr; 3]) -> bool {
        let distance = |a, b| {
            let sum = Linear::combination(self.arena, &[(1, a), (-1, b)]).ok();
            sum.and_then(|sum| sum.as_constant())
        };
        distance(read, from).is_some_and(|distance| distance < 0)
            || distance(read, to).is_some_and(|distance| distance >= 0)
            || patch_elsewhere(self.arena, memory, read).is_some()
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
            // Two objects at a distance that the equations fix have a shorter proof.
            let apart = match row.terms.len() {
                1 | 2 => None,
                _ => self.within_objects(state, a, b)?,
            };
            return Ok(apart.map_or(Meeting::Unknown, Meeting::Different));
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

    /// `not (A = B)`, if the branch implies that both are inside of different objects.
    fn within_objects(&mut self, state: &State, a: Expr, b: Expr) -> Checked<Option<FactId>> {
        let (Some(first), Some(second)) = (self.object_of(state, a)?, self.object_of(state, b)?)
        else {
            return Ok(None);
        };
        if first.0 == second.0 {
            return Ok(None);
        }
        let mut premises = Vec::new();
        for ((object, size), address) in [(first, a), (second, b)] {
            let Some(low) = self.prove_le(state, object, address)? else {
                return Ok(None);
            };
            let size = self.arena.lit(size);
            let end = self.arena.mk(Op::Add, &[object, size]);
            let Some(high) = self.prove_above(state, end, address)? else {
                return Ok(None);
            };
            premises.extend([low, high]);
        }
        let atom = self.arena.eq(a, b);
        let negation = self.arena.not(atom);
        let objects = [first.0, second.0];
        self.rule("addr_disjoint", &objects, &premises, negation)
            .map(Some)
    }

    /// The address of a read from a memory of parts, as an object's and how far from it, and why it
    /// is that: which part it is in is a question about addresses as they are written.
    fn placed(
        &mut self,
        state: &State,
        memory: Expr,
        read: Expr,
    ) -> Checked<Option<(Expr, FactId)>> {
        if self.arena.as_patch(memory).is_none() {
            return Ok(None);
        }
        let row = Row::of(self.arena, &[(1, read)], 0, GOAL)?;
        let row = self.reduce(state, row)?;
        let &[(object, 1)] = row.terms.as_slice() else {
            return Ok(None);
        };
        if row.den != 1 || !matches!(self.arena.node(object), Node::Addr { .. }) {
            return Ok(None);
        }
        let place = match row.constant {
            0 => object,
            distance => {
                let distance = self.arena.lit(distance);
                self.arena.mk(Op::Add, &[object, distance])
            }
        };
        if place == read {
            return Ok(None);
        }
        let equal = self.prove_equal(state, read, place)?;
        Ok(equal.map(|equal| (place, equal)))
    }

    /// The object from which the equations count an address, and its size.
    fn object_of(&self, state: &State, address: Expr) -> Checked<Option<(Expr, i128)>> {
        let row = Row::of(self.arena, &[(1, address)], 0, GOAL)?;
        let row = self.reduce(state, row)?;
        let mut objects = row.terms.iter().filter_map(|&(leaf, k)| {
            let Node::Addr { size, .. } = self.arena.node(leaf) else {
                return None;
            };
            Some((leaf, k, i128::from(size)))
        });
        Ok(match (objects.next(), objects.next()) {
            (Some((object, 1, size)), None) => Some((object, size)),
            _ => None,
        })
    }

    /// `not (END <= A)`, if the branch implies it.
    fn prove_above(&mut self, state: &State, end: Expr, a: Expr) -> Checked<Option<FactId>> {
        let one = self.arena.lit(1);
        let next = self.arena.mk(Op::Add, &[a, one]);
        let Some(below) = self.prove_le(state, next, end)? else {
            return Ok(None);
        };
        let atom = self.arena.le(end, a);
        let negation = self.arena.not(atom);
        let hypothesis = self.push(atom, Reason::Assumed)?;
        let tree = Tree::Farkas(vec![Step::Add(1, below), Step::Add(1, hypothesis)]);
        self.refuted(negation, hypothesis, tree).map(Some)
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

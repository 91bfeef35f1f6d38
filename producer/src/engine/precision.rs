//! Predicates: which there are, where they are tracked, in which order diagrams branch on them, and
//! what holds between them in every state.
//!
//! Predicates about the same term (`state == 3`, `state == 4`, `state <= 7`) get neighbouring
//! numbers, so diagrams branch on them one after another: exactly one of `n` such equations can
//! hold, and a diagram says that in `n` nodes where it does not have to remember it past the
//! predicates of other terms. What such predicates exclude or imply is known without the theory and
//! cuts every region: nobody asks about states that cannot be.

use super::bdd::{Bdd, IdMap, Manager};
use proofmark_logic::arena::{Arena, Expr, Node, Op};
use proofmark_logic::cfa::LocId;
use proofmark_logic::linear::Linear;
use std::collections::{BTreeMap, BTreeSet};

/// A predicate's number: its family, then its place in the family. Predicate `p` has diagram
/// variable `2p`, and its value after an edge has `2p + 1`.
pub type PredId = u32;

/// Places in one family; a term with more predicates gets a further family.
const FAMILY_SIZE: u32 = 1 << 11;

/// `term == constant`, or `term <= constant`.
pub(super) struct Comparison {
    /// The linear form, without its constant.
    pub(super) terms: Vec<(Expr, i128)>,
    pub(super) op: Op,
    pub(super) constant: i128,
}

impl Comparison {
    /// The comparison that a canonical atom makes.
    pub(super) fn of(arena: &Arena, atom: Expr) -> Option<Comparison> {
        let Node::App(op @ (Op::Eq | Op::Le), [a, b, _]) = arena.node(atom) else {
            return None;
        };
        let sum = Linear::combination(arena, &[(1, a), (-1, b)]).ok()?;
        Some(Comparison {
            terms: sum.terms,
            op,
            constant: sum.constant.checked_neg()?,
        })
    }

    /// The two terms that are compared, if this is `x == y`.
    pub(super) fn same(&self) -> Option<(Expr, Expr)> {
        match (self.op, &self.terms[..], self.constant) {
            (Op::Eq, &[(x, 1), (y, -1)], 0) => Some((x, y)),
            _ => None,
        }
    }
}

/// The predicates of a run and where they are tracked.
#[derive(Default)]
pub struct Precision {
    atoms: BTreeMap<PredId, Expr>,
    index: IdMap<Expr, PredId>,
    /// The next number in the family of each leading term.
    families: IdMap<Expr, PredId>,
    families_made: u32,
    comparisons: IdMap<PredId, Comparison>,
    /// Predicates `term == constant`, by term.
    equations: IdMap<Expr, Vec<(i128, PredId)>>,
    /// Predicates `x == y`, by both terms.
    identities: IdMap<Expr, Vec<PredId>>,
    /// Tracked predicates, per location.
    pub at: Vec<BTreeSet<PredId>>,
    /// What holds between the tracked predicates in every state, per location.
    axioms: Vec<Bdd>,
    /// How many of these were learned, per location.
    learned: Vec<usize>,
    /// In how many refinements each predicate was tracked at new locations.
    found: IdMap<PredId, u32>,
}

impl Precision {
    /// The empty precision.
    pub fn new(locations: usize) -> Precision {
        Precision {
            at: vec![BTreeSet::new(); locations],
            axioms: vec![Bdd::TRUE; locations],
            learned: vec![0; locations],
            ..Precision::default()
        }
    }

    /// The number of predicates.
    pub fn count(&self) -> usize {
        self.atoms.len()
    }

    /// The atoms of all predicates, in their order.
    pub fn all(&self) -> impl Iterator<Item = Expr> + '_ {
        self.atoms.values().copied()
    }

    /// The atom of a predicate.
    pub fn atom(&self, predicate: PredId) -> Expr {
        self.atoms.get(&predicate).copied().unwrap_or(Arena::TRUE)
    }

    /// The predicate of a canonical atom.
    pub fn predicate(&mut self, arena: &Arena, atom: Expr) -> PredId {
        if let Some(&known) = self.index.get(&atom) {
            return known;
        }
        let comparison = Comparison::of(arena, atom);
        let leader = comparison
            .as_ref()
            .and_then(|c| c.terms.first())
            .map_or(atom, |t| t.0);
        let next = match self.families.get(&leader) {
            Some(&next) if !next.is_multiple_of(FAMILY_SIZE) => next,
            _ => {
                self.families_made += 1;
                (self.families_made - 1).saturating_mul(FAMILY_SIZE)
            }
        };
        self.families.insert(leader, next + 1);
        self.atoms.insert(next, atom);
        self.index.insert(atom, next);
        if let Some(comparison) = comparison {
            if let Some((x, y)) = comparison.same() {
                self.identities.entry(x).or_default().push(next);
                self.identities.entry(y).or_default().push(next);
            } else if let (Op::Eq, [(term, 1)]) = (comparison.op, &comparison.terms[..]) {
                self.equations
                    .entry(*term)
                    .or_default()
                    .push((comparison.constant, next));
            }
            self.comparisons.insert(next, comparison);
        }
        next
    }

    /// The predicate of a canonical atom, if it exists.
    pub fn known(&self, atom: Expr) -> Option<PredId> {
        self.index.get(&atom).copied()
    }

    /// Tracks a predicate at a location. Returns whether that is new.
    pub fn track(&mut self, bdds: &mut Manager, location: LocId, predicate: PredId) -> bool {
        let slot = location.0 as usize;
        if self.at[slot].contains(&predicate) {
            return false;
        }
        let clauses = self.clauses(bdds, slot, predicate);
        self.axioms[slot] = bdds.and(self.axioms[slot], clauses);
        self.at[slot].insert(predicate)
    }

    /// What holds between a predicate and those tracked at a location.
    fn clauses(&self, bdds: &mut Manager, slot: usize, predicate: PredId) -> Bdd {
        let mut all = Bdd::TRUE;
        let Some(own) = self.comparisons.get(&predicate) else {
            return all;
        };
        let first = predicate - predicate % FAMILY_SIZE;
        for &other in self.at[slot].range(first..first.saturating_add(FAMILY_SIZE)) {
            if let Some(theirs) = self.comparisons.get(&other) {
                let clause = exclusion(bdds, (predicate, own), (other, theirs));
                all = bdds.and(all, clause);
            }
        }
        if own.op != Op::Eq {
            return all;
        }
        // Equal terms satisfy the same equations; different terms do not satisfy one equation
        // together.
        let tracked = |term: Expr, constant: i128| {
            let family = self.equations.get(&term).into_iter().flatten();
            family
                .filter(move |e| e.0 == constant)
                .map(|e| e.1)
                .find(|q| *q == predicate || self.at[slot].contains(q))
        };
        if let Some((x, y)) = own.same() {
            for &(constant, p) in self
                .equations
                .get(&x)
                .into_iter()
                .flatten()
                .filter(|e| self.at[slot].contains(&e.1))
            {
                if let Some(q) = tracked(y, constant) {
                    let triangle = triangle(bdds, predicate, p, q);
                    all = bdds.and(all, triangle);
                }
            }
        } else if let [(term, 1)] = own.terms[..] {
            for &same in self
                .identities
                .get(&term)
                .into_iter()
                .flatten()
                .filter(|q| self.at[slot].contains(q))
            {
                let Some((x, y)) = self.comparisons.get(&same).and_then(Comparison::same) else {
                    continue;
                };
                if let Some(q) = tracked(if x == term { y } else { x }, own.constant) {
                    let triangle = triangle(bdds, same, predicate, q);
                    all = bdds.and(all, triangle);
                }
            }
        }
        all
    }

    /// Whether a predicate is tracked at a location.
    pub fn tracks(&self, location: LocId, predicate: PredId) -> bool {
        self.at[location.0 as usize].contains(&predicate)
    }

    /// Counts a refinement that tracks a predicate at new locations; the number so far.
    pub fn found_again(&mut self, predicate: PredId) -> u32 {
        let times = self.found.entry(predicate).or_default();
        *times += 1;
        *times
    }

    /// What holds in every state between the predicates tracked at a location.
    pub fn axioms(&self, location: LocId) -> Bdd {
        self.axioms[location.0 as usize]
    }

    /// Learns that in no state these predicates of a location have these values. Whether that is
    /// new.
    pub fn exclude(
        &mut self,
        bdds: &mut Manager,
        location: LocId,
        values: &[(PredId, bool)],
    ) -> bool {
        let slot = location.0 as usize;
        let clause = values.iter().fold(Bdd::FALSE, |clause, &(p, value)| {
            let literal = bdds.literal(2 * p, !value);
            bdds.or(clause, literal)
        });
        let axioms = bdds.and(self.axioms[slot], clause);
        let new = axioms != self.axioms[slot];
        self.axioms[slot] = axioms;
        self.learned[slot] += usize::from(new);
        new
    }

    /// Changes when the predicates at the location do, or what holds between them.
    pub fn version(&self, location: LocId) -> usize {
        self.at[location.0 as usize].len() + self.learned[location.0 as usize]
    }
}

/// The clause that holds between two comparisons of the same term: canonical atoms, so equal
/// constants only occur with different operators.
fn exclusion(
    bdds: &mut Manager,
    (p, a): (PredId, &Comparison),
    (q, b): (PredId, &Comparison),
) -> Bdd {
    if a.terms != b.terms {
        return Bdd::TRUE;
    }
    // Which values of `p` and `q` together cannot be.
    let impossible = match (a.op, b.op) {
        (Op::Eq, Op::Eq) if a.constant != b.constant => (true, true),
        (Op::Eq, Op::Le) => (true, a.constant > b.constant),
        (Op::Le, Op::Eq) => (b.constant > a.constant, true),
        (Op::Le, Op::Le) if a.constant != b.constant => {
            (a.constant < b.constant, a.constant > b.constant)
        }
        _ => return Bdd::TRUE,
    };
    let (first, second) = (
        bdds.literal(2 * p, !impossible.0),
        bdds.literal(2 * q, !impossible.1),
    );
    bdds.or(first, second)
}

/// Of `x == y`, `x == c` and `y == c`, two do not hold without the third.
fn triangle(bdds: &mut Manager, same: PredId, p: PredId, q: PredId) -> Bdd {
    let mut all = Bdd::TRUE;
    for odd in [same, p, q] {
        let clause = [same, p, q].into_iter().fold(Bdd::FALSE, |clause, r| {
            let literal = bdds.literal(2 * r, r == odd);
            bdds.or(clause, literal)
        });
        all = bdds.and(all, clause);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Budget, Limits};
    use proofmark_logic::arena::VarId;
    use proofmark_logic::types::IntType;

    #[test]
    fn axioms_hold_for_every_value_and_exclude_what_no_value_does() {
        let mut arena = Arena::new();
        let mut bdds = Manager::new(Budget::start(&Limits::default()));
        let mut precision = Precision::new(1);
        let (x, y) = (
            arena.var(VarId(0), IntType::I32),
            arena.var(VarId(1), IntType::I32),
        );
        let mut atoms = Vec::new();
        for (op, c) in [
            (Op::Eq, 3),
            (Op::Le, 5),
            (Op::Eq, 7),
            (Op::Le, 3),
            (Op::Eq, 5),
        ] {
            for term in [x, y] {
                let c = arena.lit(c);
                let atom = arena.mk(op, &[term, c]);
                let p = precision.predicate(&arena, atom);
                assert!(precision.track(&mut bdds, LocId(0), p));
                assert!(!precision.track(&mut bdds, LocId(0), p));
                atoms.push((p, term, atom));
            }
        }
        let of_x: Vec<PredId> = atoms.iter().filter(|a| a.1 == x).map(|a| a.0).collect();
        assert!(
            of_x.windows(2).all(|w| w[1] == w[0] + 1),
            "a family has neighbouring numbers"
        );
        let axioms = precision.axioms(LocId(0));
        let holds = |op: Op, c: i128, v: i128| if op == Op::Eq { v == c } else { v <= c };
        let shapes = [
            (Op::Eq, 3),
            (Op::Le, 5),
            (Op::Eq, 7),
            (Op::Le, 3),
            (Op::Eq, 5),
        ];
        let real: BTreeSet<Vec<bool>> = (0..10)
            .map(|v| shapes.iter().map(|&(op, c)| holds(op, c, v)).collect())
            .collect();
        for row in 0..32u32 {
            let values: Vec<bool> = (0..5).map(|i| row >> i & 1 == 1).collect();
            let mut cube = axioms;
            for (&p, &v) in of_x.iter().zip(&values) {
                let literal = bdds.literal(2 * p, v);
                cube = bdds.and(cube, literal);
            }
            if real.contains(&values) {
                assert!(!cube.is_false(), "{values:?} is possible");
            } else if values != [false, true, false, false, false] {
                // Between 3 and 5 lies 4; every other impossible row breaks a clause of two
                // literals.
                assert!(cube.is_false(), "{values:?} is impossible");
            }
        }
    }
}

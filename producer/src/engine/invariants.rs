//! The regions of a finished search as formulas.

use super::bdd::{Bdd, IdMap};
use super::{weakening, Run};
use proofmark_logic::arena::{Arena, Expr, Op};
use proofmark_logic::cfa::LocId;
use std::collections::BTreeSet;

impl Run<'_> {
    /// The regions as formulas.
    pub(super) fn invariants(&mut self) -> Vec<Expr> {
        let mut memo = IdMap::default();
        let mut regions = self.graph.reached.clone();
        let unchanged = self.unchanged(self.seed);
        let fixed: Vec<bool> = unchanged.iter().map(Option::is_some).collect();
        let (budget, progress) = (self.budget, &*self.progress);
        weakening::weaken(
            self.arena,
            &mut self.abstraction,
            (&self.graph.rank, &fixed),
            &mut regions,
            &mut || progress.cancelled() || budget.out_of_time(),
        );
        let mut formulas = Vec::with_capacity(regions.len());
        let mut needed = BTreeSet::new();
        for (i, region) in regions.into_iter().enumerate() {
            // What holds in every state need not be said.
            let axioms = self.abstraction.precision.axioms(LocId(i as u32));
            let simple = self.abstraction.bdds.restrict(region, axioms);
            let support = self.abstraction.bdds.support(simple);
            self.stats.needed_max = self.stats.needed_max.max(support.len());
            needed.extend(support);
            formulas.push(match unchanged[i] {
                Some(formula) => formula,
                None => self.formula(simple, &mut memo),
            });
        }
        self.stats.needed = needed.len();
        formulas
    }

    fn formula(&mut self, f: Bdd, memo: &mut IdMap<Bdd, Expr>) -> Expr {
        let Some((level, low, high)) = self.abstraction.bdds.branch(f) else {
            return if f == Bdd::TRUE {
                Arena::TRUE
            } else {
                Arena::FALSE
            };
        };
        if let Some(&known) = memo.get(&f) {
            return known;
        }
        let (high, low) = (self.formula(high, memo), self.formula(low, memo));
        let atom = self.abstraction.precision.atom(level / 2);
        let arena = &mut *self.arena;
        let e = match (high, low) {
            (Arena::TRUE, Arena::FALSE) => atom,
            (Arena::FALSE, Arena::TRUE) => arena.not(atom),
            (h, Arena::FALSE) => arena.and(atom, h),
            (Arena::FALSE, l) => {
                let not = arena.not(atom);
                arena.and(not, l)
            }
            (Arena::TRUE, l) => arena.or(atom, l),
            (h, Arena::TRUE) => {
                let not = arena.not(atom);
                arena.or(not, h)
            }
            (h, l) => arena.mk(Op::Ite, &[atom, h, l]),
        };
        memo.insert(f, e);
        e
    }
}

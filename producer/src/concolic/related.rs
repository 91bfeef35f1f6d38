//! Which inputs formulas are about.

use proofmark_logic::arena::{Arena, Expr, Node, VarId};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;

/// The variables of formulas, once they are known.
#[derive(Default)]
pub(super) struct Leaves(HashMap<Expr, Rc<BTreeSet<VarId>>>);

impl Leaves {
    /// The variables of a formula or term, in order.
    pub(super) fn of(&mut self, arena: &Arena, root: Expr) -> Vec<VarId> {
        self.set(arena, root).iter().copied().collect()
    }

    fn set(&mut self, arena: &Arena, root: Expr) -> Rc<BTreeSet<VarId>> {
        if let Some(known) = self.0.get(&root) {
            return Rc::clone(known);
        }
        let (mut found, mut seen, mut work) = (BTreeSet::new(), HashSet::new(), vec![root]);
        while let Some(e) = work.pop() {
            if !seen.insert(e) {
                continue;
            }
            match arena.node(e) {
                Node::Var(var, _) => drop(found.insert(var)),
                _ => work.extend(arena.args(e)),
            }
        }
        let found = Rc::new(found);
        self.0.insert(root, Rc::clone(&found));
        found
    }

    /// The conditions that have to do with the wanted ones, by way of inputs, and these. All others
    /// stay as they are if only these inputs change.
    pub(super) fn related(
        &mut self,
        arena: &Arena,
        before: impl Iterator<Item = Expr>,
        wanted: &[Expr],
    ) -> Vec<Expr> {
        let before: BTreeSet<Expr> = before.collect();
        let mut left: Vec<(Expr, Rc<BTreeSet<VarId>>)> = before
            .into_iter()
            .map(|fact| (fact, self.set(arena, fact)))
            .collect();
        let mut touched: BTreeSet<VarId> = BTreeSet::new();
        for fact in wanted {
            touched.extend(self.set(arena, *fact).iter());
        }
        let mut facts = wanted.to_vec();
        loop {
            let count = facts.len();
            left.retain(|(fact, own)| {
                let meets = own.iter().any(|var| touched.contains(var));
                if meets {
                    facts.push(*fact);
                    touched.extend(own.iter());
                }
                !meets
            });
            if facts.len() == count {
                return facts;
            }
        }
    }
}

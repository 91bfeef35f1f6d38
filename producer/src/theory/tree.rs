//! Refutations as data: derived facts, and a tree of case splits whose leaves are contradictions.

use proofmark_logic::arena::Expr;

/// Index of a fact in its [`Refutation`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FactId(pub u32);

impl FactId {
    /// Position in [`Refutation::facts`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A formula that holds where the fact is used.
#[derive(Clone, Debug)]
pub struct Fact {
    /// An atom or a negated atom.
    pub formula: Expr,
    /// Why it holds.
    pub reason: Reason,
}

/// Why a fact holds.
#[derive(Clone, Debug)]
pub enum Reason {
    /// It is the literal with this index.
    Given(usize),
    /// It is the hypothesis of a branch, or of a [`Reason::Refuted`] subtree.
    Assumed,
    /// A proof rule whose conclusion is determined by its terms and premises.
    Rule {
        /// The rule's name in the signature.
        name: &'static str,
        /// The explicit terms, in the order of the rule's declaration.
        terms: Vec<Expr>,
        /// The premises.
        premises: Vec<FactId>,
    },
    /// `A <= B` from a combination of inequations (rule `le_i`).
    Le(Vec<Step>),
    /// `A = B` from a combination of equations (rule `eq_i`). There are no cuts.
    Eq(Vec<Step>),
    /// `not P`, because assuming `P` is contradictory.
    Refuted {
        /// The fact `P`.
        hypothesis: FactId,
        /// The contradiction.
        tree: Box<Tree>,
    },
}

/// One step of the accumulation of a linear combination, starting from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Adds a multiple of a fact; negative only for equations.
    Add(i128, FactId),
    /// Divides by a positive common divisor of the coefficients, rounding the constant up.
    Cut(i128),
}

/// A proof of falsehood.
#[derive(Clone, Debug)]
pub enum Tree {
    /// The combination is a positive constant, but at most 0.
    Farkas(Vec<Step>),
    /// `A = B` and `not (A = B)`.
    Clash {
        /// The equation.
        equation: FactId,
        /// Its negation.
        disequation: FactId,
    },
    /// From `not (A = B)`: either `A < B` or `B < A`.
    Order {
        /// `not (A = B)`.
        disequation: FactId,
        /// `not (B <= A)`.
        below: (FactId, Box<Tree>),
        /// `not (A <= B)`.
        above: (FactId, Box<Tree>),
    },
    /// Either an atom or its negation.
    Cases {
        /// The atom.
        atom: Expr,
        /// With the atom.
        holds: (FactId, Box<Tree>),
        /// With its negation.
        fails: (FactId, Box<Tree>),
    },
}

/// Why a conjunction of literals is unsatisfiable.
#[derive(Clone, Debug)]
pub struct Refutation {
    /// Indices of the literals that the tree uses, increasing.
    pub core: Vec<usize>,
    /// Everything that was derived. Facts refer to smaller positions, except for the branches of
    /// subtrees.
    pub facts: Vec<Fact>,
    /// The contradiction.
    pub tree: Tree,
}

impl Refutation {
    /// From a refutation of some literals to one of all of them, given their positions.
    pub(super) fn of_chosen(mut self, positions: &[usize]) -> Option<Refutation> {
        for index in &mut self.core {
            *index = *positions.get(*index)?;
        }
        for fact in &mut self.facts {
            if let Reason::Given(index) = &mut fact.reason {
                *index = *positions.get(*index)?;
            }
        }
        Some(self)
    }
}

/// Calls `visit` on each fact that the tree's own nodes mention, not on facts behind facts.
pub(crate) fn tree_facts(tree: &Tree, visit: &mut dyn FnMut(FactId)) {
    let mut work = vec![tree];
    while let Some(tree) = work.pop() {
        match tree {
            Tree::Farkas(steps) => step_facts(steps).for_each(&mut *visit),
            Tree::Clash {
                equation,
                disequation,
            } => {
                visit(*equation);
                visit(*disequation);
            }
            Tree::Order {
                disequation,
                below,
                above,
            } => {
                visit(*disequation);
                work.extend([&*below.1, &*above.1]);
            }
            Tree::Cases { holds, fails, .. } => work.extend([&*holds.1, &*fails.1]),
        }
    }
}

/// The facts that a combination adds up.
pub(crate) fn step_facts(steps: &[Step]) -> impl Iterator<Item = FactId> + '_ {
    steps.iter().filter_map(|s| match s {
        Step::Add(_, fact) => Some(*fact),
        Step::Cut(_) => None,
    })
}

/// Which facts the tree needs, directly or behind other facts.
pub(crate) fn needed(facts: &[Fact], tree: &Tree) -> Vec<bool> {
    let mut seen = vec![false; facts.len()];
    let mut work = Vec::new();
    tree_facts(tree, &mut |f| work.push(f));
    while let Some(f) = work.pop() {
        let Some(slot) = seen.get_mut(f.index()) else {
            continue;
        };
        if std::mem::replace(slot, true) {
            continue;
        }
        match facts.get(f.index()).map(|f| &f.reason) {
            Some(Reason::Rule { premises, .. }) => work.extend(premises),
            Some(Reason::Le(steps) | Reason::Eq(steps)) => work.extend(step_facts(steps)),
            Some(Reason::Refuted { tree, .. }) => tree_facts(tree, &mut |f| work.push(f)),
            Some(Reason::Given(_) | Reason::Assumed) | None => {}
        }
    }
    seen
}

//! Sequence interpolants from one refutation (paper 004 finds predicates from a spurious trace; the
//! method is Craig interpolation from Farkas proofs, McMillan, "An interpolating theorem prover",
//! TACAS 2004).
//!
//! Every fact of the refutation lives in one group of the path. At a cut, a linear combination
//! falls into the part before and the part after it, and the sum of the part before is an
//! interpolant of that combination. Case splits and premises of rules are combinations of their
//! own; only the atoms are wanted, not how they are put together.

use super::atom;
use super::path;
use super::refute;
use super::tree::{needed, Fact, FactId, Reason, Refutation, Step, Tree};
use proofmark_logic::arena::{Arena, Expr, Node, Op, VarId};
use proofmark_logic::linear::Linear;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Atoms of an interpolant at every cut of an unsatisfiable path.
///
/// `groups` holds the constraints of each step of a path in single-assignment form. The result has
/// one entry for each cut `1..groups.len()`, the cut `i` being between `groups[i - 1]` and
/// `groups[i]`: canonical atoms (never negated) over variables that occur on both sides. `None` if
/// the path was not refuted, or no atom was found.
pub fn path_atoms(arena: &mut Arena, groups: &[Vec<Expr>]) -> Option<Vec<Vec<Expr>>> {
    let mut core = path::core(arena, groups)?;
    let refutation = minimise(arena, &mut core)?;
    let atoms = Interpolator::new(arena, &core, &refutation).atoms(&refutation.tree);
    let mut cuts = Vec::with_capacity(groups.len().saturating_sub(1));
    for cut in 1..groups.len() {
        // Nothing changes between the groups of the core.
        let at = core
            .iter()
            .map(|&(group, _)| group + 1)
            .filter(|&g| g <= cut)
            .max();
        let here = at
            .and_then(|at| atoms.get(&at))
            .cloned()
            .unwrap_or_default();
        cuts.push(here.into_iter().collect());
    }
    cuts.iter()
        .any(|c: &Vec<Expr>| !c.is_empty())
        .then_some(cuts)
}

/// Cores larger than this are not minimised further.
const MINIMISE_MAX: usize = 40;

/// Drops constraints while the rest stays refutable.
fn minimise(arena: &mut Arena, core: &mut Vec<(usize, Expr)>) -> Option<Refutation> {
    let literals = |core: &[(usize, Expr)]| core.iter().map(|&(_, e)| e).collect::<Vec<_>>();
    let shrink = |core: &[(usize, Expr)], used: &[usize]| {
        used.iter()
            .filter_map(|&i| core.get(i).copied())
            .collect::<Vec<_>>()
    };
    let mut refutation = refute(arena, &literals(core))?;
    let mut next = 0;
    loop {
        if refutation.core.len() < core.len() {
            *core = shrink(core, &refutation.core);
            refutation = refute(arena, &literals(core))?;
            continue;
        }
        if next >= core.len() || core.len() > MINIMISE_MAX {
            return Some(refutation);
        }
        let mut smaller = core.clone();
        smaller.remove(next);
        match refute(arena, &literals(&smaller)) {
            Some(found) => (*core, refutation) = (smaller, found),
            None => next += 1,
        }
    }
}

/// A summand of a combination.
struct Entry {
    factor: i128,
    formula: Expr,
    home: usize,
}

struct Interpolator<'a> {
    arena: &'a mut Arena,
    facts: &'a [Fact],
    /// The group of each fact.
    homes: Vec<usize>,
    /// First and last group of each variable.
    spans: HashMap<VarId, (usize, usize)>,
    /// The groups of the core, increasing.
    groups: Vec<usize>,
    /// Canonical atoms by cut.
    atoms: BTreeMap<usize, BTreeSet<Expr>>,
}

/// Every node of an expression once.
fn nodes(arena: &Arena, root: Expr) -> Vec<Expr> {
    let mut seen = BTreeSet::new();
    let mut work = vec![root];
    while let Some(e) = work.pop() {
        if seen.insert(e) {
            work.extend(arena.args(e));
        }
    }
    seen.into_iter().collect()
}

impl<'a> Interpolator<'a> {
    fn new(
        arena: &'a mut Arena,
        core: &[(usize, Expr)],
        refutation: &'a Refutation,
    ) -> Interpolator<'a> {
        let mut spans: HashMap<VarId, (usize, usize)> = HashMap::new();
        let mut terms: HashMap<Expr, usize> = HashMap::new();
        for &(group, literal) in core {
            for e in nodes(arena, literal) {
                match arena.node(e) {
                    Node::Var(v, _) | Node::MapVar(v, _) => {
                        let span = spans.entry(v).or_insert((group, group));
                        *span = (span.0.min(group), span.1.max(group));
                    }
                    Node::App(op, _) if is_leaf(op) => {
                        terms.entry(e).or_insert(group);
                    }
                    _ => {}
                }
            }
        }
        let mut groups: Vec<usize> = core.iter().map(|&(group, _)| group).collect();
        groups.sort_unstable();
        groups.dedup();
        let mut this = Interpolator {
            arena,
            facts: &refutation.facts,
            homes: Vec::new(),
            spans,
            groups,
            atoms: BTreeMap::new(),
        };
        for fact in this.facts {
            let home = match fact.reason {
                Reason::Given(index) => core.get(index).map_or(0, |&(group, _)| group),
                _ => this.home(fact, &mut terms),
            };
            this.homes.push(home);
        }
        this
    }

    /// The group of a derived fact: that of the terms it is about, if it knows all its variables;
    /// the nearest such group otherwise.
    fn home(&self, fact: &Fact, terms: &mut HashMap<Expr, usize>) -> usize {
        let parts = nodes(self.arena, fact.formula);
        let leaves = || {
            parts
                .iter()
                .filter(|&&e| matches!(self.arena.node(e), Node::App(op, _) if is_leaf(op)))
        };
        let span = |e: Expr| match self.arena.node(e) {
            Node::Var(v, _) | Node::MapVar(v, _) => self.spans.get(&v).copied(),
            _ => None,
        };
        let first = parts
            .iter()
            .filter_map(|&e| span(e))
            .map(|s| s.0)
            .max()
            .unwrap_or(0);
        let last = parts
            .iter()
            .filter_map(|&e| span(e))
            .map(|s| s.1)
            .min()
            .unwrap_or(first)
            .max(first);
        let home = leaves()
            .filter_map(|e| terms.get(e))
            .copied()
            .max()
            .unwrap_or(last)
            .clamp(first, last);
        for &e in leaves() {
            terms.entry(e).or_insert(home);
        }
        home
    }

    fn atoms(mut self, tree: &Tree) -> BTreeMap<usize, BTreeSet<Expr>> {
        let used = needed(self.facts, tree);
        for (index, used) in used.into_iter().enumerate() {
            if used {
                self.fact(index);
            }
        }
        self.tree(tree);
        self.atoms
    }

    fn home_of(&self, fact: FactId) -> usize {
        self.homes.get(fact.index()).copied().unwrap_or(0)
    }

    /// What a derived fact's own derivation contributes.
    fn fact(&mut self, index: usize) {
        let Some(Fact { formula, reason }) = self.facts.get(index) else {
            return;
        };
        let home = self.homes.get(index).copied().unwrap_or(0);
        match reason {
            Reason::Given(_) | Reason::Assumed => {}
            Reason::Rule { premises, .. } => {
                for &premise in premises {
                    let mut entries = Vec::new();
                    self.expand(premise, 1, &mut entries);
                    if let Some(fact) = self.facts.get(premise.index()) {
                        entries.push(self.denial(fact.formula, home, 1));
                    }
                    self.combination(&entries);
                }
            }
            // Combinations with cuts cannot be added up with what they are used for.
            Reason::Le(steps) if steps.iter().any(|s| matches!(s, Step::Cut(_))) => {
                let mut entries = Vec::new();
                let scale = self.steps(steps, &mut entries);
                entries.push(self.denial(*formula, home, scale));
                self.combination(&entries);
            }
            Reason::Le(_) | Reason::Eq(_) => {}
            Reason::Refuted { tree, .. } => self.tree(tree),
        }
    }

    fn tree(&mut self, tree: &Tree) {
        let mut work = vec![tree];
        while let Some(tree) = work.pop() {
            let mut entries = Vec::new();
            match tree {
                Tree::Farkas(steps) => {
                    self.steps(steps, &mut entries);
                }
                Tree::Clash {
                    equation,
                    disequation,
                } => {
                    self.expand(*equation, 1, &mut entries);
                    if let Some(fact) = self.facts.get(disequation.index()) {
                        entries.push(Entry {
                            factor: -1,
                            formula: fact.formula,
                            home: self.home_of(*disequation),
                        });
                    }
                }
                Tree::Order { below, above, .. } => work.extend([&*below.1, &*above.1]),
                Tree::Cases { holds, fails, .. } => work.extend([&*holds.1, &*fails.1]),
            }
            self.combination(&entries);
        }
    }

    /// The summands of a combination; returns the scale of its sum. Dividing what was accumulated
    /// is scaling what comes later.
    fn steps(&self, steps: &[Step], entries: &mut Vec<Entry>) -> i128 {
        let mut scale = 1i128;
        for step in steps {
            match step {
                Step::Add(k, fact) => self.expand(*fact, scale.saturating_mul(*k), entries),
                Step::Cut(k) => scale = scale.saturating_mul(*k),
            }
        }
        scale
    }

    /// The negation of a derived literal as a summand that contradicts its derivation.
    fn denial(&mut self, formula: Expr, home: usize, scale: i128) -> Entry {
        match self.arena.node(formula) {
            Node::App(Op::Le, _) => Entry {
                factor: scale,
                formula: self.arena.not(formula),
                home,
            },
            Node::App(Op::Not, [a, ..]) => Entry {
                factor: scale,
                formula: a,
                home,
            },
            _ => Entry {
                factor: -scale,
                formula,
                home,
            },
        }
    }

    /// A fact as a summand; combinations without cuts are taken apart.
    fn expand(&self, fact: FactId, factor: i128, entries: &mut Vec<Entry>) {
        let mut work = vec![(fact, factor)];
        while let Some((fact, factor)) = work.pop() {
            let Some(Fact { formula, reason }) = self.facts.get(fact.index()) else {
                continue;
            };
            match reason {
                Reason::Le(steps) | Reason::Eq(steps)
                    if !steps.iter().any(|s| matches!(s, Step::Cut(_))) =>
                {
                    work.extend(steps.iter().filter_map(|s| match s {
                        Step::Add(k, fact) => Some((*fact, factor.saturating_mul(*k))),
                        Step::Cut(_) => None,
                    }));
                }
                _ => entries.push(Entry {
                    factor,
                    formula: *formula,
                    home: self.home_of(fact),
                }),
            }
        }
    }

    /// The atoms of one combination at every cut.
    fn combination(&mut self, entries: &[Entry]) {
        for index in 0..self.groups.len().saturating_sub(1) {
            let Some(cut) = self.groups.get(index).map(|g| g + 1) else {
                break;
            };
            if let Some(atom) = self.atom_at(entries, cut) {
                self.atoms.entry(cut).or_default().insert(atom);
            }
        }
    }

    /// The side of equations gives an equation; otherwise the sum before the cut gives an
    /// inequation.
    fn atom_at(&mut self, entries: &[Entry], cut: usize) -> Option<Expr> {
        let (before, after): (Vec<&Entry>, Vec<&Entry>) =
            entries.iter().partition(|e| e.home < cut);
        if before.is_empty() || after.is_empty() {
            return None;
        }
        let equations = |side: &[&Entry]| {
            side.iter()
                .all(|e| matches!(self.arena.node(e.formula), Node::App(Op::Eq, _)))
        };
        let (equation, side) = match (equations(&before), equations(&after)) {
            (true, _) => (true, before),
            (false, true) => (true, after),
            (false, false) => (false, before),
        };
        let mut summands = Vec::new();
        let mut ones = 0i128;
        for entry in side {
            summand(self.arena, entry, &mut summands, &mut ones)?;
        }
        let mut row = Linear::combination(self.arena, &summands).ok()?;
        row.constant = row.constant.checked_add(ones)?;
        let common = |e: Expr| match self.arena.node(e) {
            Node::Var(v, _) | Node::MapVar(v, _) => self
                .spans
                .get(&v)
                .is_some_and(|&(first, last)| first < cut && cut <= last),
            _ => true,
        };
        if !row
            .terms
            .iter()
            .all(|&(leaf, _)| nodes(self.arena, leaf).into_iter().all(common))
        {
            return None;
        }
        if equation {
            atom::equation(self.arena, row)
        } else {
            atom::inequation(self.arena, row).map(|(atom, _)| atom)
        }
    }
}

/// Operations whose terms are leaves of linear arithmetic.
fn is_leaf(op: Op) -> bool {
    matches!(
        op,
        Op::Mul
            | Op::Div
            | Op::Rem
            | Op::Shl
            | Op::Shr
            | Op::BitAnd
            | Op::BitOr
            | Op::BitXor
            | Op::Wrap
            | Op::Carry
            | Op::Sel
            | Op::Ieee
    )
}

/// Appends the linear expression of a fact (that of the equation for a disequation).
fn summand(
    arena: &Arena,
    entry: &Entry,
    summands: &mut Vec<(i128, Expr)>,
    ones: &mut i128,
) -> Option<()> {
    let k = entry.factor;
    let (negated, atom) = match arena.node(entry.formula) {
        Node::App(Op::Not, [a, ..]) => (true, a),
        _ => (false, entry.formula),
    };
    let (op, [a, b, _]) = arena.app(atom)?;
    if negated && op == Op::Le {
        summands.extend([(k, b), (k.checked_neg()?, a)]);
        *ones = ones.checked_add(k)?;
    } else {
        summands.extend([(k, a), (k.checked_neg()?, b)]);
    }
    Some(())
}

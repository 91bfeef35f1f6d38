//! Predicates that belong together: all comparisons of one term with the program's constants.
//!
//! A counterexample shows that one value of `state`, or one bound on `n`, matters. If the program
//! switches over `state`, the others will matter too, each after a search of its own; and if it
//! counts `n`, paths that go round its loop once more ask for `n == 1`, `n == 2`, … or `n <= 15`,
//! `n <= 14`, … without an end. So where several comparisons of a term are known, those that the
//! program itself makes come along at once.
//!
//! If several variables are counted so, what the program says of them together (`gets == puts + 1`)
//! may be what stays true in each round: it comes along as well.

use super::abstraction::ARENA_MAX;
use super::aliases::Aliases;
use super::atoms::{template, Canon, Literal};
use super::bdd::IdMap;
use super::precision::Comparison;
use proofmark_logic::arena::{Arena, Expr, Op, VarId};
use proofmark_logic::cfa::{Cfa, StmtKind, VarSort};
use proofmark_logic::substitution::Substitution;
use std::collections::{BTreeMap, BTreeSet};

/// Terms about which no more comparisons are known are left alone.
const ALONE_MAX: usize = 3;
/// Variables with more values are no choices.
const CHOICES_MAX: usize = 4;
/// Conditions about more variables are left alone.
const RELATED_MAX: usize = 4;

/// What the program compares and copies, and which comparisons are predicates.
#[derive(Default)]
pub(super) struct Templates {
    /// The constants that the program compares each term with.
    compared: IdMap<Expr, BTreeSet<i128>>,
    /// Terms whose values the program copies to each other.
    copies: BTreeMap<Expr, BTreeSet<Expr>>,
    /// Predicates that compare each term, or the term and some constant, and whether one of them is
    /// a bound.
    known: IdMap<Expr, (BTreeSet<Expr>, bool)>,
    /// The program's conditions about several variables, with these.
    relations: BTreeMap<Expr, BTreeSet<VarId>>,
    /// The variables of terms that are compared often.
    counted: BTreeSet<VarId>,
}

impl Templates {
    /// Looks at the program's conditions and assignments.
    pub(super) fn of_program(arena: &mut Arena, canon: &mut Canon, cfa: &Cfa) -> Templates {
        let mut templates = Templates::default();
        let (mut conditions, mut choices) = (Vec::new(), Choices::default());
        let mut aliases = Aliases::of(arena, cfa);
        for stmt in cfa.edges.iter().flat_map(|edge| &edge.stmts) {
            match stmt.kind {
                StmtKind::Assume(condition) => {
                    let resolved = aliases.resolve(arena, condition);
                    for condition in BTreeSet::from([condition, resolved]) {
                        let compared = comparison(arena, canon, condition);
                        if let Some((term, comparison)) = compared {
                            let constants = templates.compared.entry(term).or_default();
                            constants.insert(comparison.constant);
                        }
                    }
                    conditions.push(condition);
                }
                StmtKind::Assign { var, value } => {
                    choices.assigned(var, arena.as_lit(value));
                    let Some(equation) = copy(arena, cfa, var, value) else {
                        continue;
                    };
                    let Literal::Atom { atom, .. } = canon.literal(arena, equation) else {
                        continue;
                    };
                    if let Some((x, y)) = Comparison::of(arena, atom).and_then(|c| c.same()) {
                        templates.copies.entry(x).or_default().insert(y);
                        templates.copies.entry(y).or_default().insert(x);
                    }
                }
                StmtKind::Havoc { var, .. } => choices.assigned(var, None),
            }
        }
        for condition in conditions {
            for condition in choices.cases(arena, canon, condition) {
                let relation = relation(arena, canon, condition);
                templates.relations.extend(relation);
            }
        }
        templates
    }

    /// Told of a predicate that is tracked. Canonical atoms that should be tracked with it.
    pub(super) fn of(
        &mut self,
        arena: &mut Arena,
        canon: &mut Canon,
        predicate: Expr,
    ) -> Vec<Expr> {
        let Some((term, comparison)) = comparison(arena, canon, predicate) else {
            return Vec::new();
        };
        let (known, bounded) = self.known.entry(term).or_default();
        known.insert(predicate);
        *bounded |= comparison.op == Op::Le;
        if known.len() <= ALONE_MAX {
            return Vec::new();
        }
        let bounded = *bounded;
        self.counted.extend(canon.variables(arena, term).iter());
        let constants: BTreeSet<i128> = self
            .related(term)
            .iter()
            .filter_map(|related| self.compared.get(related))
            .flatten()
            .copied()
            .collect();
        let mut formulas = Vec::new();
        for constant in constants {
            let (below, constant) = (arena.lit(constant.saturating_sub(1)), arena.lit(constant));
            formulas.push(arena.eq(term, constant));
            if bounded {
                formulas.extend([arena.le(term, constant), arena.le(term, below)]);
            }
        }
        let atoms = formulas
            .into_iter()
            .filter_map(|f| match canon.literal(arena, f) {
                Literal::Atom { atom, .. } => Some(atom),
                Literal::Constant(_) | Literal::Opaque(_) => None,
            });
        let atoms: Vec<Expr> = atoms.collect();
        let own = canon.variables(arena, term);
        let together = |of: &BTreeSet<VarId>| {
            of.is_subset(&self.counted) && own.iter().any(|variable| of.contains(variable))
        };
        let relations = self.relations.iter().filter(|(_, of)| together(of));
        let relations = relations.map(|(atom, _)| *atom);
        atoms.into_iter().chain(relations).collect()
    }

    /// The terms that a term's value may come from or go to.
    fn related(&self, term: Expr) -> BTreeSet<Expr> {
        let mut found = BTreeSet::from([term]);
        let mut work = vec![term];
        while let Some(term) = work.pop() {
            work.extend(
                self.copies
                    .get(&term)
                    .into_iter()
                    .flatten()
                    .filter(|other| found.insert(**other)),
            );
        }
        found
    }
}

/// A formula that compares one term with a constant; the term without what a loop may have added to
/// it.
fn comparison(arena: &mut Arena, canon: &mut Canon, formula: Expr) -> Option<(Expr, Comparison)> {
    let Literal::Atom { atom, .. } = canon.literal(arena, formula) else {
        return None;
    };
    let comparison = Comparison::of(arena, atom)?;
    match comparison.terms[..] {
        [(term, 1)] => Some((template(arena, term), comparison)),
        _ => None,
    }
}

/// The variables that only take a few constant values: the front end makes them for the results of
/// comparisons and the like.
#[derive(Default)]
struct Choices {
    /// The values of each; `None` if there are others.
    values: BTreeMap<VarId, Option<BTreeSet<i128>>>,
}

impl Choices {
    fn assigned(&mut self, var: VarId, value: Option<i128>) {
        let values = self
            .values
            .entry(var)
            .or_insert_with(|| Some(BTreeSet::new()));
        match (values.as_mut(), value) {
            (Some(known), Some(value)) if known.len() < CHOICES_MAX => {
                known.insert(value);
            }
            _ => *values = None,
        }
    }

    /// A condition for each value of the first of them that it mentions.
    fn cases(&self, arena: &mut Arena, canon: &mut Canon, condition: Expr) -> Vec<Expr> {
        let variables = canon.variables(arena, condition);
        let choice = variables
            .iter()
            .find_map(|var| Some((*var, self.values.get(var)?.as_ref()?)));
        let Some((var, values)) = choice.filter(|_| variables.len() > 2) else {
            return vec![condition];
        };
        let mut cases = Vec::new();
        for value in values {
            let mut sigma = Substitution::default();
            sigma.bind(var, arena.lit(*value));
            cases.extend(sigma.apply(arena, condition, ARENA_MAX));
        }
        cases
    }
}

/// A condition about several variables.
fn relation(
    arena: &mut Arena,
    canon: &mut Canon,
    condition: Expr,
) -> Option<(Expr, BTreeSet<VarId>)> {
    let Literal::Atom { atom, .. } = canon.literal(arena, condition) else {
        return None;
    };
    let variables: BTreeSet<VarId> = canon.variables(arena, atom).iter().copied().collect();
    (2..=RELATED_MAX)
        .contains(&variables.len())
        .then_some((atom, variables))
}

/// An equation between what an assignment writes, before it does, and the value.
fn copy(arena: &mut Arena, cfa: &Cfa, var: VarId, value: Expr) -> Option<Expr> {
    if let Some((Op::Upd, [memory, address, written])) = arena.app(value) {
        let read = arena.mk(Op::Sel, &[memory, address]);
        return Some(arena.eq(read, written));
    }
    let scalar = matches!(cfa.sort_of(var), Ok(VarSort::Int(_)));
    scalar.then(|| {
        let read = cfa.read(arena, var);
        arena.eq(read, value)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proofmark_logic::types::IntType;

    /// A term that the program compares with 0 and 16, copied to a second one.
    fn sample(arena: &mut Arena) -> (Templates, Expr, Expr) {
        let (x, y) = (
            arena.var(VarId(0), IntType::U32),
            arena.var(VarId(1), IntType::U32),
        );
        let mut templates = Templates::default();
        templates.compared.insert(x, BTreeSet::from([0, 16]));
        templates.copies.insert(x, BTreeSet::from([y]));
        templates.copies.insert(y, BTreeSet::from([x]));
        (templates, x, y)
    }

    fn compare(arena: &mut Arena, op: Op, term: Expr, constant: i128) -> Expr {
        let constant = arena.lit(constant);
        arena.mk(op, &[term, constant])
    }

    #[test]
    fn a_chain_of_comparisons_brings_the_constants_of_the_program() {
        let mut arena = Arena::new();
        let mut canon = Canon::default();
        let (mut templates, x, y) = sample(&mut arena);
        for term in [x, y] {
            for n in 1..=4 {
                let atom = compare(&mut arena, Op::Eq, term, n);
                let found = templates.of(&mut arena, &mut canon, atom);
                let expected = [0, 16]
                    .map(|c| compare(&mut arena, Op::Eq, term, c))
                    .to_vec();
                assert_eq!(found, if n <= 3 { Vec::new() } else { expected });
            }
        }
    }

    #[test]
    fn what_is_said_of_counters_together_comes_when_both_count() {
        let mut arena = Arena::new();
        let mut canon = Canon::default();
        let (mut templates, x, y) = sample(&mut arena);
        templates.compared.clear();
        let flag = arena.var(VarId(2), IntType::U32);
        let sum = arena.mk(Op::Add, &[y, flag]);
        let said = arena.eq(x, sum);
        let mut choices = Choices::default();
        for (var, value) in [
            (2, Some(0)),
            (2, Some(1)),
            (0, Some(0)),
            (0, None),
            (1, None),
        ] {
            choices.assigned(VarId(var), value);
        }
        for said in choices.cases(&mut arena, &mut canon, said) {
            let relation = relation(&mut arena, &mut canon, said);
            templates.relations.extend(relation);
        }
        let both: Vec<Expr> = templates.relations.keys().copied().collect();
        assert_eq!(both.len(), 2);
        let mut found = Vec::new();
        for n in 1..=4 {
            for term in [x, y] {
                let atom = compare(&mut arena, Op::Eq, term, n);
                found.push(templates.of(&mut arena, &mut canon, atom));
            }
        }
        let last = found.pop();
        assert_eq!(last, Some(both));
        assert!(found.iter().all(Vec::is_empty), "{found:?}");
    }

    #[test]
    fn sums_count_as_what_is_added_to_and_bounds_bring_bounds() {
        let mut arena = Arena::new();
        let mut canon = Canon::default();
        let (mut templates, x, _) = sample(&mut arena);
        let (one, mut sum) = (arena.lit(1), x);
        let mut found = Vec::new();
        for _ in 0..4 {
            let next = arena.mk(Op::Add, &[sum, one]);
            sum = arena.wrap(IntType::U32, next);
            let atom = compare(&mut arena, Op::Le, sum, 16);
            found = templates.of(&mut arena, &mut canon, atom);
        }
        // No unsigned value is at most -1.
        let expected = [
            (Op::Eq, 0),
            (Op::Le, 0),
            (Op::Eq, 16),
            (Op::Le, 16),
            (Op::Le, 15),
        ]
        .map(|(op, c)| compare(&mut arena, op, x, c));
        assert_eq!(found, expected);
    }
}

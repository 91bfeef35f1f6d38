//! Questions that need no decision procedure: conjunctions of comparisons of one variable with a
//! constant each. A variable's values are an interval without some points, independently of the
//! other variables.

use proofmark_logic::arena::{Arena, Expr, Node, Op};
use std::collections::{BTreeSet, HashMap};

/// The values that a variable may have.
struct Values {
    low: i128,
    high: i128,
    /// These not.
    without: BTreeSet<i128>,
}

impl Values {
    /// Whether there are some.
    fn some(&self) -> bool {
        let width = self.high.checked_sub(self.low);
        let points = self.without.range(self.low..=self.high.max(self.low));
        let excluded = i128::try_from(points.count()).unwrap_or(i128::MAX);
        self.low <= self.high && width.is_none_or(|width| excluded <= width)
    }
}

/// Whether a conjunction of literals holds for some values of the variables; `false` also where
/// that is another question.
pub(crate) fn satisfiable(arena: &Arena, literals: &[Expr]) -> bool {
    let mut known: HashMap<Expr, Values> = HashMap::new();
    literals
        .iter()
        .all(|literal| restrict(arena, &mut known, *literal).is_some())
        && known.values().all(Values::some)
}

/// Leaves the values for which a literal holds; `None` if it is not of the form, or is `false`.
fn restrict(arena: &Arena, known: &mut HashMap<Expr, Values>, literal: Expr) -> Option<()> {
    let (atom, positive) = match arena.node(literal) {
        Node::App(Op::Not, [atom, ..]) => (atom, false),
        Node::App(Op::True, _) => return Some(()),
        _ => (literal, true),
    };
    let Node::App(op @ (Op::Eq | Op::Le), [a, b, _]) = arena.node(atom) else {
        return None;
    };
    let (var, ty, constant, swapped) = match (arena.node(a), arena.node(b)) {
        (Node::Var(_, ty), Node::Lit(constant)) => (a, ty, constant, false),
        (Node::Lit(constant), Node::Var(_, ty)) => (b, ty, constant, true),
        _ => return None,
    };
    let values = known.entry(var).or_insert_with(|| Values {
        low: ty.min(),
        high: ty.max(),
        without: BTreeSet::new(),
    });
    match (op, positive, swapped) {
        (Op::Eq, true, _) => {
            values.low = values.low.max(constant);
            values.high = values.high.min(constant);
        }
        (Op::Eq, false, _) => {
            values.without.insert(constant);
        }
        (_, true, false) => values.high = values.high.min(constant),
        (_, true, true) => values.low = values.low.max(constant),
        (_, false, false) => values.low = values.low.max(constant.checked_add(1)?),
        (_, false, true) => values.high = values.high.min(constant.checked_sub(1)?),
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::satisfiable;
    use proofmark_logic::arena::{Arena, VarId};
    use proofmark_logic::types::IntType;

    #[test]
    fn comparisons_with_constants() {
        let arena = &mut Arena::new();
        let char = IntType::new(8, true).expect("a type");
        let (x, y) = (arena.var(VarId(0), char), arena.var(VarId(1), char));
        let (one, two, most) = (arena.lit(1), arena.lit(2), arena.lit(126));
        let (is_one, is_two) = (arena.eq(x, one), arena.eq(x, two));
        let (not_one, not_two) = (arena.not(is_one), arena.not(is_two));
        let small = arena.le(x, two);
        let positive = arena.le(one, x);
        let (large, other) = (arena.le(most, x), arena.eq(y, one));
        assert!(satisfiable(arena, &[]));
        assert!(satisfiable(arena, &[is_one, not_two, other]));
        assert!(satisfiable(arena, &[not_one, small, positive]));
        assert!(satisfiable(arena, &[large, not_one]));
        assert!(!satisfiable(arena, &[is_one, is_two]));
        assert!(!satisfiable(arena, &[not_one, not_two, small, positive]));
        assert!(!satisfiable(arena, &[small, large]));
        // Of two variables: another question.
        let same = arena.eq(x, y);
        assert!(!satisfiable(arena, &[same]));
        // The ends of the type.
        let (end, behind) = (arena.lit(127), arena.lit(128));
        let (at_end, above) = (arena.eq(x, end), arena.le(behind, x));
        let not_at_end = arena.not(at_end);
        let not_most = arena.eq(x, most);
        let not_most = arena.not(not_most);
        assert!(!satisfiable(arena, &[above]));
        assert!(satisfiable(arena, &[large, not_most]));
        assert!(!satisfiable(arena, &[large, not_most, not_at_end]));
    }
}

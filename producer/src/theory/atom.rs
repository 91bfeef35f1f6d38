//! One shape for each linear constraint, so that interpolants, program conditions and predicates
//! meet.

use super::solver::{ceil_div, sum};
use proofmark_logic::arena::{Arena, Expr, Node};
use proofmark_logic::linear::Linear;

fn divide(row: &mut Linear, by: i128) {
    row.terms.iter_mut().for_each(|(_, k)| *k /= by);
}

fn negate(row: &mut Linear) -> Option<()> {
    row.constant = row.constant.checked_neg()?;
    for (_, k) in &mut row.terms {
        *k = k.checked_neg()?;
    }
    Some(())
}

fn content(row: &Linear) -> i128 {
    row.terms
        .iter()
        .fold(0, |g, &(_, k)| super::rational::gcd(g, k))
}

/// Variables come first, addresses last: conditions in C name the variable first.
fn rank(arena: &Arena, leaf: Expr) -> (u8, Expr) {
    let class = match arena.node(leaf) {
        Node::Var(..) => 0,
        Node::Addr { .. } => 2,
        _ => 1,
    };
    (class, leaf)
}

fn leads_negative(arena: &Arena, row: &Linear) -> bool {
    row.terms
        .iter()
        .min_by_key(|(e, _)| rank(arena, *e))
        .is_some_and(|(_, k)| *k < 0)
}

/// `row = 0` as `x = c`, `x = y`, or positive terms on the left; `None` if it is valid,
/// contradictory, or too large.
pub(super) fn equation(arena: &mut Arena, mut row: Linear) -> Option<Expr> {
    let g = content(&row);
    if g == 0 || row.constant % g != 0 {
        return None;
    }
    divide(&mut row, g);
    row.constant /= g;
    if leads_negative(arena, &row) {
        negate(&mut row)?;
    }
    let (left, right) = sides(arena, &row)?;
    Some(arena.eq(left, right))
}

/// `row <= 0` as an atom that is meant as it is (`true`) or negated: `x <= c`, `x <= y`, or a
/// positive leading coefficient. `5 <= x` is `not (x <= 4)`. `None` if it is valid, contradictory,
/// or too large.
pub(super) fn inequation(arena: &mut Arena, mut row: Linear) -> Option<(Expr, bool)> {
    let g = content(&row);
    if g == 0 {
        return None;
    }
    divide(&mut row, g);
    row.constant = ceil_div(row.constant, g);
    // y - x <= 0 is as good as x - y <= 0, and x < y is not (y <= x): no constant is better than a
    // small one.
    let plain = row.terms.len() == 2
        && row.terms.iter().any(|(_, k)| *k > 0)
        && row.terms.iter().any(|(_, k)| *k < 0);
    let flip = match row.constant {
        0 if plain => false,
        1 if plain => true,
        _ => leads_negative(arena, &row),
    };
    if flip {
        // not (row <= 0) is 1 - row <= 0.
        negate(&mut row)?;
        row.constant = row.constant.checked_add(1)?;
    }
    let (left, right) = sides(arena, &row)?;
    Some((arena.le(left, right), !flip))
}

/// Positive terms, and negative terms with the constant.
fn sides(arena: &mut Arena, row: &Linear) -> Option<(Expr, Expr)> {
    let positive: Vec<_> = row.terms.iter().copied().filter(|(_, k)| *k > 0).collect();
    let negative: Vec<_> = row
        .terms
        .iter()
        .filter(|(_, k)| *k < 0)
        .map(|&(e, k)| (e, -k))
        .collect();
    let constant = row.constant.checked_neg()?;
    let left = sum(
        arena,
        &Linear {
            constant: 0,
            terms: positive,
        },
    );
    let right = sum(
        arena,
        &Linear {
            constant,
            terms: negative,
        },
    );
    Some((left, right))
}

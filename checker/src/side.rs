//! Side conditions: the closed set of total functions that rules may appeal to.
//!
//! Trusted. What each one means stands in the signature, where it is declared. Arguments are inputs followed by outputs; an output is a
//! function of the inputs.

use proofmark_logic::arena::{Arena, Expr, Node, Op};
use proofmark_logic::interval::Interval;
use proofmark_logic::linear::{Linear, Overflow};
use proofmark_logic::types::Sort::{self, Form, Term, Type};

/// The side conditions, named as in the signature.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// `atom F`.
    Atom,
    /// `comb K F P R`.
    Comb,
    /// `combeq K F P R`.
    CombEq,
    /// `tighten K P R`.
    Tighten,
    /// `positive P`.
    Positive,
    /// `entails_le P A B`.
    EntailsLe,
    /// `entails_eq P A B`.
    EntailsEq,
    /// `upper T N`.
    Upper,
    /// `lower T N`.
    Lower,
    /// `object O N`.
    Object,
    /// `different O Q`.
    Different,
    /// `distinct A B`.
    Distinct,
    /// `range T L H`.
    Range,
    /// `modulus T N`.
    Modulus,
    /// `power K N`.
    Power,
}

impl Side {
    /// Name, sorts of the inputs, sorts of the outputs. The signature declares the same, and the loader compares.
    pub(crate) const TABLE: [(&'static str, Side, &'static [Sort], &'static [Sort]); 15] = [
        ("atom", Side::Atom, &[Form], &[]),
        ("comb", Side::Comb, &[Term, Form, Term], &[Term]),
        ("combeq", Side::CombEq, &[Term, Form, Term], &[Term]),
        ("tighten", Side::Tighten, &[Term, Term], &[Term]),
        ("positive", Side::Positive, &[Term], &[]),
        ("entails_le", Side::EntailsLe, &[Term, Term, Term], &[]),
        ("entails_eq", Side::EntailsEq, &[Term, Term, Term], &[]),
        ("upper", Side::Upper, &[Term], &[Term]),
        ("lower", Side::Lower, &[Term], &[Term]),
        ("object", Side::Object, &[Term], &[Term]),
        ("different", Side::Different, &[Term, Term], &[]),
        ("distinct", Side::Distinct, &[Term, Term], &[]),
        ("range", Side::Range, &[Type], &[Term, Term]),
        ("modulus", Side::Modulus, &[Type], &[Term]),
        ("power", Side::Power, &[Term], &[Term]),
    ];

    /// How many inputs the condition has; its other arguments are outputs.
    pub(crate) fn inputs(self) -> usize {
        Side::TABLE.iter().find(|row| row.1 == self).map_or(0, |row| row.2.len())
    }

    /// Decides the condition on inputs `x` (unused ones are ignored).
    /// Adds the number of nodes looked at to `work`. `Ok(None)`: it does not hold. `Ok(Some(outputs))`: it holds, with that many outputs as the table says.
    pub(crate) fn decide(self, arena: &mut Arena, [x, y, z]: [Expr; 3], work: &mut u64) -> Result<Option<[Expr; 2]>, Overflow> {
        let unit = [Arena::TRUE; 2];
        let one = |e: Expr| Some([e, Arena::TRUE]);
        let holds = |b: bool| b.then_some(unit);
        Ok(match self {
            Side::Atom => holds(arena.is_atom(x)),
            Side::Comb => combine(arena, x, y, z, false, work)?.and_then(one),
            Side::CombEq => combine(arena, x, y, z, true, work)?.and_then(one),
            Side::Tighten => tighten(arena, x, y, work)?.and_then(one),
            Side::Positive => holds(Linear::combination_metered(arena, &[(1, x)], work)?.as_constant().is_some_and(|c| c > 0)),
            Side::EntailsLe => {
                let rest = Linear::combination_metered(arena, &[(1, y), (-1, z), (-1, x)], work)?;
                holds(rest.as_constant().is_some_and(|c| c <= 0))
            }
            Side::EntailsEq => {
                let same = Linear::combination_metered(arena, &[(1, y), (-1, z), (-1, x)], work)?.as_constant() == Some(0);
                holds(same || Linear::combination_metered(arena, &[(1, y), (-1, z), (1, x)], work)?.as_constant() == Some(0))
            }
            Side::Upper => match arena.interval(x).hi {
                Interval::POS_INF | Interval::NEG_INF => None,
                hi => one(arena.lit(hi)),
            },
            Side::Lower => match arena.interval(x).lo {
                Interval::POS_INF | Interval::NEG_INF => None,
                lo => one(arena.lit(lo)),
            },
            Side::Object => match arena.node(x) {
                Node::Addr { size, .. } => one(arena.lit(i128::from(size))),
                _ => None,
            },
            Side::Different => match (arena.node(x), arena.node(y)) {
                (Node::Addr { object: o, .. }, Node::Addr { object: q, .. }) => holds(o != q),
                _ => None,
            },
            Side::Distinct => match (within_object(arena, x, work)?, within_object(arena, y, work)?) {
                (Some(o), Some(q)) => holds(o != q),
                _ => None,
            },
            Side::Range => match arena.node(x) {
                Node::Type(ty) => Some([arena.lit(ty.min()), arena.lit(ty.max())]),
                _ => None,
            },
            Side::Modulus => match arena.node(x) {
                Node::Type(ty) => one(arena.lit(ty.modulus())),
                _ => None,
            },
            Side::Power => match arena.as_lit(x) {
                Some(k @ 0..=126) => one(arena.lit(1i128 << k)),
                _ => None,
            },
        })
    }
}

/// `P + K·e`, where the formula `F` says that `e <= 0` (or `e = 0`).
fn combine(arena: &mut Arena, k: Expr, f: Expr, p: Expr, equations_only: bool, work: &mut u64) -> Result<Option<Expr>, Overflow> {
    let Some(k) = arena.as_lit(k) else { return Ok(None) };
    let minus_k = k.checked_neg().ok_or(Overflow)?;
    let summands = match arena.node(f) {
        Node::App(Op::Eq, [a, b, _]) => [(k, a), (minus_k, b), (1, p)],
        Node::App(Op::Le, [a, b, _]) if k >= 0 && !equations_only => [(k, a), (minus_k, b), (1, p)],
        Node::App(Op::Not, [g, ..]) if k >= 0 && !equations_only => match arena.node(g) {
            Node::App(Op::Le, [a, b, _]) => {
                let one = arena.lit(1);
                let next = arena.mk(Op::Add, &[b, one]);
                [(k, next), (minus_k, a), (1, p)]
            }
            _ => return Ok(None),
        },
        _ => return Ok(None),
    };
    let sum = Linear::combination_metered(arena, &summands, work)?;
    Ok(Some(sum.to_expr(arena)))
}

/// Divides `P <= 0` by `K`, rounding the constant up.
fn tighten(arena: &mut Arena, k: Expr, p: Expr, work: &mut u64) -> Result<Option<Expr>, Overflow> {
    let Some(k) = arena.as_lit(k).filter(|&k| k > 0) else { return Ok(None) };
    let mut sum = Linear::combination_metered(arena, &[(1, p)], work)?;
    for (_, coefficient) in &mut sum.terms {
        if coefficient.checked_rem(k) != Some(0) {
            return Ok(None);
        }
        *coefficient = coefficient.checked_div(k).ok_or(Overflow)?;
    }
    // The ceiling is minus the floor of the negated quotient.
    let negated = sum.constant.checked_neg().ok_or(Overflow)?;
    sum.constant = negated.checked_div_euclid(k).and_then(i128::checked_neg).ok_or(Overflow)?;
    Ok(Some(sum.to_expr(arena)))
}

/// The object that the address `base + constant` lies in, if it has that form and does.
fn within_object(arena: &Arena, address: Expr, work: &mut u64) -> Result<Option<u32>, Overflow> {
    let sum = Linear::combination_metered(arena, &[(1, address)], work)?;
    Ok(match sum.terms.as_slice() {
        &[(base, 1)] => match arena.node(base) {
            Node::Addr { object, size, .. } if (0..i128::from(size)).contains(&sum.constant) => Some(object),
            _ => None,
        },
        _ => None,
    })
}

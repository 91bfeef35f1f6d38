//! Side conditions: the closed set of total functions that rules may appeal to.
//!
//! Trusted. What each one means stands in the signature, where it is declared. Arguments are inputs
//! followed by outputs; an output is a function of the inputs.

use proofmark_logic::arena::{Arena, Expr, Node, Op};
use proofmark_logic::interval::Interval;
use proofmark_logic::linear::{Normalizer, Overflow};
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
    /// `apart A C B`.
    Apart,
    /// `range T L H`.
    Range,
    /// `modulus T N`.
    Modulus,
    /// `power K N`.
    Power,
}

impl Side {
    /// Name, sorts of the inputs, sorts of the outputs. The signature declares the same, and the
    /// loader compares.
    pub(crate) const TABLE: [(&'static str, Side, &'static [Sort], &'static [Sort]); 16] = [
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
        ("apart", Side::Apart, &[Term, Term, Term], &[]),
        ("range", Side::Range, &[Type], &[Term, Term]),
        ("modulus", Side::Modulus, &[Type], &[Term]),
        ("power", Side::Power, &[Term], &[Term]),
    ];

    /// How many inputs the condition has; its other arguments are outputs.
    pub(crate) fn inputs(self) -> usize {
        Side::TABLE[self as usize].2.len()
    }

    /// Decides the condition on inputs `x`, `y`, `z` (unused ones are ignored). `Ok(None)`: it does
    /// not hold. `Ok(Some(outputs))`: it holds, with that many outputs as the table says.
    pub(crate) fn decide(
        self,
        arena: &mut Arena,
        normalizer: &mut Normalizer,
        [x, y, z]: [Expr; 3],
    ) -> Result<Option<[Expr; 2]>, Overflow> {
        let one = |e: Expr| Some([e, e]);
        let holds = |b: bool| b.then_some([Arena::TRUE; 2]);
        let mut constant = |summands: &[(i128, Expr)]| {
            normalizer
                .combination(arena, summands)
                .map(|sum| sum.as_constant())
        };
        Ok(match self {
            Side::Atom => holds(arena.is_atom(x)),
            Side::Comb => combine(arena, normalizer, [x, y, z], false)?.and_then(one),
            Side::CombEq => combine(arena, normalizer, [x, y, z], true)?.and_then(one),
            Side::Tighten => tighten(arena, normalizer, x, y)?.and_then(one),
            Side::Positive => holds(constant(&[(1, x)])?.is_some_and(|c| c > 0)),
            Side::EntailsLe => {
                holds(constant(&[(1, y), (-1, z), (-1, x)])?.is_some_and(|c| c <= 0))
            }
            Side::EntailsEq => holds(
                constant(&[(1, y), (-1, z), (-1, x)])? == Some(0)
                    || constant(&[(1, y), (-1, z), (1, x)])? == Some(0),
            ),
            Side::Upper => {
                Interval::finite(arena.interval(x).hi).and_then(|end| one(arena.lit(end)))
            }
            Side::Lower => {
                Interval::finite(arena.interval(x).lo).and_then(|end| one(arena.lit(end)))
            }
            Side::Object => match arena.node(x) {
                Node::Addr { size, .. } => one(arena.lit(i128::from(size))),
                _ => None,
            },
            Side::Different => match (arena.node(x), arena.node(y)) {
                (Node::Addr { object: o, .. }, Node::Addr { object: q, .. }) => holds(o != q),
                _ => None,
            },
            Side::Distinct => match (
                within_object(arena, normalizer, x)?,
                within_object(arena, normalizer, y)?,
            ) {
                (Some(o), Some(q)) => holds(o != q),
                _ => None,
            },
            Side::Apart => holds(
                constant(&[(1, z), (-1, x)])?.is_some_and(|distance| distance < 0)
                    || constant(&[(1, z), (-1, y)])?.is_some_and(|distance| distance >= 0)
                    || outside_object(arena, normalizer, [x, y, z])?,
            ),
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
fn combine(
    arena: &mut Arena,
    normalizer: &mut Normalizer,
    [k, f, p]: [Expr; 3],
    equations_only: bool,
) -> Result<Option<Expr>, Overflow> {
    let Some(k) = arena.as_lit(k) else {
        return Ok(None);
    };
    let minus_k = k.checked_neg().ok_or(Overflow)?;
    // `A - B`, and 1 more for a negated inequation.
    let (difference, more) = match (arena.node(f), k >= 0 && !equations_only) {
        (Node::App(Op::Eq, [a, b, _]), _) | (Node::App(Op::Le, [a, b, _]), true) => {
            ([(k, a), (minus_k, b)], 0)
        }
        (Node::App(Op::Not, [g, ..]), true) => match arena.node(g) {
            Node::App(Op::Le, [a, b, _]) => ([(k, b), (minus_k, a)], k),
            _ => return Ok(None),
        },
        _ => return Ok(None),
    };
    let [a, b] = difference;
    let sum = normalizer.combination(arena, &[a, b, (1, p)])?;
    sum.constant = sum.constant.checked_add(more).ok_or(Overflow)?;
    Ok(Some(sum.to_expr(arena)))
}

/// Divides `P <= 0` by `K`, rounding the constant up.
fn tighten(
    arena: &mut Arena,
    normalizer: &mut Normalizer,
    k: Expr,
    p: Expr,
) -> Result<Option<Expr>, Overflow> {
    let Some(k) = arena.as_lit(k).filter(|&k| k > 0) else {
        return Ok(None);
    };
    let sum = normalizer.combination(arena, &[(1, p)])?;
    for (_, coefficient) in &mut sum.terms {
        if *coefficient % k != 0 {
            return Ok(None);
        }
        *coefficient /= k;
    }
    // The ceiling is minus the floor of the negated quotient. Dividing by a positive number does
    // not overflow.
    let negated = sum.constant.checked_neg().ok_or(Overflow)?;
    sum.constant = -negated.div_euclid(k);
    Ok(Some(sum.to_expr(arena)))
}

/// The object that the address `base + constant` lies in, if it has that form and does.
fn within_object(
    arena: &Arena,
    normalizer: &mut Normalizer,
    address: Expr,
) -> Result<Option<u32>, Overflow> {
    let place = place(arena, normalizer, address)?;
    let inside = place.filter(|&(_, size, offset)| (0..size).contains(&offset));
    Ok(inside.map(|(object, ..)| object))
}

/// Whether the addresses from `from` to below `to` end with an object, and `address` is one of
/// another object's, which goes on behind it for longer than they begin in front of theirs.
fn outside_object(
    arena: &Arena,
    normalizer: &mut Normalizer,
    [from, to, address]: [Expr; 3],
) -> Result<bool, Overflow> {
    let [from, to, address] = [
        place(arena, normalizer, from)?,
        place(arena, normalizer, to)?,
        place(arena, normalizer, address)?,
    ];
    let (Some((object, size, start)), Some((same, _, end)), Some((other, length, offset))) =
        (from, to, address)
    else {
        return Ok(false);
    };
    let before = start.min(0).checked_neg().ok_or(Overflow)?;
    let reach = offset.checked_add(before).ok_or(Overflow)?;
    Ok(object == same && object != other && end <= size && offset >= 0 && reach < length)
}

/// An object, its size, and how far from its address another one is.
fn place(
    arena: &Arena,
    normalizer: &mut Normalizer,
    address: Expr,
) -> Result<Option<(u32, i128, i128)>, Overflow> {
    let sum = normalizer.combination(arena, &[(1, address)])?;
    Ok(match sum.terms.as_slice() {
        &[(base, 1)] => match arena.node(base) {
            Node::Addr { object, size, .. } => Some((object, i128::from(size), sum.constant)),
            _ => None,
        },
        _ => None,
    })
}

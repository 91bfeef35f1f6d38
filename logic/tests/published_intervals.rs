//! Interval functions against the table of `docs/certificate-format.md`, written down once more
//! with integers of any size, and against values that 128 bits do not hold: an end that is infinite
//! must not become one that a proof can use.

use num_bigint::BigInt;
use proofmark_logic::interval::Interval;
use proofmark_logic::types::IntType;

/// An end, or none.
type End = Option<BigInt>;
/// An interval as the page has it.
type Ends = (End, End);
type Abstract = fn(Interval, Interval) -> Interval;
type Concrete = fn(&BigInt, &BigInt) -> BigInt;
type Published = fn(&Ends, &Ends) -> Ends;

const OPERATIONS: [(&str, Abstract, Concrete, Published); 10] = [
    ("add", Interval::add, |a, b| a + b, add),
    ("sub", Interval::sub, |a, b| a - b, sub),
    ("mul", Interval::mul, |a, b| a * b, mul),
    ("div", Interval::div, truncated, div),
    ("rem", Interval::rem, |a, b| a - b * truncated(a, b), rem),
    ("shl", Interval::shl, |a, k| a << clamped(k), shl),
    ("shr", Interval::shr, |a, k| a >> clamped(k), shr),
    ("bitand", Interval::bit_and, |a, b| a & b, bit_and),
    ("bitor", Interval::bit_or, |a, b| a | b, bit_or),
    ("bitxor", Interval::bit_xor, |a, b| a ^ b, bit_xor),
];

fn truncated(a: &BigInt, b: &BigInt) -> BigInt {
    a.checked_div(b).unwrap_or_default()
}
fn clamped(k: &BigInt) -> u32 {
    u32::try_from(k.clamp(&BigInt::ZERO, &BigInt::from(126))).expect("a small number")
}

// ------------------------------------------------------------------------------------------------
// the page

/// An end that 128 bits do not hold is no end.
fn bounded(end: End) -> End {
    end.filter(|v| v.magnitude() < BigInt::from(i128::MAX).magnitude())
}
fn each(a: &End, b: &End, of: fn(&BigInt, &BigInt) -> BigInt) -> End {
    bounded(Some(of(a.as_ref()?, b.as_ref()?)))
}
/// Both ends, if there are both.
fn finite((lo, hi): &Ends) -> Option<[&BigInt; 2]> {
    Some([lo.as_ref()?, hi.as_ref()?])
}
/// The only value.
fn one(a: &Ends) -> Option<&BigInt> {
    finite(a).filter(|[lo, hi]| lo == hi).map(|[lo, _]| lo)
}
fn point(v: BigInt) -> Ends {
    (bounded(Some(v.clone())), bounded(Some(v)))
}
/// From the least to the greatest of some values.
fn span(values: &[BigInt]) -> Ends {
    (values.iter().min().cloned(), values.iter().max().cloned())
}

fn add(a: &Ends, b: &Ends) -> Ends {
    (
        each(&a.0, &b.0, |x, y| x + y),
        each(&a.1, &b.1, |x, y| x + y),
    )
}
fn sub(a: &Ends, b: &Ends) -> Ends {
    (
        each(&a.0, &b.1, |x, y| x - y),
        each(&a.1, &b.0, |x, y| x - y),
    )
}
fn mul(a: &Ends, b: &Ends) -> Ends {
    let (Some(a), Some(b)) = (finite(a), finite(b)) else {
        return (None, None);
    };
    let products: Vec<BigInt> = a.iter().flat_map(|&x| b.map(|y| x * y)).collect();
    match products.iter().all(|p| bounded(Some(p.clone())).is_some()) {
        true => span(&products),
        false => (None, None),
    }
}
fn div(a: &Ends, b: &Ends) -> Ends {
    match (finite(a), one(b)) {
        (None, _) => (None, None),
        (Some(ends), Some(d)) => span(&ends.map(|x| truncated(x, d))),
        (Some(ends), None) => {
            let most = BigInt::from(
                ends.map(BigInt::magnitude)
                    .into_iter()
                    .max()
                    .cloned()
                    .unwrap(),
            );
            (Some(-most.clone()), Some(most))
        }
    }
}
fn rem(a: &Ends, b: &Ends) -> Ends {
    if let (Some(a), Some(b)) = (one(a), one(b)) {
        return point(a - b * truncated(a, b));
    }
    let (mut lo, mut hi) = toward_zero(a);
    if let Some([x, y]) = finite(b).filter(|[x, y]| **x > BigInt::ZERO || **y < BigInt::ZERO) {
        let most: BigInt = BigInt::from(x.magnitude().max(y.magnitude()).clone()) - 1;
        lo = Some(lo.map_or(-most.clone(), |lo| lo.max(-most.clone())));
        hi = Some(hi.map_or(most.clone(), |hi| hi.min(most)));
    }
    (lo, hi)
}
/// `[min(lo, 0), max(hi, 0)]`.
fn toward_zero((lo, hi): &Ends) -> Ends {
    let clamp = |end: &End, least: bool| {
        let v = end.clone()?;
        Some(if least {
            v.min(BigInt::ZERO)
        } else {
            v.max(BigInt::ZERO)
        })
    };
    (clamp(lo, true), clamp(hi, false))
}
fn shl(a: &Ends, k: &Ends) -> Ends {
    let power = |end: &End, missing: u32| {
        let k = end.as_ref().map_or(missing, clamped);
        Some(BigInt::from(1) << k)
    };
    mul(a, &(power(&k.0, 0), power(&k.1, 126)))
}
fn shr(a: &Ends, k: &Ends) -> Ends {
    match (finite(a), one(k)) {
        (Some([lo, hi]), Some(k)) => (Some(lo >> clamped(k)), Some(hi >> clamped(k))),
        _ => toward_zero(a),
    }
}
fn not_negative(a: &Ends) -> bool {
    a.0.as_ref().is_some_and(|lo| *lo >= BigInt::ZERO)
}
fn bit_and(a: &Ends, b: &Ends) -> Ends {
    if let (Some(a), Some(b)) = (one(a), one(b)) {
        return point(a & b);
    }
    let top = match (not_negative(a), not_negative(b)) {
        (true, true) => match (&a.1, &b.1) {
            (Some(x), Some(y)) => Some(x.min(y).clone()),
            (x, y) => x.clone().or(y.clone()),
        },
        (true, false) => a.1.clone(),
        (false, true) => b.1.clone(),
        (false, false) => return same_width(a, b),
    };
    (Some(BigInt::ZERO), top)
}
fn bit_or(a: &Ends, b: &Ends) -> Ends {
    if let (Some(a), Some(b)) = (one(a), one(b)) {
        return point(a | b);
    }
    let (lo, hi) = same_width(a, b);
    match not_negative(a) && not_negative(b) {
        true => (a.0.clone().max(b.0.clone()), hi),
        false => (lo, hi),
    }
}
fn bit_xor(a: &Ends, b: &Ends) -> Ends {
    if let (Some(a), Some(b)) = (one(a), one(b)) {
        return point(a ^ b);
    }
    let (lo, hi) = same_width(a, b);
    match not_negative(a) && not_negative(b) {
        true => (Some(BigInt::ZERO), hi),
        false => (lo, hi),
    }
}
fn same_width(a: &Ends, b: &Ends) -> Ends {
    let (Some(a), Some(b)) = (finite(a), finite(b)) else {
        return (None, None);
    };
    let holds = |n: u32| {
        let top = BigInt::from(1) << n;
        [a, b].concat().into_iter().all(|v| -&top <= *v && *v < top)
    };
    match (0..126).find(|&n| holds(n)) {
        Some(n) => (
            Some(-(BigInt::from(1) << n)),
            Some((BigInt::from(1) << n) - 1),
        ),
        None => (None, None),
    }
}
/// Floors of `(end - min T) / 2^bits`.
fn carry(ty: IntType, (lo, hi): &Ends) -> Ends {
    let floor = |end: &End| {
        let shifted = bounded(end.as_ref().map(|v| v - ty.min()))?;
        Some(shifted >> ty.bits())
    };
    (floor(lo), floor(hi))
}
fn wrap(ty: IntType, a: &Ends) -> Ends {
    match (finite(a), one(&carry(ty, a))) {
        (Some([lo, hi]), Some(c)) => {
            let offset = c << ty.bits();
            (Some(lo - &offset), Some(hi - offset))
        }
        _ => (Some(ty.min().into()), Some(ty.max().into())),
    }
}

// ------------------------------------------------------------------------------------------------
// the comparison

fn ends(interval: Interval) -> Ends {
    (
        (interval.lo != Interval::NEG_INF).then(|| interval.lo.into()),
        (interval.hi != Interval::POS_INF).then(|| interval.hi.into()),
    )
}
fn inside((lo, hi): &Ends, v: &BigInt) -> bool {
    lo.as_ref().is_none_or(|lo| lo <= v) && hi.as_ref().is_none_or(|hi| v <= hi)
}

/// Finite ends of 128 bits.
const ENDS: [i128; 12] = [
    -i128::MAX + 1,
    -(1 << 126),
    -(1 << 125) - 1,
    -8,
    -5,
    -1,
    0,
    1,
    6,
    (1 << 125) - 1,
    1 << 126,
    i128::MAX - 1,
];

/// All intervals with these ends or none.
fn intervals() -> Vec<Interval> {
    let lows = ENDS.into_iter().chain([Interval::NEG_INF]);
    lows.flat_map(|lo| {
        let highs = ENDS.into_iter().chain([Interval::POS_INF]);
        highs.map(move |hi| Interval { lo, hi })
    })
    .filter(|interval| interval.lo <= interval.hi)
    .collect()
}

/// Some values of an interval, also such that no machine integer holds.
fn values(interval: &Ends) -> Vec<BigInt> {
    let beyond = BigInt::from(1) << 200;
    let some = [-i128::MAX + 1, -(1 << 126), -8, -1, 0, 3, i128::MAX - 1];
    let mut out: Vec<BigInt> = some.into_iter().map(BigInt::from).collect();
    out.extend([-&beyond, beyond]);
    out.retain(|v| inside(interval, v));
    out
}

#[test]
fn binary_operations_are_as_published_and_contain_every_value() {
    for a in intervals() {
        for b in intervals() {
            let (x, y) = (ends(a), ends(b));
            let (xs, ys) = (values(&x), values(&y));
            for (name, abstractly, concretely, published) in OPERATIONS {
                let result = ends(abstractly(a, b));
                assert_eq!(result, published(&x, &y), "{name} {a:?} {b:?}");
                for v in xs.iter().flat_map(|x| ys.iter().map(|y| concretely(x, y))) {
                    assert!(inside(&result, &v), "{name} {a:?} {b:?} = {result:?}: {v}");
                }
            }
        }
    }
}

#[test]
fn wrap_and_carry_are_as_published_and_contain_every_value() {
    let small = (-300..300).step_by(7).flat_map(|lo| {
        [0, 1, 120, 250].map(|length| Interval {
            lo,
            hi: lo + length,
        })
    });
    let all: Vec<Interval> = intervals().into_iter().chain(small).collect();
    for ty in [
        (1, true),
        (1, false),
        (8, true),
        (8, false),
        (64, true),
        (64, false),
    ] {
        let ty = IntType::new(ty.0, ty.1).expect("a type");
        for &a in &all {
            let x = ends(a);
            let (wrapped, carried) = (ends(a.wrap(ty)), ends(a.carry(ty)));
            assert_eq!(wrapped, wrap(ty, &x), "wrap {ty} {a:?}");
            assert_eq!(carried, carry(ty, &x), "carry {ty} {a:?}");
            for v in values(&x) {
                let c = (&v - ty.min()) >> ty.bits();
                assert!(inside(&carried, &c), "carry {ty} {a:?}: {v}");
                assert!(inside(&wrapped, &(v - (c << ty.bits()))), "wrap {ty} {a:?}");
            }
        }
    }
}

#[test]
fn hulls_points_and_ranges() {
    for a in intervals() {
        let x = ends(a);
        let point = one(&x).map(|v| i128::try_from(v).expect("an end"));
        assert_eq!(a.as_point(), point, "{a:?}");
        for b in intervals() {
            let y = ends(b);
            let least = x.0.clone().zip(y.0).map(|(x, y)| x.min(y));
            let greatest = x.1.clone().zip(y.1).map(|(x, y)| x.max(y));
            assert_eq!(ends(a.hull(b)), (least, greatest), "{a:?} {b:?}");
        }
        for ty in [IntType::I8, IntType::U64] {
            let fits = [&x.0, &x.1].into_iter().all(|end| {
                end.as_ref()
                    .is_some_and(|v| *v >= ty.min().into() && *v <= ty.max().into())
            });
            assert_eq!(a.within(ty), fits, "{a:?} within {ty}");
        }
    }
    assert_eq!(Interval::finite(Interval::NEG_INF), None);
    assert_eq!(Interval::finite(Interval::POS_INF), None);
    assert_eq!(Interval::finite(-i128::MAX + 1), Some(-i128::MAX + 1));
}

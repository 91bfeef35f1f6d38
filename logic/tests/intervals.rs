//! Interval functions against brute force: every pair of small intervals, every pair of values in
//! them; and the ends of 128 bits.

use proofmark_logic::interval::Interval;
use proofmark_logic::types::IntType;

/// The quotient toward zero; 0 for divisor 0.
fn truncated(a: i128, b: i128) -> i128 {
    if b == 0 {
        0
    } else {
        a / b
    }
}

type Abstract = fn(Interval, Interval) -> Interval;
type Concrete = fn(i128, i128) -> i128;

const OPERATIONS: [(&str, Abstract, Concrete); 10] = [
    ("add", Interval::add, |a, b| a + b),
    ("sub", Interval::sub, |a, b| a - b),
    ("mul", Interval::mul, |a, b| a * b),
    ("div", Interval::div, truncated),
    ("rem", Interval::rem, |a, b| a - b * truncated(a, b)),
    ("shl", Interval::shl, |a, b| a * (1 << b.clamp(0, 126))),
    ("shr", Interval::shr, |a, b| {
        a.div_euclid(1 << b.clamp(0, 126))
    }),
    ("and", Interval::bit_and, |a, b| a & b),
    ("or", Interval::bit_or, |a, b| a | b),
    ("xor", Interval::bit_xor, |a, b| a ^ b),
];

fn inside(interval: Interval, v: i128) -> bool {
    (interval.lo == Interval::NEG_INF || interval.lo <= v)
        && (interval.hi == Interval::POS_INF || v <= interval.hi)
}

/// All intervals with ends from a list of values, and those open to one or both sides.
fn intervals(values: &[i128]) -> Vec<Interval> {
    let mut out = vec![Interval::ALL];
    for &lo in values {
        out.extend([
            Interval {
                lo,
                hi: Interval::POS_INF,
            },
            Interval {
                lo: Interval::NEG_INF,
                hi: lo,
            },
        ]);
        out.extend(
            values
                .iter()
                .filter(|&&hi| lo <= hi)
                .map(|&hi| Interval { lo, hi }),
        );
    }
    out
}

#[test]
fn every_small_value_is_contained() {
    let values: Vec<i128> = (-7..=7).collect();
    let wide: Vec<i128> = (-9..=9).collect();
    for a in intervals(&values) {
        for b in intervals(&values) {
            for (name, abstractly, concretely) in OPERATIONS {
                let result = abstractly(a, b);
                for &x in wide.iter().filter(|&&x| inside(a, x)) {
                    for &y in wide.iter().filter(|&&y| inside(b, y)) {
                        let v = concretely(x, y);
                        assert!(
                            inside(result, v),
                            "{name} {a:?} {b:?} = {result:?} does not contain {name} {x} {y} = {v}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn finite_results_are_tight_where_they_should_be() {
    let point = Interval::point;
    assert_eq!(point(7).div(point(-2)), point(-3));
    assert_eq!(point(-7).rem(point(2)), point(-1));
    assert_eq!(point(-1).shr(point(1)), point(-1));
    assert_eq!(
        Interval { lo: 0, hi: 100 }.bit_and(point(7)),
        Interval { lo: 0, hi: 7 }
    );
    assert_eq!(point(260).wrap(IntType::U8), point(4));
}

#[test]
fn wrap_and_carry_contain_every_value() {
    for bits in 1..=4 {
        for signed in [false, true] {
            let Some(ty) = IntType::new(bits, signed) else {
                panic!("a type")
            };
            let values: Vec<i128> = (-20..=20).collect();
            for a in intervals(&values) {
                for &x in values.iter().filter(|&&x| inside(a, x)) {
                    let wrapped = ty.wrap(x);
                    assert!(ty.contains(wrapped) && (x - wrapped) % ty.modulus() == 0);
                    assert!(
                        inside(a.wrap(ty), wrapped),
                        "wrap {ty} {a:?} = {:?} does not contain {wrapped}",
                        a.wrap(ty)
                    );
                    assert!(inside(a.carry(ty), (x - wrapped) / ty.modulus()));
                    assert!(a.wrap(ty).within(ty));
                }
            }
        }
    }
}

/// Near the ends of 128 bits an exact result may not be representable: then the interval must be
/// open on that side.
#[test]
fn results_that_do_not_fit_open_the_interval() {
    let ends = [
        i128::MIN,
        i128::MIN + 1,
        -(1 << 126),
        -(1 << 64),
        -1,
        0,
        1,
        1 << 64,
        1 << 126,
        i128::MAX - 1,
        i128::MAX,
    ];
    type Checked = fn(i128, i128) -> Option<i128>;
    type Side = fn(i128, i128) -> bool;
    let operations: [(Abstract, Checked, Side); 3] = [
        (Interval::add, i128::checked_add, |a, _| a > 0),
        (Interval::sub, i128::checked_sub, |a, _| a >= 0),
        (Interval::mul, i128::checked_mul, |a, b| (a > 0) == (b > 0)),
    ];
    for a in intervals(&ends) {
        for b in intervals(&ends) {
            for (abstractly, checked, overflows_upwards) in operations {
                let result = abstractly(a, b);
                for &x in ends.iter().filter(|&&x| inside(a, x)) {
                    for &y in ends.iter().filter(|&&y| inside(b, y)) {
                        let fine = match checked(x, y) {
                            Some(v) => inside(result, v),
                            None if overflows_upwards(x, y) => result.hi == Interval::POS_INF,
                            None => result.lo == Interval::NEG_INF,
                        };
                        assert!(fine, "{a:?} {b:?} = {result:?} at {x} {y}");
                    }
                }
            }
            // The rest must not panic, and must not claim what is not so at the ends.
            for (name, abstractly, _) in OPERATIONS {
                let _ = (name, abstractly(a, b));
            }
        }
    }
}

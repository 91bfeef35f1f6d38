//! Arithmetic of IEEE 754 against the standard's own words, written down once more with integers of
//! any size: the exact result, rounded to nearest, ties to even.

use num_bigint::{BigInt, Sign};
use proofmark_logic::ieee::{interval, Format, Operation, NO_INTEGER};
use proofmark_logic::interval::Interval;

const FORMATS: [Format; 2] = [Format::Single, Format::Double];
const OPERATIONS: [Operation; 12] = [
    Operation::Add,
    Operation::Sub,
    Operation::Mul,
    Operation::Div,
    Operation::Negate,
    Operation::Absolute,
    Operation::Less,
    Operation::LessEqual,
    Operation::Equal,
    Operation::FromInteger,
    Operation::ToInteger,
    Operation::ToOther,
];

/// A small deterministic generator (xorshift64*).
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) % n
    }
}

/// The bits of the fraction, and the exponent of the last digit of a subnormal number.
fn shape(format: Format) -> (u32, i32) {
    match format {
        Format::Single => (23, -149),
        Format::Double => (52, -1074),
    }
}

/// What a pattern says: `-1^negative · numerator / 2^shift`.
#[derive(Clone, PartialEq, Debug)]
enum Number {
    None,
    Infinite,
    Finite(BigInt, u32),
}

fn decode(format: Format, pattern: i128) -> (bool, Number) {
    let (fraction_bits, last) = shape(format);
    let pattern = pattern.rem_euclid(2 * format.sign());
    let negative = pattern >= format.sign();
    let magnitude = pattern % format.sign();
    if magnitude > format.infinity() {
        return (negative, Number::None);
    }
    if magnitude == format.infinity() {
        return (negative, Number::Infinite);
    }
    let (exponent, fraction) = (magnitude >> fraction_bits, magnitude % (1 << fraction_bits));
    let digits = match exponent {
        0 => fraction,
        _ => fraction + (1 << fraction_bits),
    };
    let up = u32::try_from(exponent.max(1) - 1).expect("an exponent");
    let digits = BigInt::from(digits) << up;
    let digits = if negative { -digits } else { digits };
    (negative, Number::Finite(digits, last.unsigned_abs()))
}

/// The pattern of the number nearest to `numerator / denominator`, ties to even. The sign counts
/// where it is 0.
fn nearest(format: Format, negative: bool, numerator: &BigInt, denominator: &BigInt) -> i128 {
    let (fraction_bits, last) = shape(format);
    let (top, bottom) = (numerator.magnitude(), denominator.magnitude());
    let sign = match (numerator.sign(), denominator.sign()) {
        (Sign::NoSign, _) => negative,
        (a, b) => (a == Sign::Minus) != (b == Sign::Minus),
    };
    let top = top << last.unsigned_abs();
    // Digits of weight 2^(last + up), so that they are at most 2^(fraction_bits + 1).
    let width = u64::from(fraction_bits) + 1;
    let mut up = (&top / bottom).bits().saturating_sub(width);
    let unit = bottom << up;
    let (mut digits, rest) = (&top / &unit, &top % &unit);
    let twice = rest << 1u32;
    if twice > unit || twice == unit && digits.bit(0) {
        digits += 1u32;
    }
    if digits.bits() > width {
        digits >>= 1;
        up += 1;
    }
    let digits = i128::try_from(BigInt::from(digits)).expect("few digits");
    let exponent = match digits >> fraction_bits {
        0 => 0,
        _ => i128::from(up) + 1,
    };
    let magnitude = (exponent << fraction_bits) + digits % (1 << fraction_bits);
    magnitude.min(format.infinity()) + if sign { format.sign() } else { 0 }
}

fn signed(format: Format, negative: bool, magnitude: i128) -> i128 {
    magnitude + if negative { format.sign() } else { 0 }
}

/// What the standard says.
fn expected(operation: Operation, format: Format, a: i128, b: i128) -> i128 {
    use Number::{Finite, Infinite, None};
    if operation == Operation::FromInteger {
        return nearest(format, false, &BigInt::from(a), &BigInt::from(1));
    }
    let ((na, x), (mut nb, mut y)) = (decode(format, a), decode(format, b));
    if operation == Operation::Sub {
        nb = !nb;
        if let Finite(digits, shift) = y {
            y = Finite(-digits, shift);
        }
    }
    let infinite = |negative| signed(format, negative, format.infinity());
    let both = na != nb;
    match (operation, x, y) {
        (Operation::Less | Operation::LessEqual | Operation::Equal, x, y) => {
            i128::from(compares(operation, (na, x), (nb, y)))
        }
        (Operation::ToInteger, Finite(digits, shift), _) => {
            let whole = digits / (BigInt::from(1) << shift);
            let whole = i128::try_from(whole).unwrap_or(NO_INTEGER);
            let fits = (-(1 << 63)..NO_INTEGER).contains(&whole);
            if fits {
                whole
            } else {
                NO_INTEGER
            }
        }
        (Operation::ToInteger, ..) => NO_INTEGER,
        (Operation::ToOther, None, _) => format.other().nan(),
        (Operation::ToOther, Infinite, _) => signed(format.other(), na, format.other().infinity()),
        (Operation::ToOther, Finite(digits, shift), _) => {
            nearest(format.other(), na, &digits, &(BigInt::from(1) << shift))
        }
        (_, None, _) => format.nan(),
        (Operation::Negate, ..) => (a % (2 * format.sign())) ^ format.sign(),
        (Operation::Absolute, ..) => a % format.sign(),
        (_, _, None) => format.nan(),
        (Operation::Add | Operation::Sub, Infinite, Infinite) if both => format.nan(),
        (Operation::Add | Operation::Sub, Infinite, _) => infinite(na),
        (Operation::Add | Operation::Sub, _, Infinite) => infinite(nb),
        (Operation::Add | Operation::Sub, Finite(x, shift), Finite(y, _)) => {
            nearest(format, na && nb, &(x + y), &(BigInt::from(1) << shift))
        }
        (Operation::Mul, Finite(x, shift), Finite(y, _)) => {
            nearest(format, both, &(x * y), &(BigInt::from(1) << (2 * shift)))
        }
        (Operation::Mul, Infinite, Finite(y, _)) if y.sign() == Sign::NoSign => format.nan(),
        (Operation::Mul, Finite(x, _), Infinite) if x.sign() == Sign::NoSign => format.nan(),
        (Operation::Div, Infinite, Infinite) => format.nan(),
        (Operation::Div, Finite(..), Infinite) => signed(format, both, 0),
        (Operation::Div, Finite(x, _), Finite(y, _)) if y.sign() == Sign::NoSign => {
            if x.sign() == Sign::NoSign {
                format.nan()
            } else {
                infinite(both)
            }
        }
        (Operation::Div, Finite(x, _), Finite(y, _)) => nearest(format, both, &x, &y),
        (Operation::Mul | Operation::Div, ..) => infinite(both),
        (Operation::FromInteger, ..) => unreachable!("it has no pattern"),
    }
}

fn compares(operation: Operation, a: (bool, Number), b: (bool, Number)) -> bool {
    let far = BigInt::from(1) << 5000u32;
    let key = |(negative, number): (bool, Number)| match number {
        Number::None => None,
        Number::Infinite => Some(if negative { -far.clone() } else { far.clone() }),
        Number::Finite(digits, _) => Some(digits),
    };
    let (Some(x), Some(y)) = (key(a), key(b)) else {
        return false;
    };
    match operation {
        Operation::Less => x < y,
        Operation::LessEqual => x <= y,
        _ => x == y,
    }
}

/// A pattern: near the borders of kinds of numbers, near each other, or any.
fn pattern(random: &mut Random, format: Format) -> i128 {
    let (fraction_bits, _) = shape(format);
    let any = i128::from(random.below(1 << 31)) << 33 | i128::from(random.below(1 << 31)) << 2;
    let any = (any | i128::from(random.below(4))) % (2 * format.sign());
    let near = i128::from(random.below(5)) - 2;
    let one = (format.infinity() >> (fraction_bits + 1)) << fraction_bits;
    let magnitude = match random.below(8) {
        0 => near.max(0),
        1 => (1 << fraction_bits) + near,
        2 => format.infinity() + near,
        3 => format.nan() + near,
        4 => one + near,
        5 => one + (i128::from(random.below(130)) << fraction_bits) + near,
        6 => one + any % (1 << (fraction_bits + 3)),
        _ => any % format.sign(),
    };
    signed(format, random.below(2) == 0, magnitude)
}

fn integer(random: &mut Random) -> i128 {
    let power = 1i128 << random.below(66);
    let near = i128::from(random.below(5)) - 2;
    let more = i128::from(random.below(1 << 20)) * (power >> 20);
    let value = power + more + near;
    if random.below(2) == 0 {
        -value
    } else {
        value
    }
}

#[test]
fn operations_are_those_of_the_standard() {
    let mut random = Random(0x1EEE_0754);
    for round in 0..120_000u32 {
        let operation = OPERATIONS[round as usize % OPERATIONS.len()];
        let format = FORMATS[random.below(2) as usize];
        let a = match operation {
            Operation::FromInteger => integer(&mut random),
            _ => pattern(&mut random, format),
        };
        let b = pattern(&mut random, format);
        let found = operation.apply(format, a, b);
        assert_eq!(
            found,
            expected(operation, format, a, b),
            "{operation:?} {format:?} {a:#x} {b:#x}"
        );
        let code = Interval::point(operation.code(format));
        let exact = interval(Interval::point(a), Interval::point(b), code);
        assert_eq!(exact, Interval::point(found));
        for wide in [
            interval(Interval::ALL, Interval::ALL, code),
            interval(Interval::point(a), Interval::ALL, code),
            interval(Interval::ALL, Interval::point(b), code),
        ] {
            assert!(
                wide.lo <= found && found <= wide.hi,
                "{operation:?} {wide:?}"
            );
        }
    }
}

/// Integers that are no patterns stand for the ones that they are congruent to.
#[test]
fn operations_are_total() {
    let mut random = Random(754);
    for round in 0..24_000u32 {
        let operation = OPERATIONS[round as usize % OPERATIONS.len()];
        let format = FORMATS[random.below(2) as usize];
        if operation == Operation::FromInteger {
            continue;
        }
        let (a, b) = (pattern(&mut random, format), pattern(&mut random, format));
        let around = |n: i128, random: &mut Random| {
            n + (i128::from(random.below(9)) - 4) * 2 * format.sign()
        };
        let (c, d) = (around(a, &mut random), around(b, &mut random));
        assert_eq!(operation.apply(format, a, b), operation.apply(format, c, d));
    }
}

#[test]
fn codes_say_operations() {
    for (position, format) in FORMATS.into_iter().enumerate() {
        for (n, operation) in OPERATIONS.into_iter().enumerate() {
            let code = i128::try_from(12 * position + n).expect("a small number");
            assert_eq!(operation.code(format), code);
            assert_eq!(Operation::from_code(code), Some((operation, format)));
        }
    }
    for none in [-1, 24, 1 << 64, i128::MIN, i128::MAX] {
        assert_eq!(Operation::from_code(none), None);
    }
    assert_eq!(
        interval(Interval::point(0), Interval::point(0), Interval::point(24)),
        Interval::ALL
    );
    let open = Interval { lo: 0, hi: 1 };
    assert_eq!(
        interval(Interval::point(0), Interval::point(0), open),
        Interval::ALL
    );
}

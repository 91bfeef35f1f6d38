//! Exact rationals in checked 128-bit arithmetic.

use super::{Checked, Stop};
use std::cmp::Ordering;

/// `num / den` in lowest terms, `den > 0`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Rational {
    num: i128,
    den: i128,
}

/// The greatest common divisor of the absolute values; 0 only for `gcd(0, 0)`. `i128::MIN` is
/// treated like an overflow by the callers' checks.
pub(super) fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        // Most numbers are small, and 64-bit division is many times faster.
        if let (Ok(x), Ok(y)) = (u64::try_from(a), u64::try_from(b)) {
            return i128::from(gcd_small(x, y));
        }
        (a, b) = (b, a % b);
    }
    i128::try_from(a).unwrap_or(1)
}

fn gcd_small(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// `a · b`, or a reason to give up.
pub(super) fn mul(a: i128, b: i128) -> Checked<i128> {
    a.checked_mul(b).ok_or(Stop::GiveUp)
}

/// `a + b`, or a reason to give up.
pub(super) fn add(a: i128, b: i128) -> Checked<i128> {
    a.checked_add(b).ok_or(Stop::GiveUp)
}

impl Rational {
    pub(super) const ZERO: Rational = Rational { num: 0, den: 1 };

    pub(super) fn int(value: i128) -> Rational {
        Rational { num: value, den: 1 }
    }
    /// `num / den` for `den ≠ 0`.
    fn new(num: i128, den: i128) -> Checked<Rational> {
        if den == 1 {
            return Ok(Rational { num, den });
        }
        let g = gcd(num, den);
        if g == 0 || den == 0 {
            return Err(Stop::GiveUp);
        }
        let g = if den < 0 { -g } else { g };
        let (num, den) = (
            num.checked_div(g).ok_or(Stop::GiveUp)?,
            den.checked_div(g).ok_or(Stop::GiveUp)?,
        );
        Ok(Rational { num, den })
    }
    pub(super) fn add(self, other: Rational) -> Checked<Rational> {
        if self.den == 1 && other.den == 1 {
            return Ok(Rational::int(add(self.num, other.num)?));
        }
        Rational::new(
            add(mul(self.num, other.den)?, mul(other.num, self.den)?)?,
            mul(self.den, other.den)?,
        )
    }
    pub(super) fn neg(self) -> Checked<Rational> {
        Ok(Rational {
            num: self.num.checked_neg().ok_or(Stop::GiveUp)?,
            den: self.den,
        })
    }
    pub(super) fn sub(self, other: Rational) -> Checked<Rational> {
        self.add(other.neg()?)
    }
    pub(super) fn mul(self, other: Rational) -> Checked<Rational> {
        Rational::new(mul(self.num, other.num)?, mul(self.den, other.den)?)
    }
    pub(super) fn div(self, other: Rational) -> Checked<Rational> {
        Rational::new(mul(self.num, other.den)?, mul(self.den, other.num)?)
    }
    pub(super) fn cmp(self, other: Rational) -> Checked<Ordering> {
        Ok(mul(self.num, other.den)?.cmp(&mul(other.num, self.den)?))
    }
    pub(super) fn sign(self) -> i128 {
        self.num.signum()
    }
    pub(super) fn is_zero(self) -> bool {
        self.num == 0
    }
    pub(super) fn denominator(self) -> i128 {
        self.den
    }
    /// The value times a multiple of its denominator.
    pub(super) fn scaled(self, by: i128) -> Checked<i128> {
        mul(self.num, by / self.den)
    }
    pub(super) fn floor(self) -> i128 {
        self.num.div_euclid(self.den)
    }
}

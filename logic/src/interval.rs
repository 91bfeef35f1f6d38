//! Intervals of integers: a syntactic over-approximation of a term's possible values.
//!
//! Trusted. The range invariant of a program (DESIGN §4) and the proof rules `upper` and `lower`
//! rest on the law that each function here contains every value that the operation yields on values
//! of its arguments. An end that overflows `i128` becomes infinite.

use crate::types::IntType;

/// The integers from `lo` to `hi`; [`Interval::NEG_INF`] and [`Interval::POS_INF`] stand for "no
/// bound".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interval {
    /// Lower end, or `NEG_INF`.
    pub lo: i128,
    /// Upper end, or `POS_INF`.
    pub hi: i128,
}

impl Interval {
    /// Marks a missing lower bound. No finite end ever has this value.
    pub const NEG_INF: i128 = i128::MIN;
    /// Marks a missing upper bound.
    pub const POS_INF: i128 = i128::MAX;
    /// All integers.
    pub const ALL: Interval = Interval {
        lo: Self::NEG_INF,
        hi: Self::POS_INF,
    };

    /// Exactly one value. Extreme values widen to an infinite end, which is sound.
    pub fn point(value: i128) -> Interval {
        Self::between(Some(value), Some(value))
    }
    /// The values of a machine type.
    pub const fn of_type(ty: IntType) -> Interval {
        Interval {
            lo: ty.min(),
            hi: ty.max(),
        }
    }
    /// The only value, if there is exactly one.
    pub fn as_point(self) -> Option<i128> {
        (self.is_finite() && self.lo == self.hi).then_some(self.lo)
    }
    /// The end, if it is one: at most `2^127 - 2` away from 0, which excludes the two markers.
    pub fn finite(end: i128) -> Option<i128> {
        (end.unsigned_abs() < Self::POS_INF.unsigned_abs()).then_some(end)
    }
    fn is_finite(self) -> bool {
        Self::finite(self.lo).is_some() && Self::finite(self.hi).is_some()
    }
    /// Whether every value lies in the type's range.
    pub fn within(self, ty: IntType) -> bool {
        self.lo >= ty.min() && self.hi <= ty.max()
    }
    /// The least interval that contains both.
    pub fn hull(self, other: Interval) -> Interval {
        Interval {
            lo: self.lo.min(other.lo),
            hi: self.hi.max(other.hi),
        }
    }

    /// From `lo` to `hi`; what is missing or does not fit is infinite.
    fn between(lo: Option<i128>, hi: Option<i128>) -> Interval {
        Interval {
            lo: lo.and_then(Self::finite).unwrap_or(Self::NEG_INF),
            hi: hi.and_then(Self::finite).unwrap_or(Self::POS_INF),
        }
    }

    /// `a + b`.
    pub fn add(self, b: Interval) -> Interval {
        let sum = |x, y| Self::finite(x)?.checked_add(Self::finite(y)?);
        Self::between(sum(self.lo, b.lo), sum(self.hi, b.hi))
    }
    /// `a - b`.
    pub fn sub(self, b: Interval) -> Interval {
        let difference = |x, y| Self::finite(x)?.checked_sub(Self::finite(y)?);
        Self::between(difference(self.lo, b.hi), difference(self.hi, b.lo))
    }
    /// `a * b`; unbounded as soon as one end is.
    pub fn mul(self, b: Interval) -> Interval {
        if !self.is_finite() || !b.is_finite() {
            return Self::ALL;
        }
        let corner = |x: i128, y: i128| x.checked_mul(y).and_then(Self::finite).map(Self::point);
        let corners = [
            corner(self.lo, b.lo),
            corner(self.lo, b.hi),
            corner(self.hi, b.lo),
            corner(self.hi, b.hi),
        ];
        corners
            .into_iter()
            .reduce(|a, b| Some(a?.hull(b?)))
            .flatten()
            .unwrap_or(Self::ALL)
    }
    /// The quotient truncated toward zero (C11 6.5.5p6); 0 where the divisor is 0.
    pub fn div(self, b: Interval) -> Interval {
        if !self.is_finite() {
            return Self::ALL;
        }
        match b.as_point() {
            Some(0) => Self::point(0),
            // Truncated division by a constant is monotone.
            Some(d) => match (self.lo.checked_div(d), self.hi.checked_div(d)) {
                (Some(x), Some(y)) => Self::point(x).hull(Self::point(y)),
                _ => Self::ALL,
            },
            // |a / b| <= |a|.
            None => {
                let (Some(x), Some(y)) = (self.lo.checked_abs(), self.hi.checked_abs()) else {
                    return Self::ALL;
                };
                let m = x.max(y);
                Interval { lo: -m, hi: m }
            }
        }
    }
    /// The remainder `a - b * div(a, b)`: it has the sign of `a`, `|r| <= |a|`, and `|r| < |b|`
    /// unless `b` is 0.
    pub fn rem(self, b: Interval) -> Interval {
        if let (Some(x), Some(y)) = (self.as_point(), b.as_point()) {
            return Self::point(if y == 0 {
                x
            } else {
                x.checked_rem(y).unwrap_or(0)
            });
        }
        let mut out = Interval {
            lo: self.lo.min(0),
            hi: self.hi.max(0),
        };
        // The bound by the divisor needs a divisor that is never 0.
        if b.is_finite() && (b.lo > 0 || b.hi < 0) {
            let m = b.lo.saturating_abs().max(b.hi.saturating_abs()) - 1;
            out = Interval {
                lo: out.lo.max(-m),
                hi: out.hi.min(m),
            };
        }
        out
    }
    /// `floor(a / 2^k)` with `k` clamped to `0..=126`.
    pub fn shr(self, k: Interval) -> Interval {
        match k.as_point() {
            Some(k) if self.is_finite() => {
                let k = clamp_shift(k);
                Interval {
                    lo: self.lo >> k,
                    hi: self.hi >> k,
                }
            }
            _ => Interval {
                lo: self.lo.min(0),
                hi: self.hi.max(0),
            },
        }
    }
    /// `a * 2^k` with `k` clamped to `0..=126`, which keeps the order.
    pub fn shl(self, k: Interval) -> Interval {
        self.mul(Interval {
            lo: 1i128 << clamp_shift(k.lo),
            hi: 1i128 << clamp_shift(k.hi),
        })
    }
    /// Bitwise and of two's complement integers of infinite width.
    pub fn bit_and(self, b: Interval) -> Interval {
        if let (Some(x), Some(y)) = (self.as_point(), b.as_point()) {
            return Self::point(x & y);
        }
        match (self.lo >= 0, b.lo >= 0) {
            (true, true) => Interval {
                lo: 0,
                hi: self.hi.min(b.hi),
            },
            (true, false) => Interval { lo: 0, hi: self.hi },
            (false, true) => Interval { lo: 0, hi: b.hi },
            (false, false) => self.same_width(b),
        }
    }
    /// Bitwise inclusive or.
    pub fn bit_or(self, b: Interval) -> Interval {
        if let (Some(x), Some(y)) = (self.as_point(), b.as_point()) {
            return Self::point(x | y);
        }
        let wide = self.same_width(b);
        let lo = if self.lo >= 0 && b.lo >= 0 {
            self.lo.max(b.lo)
        } else {
            wide.lo
        };
        Interval { lo, hi: wide.hi }
    }
    /// Bitwise exclusive or.
    pub fn bit_xor(self, b: Interval) -> Interval {
        if let (Some(x), Some(y)) = (self.as_point(), b.as_point()) {
            return Self::point(x ^ y);
        }
        let wide = self.same_width(b);
        let lo = if self.lo >= 0 && b.lo >= 0 {
            0
        } else {
            wide.lo
        };
        Interval { lo, hi: wide.hi }
    }
    /// `[-2^n, 2^n - 1]` for the least `n` that holds both: closed under every bitwise operation.
    fn same_width(self, b: Interval) -> Interval {
        // The mark of a missing end needs 127 bits.
        let need = |v: i128| {
            128 - if v < 0 {
                (!v).leading_zeros()
            } else {
                v.leading_zeros()
            }
        };
        let n = [self.lo, self.hi, b.lo, b.hi]
            .into_iter()
            .map(need)
            .max()
            .unwrap_or(127);
        if n >= 126 {
            Self::ALL
        } else {
            Interval {
                lo: -(1i128 << n),
                hi: (1i128 << n) - 1,
            }
        }
    }
    /// The `k` with `a = wrap(ty, a) + 2^n * k`, that is `floor((a - min) / 2^n)`.
    pub fn carry(self, ty: IntType) -> Interval {
        let shifted = self.sub(Self::point(ty.min()));
        let floor = |end| Some(Self::finite(end)?.div_euclid(ty.modulus()));
        Self::between(floor(shifted.lo), floor(shifted.hi))
    }
    /// `wrap(ty, a)`: exact where all of `a` has one carry, the type's range otherwise.
    pub fn wrap(self, ty: IntType) -> Interval {
        match self.carry(ty).as_point() {
            Some(_) => Interval {
                lo: ty.wrap(self.lo),
                hi: ty.wrap(self.hi),
            },
            None => Self::of_type(ty),
        }
    }
}

/// Shift counts outside `0..=126` are clamped: the term denotes *some* total function, and C leaves
/// those shifts undefined (C11 6.5.7p3).
pub fn clamp_shift(k: i128) -> u32 {
    u32::try_from(k.clamp(0, 126)).unwrap_or(0)
}

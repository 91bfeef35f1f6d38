//! Sets of integers: an interval, and what all elements are congruent to.

use proofmark_logic::interval::Interval;
use proofmark_logic::types::IntType;

/// The integers of an interval that leave the remainder `residue` when divided by `modulus`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Range {
    /// Between which values.
    pub(super) interval: Interval,
    /// At least 1.
    pub(super) modulus: i128,
    /// Not negative, less than the modulus.
    pub(super) residue: i128,
}

/// Larger moduli are not kept.
const MODULUS_MAX: i128 = 1 << 64;

impl Range {
    /// All of an interval.
    pub(super) fn of(interval: Interval) -> Range {
        Range {
            interval,
            modulus: 1,
            residue: 0,
        }
        .tight()
    }

    /// All of a type.
    pub(super) fn of_type(ty: IntType) -> Range {
        Range::of(Interval::of_type(ty))
    }

    /// One value.
    pub(super) fn point(value: i128) -> Range {
        Range::of(Interval::point(value))
    }

    /// The only element.
    pub(super) fn as_point(self) -> Option<i128> {
        self.interval.as_point()
    }

    /// Whether there is no element.
    pub(super) fn is_empty(self) -> bool {
        self.interval.lo > self.interval.hi
    }

    /// The same set with ends that are elements. A point has every modulus; it counts as having
    /// none, and its value says the rest.
    fn tight(mut self) -> Range {
        if self.modulus > 1 {
            if let Some(lo) = Interval::finite(self.interval.lo) {
                self.interval.lo = lo + (self.residue - lo).rem_euclid(self.modulus);
            }
            if let Some(hi) = Interval::finite(self.interval.hi) {
                self.interval.hi = hi - (hi - self.residue).rem_euclid(self.modulus);
            }
        }
        self
    }

    /// The elements in an interval.
    pub(super) fn meet(self, other: Interval) -> Range {
        let interval = Interval {
            lo: self.interval.lo.max(other.lo),
            hi: self.interval.hi.min(other.hi),
        };
        Range { interval, ..self }.tight()
    }

    /// Modulus and residue, where a point is congruent to itself modulo 0.
    fn congruence(self) -> (i128, i128) {
        match self.as_point() {
            Some(value) => (0, value),
            None => (self.modulus, self.residue),
        }
    }

    fn with(interval: Interval, modulus: i128, residue: i128) -> Range {
        let modulus = if (1..=MODULUS_MAX).contains(&modulus) {
            modulus
        } else {
            1
        };
        Range {
            interval,
            modulus,
            residue: residue.rem_euclid(modulus),
        }
        .tight()
    }

    /// A set that contains both.
    pub(super) fn join(self, other: Range) -> Range {
        if self == other {
            return self;
        }
        let ((m, r), (n, s)) = (self.congruence(), other.congruence());
        let modulus = gcd(gcd(m, n), r.saturating_sub(s));
        Range::with(self.interval.hull(other.interval), modulus, r)
    }

    /// A larger set whose ends are among the landmarks or those of the type, where they moved.
    pub(super) fn widen(self, new: Range, landmarks: &[i128], ty: IntType) -> Range {
        let joined = self.join(new);
        let mut interval = joined.interval;
        if interval.lo < self.interval.lo {
            let below = landmarks.iter().rev().find(|&&l| l <= interval.lo);
            interval.lo = below.copied().unwrap_or(ty.min()).max(ty.min());
        }
        if interval.hi > self.interval.hi {
            let above = landmarks.iter().find(|&&l| l >= interval.hi);
            interval.hi = above.copied().unwrap_or(ty.max()).min(ty.max());
        }
        Range { interval, ..joined }.tight()
    }

    /// Sums.
    pub(super) fn add(self, other: Range) -> Range {
        let ((m, r), (n, s)) = (self.congruence(), other.congruence());
        let interval = self.interval.add(other.interval);
        Range::with(interval, gcd(m, n), r.saturating_add(s))
    }

    /// Products with a constant.
    pub(super) fn times(self, factor: i128) -> Range {
        let interval = self.interval.mul(Interval::point(factor));
        let ((m, r), k) = (self.congruence(), factor);
        match (m.checked_mul(k.abs()), r.checked_mul(k)) {
            (Some(m), Some(r)) => Range::with(interval, m, r),
            _ => Range::of(interval),
        }
    }

    /// The values as a machine integer.
    pub(super) fn wrap(self, ty: IntType) -> Range {
        if self.interval.within(ty) {
            return self;
        }
        let (m, r) = self.congruence();
        let modulus = gcd(m, ty.modulus());
        Range::with(self.interval.wrap(ty), modulus, r)
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i128::try_from(a).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joins_keep_what_elements_have_in_common() {
        let even = Range::point(0).join(Range::point(6)).join(Range::point(10));
        assert_eq!((even.modulus, even.residue), (2, 0));
        assert_eq!(even.interval, Interval { lo: 0, hi: 10 });
        let cut = even.meet(Interval { lo: 1, hi: 9 });
        assert_eq!(cut.interval, Interval { lo: 2, hi: 8 });
        assert!(even.meet(Interval { lo: 1, hi: 1 }).is_empty());
        assert_eq!(even.add(Range::point(3)).residue, 1);
        assert_eq!(even.times(-3).interval, Interval { lo: -30, hi: 0 });
        assert_eq!(even.times(-3).modulus, 6);
    }

    #[test]
    fn wrapping_keeps_powers_of_two_only() {
        let threes = Range::with(Interval { lo: 0, hi: 300 }, 3, 0).wrap(IntType::U8);
        assert_eq!(threes.modulus, 1);
        let fours = Range::with(Interval { lo: 0, hi: 300 }, 12, 0).wrap(IntType::U8);
        assert_eq!((fours.modulus, fours.residue), (4, 0));
    }

    #[test]
    fn widening_stops_at_landmarks() {
        let marks = [-5, 10, 100];
        let start = Range::point(0);
        let grown = start.widen(Range::point(1), &marks, IntType::I32);
        assert_eq!(grown.interval, Interval { lo: 0, hi: 10 });
        let more = grown.widen(Range::point(11), &marks, IntType::I32);
        assert_eq!(more.interval.hi, 100);
        let all = more.widen(Range::point(101), &marks, IntType::I32);
        assert_eq!(all.interval.hi, IntType::I32.max());
    }
}

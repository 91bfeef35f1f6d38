//! Sums and conditions in normal forms: what a statement makes of a predicate is compared with
//! other predicates in them.

use std::collections::BTreeMap;

/// Bits of `int`.
const INT: u8 = 32;

/// An integer modulo 2^bits: a sum of what is read, with factors, and a constant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Sum {
    pub(super) bits: u8,
    pub(super) signed: bool,
    /// By what is read, as predicates have it where they can.
    pub(super) parts: BTreeMap<String, i128>,
    pub(super) constant: i128,
}

impl Sum {
    pub(super) fn reduced(mut self) -> Sum {
        self.constant = self.constant.rem_euclid(1 << self.bits);
        let bits = self.bits;
        for factor in self.parts.values_mut() {
            *factor = factor.rem_euclid(1 << bits);
        }
        self.parts.retain(|_, factor| *factor != 0);
        self
    }

    pub(super) fn plus(&self, other: &Sum, factor: i128) -> Sum {
        let mut out = self.clone();
        for (name, more) in &other.parts {
            *out.parts.entry(name.clone()).or_insert(0) += factor * more;
        }
        out.constant += factor * other.constant;
        out.reduced()
    }

    /// A value of this type that has a name.
    pub(super) fn renamed(&self, name: &str) -> Sum {
        Sum {
            parts: BTreeMap::from([(name.to_owned(), 1)]),
            constant: 0,
            ..self.clone()
        }
    }

    /// Whether it is what is read, and nothing else.
    pub(super) fn is_name(&self) -> bool {
        let mut parts = self.parts.values();
        self.constant == 0 && parts.next() == Some(&1) && parts.next().is_none()
    }

    /// Its value as the type has it, if it depends on nothing.
    pub(super) fn value(&self) -> Option<i128> {
        let half = 1i128 << (self.bits - 1);
        let value = match self.signed && self.constant >= half {
            true => self.constant - (1 << self.bits),
            false => self.constant,
        };
        self.parts.is_empty().then_some(value)
    }
}

/// A condition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// Always true, or always false.
    Known(bool),
    /// A sum is zero.
    Zero(Sum),
    /// The first is less than the second.
    Less(Sum, Sum),
}

/// A form, and whether it or its negation is meant.
pub(super) type Condition = (Form, bool);

/// What one condition says about another.
pub(super) fn implied((form, holds): &Condition, (known, known_holds): &Condition) -> Option<bool> {
    if form == known {
        return Some(holds == known_holds);
    }
    if let (Form::Zero(a), Form::Zero(b)) = (form, known) {
        // Not equal to this, because it is equal to that.
        let other = *known_holds && a.parts == b.parts && a.bits == b.bits;
        if other || !known_holds {
            return other.then_some(!holds);
        }
        // Bits of a number that is known.
        let (name, value) = equal(b)?;
        return valued(form, &name, value).map(|is| is == *holds);
    }
    let signed = Range::signed(form).or_else(|| Range::signed(known))?;
    let wanted = Range::of(form, signed)?;
    let known = Range::of(known, signed)?.without(*known_holds)?;
    if wanted.name != known.name {
        return None;
    }
    // All that is left is in it, or nothing is.
    if wanted.least <= known.least && known.most <= wanted.most {
        return Some(*holds);
    }
    (known.most < wanted.least || wanted.most < known.least).then_some(!holds)
}

/// What a part of a sum is of, and its mask; the mask of a negative number has more bits.
pub(super) fn split(name: &str) -> Option<(&str, i128)> {
    let inner = name.strip_prefix('(')?.strip_suffix(')')?;
    let (of, mask) = inner.rsplit_once('&')?;
    Some((of, mask.trim_end_matches(['U', 'L']).parse().ok()?))
}

/// What a condition is where something that is read has a value.
pub(super) fn valued(form: &Form, name: &str, value: i128) -> Option<bool> {
    let Form::Zero(sum) = form else {
        return None;
    };
    let mut out = sum.clone();
    for (part, factor) in &sum.parts {
        let (of, mask) = split(part)?;
        if of != name {
            return None;
        }
        out.parts.remove(part);
        out.constant += factor * (value & mask & ((1 << sum.bits) - 1));
    }
    out.reduced().value().map(|value| value == 0)
}

/// The numbers for which a condition about one thing that is read holds.
struct Range {
    name: String,
    least: i128,
    most: i128,
    /// Those of the type.
    all: (i128, i128),
}

impl Range {
    /// Whether what a condition compares is a number with a sign; equality does not say.
    fn signed(form: &Form) -> Option<bool> {
        match form {
            Form::Less(a, _) => Some(a.signed),
            Form::Zero(_) | Form::Known(_) => None,
        }
    }

    fn of(form: &Form, signed: bool) -> Option<Range> {
        let range = |sum: &Sum, (least, most): (Option<i128>, Option<i128>)| {
            let half = 1i128 << (sum.bits - 1);
            let all = if signed {
                (-half, half - 1)
            } else {
                (0, 2 * half - 1)
            };
            Some(Range {
                name: sum.parts.keys().next()?.clone(),
                least: least.unwrap_or(all.0),
                most: most.unwrap_or(all.1),
                all,
            })
        };
        match form {
            Form::Known(_) => None,
            Form::Less(a, b) => match (a.value(), b.value()) {
                (None, Some(most)) if a.is_name() => range(a, (None, Some(most - 1))),
                (Some(least), None) if b.is_name() => range(b, (Some(least + 1), None)),
                _ => None,
            },
            Form::Zero(sum) => {
                let (_, constant) = equal(sum)?;
                let parts = BTreeMap::new();
                let value = Sum {
                    parts,
                    constant,
                    signed,
                    ..sum.clone()
                };
                range(sum, (value.value(), value.value()))
            }
        }
    }

    /// What is left if the condition does, or does not, hold: nothing, if that is not one range.
    fn without(self, holds: bool) -> Option<Range> {
        let (least, most) = match (holds, self.least == self.all.0, self.most == self.all.1) {
            (true, ..) => (self.least, self.most),
            (false, true, false) => (self.most + 1, self.all.1),
            (false, false, true) => (self.all.0, self.least - 1),
            (false, ..) => return None,
        };
        Some(Range {
            least,
            most,
            ..self
        })
    }
}

/// What is read and its value, modulo 2^bits, where a sum is zero: that is `x - c` or `c - x`.
pub(super) fn equal(sum: &Sum) -> Option<(String, i128)> {
    let mut parts = sum.parts.keys();
    let (Some(name), None) = (parts.next(), parts.next()) else {
        return None;
    };
    let read = sum.renamed(name);
    let value = [read.plus(sum, -1), read.plus(sum, 1)];
    let value = value.into_iter().find(|sum| sum.parts.is_empty())?;
    Some((name.clone(), value.constant))
}

/// A sum is zero if and only if its negation is.
pub(super) fn zero(sum: &Sum) -> Form {
    // Predicates have no type that is smaller than `int`.
    if sum.bits < INT && sum.is_name() {
        let bits = INT;
        return zero(&Sum {
            bits,
            ..sum.clone()
        });
    }
    if let Some(value) = sum.value() {
        return Form::Known(value == 0);
    }
    let empty = Sum {
        parts: BTreeMap::new(),
        constant: 0,
        ..sum.clone()
    };
    let negated = empty.plus(sum, -1);
    let first = |sum: &Sum| sum.parts.values().next().copied();
    let sum = match first(sum) <= first(&negated) {
        true => sum.clone(),
        false => negated,
    };
    // Whether bits are zero does not depend on the sign.
    Form::Zero(Sum {
        signed: true,
        ..sum
    })
}

pub(super) fn less(a: Sum, b: Sum) -> Form {
    match (a.value(), b.value()) {
        (Some(a), Some(b)) => Form::Known(a < b),
        _ if a == b => Form::Known(false),
        _ => Form::Less(a, b),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn x(constant: i128, signed: bool) -> Sum {
        let parts = BTreeMap::from([("x".to_owned(), 1)]);
        let sum = Sum {
            bits: INT,
            signed,
            parts,
            constant,
        };
        sum.reduced()
    }

    fn number(constant: i128, signed: bool) -> Sum {
        let parts = BTreeMap::new();
        let sum = Sum {
            parts,
            ..x(constant, signed)
        };
        sum.reduced()
    }

    /// `x == value`
    fn is(value: i128) -> Form {
        zero(&x(-value, true))
    }

    #[test]
    fn numbers_have_an_order() {
        let negative = less(x(0, true), number(0, true));
        let positive = less(number(0, true), x(0, true));
        for (form, known, holds, says) in [
            (&negative, is(0), true, Some(false)),
            (&negative, is(-5), true, Some(true)),
            (&negative, is(0), false, None),
            (&is(0), negative.clone(), true, Some(false)),
            (&is(-5), negative.clone(), true, None),
            (&is(-5), negative.clone(), false, Some(false)),
            (&negative, positive.clone(), true, Some(false)),
            (&negative, positive.clone(), false, None),
            (&is(1), is(0), true, Some(false)),
            (&is(1), is(0), false, None),
        ] {
            let said = implied(&(form.clone(), true), &(known.clone(), holds));
            assert_eq!(said, says, "{form:?} where {known:?} is {holds}");
            let said = implied(&(form.clone(), false), &(known.clone(), holds));
            assert_eq!(
                said,
                says.map(|says| !says),
                "{form:?} where {known:?} is {holds}"
            );
        }
    }

    #[test]
    fn numbers_without_sign_are_large() {
        let large = less(number(5, false), x(0, false));
        let says = |value| implied(&(large.clone(), true), &(is(value), true));
        assert_eq!(
            [says(-1), says(5), says(6)],
            [Some(true), Some(false), Some(true)]
        );
    }

    #[test]
    fn other_things_say_nothing() {
        let y = x(0, true).renamed("y");
        let negative = less(y, number(0, true));
        assert_eq!(implied(&(negative, true), &(is(0), true)), None);
    }
}

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
    match (form, known) {
        // Not equal to this, because it is equal to that.
        (Form::Zero(a), Form::Zero(b)) if *known_holds && a.parts == b.parts => {
            (a.bits == b.bits).then_some(!holds)
        }
        _ => None,
    }
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

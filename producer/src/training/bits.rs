//! Bits of what is read, in sums: `x&4` is a part of a sum like `x`. Flags are set, cleared and
//! tested by masks that are constants, so what a statement makes of one is a sum, too.

use super::sums::{equal, split, zero, Condition, Form, Sum};
use std::collections::BTreeMap;

/// The bits of a sum that a mask has: nothing, if bits of its parts are not apart.
pub(super) fn and(sum: &Sum, mask: i128) -> Option<Sum> {
    let all = (1i128 << sum.bits) - 1;
    let mask = mask & all;
    let mut free = all;
    let mut out = Sum {
        parts: BTreeMap::new(),
        constant: sum.constant & mask,
        ..sum.clone()
    };
    for (name, factor) in &sum.parts {
        let (of, own) = split(name).unwrap_or((name, all));
        let own = own & all;
        // What is added has no bit in common with the rest; what is subtracted has its bits in
        // the constant. So nothing is carried.
        let apart = match *factor {
            1 => sum.constant & own == 0,
            minus if minus == all => sum.constant & own == own,
            _ => false,
        };
        if !apart || own & !free != 0 {
            return None;
        }
        free &= !own;
        let left = own & mask;
        if left != 0 {
            out.parts.insert(part(of, left, sum.bits), *factor);
        }
    }
    Some(out)
}

/// A sum with the bits of a mask set.
pub(super) fn or(sum: &Sum, mask: i128) -> Option<Sum> {
    Some(and(sum, !mask)?.plus(&number(sum, mask), 1))
}

/// A sum with the bits of a mask changed.
pub(super) fn xor(sum: &Sum, mask: i128) -> Option<Sum> {
    Some(or(sum, mask)?.plus(&and(sum, mask)?, -1))
}

/// A sum with all bits changed.
pub(super) fn complement(sum: &Sum) -> Sum {
    number(sum, -1).plus(sum, -1)
}

fn number(sum: &Sum, constant: i128) -> Sum {
    let parts = BTreeMap::new();
    Sum {
        parts,
        constant,
        ..sum.clone()
    }
    .reduced()
}

/// Bits of what is read, as predicates have them: the constant has the type of the other operand,
/// or a smaller one.
fn part(of: &str, mask: i128, bits: u8) -> String {
    let (all, top) = (1i128 << bits, 1i128 << (bits - 1));
    match mask {
        whole if whole == all - 1 => of.to_owned(),
        // Its negation is none of the type.
        mask if mask == top && bits > 32 => format!("({of}&{mask}UL)"),
        mask if mask == top => format!("({of}&{mask}U)"),
        mask if mask > top => format!("({of}&{})", mask - all),
        mask => format!("({of}&{mask})"),
    }
}

/// Whether a condition is about bits of something and about something else.
pub(super) fn are_mixed(form: &Form) -> bool {
    let Form::Zero(sum) = form else {
        return false;
    };
    sum.parts.len() > 1 && sum.parts.keys().any(|name| split(name).is_some())
}

/// The same condition, so that a bit is compared with nothing but zero.
pub(super) fn normal((form, holds): Condition) -> Condition {
    let Form::Zero(sum) = &form else {
        return (form, holds);
    };
    let Some((name, value)) = equal(sum) else {
        return (form, holds);
    };
    let Some((_, mask)) = split(&name) else {
        return (form, holds);
    };
    let (part, mask) = (sum.renamed(&name), mask & ((1 << sum.bits) - 1));
    match value {
        0 => (form, holds),
        // No other bits are there.
        value if value & !mask != 0 => (Form::Known(!holds), true),
        value if value == mask && mask.count_ones() == 1 => (zero(&part), !holds),
        _ => (form, holds),
    }
}

#[cfg(test)]
mod tests {
    use super::super::sums::valued;
    use super::*;

    fn x(constant: i128) -> Sum {
        let sum = Sum {
            bits: 32,
            signed: false,
            parts: BTreeMap::from([("x".to_owned(), 1)]),
            constant,
        };
        sum.reduced()
    }

    fn shown(sum: &Sum) -> (Vec<(&str, i128)>, i128) {
        let parts = sum.parts.iter().map(|(name, f)| (name.as_str(), *f));
        (parts.collect(), sum.constant)
    }

    #[test]
    fn bits_are_set_cleared_and_tested() {
        let set = or(&x(0), 4).expect("bits");
        assert_eq!(shown(&set), (vec![("(x&-5)", 1)], 4));
        assert_eq!(and(&set, 4).map(|s| s.value()), Some(Some(4)));
        assert_eq!(and(&set, 8), and(&x(0), 8));
        let cleared = and(&set, !4).expect("bits");
        assert_eq!(and(&cleared, 4).map(|s| s.value()), Some(Some(0)));
        let changed = xor(&xor(&x(0), 4).expect("bits"), 4).expect("bits");
        assert_eq!(and(&changed, 4), and(&x(0), 4));
        assert_eq!(and(&complement(&complement(&x(0))), 4), and(&x(0), 4));
        // A carry may come into the bit.
        assert_eq!(and(&x(1), 4), None);
        let top = and(&x(0), 1 << 31).expect("bits");
        assert_eq!(shown(&top).0, [("(x&2147483648U)", 1)]);
        assert_eq!(and(&top, 1 << 31), Some(top));
    }

    #[test]
    fn one_bit_is_there_or_not() {
        let bit = and(&x(0), 4).expect("bits");
        let is = |value| (zero(&bit.plus(&number(&bit, value), -1)), true);
        assert_eq!(normal(is(4)), (zero(&bit), false));
        assert_eq!(normal(is(0)), (zero(&bit), true));
        assert_eq!(normal(is(1)), (Form::Known(false), true));
        let two = and(&x(0), 6).expect("bits");
        let is = (zero(&two.plus(&number(&two, 4), -1)), true);
        assert_eq!(normal(is.clone()), is);
        assert_eq!(valued(&is.0, "x", 5), Some(true));
        assert_eq!(valued(&is.0, "x", 7), Some(false));
        assert_eq!(valued(&is.0, "y", 7), None);
    }
}

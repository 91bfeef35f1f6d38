//! Floating-point arithmetic for Z3: comparisons and signs are conditions on patterns, as integers;
//! everything else is some function, which is told what it is on the numbers of models.

use proofmark_logic::ieee::{Format, Operation};
use z3::ast::{Bool, Int};
use z3::Model;

/// An operation, its operands and its value.
pub(super) struct Computed {
    pub(super) operation: Operation,
    pub(super) format: Format,
    pub(super) operands: [Int; 2],
    pub(super) value: Int,
}

impl Computed {
    /// What a model has wrong of it.
    pub(super) fn correction(&self, model: &Model) -> Option<Bool> {
        let number = |e: &Int| model.eval(e, true).and_then(|v| v.as_i128());
        let [a, b] = &self.operands;
        let (x, y) = (number(a)?, number(b)?);
        let right = self.operation.apply(self.format, x, y);
        let same = Bool::and(&[a.eq(int(x)), b.eq(int(y))]);
        (number(&self.value)? != right).then(|| same.implies(self.value.eq(int(right))))
    }
}

/// The value of an operation on patterns, where integers say it.
pub(super) fn defined(operation: Operation, format: Format, [a, b]: [&Int; 2]) -> Option<Int> {
    let truth = |holds: Bool| {
        let numbers = Bool::and(&[is_number(format, a), is_number(format, b)]);
        Bool::and(&[numbers, holds]).ite(&int(1), &int(0))
    };
    let of_number = |value: Int| is_number(format, a).ite(&value, &int(format.nan()));
    let (x, y) = (order(format, a), order(format, b));
    let positive = a.lt(int(format.sign()));
    Some(match operation {
        Operation::Equal => truth(x.eq(y)),
        Operation::Less => truth(x.lt(y)),
        Operation::LessEqual => truth(x.le(y)),
        Operation::Negate => {
            let (up, down) = (a + int(format.sign()), a - int(format.sign()));
            of_number(positive.ite(&up, &down))
        }
        Operation::Absolute => of_number(positive.ite(a, &(a - int(format.sign())))),
        Operation::Add
        | Operation::Sub
        | Operation::Mul
        | Operation::Div
        | Operation::FromInteger
        | Operation::ToInteger
        | Operation::ToOther => return None,
    })
}

/// Numbers in the order of their values: the patterns of negative ones are in the other order.
fn order(format: Format, a: &Int) -> Int {
    let negative = int(format.sign()) - a;
    a.lt(int(format.sign())).ite(a, &negative)
}

fn is_number(format: Format, a: &Int) -> Bool {
    let (sign, infinity) = (format.sign(), format.infinity());
    let positive = a.le(int(infinity));
    let negative = Bool::and(&[a.ge(int(sign)), a.le(int(sign + infinity))]);
    Bool::or(&[positive, negative])
}

fn int(value: i128) -> Int {
    Int::from_i128(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use z3::ast::Ast;

    #[test]
    fn what_integers_say_is_what_is_computed() {
        for format in [Format::Single, Format::Double] {
            let kinds = [0, 1, format.infinity() / 2, format.infinity(), format.nan()];
            let near = kinds.into_iter().flat_map(|k| [k - 1, k, k + 1]);
            let values = near.flat_map(|k| [k, k + format.sign()]);
            let values: Vec<i128> = values
                .filter(|v| (0..2 * format.sign()).contains(v))
                .collect();
            for (a, b) in values
                .iter()
                .flat_map(|a| values.iter().map(move |b| (*a, *b)))
            {
                for operation in [
                    Operation::Equal,
                    Operation::Less,
                    Operation::LessEqual,
                    Operation::Negate,
                    Operation::Absolute,
                ] {
                    let found = defined(operation, format, [&int(a), &int(b)]);
                    let found = found.and_then(|value| value.simplify().as_i128());
                    let right = operation.apply(format, a, b);
                    assert_eq!(found, Some(right), "{operation:?} {a:#x} {b:#x}");
                }
            }
        }
    }
}
